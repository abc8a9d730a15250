//! Lines of names: those of one message share a line, `[#N] name, name`.
//!
//! Takes names by place; gives a line for each place. Promises: every name stands whole between blanks, commas and
//! line ends, so that a search for it finds it; `earlier` reads the line back. Leaves out: which names are shown.
use super::page::Page;
use crate::ledger::Name;
use alloc::vec::Vec;

/// What stands between two names.
pub(crate) const BETWEEN: &str = ", ";

/// One line for the names of each message.
pub(super) fn name_lines(names: &[Name]) -> Vec<Page> {
    let lines = names.chunk_by(|a, b| a.quote.source.at == b.quote.source.at);
    lines
        .filter_map(|names| {
            let mut line = Page::item(names.first()?.quote.source.at);
            for (n, name) in names.iter().enumerate() {
                line.say(if n == 0 { "" } else { BETWEEN }).quote(&name.quote.text, name.quote.source);
            }
            line.say("\n");
            Some(line)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::samples::name;

    #[test]
    fn names_of_one_message_share_a_line_and_each_is_a_quote() {
        let names = [name("lampPost", 3), name("src/a.rs", 3), name("oil_can", 7)];
        let lines = name_lines(&names);
        let shown: Vec<_> = lines.iter().map(|page| page.text.as_str()).collect();
        assert_eq!(shown, ["[#3] lampPost, src/a.rs\n", "[#7] oil_can\n"]);
        let first = &lines[0];
        let quoted = first.quotes.iter().map(|q| &first.text[q.at.start as usize..][..q.at.len as usize]);
        assert_eq!(quoted.collect::<Vec<_>>(), ["lampPost", "src/a.rs"]);
        assert!(name_lines(&[]).is_empty());
    }
}
