//! Which names say that their value is a secret.
//!
//! Takes the text and the place of a separator; reads the name before it backwards, at most 64 bytes.
//! Leaves out: names that only speak about a secret (`CREDENTIAL_PATH`, `token_count`, `MAX_TOKENS`, `next_token`).
use super::{before, part, run_back, told};

/// What kind of value a name promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A password: any value may be one.
    Password,
    /// A key or token: values look random.
    Token,
    /// A word that names other things too, such as `PIN` and `stripe_key`: only a value that looks like a key is one.
    Weak,
    /// A name that is a secret only as a parameter of a URL: `key`, `sig`.
    Parameter,
    /// `Authorization`: a scheme and a credential.
    Authorization,
    /// `Cookie`, `Set-Cookie`, and the option of that name.
    Cookie,
    /// A word for a password in another language: prose often follows it.
    Label,
}

/// A name and how it is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Name {
    pub(super) kind: Kind,
    /// All capitals, as environment variables are.
    pub(super) env: bool,
    /// Where it starts.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
}

const MAX: usize = 64;

/// The secret's name that ends before the separator at `at`, quotes and blanks between them skipped.
pub(super) fn before_separator(bytes: &[u8], at: usize) -> Option<Name> {
    // Cheap look first: most separators stand behind other words.
    let (end, stem) = match before(bytes, at)? {
        b'a'..=b'z' | b'A'..=b'Z' => (at, at),
        b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b']' | b'?' | b'*' | b'_' | b'-' | b'0'..=b'9' => {
            let between = |b| matches!(b, b' ' | b'\t' | b'"' | b'\'' | b'`' | b'\\' | b']' | b'?' | b'*');
            let end = run_back(bytes, at, 10, between);
            // A number or a suffix may stand behind the name.
            let stem = run_back(bytes, end, 3, |b| b.is_ascii_digit());
            (end, run_back(bytes, stem, 1, |b| b == b'_' || b == b'-'))
        }
        _ => return None,
    };
    ends_like_a_name(bytes, stem).then(|| named(bytes, end)).flatten()
}

/// Do the last letters fit any of the names below, or a suffix behind one?
fn ends_like_a_name(bytes: &[u8], end: usize) -> bool {
    let Some(&[a, b, c]) = end.checked_sub(3).and_then(|start| bytes.get(start..end)) else { return false };
    // The last letter alone tells most of them apart. With this bit a capital is its small letter, and no other byte
    // is a letter.
    let pair = [a | 0x20, b | 0x20];
    let raw = |n: usize| end.checked_sub(n).and_then(|at| bytes.get(at)).copied().unwrap_or(0);
    let has = |n: usize, letter: u8| raw(n) | 0x20 == letter;
    match c | 0x20 {
        b'd' => match &pair {
            b"si" | b"ni" => has(4, b's') || has(4, b'o'),
            b"or" => has(4, b'w') || has(4, b'o') || has(4, b's') || has(4, b'e'),
            b"sw" | b"pw" => true,
            b"ro" => raw(5) == b'_',
            b"ol" => raw(4) == b'_',
            _ => false,
        },
        b's' => match &pair {
            b"as" => has(4, b'p'),
            b"ed" => has(4, b'r'),
            b"al" => has(4, b'i'),
            _ => false,
        },
        b'e' => match &pair {
            b"as" => has(4, b'r') || raw(5) == b'_',
            b"ss" => has(4, b'a'),
            b"od" => has(5, b's') || has(4, b'k'),
            b"ki" => has(4, b'o'),
            b"ur" => has(4, b't'),
            b"iv" => raw(5) == b'_',
            b"lu" => raw(6) == b'_',
            _ => false,
        },
        b't' => match &pair {
            b"re" => has(4, b'c'),
            b"jw" => true,
            b"es" => raw(5) == b'_',
            b"or" => has(4, b'w'),
            b"pa" => true,
            _ => false,
        },
        b'n' => match &pair {
            b"ke" => has(4, b'o'),
            b"pi" => true,
            b"io" => has(6, b'z'),
            _ => false,
        },
        b'y' => &pair == b"ke",
        b'a' => match &pair {
            b"nh" => has(4, b'e'),
            b"en" | b"an" => has(4, b's'),
            b"ol" => has(4, b'r'),
            b"nk" => has(4, b'i'),
            _ => false,
        },
        b'o' => &pair == b"sl" && has(4, b'e'),
        b'i' => &pair == b"nd" && has(4, b'a'),
        b'v' => &pair == b"de" && raw(4) == b'_',
        b'w' => pair[1] == b'p' || &pair == b"ne" && raw(4) == b'_',
        b'p' => &pair == b"ot",
        b'l' => &pair == b"ia" && has(4, b't'),
        b'c' => &pair == b"ma" && raw(4) == b'-',
        b'h' => &pair == b"ut" && has(4, b'a'),
        b'g' => &pair == b"si" || &pair == b"in" && has(4, b'g'),
        _ => false,
    }
}

