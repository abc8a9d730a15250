//! The one table: which kinds of facts there are, what each gets, and which goes first.
//!
//! Order: first to be kept to first to go. Share: thousandths of the room that a kind may take in round one, so that
//! no kind can push out another. Together they are more than a thousand: what a kind leaves is there for the next ones,
//! and in round two for all in the same order.
//! Leaves out: which kind a fact is (`items`) and the rounds (`choose`).

/// Kinds of facts, first to be kept to first to go, each with its share of the budget in thousandths in round one.
pub(super) const SHARES: [(Kind, u32); 23] = [
    (Kind::Snapshot, 200),
    (Kind::Rules, 600),
    (Kind::Failures, 300),
    (Kind::ChangedFiles, 250),
    (Kind::Errors, 50),
    (Kind::Users, 450),
    (Kind::Carried, 350),
    (Kind::Defines, 100),
    (Kind::Tests, 60),
    (Kind::ReadFiles, 100),
    (Kind::Said, 220),
    (Kind::Oldest, 300),
    (Kind::Commands, 450),
    (Kind::State, 60),
    (Kind::Questions, 350),
    (Kind::KeyLines, 20),
    (Kind::FileDetails, 10),
    (Kind::WholeWords, 40),
    (Kind::Names, 0),
    (Kind::Decisions, 10),
    (Kind::Between, 5),
    (Kind::Log, 10),
    (Kind::FurtherNames, 0),
];

/// A kind of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// The newest request and the first one.
    Snapshot,
    /// Standing rules.
    Rules,
    /// Commands that fail now or failed before they passed, with the line that says why.
    Failures,
    /// Files that were changed.
    ChangedFiles,
    /// Names of errors.
    Errors,
    /// Words of the user, long ones cut.
    Users,
    /// Lines of earlier summaries that are not of our making.
    Carried,
    /// Test counts.
    Tests,
    /// Files only read.
    ReadFiles,
    /// What the assistant said last before the user spoke again.
    Said,
    /// Names that changed files define.
    Defines,
    /// What an earlier summary has shown, of any kind that lasts, oldest first: see [`Kind::lasts`].
    Oldest,
    /// Other commands that change something or test something.
    Commands,
    /// Todo list, processes, branch, directory, commits.
    State,
    /// Commands that only look.
    Questions,
    /// Further key lines of failures.
    KeyLines,
    /// How often a file was read, its size, whether it changed since.
    FileDetails,
    /// Long words of the user, and the assistant's last ones before them, whole.
    WholeWords,
    /// Names most likely to be needed again that no other line shows.
    Names,
    /// Choices with their reasons.
    Decisions,
    /// What was changed before a failure passed.
    Between,
    /// The rest of the log.
    Log,
    /// Other names.
    FurtherNames,
}

impl Kind {
    /// Facts that were worth their line at any time are worth it later. Of the others only the newest count, or they
    /// fill the room that is left.
    pub(super) fn lasts(self) -> bool {
        match self {
            Kind::Rules | Kind::Failures | Kind::ChangedFiles | Kind::Errors | Kind::Users | Kind::Carried => true,
            Kind::Defines | Kind::Tests | Kind::ReadFiles | Kind::Said | Kind::Commands | Kind::Questions => true,
            Kind::WholeWords | Kind::Oldest => true,
            Kind::Snapshot | Kind::State | Kind::KeyLines | Kind::FileDetails | Kind::Names => false,
            Kind::Decisions | Kind::Between | Kind::Log | Kind::FurtherNames => false,
        }
    }
}
