//! What a text looks like at its beginning, where it came from, and which lines say that something broke.
//!
//! Takes an output or one of its lines; gives small facts that the reducers share. Promises: the beginning is 40 lines
//! and 4 kB; one pass over a line; total. Leaves out: what follows from the facts.
use super::{MUST, Output};
use crate::bytes::Set;
use crate::kind::ToolKind;
use crate::shell;
use memchr::{memchr, memmem};

/// Bytes of a text that are its beginning.
const TOP: usize = 4_096;
/// Lines of a text that are its beginning.
const TOP_LINES: usize = 40;
/// Failing lines kept from the beginning of a text, and from its end.
const FAILING: (usize, usize) = (12, 4);

/// The beginning of a text in bytes.
pub(super) fn start(text: &str) -> &str {
    text.get(..text.floor_char_boundary(TOP)).unwrap_or(text)
}

/// The first lines of a text that are not blank; the last of them may be cut.
pub(super) fn top(text: &str) -> impl Iterator<Item = &str> {
    start(text).lines().filter(|line| !line.trim().is_empty()).take(TOP_LINES)
}

/// At least `share` in a hundred of the first lines, and at least three of them, are such ones.
pub(super) fn mostly(text: &str, share: usize, is: impl Fn(&str) -> bool) -> bool {
    let (mut all, mut such) = (0_usize, 0_usize);
    for line in top(text) {
        all += 1;
        such += usize::from(is(line));
    }
    such >= 3 && such * 100 >= all * share
}

/// The program of a shell call without its directory; the name of any other tool.
pub(super) fn program<'a>(output: &Output<'a>) -> &'a str {
    if output.kind != ToolKind::Shell {
        return output.call;
    }
    let head = shell::head(output.call);
    let name = head.split([' ', '\t']).next().unwrap_or(head);
    name.rsplit('/').next().unwrap_or(name)
}

/// The path that was read: by a tool, or by a command that prints a file.
pub(super) fn path<'a>(output: &Output<'a>) -> &'a str {
    match output.kind {
        ToolKind::Read => output.call.trim(),
        ToolKind::Shell => {
            let head = shell::head(output.call);
            let name = head.rsplit('/').next().unwrap_or(head);
            if name == "git show" {
                let words = output.call.split_ascii_whitespace();
                return words.filter_map(|word| word.split_once(':')).map(|(_, path)| path).next().unwrap_or("");
            }
            if !matches!(
                name,
                "cat" | "head" | "tail" | "sed" | "nl" | "bat" | "batcat" | "less" | "more" | "type" | "open"
            ) {
                return "";
            }
            let from = memmem::find(output.call.as_bytes(), head.as_bytes()).unwrap_or(0);
            let rest = output.call.get(from..).unwrap_or("");
            let command = rest.split(['|', ';', '&', '\n', '>']).next().unwrap_or(rest);
            let words =
                command.split_ascii_whitespace().skip(1).filter(|word| !word.starts_with('-') && word.contains('.'));
            words.last().unwrap_or("").trim_matches(['"', '\''])
        }
        _ => "",
    }
}

/// The ending of a path after its last dot; empty when it has none.
pub(super) fn ending(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    // `a.rs:10-20`: a part of the file.
    ending.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or(ending)
}

/// True when the ending is one of these, in capitals or not.
pub(super) fn ends_as(path: &str, endings: &[&str]) -> bool {
    let ending = ending(path);
    endings.iter().any(|one| one.eq_ignore_ascii_case(ending))
}

/// The line names an error: a word that only messages of errors have.
pub(super) fn alarms(line: &str) -> bool {
    /// Rare bytes, one of them in each of the words.
    static RARE: Set = Set::of_bytes(b":[TCEFk");
    let bytes = line.as_bytes();
    RARE.places(bytes).any(|at| {
        let Some((before, from)) = bytes.split_at_checked(at) else { return false };
        let ends = |word: &[u8]| before.ends_with(word);
        let one = |words: &[&[u8]]| words.iter().any(|word| from.starts_with(word));
        match from.first() {
            Some(b':') => ends(b"error") || ends(b"fatal") || (ends(b"rror") && one(&[b": "])),
            Some(b'[') => ends(b"error"),
            Some(b'T') => one(&[b"Traceback (most recent"]) || (ends(b"rror ") && one(&[b"TS"])),
            Some(b'C') => ends(b"rror ") && one(&[b"CS"]),
            Some(b'E') => one(&[b"ERROR", b"Error (", b"Exception:", b"Exception in "]),
            Some(b'F') => one(&[b"FAILED", b"FAIL:", b"FAIL ", b"FATAL"]),
            _ => ends(b"panic") && one(&[b"ked at"]),
        }
    })
}

