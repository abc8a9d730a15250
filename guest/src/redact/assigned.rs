//! Secrets given to a name: `NAME=value`, `"name": "value"`, `--name value`, `<name>value</name>`, and headers.
//!
//! Takes the place of the separator, or of the sign that the name is found by; gives the value, never the name.
//! Promises: a name that stands beside its value is looked for at most [`BESIDE`] bytes back.
use super::names::{self, Kind, Name};
use super::values::{self, Style, Value};
use super::{MASK, before, judge, part, pem, run, run_back, run_most, told};
use core::ops::Range;

fn blank(b: u8) -> bool {
    b == b' ' || b == b'\t'
}

/// `NAME=value`, `name = value`, `name := value`, `name => value`, `?name=value`.
pub(super) fn by_equals(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    // `:=` is found at its second byte.
    let separator = if before(bytes, at) == Some(b':') { at - 1 } else { at };
    let Some(name) = names::before_separator(bytes, separator) else {
        return beside(bytes, at).or_else(|| told::by_separator(bytes, at));
    };
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
    let Some(name) = names::before_separator(bytes, at) else {
        return beside(bytes, at).or_else(|| told::by_separator(bytes, at));
    };
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

/// `setx API_KEY value`, `aws configure set aws_secret_access_key value`, `| api_key | value |`: nothing but a blank or
/// the border of a cell stands between name and value. Found at the line before the last word of the name.
#[inline(always)]
pub(super) fn by_blank(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let ends = |length: usize| bytes.get(at + 1 + length) == Some(&b' ');
    // Most lines stand before other words.
    let length = match bytes.get(at + 1)? | 0x20 {
        b'k' if ends(3) => 3,
        b't' if ends(5) => 5,
        b's' if ends(6) => 6,
        b'p' if ends(4) => 4,
        b'p' if ends(8) => 8,
        b'a' if ends(4) => 4,
        b'a' if ends(9) => 9,
        _ => return None,
    };
    blank_behind(bytes, at + 1 + length)
}

/// `setx TOKEN value`, `config set npmAuthToken value`: found at the first letter of the last word of the name.
pub(super) fn alone(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run_most(bytes, at, 10, |b| b.is_ascii_alphabetic());
    let known = matches!(part(bytes, at..end), b"TOKEN" | b"Token" | b"PASSWORD" | b"Password");
    (known && bytes.get(end) == Some(&b' ')).then(|| set_behind(bytes, &names::named(bytes, end)?)).flatten()
}

/// The value behind the name that ends before the blank at `end`.
fn blank_behind(bytes: &[u8], end: usize) -> Option<Range<usize>> {
    let name = names::named(bytes, end)?;
    let cell = part(bytes, name.start.saturating_sub(2)..name.start) == b"| " && part(bytes, end..end + 3) == b" | ";
    if cell { value(bytes, &name, end + 3, Style::Colon) } else { set_behind(bytes, &name) }
}

/// The value behind a name that a command sets.
fn set_behind(bytes: &[u8], name: &Name) -> Option<Range<usize>> {
    const SETS: [&[u8]; 4] = [b"setx ", b"configure set ", b"config set ", b"secrets set "];
    // The address of a registry may stand in front of the name: `//registry.host/:_authToken`.
    let word = run_back(bytes, name.start, 80, |b| b.is_ascii_graphic() && !b"|\"'`".contains(&b));
    let word = if part(bytes, word..word + 2) == b"//" { word } else { name.start };
    let before = part(bytes, word.saturating_sub(24)..word);
    let set = SETS.iter().any(|words| before.ends_with(words));
    set.then(|| value(bytes, name, run_most(bytes, name.end, 8, blank), Style::Flag)).flatten()
}

/// `set -x API_TOKEN value`, as fish exports a variable: found at the first option.
pub(super) fn exported(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let verb = at.checked_sub(4)?;
    if part(bytes, verb..at) != b"set " || before(bytes, verb).is_some_and(|b| b.is_ascii_alphanumeric()) {
        return None;
    }
    let (mut from, mut exports) = (at, false);
    for _ in 0..4 {
        let end = run_most(bytes, from, 16, |b| b.is_ascii_alphabetic() || b == b'-');
        if end == from || bytes.get(from) != Some(&b'-') {
            break;
        }
        exports |= part(bytes, from..end).contains(&b'x');
        from = run_most(bytes, end, 4, blank);
    }
    let end = run_most(bytes, from, 64, |b| b.is_ascii_alphanumeric() || b == b'_');
    if !exports || end == from || bytes.get(end) != Some(&b' ') {
        return None;
    }
    let name = names::named(bytes, end)?;
    value(bytes, &name, run_most(bytes, end, 8, blank), Style::Flag)
}

/// `<password>value</password>`, found at the bracket that opens the first tag.
#[inline(always)]
pub(super) fn in_tag(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    // Most brackets open no tag, or one that is closed.
    bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic).then(|| behind_tag(bytes, at)).flatten()
}

