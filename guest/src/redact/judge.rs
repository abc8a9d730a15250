//! Values: whether one is a secret or only stands for one.
//!
//! Takes a value, the name it is given to and how the two are joined.
//! Leaves out: placeholders, references to variables, code, types, paths, URLs, counts and sentences; their text is
//! worth more than a mask.
use super::names::{Kind, Name};
use super::values::{Style, Value};
use super::{MASK, part, run};

/// Is the value of this name a secret?
pub(super) fn secret(bytes: &[u8], name: &Name, value: Value, style: Style) -> bool {
    let v = part(bytes, value.start..value.end);
    // `sk-...` in a guide shows how a key begins.
    let begins = v.len() < 12 && part(bytes, value.end..value.end + 3) == b"...";
    // `<your-key1>`, whose bracket is not part of the value.
    let stands = v.first() == Some(&b'<') && bytes.get(value.end) == Some(&b'>');
    if begins || stands || placeholder(v) || path_or_url(v) || v.eq_ignore_ascii_case(part(bytes, name.start..name.end))
    {
        return false;
    }
    if name.kind == Kind::Weak {
        return weak(part(bytes, name.start..name.end), v, value.quoted, style);
    }
    let plain = v.iter().all(|b| b.is_ascii_alphabetic() || b"_-.".contains(b));
    match style {
        Style::Parameter => {
            return match name.kind {
                Kind::Parameter => v.len() >= 8 && (random(v) || v.len() >= 20),
                _ => !plain || v.len() >= 6,
            };
        }
        Style::Flag if value.quoted => return true,
        Style::Flag => {
            return !code(v)
                && match name.kind {
                    Kind::Password => {
                        !plain || (v.len() >= 4 && v.iter().all(u8::is_ascii_lowercase) && !common_word(v))
                    }
                    _ => random(v) || (!plain && v.len() >= 6 && !number(v)),
                };
        }
        _ => {}
    }
    if value.quoted {
        let blanks = v.iter().filter(|&&b| b == b' ').count();
        return match name.kind {
            _ if name.env => !(blanks >= 2 && sentence(v)),
            Kind::Password => !(common_word(v) || blanks >= 1 && sentence(v)),
            _ => blanks == 0 && random(v),
        };
    }
    if code(v) {
        return false;
    }
    if name.env && style == Style::Tight {
        return !number(v) || v.len() >= 4;
    }
    let next = bytes.get(value.end).copied().unwrap_or(b'\n');
    match name.kind {
        Kind::Password if plain => {
            let alone = matches!(next, b'\n' | b'"' | b'\'' | b'\\' | b'&' | b' ');
            let camel = v.iter().any(u8::is_ascii_uppercase) && v.iter().any(u8::is_ascii_lowercase);
            match style {
                Style::Tight => alone && !common_word(v),
                Style::Colon => alone && next != b' ' && !camel && !common_word(v),
                _ => false,
            }
        }
        Kind::Password => v.len() >= 4 && !identifier(v),
        _ => random(v) && !identifier(v),
    }
}

/// Does this value look like a key, whatever its name? Letters and digits change places in it as in no word, name or
/// version, and it is no hash.
fn weak(name: &[u8], v: &[u8], quoted: bool, style: Style) -> bool {
    let ends = |word: &[u8]| name.get(name.len().saturating_sub(3)..).is_some_and(|w| w.eq_ignore_ascii_case(word));
    if v.iter().all(u8::is_ascii_digit) {
        // A few digits are the number of a pin on a chip.
        let code = ends(b"otp") || (ends(b"pin") && (quoted || style != Style::Colon));
        return code && (4..=8).contains(&v.len());
    }
    // `PASS: name` is what the runner of tests says.
    if name == b"PASS" && style == Style::Colon && !quoted || code(v) || identifier(v) || pattern(v) {
        return false;
    }
    let digits = v.iter().all(|b| b.is_ascii_hexdigit() || *b == b'-');
    v.split(|b| b"-_./:,".contains(b)).any(scrambled) && !(digits && matches!(v.len(), 36 | 40 | 64))
}

/// Signs of regular expressions, which are called `pat` too.
fn pattern(v: &[u8]) -> bool {
    v.iter().any(|b| b"\\()[]{}|".contains(b))
}

