//! .NET: `dotnet build` and `dotnet test`.
//!
//! Takes the lines of a run; weighs them. Errors with their place, failing tests with their message, counts and the
//! verdict stay; restored projects, passing tests and built libraries go. Promises: linear; an error that comes twice
//! (once as it happens, once in the list at the end) has to stay once. Leaves out: frames of libraries.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, TWIN, USUAL, kinds};
use alloc::collections::BTreeSet;

static TABLE: Table = Table {
    starts: &[
        ("Failed!", TOTAL),
        ("Passed!", TOTAL),
        ("Build succeeded", TOTAL),
        ("Build FAILED", TOTAL),
        ("Failed ", MUST),
        ("Passed ", NOISE),
        ("Skipped ", LOW),
        ("Determining projects", NOISE),
        ("Restored ", NOISE),
        ("All projects are up-to-date", NOISE),
        ("Time Elapsed", HIGH),
        ("Error Message:", NOISE),
        ("Stack Trace:", NOISE),
        ("Assert", FAULT),
        ("Expected", FAULT),
        ("Actual", FAULT),
        ("Total tests:", TOTAL),
        ("Test Run ", TOTAL),
        ("Microsoft (R)", NOISE),
        ("Copyright (C)", NOISE),
        ("MSBuild version", NOISE),
        ("VSTest version", NOISE),
        ("Starting test execution", NOISE),
        ("A total of", LOW),
        ("Test run for", LOW),
    ],
    ends: &[("Warning(s)", HIGH), ("Error(s)", TOTAL)],
    has: &[(" -> ", NOISE), (": warning ", LOW), ("Exception : ", FAULT), ("Exception: ", FAULT)],
};

/// Weighs the lines.
pub(super) fn dotnet(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut seen = BTreeSet::new();
    for (line, slot) in lines.iter().zip(worth) {
        let bare = line.trim();
        *slot = match TABLE.worth(line) {
            _ if bare.contains(": error ") => {
                if seen.insert(bare) {
                    MUST
                } else {
                    TWIN
                }
            }
            Some(known) => known,
            None if bare.starts_with("at ") => {
                if bare.contains("Tests") && bare.contains(":line ") {
                    HIGH
                } else {
                    LOW
                }
            }
            None => USUAL,
        };
    }
}

/// Is it the output of dotnet?
pub(super) fn is_dotnet(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        let line = line.trim_start();
        line.starts_with("Determining projects to restore")
            || line.starts_with("MSBuild version")
            || ((line.starts_with("Failed!  - ") || line.starts_with("Passed!  - ")) && line.contains("Total:"))
    })
}
