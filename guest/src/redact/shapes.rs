//! Secrets known by their shape: the fixed prefix of an issuer and enough mixed characters behind it.
//!
//! Takes the text and the place of a separator or capital inside the prefix; gives the whole key.
//! Leaves out: hashes, UUIDs and identifiers, which have no such prefix or are too short or too plain.
use super::{before, part, run, run_back};
use core::ops::Range;

/// How a prefix goes on.
struct Shape {
    prefix: &'static [u8],
    least: usize,
    /// Letters and digits only; `-` and `_` end the key then.
    plain: bool,
}

const fn shape(prefix: &'static [u8], least: usize, plain: bool) -> Shape {
    Shape { prefix, least, plain }
}

/// Prefixes that end in `-` or `_`; the trigger is that last byte.
const SHAPES: &[Shape] = &[
    shape(b"sk-", 20, false),
    shape(b"ghp_", 30, true),
    shape(b"gho_", 30, true),
    shape(b"ghu_", 30, true),
    shape(b"ghs_", 30, false),
    shape(b"ghr_", 30, true),
    shape(b"github_pat_", 22, false),
    shape(b"glpat-", 20, false),
    shape(b"gldt-", 20, false),
    shape(b"glrt-", 20, false),
    shape(b"xoxa-", 10, false),
    shape(b"xoxb-", 10, false),
    shape(b"xoxe-", 10, false),
    shape(b"xoxp-", 10, false),
    shape(b"xoxr-", 10, false),
    shape(b"xoxs-", 10, false),
    shape(b"xapp-", 16, false),
    shape(b"sk_live_", 16, true),
    shape(b"sk_test_", 16, true),
    shape(b"rk_live_", 16, true),
    shape(b"rk_test_", 16, true),
    shape(b"pk_live_", 16, true),
    shape(b"whsec_", 16, false),
    shape(b"tvly-", 16, false),
    shape(b"hf_", 24, true),
    shape(b"npm_", 30, true),
    shape(b"pypi-", 40, false),
    shape(b"dop_v1_", 40, true),
    shape(b"doo_v1_", 40, true),
    shape(b"gsk_", 30, true),
    shape(b"xai-", 30, false),
    shape(b"r8_", 24, true),
    shape(b"pplx-", 24, true),
    shape(b"fc-", 24, true),
    shape(b"lin_api_", 20, true),
    shape(b"ntn_", 30, true),
    shape(b"secret_", 36, true),
    shape(b"sbp_", 32, true),
    shape(b"shpat_", 32, true),
];

/// Is this a byte of a key?
pub(super) fn key_byte(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'-' || b == b'_'
}

/// Can a key start at `at`? Not inside a word, unless the letter before belongs to an escape such as `\n`.
fn starts(bytes: &[u8], at: usize, plain: bool) -> bool {
    match before(bytes, at) {
        None => true,
        Some(b'-' | b'_') => plain,
        Some(b) if b.is_ascii_alphanumeric() => {
            matches!(b, b'n' | b'r' | b't') && at.checked_sub(1).and_then(|i| before(bytes, i)) == Some(b'\\')
        }
        Some(_) => true,
    }
}

/// Letters and digits mixed as no word is: both kinds, and both cases or a long run without a break.
fn mixed(body: &[u8]) -> bool {
    let digits = body.iter().filter(|b| b.is_ascii_digit()).count();
    let upper = body.iter().any(u8::is_ascii_uppercase);
    let lower = body.iter().any(u8::is_ascii_lowercase);
    let longest = body.split(|b| matches!(b, b'-' | b'_')).map(<[u8]>::len).max().unwrap_or(0);
    digits > 0 && (upper || lower) && ((upper && lower && longest >= 8) || longest >= 16)
}

/// A prefix that ends at the `-` or `_` at `at`, and its key.
pub(super) fn prefixed(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if !bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    // The two bytes before the separator tell most words apart from prefixes.
    match (bytes.get(at.checked_sub(2)?)?, bytes.get(at - 1)?) {
        (b'E', b'Y') => return age(bytes, at),
        (b's', b'k') | (b'h', b'p' | b'o' | b'u' | b's' | b'r' | b'f') | (b'a' | b'd' | b'r' | b's' | b'e', b't') => {}
        (b'x', b'a' | b'b' | b'e' | b'p' | b'r' | b's') | (b'p' | b'b', b'p') | (b'v', b'e' | b'1') | (b'e', b'c') => {}
        (b'l', b'y' | b'x') | (b'p', b'm' | b'i') | (b'a', b'i') | (b'r', b'8') | (b'f', b'c') | (b't', b'n') => {}
        _ => return None,
    }
    for shape in SHAPES {
        let Some(start) = (at + 1).checked_sub(shape.prefix.len()) else { continue };
        if bytes.get(start) != shape.prefix.first()
            || part(bytes, start..at + 1) != shape.prefix
            || !starts(bytes, start, shape.plain)
        {
            continue;
        }
        let end = run(bytes, at + 1, |b| if shape.plain { b.is_ascii_alphanumeric() } else { key_byte(b) });
        let body = part(bytes, at + 1..end);
        if body.len() >= shape.least && (mixed(body) || shape.prefix.starts_with(b"xox")) {
            return Some(start..end);
        }
    }
    None
}

/// `AGE-SECRET-KEY-1…`, found at its last separator.
fn age(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let start = (at + 1).checked_sub(15)?;
    if part(bytes, start..at + 1) != b"AGE-SECRET-KEY-" {
        return None;
    }
    let end = run(bytes, at + 1, |b| b.is_ascii_uppercase() || b.is_ascii_digit());
    (end - at > 40).then_some(start..end)
}