/// Ten characters or more, in which letters and digits, or capitals and small letters, change places again and again.
fn scrambled(piece: &[u8]) -> bool {
    let changes = piece.windows(2).filter(|w| w[0].is_ascii_digit() != w[1].is_ascii_digit()).count();
    let capitals = piece.windows(2).filter(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase()).count();
    let mixed = changes >= 3 || (changes >= 1 && capitals >= 2 && capitals * 5 > piece.len());
    piece.len() >= 10 && mixed && !piece.contains(&b' ') && piece.iter().any(u8::is_ascii_alphabetic)
}

/// Is this a value that a word for a password is told with, and no word of prose? Behind a verb more has to speak for
/// it than behind a separator.
pub(super) fn told(bytes: &[u8], value: Value, given: bool) -> bool {
    let v = part(bytes, value.start..value.end);
    let least = if given { 4 } else { 6 };
    let begins =
        part(bytes, value.end..value.end + 3) == b"..." || part(bytes, value.end..value.end + 3) == "…".as_bytes();
    if v.len() < least || begins && v.len() < 12 || placeholder(v) || path_or_url(v) || code(v) || identifier(v) {
        return false;
    }
    if v.contains(&b' ') {
        // Several words in quotes: one of them is no word.
        return v.split(|b| *b == b' ').any(|word| word.len() >= 6 && odd(word) && !prose(word));
    }
    let next = bytes.get(value.end).copied().unwrap_or(b'\n');
    if v.iter().all(u8::is_ascii_digit) {
        return given && (value.quoted || matches!(next, b'\n' | b'"' | b'\'' | b'`' | b'\\'));
    }
    odd(v) && !prose(v)
}

/// Signs that passwords have and words do not.
const SIGNS: &[u8] = b"!#%^*~$@";

/// Letters and digits, a sign inside, or capitals as no word has them.
fn odd(v: &[u8]) -> bool {
    let digit = v.iter().any(u8::is_ascii_digit);
    let letter = v.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80);
    let inner = v.get(1..v.len().saturating_sub(1)).unwrap_or(&[]);
    let sign = v.len() >= 6 && inner.iter().any(|b| SIGNS.contains(b));
    letter && (digit || sign || (v.len() >= 8 && jumbled(v)))
}

/// Capitals and small letters change places more often than in names of several words.
fn jumbled(v: &[u8]) -> bool {
    let pieces = v.windows(2).filter(|w| w[0].is_ascii_lowercase() && w[1].is_ascii_uppercase()).count() + 1;
    v.iter().all(u8::is_ascii_alphabetic) && pieces >= 3 && pieces * 3 > v.len()
}

/// Words and numbers, versions, addresses, and names of methods with a number: what a sentence on passwords holds.
fn prose(v: &[u8]) -> bool {
    const NAMES: [&[u8]; 34] = [
        b"sha1",
        b"sha2",
        b"sha3",
        b"sha224",
        b"sha256",
        b"sha384",
        b"sha512",
        b"md4",
        b"md5",
        b"base16",
        b"base32",
        b"base58",
        b"base64",
        b"utf8",
        b"utf16",
        b"utf8mb4",
        b"oauth1",
        b"oauth2",
        b"http2",
        b"argon2",
        b"argon2i",
        b"argon2id",
        b"pbkdf2",
        b"ed25519",
        b"x509",
        b"pkcs1",
        b"pkcs8",
        b"pkcs12",
        b"aes128",
        b"aes256",
        b"python3",
        b"ipv4",
        b"ipv6",
        b"latin1",
    ];
    let version = matches!(v, [a, b'.', b, ..] if a.is_ascii_digit() && b.is_ascii_digit());
    let address = memchr::memchr(b'@', v).and_then(|at| v.get(at + 1..)).is_some_and(|host| {
        let end = host.rsplit(|b| *b == b'.').next().unwrap_or(&[]);
        end.len() < host.len() && (2..=8).contains(&end.len()) && end.iter().all(u8::is_ascii_lowercase)
    });
    let word = |piece: &[u8]| {
        let digits = run(piece, 0, |b| b.is_ascii_digit());
        let rest = part(piece, digits..piece.len());
        let unit = digits <= 3 && rest.iter().all(u8::is_ascii_lowercase);
        let letters = piece.iter().all(|b| b.is_ascii_alphabetic() || *b >= 0x80);
        letters || digits == piece.len() || unit || NAMES.iter().any(|name| name.eq_ignore_ascii_case(piece))
    };
    let signs = v.iter().any(|b| SIGNS.contains(b));
    let words = !signs && !jumbled(v) && v.split(|b| b"-_./:,'()".contains(b)).all(word);
    version || address || words
}

