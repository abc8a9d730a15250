//! What lines are made of: references, outcomes in words, and where a text has a seam.
//!
//! Takes one value or one text; gives its words, or the text in two parts. Promises: what is split here can be
//! put together again; `earlier` knows every outcome by these words. Leaves out: spans (`page`).
use super::page::Page;
use crate::ledger::{Ref, Run};
use alloc::format;
use alloc::string::{String, ToString};
use cento_contract::RunState;

/// `[#N]` or `[tN]`.
pub(crate) fn reference(at: Ref) -> String {
    let (mark, number) = match at {
        Ref::Row(row) => ("[#", row.to_string()),
        Ref::Turn(turn) => ("[t", turn.to_string()),
    };
    [mark, &number, "]"].concat()
}

/// Where the commands below ran or the files below are; empty for elsewhere.
pub(crate) fn directory_line(directory: &str) -> Page {
    let mut line = Page::default();
    line.say("in `").say(directory).say("`:\n");
    line
}

/// ` ×3`, where it ran more than once.
pub(super) fn times(run: &Run) -> String {
    if run.times > 1 { format!(" ×{}", run.times) } else { String::new() }
}

/// An outcome in words; `earlier` reads them back.
pub(crate) fn state_words(state: RunState) -> String {
    let coded = |code: Option<i32>, words: &str| match code {
        Some(code) => format!("exit {code} ({words})"),
        None => words.to_string(),
    };
    match state {
        RunState::Exited(code) => format!("exit {code}"),
        RunState::Killed(code) => coded(code, "killed"),
        RunState::TimedOut(code) => coded(code, "timed out"),
        RunState::Interrupted(code) => coded(code, "interrupted"),
        RunState::Refused(code) => coded(code, "refused, not run"),
        RunState::Pending => "not run, waits for approval".to_string(),
        RunState::Running => "running in background".to_string(),
        RunState::Failed => "failed".to_string(),
        RunState::Succeeded => "ok".to_string(),
        RunState::NoExitCode => "no exit code".to_string(),
        RunState::NoResult => "no result".to_string(),
    }
}

/// `text…+N` as `text…` and `+N`.
pub(super) fn split_cut(text: &str) -> (&str, &str) {
    let digits = text.bytes().rev().take_while(u8::is_ascii_digit).count();
    let head = text.get(..text.len() - digits).unwrap_or(text);
    if head.ends_with("…+") { text.split_at(head.len() - 1) } else { (text, "") }
}

/// What stands before and behind a text in a code span: one backtick, or more than the text has in a row and a blank.
pub(super) fn code_fence(text: &str) -> (String, String) {
    let most = match memchr::memchr(b'`', text.as_bytes()) {
        None => 0,
        Some(_) => text.split(|c| c != '`').map(str::len).max().unwrap_or_default(),
    };
    let (fence, blank) = ("`".repeat(most + 1), if most > 0 { " " } else { "" });
    // No text at all: two backticks in a row would begin a longer fence.
    let close = [if text.is_empty() { " " } else { blank }, &fence].concat();
    (fence + blank, close)
}

/// Directory and rest of `cd DIR && rest`, spelt just so, that the two can be put together again.
pub(crate) fn split_cd(text: &str) -> Option<(&str, &str)> {
    let words = text.strip_prefix("cd ")?;
    let (directory, rest) = words.split_at(memchr::memchr(b' ', words.as_bytes())?);
    let rest = rest.strip_prefix(" && ")?;
    let plain = !directory.is_empty() && !directory.contains(['&', ';', '|', '`']) && !rest.is_empty();
    plain.then_some((directory, rest))
}

/// The rest of `cd DIR && rest` when DIR is this directory.
pub(super) fn without_cd<'a>(text: &'a str, directory: &str) -> Option<&'a str> {
    text.strip_prefix("cd ")?.strip_prefix(directory)?.strip_prefix(" && ")
}

/// Words of the user, and the mark for pictures that came with them.
pub(super) fn split_pictures(text: &str) -> (&str, &str) {
    let mark = |at: &usize| {
        let number = text.get(at + 1..).and_then(|mark| mark.strip_suffix(" images]"));
        text.get(at + 1..) == Some("image]")
            || number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
    };
    let at = text.rfind('[').filter(mark);
    text.split_at(at.unwrap_or(text.len()))
}

/// The mark of a todo item (`[x] `), which stands for its status, and its words.
pub(super) fn split_mark(text: &str) -> (&str, &str) {
    let marked = text.starts_with('[') && text.get(2..4) == Some("] ");
    text.split_at(if marked { 4 } else { 0 })
}
