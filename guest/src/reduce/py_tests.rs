//! Test runs of Python: pytest and unittest.
//!
//! Takes the lines of a run; weighs them. Names of failing tests stay where the summary lists them, with the lines that
//! say what was expected (`E   …`) and where (`path:12: Error`). Passing tests, dots, captured output, installed
//! plugins and the lines of a traceback that are not its last are worth less. Promises: linear. Leaves out: names and
//! totals, which [`super::outcome`] raises for all runs.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, USUAL, kinds};

static PYTEST: Table = Table {
    starts: &[
        ("E   ", FAULT),
        ("platform ", NOISE),
        ("cachedir:", NOISE),
        ("rootdir:", LOW),
        ("configfile:", NOISE),
        ("plugins:", NOISE),
        ("asyncio:", NOISE),
        ("hypothesis profile", NOISE),
        ("collecting", NOISE),
        ("collected ", HIGH),
        ("ERROR collecting", MUST),
        ("ImportError", FAULT),
        ("INTERNALERROR", FAULT),
        ("-- Docs: ", NOISE),
        ("self = ", NOISE),
        ("> ", USUAL),
        ("!!!!", MUST),
    ],
    ends: &[("%]", NOISE)],
    has: &[(" PASSED", NOISE), (" SKIPPED", LOW), (" XFAIL", LOW), ("Captured ", LOW), ("%]", NOISE)],
};

/// Parts of what pytest prints.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Session,
    Failures,
    /// What a failing test printed.
    Captured,
    Warnings,
    Summary,
}

/// Weighs the lines of pytest.
pub(super) fn pytest(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut part = Part::Session;
    for (line, worth) in lines.iter().zip(worth) {
        if let Some(title) = title(line, '=') {
            part = match title {
                "FAILURES" | "ERRORS" => Part::Failures,
                "warnings summary" => Part::Warnings,
                "short test summary info" => Part::Summary,
                _ => Part::Session,
            };
            // The last one holds the totals.
            *worth = if title.contains(" in ") { TOTAL } else { LOW };
        } else if title(line, '_').is_some() {
            (part, *worth) = (Part::Failures, HIGH);
        } else if title(line, '-').is_some_and(|title| title.starts_with("Captured ")) {
            (part, *worth) = (Part::Captured, LOW);
        } else {
            *worth = match (part, PYTEST.worth(line)) {
                (Part::Captured | Part::Warnings, Some(NOISE)) => NOISE,
                (Part::Captured | Part::Warnings, _) => LOW,
                (Part::Failures, _) if is_place(line) => FAULT,
                (Part::Failures, None) => LOW,
                (_, Some(known)) => known,
                (Part::Session, None) if is_dots(line) => NOISE,
                (_, None) => USUAL,
            };
        }
    }
}

/// `==== words ====`.
fn title(line: &str, sign: char) -> Option<&str> {
    if !line.starts_with(sign) {
        return None;
    }
    let bare = line.trim_start_matches(sign);
    let title = bare.trim_end_matches(sign).trim();
    (line.len() - bare.len() >= 2 && bare.ends_with(sign) && !title.is_empty()).then_some(title)
}

/// `tests/test_lamp.py:12: AssertionError`.
fn is_place(line: &str) -> bool {
    let Some((path, rest)) = line.split_once(".py:") else { return false };
    !path.contains(' ') && rest.split_once(':').is_some_and(|(n, rest)| n.parse::<u32>().is_ok() && rest.len() > 1)
}

/// `tests/test_lamp.py ..F..s`, or a line of dots alone.
fn is_dots(line: &str) -> bool {
    let dots = line.rsplit(' ').next().unwrap_or(line);
    !dots.is_empty() && dots.bytes().all(|b| b".FEsxX".contains(&b)) && dots.contains('.')
}

static UNITTEST: Table = Table {
    starts: &[
        ("Traceback (most recent call last)", NOISE),
        ("OK", TOTAL),
        ("FAILED (", TOTAL),
        ("Ran ", TOTAL),
        ("First differing", HIGH),
        ("Creating test database", NOISE),
        ("Destroying test database", NOISE),
        ("System check", LOW),
    ],
    ends: &[("... ok", NOISE)],
    has: &[("... skipped", LOW), ("Error: ", FAULT), ("Exception: ", FAULT)],
};

/// Weighs the lines of unittest.
pub(super) fn unittest(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut last = None;
    let mut inside = false;
    for (line, slot) in lines.iter().zip(worth) {
        let ruler = |sign: char| line.len() > 20 && line.trim_end_matches(sign).is_empty();
        if ruler('=') || ruler('-') {
            inside |= ruler('=');
            *slot = NOISE;
            continue;
        }
        *slot = UNITTEST.worth(line).unwrap_or(if inside { LOW } else { USUAL });
        // Of the places of a traceback only the last one is where it broke.
        if line.trim_start().starts_with("File \"") {
            last = Some(line);
            *slot = if is_test_frame(line) { HIGH } else { LOW };
        } else if *slot == FAULT && last.take().is_none() && line.starts_with(' ') {
            *slot = USUAL;
        } else if is_dots(line) {
            *slot = NOISE;
        }
    }
}

/// A frame of the program and not of the libraries.
fn is_test_frame(line: &str) -> bool {
    !line.contains("site-packages") && !line.contains("/lib/python") && line.contains(", line ")
}

/// Is it the output of pytest?
pub(super) fn is_pytest(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        let Some(title) = title(line, '=') else {
            return (line.ends_with('s') || line.ends_with(')'))
                && line.starts_with(|c: char| c.is_ascii_digit())
                && line.contains(" passed")
                && line.contains(" in ");
        };
        matches!(title, "test session starts" | "short test summary info")
    })
}

/// Is it the output of unittest?
pub(super) fn is_unittest(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        line.strip_prefix("Ran ")
            .is_some_and(|rest| rest.contains(" test") && rest.contains(" in ") && rest.ends_with('s'))
    })
}
