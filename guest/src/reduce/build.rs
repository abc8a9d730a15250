//! Builds in C and C++: make, cmake, ninja, gcc, clang, ctest.
//!
//! Takes the lines of a run; weighs them. Errors with their place, what the linker misses and where make gave up stay;
//! warnings follow; lines of compilers that are called and checks of a configuration go. Promises: linear.
//! Leaves out: code frames below a warning.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, USUAL, kinds};

static TABLE: Table = Table {
    starts: &[
        ("CMake Error", MUST),
        ("CMake Warning", HIGH),
        ("FAILED: ", MUST),
        ("ninja: build stopped", MUST),
        ("ninja: error", MUST),
        ("collect2: error", MUST),
        ("ld: ", FAULT),
        ("make: *** ", MUST),
        ("gmake: *** ", MUST),
        ("-- Configuring incomplete", MUST),
        ("-- Configuring done", LOW),
        ("-- Generating done", LOW),
        ("-- Build files", LOW),
        ("-- Could NOT find", HIGH),
        ("-- Performing Test", NOISE),
        ("-- Check", NOISE),
        ("-- Looking for", NOISE),
        ("-- Detecting", NOISE),
        ("-- The ", NOISE),
        ("-- Found ", LOW),
        ("-- ", LOW),
        ("checking ", NOISE),
        ("config.status:", NOISE),
        ("100% tests passed", MUST),
        ("The following tests FAILED", MUST),
        ("Errors while running CTest", MUST),
        ("Total Test time", HIGH),
        ("In file included from", LOW),
        ("from ", LOW),
        ("note: ", LOW),
        ("gcc ", NOISE),
        ("g++ ", NOISE),
        ("cc ", NOISE),
        ("c++ ", NOISE),
        ("clang", NOISE),
        ("/usr/bin/c", NOISE),
        ("ar ", NOISE),
        ("ranlib ", NOISE),
        ("mkdir ", NOISE),
        ("rm ", NOISE),
        ("Scanning dependencies", NOISE),
        ("Consolidate compiler", NOISE),
        ("Start ", NOISE),
    ],
    ends: &[],
    has: &[
        (": fatal error: ", MUST),
        (": error: ", MUST),
        (": error ", MUST),
        ("undefined reference to", MUST),
        ("multiple definition of", MUST),
        ("tests passed, ", MUST),
        ("***Failed", MUST),
        ("***Exception", MUST),
        ("***Timeout", MUST),
        ("] *** ", MUST),
        (": *** [", MUST),
        (": warning: ", HIGH),
        (": note: ", LOW),
        ("Entering directory", NOISE),
        ("Leaving directory", NOISE),
        ("Built target", LOW),
        ("   Passed ", NOISE),
        ("warnings generated", HIGH),
        ("warning generated", HIGH),
    ],
};

/// Weighs the lines.
pub(super) fn make(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut last = USUAL;
    for (line, slot) in lines.iter().zip(worth) {
        *slot = match TABLE.worth(line) {
            Some(known) => known,
            None if is_step(line) => NOISE,
            None if is_frame(line) => match last {
                MUST if line.contains('^') => USUAL,
                MUST => HIGH,
                _ => NOISE,
            },
            None => USUAL,
        };
        // A frame belongs to the finding above it.
        if !is_frame(line) {
            last = *slot;
        }
    }
}

/// `[ 12%] Building C object …`, `[12/99] Compiling …`.
fn is_step(line: &str) -> bool {
    line.trim_start().strip_prefix('[').is_some_and(|rest| {
        let number = rest.trim_start();
        number.starts_with(|c: char| c.is_ascii_digit())
            && number.find(']').is_some_and(|at| at < 12 && number.get(..at).is_some_and(|n| n.contains(['%', '/'])))
    })
}

/// `   12 | code` and `      |  ^~~~`.
fn is_frame(line: &str) -> bool {
    let bare = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with(' ') && bare.trim_start().starts_with('|')
}

/// Is it the output of a build?
pub(super) fn is_make(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        line.starts_with("make: ")
            || line.starts_with("make[")
            || line.starts_with("ninja: ")
            || line.starts_with("-- The C")
            || (is_step(line) && line.contains(" object "))
    })
}
