//! Java and Kotlin: Maven and Gradle.
//!
//! Takes the lines of a run; weighs them. Compiler errors, failing tests with their message, the totals and the verdict
//! of the build stay; downloads, plugins and tasks that went well go. Promises: linear. Leaves out: frames of libraries.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, USUAL, kinds};

static MAVEN: Table = Table {
    starts: &[
        ("Downloading from", NOISE),
        ("Downloaded from", NOISE),
        ("Progress (", NOISE),
        ("[INFO] Downloading", NOISE),
        ("[INFO] Downloaded", NOISE),
        ("[INFO] BUILD", TOTAL),
        ("[INFO] Total time", HIGH),
        ("[INFO] Finished at", LOW),
        ("[INFO] Tests run:", LOW),
        ("[INFO] Building ", LOW),
        ("[INFO] Running ", NOISE),
        ("[INFO] ---", NOISE),
        ("[INFO] Reactor Summary", USUAL),
        ("[ERROR] Failures:", LOW),
        ("[ERROR] Errors:", LOW),
        ("[ERROR] -> [Help", NOISE),
        ("[ERROR] To see the full", NOISE),
        ("[ERROR] Re-run Maven", NOISE),
        ("[ERROR] For more information", NOISE),
        ("[ERROR] [Help", NOISE),
        ("[ERROR] See ", NOISE),
        ("[ERROR] Please refer", NOISE),
        ("[WARNING] Tests run:", HIGH),
        ("[WARNING]", LOW),
        ("at ", LOW),
        ("Caused by:", FAULT),
    ],
    ends: &[],
    has: &[("SUCCESS [", LOW), ("FAILURE [", MUST), ("SKIPPED", LOW)],
};

/// Weighs the lines of Maven.
pub(super) fn maven(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut totals = true;
    for (line, slot) in lines.iter().zip(worth).rev() {
        let error = line.strip_prefix("[ERROR]").map(str::trim_start);
        *slot = match (MAVEN.worth(line), error) {
            (_, Some("")) => NOISE,
            // The last line of counts is that of all tests.
            _ if line.contains("Tests run:") && totals && !line.contains("Time elapsed") => {
                totals = false;
                TOTAL
            }
            // Where in the test it broke.
            (Some(LOW), None) if line.contains("Test.") && line.trim_start().starts_with("at ") => FAULT,
            (Some(known), _) => known,
            (_, Some(rest)) if rest.contains(".java:") || rest.contains(".kt:") || is_name(rest) => MUST,
            (_, Some(rest)) if rest.starts_with("Tests run:") => HIGH,
            (_, Some(rest)) if rest.starts_with("Failed to execute goal") => FAULT,
            (_, Some(_)) => HIGH,
            (None, None) if line.starts_with("[INFO]") => NOISE,
            (None, None) => USUAL,
        };
    }
}

/// `LampTest.burns:12 expected: <1> but was: <2>`, in the list of failures.
fn is_name(rest: &str) -> bool {
    let first = rest.split(' ').next().unwrap_or_default();
    first
        .split_once(':')
        .is_some_and(|(name, line)| name.contains('.') && !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit()))
}

static GRADLE: Table = Table {
    starts: &[
        ("> Configure", NOISE),
        ("> Transform", NOISE),
        ("> IDLE", NOISE),
        ("Download", NOISE),
        ("Starting a Gradle Daemon", NOISE),
        ("Welcome to Gradle", NOISE),
        ("FAILURE:", MUST),
        ("BUILD ", TOTAL),
        ("* What went wrong", HIGH),
        ("Execution failed for", MUST),
        ("* Try", NOISE),
        ("> Run with", NOISE),
        ("> Get more help", NOISE),
        ("> There were failing tests", HIGH),
        ("* Exception is", LOW),
        ("e: ", MUST),
        ("w: ", LOW),
        ("Deprecated Gradle", NOISE),
        ("You can use '--warning-mode", NOISE),
        ("For more on this", NOISE),
        ("at ", LOW),
        ("Caused by:", FAULT),
    ],
    ends: &[
        (" FAILED", MUST),
        (" PASSED", NOISE),
        (" SKIPPED", LOW),
        (" UP-TO-DATE", NOISE),
        (" NO-SOURCE", NOISE),
        (" FROM-CACHE", NOISE),
    ],
    has: &[
        (" actionable task", TOTAL),
        (" tests completed, ", TOTAL),
        (": error: ", MUST),
        (": warning: ", LOW),
        ("Error: ", FAULT),
        ("Exception: ", FAULT),
    ],
};

/// Weighs the lines of Gradle.
pub(super) fn gradle(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    for (line, slot) in lines.iter().zip(worth) {
        *slot = match GRADLE.worth(line) {
            // It failed again below, with its reason.
            Some(MUST) if line.starts_with("> Task ") => HIGH,
            // Where in the test it broke.
            Some(LOW) if line.trim_start().starts_with("at ") && line.contains("Test") => FAULT,
            Some(known) => known,
            None if line.starts_with("> Task ") => NOISE,
            None => USUAL,
        };
    }
}

/// Is it the output of Maven?
pub(super) fn is_maven(output: &Output<'_>) -> bool {
    kinds::peek(output)
        .any(|line| line.starts_with("[INFO] Scanning for projects") || line.starts_with("[INFO] BUILD "))
}

/// Is it the output of Gradle?
pub(super) fn is_gradle(output: &Output<'_>) -> bool {
    kinds::holds(output, " actionable task")
        || kinds::peek(output)
            .any(|line| line.starts_with("> Task :") || (line.starts_with("BUILD ") && line.contains(" in ")))
}