/// The line names an error and the place of it: a path with a line number, or the name of a test in a path.
pub(super) fn fails(line: &str) -> bool {
    alarms(line) && (places(line) || names_test(line))
}

/// `FAILED tests/test_lamp.py::test_burns` stands in the line.
fn names_test(line: &str) -> bool {
    let Some(at) = memmem::find(line.as_bytes(), b"FAILED ") else { return false };
    let name = line.get(at + 7..).and_then(|rest| rest.split(' ').next()).unwrap_or_default();
    name.len() < 300 && memmem::find(name.as_bytes(), b".py::").is_some()
}

/// `path.ext:12`, `path.ext(12,` or `path.ext", line 12` stands in the line.
pub(super) fn places(line: &str) -> bool {
    let bytes = line.as_bytes();
    let mut from = 0;
    while let Some(dot) = memchr(b'.', bytes.get(from..).unwrap_or_default()) {
        let at = from + dot + 1;
        let rest = bytes.get(at..).unwrap_or_default();
        let ending = rest.iter().take(6).take_while(|b| b.is_ascii_alphanumeric()).count();
        let after = rest.get(ending..).unwrap_or_default();
        let digit = |at: usize| after.get(at).is_some_and(u8::is_ascii_digit);
        let letter = rest.first().is_some_and(u8::is_ascii_alphabetic);
        let before =
            from + dot > 0 && bytes.get(from + dot - 1).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        if letter
            && before
            && (1..=5).contains(&ending)
            && ((matches!(after.first(), Some(b':' | b'(')) && digit(1))
                || after.starts_with(b"\", line ")
                || after.starts_with(b":line "))
        {
            return true;
        }
        from = at;
    }
    false
}

/// Of very many lines that would have to stay, the first ones and the last ones do; the others go before them.
pub(super) fn limit_must(worth: &mut [u8]) {
    /// As many from the beginning, and from the end.
    const MOST: (usize, usize) = (24, 8);
    let all = worth.iter().filter(|worth| **worth >= MUST).count();
    let must = worth.iter_mut().filter(|worth| **worth >= MUST);
    must.skip(MOST.0).take(all.saturating_sub(MOST.0 + MOST.1)).for_each(|worth| *worth = MUST - 1);
}

/// Lines that name an error with its place stay, the first ones and the last ones.
pub(super) fn raise_failing(lines: &[&str], worth: &mut [u8]) {
    // A short text is not for its failures only.
    let first = (lines.len() / 16).clamp(2, FAILING.0);
    let last = (lines.len() / 48).clamp(1, FAILING.1);
    let mut raise = |at: usize| worth.get_mut(at).map(|worth| *worth = MUST);
    let failing = |at: &usize| lines.get(*at).is_some_and(|line| fails(line));
    (0..lines.len()).filter(failing).take(first).for_each(|at| _ = raise(at));
    (0..lines.len()).rev().filter(failing).take(last).for_each(|at| _ = raise(at));
}

/// The text begins with a date or a time of day, maybe in brackets; gives what follows it.
pub(super) fn after_time(line: &str) -> Option<&str> {
    let text = line.trim_start_matches(['[', ' ', '\t', '(']);
    // `Mar 12 10:00:00`, as the system's log writes it.
    let text = match text.get(..4) {
        Some(
            "Jan " | "Feb " | "Mar " | "Apr " | "May " | "Jun " | "Jul " | "Aug " | "Sep " | "Oct " | "Nov " | "Dec ",
        ) => text.get(4..)?.trim_start(),
        _ => text,
    };
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let time = |b: &u8| b.is_ascii_digit() || matches!(b, b'-' | b':' | b'/' | b'T' | b'.' | b',' | b'Z' | b'+' | b' ');
    let end = text.as_bytes().iter().take(40).take_while(|b| time(b)).count();
    let stamp = text.get(..end)?;
    let count = |sign: u8| stamp.bytes().filter(|b| *b == sign).count();
    let digits = stamp.bytes().filter(u8::is_ascii_digit).count();
    let clock = count(b':') >= 2 && digits >= 5;
    let day = (count(b'-') >= 2 || count(b'/') >= 2) && digits >= 6;
    // Seconds since the epoch or since the start.
    let seconds = digits >= 10 || (count(b'.') == 1 && digits >= 4 && line.starts_with('['));
    (clock || day || seconds).then(|| text.get(end..))?
}

/// Most of the first lines begin with a number and a border; a read tool may say something before them.
pub(super) fn is_numbered(lines: &[&str]) -> bool {
    let some = lines.iter().filter(|line| !line.trim().is_empty()).take(12);
    let (mut all, mut such) = (0_usize, 0_usize);
    for line in some {
        all += 1;
        such += usize::from(unnumbered(line).is_some());
    }
    such > 0 && such * 10 >= all * 6
}

