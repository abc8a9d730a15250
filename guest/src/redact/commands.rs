//! Secrets given to programs whose options do not name them: `sshpass -p value`, `mysql -pvalue`.
//!
//! Takes the place of a dash or colon; reads back on the line to the program that the option belongs to. Promises: at
//! most 200 bytes are read back. Leaves out: options of programs that are not listed (`mkdir -p`, `ssh -p 22`).
use super::names::Kind;
use super::values::{self, Style};
use super::{MASK, before, judge, names, part, run, run_most};
use core::ops::Range;

/// How an option holds its secret.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// `-pvalue`
    Joined,
    /// `-p value`
    Apart,
    /// Either.
    Both,
    /// `-u user:value`, the value behind this byte.
    Behind(u8),
}

/// Programs, another word that has to stand in the command, the letter of the option and its form.
#[rustfmt::skip]
const OPTIONS: [(&[u8], &[u8], u8, Form); 25] = [
    (b"sshpass", b"", b'p', Form::Both),
    (b"curl", b"", b'u', Form::Behind(b':')),
    (b"curl", b"", b'U', Form::Behind(b':')),
    (b"mysql", b"", b'p', Form::Joined),
    (b"mysqldump", b"", b'p', Form::Joined),
    (b"mysqladmin", b"", b'p', Form::Joined),
    (b"mysqlimport", b"", b'p', Form::Joined),
    (b"mariadb", b"", b'p', Form::Joined),
    (b"mariadb-dump", b"", b'p', Form::Joined),
    (b"docker", b"login", b'p', Form::Both),
    (b"podman", b"login", b'p', Form::Both),
    (b"helm", b"login", b'p', Form::Both),
    (b"az", b"login", b'p', Form::Both),
    (b"oc", b"login", b'p', Form::Both),
    (b"redis-cli", b"", b'a', Form::Apart),
    (b"mongo", b"", b'p', Form::Apart),
    (b"mongosh", b"", b'p', Form::Apart),
    (b"mongodump", b"", b'p', Form::Apart),
    (b"ldapsearch", b"", b'w', Form::Apart),
    (b"ldapmodify", b"", b'w', Form::Apart),
    (b"sqlcmd", b"", b'P', Form::Apart),
    (b"zip", b"", b'P', Form::Apart),
    (b"unzip", b"", b'P', Form::Apart),
    (b"7z", b"", b'p', Form::Joined),
    (b"smbclient", b"", b'U', Form::Behind(b'%')),
];

/// The command that the option at `at` belongs to, as far as it stands before it on the line.
fn command(bytes: &[u8], at: usize) -> &[u8] {
    let line = part(bytes, at.saturating_sub(200)..at);
    let from = line.iter().rposition(|b| b"\n;|&".contains(b)).map_or(0, |n| n + 1);
    line.get(from..).unwrap_or(line)
}

/// Words of a command, without the path before a program and quotes around it.
fn words(command: &[u8]) -> impl Iterator<Item = &[u8]> {
    command
        .split(|b| b" \t\"'`(\\".contains(b))
        .filter(|word| !word.is_empty() && !word.starts_with(b"-"))
        .map(|word| word.get(memchr::memrchr(b'/', word).map_or(0, |n| n + 1)..).unwrap_or(word))
}

fn has_word(command: &[u8], word: &[u8]) -> bool {
    words(command).any(|w| w == word)
}

/// An option of one dash.
pub(super) fn by_short_flag(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let flag = *bytes.get(at + 1)?;
    if before(bytes, at) != Some(b' ') || !flag.is_ascii_alphabetic() {
        return None;
    }
    if matches!(flag, b'b' | b'c' | b'n' | b'B' | b'i') {
        return htpasswd(bytes, at);
    }
    if bytes.get(at + 4).is_some_and(u8::is_ascii_alphabetic)
        && let Some(found) = by_word(bytes, at)
    {
        return Some(found);
    }
    if !matches!(flag, b'p' | b'u' | b'U' | b'a' | b'w' | b'P') {
        return None;
    }
    let command = command(bytes, at);
    let joined = bytes.get(at + 2).is_some_and(|b| !b.is_ascii_whitespace());
    let fits = |form: Form| match form {
        Form::Joined => joined,
        Form::Apart | Form::Behind(_) => !joined,
        Form::Both => true,
    };
    let known = words(command).find_map(|word| {
        OPTIONS.iter().find(|(program, other, letter, form)| {
            *letter == flag && fits(*form) && *program == word && (other.is_empty() || has_word(command, other))
        })
    })?;
    let start = run_most(bytes, at + 2, 8, |b| b == b' ');
    let value = values::read(bytes, start, Style::Flag)?;
    let from = match known.3 {
        Form::Behind(mark) => value.start + memchr::memchr(mark, part(bytes, value.start..value.end))? + 1,
        _ => value.start,
    };
    secret(bytes, from, value)
}

