//! The session log.
//!
//! Takes the steps, runs and decisions; gives lines on who said what and on calls that leave no other trace, each
//! with a weight. Promises: order of the conversation; first lines, whole or visibly cut. Leaves out: commands and
//! file operations, which have their own lists, but for what broke in failures that later runs overtook.
use super::commands;
use super::notice;
use super::runs::Runs;
use super::steps::{Called, Region, What, failing};
use crate::key_lines;
use crate::ledger::{Entry, EntryKind, Quote};
use crate::opened::Action;
use alloc::collections::BTreeSet;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

/// Characters of a user's line, of the assistant's closing line and its other lines, of a call, of a result.
const USER: usize = 300;
const CLOSING: usize = 400;
const SAID: usize = 200;
const CALL: usize = 160;
const RESULT: usize = 200;
/// A line with fewer words says little.
const FULL: usize = 6;

/// Gathers the log.
pub(super) fn gather(region: &Region<'_>, runs: &Runs<'_>, decisions: &[Quote]) -> Vec<Entry> {
    let closing = closing(region);
    let mut log: Vec<Entry> = Vec::new();
    let mut add = |kind, tool: &str, quote: Quote, weight| {
        if !quote.text.is_empty() {
            log.push(Entry { kind, tool: String::from(tool), quote, weight });
        }
    };
    for (number, step) in region.steps.iter().enumerate() {
        let at = step.message;
        match &step.what {
            What::Human(text) => add(EntryKind::User, "", region.quote(at, text, USER), 7),
            What::Notice(text) if told(text) => add(EntryKind::Notice, "", region.quote(at, text, RESULT), 1),
            What::Assistant(text) => {
                let last = closing.get(number) == Some(&true);
                let choice = decisions.binary_search_by_key(&at, |q| q.source.message).is_ok();
                let calls = matches!(region.steps.get(number + 1), Some(next) if next.message == at);
                let (width, weight) = match (last, choice, calls) {
                    (true, ..) => (CLOSING, 8),
                    (_, true, _) => (SAID, 6),
                    (.., false) => (SAID, 4),
                    _ => (SAID, 3),
                };
                add(EntryKind::Assistant, "", region.quote(at, first_line(text), width), weight);
            }
            What::Call(called) if other(called) => {
                let tool = called.call.tool.as_str();
                add(EntryKind::Call, tool, region.quote(at, &called.call.target, CALL), 2);
                if let Some(answer) = called.answer {
                    let state = answer.head.state;
                    let weight = if failing(state) { 6 } else { 2 };
                    let words = told_by(called, answer.text);
                    add(EntryKind::Result(state), tool, region.quote(answer.message, words, RESULT), weight);
                }
            }
            _ => {}
        }
    }
    log.extend(overtaken(region, runs));
    log.extend(overtaken_without_code(region, runs));
    // A result stands where it came back, not where it was asked for.
    log.sort_by_key(|entry| entry.quote.source.message);
    log
}

/// For each step: it is the assistant's last word before a person speaks, or before the kept messages.
fn closing(region: &Region<'_>) -> Vec<bool> {
    let mut flags = vec![false; region.steps.len()];
    let mut wanted = true;
    for (flag, step) in flags.iter_mut().zip(&region.steps).rev() {
        match step.what {
            What::Human(_) | What::KeptHuman => wanted = true,
            What::Assistant(_) if wanted => {
                *flag = true;
                wanted = false;
            }
            _ => {}
        }
    }
    flags
}

/// The first line with enough words, else the first line with any.
fn first_line(text: &str) -> &str {
    let words = |line: &str| line.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).take(FULL).count();
    let lines = || text.lines().map(str::trim).filter(|line| words(line) > 0);
    lines().find(|line| words(line) == FULL).or_else(|| lines().next()).unwrap_or_else(|| text.trim())
}

/// Calls that leave no trace in the lists of commands, files and state.
fn other(called: &Called<'_>) -> bool {
    matches!(called.call.action, Action::Other)
}

/// What the result of such a call says: its error, the key line of a failure, else its first line of words.
fn told_by<'a>(called: &Called<'a>, text: &'a str) -> &'a str {
    let Some(answer) = called.answer else { return "" };
    if let Some(error) = answer.head.error.as_deref() {
        return error;
    }
    if failing(answer.head.state) && !answer.head.stub {
        return key_lines::pick(text, &called.call.tool, 1).first().copied().unwrap_or_default();
    }
    let letters = |line: &&str| line.chars().filter(|c| c.is_alphanumeric()).take(3).count() == 3;
    text.lines().map(str::trim).find(letters).unwrap_or_default()
}

/// Notices that tell something: the end of a process, an interruption.
fn told(text: &str) -> bool {
    let start = text.trim_start();
    notice::read(text).is_some() || start.starts_with("[Request interrupted") || start.starts_with("[ASYNC DELEGATION")
}

