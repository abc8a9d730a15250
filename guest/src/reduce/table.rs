//! What lines are worth by the words they begin with, end with or hold.
//!
//! Takes a table and a line; gives the worth of the first entry that fits: beginnings, then ends, then words inside.
//! Blanks around the line do not count. Promises: linear in the line. Leaves out: lines before and after.
use memchr::memmem;

/// Words and what a line with them is worth. Entries are tried in order.
pub(super) struct Table {
    /// Beginnings, blanks before them left off.
    pub(super) starts: &'static [(&'static str, u8)],
    /// Ends, blanks behind them left off.
    pub(super) ends: &'static [(&'static str, u8)],
    /// Words anywhere.
    pub(super) has: &'static [(&'static str, u8)],
}

impl Table {
    /// What the table says of the line.
    pub(super) fn worth(&self, line: &str) -> Option<u8> {
        let line = line.trim();
        let first = self.starts.iter().find(|(start, _)| line.starts_with(start));
        let end = || self.ends.iter().find(|(end, _)| line.ends_with(end));
        let has = || self.has.iter().find(|(has, _)| memmem::find(line.as_bytes(), has.as_bytes()).is_some());
        first.or_else(end).or_else(has).map(|(_, worth)| *worth)
    }

    /// Weighs every line it knows.
    pub(super) fn weigh(&self, lines: &[&str], worth: &mut [u8]) {
        for (line, worth) in lines.iter().zip(worth) {
            if let Some(known) = self.worth(line) {
                *worth = known;
            }
        }
    }
}
