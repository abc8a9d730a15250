//! A long string of a JSON text, cut.
//!
//! Takes the string as it stands in the text, with its quotes and escapes; writes one that is still valid: its
//! beginning, the lines in it that name an error, a little of its end, and how many characters are missing between.
//! Promises: never cut inside an escape; linear. Leaves out: strings of a few characters more than asked for.
use super::data::SHORT;
use super::signs;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use memchr::memmem;

/// A string with its quotes: its beginning, the lines in it that name an error, a little of its end.
pub(super) fn string(out: &mut String, raw: &str, most: usize, failing: bool) {
    let inner = raw.get(1..raw.len().saturating_sub(1)).unwrap_or("");
    if inner.len() <= most + SHORT {
        out.push_str(raw);
        return;
    }
    let head = unit_end(inner, most * 3 / 4);
    let tail = tail_start(inner, inner.len().saturating_sub(most / 4)).max(head);
    out.push('"');
    out.push_str(inner.get(..head).unwrap_or(""));
    let mut at = head;
    if failing {
        for (from, to) in failing_parts(inner).into_iter().filter(|(from, _)| *from >= head) {
            if to > tail {
                break;
            }
            push_missing(out, inner.get(at..from).unwrap_or(""));
            out.push_str(inner.get(from..to).unwrap_or(""));
            at = to;
        }
    }
    push_missing(out, inner.get(at..tail).unwrap_or(""));
    out.push_str(inner.get(tail..).unwrap_or(""));
    out.push('"');
}

fn push_missing(out: &mut String, missing: &str) {
    if !missing.is_empty() {
        out.push_str(&format!("…+{}", missing.chars().count()));
    }
    if missing.ends_with("\\n") {
        out.push_str(" \\n");
    }
}

/// The end of about so many characters, never inside an escape.
fn unit_end(inner: &str, most: usize) -> usize {
    let bytes = inner.as_bytes();
    let mut at = 0;
    for _ in 0..most {
        at += match (bytes.get(at), bytes.get(at + 1)) {
            (Some(b'\\'), Some(b'u')) => {
                let high =
                    matches!(bytes.get(at + 2..at + 4), Some([b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B']));
                if high && bytes.get(at + 6..at + 8) == Some(b"\\u") { 12 } else { 6 }
            }
            (Some(b'\\'), _) => 2,
            (Some(_), _) => inner.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8),
            (None, _) => break,
        };
    }
    inner.floor_char_boundary(at)
}

/// The next place after a blank, which is never inside an escape; the end where there is none near.
fn tail_start(inner: &str, from: usize) -> usize {
    let near = inner.as_bytes().get(from..).unwrap_or_default();
    near.iter().take(60).position(|b| *b == b' ').map_or(inner.len(), |at| from + at)
}

/// Lines inside a string that name an error with its place; a line ends with an escaped line feed.
fn failing_parts(inner: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut from = 0;
    let ends = memmem::find_iter(inner.as_bytes(), "\\n").filter(|at| {
        // An escaped backslash before an n is none.
        inner.as_bytes().get(..*at).unwrap_or_default().iter().rev().take_while(|b| **b == b'\\').count() % 2 == 0
    });
    for end in ends.chain(core::iter::once(inner.len())) {
        let line = inner.get(from..end).unwrap_or("");
        if line.len() < 1_000 && signs::fails(line) {
            parts.push((from, end));
            if parts.len() == 4 {
                break;
            }
        }
        from = end + 2;
    }
    parts
}
