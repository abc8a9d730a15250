//! The ledger: everything the summary can say, as plain data.
//!
//! `facts` fills one from the messages that are dropped, `earlier` reads one back from an earlier summary, `merge`
//! joins the two, `budget` decides what fits, `render` prints it. All texts are clean: sanitised, redacted, one line.
//! Lists are in the order of the conversation, oldest first.
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::RunState;

/// Where a line can be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ref {
    /// A saved row of the host, printed `[#N]`.
    Row(u64),
    /// A message that was not saved, printed `[tN]`: its place in the conversation, nothing to open.
    Turn(u32),
}

/// Where words come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Source {
    /// How the line names it.
    pub at: Ref,
    /// Index of the input message that holds the words; for carried facts that of the earlier summary.
    pub message: u32,
}

/// Copied words. `…` inside or at the end marks words left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// The words, one line (line feeds as ` ⏎ `).
    pub text: String,
    /// Where they come from.
    pub source: Source,
}

/// A standing rule of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The whole sentence.
    pub quote: Quote,
    /// A later user sentence that reverses it.
    pub superseded_by: Option<Ref>,
}

/// One run or several equal neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub state: RunState,
    /// How many runs in a row ended so.
    pub times: u32,
    /// The newest of them.
    pub source: Source,
}

/// A call that can be run again: a shell command, or a tool call that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Tool name for calls that are no shell commands; empty for shell commands.
    pub tool: String,
    /// The command, whole or cut with `…+N` (N characters left out). With `cwd` the identity of the command.
    pub text: String,
    /// Directory it ran in, where the call, the result or a bare `cd` before it says so.
    pub cwd: Option<String>,
    /// The call of the newest run.
    pub source: Source,
    /// Runs in order, equal neighbours folded.
    pub runs: Vec<Run>,
    /// What broke: key lines of the newest failing run, most telling first.
    pub key_lines: Vec<Quote>,
    /// Files changed and commands run between the last failure and the pass after it.
    pub between: Vec<Quote>,
    /// The host's words for the code of the newest run.
    pub meaning: Option<Quote>,
    /// How the newest run ended, where only a message that stays records it.
    pub ends_below: Option<(RunState, Source)>,
    /// It runs again in the messages that stay: the last word is there, not here.
    pub continues: bool,
    /// Another command may have the same text: a secret in it is masked, in what is shown or in what is cut off, or
    /// where it ran cannot be told.
    pub alone: bool,
}

/// A file and what happened to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path as it stood in the argument.
    pub path: String,
    /// How often it was read.
    pub reads: u32,
    /// How often it was changed in part.
    pub patches: u32,
    /// How often it was written as a whole.
    pub writes: u32,
    /// It was created.
    pub created: bool,
    /// It was removed.
    pub deleted: bool,
    /// Its new path, after a rename or move.
    pub moved_to: Option<String>,
    /// Some of this was done by a terminal command.
    pub by_command: bool,
    /// It was changed after it was last read.
    pub stale: bool,
    /// Last seen size in lines.
    pub lines: Option<u32>,
    /// Names that its new text defines.
    pub defines: Vec<String>,
    /// The newest call or result on it.
    pub source: Source,
}

impl Entry {
    /// Weight from which a line of the assistant is its last word before the user spoke again.
    pub const CLOSING: u8 = 8;
}

impl File {
    /// True when anything but a read happened.
    pub fn changed(&self) -> bool {
        self.patches + self.writes > 0 || self.created || self.deleted || self.moved_to.is_some()
    }
}

/// A name that is likely to be needed again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, whole, and the message that has it.
    pub quote: Quote,
    /// What speaks for it; names with more outlive those with less.
    pub weight: u8,
}

/// One line of the session log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Who or what.
    pub kind: EntryKind,
    /// Tool name for calls and results, else empty.
    pub tool: String,
    /// The words.
    pub quote: Quote,
    /// How much it matters, 0 to 9; higher lines outlive lower ones.
    pub weight: u8,
}

/// Kinds of log lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// Words of the user.
    User,
    /// Words of the assistant.
    Assistant,
    /// A call.
    Call,
    /// A result and how it ended.
    Result(RunState),
    /// A row the harness wrote.
    Notice,
    /// A line of an earlier summary that is not of our making.
    Carried,
}

/// What holds now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActiveState {
    /// Working directory after the last bare `cd` or as the last result reports it.
    pub directory: Option<Quote>,
    /// The directory that an earlier summary names is left for one that is not known, or that a kept message names.
    pub directory_left: bool,
    /// Git branch last seen.
    pub branch: Option<Quote>,
    /// Commits made, newest last.
    pub commits: Vec<Quote>,
    /// The latest todo list.
    pub todo: Vec<Quote>,
    /// The list of an earlier summary was cleared.
    pub todo_cleared: bool,
    /// Background processes: the words name id and command, the state is the last recorded one.
    pub processes: Vec<(Quote, RunState)>,
    /// Last test counts per suite, as printed.
    pub tests: Vec<Quote>,
    /// Results of `go test` over packages, which prints no count: how many passed and failed.
    pub packages: Vec<Packages>,
}