fn behind_tag(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run_most(bytes, at + 1, 48, |b| b.is_ascii_alphanumeric() || b"_-.:".contains(&b));
    if bytes.get(end) != Some(&b'>') {
        return None;
    }
    let name = names::before_separator(bytes, end)?;
    let start = end + 1;
    let stop = run_most(bytes, start, 512, |b| b != b'<' && b != b'\n');
    let closed = part(bytes, stop..stop + 2) == b"</" && bytes.get(stop + 2..)?.starts_with(part(bytes, at + 1..end));
    let value = Value { start, end: stop, quoted: true };
    let kind = matches!(name.kind, Kind::Password | Kind::Token | Kind::Weak);
    (closed && kind && judge::secret(bytes, &name, value, Style::Colon)).then_some(start..stop)
}

/// How far back the name of a value may stand that is only called `value`.
const BESIDE: usize = 160;

/// `<add key="ApiSecret" value="...">`, `<input value="..." type="password">`, `name: DB_PASSWORD` and `value: ...` below it: the name is what another
/// attribute of the tag says, on either side, or the one right before. Found at the separator.
fn beside(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    // Cheap look first, as everywhere: the word ends at the separator or at the quote before it.
    let quoted = matches!(before(bytes, at)?, b'"' | b'\'');
    let end = at - usize::from(quoted);
    let end = end - usize::from(quoted && before(bytes, end) == Some(b'\\'));
    if before(bytes, end) != Some(b'e') {
        return None;
    }
    let word = end.checked_sub(5)?;
    let called = matches!(part(bytes, word..end), b"value" | b"Value");
    if !called || before(bytes, word).is_some_and(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b)) {
        return None;
    }
    let from = word.saturating_sub(BESIDE);
    let near = part(bytes, from..word);
    let open = near.iter().rposition(|b| b"<>{}".contains(b));
    let in_tag = open.is_some_and(|open| near.get(open) == Some(&b'<'));
    let from = from + open.map_or(0, |open| open + 1);
    let start = run_most(bytes, at + 1, 8, blank);
    let separates = |b: &u8| matches!(b, b'=' | b':');
    let mut until = word;
    while let Some(separator) = part(bytes, from..until).iter().rposition(separates) {
        if let Some(name) = said(bytes, from + separator) {
            return value(bytes, &name, start, Style::Colon);
        }
        if !in_tag {
            return None;
        }
        until = from + separator;
    }
    // An attribute of the tag that follows.
    let given = values::read(bytes, start, Style::Colon).filter(|given| in_tag && given.quoted)?;
    let rest = part(bytes, given.end..given.end + BESIDE);
    let rest = part(rest, 0..run(rest, 0, |b| !matches!(b, b'<' | b'>' | b'\n')));
    let separators = rest.iter().enumerate().filter(|(_, b)| separates(b)).map(|(n, _)| given.end + n);
    let name = separators.take(8).find_map(|separator| said(bytes, separator))?;
    value(bytes, &name, start, Style::Colon)
}

/// The name that an attribute gives to the value beside it: `key="ApiSecret"`, `name: DB_PASSWORD`.
fn said(bytes: &[u8], separator: usize) -> Option<Name> {
    let quotes = |b: u8| matches!(b, b' ' | b'"' | b'\'' | b'\\');
    let attribute = run_back(bytes, separator, 3, quotes);
    let attribute = part(bytes, attribute.saturating_sub(4)..attribute);
    let names_it = [&b"key"[..], b"name", b"Name", b"type"].iter().any(|word| attribute.ends_with(word));
    let start = run_most(bytes, separator + 1, 4, quotes);
    let end = run_most(bytes, start, 64, |b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
    let name = (names_it && end > start).then(|| names::named(bytes, end)).flatten()?;
    matches!(name.kind, Kind::Password | Kind::Token | Kind::Weak).then_some(name)
}

/// `&lt;password&gt;value&lt;/password&gt;`, found at the word for a password.
pub(super) fn in_escaped_tag(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run_most(bytes, at, 12, |b| b.is_ascii_alphabetic());
    if part(bytes, end..end + 4) != b"&gt;" {
        return None;
    }
    let name = names::before_separator(bytes, end).filter(|name| name.kind == Kind::Password)?;
    let start = end + 4;
    let stop = run_most(bytes, start, 512, |b| b != b'&' && b != b'\n');
    let value = Value { start, end: stop, quoted: true };
    let closed = part(bytes, stop..stop + 5) == b"&lt;/";
    (closed && judge::secret(bytes, &name, value, Style::Colon)).then_some(start..stop)
}

/// `IDENTIFIED BY 'value'`, `USER ann WITH PASSWORD 'value'`, `expect "assword:"; send "value\r"`: found at the quote.
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
    let typed = ends(b" send") && has(b"assword");
    if !(typed || ends(b"identified by") || (ends(b" password") && (has(b"user ") || has(b"role ")))) {
        return None;
    }
    let value = values::read(bytes, at, Style::Spaced).filter(|value| value.quoted && value.start > at)?;
    let word = part(bytes, value.start..value.end);
    let stays =
        word.is_empty() || word.starts_with(MASK.as_bytes()) || matches!(word[0], b'$' | b'<' | b'{' | b'%' | b':');
    // The key that ends the line is pressed with it.
    let pressed = if typed && word.ends_with(b"\\r") { 2 } else { 0 };
    (quote == before(bytes, value.start)? && !stays).then_some(value.start..value.end - pressed)
}

