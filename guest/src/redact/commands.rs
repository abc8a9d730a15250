//! Secrets given to programs whose options do not name them: `sshpass -p value`, `mysql -pvalue`,
//! `echo value | sudo -S`, `kinit ann <<< value`, `rabbitmqctl add_user ann value`.
//!
//! Takes the place of a dash, a colon or another sign in the command; reads back on the line to the program that it
//! belongs to, or to what is piped into it. Promises: at most 200 bytes are read back. Leaves out: options of programs that are not listed (`mkdir -p`, `ssh -p 22`).
use super::names::Kind;
use super::values::{self, Style};
use super::{MASK, assigned, before, judge, names, part, run, run_most};
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
    /// `-u user:value` and `-uuser:value`, the value behind this byte.
    Behind(u8),
    /// `-b name=value`, either way; what is no pair is a file.
    Pairs,
}

/// Programs with the words that follow them, another word that has to stand in the command, the letter of the option
/// and its form.
#[rustfmt::skip]
const OPTIONS: [(&[u8], &[u8], u8, Form); 37] = [
    (b"sshpass", b"", b'p', Form::Both),
    (b"curl", b"", b'u', Form::Behind(b':')),
    (b"curl", b"", b'U', Form::Behind(b':')),
    (b"curl", b"", b'b', Form::Pairs),
    (b"http", b"", b'a', Form::Behind(b':')),
    (b"https", b"", b'a', Form::Behind(b':')),
    (b"xh", b"", b'a', Form::Behind(b':')),
    (b"gh secret set", b"", b'b', Form::Both),
    (b"openssl", b"enc", b'k', Form::Apart),
    (b"openssl", b"aes-128-cbc", b'k', Form::Apart),
    (b"openssl", b"aes-256-cbc", b'k', Form::Apart),
    (b"openssl", b"des3", b'k', Form::Apart),
    (b"openssl", b"enc", b'K', Form::Apart),
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
    (b"twine", b"upload", b'p', Form::Both),
    (b"lftp", b"", b'u', Form::Behind(b',')),
];

/// The same for long options.
#[rustfmt::skip]
const LONG: [(&[u8], &[u8], Form); 5] = [
    (b"curl", b"user", Form::Behind(b':')),
    (b"curl", b"proxy-user", Form::Behind(b':')),
    (b"curl", b"oauth2-bearer", Form::Apart),
    (b"gh secret set", b"body", Form::Apart),
    (b"sops", b"set", Form::Behind(b' ')),
];

/// Programs that are told a secret behind a word without dashes, or behind one that is no option of one letter: the
/// words of the command up to it, the word, and how many others stand between it and the secret.
#[rustfmt::skip]
const PLACES: [(&[u8], &[u8], usize); 11] = [
    (b"nmcli", b"password", 0),
    (b"pscp", b"-pw", 0),
    (b"plink", b"-pw", 0),
    (b"psftp", b"-pw", 0),
    (b"rabbitmqctl", b"add_user", 1),
    (b"rabbitmqctl", b"change_password", 1),
    (b"rabbitmqctl", b"authenticate_user", 1),
    (b"openssl", b"passwd -1", 0),
    (b"openssl", b"passwd -5", 0),
    (b"openssl", b"passwd -6", 0),
    (b"openssl", b"passwd -apr1", 0),
];

/// Commands that read a secret from what is piped into them or given with `<<<`: their words, options left out.
#[rustfmt::skip]
const READERS: [&[u8]; 12] = [
    b"wrangler secret put", b"wrangler pages secret put", b"kinit", b"vercel env add", b"gh secret set",
    b"gh auth login", b"docker secret create", b"podman secret create", b"mysql_config_editor set", b"passwd",
    b"gcloud secrets", b"pass insert",
];

/// Options of curl that take no value: others may follow behind the same dash.
const SWITCHES: &[u8] = b"sSkvLfgjiINOGRJ";

/// How far a command is read back.
const REACH: usize = 200;