/// Keys with a capital as trigger: AWS ids, Google keys, Twilio keys, JSON web tokens.
pub(super) fn lettered(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let start = at.checked_sub(1)?;
    match (bytes.get(start)?, bytes.get(at)?) {
        (b'A', b'K') if part(bytes, at..at + 3) == b"KIA" => aws(bytes, start),
        (b'S', b'I') if part(bytes, at - 1..at + 2) == b"SIA" && before(bytes, start) == Some(b'A') => {
            aws(bytes, start - 1)
        }
        (b'I', b'z') if bytes.get(at + 1) == Some(&b'a') && before(bytes, start) == Some(b'A') => {
            let start = start - 1;
            if !starts(bytes, start, false) {
                return None;
            }
            let end = run(bytes, start, key_byte);
            (end - start >= 35 && mixed(part(bytes, start..end))).then_some(start..end)
        }
        (b'S', b'K') => {
            let end = run(bytes, at + 1, |b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
            let whole = end - at - 1 == 32 && !bytes.get(end).is_some_and(u8::is_ascii_alphanumeric);
            (whole && starts(bytes, start, true)).then_some(start..end)
        }
        (b'y', b'J') if before(bytes, start) == Some(b'e') => web_token(bytes, start - 1),
        _ => None,
    }
}

/// An AWS access key id, and the secret key right beside it.
fn aws(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    if !starts(bytes, start, true) {
        return None;
    }
    let end = run(bytes, start, |b| b.is_ascii_uppercase() || b.is_ascii_digit());
    if end - start != 20 || bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let next = end + part(bytes, end..end + 8).iter().take_while(|b| b" \t,;:|\"'".contains(b)).count();
    let last = run(bytes, next, |b| b.is_ascii_alphanumeric() || b == b'/' || b == b'+');
    let secret = part(bytes, next..last);
    if next > end && secret.len() == 40 && mixed(secret) && secret.iter().any(u8::is_ascii_uppercase) {
        return Some(start..last);
    }
    Some(start..end)
}

/// Three parts with dots between them, the first one an encoded `{"`.
fn web_token(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    if !starts(bytes, start, false) || matches!(before(bytes, start), Some(b'/' | b'+')) {
        return None;
    }
    let first = run(bytes, start, key_byte);
    let second = run(bytes, first + 1, key_byte);
    if bytes.get(first) != Some(&b'.') || first - start < 12 || second < first + 9 || bytes.get(second) != Some(&b'.') {
        return None;
    }
    Some(start..run(bytes, second + 1, key_byte))
}

/// Prefix of the keys of Databricks.
pub(super) const DATABRICKS: &[u8] = b"dapi";

/// `dapi` and 32 hexadecimal digits, perhaps a number behind a dash.
pub(super) fn databricks(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let digits = at + DATABRICKS.len();
    let end = run(bytes, digits, |b| b.is_ascii_hexdigit());
    if end - digits != 32 || bytes.get(end).is_some_and(u8::is_ascii_alphanumeric) || !starts(bytes, at, true) {
        return None;
    }
    let numbered = bytes.get(end) == Some(&b'-') && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
    Some(at..if numbered { run(bytes, end + 1, |b| b.is_ascii_digit()) } else { end })
}

/// Keys with a dot inside: `ya29.`, `SG.`, `hvs.`, Discord's bot tokens.
pub(super) fn dotted(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let prefixes: &[(&[u8], usize)] = match before(bytes, at)? {
        b'9' => &[(b"ya29.", 30)],
        b'G' => &[(b"SG.", 40)],
        b's' => &[(b"hvs.", 24)],
        b'b' => &[(b"hvb.", 24)],
        _ => &[],
    };
    for &(prefix, least) in prefixes {
        let Some(start) = (at + 1).checked_sub(prefix.len()) else { continue };
        if part(bytes, start..at + 1) == prefix && starts(bytes, start, false) && before(bytes, start) != Some(b'.') {
            let end = run(bytes, at + 1, |b| key_byte(b) || b == b'.');
            let body = part(bytes, at + 1..end);
            return (body.len() >= least && mixed(body)).then_some(start..end);
        }
    }
    if bytes.get(at + 7) == Some(&b'.') {
        let start = run_back(bytes, at, 32, key_byte);
        let escaped = before(bytes, start) == Some(b'\\') && matches!(bytes.get(start), Some(b'n' | b'r' | b't'));
        let start = start + usize::from(escaped);
        let end = at + 8 + part(bytes, at + 8..at + 80).iter().take_while(|&&b| key_byte(b)).count();
        let middle = part(bytes, at + 1..at + 7).iter().all(|&b| key_byte(b));
        let id = matches!(bytes.get(start), Some(b'M' | b'N' | b'O'));
        if middle && id && (23..=28).contains(&(at - start)) && end - at - 8 >= 27 && mixed(part(bytes, start..end)) {
            return Some(start..end);
        }
    }
    None
}

/// `123456789:AA…`, found at its colon.
pub(super) fn telegram(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if bytes.get(at + 1..at + 3)? != b"AA" {
        return None;
    }
    let start = run_back(bytes, at, 12, |b| b.is_ascii_digit());
    let end = run(bytes, at + 1, key_byte);
    ((6..=11).contains(&(at - start)) && (33..=40).contains(&(end - at - 1))).then_some(start..end)
}