/// The part of the value that is the secret.
fn value(bytes: &[u8], name: &Name, start: usize, style: Style) -> Option<Range<usize>> {
    match name.kind {
        Kind::Authorization => return authorization(bytes, start),
        Kind::Cookie => return cookie(bytes, start),
        Kind::Label => return told::labelled(bytes, start),
        Kind::Parameter if style != Style::Parameter => return None,
        Kind::Token if part(bytes, name.end.saturating_sub(4)..name.end).eq_ignore_ascii_case(b"auth") => {
            if let Some(found) = of_user(bytes, name, start) {
                return Some(found);
            }
        }
        _ => {}
    }
    let value = values::read(bytes, start, style)?;
    judge::secret(bytes, name, value, style).then(|| value.start..values::whole_end(bytes, value, style))
}

/// `auth=('user', 'value')`, `auth=HTTPBasicAuth('user', 'value')`: the second of two strings.
fn of_user(bytes: &[u8], name: &Name, start: usize) -> Option<Range<usize>> {
    let open = run_most(bytes, start, 32, |b| b.is_ascii_alphanumeric() || b"_.".contains(&b));
    let string = |at: usize| values::read(bytes, run_most(bytes, at, 8, blank), Style::Colon).filter(|v| v.quoted);
    if bytes.get(open) != Some(&b'(') {
        return None;
    }
    let user = string(open + 1)?;
    // Behind the quote, which may be escaped.
    let comma = run_most(bytes, user.end, 2, |b| matches!(b, b'"' | b'\'' | b'\\'));
    let value = (bytes.get(comma) == Some(&b',')).then(|| string(comma + 1)).flatten()?;
    let password = Name { kind: Kind::Password, ..*name };
    judge::secret(bytes, &password, value, Style::Colon).then_some(value.start..value.end)
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

/// Behind what may stand between a header's name and its value: the bracket of a list, letters before a quote, a quote.
fn opened(bytes: &[u8], start: usize) -> usize {
    let list = bytes.get(start) == Some(&b'[') && part(bytes, start..start + MASK.len()) != MASK.as_bytes();
    let start = start + usize::from(list);
    let quote = |b: u8| matches!(b, b'\\' | b'"' | b'\'' | b'`');
    let letters = run_most(bytes, start, 2, |b| matches!(b, b'f' | b'b'));
    let open = if bytes.get(letters).is_some_and(|b| quote(*b)) { letters } else { start };
    run_most(bytes, open, 8, quote)
}

/// A scheme and a credential, or a credential alone.
fn authorization(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let start = opened(bytes, start);
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
        run(bytes, from, |b| !b.is_ascii_whitespace() && !b"\"'`\\,;)}]".contains(&b))
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

/// `name=value; name=value`, to the last pair; of a list of such strings, to the last string.
pub(super) fn cookie(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let between = |b: u8| b.is_ascii_whitespace() || b"\\\"'`,".contains(&b);
    let list = bytes.get(start) == Some(&b'[');
    let start = if list {
        run_most(bytes, start + 1, 48, between)
    } else {
        run_most(bytes, start, 8, |b| b"\\\"'`".contains(&b))
    };
    let named = |at: usize| run_most(bytes, at, 64, |b| b.is_ascii_alphanumeric() || b"_-.$".contains(&b));
    let equals = named(start);
    if bytes.get(equals) != Some(&b'=') || equals == start {
        return None;
    }
    let first = part(bytes, equals + 1..equals + 5);
    let first = part(first, 0..run(first, 0, |b| !b.is_ascii_whitespace() && b != b';'));
    let stays = first.iter().any(|b| b"\"'`$<{[=".contains(b));
    if stays || first.is_empty() {
        return None;
    }
    let mut end = parts(bytes, start);
    if !list {
        return Some(start..end);
    }
    loop {
        // What a string holds behind its last pair, such as the rest of a date.
        let close = run_most(bytes, end, 200, |b| !b"\n\"'`\\".contains(&b));
        let next = run_most(bytes, close, 48, between);
        if !part(bytes, close..next).contains(&b',') || bytes.get(named(next)) != Some(&b'=') {
            return Some(start..end);
        }
        end = parts(bytes, next);
    }
}
