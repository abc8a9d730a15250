//! Rust: `cargo build`, `check`, `clippy`, `test`; `rustc`.
//!
//! Takes the lines of a run; weighs them. Errors with their place, panics with what was expected, failing tests and
//! totals stay; warnings follow with their place; crates that are compiled and passing tests do not.
//! Promises: linear. Leaves out: help and notes, the first to go.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, USUAL, kinds};
use alloc::collections::BTreeSet;

static TABLE: Table = Table {
    starts: &[
        ("Compiling ", NOISE),
        ("Checking ", NOISE),
        ("Downloading ", NOISE),
        ("Downloaded ", NOISE),
        ("Updating ", NOISE),
        ("Locking ", NOISE),
        ("Adding ", NOISE),
        ("Blocking ", NOISE),
        ("Fresh ", NOISE),
        ("Dirty ", NOISE),
        ("Building ", NOISE),
        ("Documenting ", NOISE),
        ("Finished ", HIGH),
        ("Running ", LOW),
        ("Doc-tests ", LOW),
        ("running ", LOW),
        ("failures:", NOISE),
        ("note: run with `RUST_BACKTRACE", NOISE),
        ("note: ", LOW),
        ("help: ", LOW),
        ("= note", LOW),
        ("= help", LOW),
        ("For more information about this error", NOISE),
        ("Some errors have detailed explanations", LOW),
        ("stack backtrace", NOISE),
        ("To rerun this", LOW),
    ],
    ends: &[("... ok", NOISE), ("... ignored", LOW)],
    has: &[("warning: build failed", LOW)],
};

/// What the lines that follow belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    Error,
    Warning,
    /// A warning in words that came before.
    Again,
    /// The words of a panic.
    Panic,
    /// The frames of a panic.
    Frames,
    /// Names of failing tests, each once more.
    Names,
}

/// Weighs the lines.
pub(super) fn cargo(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut block = Block::None;
    let mut warnings = BTreeSet::new();
    // A list of names is all there is where the verdicts are cut away.
    let verdicts = lines.iter().any(|line| line.starts_with("test ") && line.ends_with(" ... FAILED"));
    for (line, slot) in lines.iter().zip(worth) {
        let bare = line.trim_start();
        if bare.is_empty() {
            if block != Block::Names {
                block = Block::None;
            }
            continue;
        }
        if line.starts_with(' ') && block == Block::Names {
            *slot = if verdicts { LOW } else { MUST };
            continue;
        }
        if let Some((value, next)) = opens(line, bare) {
            let again = next == Block::Warning && !warnings.insert(line);
            (*slot, block) = if again { (USUAL, Block::Again) } else { (value, next) };
            continue;
        }
        if bare.starts_with("stack backtrace:") {
            (block, *slot) = (Block::Frames, NOISE);
            continue;
        }
        *slot = match (block, TABLE.worth(line)) {
            // Frames of the program itself.
            (Block::Frames, _) if bare.starts_with("at ./") => HIGH,
            (Block::Frames, _) => NOISE,
            (Block::Panic, None) => FAULT,
            (Block::Panic, Some(NOISE)) => NOISE,
            (Block::Error, _) if bare.starts_with("--> ") => MUST,
            (Block::Warning, _) if bare.starts_with("--> ") => HIGH,
            (Block::Again, _) if bare.starts_with("--> ") => USUAL,
            (Block::Error, None) if bare.contains('^') && has_words(bare) => FAULT,
            (Block::Error, None) => USUAL,
            (Block::Warning | Block::Again, None) => LOW,
            (_, known) => known.unwrap_or(USUAL),
        };
    }
}

/// The first line of a block, what it is worth, and the block.
fn opens(line: &str, bare: &str) -> Option<(u8, Block)> {
    if line.starts_with("error") {
        // The words at the end name what failed as a whole.
        let end = line.starts_with("error: aborting") || line.starts_with("error: could not compile");
        return Some(if end { (FAULT, Block::None) } else { (MUST, Block::Error) });
    }
    if line.starts_with("warning") {
        return Some(if line.contains(" generated ") || line.contains(" emitted") {
            (FAULT, Block::None)
        } else {
            (HIGH, Block::Warning)
        });
    }
    if bare.contains("panicked at") && bare.starts_with("thread ") {
        return Some((FAULT, Block::Panic));
    }
    if line.starts_with("---- ") && line.ends_with(" ----") {
        return Some((HIGH, Block::Panic));
    }
    (line == "failures:").then_some((NOISE, Block::Names))
}

/// `   |  ^^^^ expected `u32`, found `&str``.
fn has_words(line: &str) -> bool {
    line.trim_start_matches(['|', ' ', '^', '-', '_', '.']).len() > 3
}

/// Is it the output of cargo?
pub(super) fn is_cargo(output: &Output<'_>) -> bool {
    kinds::peek(output).any(|line| {
        let bare = line.trim_start();
        bare.starts_with("test result: ")
            || line.starts_with("error[E")
            || (bare.starts_with("Compiling ") && bare.contains(" v") && line.starts_with("  "))
            || (bare.starts_with("Finished `") && bare.contains(" profile"))
    })
}
