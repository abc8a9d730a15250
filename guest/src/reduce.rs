//! One output of a tool, shorter: of its lines those that say most.
//!
//! Takes the opened, sanitised text of a result and what is known of its call; gives a text of about `most` tokens.
//!
//! 1. [`kinds`]: which kind of output it is, by tool, command and shape.
//! 2. The reducer of that kind says what each line is worth (many by a [`table`]), or writes a shorter text of its own
//!    where lines are no unit (JSON).
//! 3. [`outcome`]: names of failing tests, totals and exit codes of runs.
//! 4. [`fold`]: runs of near-identical lines.
//! 5. [`fit`]: the lines that fit; a gap says how many lines are missing.
//!
//! Promises: what a reducer calls [`MUST`] stays, as long as that is not more than twice the size, and what of it is
//! missing is counted; order is that of the text; every line is one of the text, whole or visibly cut (but where a
//! reducer writes, and says so); never longer than the text; the same text gives the same result; n log n. Leaves out:
//! the envelope around the text, and what the lines mean.
use crate::kind::ToolKind;
use crate::{bytes, key_lines, tokens};
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::RunState;
use core::cell::LazyCell;
pub(crate) use gap::Gap;

mod build;
mod cargo;
mod check;
mod code;
mod columns;
mod data;
mod docker;
mod dotnet;
mod fit;
mod fold;
mod gap;
mod git;
mod go;
mod html;
mod http;
mod infra;
mod install;
mod js_tests;
mod json;
mod jvm;
mod kinds;
mod listing;
mod noise;
mod outcome;
mod py_tests;
mod rows;
mod search;
mod signs;
mod strings;
mod table;
mod trace;
mod web;

/// How a run ended, in numbers: before all others.
pub(crate) const TOTAL: u8 = 10;
/// What a line is worth: lines of less go first, among equals those in the middle.
pub(crate) const MUST: u8 = 9;
/// The words of a failure: what broke and where.
pub(crate) const FAULT: u8 = 8;
/// Names a place, a file, a change: kept before the rest.
pub(crate) const HIGH: u8 = 6;
/// Nothing is known of it.
pub(crate) const USUAL: u8 = 4;
/// Progress, passing tests, details.
pub(crate) const LOW: u8 = 2;
/// Said again elsewhere, where it stays.
pub(crate) const TWIN: u8 = 1;
/// Says nothing: shown only where there is nothing else.
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

/// What does not depend on the size that is asked for, so that a second size of the same output is cheap.
#[derive(Default)]
pub(crate) struct Known {
    /// Tokens of the output.
    pub(crate) tokens: Option<u32>,
    how: Option<How>,
}

/// Who writes the shorter text: a reducer of its own, or the lines that fit.
enum How {
    Whole(fn(&Output<'_>, u32) -> Option<String>),
    Lines(fit::Weighed),
}

/// A shorter text of about `most` tokens, or `None` when it is short enough or nothing can go.
pub fn reduce(output: Output<'_>, most: u32) -> Option<String> {
    reduce_known(output, most, &mut Known::default())
}

/// The same for one of several sizes; `known` is of this output or empty.
pub(crate) fn reduce_known(output: Output<'_>, most: u32, known: &mut Known) -> Option<String> {
    let size = *known.tokens.get_or_insert_with(|| tokens::estimate(output.text));
    if size <= most {
        return None;
    }
    let lines = LazyCell::new(|| bytes::lines(output.text));
    let how = known.how.get_or_insert_with(|| match kinds::find(&output).reduce {
        kinds::Reduce::Whole(write) => How::Whole(write),
        kinds::Reduce::Lines(weigh) => How::Lines(weighed(&output, &lines, weigh, false)),
        kinds::Reduce::Run(weigh) => How::Lines(weighed(&output, &lines, weigh, true)),
    });
    let shorter = match how {
        How::Whole(write) => write(&output, most)?,
        How::Lines(weighed) => fit::fit(&lines, weighed, most),
    };
    (tokens::estimate(&shorter) < size && shorter.len() <= output.text.len()).then_some(shorter)
}

/// The name of the kind that an output is taken for.
pub fn kind_of(output: &Output<'_>) -> &'static str {
    kinds::find(output).name
}

/// Says what each line is worth; all are `USUAL` before.
type Weigh = fn(&Output<'_>, &[&str], &mut [u8]);

fn weighed(output: &Output<'_>, lines: &[&str], weigh: Weigh, run: bool) -> fit::Weighed {
    let mut worth = alloc::vec![USUAL; lines.len()];
    weigh(output, lines, &mut worth);
    if run || crate::ledger::is_failure(output.state) {
        outcome::raise(lines, &mut worth);
    }
    raise_key_lines(output, lines, &mut worth);
    for (line, worth) in lines.iter().zip(&mut worth) {
        if line.trim().is_empty() {
            *worth = NOISE;
        }
    }
    fit::Weighed::new(lines, worth)
}

/// Whatever the reducer thinks of them: the lines that say what broke stay.
fn raise_key_lines(output: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    /// As many as a failure has to tell.
    const MOST: usize = 6;
    if !crate::ledger::is_failure(output.state) && output.state != RunState::NoExitCode {
        return;
    }
    let mut picked: Vec<&str> =
        key_lines::pick(output.text, output.call, MOST).into_iter().filter(|key| !key.is_empty()).collect();
    // The one that says most goes with the totals, if it is no longer than one.
    let best = picked.iter().copied().find(|key| key.len() < 200 && !outcome::ends(key));
    for (line, worth) in lines.iter().zip(worth).filter(|(_, worth)| **worth != TWIN) {
        let Some(at) = picked.iter().position(|key| line.contains(key)) else { continue };
        // The same words a second time are no news.
        let key = picked.swap_remove(at);
        if best == Some(key) {
            *worth = TOTAL;
            continue;
        }
        // Where it broke is worth a little less than what broke.
        let place = line.trim_start().starts_with("at ");
        *worth = if place { FAULT } else { MUST }.max(*worth);
    }
}

#[cfg(test)]
mod failed;
#[cfg(test)]
mod golden;
#[cfg(test)]
mod golden_texts;
#[cfg(test)]
mod tests;
