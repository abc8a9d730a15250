//! Values: how far one reaches.
//!
//! Takes the text behind a separator; gives where the value stands, without quotes and punctuation around it.
//! Leaves out: values that go on over several lines.
use super::{MASK, before, part, run, run_most};

/// How name and value are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// `name=value`.
    Tight,
    /// `name = value`.
    Spaced,
    /// `name: value`.
    Colon,
    /// `--name value` and `--name=value`.
    Flag,
    /// A parameter of a URL.
    Parameter,
}

/// Where a value stands, without its quotes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) quoted: bool,
}

/// Longest quoted value.
const MAX_QUOTED: usize = 8192;
/// How much of a value without quotes is looked at to judge it; the whole is only read when it goes.
const JUDGED: usize = 512;

/// Reads the value that starts at `at`, if one stands on this line.
pub(super) fn read(bytes: &[u8], at: usize, style: Style) -> Option<Value> {
    if style == Style::Parameter {
        let end = parameter_end(bytes, at, JUDGED);
        // The mask itself holds brackets.
        let masked = part(bytes, at..at + MASK.len()) == MASK.as_bytes();
        return (end > at && !masked).then_some(Value { start: at, end, quoted: false });
    }
    // Letters before a quote: `f"..."`, `b'...'`.
    let letters = run(bytes, at, |b| b"fFrRbBuU".contains(&b));
    let open = if letters > at && letters <= at + 2 && is_quote(bytes, letters) { letters } else { at };
    if is_quote(bytes, open) {
        let quoted = slashes(bytes, open);
        let start = quoted + 1;
        let quote = before(bytes, start)?;
        if let Some(end) = closing(bytes, start, quote, quoted - open) {
            return Some(Value { start, end, quoted: true });
        }
        return Some(Value { start, end: unquoted_end(bytes, start, JUDGED), quoted: false });
    }
    let end = unquoted_end(bytes, at, JUDGED);
    (end > at).then_some(Value { start: at, end, quoted: false })
}

/// Where a value that goes ends, however long it is.
pub(super) fn whole_end(bytes: &[u8], value: Value, style: Style) -> usize {
    match style {
        _ if value.quoted => value.end,
        Style::Parameter => parameter_end(bytes, value.start, usize::MAX),
        _ => unquoted_end(bytes, value.start, usize::MAX),
    }
}

fn parameter_end(bytes: &[u8], at: usize, most: usize) -> usize {
    run_most(bytes, at, most, |b| !b.is_ascii_whitespace() && !b"&#\"'`<>()[]{},;\\|".contains(&b))
}

/// Behind the backslashes of a quote: one in JSON inside of JSON, three in JSON inside of that, and so on.
fn slashes(bytes: &[u8], at: usize) -> usize {
    run_most(bytes, at, 7, |b| b == b'\\')
}

fn is_quote(bytes: &[u8], at: usize) -> bool {
    match bytes.get(at) {
        Some(b'"' | b'\'' | b'`') => true,
        Some(b'\\') => matches!(bytes.get(slashes(bytes, at)), Some(b'"' | b'\'')),
        _ => false,
    }
}

/// The closing quote on the same line, with as many backslashes as the one that opens.
fn closing(bytes: &[u8], start: usize, quote: u8, slashes: usize) -> Option<usize> {
    let mut at = start;
    while at < bytes.len().min(start + MAX_QUOTED) {
        match *bytes.get(at)? {
            b'\n' => return None,
            b'\\' if slashes > 0 => {
                let end = run_most(bytes, at, MAX_QUOTED, |b| b == b'\\');
                let quotes = bytes.get(end) == Some(&quote);
                // Whatever stands before these backslashes is a backslash of the value.
                let own = (end - at).checked_sub(slashes).filter(|own| quotes && own % (2 * (slashes + 1)) == 0);
                if let Some(own) = own {
                    return Some(at + own);
                }
                at = if quotes { end } else { end - 1 };
            }
            b'\\' => at += 1,
            b if b == quote && slashes == 0 => return Some(at),
            _ => {}
        }
        at += 1;
    }
    None
}

/// End of a value without quotes: a blank, a quote, an escape, or a separator that another assignment follows.
fn unquoted_end(bytes: &[u8], start: usize, most: usize) -> usize {
    let bytes = part(bytes, 0..bytes.len().min(start.saturating_add(most)));
    let mut at = start;
    while let Some(&b) = bytes.get(at) {
        let stops = match b {
            b' ' | b'\t' | b'\n' | b'"' | b'\'' | b'`' => true,
            b'\\' => matches!(bytes.get(slashes(bytes, at)), Some(b'n' | b'r' | b't' | b'"' | b'\'' | b'\n') | None),
            b'&' if bytes.get(at + 1) == Some(&b'&') => true,
            b',' | b';' | b'&' => assignment_follows(bytes, at + 1),
            _ => false,
        };
        if stops {
            break;
        }
        at += 1;
    }
    // Punctuation behind the value is not part of it, but for the bracket of a mask.
    while at > start {
        let value = part(bytes, start..at);
        let punctuation = value.last().is_some_and(|b| b",;)]}>.".contains(b));
        if !punctuation || value.ends_with(MASK.as_bytes()) {
            break;
        }
        at -= 1;
    }
    at
}

fn assignment_follows(bytes: &[u8], at: usize) -> bool {
    let name = part(bytes, at..(at + 40).min(bytes.len()));
    let name = name.strip_prefix(b" ").unwrap_or(name);
    let name = name.strip_prefix(b"\"").unwrap_or(name);
    let length = name.iter().take_while(|b| b.is_ascii_alphanumeric() || b"_- ".contains(b)).count();
    length > 0 && matches!(name.get(length), Some(b'=' | b':' | b'"'))
}
