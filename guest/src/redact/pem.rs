//! Private keys in a frame: PEM, OpenSSH, PGP and PuTTY.
//!
//! Takes the place of `-----BEGIN`; gives the whole block, or, where its end is missing, as much as reads as base64.
//! Takes the place of `-----END` too: where the start is missing, the lines before it are the key.
//! The lines may be real ones, carry line numbers or the signs of a diff, or be joined by `\n` escapes or quotes.
//! Leaves out: certificates, public keys, and code that only names the frame.
use super::{before, part, run, run_back, run_most};
use core::ops::Range;

const BEGIN: &[u8] = b"-----BEGIN ";
const END: &[u8] = b"-----END ";
/// Fewer characters than this are no key where its end is missing; with an end, hardly any are enough.
const LEAST: usize = 12;
const LEAST_CLOSED: usize = 4;
/// A line of a key is hardly ever shorter, but for the last one.
const USUAL: usize = 20;
/// Bytes that are read back from the end of a key.
const MOST_BACK: usize = 16_384;

/// The block that starts at `at`, or ends there.
pub(super) fn private_key(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if let Some(inner) = frame(bytes, at, BEGIN) {
        return body(bytes, inner).map(|end| at..end);
    }
    let end = frame(bytes, at, END)?;
    headless(bytes, at).map(|start| start..end)
}

/// A line of the frame of a private key: where it ends.
fn frame(bytes: &[u8], at: usize, begin: &[u8]) -> Option<usize> {
    if part(bytes, at..at + begin.len()) != begin {
        return None;
    }
    let label = run_most(bytes, at + begin.len(), 64, |b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
    let words = part(bytes, at + begin.len()..label);
    let private = memchr::memmem::find(words, b"PRIVATE KEY").is_some();
    (private && part(bytes, label..label + 5) == b"-----").then_some(label + 5)
}

/// Start of the base64 lines that end before `at`: at least one of a usual length.
fn headless(bytes: &[u8], at: usize) -> Option<usize> {
    let floor = at.saturating_sub(MOST_BACK);
    let (mut at, mut start, mut longest) = (at, None, 0);
    while at > floor {
        let end = back_between(bytes, at);
        let from = run_back(bytes, end, end.saturating_sub(floor), base64);
        // The letter of `\n` is no base64.
        let escaped = before(bytes, from) == Some(b'\\') && matches!(bytes.get(from), Some(b'n' | b'r' | b't'));
        let from = if escaped { from + 1 } else { from };
        let token = part(bytes, from..end);
        if token.len() >= USUAL || (start.is_none() && has_odd(token) && !is_number(token)) {
            longest = longest.max(token.len());
            start = Some(from);
        } else if !is_number(token) {
            break;
        }
        at = from;
    }
    start.filter(|_| longest >= USUAL)
}

/// Where what stands between two lines starts, read backwards.
fn back_between(bytes: &[u8], at: usize) -> usize {
    let mut at = at;
    for _ in 0..24 {
        match before(bytes, at) {
            Some(b'n' | b'r') if at.checked_sub(1).and_then(|n| before(bytes, n)) == Some(b'\\') => at -= 2,
            Some(b) if between(b) => at -= 1,
            _ => break,
        }
    }
    at
}

/// The number of a line.
fn is_number(token: &[u8]) -> bool {
    (1..=6).contains(&token.len()) && token.iter().all(u8::is_ascii_digit)
}

fn base64(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b"+/=".contains(&b)
}

/// A digit or sign, or capitals as no word has them.
fn has_odd(token: &[u8]) -> bool {
    let inner = |w: &[u8]| w[1].is_ascii_uppercase() && w[0].is_ascii_alphabetic();
    let lower = token.iter().any(u8::is_ascii_lowercase);
    token.iter().any(|b| b.is_ascii_digit() || b"+/=".contains(b))
        || (lower && token.windows(2).filter(|w| inner(w)).count() >= 2)
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
    let (mut letters, mut longest, mut closed) = (0_usize, 0, false);
    let mut at = at;
    loop {
        at = run(bytes, at, between);
        // A line that a diff takes out.
        if bytes.get(at) == Some(&b'-') && before(bytes, at) == Some(b'\n') && part(bytes, at..at + END.len()) != END {
            at += 1;
        }
        // The letter of `\n` is no base64.
        if before(bytes, at) == Some(b'\\') && matches!(bytes.get(at), Some(b'n' | b'r' | b't')) {
            at += 1;
            continue;
        }
        if part(bytes, at..at + END.len()) == END {
            let label = run(bytes, at + END.len(), |b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b' ');
            end = Some(run(bytes, label, |b| b == b'-').min(label + 5));
            closed = true;
            break;
        }
        if let Some(next) = header(bytes, at) {
            at = next;
            continue;
        }
        let stop = run(bytes, at, base64);
        let token = part(bytes, at..stop);
        let closes = || {
            let next = run(bytes, stop, |b| between(b) || b == b'n' || b == b'r');
            part(bytes, next..next + END.len()) == END
        };
        let number = is_number(token);
        if token.is_empty() || !(token.len() >= USUAL || number || has_odd(token) || closes()) {
            break;
        }
        if !number {
            (letters, longest) = (letters + token.len(), longest.max(token.len()));
            end = Some(stop);
        }
        at = stop;
    }
    // Words with a number can stand behind a frame too: without an end, one run has to be long enough.
    end.filter(|_| if closed { letters >= LEAST_CLOSED } else { longest >= LEAST })
}

/// A header line inside the frame: its end.
fn header(bytes: &[u8], at: usize) -> Option<usize> {
    let known = [&b"Proc-Type:"[..], b"DEK-Info:", b"Comment:", b"Version:", b"Hash:", b"Charset:"];
    let starts = known.iter().any(|h| part(bytes, at..at + h.len()) == *h);
    starts.then(|| run(bytes, at, |b| b != b'\n' && b != b'\\'))
}
