//! Passwords told in words, in many languages: `Passwort: value`, `密码：value`, `the password is value`,
//! `| password | value |`.
//!
//! Takes the place of a separator, or of the first letter of a word for a password; gives the value behind it.
//! Promises: at most [`GAP`] bytes are read between word and separator. Leaves out: values that read as words, which
//! are prose (`password is required`), and labels in front of a table's other columns. English words in front of `:`
//! and `=` are names like any other ([`super::names`]) and not looked at here.
use super::values::{self, Style, Value};
use super::{before, judge, part, run, run_back, run_most};
use core::ops::Range;

/// Words for a password that `names` does not see: they have letters beyond ASCII. Small letters, where there are any.
const WIDE: [&str; 22] = [
    "contraseña",
    "hasło",
    "lösenord",
    "şifre",
    "пароль",
    "пароля",
    "密码",
    "密碼",
    "口令",
    "パスワード",
    "暗証番号",
    "비밀번호",
    "패스워드",
    "암호",
    "كلمة المرور",
    "كلمة السر",
    "סיסמה",
    "סיסמא",
    "पासवर्ड",
    "κωδικός",
    "mật khẩu",
    "รหัสผ่าน",
];

/// Words for a password in letters of ASCII that are no English name of one.
const PLAIN: [&[u8]; 17] = [
    b"passwort",
    b"kennwort",
    b"wachtwoord",
    b"senha",
    b"contrasena",
    b"parola",
    b"heslo",
    b"salasana",
    b"adgangskode",
    b"kodeord",
    b"passord",
    b"lozinka",
    b"sandi",
    b"motdepasse",
    b"mot-de-passe",
    b"mot_de_passe",
    b"palavra-passe",
];

/// The name, in small letters, is such a word or ends in one (`datenbankpasswort`).
pub(super) fn is_label(lower: &[u8]) -> bool {
    PLAIN.iter().any(|word| lower.ends_with(word))
}

/// `mot de passe`: the word before which these stand.
pub(super) fn is_french(bytes: &[u8], start: usize) -> bool {
    let words = part(bytes, start.saturating_sub(7)..start);
    words.eq_ignore_ascii_case(b"mot de ")
}

/// The longest word, in bytes, and some room.
const LONGEST: usize = 32;

/// One of the words with letters beyond ASCII ends at `end`.
fn wide_label(bytes: &[u8], end: usize) -> bool {
    // Most words before a separator are ASCII.
    if part(bytes, end.saturating_sub(8)..end).is_ascii() {
        return false;
    }
    let near = part(bytes, end.saturating_sub(LONGEST)..end);
    WIDE.iter().any(|word| {
        let word = word.as_bytes();
        near.len() >= word.len() && near.get(near.len() - word.len()..).is_some_and(|tail| same(tail, word))
    })
}

/// Equal but for capitals of ASCII, of Cyrillic and of `ñ`.
fn same(text: &[u8], word: &[u8]) -> bool {
    let capital = |a: u8, b: u8| {
        matches!(
            (a, b),
            (0x9f, 0xbf)
                | (0x90, 0xb0)
                | (0xa0, 0x80)
                | (0xd0, 0xd1)
                | (0x9e, 0xbe)
                | (0x9b, 0xbb)
                | (0xac, 0x8c)
                | (0xaf, 0x8f)
                | (0x91, 0xb1)
        )
    };
    text.iter().zip(word).all(|(a, b)| a.eq_ignore_ascii_case(b) || capital(*a, *b))
}

/// Where the word before a separator ends: blanks, quotes, emphasis, and the narrow blanks of French stand between.
fn label_end(bytes: &[u8], at: usize) -> usize {
    const NARROW: [&[u8]; 2] = [b"\xc2\xa0", b"\xe2\x80\xaf"];
    let mut end = at;
    for _ in 0..4 {
        end = run_back(bytes, end, 4, |b| b" \t\"'`*\\]".contains(&b));
        match NARROW.iter().find(|blank| part(bytes, 0..end).ends_with(blank)) {
            Some(blank) => end -= blank.len(),
            None => break,
        }
    }
    end
}

/// `contraseña: value`, `密码 = value`, found at the separator.
pub(super) fn by_separator(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let end = label_end(bytes, at);
    // In front of a narrow blank no name is looked for.
    let narrow = || before(bytes, at).is_some_and(|b| b >= 0x80) && plain_label(bytes, end);
    (wide_label(bytes, end) || narrow()).then(|| labelled(bytes, at + 1)).flatten()
}

/// The value behind a label and its separator.
pub(super) fn labelled(bytes: &[u8], start: usize) -> Option<Range<usize>> {
    let start = run_most(bytes, start, 2, |b| b == b'=' || b == b'>');
    told(bytes, start, true)
}

/// Bytes between a word for a password and the verb or separator that belongs to it.
const GAP: usize = 48;