/// Packages that one run of `go test` reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Packages {
    /// Lines that begin with `ok`.
    pub passed: u32,
    /// Lines that begin with `FAIL` and name a package.
    pub failed: u32,
    /// The result that lists them.
    pub source: Source,
}

/// All of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The newest request of the user among the dropped messages, and corrections that belong to it.
    pub snapshot: Vec<Quote>,
    /// The first request of the session.
    pub goal: Option<Quote>,
    /// Standing rules.
    pub rules: Vec<Rule>,
    /// Commands and failed calls.
    pub commands: Vec<Command>,
    /// Files.
    pub files: Vec<File>,
    /// Names of errors seen in any output, with the first place.
    pub errors: Vec<Quote>,
    /// Choices of the assistant with their reasons.
    pub decisions: Vec<Quote>,
    /// What holds now.
    pub state: ActiveState,
    /// Names likely to be needed again, by place and text.
    pub names: Vec<Name>,
    /// Words of the user.
    pub users: Vec<Quote>,
    /// The session log.
    pub log: Vec<Entry>,
    /// Indices of the input messages that are earlier summaries, sorted: a fact with such a source was shown before.
    pub carried: Vec<u32>,
    /// Lines left out for room, by section; over all passes.
    pub omitted: BTreeMap<Section, u32>,
}

/// A ledger that fits; its `omitted` counts what had to go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fitted {
    /// What is shown.
    pub ledger: Ledger,
    /// Plain passing commands share lines.
    pub grouped: bool,
}

/// Sections of the summary, in the order in which they are printed.
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

impl Section {
    /// All sections, in print order.
    pub const ALL: [Section; 13] = [
        Section::Snapshot,
        Section::Goal,
        Section::Rules,
        Section::Blocked,
        Section::Fixes,
        Section::Decisions,
        Section::State,
        Section::Files,
        Section::Commands,
        Section::Errors,
        Section::Names,
        Section::Users,
        Section::Log,
    ];

    /// The heading, without the marks in front. Hermes' own words where it has some, so that its engine reads them.
    pub fn heading(self) -> &'static str {
        match self {
            Section::Snapshot => "Historical Task Snapshot",
            Section::Goal => "Goal",
            Section::Rules => "Constraints & Preferences",
            Section::Blocked => "Blocked",
            Section::Fixes => "Errors & Fixes",
            Section::Decisions => "Key Decisions (quoted)",
            Section::State => "Active State",
            Section::Files => "Relevant Files",
            Section::Commands => "Commands Run",
            Section::Errors => "Error Names Seen",
            Section::Names => "Anchor Index",
            Section::Users => "User Messages",
            Section::Log => "Session Log (oldest first)",
        }
    }
}

/// True when a run ended in a way that leaves something to mend.
pub fn is_failure(state: RunState) -> bool {
    matches!(state, RunState::Failed | RunState::TimedOut(_) | RunState::Refused(_) | RunState::Pending)
        || matches!(state, RunState::Exited(code) if code != 0)
}

/// True when a run is known to have succeeded.
pub fn is_success(state: RunState) -> bool {
    matches!(state, RunState::Exited(0) | RunState::Succeeded)
}

impl Command {
    /// How its last run ended.
    pub fn last(&self) -> RunState {
        self.runs.last().map_or(RunState::NoResult, |run| run.state)
    }

    /// The section it is printed in: what fails now, what failed and passes now, all else. A failure stays until a
    /// run of the same command is known to have passed; one whose end is unknown mends nothing. A search that found
    /// nothing (exit 1 and no key line) is no failure to mend.
    pub fn section(&self) -> Section {
        let known = |run: &&Run| is_failure(run.state) || is_success(run.state);
        let last = self.runs.iter().rev().find(known).map_or(self.last(), |run| run.state);
        let failed_once = self.runs.iter().any(|run| is_failure(run.state));
        if is_success(last) && failed_once {
            return Section::Fixes;
        }
        let found_nothing = last == RunState::Exited(1) && is_question(&self.text);
        if is_failure(last) && !self.continues && !found_nothing { Section::Blocked } else { Section::Commands }
    }
}

/// Programs whose exit code 1 is an answer and not a failure.
fn is_question(command: &str) -> bool {
    const QUESTIONS: [&str; 10] =
        ["grep ", "egrep ", "rg ", "diff ", "cmp ", "test ", "[ ", "pgrep ", "which ", "git diff"];
    QUESTIONS.iter().any(|program| command.starts_with(program))
}

#[cfg(test)]
pub(crate) mod samples;