/// The command that the option at `at` belongs to, as far as it stands before it on the line.
fn command(bytes: &[u8], at: usize) -> &[u8] {
    let line = part(bytes, at.saturating_sub(REACH)..at);
    let from = line.iter().rposition(|b| b"\n;|&".contains(b)).map_or(0, |n| n + 1);
    line.get(from..).unwrap_or(line)
}

/// Words of a command, without the path before a program and quotes around it.
fn words(command: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    command
        .split(|b| b" \t\"'`(\\".contains(b))
        .filter(|word| !word.is_empty() && !word.starts_with(b"-"))
        .map(|word| word.get(memchr::memrchr(b'/', word).map_or(0, |n| n + 1)..).unwrap_or(word))
}

fn has_word(command: &[u8], word: &[u8]) -> bool {
    words(command).any(|w| w == word)
}

/// A program with the words that follow it, another word that has to stand in the command, and the option's form.
type Entry = (&'static [u8], &'static [u8], Form);

/// The form of the first entry that the command fits.
fn called(command: &[u8], entries: impl Iterator<Item = Entry> + Clone) -> Option<Form> {
    let mut rest = words(command);
    loop {
        let here = rest.clone();
        let first = rest.next()?;
        let calls = |program: &[u8]| {
            let mut here = here.clone();
            program.starts_with(first) && program.split(|b| *b == b' ').all(|word| here.next() == Some(word))
        };
        let fits = |(program, other, _): &Entry| calls(program) && (other.is_empty() || has_word(command, other));
        if let Some((_, _, form)) = entries.clone().find(fits) {
            return Some(form);
        }
    }
}

/// An option of one dash.
pub(super) fn by_short_flag(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let flag = *bytes.get(at + 1)?;
    if before(bytes, at) != Some(b' ') {
        return None;
    }
    if matches!(flag, b'1' | b'5' | b'6' | b'a' | b'p')
        && bytes.get(at + 2).is_some_and(|b| b"wp ".contains(b))
        && let Some(found) = by_place(bytes, at)
    {
        return Some(found);
    }
    if !flag.is_ascii_alphabetic() {
        return None;
    }
    if matches!(flag, b'b' | b'c' | b'n' | b'B' | b'i')
        && let Some(found) = htpasswd(bytes, at)
    {
        return Some(found);
    }
    if matches!(flag, b'S' | b'k' | b'n') && part(bytes, at + 1..at + 5).contains(&b'S') {
        return into_sudo(bytes, at);
    }
    if let Some(found) = assigned::exported(bytes, at) {
        return Some(found);
    }
    if bytes.get(at + 4).is_some_and(u8::is_ascii_alphabetic)
        && let Some(found) = by_word(bytes, at)
    {
        return Some(found);
    }
    // An option of one letter is no switch of curl before another.
    let several = bytes.get(at + 2).is_some_and(u8::is_ascii_alphabetic);
    let letter = if several { run_most(bytes, at + 1, 6, |b| SWITCHES.contains(&b)) } else { at + 1 };
    let flag = *bytes.get(letter)?;
    if !matches!(flag, b'p' | b'u' | b'U' | b'a' | b'w' | b'P' | b'b' | b'k' | b'K') {
        return None;
    }
    let command = command(bytes, at);
    let joined = bytes.get(letter + 1).is_some_and(|b| !b.is_ascii_whitespace());
    let alone = letter == at + 1;
    let fitting = OPTIONS
        .iter()
        .filter(|(program, _, option, form)| *option == flag && fits(*form, joined) && (alone || *program == b"curl"));
    let form = called(command, fitting.map(|(program, other, _, form)| (*program, *other, *form)))?;
    given(bytes, letter + 1, form)
}

fn fits(form: Form, joined: bool) -> bool {
    match form {
        Form::Joined => joined,
        Form::Apart => !joined,
        Form::Both | Form::Behind(_) | Form::Pairs => true,
    }
}

/// An option of two dashes that does not name its secret.
pub(super) fn by_long_flag(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run_most(bytes, at + 2, 24, |b| b.is_ascii_alphanumeric() || b == b'-');
    let word = part(bytes, at + 2..end);
    if matches!(word, b"password-stdin" | b"with-token" | b"passphrase-fd") {
        return piped(bytes, at, None);
    }
    if !matches!(bytes.get(end), Some(b' ' | b'=')) || !LONG.iter().any(|(_, option, _)| *option == word) {
        return None;
    }
    let fitting = LONG.iter().filter(|(_, option, _)| *option == word);
    let form = called(command(bytes, at), fitting.map(|(program, _, form)| (*program, &b""[..], *form)))?;
    given(bytes, end + 1, form)
}

