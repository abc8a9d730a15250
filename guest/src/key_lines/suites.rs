//! Test runners: names of failing tests, and lines with counts.
//!
//! Takes an output; gives parts of its lines. Knows pytest, unittest, go test, cargo test, jest, vitest, mocha, bun,
//! TAP, googletest, rspec, maven and dotnet by the form of their lines. Promises: names in order, each once. Leaves out:
//! adding up, and any guess at what a runner of another form says.
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Most names that are listed.
const NAMES: usize = 200;
/// Most lines of counts that are given.
const TOTALS: usize = 4;

/// Names of failing tests, in order, each once.
pub fn failing_tests(output: &str) -> Vec<&str> {
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for line in super::lines(output) {
        if names.len() == NAMES {
            break;
        }
        if let Some(name) = failing_name(super::cut(super::trim(line).1, 0))
            && seen.insert(name)
        {
            names.push(name);
        }
    }
    names
}

/// Lines with test counts, at most a few; the last ones of the output. Go counts none: see `packages`.
pub fn test_totals(output: &str) -> Vec<&str> {
    let mut totals: Vec<&str> = Vec::new();
    for line in super::lines(output).filter(|line| may_be_total(line)) {
        let line = super::cut(super::trim(line).1, 0);
        if !is_total(line) {
            continue;
        }
        totals.push(line);
        if totals.len() > TOTALS {
            totals.remove(0);
        }
    }
    totals
}

/// Cheap look first: the first byte behind the blanks is one that a line of counts, or a blank of another kind, has.
fn may_be_total(line: &str) -> bool {
    let first = line.bytes().find(|b| *b != b' ' && *b != b'\t');
    matches!(first, Some(b'o' | b'F' | b'P' | b'T' | b'R' | b't' | b'=' | b'#' | b'0'..=b'9' | 0x80.. | ..b' '))
}

/// The name of the failing test that a line reports.
pub(crate) fn failing_name(line: &str) -> Option<&str> {
    let first = *line.as_bytes().first()?;
    let name = match first {
        b'-' => word(line.strip_prefix("--- FAIL: ")?),
        b'F' => fail_line(line)?,
        b'E' => error_line(line)?,
        b'(' => untimed(line.strip_prefix("(fail) ")?),
        b'n' => {
            let rest = line.strip_prefix("not ok ")?;
            rest.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches([' ', '-'])
        }
        b'[' => word(line.strip_prefix("[  FAILED  ] ").filter(|r| r.contains('.'))?),
        b't' => line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?,
        b'r' => word(line.strip_prefix("rspec ").filter(|r| r.starts_with("./") || r.starts_with('\''))?),
        _ if first >= 0x80 => cross_line(line)?,
        _ => return None,
    };
    (name.len() >= 2).then_some(name)
}

/// `FAILED path::test - message`, `FAIL: test_x (module)`, `FAIL  file > test`.
fn fail_line(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("FAILED ") {
        let name = rest.split(" - ").next()?.trim();
        return name.contains("::").then_some(name);
    }
    if let Some(rest) = line.strip_prefix("FAIL: ") {
        return rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_').then(|| rest.trim());
    }
    let rest = line.strip_prefix("FAIL ")?.trim_start();
    // jest and vitest name the file, go prints its packages with a tab and counts as a total.
    (rest.contains(" > ") || is_test_file(rest)).then_some(rest)
}

/// `ERROR path::test`, `ERROR: test_x (module)`: the test could not run.
fn error_line(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("ERROR: ") {
        return (rest.starts_with("test") && rest.ends_with(')') && rest.contains(" (")).then_some(rest);
    }
    let rest = line.strip_prefix("ERROR ")?;
    let name = rest.split(" - ").next()?.trim();
    (name.contains("::") || name.ends_with(".py")).then_some(name).filter(|n| !n.contains(' '))
}

/// A cross and a name, as mocha, jest, vitest and AVA print it.
fn cross_line(line: &str) -> Option<&str> {
    for cross in ["✕ ", "✗ ", "× ", "✘ "] {
        if let Some(rest) = line.strip_prefix(cross) {
            return Some(untimed(rest));
        }
    }
    line.strip_prefix("● ").filter(|rest| rest.contains(" › ")).map(str::trim)
}

/// A name without the time behind it: ` (3 ms)`, ` [0.12ms]`, ` 12ms`.
fn untimed(name: &str) -> &str {
    let name = name.trim();
    let Some(bare) = name.trim_end_matches([')', ']']).strip_suffix('s') else { return name };
    let bare = bare.strip_suffix('m').unwrap_or(bare).trim_end_matches(' ');
    let number = bare.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
    if number.len() == bare.len() {
        return name;
    }
    match number.trim_end_matches(['(', '[']) {
        cut if cut.ends_with(' ') => cut.trim_end(),
        _ => name,
    }
}

