//! What kind of line it is, and how much it tells.
//!
//! Takes one line (or the part of a long one around its first sign) and its signs; gives a kind and a score from 0 to
//! 100, or nothing. Promises: bounded work, the line is short. Leaves out: what stands on other lines.
use super::phrases::{
    CODE, CODE_ENDS, CRASH, CROSSES, GIT, GIT_READERS, LABELS, LINKER, NET, PASSED_ENDS, PASSING, READERS, SHELL,
};
use super::signs::{self, Signs};
use super::suites;
use crate::bytes::{self, holds};

/// Kinds of telling lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Name of a failing test.
    Test,
    /// What a check expected and got.
    Assertion,
    /// A compiler's error, with file and line or a code.
    Compiler,
    /// A finding of a linter; its file stands above.
    Finding,
    /// A panic or crash of a process.
    Panic,
    /// A named exception.
    Exception,
    /// An undefined symbol.
    Linker,
    /// A build tool gives up.
    Build,
    /// git refuses.
    Git,
    /// The shell or a basic tool refuses.
    Shell,
    /// A web answer or a broken connection.
    Http,
    /// Any other line that begins with the word error.
    Label,
    /// Counts of tests or findings.
    Total,
    /// A line that has an error word in it.
    Mention,
}

/// How many kinds there are.
pub(super) const KINDS: usize = 14;

/// A mark before a word-less line that is worth a look: crosses and the like.
pub(super) fn has_mark(line: &str) -> bool {
    let first = line.as_bytes().first().copied().unwrap_or(0);
    (first >= 0x80 && CROSSES.iter().any(|c| line.starts_with(c))) || (first == b'(' && line.starts_with("(fail)")) || {
        // `./x.go:12:3: message` and `E   text` may have no word of the lists.
        (first == b'E' && line.starts_with("E  ")) || (line.len() < 2_000 && has_place_start(line))
    }
}

/// The line begins with a source file, line and column.
fn has_place_start(line: &str) -> bool {
    place_of(line).is_some_and(|rest| rest.len() > 3) && line.get(..line.len().min(200)).is_some()
}

/// What the line is and how much it tells.
pub(super) fn classify(line: &str, signs: &Signs, listing: bool) -> Option<(Kind, u8)> {
    let spoken = speech(line, signs);
    if listing {
        // Text of a file says nothing about the run; only what the tool itself says counts.
        return spoken.or(signs.strong.then_some((Kind::Mention, 10)));
    }
    if PASSING.iter().any(|p| line.starts_with(p)) || PASSED_ENDS.iter().any(|p| line.ends_with(p)) {
        return suites::is_total(line).then_some((Kind::Total, 30));
    }
    if suites::failing_name(line).is_some() {
        return Some((Kind::Test, if line.starts_with("FAIL ") { 84 } else { 92 }));
    }
    if suites::is_total(line) {
        let bad = signs.strong || holds(line, "failing") || holds(line, "problem");
        return Some((Kind::Total, if bad { 66 } else { 30 }));
    }
    if line.starts_with("E  ") {
        return Some((Kind::Assertion, if signs.strong { 91 } else { 80 }));
    }
    if let Some(found) = compiler(line, signs) {
        return Some(found);
    }
    if signs.warning && !line.starts_with(['E', 'e']) {
        return Some((Kind::Mention, 8));
    }
    if line.starts_with("panic: ") || (signs.strong && holds(line, "panicked at")) || crashed(line, signs) {
        return Some((Kind::Panic, if is_code(line) { 15 } else { 95 }));
    }
    if spoken.is_some() {
        return spoken;
    }
    if is_code(line) {
        return signs.strong.then_some((Kind::Mention, 14));
    }
    if let Some(found) = named(line, signs) {
        return Some(found);
    }
    if signs.hints & signs::NET != 0 && (NET.iter().any(|p| holds(line, p)) || bad_status(line)) {
        return Some((Kind::Http, 72));
    }
    if LABELS.iter().any(|l| line.starts_with(l)) {
        return Some((Kind::Label, 78));
    }
    if signs.strong {
        return Some((Kind::Label, if within(line, "error: ") || within(line, "failed: ") { 74 } else { 52 }));
    }
    // Weak words: only where the whole line is one short statement of a refusal.
    let short = line.len() < 200 && (within(line, "not found") || within(line, "invalid ") || within(line, "unknown "));
    short.then_some((Kind::Mention, 42))
}