/// `password is value`, `Passwort für den Server: value`: found at the first letter of the word.
pub(super) fn by_word(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let next = bytes.get(at + 1..at + 4)?;
    if !(next.eq_ignore_ascii_case(b"ass") || next.eq_ignore_ascii_case(b"enn")) {
        return None;
    }
    const WORDS: [&[u8]; 8] =
        [b"password", b"passwort", b"passphrase", b"passcode", b"passwd", b"passord", b"kennwort", b"passe"];
    let word = WORDS.iter().find(|word| part(bytes, at..at + word.len()).eq_ignore_ascii_case(word))?;
    if word.len() == 5 && !(is_french(bytes, at) || part(bytes, at.saturating_sub(8)..at).ends_with(b"palavra-")) {
        return None;
    }
    behind(bytes, at, at + word.len(), true)
}

/// `| password | value |`: the word is a cell of a table, the next cell tells it.
fn cell(bytes: &[u8], word: usize, bar: usize) -> Option<Range<usize>> {
    let open = run_back(bytes, word, 4, |b| b" `*".contains(&b));
    let line = run_most(bytes, bar, 256, |b| b != b'\n');
    // The words at the head of a table have a rule below them.
    let rule = part(bytes, line..run_most(bytes, line, 8, |b| b"\n |:-".contains(&b)));
    let head = memchr::memmem::find(rule, b"--").is_some();
    (before(bytes, open) == Some(b'|') && !head).then(|| told(bytes, bar + 1, true)).flatten()
}

/// The value behind a word from `word` to `end`. In front of `:` and `=` right behind it, the word may be a name.
fn behind(bytes: &[u8], word: usize, end: usize, named: bool) -> Option<Range<usize>> {
    if bytes.get(end).is_some_and(|b| b.is_ascii_alphanumeric() || b"_-./([{<\\".contains(b)) {
        return None;
    }
    let near = run_most(bytes, end, 4, |b| b" \t\"'`*".contains(&b));
    if bytes.get(near) == Some(&b'|') {
        return cell(bytes, word, near);
    }
    if let Some((from, verb)) = joined(bytes, near, near > end) {
        // What a name of its own is given is told by `assigned`.
        let assigned = named && !verb && part(bytes, end..near).iter().all(|b| *b != b'*');
        return (!assigned).then(|| told(bytes, from, !verb)).flatten();
    }
    let gap = part(bytes, near..near + GAP);
    if near == end || !begins_gap(gap) {
        return None;
    }
    let mut at = near;
    while at < near + GAP {
        let b = *bytes.get(at)?;
        if let Some((from, verb)) = joined(bytes, at, before(bytes, at) == Some(b' ')) {
            return told(bytes, from, !verb);
        }
        if matches!(b, b'\n' | b'"' | b',' | b';' | b'?' | b'!' | b'{' | b'=' | b'|' | b'<' | b'[') {
            return None;
        }
        at += 1;
    }
    None
}

/// Words that say what a password is for.
fn begins_gap(gap: &[u8]) -> bool {
    const FOR: [&[u8]; 18] = [
        b"for ",
        b"of ",
        b"to ",
        b"on ",
        b"in ",
        b"from ",
        b"f\xc3\xbcr ",
        b"der ",
        b"des ",
        b"von ",
        b"zu",
        b"pour ",
        b"de ",
        b"du ",
        b"del ",
        b"para ",
        b"do ",
        b"da ",
    ];
    gap.first() == Some(&b'(')
        || FOR.iter().any(|word| gap.get(..word.len()).is_some_and(|g| g.eq_ignore_ascii_case(word)))
}

/// What joins a word for a password with its value: where the value may start, and whether a verb does it. A verb and
/// a dash have blanks around them.
fn joined(bytes: &[u8], at: usize, blank: bool) -> Option<(usize, bool)> {
    match bytes.get(at)? {
        b':' if bytes.get(at + 1..at + 3) != Some(b"//") => return Some((at + 1, false)),
        b'=' if blank && bytes.get(at + 1) == Some(&b' ') => return Some((at + 1, false)),
        0xef if part(bytes, at..at + 3) == "：".as_bytes() => return Some((at + 3, false)),
        b'i' | b'I' | b'e' | b'E' | b'l' | b'-' | 0xc3 | 0xe2 if blank => {}
        _ => return None,
    }
    const VERBS: [&str; 11] = ["is", "ist", "est", "es", "lautet", "é", "è", "—", "–", "->", "→"];
    let found = VERBS.iter().find(|verb| {
        let end = at + verb.len();
        part(bytes, at..end).eq_ignore_ascii_case(verb.as_bytes()) && matches!(bytes.get(end), Some(b' ' | b':'))
    })?;
    Some((fillers(bytes, at + found.len()), true))
}

/// Behind words that may stand between the verb and the value: `is now set to value`, `is: value`.
fn fillers(bytes: &[u8], at: usize) -> usize {
    const WORDS: [&[u8]; 14] = [
        b"now ",
        b"set ",
        b"to ",
        b"still ",
        b"just ",
        b"actually ",
        b"currently ",
        b"jetzt ",
        b"nun ",
        b"noch ",
        b"ahora ",
        b"maintenant ",
        b"agora ",
        b"simply ",
    ];
    let mut at = at;
    for _ in 0..3 {
        at = run_most(bytes, at, 4, |b| b == b' ' || b == b':');
        match WORDS.iter().find(|word| part(bytes, at..at + word.len()).eq_ignore_ascii_case(word)) {
            Some(word) => at += word.len(),
            None => break,
        }
    }
    at
}

