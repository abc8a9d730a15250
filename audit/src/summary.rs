//! The summary, line by line, as its published grammar has it.
//!
//! Takes the text of a summary; gives its sections and in each the facts: which row they name, which words are copied,
//! which outcomes are stated. Promises: a line that the grammar does not know is named, not guessed at. Leaves out:
//! whether any of it is true.
use std::fmt;

mod commands;
mod facts;

/// A row that a fact names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ref {
    /// `[#N]`: a saved row.
    Row(u64),
    /// `[tN]`: a place in the list, from 0.
    Turn(usize),
}

impl fmt::Display for Ref {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ref::Row(row) => write!(f, "[#{row}]"),
            Ref::Turn(turn) => write!(f, "[t{turn}]"),
        }
    }
}

/// How a run ended, as stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// `exit N`, perhaps with the reason behind it.
    Exit(i64, Why),
    /// `ok`.
    Ok,
    /// `failed`.
    Failed,
    /// A reason without a code.
    Ended(Why),
    /// `not run, waits for approval`.
    Waits,
    /// `running in background`.
    Running,
    /// `no exit code`.
    NoCode,
    /// `no result`.
    NoResult,
}

/// What stands in brackets behind a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the words in the text")]
pub enum Why {
    None,
    Killed,
    TimedOut,
    Interrupted,
    Refused,
}

impl State {
    /// It leaves something to mend.
    pub fn failed(self) -> bool {
        match self {
            State::Exit(code, why) => code != 0 || matches!(why, Why::TimedOut | Why::Refused),
            State::Failed | State::Waits => true,
            State::Ended(why) => matches!(why, Why::TimedOut | Why::Refused),
            _ => false,
        }
    }

    /// It is known to have gone well.
    pub fn passed(self) -> bool {
        matches!(self, State::Exit(0, Why::None) | State::Ok)
    }
}

/// Copied words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote<'a> {
    /// The words.
    pub words: &'a str,
    /// Where they stand.
    pub from: From,
}

/// Where copied words have to stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum From {
    /// In one of these rows, or in what belongs to them.
    Rows(Vec<Ref>),
    /// Each name of the path in the row.
    Path(Vec<Ref>),
    /// Somewhere in the conversation.
    Anywhere,
}

/// A stated outcome.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What is stated.
    pub state: State,
    /// The row that records it.
    pub at: Ref,
    /// It is the end of a run that a message which stays records.
    pub below: bool,
}

/// A command with its outcomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<'a> {
    /// Its text, without a `cd` that stands above.
    pub text: &'a str,
    /// The tool, if it is no shell command.
    pub tool: &'a str,
    /// States in order.
    pub states: Vec<Outcome>,
    /// It runs again in the messages that stay.
    pub again: bool,
}

/// One fact of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fact<'a> {
    /// The line, from 1.
    pub line: usize,
    /// The row that it names first.
    pub at: Option<Ref>,
    /// Other rows that it names.
    pub others: Vec<Ref>,
    /// Copied words.
    pub quotes: Vec<Quote<'a>>,
    /// Outcomes beside those of the command.
    pub outcomes: Vec<Outcome>,
    /// A command.
    pub command: Option<Command<'a>>,
    /// Words of the user.
    pub users: bool,
    /// Not counted as a fact of its own: it belongs to the line above.
    pub part: bool,
    /// `ok` and `FAIL` of packages, as counted.
    pub packages: Option<(usize, usize)>,
}

/// Kinds of sections.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the heading says what each is")]
pub enum Section {
    Snapshot,
    Goal,
    Rules,
    Blocked,
    Fixes,
    Decisions,
    State,
    Files,
    Commands,
    Errors,
    Names,
    Users,
    Log,
}

/// Headings in their order.
const HEADINGS: [(Section, &str); 13] = [
    (Section::Snapshot, "Historical Task Snapshot"),
    (Section::Goal, "Goal"),
    (Section::Rules, "Constraints & Preferences"),
    (Section::Blocked, "Blocked"),
    (Section::Fixes, "Errors & Fixes"),
    (Section::Decisions, "Key Decisions (quoted)"),
    (Section::State, "Active State"),
    (Section::Files, "Relevant Files"),
    (Section::Commands, "Commands Run"),
    (Section::Errors, "Error Names Seen"),
    (Section::Names, "Anchor Index"),
    (Section::Users, "User Messages"),
    (Section::Log, "Session Log (oldest first)"),
];