/// The line without the number that a read tool printed before it.
pub(super) fn unnumbered(line: &str) -> Option<&str> {
    let rest = line.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    if digits == 0 || digits > 7 {
        return None;
    }
    let rest = rest.get(digits..)?;
    if rest.is_empty() {
        return Some(rest);
    }
    if let Some(text) = rest.trim_start_matches(' ').strip_prefix(['|', '│']) {
        // `12 | text` has a blank of its own behind the border, `12|text` has none.
        return Some(if rest.starts_with(' ') { text.strip_prefix(' ').unwrap_or(text) } else { text });
    }
    rest.strip_prefix(": ").or_else(|| rest.strip_prefix(['\t', '→', ':']))
}

/// A time stands at the start of the line, or of one of its first columns between tabs.
pub(super) fn is_stamped(line: &str) -> bool {
    line.splitn(5, '\t').take(4).any(|column| after_time(column).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento_contract::RunState;

    #[test]
    fn errors_with_a_place() {
        for line in [
            "src/lamp.rs:12:5: error: no wick",
            "error: no wick at src/lamp.rs:12",
            "lamp.ts(12,4): error TS2304: wick",
            "  File \"lamp.py\", line 3, in x: ValueError: dark",
            "FAILED tests/test_lamp.py:9",
            "FAILED tests/test_lamp.py::test_burns - dark",
            "thread 'main' panicked at src/main.rs:4:9",
        ] {
            assert!(fails(line), "{line}");
        }
        for line in
            ["error handling in lamp", "0 errors", "src/lamp.rs:12: ok", "see v1.2:3 error", "raise ValueError(x)"]
        {
            assert!(!fails(line), "{line}");
        }
    }

    #[test]
    fn not_everything_has_to_stay() {
        let mut worth = [MUST; 100];
        limit_must(&mut worth);
        let must: alloc::vec::Vec<usize> = (0..100).filter(|at| worth[*at] == MUST).collect();
        assert_eq!((must.len(), must[23], must[24], must[31]), (32, 23, 92, 99));
        let mut few = [MUST; 32];
        limit_must(&mut few);
        assert_eq!(few, [MUST; 32]);
    }

    #[test]
    fn times_at_the_start() {
        for line in [
            "2031-01-02T03:04:05.678Z INFO up",
            "[2031-01-02 03:04:05,1] up",
            "03:04:05 up",
            "Mar 12 10:00:00 host up",
            "[   12.345678] usb up",
            "1917171717.123 up",
            "2031/01/02 03:04:05 up",
        ] {
            assert!(after_time(line).is_some_and(|rest| rest.ends_with("up")), "{line}");
        }
        for line in ["12 files", "up 10:00", "a.b", "", "é12:00:01", "1.2.3"] {
            assert!(after_time(line).is_none(), "{line}");
        }
    }

    #[test]
    fn where_a_text_came_from() {
        let output = |kind, call| Output { kind, call, state: RunState::Exited(0), text: "" };
        for (call, file, name) in [
            ("cat src/a.rs", "src/a.rs", "cat"),
            ("cd app && sed -n '1,80p' \"lib/b.py\" | head -5", "lib/b.py", "sed"),
            ("/usr/bin/head -n 5 c.csv > d.txt", "c.csv", "head"),
            ("grep -n x a.rs", "", "grep"),
            ("open a/d.py 293", "a/d.py", "open"),
            ("git show main:src/e.rs | head", "src/e.rs", "git"),
            ("", "", ""),
        ] {
            let output = output(ToolKind::Shell, call);
            assert_eq!((path(&output), program(&output)), (file, name), "{call}");
        }
        assert_eq!(path(&output(ToolKind::Read, "x/y.go")), "x/y.go");
        assert!(
            ends_as("a.tar.GZ", &["gz"])
                && !ends_as("a/b.c/d", &["c/d"])
                && ending("Makefile").is_empty()
                && ending("a.rs:1-9") == "rs"
        );
    }

    #[test]
    fn numbers_of_read_tools() {
        for (line, text) in
            [("  12|def a():", "def a():"), ("12\t  b", "  b"), ("    12→x", "x"), ("12 | y", "y"), ("7: z", "z")]
        {
            assert_eq!(unnumbered(line), Some(text), "{line}");
        }
        for line in ["def a():", "12", "1234567890|x", "12 apples"] {
            assert!(unnumbered(line).is_none_or(str::is_empty), "{line}");
        }
    }
}
