//! The line that says that lines are missing.
//!
//! Takes and gives `[… 12 lines left out]`, also `alike`, also with how many of them had to stay. Promises: what is
//! written reads back, but for `alike`. Leaves out: marks that count something else.
use alloc::format;
use alloc::string::String;

/// What is missing between two lines that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gap {
    pub(crate) lines: usize,
    /// How many of them had to stay.
    pub(crate) must: usize,
    /// How many look like the line shown before the gap.
    pub(super) alike: usize,
}

impl Gap {
    /// Writes the line, if something is missing; says whether the next one is still the first.
    pub(crate) fn write(self, out: &mut String, first: bool) -> bool {
        let Gap { lines, must, alike } = self;
        if lines == 0 {
            return first;
        }
        let plural = if lines == 1 { "" } else { "s" };
        let what = if alike == lines { " alike" } else { "" };
        // Once is enough to say what the mark means.
        let left = if first { " left out" } else { "" };
        out.push_str(&format!("[… {lines}{what} line{plural}{left}"));
        if must > 0 {
            out.push_str(&format!(", {must} of them important"));
        }
        out.push_str("]\n");
        false
    }

    /// Reads a line that holds nothing else.
    pub(crate) fn read(line: &str) -> Option<Gap> {
        let inside = line.strip_prefix("[… ")?.strip_suffix(']')?;
        let (count, rest) = inside.split_once(' ')?;
        let lines = count.parse().ok()?;
        let rest = rest.strip_prefix("alike ").unwrap_or(rest);
        let rest = rest.strip_prefix("lines").or_else(|| rest.strip_prefix("line"))?;
        let rest = rest.strip_prefix(" left out").unwrap_or(rest);
        if rest.is_empty() {
            return Some(Gap { lines, ..Gap::default() });
        }
        let must = rest.strip_prefix(", ")?.strip_suffix(" of them important")?.parse().ok()?;
        Some(Gap { lines, must, ..Gap::default() })
    }
}
