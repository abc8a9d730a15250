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

/// All blanks.
static BLANKS: Set = Set::of_bytes(b" \t\n\r");

/// What stands for line feeds and the blanks around them.
const LINE_FEED: &str = " ⏎ ";

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
    let mut blanks = BLANKS.places(bytes);
    let mut done = 0;
    while let Some(start) = blanks.next() {
        let rest = bytes.get(start..).unwrap_or_default();
        let run = rest.iter().take_while(|byte| BLANKS.has(**byte));
        let feed = run.clone().any(|byte| matches!(byte, b'\n' | b'\r'));
        out.push_str(text.get(done..start).unwrap_or_default());
        out.push_str(if feed { LINE_FEED } else { " " });
        done = start + run.count();
        blanks.skip_to(done);
    }
    out.push_str(text.get(done..).unwrap_or_default());
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
