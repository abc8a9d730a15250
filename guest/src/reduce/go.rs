//! Go: `go test`, `go build`, `go vet`.
//!
//! Takes the lines of a run; weighs them. Failing tests and packages, the lines below a failing test and compiler
//! messages stay; passing tests and packages do not. Promises: linear. Leaves out: what a test logs when it passes.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, USUAL, kinds};

static TABLE: Table = Table {
    starts: &[
        ("=== RUN", NOISE),
        ("=== PAUSE", NOISE),
        ("=== CONT", NOISE),
        ("=== NAME", NOISE),
        ("--- PASS", NOISE),
        ("--- SKIP", LOW),
        ("--- FAIL", MUST),
        ("ok  \t", LOW),
        ("ok ", LOW),
        ("?   \t", NOISE),
        ("FAIL\t", MUST),
        ("PASS", NOISE),
        ("go: downloading", NOISE),
        ("go: finding", NOISE),
        ("go: ", HIGH),
        ("# ", HIGH),
        ("panic: ", MUST),
        ("fatal error: ", MUST),
        ("goroutine ", LOW),
        ("coverage:", LOW),
        ("WARNING: DATA RACE", MUST),
        ("exit status", MUST),
    ],
    ends: &[("[no test files]", NOISE), ("(cached)", LOW)],
    has: &[],
};

/// Weighs the lines.
pub(super) fn go(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    // What a test logs stands below its verdict, or with -v between `=== RUN` and the verdict.
    let mut failing = false;
    // The test that logs, and where it began to.
    let mut logs = ("", 0);
    for at in 0..lines.len() {
        let line = lines.get(at).copied().unwrap_or_default();
        let bare = line.trim_start();
        let mut value = TABLE.worth(line);
        if let Some(name) = bare.strip_prefix("=== ").and_then(|rest| rest.split_whitespace().nth(1)) {
            logs = (name, at + 1);
        } else if let Some(rest) = bare.strip_prefix("--- PASS: ") {
            // It passed: what it logged is no fault.
            if rest.split_whitespace().next() == Some(logs.0) {
                worth.get_mut(logs.1..at).unwrap_or_default().fill(LOW);
            }
        }
        if bare.starts_with("--- ") || bare.starts_with("=== RUN") {
            failing = bare.starts_with("--- FAIL");
        } else if bare.starts_with("panic: ") {
            failing = true;
        } else if line == "FAIL" {
            (failing, value) = (false, Some(LOW));
        } else if value.is_none() {
            value = Some(match is_place(bare) {
                true if !line.starts_with(' ') => MUST,
                true => FAULT,
                // Where a panic came from.
                false if failing && line.starts_with('\t') && bare.contains(".go:") => HIGH,
                false if failing && line.starts_with(' ') => HIGH,
                false => USUAL,
            });
        }
        if let Some(slot) = worth.get_mut(at) {
            *slot = value.unwrap_or(USUAL);
        }
    }
}

/// `./lamp.go:12:3: message`, `lamp_test.go:12: message`.
fn is_place(line: &str) -> bool {
    line.split_once(".go:").is_some_and(|(path, rest)| {
        !path.contains(' ') && rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(": ")
    })
}

/// Is it the output of go?
pub(super) fn is_go(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        line.starts_with("=== RUN  ")
            || line.starts_with("--- FAIL: ")
            || ((line.starts_with("ok  \t") || line.starts_with("FAIL\t") || line.starts_with("?   \t"))
                && line.contains('/'))
    })
}