fn word(rest: &str) -> &str {
    rest.split_whitespace().next().unwrap_or("")
}

fn is_test_file(name: &str) -> bool {
    !name.contains(' ') && name.contains('.') && ["test", "spec"].iter().any(|w| name.contains(w))
}

/// Units that test runners count.
const UNITS: [&str; 14] = [
    "passed", "failed", "passing", "failing", "pass", "fail", "pending", "skipped", "examples", "failures", "failure",
    "tests", "errors", "error",
];

/// The line holds counts of tests or findings.
pub(crate) fn is_total(line: &str) -> bool {
    if line.len() > 300 {
        return false;
    }
    let counted = |line: &str| line.bytes().any(|b| b.is_ascii_digit());
    match line.as_bytes().first() {
        Some(b'F') => {
            line.starts_with("FAILED (")
                || line.starts_with("Failed!  - Failed:")
                || (line.starts_with("Found ")
                    && (line.ends_with(" error.") || line.contains(" errors"))
                    && counted(line))
        }
        Some(b'P') => line.starts_with("Passed!  - Failed:"),
        Some(b'T') => {
            let rest = ["Tests:", "Tests ", "Test Files ", "Test Suites:", "Tests run:"];
            rest.iter().any(|p| line.starts_with(p)) && counted(line) && has_unit(line)
        }
        Some(b'R') => line.starts_with("Ran ") && (line.contains(" test")) && counted(line),
        Some(b't') => line.starts_with("test result: "),
        Some(b'=') => {
            line.ends_with('=') && line.contains(" in ") && counted(line) && counts(line.trim_matches(['=', ' ']))
        }
        Some(b'#') => ["# tests ", "# pass ", "# fail "]
            .iter()
            .any(|p| line.strip_prefix(p).is_some_and(|n| n.parse::<u32>().is_ok())),
        Some(b'0'..=b'9') => counts(line),
        Some(0x80..) => {
            line.strip_prefix("✖ ").is_some_and(|rest| rest.contains(" problem") && counted(rest))
                || ["ℹ tests ", "ℹ pass ", "ℹ fail "].iter().any(|p| line.starts_with(p))
        }
        _ => false,
    }
}

/// Packages that `go test` reports in a line each: passed and failed.
pub fn packages(output: &str) -> (u32, u32) {
    let (mut passed, mut failed) = (0, 0);
    for line in super::lines(output).filter(|line| matches!(line.as_bytes().first(), Some(b'o' | b'F'))) {
        let of =
            |mark: &str| line.strip_prefix(mark).is_some_and(|rest| rest.starts_with([' ', '\t']) && go_package(rest));
        passed += u32::from(of("ok"));
        failed += u32::from(of("FAIL"));
    }
    (passed, failed)
}

/// Go prints a package with a tab, a time or a note behind it.
fn go_package(rest: &str) -> bool {
    let rest = rest.trim_start();
    let after = rest.find([' ', '\t']).and_then(|at| rest.get(at..)).unwrap_or("").trim_start();
    rest.contains(['/', '.'])
        && (after.starts_with("0.") || after.starts_with('(') || after.starts_with('[') || {
            after.bytes().next().is_some_and(|b| b.is_ascii_digit()) && after.contains('s')
        })
}

/// `2 failed, 48 passed in 1.2s`, `12 passing (3s)`, `2 of 300 failed`, `3 examples, 1 failure`.
fn counts(line: &str) -> bool {
    let n = line.bytes().take_while(u8::is_ascii_digit).count();
    if n == 0 || n > 7 {
        return false;
    }
    let mut words = line.get(n..).unwrap_or("").split([' ', ',', '|', ';', '.']).filter(|w| !w.is_empty());
    let second = words.next().unwrap_or("");
    if second == "of" {
        return words.next().is_some_and(|w| w.bytes().all(|b| b.is_ascii_digit()))
            && words.next().is_some_and(is_unit);
    }
    // `3 tests` alone is a listing; the count has to be of outcomes, or more follow.
    is_unit(second) && line.len() < 160 && (!matches!(second, "tests" | "errors" | "error") || words.any(is_unit))
}

fn is_unit(word: &str) -> bool {
    UNITS.contains(&word)
}

fn has_unit(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphabetic()).any(|w| is_unit(w) || w == "Failures" || w == "total")
}
