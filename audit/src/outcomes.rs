//! Stated outcomes are recorded ones.
//!
//! Takes the summary's commands, results and processes. Finds codes that the named result does not record, successes of
//! calls that failed and failures of calls that passed, `Errors & Fixes` without a failure and a later pass of the very
//! same call, failures that stand among what passed, and commands whose newest run in what went ended otherwise.
//! What an earlier summary told is held against that summary. Leaves out: how often a command ran.
use crate::message::{Message, Role};
use crate::record::Record;
use crate::summary::{Command, Fact, From, Outcome, Part, Section, State, Summary, Why};
use crate::units::Units;
use crate::words::{Reading, Source, read};
use crate::{Case, Check, Notes, Place};
use serde_json::Value;
use std::collections::BTreeSet;

pub(crate) fn check(case: &Case<'_>, units: &Units<'_, '_>, summary: &Summary<'_>, notes: &mut Notes) {
    let said = |notes: &mut Notes, fact: &Fact<'_>, outcome: &Outcome| {
        match wrong(units, fact, outcome) {
            Some(what) => notes.wrong(Check::Outcomes, Place::Line(fact.line), what),
            None => notes.looked(Check::Outcomes, 1),
        };
    };
    for (part, fact) in summary.facts() {
        for outcome in &fact.outcomes {
            said(notes, fact, outcome);
        }
        let Some(command) = &fact.command else { continue };
        for outcome in &command.states {
            said(notes, fact, outcome);
        }
        if let Some(what) = misplaced(part, command).map(str::to_string).or_else(|| unmended(units, part, command)) {
            notes.wrong(Check::Outcomes, Place::Line(fact.line), what);
        }
    }
    newest(case, units, summary, notes);
}

/// What is wrong with a stated outcome.
fn wrong(units: &Units<'_, '_>, fact: &Fact<'_>, outcome: &Outcome) -> Option<String> {
    let rows = units.named(outcome.at);
    if rows.is_empty() && !units.is_carried(outcome.at) {
        return None;
    }
    let all: Vec<usize> = rows.iter().flat_map(|row| units.unit(*row)).collect();
    let results: Vec<usize> = all.iter().copied().filter(|row| is_result(&units.original[*row])).collect();
    let records: Vec<Record> = results.iter().map(|row| units.record(*row)).collect();
    let agrees = |record: &Record| fits(record, outcome.state);
    let unanswered =
        || unanswered(units, &rows, fact.command.as_ref().map_or("", |command| command.text), outcome.state);
    let mine = !outcome.below && (records.iter().any(agrees) || unanswered());
    if mine || carried(units, outcome) || later(units, fact, outcome, &all, &records) {
        return None;
    }
    let recorded = match records.as_slice() {
        [one] => one.code.map(|code| format!("; recorded is {code}")).unwrap_or_default(),
        _ => String::new(),
    };
    Some(format!("{} is not what {} records{recorded}", words(outcome.state), outcome.at))
}

fn is_result(message: &Message<'_>) -> bool {
    message.role == Role::Tool || (message.role == Role::User && message.calls.is_empty())
}

fn words(state: State) -> String {
    match state {
        State::Exit(code, _) => format!("exit {code}"),
        State::Ok => "ok".to_string(),
        State::Failed => "failed".to_string(),
        State::Ended(Why::Killed) => "killed".to_string(),
        State::Ended(Why::TimedOut) => "timed out".to_string(),
        State::Ended(Why::Interrupted) => "interrupted".to_string(),
        State::Ended(_) => "refused".to_string(),
        State::Waits => "waits for approval".to_string(),
        State::Running => "running".to_string(),
        State::NoCode => "no exit code".to_string(),
        State::NoResult => "no result".to_string(),
    }
}

/// The record allows the state.
fn fits(record: &Record, state: State) -> bool {
    match state {
        State::Exit(0, Why::None) => record.has(0) && !record.running && record.code.is_none_or(|code| code == 0),
        State::Exit(code, Why::None) => record.has(code),
        State::Exit(code, _) => record.has(code) || record.has(-code) || record.has(code - 128),
        State::Ok => record.code.is_none_or(|code| code == 0) && !(record.failed && record.code.is_none()),
        State::Failed => record.code != Some(0) || record.failed,
        State::Ended(_) | State::Waits => record.code != Some(0) || record.failed,
        State::NoCode => record.code.is_none() || record.running,
        State::Running => record.running || record.code.is_none_or(|code| code == 0),
        State::NoResult => false,
    }
}