/// What stands behind an option of this form, blanks before it skipped.
fn given(bytes: &[u8], at: usize, form: Form) -> Option<Range<usize>> {
    let start = run_most(bytes, at, 8, |b| b == b' ');
    if form == Form::Pairs {
        return assigned::cookie(bytes, start);
    }
    let value = values::read(bytes, start, Style::Flag)?;
    let word = part(bytes, value.start..value.end);
    // Another option follows, or `<user:password>` says what to put here.
    if start > at && bytes.get(start) == Some(&b'-') || word.first() == Some(&b'<') {
        return None;
    }
    let from = match form {
        Form::Behind(mark) => value.start + memchr::memchr(mark, word)? + 1,
        _ => value.start,
    };
    secret(bytes, from, value)
}

/// The secret behind a word of [`PLACES`] that goes on at `at`.
pub(super) fn by_place(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let end = run_most(bytes, at, 24, |b| !b.is_ascii_whitespace());
    if bytes.get(end) != Some(&b' ') {
        return None;
    }
    let said = command(bytes, end);
    let fits = |(program, word, _): &&(&[u8], &[u8], usize)| {
        said.strip_suffix(*word).is_some_and(|before| before.ends_with(b" ") && has_word(before, program))
    };
    let (_, _, between) = PLACES.iter().find(fits)?;
    let mut from = run_most(bytes, end, 8, |b| b == b' ');
    for _ in 0..*between {
        let word = run_most(bytes, from, 200, |b| !b.is_ascii_whitespace());
        from = run_most(bytes, word, 8, |b| b == b' ');
    }
    let value = values::read(bytes, from, Style::Flag).filter(|_| bytes.get(from) != Some(&b'-'))?;
    secret(bytes, value.start, value)
}

/// `rabbitmqctl add_user ann value`, found at the line in the verb.
#[inline(always)]
pub(super) fn behind_verb(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let verb = matches!(bytes.get(at + 1), Some(b'u' | b'p')) && matches!(bytes.get(at + 5), Some(b' ' | b'w'));
    verb.then(|| by_place(bytes, at)).flatten()
}

/// `mc alias set name http://host user value`, found in the address.
pub(super) fn behind_address(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    memchr::memmem::rfind(part(bytes, at.saturating_sub(64)..at), b"mc alias set ")?;
    let user = run_most(bytes, run_most(bytes, at, 256, |b| b != b' '), 8, |b| b == b' ');
    let from = run_most(bytes, run_most(bytes, user, 256, |b| !b.is_ascii_whitespace()), 8, |b| b == b' ');
    let value = values::read(bytes, from, Style::Flag).filter(|_| before(bytes, from) == Some(b' '))?;
    secret(bytes, value.start, value)
}

/// `echo value | wrangler secret put NAME`, found at the bar.
#[inline(always)]
pub(super) fn into_reader(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    // Most bars stand in tables and in code.
    let next = at + 1 + usize::from(bytes.get(at + 1) == Some(&b' '));
    let letter = bytes.get(next).is_some_and(|b| b"wkvgdpmsn".contains(b));
    (letter && reader(part(bytes, next..next + 64), true)).then(|| piped(bytes, next, None)).flatten()
}

/// `kinit bob <<< value`, found at the first bracket.
pub(super) fn by_here_string(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let said = command(bytes, at);
    let user = has_word(said, b"chpasswd");
    let option = || {
        let mut options = said.split(|b| *b == b' ').filter(|word| word.starts_with(b"-"));
        options.any(|word| matches!(word, b"-S" | b"--password-stdin" | b"--with-token" | b"--passphrase-fd"))
    };
    let value = values::read(bytes, run_most(bytes, at + 3, 8, |b| b == b' '), Style::Flag)?;
    if !(user || option() || reader(said, false)) {
        return None;
    }
    let from = if user { memchr::memchr(b':', part(bytes, value.start..value.end))? + 1 } else { 0 };
    secret(bytes, value.start + from, value)
}