/// What broke in runs that failed and failed differently before the newest failure, which the command itself shows.
fn overtaken(region: &Region<'_>, runs: &Runs<'_>) -> Vec<Entry> {
    let mut log = Vec::new();
    for track in runs.tracks.iter().filter(|t| t.tool.is_empty()) {
        let mut failed = track.runs.iter().rev().filter(|run| failing(run.state)).peekable();
        let Some(newest) = failed.next() else { continue };
        if failed.peek().is_none() {
            continue;
        }
        let shown = commands::key_lines(region, newest, &track.text);
        let mut seen: BTreeSet<String> = shown.into_iter().map(|quote| quote.text).collect();
        for run in failed {
            let Some(output) = run.output.filter(|o| !o.head.stub) else { continue };
            let words = key_lines::pick(output.text, &track.text, 1).first().copied().unwrap_or_default();
            let quote = region.quote(output.message, words, RESULT);
            if !quote.text.is_empty() && seen.insert(quote.text.clone()) {
                log.push(Entry { kind: EntryKind::Result(run.state), tool: String::new(), quote, weight: 4 });
            }
        }
    }
    log
}

/// What the outputs of runs without a code plainly show as broken, where a later run of the command came after.
fn overtaken_without_code(region: &Region<'_>, runs: &Runs<'_>) -> Vec<Entry> {
    let mut log = Vec::new();
    for track in runs.tracks.iter().filter(|t| t.tool.is_empty()) {
        let Some((newest, older)) = track.runs.split_last() else { continue };
        let shown = commands::plain_failure(region, newest, &track.text);
        let mut seen: BTreeSet<String> = shown.into_iter().map(|quote| quote.text).collect();
        for run in older.iter().rev() {
            let quote = commands::plain_failure(region, run, &track.text);
            if let Some(quote) = quote.filter(|quote| seen.insert(quote.text.clone())) {
                log.push(Entry { kind: EntryKind::Result(run.state), tool: String::new(), quote, weight: 4 });
            }
        }
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;
    use crate::facts::{decisions, runs};
    use cento_contract::RunState::{Exited, Failed, NoExitCode, Succeeded};

    fn log(case: &Case) -> Vec<Entry> {
        let region = case.region();
        gather(&region, &runs::collect(&region, None), &decisions::gather(&region))
    }

    fn lines(log: &[Entry]) -> Vec<(&str, u8)> {
        log.iter().map(|e| (e.quote.text.as_str(), e.weight)).collect()
    }

    #[test]
    fn the_last_word_before_a_person_speaks_weighs_most() {
        let mut case = Case::new();
        case.user("Mend the lamp.").assistant("Looking at the lamp in the hall now.");
        case.assistant("Done.\nThe lamp in the hall burns again, bulb changed.\nMore.").user("Good.");
        case.assistant("You are welcome.");
        assert_eq!(
            lines(&log(&case)),
            [
                ("Mend the lamp.", 7),
                ("Looking at the lamp in the hall now.", 4),
                ("The lamp in the hall burns again, bulb changed.", 8),
                ("Good.", 7),
                ("You are welcome.", 8),
            ]
        );
    }

    #[test]
    fn other_calls_are_told_and_commands_and_files_are_not() {
        let mut case = Case::new();
        case.run("ls", Exited(0), "a").read("b", Succeeded).todo(&["[ ] c"], Succeeded);
        case.other("web_search", "lamp prices", NoExitCode, "{\n  \"hits\": 3\n}").other("fetch", "", Failed, "");
        case.error("no such host");
        let log = log(&case);
        assert_eq!(lines(&log), [("lamp prices", 2), ("\"hits\": 3", 2), ("no such host", 6)]);
        assert_eq!(log.last().map(|e| (e.tool.as_str(), e.kind)), Some(("fetch", EntryKind::Result(Failed))));
    }

    #[test]
    fn a_failure_that_a_later_one_overtook_is_told_once() {
        let mut case = Case::new();
        for output in ["error: first", "error: first", "error: second"] {
            case.run("make", Exited(1), output);
        }
        assert_eq!(lines(&log(&case)), [("error: first", 4)]);
    }

    #[test]
    fn what_broke_without_a_code_is_told_where_a_later_run_came_after() {
        let mut case = Case::new();
        for output in ["a.c:1:2: error: first", "all fine", "a.c:1:2: error: second", "a.c:1:2: error: third"] {
            case.run("make", NoExitCode, output);
        }
        case.run("sh x", NoExitCode, "no errors").run("sh x", NoExitCode, "done");
        assert_eq!(lines(&log(&case)), [("a.c:1:2: error: first", 4), ("a.c:1:2: error: second", 4)]);
    }

    #[test]
    fn notices_of_ends_are_told_and_reminders_are_not() {
        let mut case = Case::new();
        let end = "[IMPORTANT: Background process p finished (exit code 0). Command: x. Output: ]";
        case.notice(end).notice("[IMPORTANT: Background process list follows]");
        assert_eq!(lines(&log(&case)), [(end, 1)]);
    }

    #[test]
    fn everything_stands_in_the_order_of_the_conversation() {
        let mut case = Case::new();
        case.user("a").other("x", "one", NoExitCode, "abc").run("m", Exited(1), "error: q").run(
            "m",
            Exited(1),
            "error: r",
        );
        case.assistant("b");
        let places: Vec<u32> = log(&case).iter().map(|e| e.quote.source.message).collect();
        assert!(places.is_sorted(), "{places:?}");
    }
}