/// Words that stand where a secret would: nothing, types, states.
const COMMON: [&[u8]; 58] = [
    b"null",
    b"none",
    b"nil",
    b"undefined",
    b"true",
    b"false",
    b"yes",
    b"no",
    b"on",
    b"off",
    b"str",
    b"string",
    b"int",
    b"integer",
    b"bool",
    b"boolean",
    b"bytes",
    b"char",
    b"number",
    b"any",
    b"object",
    b"text",
    b"varchar",
    b"optional",
    b"required",
    b"invalid",
    b"incorrect",
    b"missing",
    b"expired",
    b"wrong",
    b"empty",
    b"set",
    b"unset",
    b"ok",
    b"failed",
    b"passed",
    b"changed",
    b"unchanged",
    b"changeme",
    b"change_me",
    b"password",
    b"passwd",
    b"secret",
    b"token",
    b"key",
    b"hidden",
    b"masked",
    b"redacted",
    b"placeholder",
    b"default",
    b"disabled",
    b"enabled",
    b"auto",
    b"valid",
    b"inherit",
    b"include",
    b"unknown",
    b"same-origin",
];

/// Words that may follow `--password` in a sentence.
const JOINERS: [&[u8]; 16] = [
    b"with",
    b"from",
    b"flag",
    b"option",
    b"instead",
    b"when",
    b"then",
    b"that",
    b"this",
    b"must",
    b"should",
    b"will",
    b"into",
    b"argument",
    b"value",
    b"file",
];

fn common_word(v: &[u8]) -> bool {
    COMMON.iter().chain(&JOINERS).any(|w| w.eq_ignore_ascii_case(v))
}

/// Stands for a value instead of being one.
fn placeholder(v: &[u8]) -> bool {
    let Some(&first) = v.first() else { return true };
    if masked(v) || COMMON.iter().take(13).any(|w| w.eq_ignore_ascii_case(v)) {
        return true;
    }
    // Also the bytes of `•` and `…`.
    if v.iter().all(|b| b"*xX.-_#?\xe2\x80\xa2\xa6".contains(b)) {
        return true;
    }
    let variable =
        |rest: &[u8]| !rest.is_empty() && rest.iter().all(|b| b.is_ascii_alphanumeric() || b"_.:->[]\"'".contains(b));
    let stands_for = match first {
        b'$' => v
            .get(1..)
            .is_some_and(|r| r.starts_with(b"{") || r.starts_with(b"(") || (variable(r) && !r[0].is_ascii_digit())),
        b'{' | b'(' | b'[' | b'`' | b'=' | b'|' => true,
        b'<' => v.ends_with(b">") || v.iter().all(|b| b.is_ascii_alphabetic() || b"<-_ ".contains(b)),
        b'%' => v.len() > 2 && (v.ends_with(b"%") || v.starts_with(b"%(") || v == b"%s"),
        b'@' => v.starts_with(b"@/") || v.starts_with(b"@."),
        b'#' => v.starts_with(b"#{"),
        _ => false,
    };
    stands_for
        || v == b"%s"
        || v.get(..4).is_some_and(|y| y.eq_ignore_ascii_case(b"your"))
        || [&b"${"[..], b"{{", b"$("].iter().any(|w| memchr::memmem::find(v, w).is_some())
}

/// It was masked before; the line feed in front of it may be a sign by now.
fn masked(mut v: &[u8]) -> bool {
    const LINE: &[u8] = "⏎".as_bytes();
    while let Some(rest) = v.strip_prefix(LINE).or_else(|| v.strip_prefix(b" ")).or_else(|| v.strip_prefix(b"\n")) {
        v = rest;
    }
    v.starts_with(MASK.as_bytes())
}