/// Does this command read a secret? `first` means that its program stands at the start.
fn reader(said: &[u8], first: bool) -> bool {
    let said = said.get(..said.iter().position(|b| b"\n;|&<".contains(b)).unwrap_or(said.len())).unwrap_or(said);
    let mut rest = words(said);
    loop {
        let here = rest.clone();
        let Some(word) = rest.next() else { return false };
        let calls = |program: &&[u8]| {
            let mut here = here.clone();
            program.starts_with(word) && program.split(|b| *b == b' ').all(|word| here.next() == Some(word))
        };
        if READERS.iter().any(calls) {
            return true;
        }
        if first && !matches!(word, b"sudo" | b"npx") {
            return false;
        }
    }
}

/// `echo value | sudo -S`, found at the dash.
fn into_sudo(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let letters = part(bytes, at + 1..run_most(bytes, at + 1, 4, |b| b.is_ascii_alphabetic()));
    let asks = letters.contains(&b'S') && words(command(bytes, at)).eq([&b"sudo"[..]]);
    asks.then(|| piped(bytes, at, None)).flatten()
}

/// `echo user:value | chpasswd`, found at the `passwd` in it.
pub(super) fn into_chpasswd(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let word = at.checked_sub(2)?;
    let whole = part(bytes, word..at + 6) == b"chpasswd" && !bytes.get(at + 6).is_some_and(u8::is_ascii_alphanumeric);
    let alone = || words(command(bytes, word)).all(|word| word == b"sudo");
    (whole && alone()).then(|| piped(bytes, at, Some(b':'))).flatten()
}

/// What `echo` or `printf` puts into the command at `at`; behind `mark`, where one is given.
fn piped(bytes: &[u8], at: usize, mark: Option<u8>) -> Option<Range<usize>> {
    let near = part(bytes, at.saturating_sub(REACH)..at);
    let near = near.get(memchr::memrchr(b'\n', near).map_or(0, |n| n + 1)..)?;
    let from = at - near.len();
    let pipe = from + memchr::memrchr(b'|', near)?;
    let said = part(bytes, from..pipe);
    let verb = |word: &[u8]| memchr::memmem::rfind(said, word).map(|n| from + n + word.len());
    let mut start = verb(b"echo ").max(verb(b"printf "))?;
    for _ in 0..3 {
        start = run_most(bytes, start, 8, |b| b == b' ');
        // An option, or the form that `printf` gives what follows.
        let skipped = part(bytes, start..pipe);
        if !matches!(skipped, [b'-', ..] | [b'%', ..] | [b'\'' | b'"', b'%', ..]) {
            break;
        }
        start = run_most(bytes, start, 16, |b| b != b' ');
    }
    let value = values::read(bytes, start, Style::Flag)?;
    let blanks = part(bytes, start..pipe).iter().rev().take_while(|b| **b == b' ').count();
    let end = if value.quoted { value.end } else { pipe - blanks.min(pipe - start) };
    let word = part(bytes, value.start..end);
    // Commands in between, or one that puts out the secret.
    if end > pipe || end <= value.start || before(bytes, value.start) == Some(b'`') {
        return None;
    }
    if !value.quoted && word.iter().any(|b| b";&|".contains(b)) {
        return None;
    }
    let inside = mark.map_or(Some(0), |mark| memchr::memchr(mark, word).map(|n| n + 1))?;
    is_value(part(word, inside..word.len())).then_some(value.start + inside..end)
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
    is_value(part(bytes, from..value.end)).then(|| from..values::whole_end(bytes, value, Style::Flag))
}

/// Is this a value, and nothing that stands for one?
fn is_value(word: &[u8]) -> bool {
    let stays = word.is_empty() || word.starts_with(MASK.as_bytes()) || matches!(word[0], b'$' | b'<' | b'{' | b'|');
    let shown = word.iter().all(|b| b"*xX.".contains(b));
    !stays && !shown
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