/// The secret's name that ends at `end`.
pub(super) fn named(bytes: &[u8], end: usize) -> Option<Name> {
    let start = run_back(bytes, end, MAX, |b| b.is_ascii_alphanumeric() || b"_-.".contains(&b));
    // In text that still has its JSON escapes, `\nTOKEN=` starts with the letter of the escape.
    let escaped = before(bytes, start) == Some(b'\\') && matches!(bytes.get(start), Some(b'n' | b'r' | b't'));
    let start = if escaped { start + 1 } else { start };
    let name = part(bytes, start..end);
    let name = without_suffix(name);
    let mut lower = [0_u8; MAX];
    for (to, from) in lower.iter_mut().zip(name) {
        *to = from.to_ascii_lowercase();
    }
    let lower = lower.get(..name.len())?;
    let kind = match kind(lower, name) {
        // The key of an encrypted SQLite file is typed by people.
        Some(Kind::Parameter) | None if matches!(lower, b"key" | b"rekey") && of_pragma(bytes, start) => Kind::Password,
        // `API key: value`
        Some(Kind::Parameter) if lower == b"key" && says_which_key(bytes, start) => Kind::Token,
        Some(kind) => kind,
        None if told::is_label(lower) || (lower == b"passe" && told::is_french(bytes, start)) => Kind::Label,
        None => return None,
    };
    // "Unexpected token: x" speaks of another kind of token.
    if name.len() == 5 && before(bytes, start) == Some(b' ') {
        let word = run_back(bytes, start - 1, 12, |b| b.is_ascii_alphabetic());
        let word = part(bytes, word..start - 1);
        if PLAIN_TOKENS.iter().any(|w| w.eq_ignore_ascii_case(word)) {
            return None;
        }
    }
    let env = !name.iter().any(u8::is_ascii_lowercase);
    Some(Name { kind, env, start, end })
}

/// A word that makes `key` a secret one stands before it.
fn says_which_key(bytes: &[u8], start: usize) -> bool {
    const WORDS: [&[u8]; 7] = [b"api ", b"access ", b"secret ", b"private ", b"encryption ", b"signing ", b"license "];
    WORDS.iter().any(|word| {
        let at = start.saturating_sub(word.len());
        let free = !before(bytes, at).is_some_and(|b| b.is_ascii_alphanumeric());
        free && part(bytes, at..start).eq_ignore_ascii_case(word)
    })
}

/// `PRAGMA key`
fn of_pragma(bytes: &[u8], start: usize) -> bool {
    part(bytes, start.saturating_sub(7)..start).eq_ignore_ascii_case(b"pragma ")
}

/// Drops what only tells several of one kind apart: `_2`, `_PROD`, `_BASE`.
fn without_suffix(name: &[u8]) -> &[u8] {
    let digits = name.iter().rev().take(3).take_while(|b| b.is_ascii_digit()).count();
    let name = name.get(..name.len() - digits).unwrap_or(name);
    let name = name.strip_suffix(b"_").or_else(|| name.strip_suffix(b"-")).unwrap_or(name);
    // The shortest suffix has four bytes, the longest eight.
    if !name.iter().rev().skip(3).take(5).any(|b| *b == b'_') {
        return name;
    }
    for suffix in [&b"_prod"[..], b"_dev", b"_test", b"_staging", b"_live", b"_old", b"_new", b"_base", b"_value"] {
        let cut = name.len().saturating_sub(suffix.len());
        if name.get(cut..).is_some_and(|s| s.eq_ignore_ascii_case(suffix)) {
            return name.get(..cut).unwrap_or(name);
        }
    }
    name
}

