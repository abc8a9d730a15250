//! Text made harmless: what is left can be quoted in our own text.
//!
//! Takes raw text of a message (decoded, any size) and gives the text that every later phase reads.
//! Promises: no control character but `\n` and `\t`, no terminal sequence, no bidi override, no invisible or tag
//! character, no chat-template marker and nothing of the form `[#123]` or `[t12]` is left; `\n` is the only line
//! break; emoji and right-to-left letters stay; twice is the same as once; linear time; borrowed when nothing is
//! found. Many lines stay many lines.
//! Leaves out: secrets (`redact`), and Markdown, which is harmless inside our own lines.
use crate::bytes::{self, Set};
use alloc::borrow::Cow;
use alloc::string::String;

mod chars;
mod line;
mod markers;
mod terminal;

pub use line::{code_span, one_line};

/// Sanitises a text of many lines.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    let (terminal, marker) = needs(text);
    let clean = if terminal { Cow::Owned(terminal::replay(text)) } else { Cow::Borrowed(text) };
    // Characters taken out can bring the halves of a marker together, so markers come second.
    if !(terminal || marker) {
        return clean;
    }
    match markers::break_up(&clean) {
        Some(broken) => Cow::Owned(broken),
        None => clean,
    }
}

/// Bytes looked at together; whole blocks without a byte of interest are passed over.
const BLOCK: usize = 32;

/// One scan for both steps: is there anything for `terminal::replay`, anything for `markers::break_up`?
fn needs(text: &str) -> (bool, bool) {
    let bytes = text.as_bytes();
    let mut marker = false;
    let (blocks, rest) = bytes.as_chunks::<BLOCK>();
    for (index, block) in blocks.iter().enumerate() {
        // Without a branch inside, so that it becomes a few vector comparisons.
        if block.iter().fold(false, |any, &b| any | chars::may_be_finding(b))
            && terminal_at(bytes, index * BLOCK, block, &mut marker)
        {
            return (true, marker);
        }
    }
    if terminal_at(bytes, bytes.len() - rest.len(), rest, &mut marker) {
        return (true, marker);
    }
    (false, marker)
}

/// The same for one block that starts at `start`: true for a finding of `terminal`, `marker` set for the other.
fn terminal_at(bytes: &[u8], start: usize, block: &[u8], marker: &mut bool) -> bool {
    let mut finding = |at: usize, b: u8| {
        if b == b'<' || b == b'[' {
            *marker = *marker || markers::find(bytes, at).is_some();
            return false;
        }
        chars::may_be_finding(b) && chars::is_finding(bytes, at)
    };
    if bytes::is_ascii(block) {
        return FINDINGS.places(block).any(|at| block.get(at).is_some_and(|&b| finding(start + at, b)));
    }
    (start..).zip(block).any(|(at, &b)| finding(at, b))
}

/// The bytes of interest in a block of ASCII.
static FINDINGS: Set = Set::of(&[(0, b'\t' - 1), (b'\n' + 1, 0x1f), (0x7f, 0x7f), (b'<', b'<'), (b'[', b'[')]);

/// The next place from `from` on that `terminal::replay` has to look at.
fn next_finding(bytes: &[u8], from: usize) -> usize {
    let mut at = from;
    while let Some(&b) = bytes.get(at) {
        if b != b'<' && b != b'[' && chars::may_be_finding(b) && chars::is_finding(bytes, at) {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// The text between two byte positions; both are borders of characters here, and if not, nothing is lost but them.
fn slice(text: &str, from: usize, to: usize) -> &str {
    text.get(from..to).unwrap_or("")
}

/// Appends a piece of text.
fn push(out: &mut String, text: &str, from: usize, to: usize) {
    out.push_str(slice(text, from, to));
}

#[cfg(test)]
mod tests;