/// One section.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part<'a> {
    /// Which.
    pub section: Section,
    /// Its heading.
    pub heading: &'static str,
    /// Its facts, in order.
    pub facts: Vec<Fact<'a>>,
    /// `(N more left out)`.
    pub left_out: usize,
}

/// A summary as read.
#[derive(Clone, Debug, Default)]
pub struct Summary<'a> {
    /// Sections in order.
    pub parts: Vec<Part<'a>>,
    /// Lines that the grammar does not know, and why.
    pub unknown: Vec<(usize, &'static str)>,
    /// Lines in all.
    pub lines: usize,
}

impl<'a> Summary<'a> {
    /// Reads a summary that begins as ours do.
    pub fn read(text: &'a str) -> Summary<'a> {
        let mut summary = Summary { lines: text.lines().count(), ..Summary::default() };
        let (mut inside, mut directory) = (None::<usize>, Above::default());
        for (n, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line)) {
            if let Some(heading) = line.strip_prefix("## ") {
                match HEADINGS.iter().find(|(_, name)| *name == heading) {
                    Some((section, heading)) => {
                        if summary.parts.last().is_some_and(|part| part.section >= *section) {
                            summary.unknown.push((n, "a heading that stands twice or out of order"));
                        }
                        summary.parts.push(Part { section: *section, heading, facts: Vec::new(), left_out: 0 });
                        (inside, directory) = (Some(summary.parts.len() - 1), Above::default());
                    }
                    None => summary.unknown.push((n, "a heading that no summary has")),
                }
                continue;
            }
            match inside.and_then(|at| summary.parts.get_mut(at)) {
                None if n == 1 || line.is_empty() => {}
                None if n == 2 => {}
                None => summary.unknown.push((n, "a line before the first heading")),
                Some(_) if line.is_empty() => {}
                Some(part) => match left_out(line) {
                    Some(count) => part.left_out += count,
                    None => match facts::read(part, line, n, &mut directory) {
                        Some(facts) => part.facts.extend(facts),
                        None => summary.unknown.push((n, "a line that the grammar does not know")),
                    },
                },
            }
        }
        summary
    }

    /// A section.
    pub fn part(&self, section: Section) -> Option<&Part<'a>> {
        self.parts.iter().find(|part| part.section == section)
    }

    /// All facts.
    pub fn facts(&self) -> impl Iterator<Item = (&Part<'a>, &Fact<'a>)> {
        self.parts.iter().flat_map(|part| part.facts.iter().map(move |fact| (part, fact)))
    }
}

/// What stands in lines above: the directory of files, and that of commands.
#[derive(Clone, Copy, Debug, Default)]
struct Above<'a> {
    directory: &'a str,
}

/// `(12 more left out)`.
fn left_out(line: &str) -> Option<usize> {
    line.strip_prefix('(')?.strip_suffix(" more left out)")?.parse().ok()
}

/// A reference at the start of a text, and the rest.
fn reference(text: &str) -> Option<(Ref, &str)> {
    let (inner, rest) = text.strip_prefix('[')?.split_once(']')?;
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    match (inner.strip_prefix('#'), inner.strip_prefix('t')) {
        (Some(row), _) if digits(row) => Some((Ref::Row(row.parse().ok()?), rest)),
        (_, Some(turn)) if digits(turn) => Some((Ref::Turn(turn.parse().ok()?), rest)),
        _ => None,
    }
}

/// A reference, a blank, and the rest.
fn item(text: &str) -> Option<(Ref, &str)> {
    let (at, rest) = reference(text)?;
    Some((at, rest.strip_prefix(' ')?))
}

/// A code span at the start of a text: what is in it, and the rest.
fn span(text: &str) -> Option<(&str, &str)> {
    let ticks = text.bytes().take_while(|b| *b == b'`').count();
    if ticks == 0 {
        return None;
    }
    let rest = &text[ticks..];
    if ticks == 1 {
        return rest.split_once('`');
    }
    let close = format!(" {}", "`".repeat(ticks));
    let inner = rest.strip_prefix(' ').and_then(|rest| rest.split_once(&close));
    // Nothing at all between two backticks.
    if ticks == 2 { inner.or(Some(("", rest))) } else { inner }
}

/// Every `[#N]` of a text, with its line.
pub fn all_references(text: &str) -> Vec<(usize, Ref)> {
    let mut found = Vec::new();
    for (n, line) in text.lines().enumerate() {
        found.extend(line.match_indices("[#").filter_map(|(at, _)| Some((n + 1, reference(&line[at..])?.0))));
    }
    found
}

#[cfg(test)]
mod tests;