/// Words before `key` that make it a secret one.
const KEYS: [&[u8]; 20] = [
    b"api",
    b"access",
    b"private",
    b"secret",
    b"encryption",
    b"signing",
    b"auth",
    b"account",
    b"master",
    b"shared",
    b"subscription",
    b"service",
    b"admin",
    b"app",
    b"license",
    b"client",
    b"consumer",
    b"deploy",
    b"hmac",
    b"jwt",
];

/// Words before `token` that make it a piece of text or a place in a list.
const PLAIN_TOKENS: [&[u8]; 24] = [
    b"next",
    b"page",
    b"pad",
    b"eos",
    b"bos",
    b"unk",
    b"sep",
    b"cls",
    b"mask",
    b"stop",
    b"special",
    b"first",
    b"last",
    b"current",
    b"unexpected",
    b"max",
    b"min",
    b"num",
    b"per",
    b"end",
    b"start",
    b"continuation",
    b"invalid",
    b"expected",
];

/// Words before `key` that make it a place in a table, a part of a protocol or something that all may see.
const PLAIN_KEYS: [&[u8]; 44] = [
    b"primary",
    b"foreign",
    b"public",
    b"pub",
    b"sort",
    b"cache",
    b"partition",
    b"unique",
    b"group",
    b"index",
    b"object",
    b"row",
    b"map",
    b"dict",
    b"hash",
    b"lookup",
    b"storage",
    b"query",
    b"host",
    b"idempotency",
    b"routing",
    b"translation",
    b"message",
    b"item",
    b"event",
    b"issue",
    b"project",
    b"registry",
    b"file",
    b"job",
    b"build",
    b"column",
    b"field",
    b"parent",
    b"config",
    b"state",
    b"bucket",
    b"redis",
    b"gpg",
    b"pgp",
    b"known",
    b"artifact",
    b"lock",
    b"restore",
];

/// Whose password a name tells that goes on without a separator: `dbpass`, `rootpw`. Other words end so too (`compass`).
const OWNERS: [&[u8]; 15] = [
    b"db", b"root", b"user", b"admin", b"smtp", b"mail", b"ftp", b"ssh", b"sql", b"pg", b"sudo", b"key", b"store",
    b"wifi", b"login",
];

/// What a name says that ends in a short word for a password.
fn short(lower: &[u8], name: &[u8], last: &[u8]) -> Option<Kind> {
    let before = lower.strip_suffix(last)?;
    match word(lower, name, last) {
        Some(b"") => Some(Kind::Weak),
        Some(_) => Some(Kind::Token),
        None => OWNERS.iter().any(|owner| before.ends_with(owner)).then_some(Kind::Token),
    }
}