/// What the shell, git, a build tool or the linker says in its own name.
fn speech(line: &str, signs: &Signs) -> Option<(Kind, u8)> {
    if GIT.iter().any(|p| line.starts_with(p)) {
        return Some((Kind::Git, 87));
    }
    if line.starts_with("Automatic merge failed") || line.starts_with("hint: ") {
        return Some((Kind::Mention, 20));
    }
    if signs.hints & signs::LINK != 0 && LINKER.iter().any(|p| holds(line, p)) && !is_code(line) {
        return Some((Kind::Linker, 90));
    }
    if signs.hints & signs::SHELL != 0 && SHELL.iter().any(|p| holds(line, p)) && line.contains(':') && !is_code(line) {
        return Some((Kind::Shell, 85));
    }
    if let Some(rest) = line.strip_prefix("npm ERR! ").or_else(|| line.strip_prefix("npm error ")) {
        let log = rest.starts_with("A complete log") || holds(rest, "_logs/");
        return Some((
            Kind::Build,
            if log {
                4
            } else if rest.starts_with("Missing script") {
                84
            } else {
                58
            },
        ));
    }
    if signs.strong && holds(line, "*** [") && holds(line, "Error ") {
        return Some((Kind::Build, 60));
    }
    None
}

/// An error of a compiler or linter.
fn compiler(line: &str, signs: &Signs) -> Option<(Kind, u8)> {
    if line.starts_with("error[") {
        return Some((Kind::Compiler, 94));
    }
    if line.starts_with("error: could not compile")
        || line.starts_with("error: aborting due to")
        || line.starts_with("collect2: error")
        || holds(line, "linker command failed")
    {
        return Some((Kind::Build, 56));
    }
    if signs.strong && [": fatal error: ", ": error: ", "): error "].iter().any(|p| holds(line, p)) {
        // A tool's own `jq: error: …` is no less telling.
        return Some((Kind::Compiler, if is_code(line) && place_of(line).is_none() { 14 } else { 94 }));
    }
    let rest = place_of(line)?;
    let text = rest.trim_start_matches([' ', '-', ':']);
    if text.starts_with("warning") || text.starts_with("note") || text.len() < 4 {
        return Some((Kind::Mention, 8));
    }
    if text.starts_with("error") {
        let finding = line.starts_with(|c: char| c.is_ascii_digit());
        return Some(if finding { (Kind::Finding, 88) } else { (Kind::Compiler, 94) });
    }
    // `./x.go:12:3: message`, but not a search hit with code behind it.
    (rest.starts_with(": ") && !is_code(text) && !signs.warning).then_some((Kind::Compiler, 90))
}

/// An assertion or a named exception.
fn named(line: &str, signs: &Signs) -> Option<(Kind, u8)> {
    let pair = signs.hints & signs::PAIR != 0
        && within(line, "expected")
        && ["got", "received", "but", "actual", "to equal", "to be", "found"].iter().any(|w| within(line, w));
    if line.starts_with("left: ") || line.starts_with("Expected: ") || line.starts_with("Expected:\t") {
        return Some((Kind::Assertion, 82));
    }
    if signs.strong && within(line, "assertion") {
        return Some((Kind::Assertion, 89));
    }
    // The first word ends in Error or Exception, perhaps with a path of names before it: `a.b.CError: text`.
    let head =
        line.split(|c: char| c == ':' || c.is_whitespace()).find(|w| !matches!(*w, "Uncaught" | "Caused" | "by" | ""));
    let is_name = head.is_some_and(|h| {
        let name = h.rsplit(['.', '\\', ':']).next().unwrap_or(h);
        name.len() > 5 && (name.ends_with("Error") || name.ends_with("Exception"))
    });
    if is_name || line.starts_with("Exception in thread") || line.starts_with("Unhandled exception") {
        return Some((Kind::Exception, 90));
    }
    if pair {
        return Some((Kind::Assertion, if signs.strong { 86 } else { 70 }));
    }
    None
}

