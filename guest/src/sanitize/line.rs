//! Sanitised text on one line, and inside a code span.
//!
//! Takes sanitised text. Promises: `one_line` gives a text without line feeds and without blanks at its ends, and
//! twice is the same as once; `code_span` gives a text that a single backtick on each side encloses.
use crate::bytes::{Set, WINDOW, has_twins};
use alloc::borrow::Cow;
use alloc::string::String;

/// Blanks that are never left as they are, and those that are if they stand alone.
static BREAKS: Set = Set::of_bytes(b"\n\t\r");
static SPACES: Set = Set::of_bytes(b" ");

/// What stands for a line feed.
const LINE_FEED: char = '⏎';

/// Brings a text on one line: line feeds as ` ⏎ ` (blank lines with them), runs of blanks as one space, ends trimmed.
pub fn one_line(text: &str) -> Cow<'_, str> {
    let text = text.trim_matches(is_blank);
    let bytes = text.as_bytes();
    // Windows overlap by one byte.
    let folds = |at| BREAKS.mask(bytes, at) != 0 || has_twins(SPACES.mask(bytes, at));
    if !(0..bytes.len()).step_by(WINDOW - 1).any(folds) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(start) = rest.find(is_blank) {
        let (word, tail) = rest.split_at(start);
        let end = tail.find(|c| !is_blank(c)).unwrap_or(tail.len());
        let (blanks, tail) = tail.split_at(end);
        out.push_str(word);
        out.push(' ');
        if blanks.contains(['\n', '\r']) {
            out.push(LINE_FEED);
            out.push(' ');
        }
        rest = tail;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r')
}

/// Makes a text safe inside a code span of single backticks: its own backticks become `'`.
pub fn code_span(text: &str) -> Cow<'_, str> {
    match memchr::memchr(b'`', text.as_bytes()) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(text.replace('`', "'")),
    }
}