/// A path of a file or a URL; a URL is looked at by its own rules.
fn path_or_url(v: &[u8]) -> bool {
    let rooted = [&b"/"[..], b"./", b"../", b"~/"].iter().any(|p| v.starts_with(p));
    let drive = matches!(v, [d, b':', b'\\' | b'/', ..] if d.is_ascii_alphabetic());
    let url = memchr::memmem::find(v.get(..v.len().min(24)).unwrap_or(v), b"://").is_some();
    // A key may start with a slash too, but it has no short plain parts.
    let short = || v.split(|b| *b == b'/').all(|p| p.len() <= 24 && !p.iter().any(|b| b"+=".contains(b)));
    let extension = || {
        let dot = v.iter().rposition(|&b| b == b'.');
        let tail = dot.and_then(|d| v.get(d + 1..)).unwrap_or(&[]);
        v.contains(&b'/') && (2..=5).contains(&tail.len()) && tail.iter().all(u8::is_ascii_lowercase)
    };
    url || drive || (rooted && short()) || (extension() && short())
}

/// A call, an index, a path of names: code that fetches the value.
fn code(v: &[u8]) -> bool {
    let name = run(v, 0, |b| b.is_ascii_alphanumeric() || b"_$.".contains(&b));
    let ident = part(v, 0..name);
    let starts = ident.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    if v.starts_with(b"&") || v.starts_with(b"*") {
        return v.get(1).is_some_and(|b| b.is_ascii_lowercase() || *b == b'\'') && !random(v);
    }
    if !starts {
        return false;
    }
    if matches!(
        v.get(name..).unwrap_or(&[]),
        [b'(' | b'[' | b'<', ..] | [b':', b':', ..] | [b'?', b'.', ..] | [b'-', b'>', ..] | [b'!', b'(' | b'[', ..]
    ) {
        return true;
    }
    const ROOTS: [&[u8]; 34] = [
        b"os",
        b"process",
        b"self",
        b"this",
        b"config",
        b"settings",
        b"env",
        b"args",
        b"options",
        b"opts",
        b"cfg",
        b"ctx",
        b"req",
        b"request",
        b"props",
        b"state",
        b"secrets",
        b"vars",
        b"params",
        b"data",
        b"user",
        b"System",
        b"ENV",
        b"Deno",
        b"import",
        b"std",
        b"cls",
        b"app",
        b"conf",
        b"context",
        b"client",
        b"res",
        b"response",
        b"parsed",
    ];
    let root = ident.split(|&b| b == b'.').next().unwrap_or(&[]);
    ident.len() > root.len() && name == v.len() && ROOTS.contains(&root)
}

/// Names as programs have them, perhaps with a number: `oauth2_token`, `key1`.
fn identifier(v: &[u8]) -> bool {
    let body = v.iter().all(|b| b.is_ascii_alphanumeric() || b"_.".contains(b));
    body && v.contains(&b'_')
        && v.split(|b| b"_.".contains(b)).all(|w| {
            let letters = w.iter().take_while(|b| b.is_ascii_alphabetic()).count();
            w.len() - letters <= 2 && w.iter().skip(letters).all(u8::is_ascii_digit)
        })
}

fn number(v: &[u8]) -> bool {
    v.iter().all(|b| b.is_ascii_digit() || b".,_-+%kKmM".contains(b))
}

/// Random enough for a key: letters and digits mixed, or a long run of letters in both cases.
fn random(v: &[u8]) -> bool {
    let digit = v.iter().any(u8::is_ascii_digit);
    let letter = v.iter().any(u8::is_ascii_alphabetic);
    let both = v.iter().any(u8::is_ascii_uppercase) && v.iter().any(u8::is_ascii_lowercase);
    let joined = !v.iter().any(|b| b"_-. ".contains(b));
    let special = v.iter().any(|b| b"+/=!@#%^&*~".contains(b));
    (v.len() >= 8 && letter && (digit || special)) || (v.len() >= 16 && joined && letter && (both || v.len() >= 20))
}

/// Words for people: a label or a message, no passphrase.
fn sentence(v: &[u8]) -> bool {
    v.split(|b| !b.is_ascii_alphabetic()).any(|w| {
        [&b"password"[..], b"enter", b"your", b"must", b"the", b"is", b"are", b"please", b"not", b"for", b"again"]
            .iter()
            .any(|s| s.eq_ignore_ascii_case(w))
    })
}