/// What the end of a name says. `lower` is the name in small letters.
fn kind(lower: &[u8], name: &[u8]) -> Option<Kind> {
    match lower.last()? {
        b'd' | b's' | b'e' => {
            let password = [&b"password"[..], b"passwd", b"pwd", b"passphrase", b"passcode"];
            if password.iter().any(|w| lower.ends_with(w)) {
                return (lower != b"pwd" && lower != b"oldpwd").then_some(Kind::Password);
            }
            if lower.ends_with(b"cookie") {
                return matches!(lower, b"cookie" | b"set-cookie" | b"--cookie").then_some(Kind::Cookie);
            }
            if word(lower, name, b"creds").is_some() || lower.ends_with(b"credentials") {
                return Some(Kind::Token);
            }
            if let Some(kind) = short(lower, name, b"pass") {
                return Some(kind);
            }
            // In other spellings it is the name of a session, which is no secret.
            if name == b"sessionid" || lower == b"jsessionid" || lower == b"phpsessid" {
                return Some(Kind::Weak);
            }
            (lower == b"signature" || lower.ends_with(b"-signature")).then_some(Kind::Parameter)
        }
        b't' if lower.ends_with(b"secret") => Some(Kind::Token),
        b't' if lower.ends_with(b"pat") => word(lower, name, b"pat").map(|_| Kind::Weak),
        b't' => word(lower, name, b"jwt").map(|_| Kind::Token),
        b'p' => word(lower, name, b"otp").map(|_| Kind::Weak),
        b'n' if lower.ends_with(b"pin") => word(lower, name, b"pin").map(|_| Kind::Weak),
        b'w' => short(lower, name, b"pw"),
        b'n' if lower.ends_with(b"token") => {
            let before = trim(lower.get(..lower.len() - 5)?);
            (!PLAIN_TOKENS.iter().any(|w| before.ends_with(w))).then_some(Kind::Token)
        }
        b'n' if lower.ends_with(b"authorization") => {
            matches!(lower, b"authorization" | b"proxy-authorization").then_some(Kind::Authorization)
        }
        b'y' if lower.ends_with(b"key") => {
            let before = trim(lower.get(..lower.len() - 3)?);
            if before.is_empty() {
                return Some(Kind::Parameter);
            }
            if KEYS.iter().any(|w| before.ends_with(w)) {
                return Some(Kind::Token);
            }
            let plain = PLAIN_KEYS.iter().any(|w| before.ends_with(w));
            word(lower, name, b"key").filter(|_| !plain).map(|_| Kind::Weak)
        }
        b'l' if lower.ends_with(b"credential") => Some(Kind::Token),
        b'h' => word(lower, name, b"auth").map(|_| Kind::Token),
        b'g' => (lower == b"sig").then_some(Kind::Parameter),
        b'c' => (lower == b"private-mac").then_some(Kind::Token),
        _ => None,
    }
}

/// What stands before `last`, if the name ends in it as a word of its own.
fn word<'a>(lower: &'a [u8], name: &[u8], last: &[u8]) -> Option<&'a [u8]> {
    let before = lower.strip_suffix(last)?;
    let camel = name.get(before.len()).is_some_and(u8::is_ascii_uppercase)
        && before.len().checked_sub(1).and_then(|i| name.get(i)).is_some_and(u8::is_ascii_lowercase);
    (before.is_empty() || camel || matches!(before.last(), Some(b'_' | b'-' | b'.'))).then_some(before)
}

fn trim(name: &[u8]) -> &[u8] {
    let seps = name.iter().rev().take_while(|b| b"_-.".contains(b)).count();
    name.get(..name.len() - seps).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;

    #[test]
    fn the_cheap_look_lets_every_name_through() {
        let names = [
            "PASSWORD",
            "passwd",
            "db_pwd",
            "passphrase",
            "passcode",
            "cookie",
            "app_pass",
            "creds",
            "credentials",
            "signature",
            "secret",
            "jwt",
            "token",
            "authorization",
            "api_key",
            "key",
            "credential",
            "auth",
            "sig",
            "private-mac",
            "stripe_key",
            "pass",
            "dbpass",
            "db_pw",
            "rootpw",
            "gh_pat",
            "otp",
            "user_pin",
            "sessionid",
            "phpsessid",
            "passwort",
            "Kennwort",
            "wachtwoord",
            "senha",
            "contrasena",
            "parola",
            "heslo",
            "salasana",
            "adgangskode",
            "kodeord",
            "passord",
            "lozinka",
            "sandi",
            "motdepasse",
            "mot-de-passe",
            "mot_de_passe",
            "palavra-passe",
        ];
        let ends = ["", "2", "_3", "_prod", "_dev", "_test", "_staging", "_live", "_old", "_new", "_base", "_value"];
        for (name, end) in names.iter().flat_map(|name| ends.map(|end| (name, end))) {
            let text = format!("{name}{end}");
            let at = text.len();
            assert_eq!(named(text.as_bytes(), at).is_some(), before_separator(text.as_bytes(), at).is_some(), "{text}");
        }
        assert!(before_separator(b"api_key_old", 11).is_some());
    }
}
