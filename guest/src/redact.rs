//! Secrets masked: a key, password or private key becomes `[redacted]`, its name and all around it stay.
//!
//! Takes sanitised text, whole: a secret is only known by its shape while it is whole, so this runs before any cut.
//! Promises: no head or tail of a masked secret stays; twice is the same as once; linear time; borrowed when
//! nothing is found. A secret is known by its shape ([`shapes`]), by the name it is given to ([`names`],
//! [`values`], [`judge`]), by the words it is told with ([`told`]), by the program it is given to ([`commands`]), by its
//! place in a URL ([`urls`]) or by its frame ([`pem`]).
//! Leaves out: what has neither shape nor name, such as a plain word told in prose, and values that read as code,
//! placeholders, types, paths or counts.
use crate::bytes::{self, Set};
use alloc::borrow::Cow;
use alloc::string::String;
use core::ops::Range;

mod assigned;
mod commands;
mod judge;
mod names;
mod pem;
mod shapes;
mod told;
mod urls;
mod values;

/// What stands for a secret.
pub const MASK: &str = "[redacted]";

/// Is something masked in this text?
pub(crate) fn has_mask(text: &str) -> bool {
    bytes::holds(text, MASK)
}

/// Masks secrets in a sanitised text.
pub fn redact(text: &str) -> Cow<'_, str> {
    redact_counted(text).0
}

/// Masks secrets and says how many.
pub fn redact_counted(text: &str) -> (Cow<'_, str>, u32) {
    let Some((mut clean, mut count)) = pass(text) else { return (Cow::Borrowed(text), 0) };
    // A mask can uncover the start of a key that stuck to the one before it.
    for _ in 0..MAX_PASSES {
        let Some((cleaner, more)) = pass(&clean) else { break };
        clean = cleaner;
        count = count.saturating_add(more);
    }
    (Cow::Owned(clean), count)
}

/// Further passes over a text in which something was found.
const MAX_PASSES: usize = 8;

/// One pass: the text with its secrets masked and their number, or `None` without any.
fn pass(text: &str) -> Option<(String, u32)> {
    let wide = wide_pass(text);
    let masked = wide.as_ref().map_or(0, |(_, count)| *count);
    match narrow_pass(wide.as_ref().map_or(text, |(text, _)| text)) {
        Some((clean, count)) => Some((clean, count.saturating_add(masked))),
        None => wide,
    }
}

/// Secrets that only signs beyond ASCII give away, such as a wide colon. Most texts have none.
fn wide_pass(text: &str) -> Option<(String, u32)> {
    let bytes = text.as_bytes();
    if bytes::is_ascii(bytes) {
        return None;
    }
    let mut out = Masking::of(text);
    for at in told::wide_places(bytes) {
        if at >= out.done
            && let Some(span) = told::by_wide_sign(bytes, at)
        {
            out.mask(span);
        }
    }
    out.end()
}

/// Secrets that a byte of ASCII gives away.
fn narrow_pass(text: &str) -> Option<(String, u32)> {
    let bytes = text.as_bytes();
    let mut out = Masking::of(text);
    let mut triggers = TRIGGERS.places(bytes);
    // Whether the text has an entry of a netrc file: only known once it matters.
    let mut netrc = None;
    while let Some(at) = triggers.next() {
        let found = match bytes.get(at) {
            Some(b'p') => spelt_out(bytes, at, &mut netrc),
            _ => secret_at(bytes, at),
        };
        if let Some(span) = found
            && out.mask(span)
        {
            triggers.skip_to(out.done);
        }
    }
    out.end()
}

/// A text that is being masked, from its start to its end.
struct Masking<'a> {
    text: &'a str,
    out: String,
    count: u32,
    done: usize,
}

impl<'a> Masking<'a> {
    fn of(text: &'a str) -> Self {
        Masking { text, out: String::new(), count: 0, done: 0 }
    }

    /// Masks what was found, unless it was masked before; true if it did.
    fn mask(&mut self, span: Range<usize>) -> bool {
        let span = whole(self.text, span);
        let new = span.start >= self.done && !span.is_empty();
        if new {
            self.out.push_str(self.text.get(self.done..span.start).unwrap_or(""));
            self.out.push_str(MASK);
            self.count = self.count.saturating_add(1);
            self.done = span.end;
        }
        new
    }

    fn end(mut self) -> Option<(String, u32)> {
        if self.count == 0 {
            return None;
        }
        self.out.push_str(self.text.get(self.done..).unwrap_or(""));
        Some((self.out, self.count))
    }
}

/// Every kind of secret has one of these bytes at its start, right before it, or in what makes it one.
static TRIGGERS: Set = Set::of_bytes(b"=:-_.KIzJTZ'\"pP<|");

