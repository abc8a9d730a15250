//! The parts of a command line that hold other text: quotes, substitutions, heredocs.
//!
//! Takes the bytes and a place inside; gives the place after the end, or the text. Promises: total, linear, with a
//! stack instead of recursion; what is never closed runs to the end.
use super::split::ends_word;
use alloc::string::String;
use alloc::vec::Vec;
use memchr::{memchr, memchr3};

/// Decodes the inside of double quotes; true when it has a variable or substitution.
pub(super) fn double_quoted(inner: &str, out: &mut String) -> bool {
    let mut open = false;
    let mut escaped = false;
    for (at, c) in inner.char_indices() {
        if core::mem::take(&mut escaped) {
            out.push(c);
            continue;
        }
        let next = inner.as_bytes().get(at + 1).copied().unwrap_or(0);
        match c {
            '\\' if matches!(next, b'"' | b'\\' | b'$' | b'`') => escaped = true,
            '$' if next.is_ascii_alphanumeric() || b"_({@*#?!-".contains(&next) => {
                open = true;
                out.push(c);
            }
            '`' => {
                open = true;
                out.push(c);
            }
            _ => out.push(c),
        }
    }
    open
}

/// Adds what stands in `$(...)` and back quotes of a text in which nothing else is special but a backslash.
/// `$((...))` computes and runs nothing.
pub(super) fn substituted<'a>(text: &'a str, all: &mut Vec<&'a str>) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(next) = memchr3(b'\\', b'$', b'`', bytes.get(at..).unwrap_or_default()) {
        at += next;
        let start = at + if bytes.get(at) == Some(&b'$') { 2 } else { 1 };
        at = match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'`'), _) => {
                let end = back_quoted(bytes, start);
                all.push(inside(text, start, end, '`'));
                end
            }
            (Some(b'$'), Some(b'(')) => {
                let end = skip(bytes, start, b'(');
                if bytes.get(start) != Some(&b'(') {
                    all.push(inside(text, start, end, ')'));
                }
                end
            }
            (Some(b'$'), _) => at + 1,
            _ => at + 2,
        };
    }
}

/// The text between these places, without the sign that closes it.
pub(super) fn inside(text: &str, start: usize, end: usize, closing: char) -> &str {
    let inner = text.get(start..end).unwrap_or_default();
    inner.strip_suffix(closing).unwrap_or(inner)
}

/// The place after the closing back quote.
pub(super) fn back_quoted(bytes: &[u8], mut at: usize) -> usize {
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'`' => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The place after the end of a quote `"`, a substitution `(` or a `{`, with all that is nested in it.
pub(super) fn skip(bytes: &[u8], mut at: usize, opened: u8) -> usize {
    let mut stack = alloc::vec![opened];
    let mut waiting: Vec<(&[u8], bool)> = Vec::new();
    while let (Some(&byte), Some(&top)) = (bytes.get(at), stack.last()) {
        at += 1;
        let quoted = top == b'"';
        match byte {
            b'\\' => at += 1,
            b'"' if quoted => {
                stack.pop();
            }
            b'"' => stack.push(b'"'),
            b'`' => at = back_quoted(bytes, at),
            b'$' if matches!(bytes.get(at), Some(b'(' | b'{')) => {
                stack.push(bytes.get(at).copied().unwrap_or(b'('));
                at += 1;
            }
            _ if quoted => {}
            b'\'' => at += memchr(b'\'', bytes.get(at..).unwrap_or_default()).map_or(bytes.len(), |p| p + 1),
            b'(' if top == b'(' => stack.push(b'('),
            b')' if top == b'(' => {
                stack.pop();
            }
            b'}' if top == b'{' => {
                stack.pop();
            }
            b'<' if bytes.get(at) == Some(&b'<') && bytes.get(at + 1) != Some(&b'<') => {
                let (delimiter, tabs, next) = delimiter(bytes, at + 1);
                at = next;
                if !delimiter.is_empty() {
                    waiting.push((delimiter, tabs));
                }
            }
            b'\n' => {
                for (delimiter, tabs) in core::mem::take(&mut waiting) {
                    at = heredoc_end(bytes, at, delimiter, tabs).1;
                }
            }
            _ => {}
        }
        if stack.is_empty() {
            break;
        }
    }
    at.min(bytes.len())
}

/// The delimiter of a heredoc inside a substitution, its quotes taken off.
fn delimiter(bytes: &[u8], mut at: usize) -> (&[u8], bool, usize) {
    let tabs = bytes.get(at) == Some(&b'-');
    if tabs {
        at += 1;
    }
    while bytes.get(at) == Some(&b' ') {
        at += 1;
    }
    let quote = bytes.get(at).copied().filter(|b| matches!(b, b'\'' | b'"'));
    if quote.is_some() {
        at += 1;
    }
    let len = bytes.get(at..).unwrap_or_default().iter().take_while(|b| Some(**b) != quote && !ends_word(**b)).count();
    let word = bytes.get(at..at + len).unwrap_or_default();
    (word, tabs, (at + len + usize::from(quote.is_some())).min(bytes.len()))
}

/// Body and the place after the closing line.
pub(super) fn heredoc<'a>(text: &'a str, start: usize, delimiter: &str, tabs: bool) -> (&'a str, usize) {
    let (end, next) = heredoc_end(text.as_bytes(), start, delimiter.as_bytes(), tabs);
    (text.get(start..end).unwrap_or_default(), next)
}

fn heredoc_end(bytes: &[u8], start: usize, delimiter: &[u8], tabs: bool) -> (usize, usize) {
    let mut at = start;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let len = memchr(b'\n', rest).unwrap_or(rest.len());
        let mut line = rest.get(..len).unwrap_or_default();
        line = line.strip_suffix(b"\r").unwrap_or(line);
        while tabs && line.first() == Some(&b'\t') {
            line = line.get(1..).unwrap_or_default();
        }
        // The closing line feed ends the command as well, so it is left for the lexer.
        if line == delimiter {
            return (at, at + len);
        }
        at += len + 1;
    }
    (bytes.len(), bytes.len())
}
