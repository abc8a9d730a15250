//! One output of a tool, shorter: of its lines those that say most.
//!
//! Takes the opened, sanitised text of a result and what is known of its call; gives a text of about `most` tokens.
//! 1. [`kinds`]: which kind of output it is, by tool, command and shape. 2. The reducer of that kind says what each
//! line is worth, or writes a shorter text of its own where lines are no unit (JSON). 3. [`fit`]: the lines that fit,
//! runs of near-identical ones folded; a gap says how many lines are missing.
//! Promises: what a reducer calls [`MUST`] stays (failures, names of failing tests, totals), as far as it is no
//! more than the text's own length; order is that of the text; every line is one of the text, whole or visibly cut; the
//! same text gives the same result; n log n. Leaves out: the envelope around the text, and what the lines mean.
use crate::kind::ToolKind;
use crate::{key_lines, tokens};
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::RunState;

mod code;
mod data;
mod fit;
mod html;
mod json;
mod kinds;
mod listing;
mod noise;
mod rows;
mod search;
mod signs;
mod strings;
mod columns;
mod trace;
mod web;

/// What a line is worth: lines of less go first, later ones of the same worth before earlier ones at the ends.
pub(crate) const MUST: u8 = 9;
/// Names a place, a file, a change: kept before the rest.
pub(crate) const HIGH: u8 = 6;
/// Nothing is known of it.
pub(crate) const USUAL: u8 = 4;
/// Progress, passing tests, details.
pub(crate) const LOW: u8 = 2;
/// Says nothing.
pub(crate) const NOISE: u8 = 0;

/// An output, and what is known of it.
#[derive(Clone, Copy, Debug)]
pub struct Output<'a> {
    /// What the tool is for.
    pub kind: ToolKind,
    /// The command of a shell call, the path of a read, else the name of the tool.
    pub call: &'a str,
    /// How the run ended.
    pub state: RunState,
    /// The text, sanitised and redacted.
    pub text: &'a str,
}

/// A shorter text of about `most` tokens, or `None` when it is short enough or nothing can go.
pub fn reduce(output: Output<'_>, most: u32) -> Option<String> {
    let size = tokens::estimate(output.text);
    if size <= most {
        return None;
    }
    let shorter = match kinds::find(&output).reduce {
        kinds::Reduce::Whole(write) => write(&output, most)?,
        kinds::Reduce::Lines(weigh) => {
            let lines: Vec<&str> = output.text.lines().collect();
            let mut worth = alloc::vec![USUAL; lines.len()];
            weigh(&output, &lines, &mut worth);
            raise_key_lines(&output, &lines, &mut worth);
            fit::fit(&lines, &worth, most)
        }
    };
    (tokens::estimate(&shorter) < size).then_some(shorter)
}

/// Whatever the reducer thinks of them: the lines that say what broke stay.
fn raise_key_lines(output: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    /// As many as a failure has to tell.
    const MOST: usize = 6;
    if !crate::ledger::is_failure(output.state) && output.state != RunState::NoExitCode {
        return;
    }
    let picked = key_lines::pick(output.text, output.call, MOST);
    for (line, worth) in lines.iter().zip(worth) {
        if picked.iter().any(|key| !key.is_empty() && line.contains(key)) {
            *worth = MUST;
        }
    }
}

#[cfg(test)]
mod golden_texts;
#[cfg(test)]
mod tests;
