//! Secrets given to a name: `NAME=value`, `"name": "value"`, `--name value`, and headers.
//!
//! Takes the place of the separator; gives the value, never the name.
use super::names::{self, Kind, Name};
use super::values::{self, Style};
use super::{MASK, before, judge, part, pem, run, run_most, told};
use core::ops::Range;

fn blank(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

/// `NAME=value`, `name = value`, `name := value`, `name => value`, `?name=value`.
pub(super) fn by_equals(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    // `:=` is found at its second byte.
    let separator = if before(bytes, at) == Some(b':') { at - 1 } else { at };
    let Some(name) = names::before_separator(bytes, separator) else { return told::by_separator(bytes, at) };
    let in_url = matches!(before(bytes, name.start), Some(b'?' | b'&' | b'#' | b';'));
    let operator = run_most(bytes, at + 1, 2, |b| b == b'=' || b == b'>');
    let start = run(bytes, operator, blank);
    let style = if in_url && start == at + 1 {
        Style::Parameter
    } else if part(bytes, name.start..name.end).starts_with(b"--") {
        Style::Flag
    } else if start == at + 1 && before(bytes, at).is_some_and(|b| b.is_ascii_alphanumeric() || b == b'"') {
        Style::Tight
    } else {
        Style::Spaced
    };
    value(bytes, &name, start, style)
}

/// `NAME: value`, `"name": "value"`, `Authorization: Bearer value`, `name: Type = "value"`.
pub(super) fn by_colon(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if matches!(bytes.get(at + 1), Some(b':' | b'=')) {
        return None;
    }
    if before(bytes, at) == Some(b's') && part(bytes, at.saturating_sub(13)..at) == b"Private-Lines" {
        return pem::putty(bytes, at + 1);
    }
    let Some(name) = names::before_separator(bytes, at) else { return told::by_separator(bytes, at) };
    let start = run(bytes, emphasis(bytes, at + 1), blank);
    if let Some(found) = value(bytes, &name, start, Style::Colon) {
        return Some(found);
    }
    // A type first, then the value.
    let end = run_most(bytes, start, 48, |b| b.is_ascii_alphanumeric() || b"_&'<>[]., |:?".contains(&b));
    if bytes.get(start) == Some(&b'"') || bytes.get(end) != Some(&b'=') {
        return None;
    }
    let start = run(bytes, end + 1, blank);
    matches!(bytes.get(start), Some(b'"' | b'\'' | b'`')).then(|| value(bytes, &name, start, Style::Spaced)).flatten()
}

/// Behind the signs that close emphasis, as in `**Password:** value`.
fn emphasis(bytes: &[u8], at: usize) -> usize {
    let end = run_most(bytes, at, 2, |b| b == b'*');
    if end > at && bytes.get(end).is_some_and(|b| blank(*b)) { end } else { at }
}

/// `--name value`.
pub(super) fn by_flag(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    if !bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic) || before(bytes, at) == Some(b'-') {
        return None;
    }
    let end = run_most(bytes, at + 2, 48, |b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bytes.get(end) != Some(&b' ') {
        return None;
    }
    let name = names::named(bytes, end)?;
    let start = run(bytes, end, |b| b == b' ');
    if matches!(bytes.get(start), Some(b'-' | b'[')) {
        return None;
    }
    value(bytes, &name, start, Style::Flag)
}

/// `IDENTIFIED BY 'value'`, `USER ann WITH PASSWORD 'value'`: found at the quote.
pub(super) fn in_sql(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let quote = *bytes.get(at)?;
    let end = at.checked_sub(1).filter(|blank| bytes.get(*blank) == Some(&b' '))?;
    if !matches!(before(bytes, end)?, b'Y' | b'y' | b'D' | b'd') {
        return None;
    }
    let line = part(bytes, end.saturating_sub(160)..end);
    let line = line.get(memchr::memrchr(b'\n', line).map_or(0, |n| n + 1)..).unwrap_or(line);
    let has = |word: &[u8]| line.windows(word.len()).any(|w| w.eq_ignore_ascii_case(word));
    let ends =
        |word: &[u8]| line.get(line.len().saturating_sub(word.len())..).is_some_and(|w| w.eq_ignore_ascii_case(word));
    if !(ends(b"identified by") || (ends(b" password") && (has(b"user ") || has(b"role ")))) {
        return None;
    }
    let value = values::read(bytes, at, Style::Spaced).filter(|value| value.quoted && value.start > at)?;
    let word = part(bytes, value.start..value.end);
    let stays =
        word.is_empty() || word.starts_with(MASK.as_bytes()) || matches!(word[0], b'$' | b'<' | b'{' | b'%' | b':');
    (quote == before(bytes, value.start)? && !stays).then_some(value.start..value.end)
}

/// The part of the value that is the secret.
fn value(bytes: &[u8], name: &Name, start: usize, style: Style) -> Option<Range<usize>> {
    match name.kind {
        Kind::Authorization => return authorization(bytes, start),
        Kind::Cookie => return cookie(bytes, start),
        Kind::Label => return told::labelled(bytes, start),
        Kind::Parameter if style != Style::Parameter => return None,
        _ => {}
    }
    let value = values::read(bytes, start, style)?;
    judge::secret(bytes, name, value, style).then(|| value.start..values::whole_end(bytes, value, style))
}

/// Where a header of several parts ends: at the quote that encloses it, at the end of the line, or at a blank that no
/// further part stands behind. A part is `name=value` or, behind `;`, the name of an attribute; what else follows on
/// the line is no header, but the rest of a command.
fn parts(bytes: &[u8], start: usize) -> usize {
    let encloses = |b: u8| matches!(b, b'\n' | b'"' | b'\'' | b'`' | b'\\');
    let mut at = start;
    loop {
        let end = run(bytes, at, |b| !encloses(b) && !blank(b));
        let next = run(bytes, end, blank);
        let last = before(bytes, end).filter(|b| end > start && matches!(b, b';' | b','));
        // A separator behind which no part follows is not one.
        let over = if last.is_some() { end - 1 } else { end };
        if next == end || last.is_none() {
            return over;
        }
        let name = run_most(bytes, next, 64, |b| b.is_ascii_alphanumeric() || b"_-.$".contains(&b));
        let pair = name > next && bytes.get(name) == Some(&b'=');
        if !(pair || last == Some(b';') && attribute(part(bytes, next..name))) {
            return over;
        }
        at = next;
    }
}

/// An attribute of a cookie that has no value.
fn attribute(name: &[u8]) -> bool {
    [&b"HttpOnly"[..], b"Secure", b"Partitioned"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// A scheme and a credential, or a credential alone.
fn authorization(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let start = run_most(bytes, start, 3, |b| b"fb\\\"'`".contains(&b));
    let scheme_end = run_most(bytes, start, 24, |b| b.is_ascii_alphanumeric() || b == b'-');
    let from = if bytes.get(scheme_end) == Some(&b' ') { run(bytes, scheme_end, |b| b == b' ') } else { start };
    let scheme = part(bytes, start..scheme_end);
    let long =
        [&b"Digest"[..], b"AWS4-HMAC-SHA256", b"Signature", b"OAuth"].iter().any(|s| s.eq_ignore_ascii_case(scheme));
    if bytes.get(from).is_some_and(|b| b"[${<(%".contains(b)) {
        return None;
    }
    let end = if long {
        parts(bytes, from)
    } else {
        run(bytes, from, |b| !b.is_ascii_whitespace() && !b"\"'`\\,;)}".contains(&b))
    };
    let credential = part(bytes, from..end);
    let name = names::Name { kind: Kind::Token, env: false, start, end: start };
    let value = values::Value { start: from, end, quoted: true };
    let word = credential.iter().all(u8::is_ascii_lowercase) && credential.len() < 16;
    let known = [&b"Bearer"[..], b"Basic", b"token", b"Bot", b"ApiKey", b"Negotiate", b"Key", b"Token", b"DPoP"]
        .iter()
        .any(|s| s.eq_ignore_ascii_case(scheme));
    let secret = if from > start && (known || long) {
        !word
            && credential.len() >= 4
            && judge::secret(bytes, &Name { kind: Kind::Password, ..name }, value, Style::Colon)
    } else {
        from == start && judge::secret(bytes, &name, value, Style::Colon)
    };
    secret.then_some(from..end)
}

/// `name=value; name=value`, to the last pair.
fn cookie(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let start = run_most(bytes, start, 2, |b| b"\\\"'`".contains(&b));
    let equals = run_most(bytes, start, 64, |b| b.is_ascii_alphanumeric() || b"_-.$".contains(&b));
    if bytes.get(equals) != Some(&b'=') || equals == start {
        return None;
    }
    let first = part(bytes, equals + 1..equals + 5);
    let first = part(first, 0..run(first, 0, |b| !b.is_ascii_whitespace() && b != b';'));
    let stays = first.iter().any(|b| b"\"'`$<{[=".contains(b));
    (!stays && !first.is_empty()).then(|| start..parts(bytes, start))
}