/// `-storepass value`, `-password value`: a name behind one dash.
fn by_word(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run_most(bytes, at + 1, 32, |b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_');
    if bytes.get(end) != Some(&b' ') {
        return None;
    }
    let word = part(bytes, at + 1..end);
    let store = matches!(word, b"storepass" | b"keypass" | b"srcstorepass" | b"deststorepass" | b"destkeypass");
    let name = names::named(bytes, end);
    let password = name.is_some_and(|name| name.kind == Kind::Password);
    if !(store || password) {
        return None;
    }
    let start = run_most(bytes, end, 8, |b| b == b' ');
    if matches!(bytes.get(start), Some(b'-' | b'[')) {
        return None;
    }
    let value = values::read(bytes, start, Style::Flag)?;
    match name {
        Some(name) if !store && !judge::secret(bytes, &name, value, Style::Flag) => None,
        _ => secret(bytes, value.start, value),
    }
}

/// `htpasswd -b file user value`: the option says that the password is the last word.
fn htpasswd(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let flags = run_most(bytes, at + 1, 8, |b| b.is_ascii_alphabetic());
    let letters = part(bytes, at + 1..flags);
    if !letters.contains(&b'b') || bytes.get(flags) != Some(&b' ') || !has_word(command(bytes, at), b"htpasswd") {
        return None;
    }
    // With `n` no file is named.
    let words = if letters.contains(&b'n') { 1 } else { 2 };
    let mut from = flags;
    let mut left = words;
    // More options may follow; they are no words.
    for _ in 0..6 {
        from = run_most(bytes, from, 8, |b| b == b' ');
        if left == 0 && bytes.get(from) != Some(&b'-') {
            break;
        }
        left -= usize::from(left > 0 && bytes.get(from) != Some(&b'-'));
        from = run_most(bytes, from, 256, |b| !b.is_ascii_whitespace());
    }
    let value = values::read(bytes, from, Style::Flag)?;
    secret(bytes, value.start, value)
}

/// `-passin pass:value`, found at the colon: a password from the command line.
pub(super) fn by_source(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let word = at.checked_sub(4)?;
    if part(bytes, word..at) != b"pass" || before(bytes, word) != Some(b' ') {
        return None;
    }
    let option = part(bytes, word.saturating_sub(10)..word);
    if ![&b"-passin "[..], b"-passout ", b"-pass ", b"-password "].iter().any(|o| option.ends_with(o)) {
        return None;
    }
    let value = values::read(bytes, at + 1, Style::Flag)?;
    secret(bytes, value.start, value)
}

/// The value from `from` on, unless it only stands for one.
fn secret(bytes: &[u8], from: usize, value: values::Value) -> Option<Range<usize>> {
    let word = part(bytes, from..value.end);
    let stays = word.is_empty() || word.starts_with(MASK.as_bytes()) || matches!(word[0], b'$' | b'<' | b'{' | b'|');
    let shown = word.iter().all(|b| b"*xX.".contains(b));
    (!stays && !shown).then(|| from..values::whole_end(bytes, value, Style::Flag))
}

/// How an entry of a netrc file begins, and what stands before its secret.
pub(super) const NETRC: &[u8] = b"machine ";
pub(super) const PASSWORD: &[u8] = b"password";

/// `machine host login user password value`, as a netrc file has it: the place of the word `password` is given.
pub(super) fn in_netrc(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let lines = part(bytes, at.saturating_sub(300)..at);
    let has = |word: &[u8]| memchr::memmem::rfind(lines, word);
    let machine = has(NETRC).or_else(|| has(b"default "))?;
    if has(b"login ")? < machine {
        return None;
    }
    let start = run(bytes, at + PASSWORD.len(), |b| b == b' ' || b == b'\t');
    let value = values::read(bytes, start, Style::Flag).filter(|_| start > at + PASSWORD.len())?;
    secret(bytes, value.start, value)
}
