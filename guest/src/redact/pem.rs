//! Private keys in a frame: PEM, OpenSSH, PGP and PuTTY.
//!
//! Takes the place of `-----BEGIN`; gives the whole block, or, where its end is missing, as much as reads as base64.
//! The lines may be real ones, carry line numbers, or be joined by `\n` escapes or quotes.
//! Leaves out: certificates, public keys, and code that only names the frame.
use super::{before, part, run};
use core::ops::Range;

const BEGIN: &[u8] = b"-----BEGIN ";
/// Fewer characters than this are no key.
const LEAST: usize = 32;

/// The block that starts at `at`.
pub(super) fn private_key(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if part(bytes, at..at + BEGIN.len()) != BEGIN {
        return None;
    }
    let label = run(bytes, at + BEGIN.len(), |b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
    let words = part(bytes, at + BEGIN.len()..label);
    if label > at + 64
        || memchr::memmem::find(words, b"PRIVATE KEY").is_none()
        || part(bytes, label..label + 5) != b"-----"
    {
        return None;
    }
    body(bytes, label + 5).map(|end| at..end)
}

/// The private lines of a PuTTY key file, from behind `Private-Lines:` on.
pub(super) fn putty(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let number = run(bytes, at, |b| b == b' ' || b.is_ascii_digit());
    let start = run(bytes, number, between);
    body(bytes, start).map(|end| start..end)
}

/// What may stand between two lines of a key: blanks, line numbers' bars, quotes, and the backslash of an escape.
fn between(b: u8) -> bool {
    // The last three are the sign for a line feed in a text of one line.
    b.is_ascii_whitespace() || b"\"'`,|>\\:\xe2\x8f\x8e".contains(&b)
}

/// End of the base64 body that starts at `at`, its closing line included.
fn body(bytes: &[u8], at: usize) -> Option<usize> {
    let mut end = None;
    let mut letters = 0_usize;
    let mut at = at;
    loop {
        at = run(bytes, at, between);
        // The letter of `\n` is no base64.
        if before(bytes, at) == Some(b'\\') && matches!(bytes.get(at), Some(b'n' | b'r' | b't')) {
            at += 1;
            continue;
        }
        if part(bytes, at..at + 9) == b"-----END " {
            let label = run(bytes, at + 9, |b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
            end = Some(run(bytes, label, |b| b == b'-').min(label + 5));
            break;
        }
        if let Some(next) = header(bytes, at) {
            at = next;
            continue;
        }
        let stop = run(bytes, at, |b| b.is_ascii_alphanumeric() || b"+/=".contains(&b));
        let token = part(bytes, at..stop);
        let closes = || {
            let next = run(bytes, stop, |b| between(b) || b == b'n' || b == b'r');
            part(bytes, next..next + 9) == b"-----END "
        };
        let number = token.len() <= 6 && token.iter().all(u8::is_ascii_digit);
        let odd = token.iter().any(|b| b.is_ascii_digit() || b"+/=".contains(b));
        if token.is_empty() || !(token.len() >= 20 || number || odd || closes()) {
            break;
        }
        if !number {
            letters += token.len();
            end = Some(stop);
        }
        at = stop;
    }
    end.filter(|_| letters >= LEAST)
}

/// A header line inside the frame: its end.
fn header(bytes: &[u8], at: usize) -> Option<usize> {
    let known = [&b"Proc-Type:"[..], b"DEK-Info:", b"Comment:", b"Version:", b"Hash:", b"Charset:"];
    let starts = known.iter().any(|h| part(bytes, at..at + h.len()) == *h);
    starts.then(|| run(bytes, at, |b| b != b'\n' && b != b'\\'))
}
