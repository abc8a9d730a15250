//! Test runs of JavaScript: jest, vitest, mocha, AVA, bun, the runner of node.
//!
//! Takes the lines of a run; weighs them. What was expected and received, the message of a failure and the place in
//! the test are faults; passing tests, code frames, log noise and the frames of libraries are worth less.
//! Promises: linear. Leaves out: names and totals, which [`super::outcome`] raises for all runs; names that only the
//! runner of node and mocha print are known here.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, TWIN, USUAL, kinds};

/// A message of more lines than this is cut.
const MESSAGE: u8 = 4;

static TABLE: Table = Table {
    starts: &[
        ("✓ ", NOISE),
        ("✔ ", NOISE),
        ("√ ", NOISE),
        ("(pass) ", NOISE),
        ("PASS ", LOW),
        ("ok ", NOISE),
        ("▶ ", LOW),
        ("○ ", LOW),
        ("↓ ", LOW),
        ("- Expected", LOW),
        ("+ Received", LOW),
        ("- expected", LOW),
        ("+ actual", LOW),
        ("Expected", FAULT),
        ("Received", FAULT),
        ("expect(", HIGH),
        ("expected:", FAULT),
        ("actual:", FAULT),
        ("Snapshots:", LOW),
        ("Snapshot", FAULT),
        ("Time:", HIGH),
        ("Duration", HIGH),
        ("Start at", NOISE),
        ("Ran all test suites", LOW),
        ("RUN ", LOW),
        ("❯ ", HIGH),
        ("stdout |", LOW),
        ("stderr |", LOW),
        ("console.", LOW),
        ("> ", LOW),
        ("|", NOISE),
        ("---", NOISE),
        ("⎯", NOISE),
        ("ℹ duration", HIGH),
        ("duration_ms", NOISE),
        ("generatedMessage:", NOISE),
        ("operator:", NOISE),
        ("code:", LOW),
        ("✖ failing tests:", LOW),
        ("type:", NOISE),
        ("at node:", NOISE),
        ("at process.", NOISE),
        ("at new Promise", NOISE),
        ("at async Promise", NOISE),
        ("Test suite failed to run", FAULT),
        ("Summary of all failing tests", NOISE),
    ],
    ends: &[],
    has: &[
        ("node_modules", NOISE),
        ("(node:internal", NOISE),
        ("AssertionError", FAULT),
        ("Error: ", FAULT),
        ("Unhandled", FAULT),
        ("obsolete", LOW),
    ],
};

/// Weighs the lines of a test run.
pub(super) fn js_tests(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    // The runner of node says all of it again at the end.
    let again = lines.iter().position(|line| line.trim() == "✖ failing tests:").unwrap_or(0);
    // Lines of a message that may still follow.
    let mut message = 0_u8;
    for (at, (line, worth)) in lines.iter().zip(worth).enumerate() {
        let line = line.trim();
        let inside = core::mem::take(&mut message);
        *worth = match TABLE.worth(line) {
            _ if is_mocha_name(line) => MUST,
            Some(known) => known,
            None if is_total(line) => TOTAL,
            None if is_frame(line) => FAULT,
            None if is_code_frame(line) => LOW,
            // What a comparison shows line by line.
            None if line.starts_with(['-', '+']) => HIGH,
            None if line.starts_with("at ") => LOW,
            None if inside > 0 && !line.is_empty() => FAULT,
            None => USUAL,
        };
        message = match *worth {
            FAULT if inside == 0 && line.contains("Error") => MESSAGE,
            _ if line.starts_with("at ") => 0,
            _ => inside.saturating_sub(1),
        };
        if at < again && matches!(*worth, FAULT | HIGH) {
            *worth = TWIN;
        }
    }
}

/// `3) name` in the tree and in the list of mocha.
fn is_mocha_name(line: &str) -> bool {
    line.split_once(") ").is_some_and(|(n, name)| {
        n.len() < 5 && n.bytes().all(|b| b.is_ascii_digit()) && !n.is_empty() && name.len() > 1
    })
}

/// `Test Files  2 failed | 10 passed (12)`, `12 passing (3s)`, `ℹ fail 2`.
fn is_total(line: &str) -> bool {
    let counted = ["passing (", "failing", "pending"];
    let first = line.split(' ').next().unwrap_or_default();
    (first.bytes().all(|b| b.is_ascii_digit()) && !first.is_empty() && counted.iter().any(|c| line.contains(c)))
        || ["Test Files ", "Tests ", "ℹ tests ", "ℹ pass ", "ℹ fail "].iter().any(|start| line.starts_with(start))
}

/// A frame in the program's own files.
fn is_frame(line: &str) -> bool {
    line.starts_with("at ") && (line.contains(".test.") || line.contains(".spec.") || line.contains("/test"))
}

/// `  12 |   expect(lamp).toBe(1)`.
fn is_code_frame(line: &str) -> bool {
    let bare = line.trim_start_matches('>').trim_start();
    let number = bare.bytes().take_while(u8::is_ascii_digit).count();
    number > 0 && bare.get(number..).is_some_and(|rest| rest.trim_start().starts_with(['|', '│']))
}

/// Is it the output of such a runner?
pub(super) fn is_js_tests(output: &Output<'_>) -> bool {
    let shape = |line: &str| {
        let line = line.trim();
        ["Test Suites:", "Test Files ", "ℹ tests "].iter().any(|s| line.starts_with(s))
            || (line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(" passing ("))
            || ((line.starts_with("PASS ") || line.starts_with("FAIL "))
                && (line.contains(".test.") || line.contains(".spec.")))
            || (line.starts_with("RUN ") && line.contains(" v"))
    };
    // The runner of node has its totals in the middle.
    let passed = |line: &&str| line.trim_start().starts_with("✔ ") && line.ends_with("ms)");
    kinds::peek(output).any(shape) || kinds::peek(output).filter(passed).take(3).count() == 3
}
