//! How a run ended: names of failing tests, totals, exit codes.
//!
//! Takes the lines of a run and what they are worth so far; raises those that tell its outcome. A name that comes more
//! than once has to stay where it comes last: runners list failures at the end. Of many totals those that count a
//! failure and the last ones stay. Promises: nothing is lowered that names a failure for the only time; n log n.
//! Leaves out: the words of failures, which the reducer of the kind knows.
use super::{FAULT, HIGH, LOW, MUST, TOTAL, TWIN, USUAL};
use crate::key_lines;
use alloc::collections::BTreeSet;

/// Totals that stay in any case, from the end.
const LAST_TOTALS: usize = 4;
/// Words of a process on its own end that stay in any case, from the end.
const LAST_EXITS: usize = 4;

/// Raises the lines that tell how a run ended.
pub(super) fn raise(lines: &[&str], worth: &mut [u8]) {
    let mut names = BTreeSet::new();
    let (mut totals, mut exits) = (0, 0);
    for (line, worth) in lines.iter().zip(worth).rev() {
        let line = line.trim();
        let short = line.get(..line.floor_char_boundary(600)).unwrap_or(line);
        if let Some(name) = failing_name(short) {
            *worth = if names.insert(name) { MUST.max(*worth) } else { TWIN };
            names.extend(short_names(name));
        } else if line.len() < 300 && key_lines::is_total(line) {
            let bad = counts_failures(line);
            *worth = match (totals < LAST_TOTALS, bad) {
                (_, true) | (true, _) => TOTAL,
                _ if line.contains("ok. 0 passed") => LOW,
                _ => HIGH,
            };
            totals += usize::from(*worth == TOTAL);
        } else if tells_exit(line) {
            *worth = if exits < LAST_EXITS { TOTAL } else { MUST.max(*worth) };
            exits += 1;
        } else if (LOW..HIGH).contains(worth) && is_compiler_error(short) {
            // The run of one tool may start another one.
            *worth = MUST;
        } else if (USUAL..FAULT).contains(worth) && is_place_of_test(line) {
            *worth = HIGH;
        }
    }
}

/// A total, or what a process says on its own end: words on what failed they are not.
pub(super) fn ends(line: &str) -> bool {
    key_lines::is_total(line.trim()) || tells_exit(line)
}

/// The line names what failed or counts it, or is what a process says on its own end.
pub(super) fn tells(line: &str) -> bool {
    let line = line.trim();
    let short = line.len() < 300;
    short && (failing_name(line).is_some() || (key_lines::is_total(line) && counts_failures(line)) || tells_exit(line))
}

/// What a name with its suite is called inside of the suite: `lamp › burns`, `a.spec.ts > lamp > burns`.
fn short_names(name: &str) -> impl Iterator<Item = &str> {
    let parts = |sign: &'static str| [name.split_once(sign), name.rsplit_once(sign)];
    parts(" › ").into_iter().chain(parts(" > ")).flatten().map(|(_, short)| short)
}

/// A name with its verdict: by the runners that [`key_lines`] knows, and by those that print the verdict behind.
fn failing_name(line: &str) -> Option<&str> {
    if let Some(name) = key_lines::failing_name(line) {
        return Some(name);
    }
    if let Some(name) = line.strip_prefix("✖ ") {
        // The runner of node; its time makes it no count of problems.
        return name.ends_with("ms)").then_some(name);
    }
    // `tests/x.py::test_y FAILED [ 3%]`, `LampTest > wick() FAILED`, `test_x (lamp.Wick.test_x) ... ERROR`
    let bare = line.strip_suffix(']').and_then(|l| l.rsplit_once('[')).map_or(line, |(l, _)| l).trim_end();
    let (name, verdict) = bare.rsplit_once(' ')?;
    let name = name.trim_end();
    match verdict {
        "FAILED" | "ERROR" if name.contains("::") || name.contains(" > ") => Some(name),
        "FAIL" | "ERROR" => name.strip_suffix(" ...").filter(|name| name.ends_with(')')),
        _ => None,
    }
}

/// A total that counts a failure.
fn counts_failures(line: &str) -> bool {
    let mut number = 0_u64;
    let mut label = "";
    for word in line.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if let Ok(count) = word.parse::<u64>() {
            let after = matches!(label, "Failed" | "failed" | "Failures" | "Errors" | "failures" | "errors");
            if after && count > 0 {
                return true;
            }
            number = count;
            label = "";
        } else {
            if number > 0 && matches!(word, "failed" | "failing" | "failures" | "failure" | "error" | "errors" | "fail")
            {
                return true;
            }
            number = 0;
            label = word;
        }
    }
    false
}

/// The words of a process on its own end.
fn tells_exit(line: &str) -> bool {
    const SAYS: [&str; 13] = [
        "npm error code",
        "npm ERR! code",
        "ELIFECYCLE",
        "make: *** ",
        "]: *** [",
        "exit code",
        "exit status",
        "exited with",
        "Exit code",
        "Exit status",
        "non-zero code",
        "non-zero exit",
        "exited (",
    ];
    line.len() < 400 && SAYS.iter().any(|says| line.contains(says)) && !line.contains("exit code 0")
}

/// `lamp.c:12:3: error: …`, `lamp.ts(1,2): error TS1: …`, `error[E0308]: …`.
fn is_compiler_error(line: &str) -> bool {
    line.starts_with("error[")
        || memchr::memmem::find(line.as_bytes(), b"error").is_some_and(|at| {
            let (before, after) = (line.get(..at).unwrap_or_default(), line.get(at + 5..).unwrap_or_default());
            let place = before.strip_suffix("fatal ").unwrap_or(before);
            (place.ends_with(": ") && place.contains('.') && !place.trim_end_matches(": ").contains(' '))
                && after.starts_with([':', ' '])
        })
}

/// `at lamp.test.js:12:3`, `tests/test_lamp.py:12: AssertionError`, `lamp_test.go:12: got 3`.
fn is_place_of_test(line: &str) -> bool {
    let Some((path, rest)) = line.split_once(':') else { return false };
    path.len() < 200
        && (path.contains("test") || path.contains("spec"))
        && path.contains('.')
        && rest.starts_with(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stays_where_it_comes_last() {
        let lines = ["a.py::test_b FAILED [ 3%]", "a.py::test_c PASSED", "FAILED a.py::test_b - no wick"];
        let mut worth = [USUAL; 3];
        raise(&lines, &mut worth);
        assert_eq!(worth, [TWIN, USUAL, MUST]);
    }

    #[test]
    fn totals_that_count_failures() {
        for (line, bad) in [
            ("test result: FAILED. 3 passed; 1 failed; 0 ignored", true),
            ("test result: ok. 3 passed; 0 failed; 0 ignored", false),
            ("Tests run: 12, Failures: 1, Errors: 0, Skipped: 0", true),
            ("Tests run: 12, Failures: 0, Errors: 0, Skipped: 0", false),
            ("FAILED (failures=1)", true),
            ("Tests:       2 failed, 48 passed, 50 total", true),
            ("48 passed in 1.20s", false),
        ] {
            assert_eq!(counts_failures(line), bad, "{line}");
        }
    }

    #[test]
    fn exits() {
        for (line, says) in [
            ("error: process exited with status 3", true),
            ("exit status 1", true),
            ("Process finished with exit code 0", false),
            ("the exit is over there", false),
        ] {
            assert_eq!(tells_exit(line), says, "{line}");
        }
    }
}
