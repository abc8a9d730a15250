//! Checkers: tsc, mypy, pyright, eslint, ruff, flake8.
//!
//! Takes the lines of a run; weighs them. A finding with its place stays when it is an error; where there are too many,
//! the first and last ones and the count of the rest. Warnings and notes follow, code frames go.
//! Promises: linear; the file that stands above its findings stays with them. Leaves out: what the rules mean.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, USUAL, kinds};

/// Findings that are shown without fail; the rest as far as there is room.
const FIRST: usize = 5;

static BY_LINE: Table = Table {
    starts: &[
        ("Found ", TOTAL),
        ("Success: ", TOTAL),
        ("Errors  Files", LOW),
        ("warning", LOW),
        ("[", NOISE),
        ("Starting compilation", NOISE),
    ],
    ends: &[],
    has: &[(": note: ", LOW), (" - information: ", LOW), (": warning: ", USUAL), (" - warning: ", USUAL)],
};

/// Weighs lines of `path(1,2): error TS1: message` and `path:1: error: message`.
pub(super) fn by_line(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut errors = 0;
    let mut codes = Seen::default();
    for (line, slot) in lines.iter().zip(worth) {
        let error = line.contains("error TS") || line.contains(": error: ") || line.contains(" - error: ");
        *slot = if error {
            errors += 1;
            // The first of each rule says more than the tenth of one.
            let new = codes.is_new(code(line));
            if errors <= FIRST || new { MUST } else { FAULT }
        } else if line.contains(" errors, ") && line.contains(" warning") {
            TOTAL
        } else if is_number_of_errors(line) {
            HIGH
        } else {
            BY_LINE.worth(line).unwrap_or(if line.starts_with(' ') { LOW } else { USUAL })
        };
    }
}

/// `     3  src/lamp.ts:12`, the table at the end of tsc.
fn is_number_of_errors(line: &str) -> bool {
    let bare = line.trim_start();
    let digits = bare.bytes().take_while(u8::is_ascii_digit).count();
    digits > 0 && line.starts_with(' ') && bare.get(digits..).is_some_and(|r| r.starts_with("  ") && r.contains(':'))
}

/// Name of the rule: `TS2322`, or the word in brackets at the end.
fn code(line: &str) -> &str {
    if let Some((_, rest)) = line.split_once("error ") {
        return rest.split(':').next().unwrap_or_default();
    }
    line.trim_end().strip_suffix(']').and_then(|l| l.rsplit_once('[')).map_or("", |(_, code)| code)
}

/// Rules seen so far, a few.
#[derive(Default)]
struct Seen<'a> {
    codes: alloc::vec::Vec<&'a str>,
}

impl<'a> Seen<'a> {
    fn is_new(&mut self, code: &'a str) -> bool {
        /// More rules than this are not told apart.
        const MOST: usize = 16;
        let new = !code.is_empty() && self.codes.len() < MOST && !self.codes.contains(&code);
        if new {
            self.codes.push(code);
        }
        new
    }
}

static ESLINT: Table = Table {
    starts: &[("✖ ", TOTAL), ("✔ ", HIGH), ("> ", LOW), ("Oops!", MUST)],
    ends: &[],
    has: &[("potentially fixable", HIGH), ("  error  ", FAULT), ("  warning  ", LOW)],
};

/// Weighs the findings of eslint below their files.
pub(super) fn eslint(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut file: Option<usize> = None;
    let mut errors = 0;
    let mut rules = Seen::default();
    for at in 0..lines.len() {
        let line = lines.get(at).copied().unwrap_or_default();
        let mut value = ESLINT.worth(line).unwrap_or(USUAL);
        if !line.starts_with(' ') && line.contains(['/', '\\', '.']) && !line.contains(' ') {
            file = Some(at);
            value = LOW;
        } else if value == FAULT {
            errors += 1;
            let new = rules.is_new(line.rsplit(' ').next().unwrap_or_default());
            if errors <= FIRST || new {
                value = MUST;
            }
            if let Some(above) = file.take().and_then(|file| worth.get_mut(file)) {
                *above = value;
            }
        }
        if let Some(slot) = worth.get_mut(at) {
            *slot = value;
        }
    }
}

static RUFF: Table = Table {
    starts: &[
        ("Found ", TOTAL),
        ("All checks passed", TOTAL),
        ("No fixes available", LOW),
        ("[*] ", TOTAL),
        ("error", MUST),
        ("warning", HIGH),
        ("Would reformat", HIGH),
        ("Your code has been rated", TOTAL),
        ("*****", LOW),
        ("= help", LOW),
        ("help: ", LOW),
        ("|", NOISE),
        ("--> ", FAULT),
    ],
    ends: &[],
    has: &[],
};

/// Weighs `path:1:2: F401 message`, or the frames of newer versions: the rule, its place, the code.
pub(super) fn ruff(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut findings = 0;
    let mut rules = Seen::default();
    let mut last = FAULT;
    for (line, slot) in lines.iter().zip(worth) {
        let rule = rule(line);
        *slot = if !rule.is_empty() {
            findings += 1;
            let new = rules.is_new(rule);
            last = if findings <= FIRST || new { MUST } else { FAULT };
            last
        } else if line.trim_start().starts_with("--> ") {
            last
        } else {
            let frame = line.starts_with(' ') || line.starts_with(|c: char| c.is_ascii_digit());
            RUFF.worth(line).unwrap_or(if frame { LOW } else { USUAL })
        };
    }
}

/// The rule of a finding: `F401` in `lamp.py:1:2: F401 unused` and in `F401 [*] unused`.
fn rule(line: &str) -> &str {
    let is_rule = |word: &&str| {
        let letters = word.bytes().take_while(u8::is_ascii_uppercase).count();
        (1..=4).contains(&letters)
            && (3..8).contains(&word.len())
            && word.bytes().skip(letters).all(|b| b.is_ascii_digit())
    };
    let first = line.split(' ').next().unwrap_or_default();
    if let Some(rule) = Some(first).filter(is_rule) {
        return rule;
    }
    let place = first.ends_with(':') && first.contains('.') && first.bytes().filter(|b| *b == b':').count() >= 2;
    let second = line.split(' ').nth(1).map_or("", |word| word.trim_end_matches(':'));
    Some(second).filter(|word| place && is_rule(word)).unwrap_or_default()
}

/// Is it the output of tsc?
pub(super) fn is_tsc(output: &Output<'_>) -> bool {
    kinds::holds(output, "error TS")
        && kinds::peek(output)
            .any(|line| line.contains("): error TS") || line.contains(" - error TS") || line.starts_with("error TS"))
}

/// Is it the output of eslint?
pub(super) fn is_eslint(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| line.starts_with("✖ ") && line.contains(" problem"))
}

/// Is it the output of ruff?
pub(super) fn is_ruff(output: &Output<'_>) -> bool {
    kinds::holds(output, ".py:")
        && kinds::peek(output).filter(|line| line.contains(".py:") && !rule(line).is_empty()).count() > 1
}

/// Is it the output of mypy?
pub(super) fn is_mypy(output: &Output<'_>) -> bool {
    kinds::holds(output, ".py:")
        && kinds::peek(output).any(|line| line.contains(".py:") && line.contains(": error: ") && line.ends_with(']'))
}