/// A call with these words has no result.
fn unanswered(units: &Units<'_, '_>, rows: &[usize], words: &str, state: State) -> bool {
    let waits = rows.iter().any(|row| {
        let calls = units.original[*row].calls.iter().zip(&units.pairs.results[*row]);
        calls.into_iter().any(|(call, result)| result.is_none() && holds(&call.arguments, words))
    });
    matches!(state, State::NoResult | State::Waits | State::Running | State::Ended(_)) && waits
}

/// An earlier summary says the same of the same row.
fn carried(units: &Units<'_, '_>, outcome: &Outcome) -> bool {
    let state = words(outcome.state);
    let lines = units.carried_lines(outcome.at);
    lines.iter().any(|line| line.contains(&state) || line.contains("ok"))
        || (!lines.is_empty() && matches!(outcome.state, State::Waits | State::Running | State::Ended(_)))
}

/// A poll or notice further on names the process and records the state.
fn later(units: &Units<'_, '_>, fact: &Fact<'_>, outcome: &Outcome, rows: &[usize], records: &[Record]) -> bool {
    let mut names: Vec<String> = records.iter().flat_map(|record| record.processes.clone()).collect();
    // A process line names it; so do arguments of a poll.
    names.extend(fact.quotes.iter().filter(|_| fact.command.is_none()).map(|quote| quote.words.to_string()));
    names.retain(|name| name.len() > 1);
    let from = rows.iter().min().copied().unwrap_or(0);
    let started = records.is_empty() || records.iter().any(|record| record.running || record.code.is_none());
    (started || !outcome.below)
        && units.original.iter().enumerate().skip(from).any(|(at, message)| {
            let call = units.pairs.call[at].map(|(from, n)| units.original[from].calls[n].arguments.as_str());
            let told = |text: &str| names.iter().any(|name| text.contains(name.as_str()));
            is_result(message) && (told(&message.text) || call.is_some_and(told)) && {
                let record = units.record(at);
                let polled = Record { running: false, ..record };
                let stopped = polled.stopped && matches!(outcome.state, State::Ended(Why::Killed) | State::NoCode);
                stopped || (!polled.codes.is_empty() && fits(&polled, outcome.state))
            }
        })
}

/// The section does not fit the states.
fn misplaced(part: &Part<'_>, command: &Command<'_>) -> Option<&'static str> {
    let known = |state: &State| state.failed() || state.passed();
    let states: Vec<State> = command.states.iter().map(|outcome| outcome.state).collect();
    let last = states.iter().rev().find(|state| known(state)).copied();
    let failed = states.iter().any(|state| state.failed());
    let passed = last.is_some_and(State::passed);
    match part.section {
        Section::Fixes if !(failed && passed) => {
            Some("stands among what was mended, but no failure and later pass are stated")
        }
        Section::Blocked if passed => Some("stands among what fails, but its last outcome is a pass"),
        Section::Commands if failed && passed => Some("failed and passed, but does not stand among what was mended"),
        _ => None,
    }
}

/// Mended means that the very same call passed later.
fn unmended(units: &Units<'_, '_>, part: &Part<'_>, command: &Command<'_>) -> Option<String> {
    if part.section != Section::Fixes {
        return None;
    }
    let pass = command.states.iter().rfind(|outcome| outcome.state.passed())?;
    let failure = command.states.iter().rfind(|outcome| outcome.state.failed())?;
    let (pass_rows, failure_rows) = (units.named(pass.at), units.named(failure.at));
    let (first, second) = (failure_rows.iter().min()?, pass_rows.iter().max()?);
    let calls =
        |rows: &[usize]| -> Vec<(String, String)> { rows.iter().flat_map(|row| calls_of(units, *row)).collect() };
    let (before, after) = (calls(&failure_rows), calls(&pass_rows));
    // A poll or a notice tells of a call that it does not repeat.
    let polled = |calls: &[(String, String)]| !calls.iter().any(|(_, text)| holds(text, command.text));
    if first > second {
        return Some(format!("the pass at {} is older than the failure at {}", pass.at, failure.at));
    }
    let same = before.iter().any(|call| after.iter().any(|other| alike(call, other)));
    let told = polled(&before) || (polled(&after) && started(units, &pass_rows));
    (!same && !told).then(|| format!("{} is not the same call as {}", pass.at, failure.at))
}

/// The rows tell of a process that was started elsewhere.
fn started(units: &Units<'_, '_>, rows: &[usize]) -> bool {
    rows.iter().any(|row| {
        units.original[*row].role == Role::User
            || units.pairs.call[*row]
                .is_some_and(|(from, n)| command_of(&units.original[from].calls[n].arguments).is_none())
    })
}