/// Signs beyond ASCII that join a word for a password with its value, by their last byte.
const WIDE_SIGNS: [&str; 10] = ["：", "是", "为", "為", "は", "는", "은", "—", "–", "＝"];

/// Looked at in texts that are not all ASCII: the last bytes of the signs, of `é` and `è`, and of `ñ`.
static LAST: [bool; 256] = {
    let mut table = [false; 256];
    let mut i = 0;
    while i < WIDE_SIGNS.len() {
        let sign = WIDE_SIGNS[i].as_bytes();
        table[sign[sign.len() - 1] as usize] = true;
        i += 1;
    }
    table[0xa9] = true;
    table[0xa8] = true;
    table[0xb1] = true;
    table
};

/// Places in a text beyond which a secret may stand that only signs beyond ASCII tell of.
pub(super) fn wide_places(bytes: &[u8]) -> impl Iterator<Item = usize> + '_ {
    const BLOCK: usize = 32;
    bytes
        .chunks(BLOCK)
        .enumerate()
        .filter(|(_, block)| !block.is_ascii())
        .flat_map(|(n, block)| (n * BLOCK..).zip(block).filter(|(_, b)| LAST[usize::from(**b)]).map(|(at, _)| at))
}

/// The secret that a sign beyond ASCII gives away, its last byte at `at`.
pub(super) fn by_wide_sign(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let end = at + 1;
    let two = part(bytes, at.saturating_sub(1)..end);
    if two == "ñ".as_bytes() {
        let word = at.checked_sub("contrase".len() + 1)?;
        let label = part(bytes, word..at - 1).eq_ignore_ascii_case(b"contrase") && bytes.get(end) == Some(&b'a');
        return label.then(|| behind(bytes, word, end + 1, true)).flatten();
    }
    if two == "é".as_bytes() || two == "è".as_bytes() {
        let blanks = before(bytes, at - 1) == Some(b' ') && bytes.get(end) == Some(&b' ');
        let label = blanks && plain_label(bytes, at - 2);
        return label.then(|| told(bytes, fillers(bytes, end), false)).flatten();
    }
    let sign = WIDE_SIGNS.iter().find(|sign| part(bytes, 0..end).ends_with(sign.as_bytes()))?;
    let start = end - sign.len();
    let colon = matches!(*sign, "：" | "＝");
    let label = label_end(bytes, start);
    let known = wide_label(bytes, label) || plain_label(bytes, label) || (colon && english(bytes, label));
    known.then(|| told(bytes, fillers(bytes, end), colon)).flatten()
}

fn plain_label(bytes: &[u8], end: usize) -> bool {
    let near = part(bytes, end.saturating_sub(LONGEST)..end);
    let mut lower = [0_u8; LONGEST];
    for (to, from) in lower.iter_mut().zip(near) {
        *to = from.to_ascii_lowercase();
    }
    let lower = lower.get(..near.len()).unwrap_or(&[]);
    is_label(lower) || lower.ends_with(b"mot de passe")
}

/// An English word for a password in front of a wide colon.
fn english(bytes: &[u8], end: usize) -> bool {
    let name = super::names::before_separator(bytes, end);
    name.is_some_and(|name| matches!(name.kind, super::names::Kind::Password | super::names::Kind::Token))
}

/// The value that is told from `start` on, if it looks like one. `given` means that a separator gives it, and no verb.
fn told(bytes: &[u8], start: usize, given: bool) -> Option<Range<usize>> {
    let start = run_most(bytes, start, 8, |b| b == b' ' || b == b'\t' || b == b'*');
    let narrow = ["\u{a0}", "\u{202f}", "\u{3000}", "「", "“", "„", "«"];
    let skip = narrow.iter().find(|blank| part(bytes, start..start + blank.len()) == blank.as_bytes());
    let start = run_most(bytes, start + skip.map_or(0, |blank| blank.len()), 2, |b| b == b' ');
    let value = values::read(bytes, start, Style::Colon)?;
    let end = end(bytes, value);
    let value = Value { end, ..value };
    judge::told(bytes, value, given).then(|| {
        let whole = Value { end: values::whole_end(bytes, value, Style::Colon), ..value };
        value.start..self::end(bytes, whole)
    })
}

/// Scripts without blanks, and marks of prose, end a value without quotes.
fn end(bytes: &[u8], value: Value) -> usize {
    let text = part(bytes, value.start..value.end);
    if value.quoted || text.ends_with(super::MASK.as_bytes()) {
        return value.end;
    }
    let length = run(text, 0, |b| b < 0xe0 && b != b'\r');
    let text = part(text, 0..length);
    text.len() - text.iter().rev().take_while(|b| b".,:;!?*)".contains(b)).count() + value.start
}
