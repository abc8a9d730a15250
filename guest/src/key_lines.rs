//! The lines of a long output that say what broke.
use alloc::vec::Vec;

/// Picks at most `most` lines of a failing output, the most telling first. `command` is the command or tool.
pub fn pick<'a>(output: &'a str, _command: &str, most: usize) -> Vec<&'a str> {
    output.lines().filter(|l| l.contains("error")).take(most).collect()
}

/// Names of failing tests.
pub fn failing_tests(_output: &str) -> Vec<&str> {
    Vec::new()
}

/// Count lines of test runners.
pub fn test_totals(output: &str) -> Vec<&str> {
    output.lines().filter(|l| l.contains(" passed")).collect()
}