fn alike(a: &(String, String), b: &(String, String)) -> bool {
    let bare = |text: &str| {
        let rest = text.strip_prefix("cd ").and_then(|rest| rest.split_once("&&")).map_or(text, |(_, rest)| rest);
        read(rest, Reading::Signs)
    };
    a.0 == b.0 && bare(&a.1) == bare(&b.1)
}

/// Tool and command (or arguments) of each call that a row makes or answers.
fn calls_of(units: &Units<'_, '_>, row: usize) -> Vec<(String, String)> {
    let message = &units.original[row];
    let answered = units.pairs.call[row].map(|(from, n)| &units.original[from].calls[n]);
    let calls = message.calls.iter().chain(answered);
    calls
        .map(|call| (call.name.clone(), command_of(&call.arguments).unwrap_or_else(|| call.arguments.clone())))
        .collect()
}

/// The command line in the arguments of a call.
fn command_of(arguments: &str) -> Option<String> {
    let keys = match serde_json::from_str(arguments) {
        Ok(Value::Object(keys)) => keys,
        _ => return None,
    };
    let word = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(all) => Some(all.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")),
        _ => None,
    };
    ["command", "cmd", "script"].iter().find_map(|key| keys.get(*key).and_then(word))
}

fn holds(text: &str, words: &str) -> bool {
    let mut source = Source::default();
    source.add(text);
    source.has(words)
}

/// Lines of commands below a directory, where some commands are left out: the newest run with the same words may be
/// one of those, in another directory.
fn placed(summary: &Summary<'_>) -> BTreeSet<usize> {
    let of_commands = |part: &&Part<'_>| matches!(part.section, Section::Blocked | Section::Fixes | Section::Commands);
    let parts = || summary.parts.iter().filter(of_commands);
    let mut placed = BTreeSet::new();
    if parts().all(|part| part.left_out == 0) {
        return placed;
    }
    for part in parts() {
        let is_place = |fact: &Fact<'_>| fact.part && fact.quotes.iter().any(|quote| quote.from == From::Anywhere);
        let below = part.facts.iter().skip_while(|fact| !is_place(fact));
        placed.extend(below.map(|fact| fact.line));
    }
    placed
}

/// The newest run of a command in what went is the one that the summary tells of.
fn newest(case: &Case<'_>, units: &Units<'_, '_>, summary: &Summary<'_>, notes: &mut Notes) {
    let mut last: Vec<(String, Option<i64>)> = Vec::new();
    let mut started: BTreeSet<String> = BTreeSet::new();
    for at in (0..case.original.len()).filter(|at| case.is[*at].is_none()) {
        let Some((from, n)) = units.pairs.call[at] else { continue };
        let call = &case.original[from].calls[n];
        let (Some(command), record) = (command_of(&call.arguments), units.record(at)) else { continue };
        let signs = read(&command, Reading::Signs);
        if record.running {
            started.insert(signs.clone());
        }
        // The end is told in words, or elsewhere: a run in the background may end after later ones.
        let open = started.contains(&signs) || (record.code.is_none() && !record.codes.is_empty());
        last.retain(|(text, _)| *text != signs);
        last.push((signs, record.code.filter(|_| !open)));
    }
    let commands: Vec<(&Fact<'_>, &Command<'_>)> =
        summary.facts().filter_map(|(_, fact)| Some((fact, fact.command.as_ref()?))).collect();
    let placed = placed(summary);
    for (fact, command) in &commands {
        if placed.contains(&fact.line)
            || !command.tool.is_empty()
            || command.text.contains('…')
            || command.text.contains(crate::words::MASK)
        {
            continue;
        }
        let signs = read(command.text, Reading::Signs);
        let Some((_, Some(code))) = last.iter().find(|(text, _)| *text == signs) else { continue };
        let told = commands.iter().filter(|(_, other)| other.text == command.text).any(|(_, other)| {
            let states = other.states.last().map(|outcome| outcome.state);
            match states {
                Some(State::Exit(said, _)) => said == *code || said == -code || said == code - 128,
                Some(State::Ok) => *code == 0,
                // A state without a code: the code beside it is the tool's.
                Some(_) => true,
                None => false,
            }
        });
        if !told {
            let what = format!("the newest run of this command in what went ended with exit {code}");
            notes.wrong(Check::Outcomes, Place::Line(fact.line), what);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_below_a_directory_says_nothing_of_runs_elsewhere_that_are_left_out() {
        let text = "[CENTO SUMMARY]\n\n## Blocked\n[#1] `make` exit 2\n  | boom\nin `/w`:\n[#3] `make` exit 1\n";
        assert_eq!(placed(&Summary::read(text)), BTreeSet::new());
        let text = format!("{text}(1 more left out)\n");
        assert_eq!(placed(&Summary::read(&text)), BTreeSet::from([6, 7]));
    }
}