/// A status line or a status code from 400 up.
fn bad_status(line: &str) -> bool {
    let code = line.strip_prefix("HTTP/").and_then(|rest| rest.split(' ').nth(1)).or_else(|| {
        ["status code ", "status code: ", "status: ", "HTTP "].iter().find_map(|p| Some(line.split_once(p)?.1))
    });
    code.and_then(|c| c.get(..3)).is_some_and(|c| c.starts_with(['4', '5']) && c.bytes().all(|b| b.is_ascii_digit()))
}

/// A crash by signal or for want of memory; `bash: line 1: 123 Killed   ./x` too.
fn crashed(line: &str, signs: &Signs) -> bool {
    signs.hints & signs::CRASH != 0
        && (CRASH.iter().any(|p| holds(line, p))
            || line == "Killed"
            || holds(line, " Killed  ")
            || line.ends_with(" Killed"))
}

/// What follows `file:12:3`, `file:12` or `file(12,3)` at the start of a line; also `12:3` as linters print it.
pub(super) fn place_of(line: &str) -> Option<&str> {
    let digits = |s: &str| s.bytes().take_while(u8::is_ascii_digit).count();
    let first = digits(line);
    if first > 0 {
        // `12:5  error  message  rule`
        let rest = line.get(first..)?.strip_prefix(':')?;
        let second = digits(rest);
        return rest.get(second..).filter(|r| second > 0 && r.starts_with("  "));
    }
    for (at, c) in line.bytes().take(200).enumerate() {
        match c {
            b':' | b'(' => {
                let name = line.get(..at)?;
                let rest = line.get(at + 1..)?;
                let n = digits(rest);
                if n == 0 {
                    // A drive letter, or no place at all.
                    if at == 1 {
                        continue;
                    }
                    return None;
                }
                if !name.contains('.') {
                    return None;
                }
                let rest = rest.get(n..)?;
                let sep = if c == b':' { ':' } else { ',' };
                let Some(column) = rest.strip_prefix(sep) else {
                    return if c == b':' { None } else { rest.strip_prefix(')') };
                };
                let m = digits(column);
                if m == 0 {
                    return Some(rest);
                }
                let rest = column.get(m..)?;
                return if c == b':' { Some(rest) } else { rest.strip_prefix(')') };
            }
            b' ' | b'\t' | b'"' | b'=' => return None,
            _ => {}
        }
    }
    None
}

/// The line is source code or a part of a diff that mentions an error.
fn is_code(line: &str) -> bool {
    let bare = ungutter(line);
    CODE.iter().any(|c| bare.starts_with(c)) || CODE_ENDS.iter().any(|c| bare.ends_with(c))
}

/// The line without a gutter (`12|`, `12:`, `12-`), a search hit's path, or the sign of a diff.
fn ungutter(line: &str) -> &str {
    let line = line.strip_prefix("> ").unwrap_or(line);
    let n = line.bytes().take_while(u8::is_ascii_digit).count();
    let line = match line.get(n..) {
        Some(rest) if n > 0 => rest.trim_start_matches(['|', ':', '-', ' ', '\t', '→']),
        _ => line,
    };
    let line = place_of(line).map_or(line, |rest| rest.trim_start_matches([':', '-', ' ', '\t']));
    line.strip_prefix(['+', '-']).unwrap_or(line).trim_start()
}

/// The output of this command is the text of files.
pub(super) fn is_listing(command: &str) -> bool {
    let mut seen = false;
    for part in command.split("&&").flat_map(|p| p.split([';', '\n'])) {
        let mut words = part.split_whitespace().skip_while(|w| w.contains('=') || *w == "sudo");
        let head = words.next().unwrap_or("");
        match head {
            "" | "cd" | "echo" | "set" | "true" | "#" => {}
            "git" if words.next().is_some_and(|w| GIT_READERS.contains(&w)) => seen = true,
            _ if READERS.contains(&head) => seen = true,
            _ => return false,
        }
    }
    seen
}

/// `needle` (lower case) occurs in the line, whatever the case.
pub(super) fn within(line: &str, needle: &str) -> bool {
    bytes::holds_ignoring_case(line.as_bytes(), needle.as_bytes())
}