/// What has no rare byte at its start: the `p` at `at` may be that of `dapi`, or of a word for a password.
fn spelt_out(bytes: &[u8], at: usize, netrc: &mut Option<bool>) -> Option<Range<usize>> {
    if matches!(bytes.get(at + 1), Some(b'a' | b'A'))
        && let Some(found) = told::by_word(bytes, at)
    {
        return Some(found);
    }
    if bytes.get(at + 1) == Some(&b'i') {
        let start = at.checked_sub(2)?;
        return (part(bytes, start..at + 2) == shapes::DATABRICKS).then(|| shapes::databricks(bytes, start)).flatten();
    }
    if bytes.get(at + 1) != Some(&b'a') {
        return None;
    }
    if let Some(found) = assigned::in_escaped_tag(bytes, at) {
        return Some(found);
    }
    if before(bytes, at) == Some(b'h')
        && let Some(found) = commands::into_chpasswd(bytes, at)
    {
        return Some(found);
    }
    let has_entry = || memchr::memmem::find(bytes, commands::NETRC).is_some();
    let password = part(bytes, at..at + commands::PASSWORD.len()) == commands::PASSWORD;
    let entry = || (*netrc.get_or_insert_with(has_entry)).then(|| commands::in_netrc(bytes, at)).flatten();
    password.then(|| commands::by_place(bytes, at).or_else(entry)).flatten()
}

/// The secret that the byte at `at` gives away.
fn secret_at(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    match bytes.get(at)? {
        b'=' => assigned::by_equals(bytes, at),
        b':' if bytes.get(at + 1..at + 3) == Some(b"//") => {
            urls::userinfo(bytes, at).or_else(|| commands::behind_address(bytes, at))
        }
        b':' => assigned::by_colon(bytes, at)
            .or_else(|| commands::by_source(bytes, at))
            .or_else(|| shapes::telegram(bytes, at)),
        b'-' if bytes.get(at + 1) == Some(&b'-') => pem::private_key(bytes, at)
            .or_else(|| assigned::by_flag(bytes, at))
            .or_else(|| commands::by_long_flag(bytes, at)),
        b'-' => shapes::prefixed(bytes, at).or_else(|| commands::by_short_flag(bytes, at)),
        b'_' => shapes::prefixed(bytes, at)
            .or_else(|| assigned::by_blank(bytes, at))
            .or_else(|| commands::behind_verb(bytes, at)),
        b'<' if bytes.get(at + 1..at + 3) == Some(b"<<") && before(bytes, at) != Some(b'<') => {
            commands::by_here_string(bytes, at)
        }
        b'<' => assigned::in_tag(bytes, at),
        b'|' => commands::into_reader(bytes, at),
        b'.' => shapes::dotted(bytes, at),
        b'\'' | b'"' => assigned::in_sql(bytes, at),
        b'P' => told::by_word(bytes, at)
            .or_else(|| assigned::in_escaped_tag(bytes, at))
            .or_else(|| assigned::alone(bytes, at)),
        b'K' if matches!(bytes.get(at + 1), Some(b'e' | b'E')) => told::by_word(bytes, at),
        b'T' if matches!(bytes.get(at + 1), Some(b'O' | b'o')) => assigned::alone(bytes, at),
        _ => shapes::lettered(bytes, at),
    }
}

/// The span with its ends on borders of characters.
fn whole(text: &str, span: Range<usize>) -> Range<usize> {
    let end = span.end.min(text.len());
    let end = (end..=text.len()).find(|&e| text.is_char_boundary(e)).unwrap_or(text.len());
    let start = (0..=span.start.min(end)).rev().find(|&s| text.is_char_boundary(s)).unwrap_or(0);
    start..end
}

/// Bytes of `range`, as far as there are any.
fn part(bytes: &[u8], range: Range<usize>) -> &[u8] {
    bytes.get(range.start..range.end.min(bytes.len())).unwrap_or(&[])
}

/// The byte before `at`.
fn before(bytes: &[u8], at: usize) -> Option<u8> {
    at.checked_sub(1).and_then(|i| bytes.get(i).copied())
}

/// End of the run of bytes of a kind from `at` on.
fn run(bytes: &[u8], at: usize, kind: impl Fn(u8) -> bool) -> usize {
    at + bytes.get(at..).unwrap_or(&[]).iter().take_while(|&&b| kind(b)).count()
}

/// The same, at most `most` bytes on: for places that are looked at again and again.
fn run_most(bytes: &[u8], at: usize, most: usize, kind: impl Fn(u8) -> bool) -> usize {
    at + bytes.get(at..).unwrap_or(&[]).iter().take(most).take_while(|&&b| kind(b)).count()
}

/// Where the run of bytes of a kind that ends at `at` starts, at most `most` bytes back.
fn run_back(bytes: &[u8], at: usize, most: usize, kind: impl Fn(u8) -> bool) -> usize {
    at - part(bytes, at.saturating_sub(most)..at).iter().rev().take_while(|&&b| kind(b)).count()
}

#[cfg(test)]
mod tests;
