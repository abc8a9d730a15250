//! A checker of compacted conversations that anybody can run again.
//!
//! Takes two written lists of messages, the original and the compacted one, and the report beside the latter if there
//! is one. Gives every fault that can be seen in them. It knows nothing of how the compacted list was made: no plan, no
//! code of the projector, no code of the host's verifier. The grammar of the summary is read here anew, as
//! `ARCHITECTURE.md` tells it.
//!
//! 1. [`message`]: rows read; [`align`]: which original row each compacted one is.
//! 2. `integrity`, `shortened`: kept rows are kept, changed ones lost nothing but what they say they lost.
//! 3. `pairs`, `shapes`: calls and results, roles, what providers accept.
//! 4. [`summary`]: the summary's lines by their grammar; `quotes`, `outcomes`, `rules`, `secrets` hold them against the
//!    original.
//! 5. `numbers`: sizes, and the numbers of the report.
//! 6. `print`: the findings for people and for machines.
//!
//! `selftest` plants faults into good outputs and sees whether they are found.
#![forbid(unsafe_code)]

pub mod align;
mod integrity;
mod lenient;
pub mod message;
mod numbers;
mod outcomes;
mod pairs;
mod print;
mod quotes;
mod record;
mod rules;
mod secrets;
pub mod selftest;
mod shapes;
mod shortened;
pub mod summary;
mod units;
pub mod words;

use message::Message;
use serde_json::Value;
use std::fmt;
use summary::Summary;

/// The checks, in the order in which they are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "`asks` says what each is")]
pub enum Check {
    Integrity,
    Shortened,
    Pairs,
    Providers,
    Grammar,
    References,
    Quotes,
    Outcomes,
    Rules,
    Secrets,
    Size,
    Report,
}

impl Check {
    /// All of them.
    pub const ALL: [Check; 12] = [
        Check::Integrity,
        Check::Shortened,
        Check::Pairs,
        Check::Providers,
        Check::Grammar,
        Check::References,
        Check::Quotes,
        Check::Outcomes,
        Check::Rules,
        Check::Secrets,
        Check::Size,
        Check::Report,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Check::Integrity => "integrity",
            Check::Shortened => "shortened",
            Check::Pairs => "pairs",
            Check::Providers => "providers",
            Check::Grammar => "grammar",
            Check::References => "references",
            Check::Quotes => "quotes",
            Check::Outcomes => "outcomes",
            Check::Rules => "rules",
            Check::Secrets => "secrets",
            Check::Size => "size",
            Check::Report => "report",
        }
    }

    /// What is counted beside it.
    pub fn counts(self) -> &'static str {
        match self {
            Check::Integrity => "rows kept byte for byte",
            Check::Shortened => "rows changed in place",
            Check::Pairs => "results with their calls",
            Check::Providers => "rows in an order that providers take",
            Check::Grammar => "lines of the summary read",
            Check::References => "references that open",
            Check::Quotes => "quotations that stand in their source",
            Check::Outcomes => "outcomes that were recorded so",
            Check::Rules => "words of the user",
            Check::Secrets => "texts without a key",
            Check::Size => "sizes",
            Check::Report => "numbers of the report",
        }
    }
}

/// Something that is wrong. Names the place, quotes nothing of the conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check that found it.
    pub check: Check,
    /// Where.
    pub place: Place,
    /// What.
    pub what: String,
}

/// Where something is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// Message of the compacted list, from 1.
    Row(usize),
    /// Message of the original list, from 1.
    Original(usize),
    /// Line of the summary, from 1.
    Line(usize),
    /// A number of the report.
    Report(&'static str),
    /// The list as a whole.
    List,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Row(n) => write!(f, "message {n}"),
            Place::Original(n) => write!(f, "original message {n}"),
            Place::Line(n) => write!(f, "summary line {n}"),
            Place::Report(name) => write!(f, "report.{name}"),
            Place::List => write!(f, "all"),
        }
    }
}

/// How the list was made, as far as it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The report says that nothing was done.
    Unchanged,
    /// The old middle became a summary.
    Project,
    /// Texts were shortened in place.
    Slim,
    /// Calls and results went or were cut.
    Prune,
    /// Not by this program: there is no report of ours.
    Other,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Audit {
    /// All that is wrong, by check and place.
    pub findings: Vec<Finding>,
    /// How many things each check looked at.
    pub looked_at: Vec<(Check, usize)>,
    /// What could not be checked, and why.
    pub not_checked: Vec<String>,
    /// How the list was made.
    pub kind: Kind,
    /// Messages of the original and of the compacted list.
    pub messages: (usize, usize),
}

/// Both lists, read and matched.
pub(crate) struct Case<'a> {
    pub(crate) original: Vec<Message<'a>>,
    pub(crate) compacted: Vec<Message<'a>>,
    /// The original row of each compacted one.
    pub(crate) was: Vec<Option<usize>>,
    /// The compacted row of each original one.
    pub(crate) is: Vec<Option<usize>>,
    pub(crate) report: Option<Value>,
    /// Lone surrogates of the original's file.
    pub(crate) surrogates: usize,
    pub(crate) kind: Kind,
    /// The new summary: its row and what it says.
    pub(crate) summary: Option<(usize, String)>,
}

/// What checks write into.
pub(crate) struct Notes {
    findings: Vec<Finding>,
    looked_at: Vec<(Check, usize)>,
    not_checked: Vec<String>,
}

impl Notes {
    pub(crate) fn wrong(&mut self, check: Check, place: Place, what: impl Into<String>) {
        self.findings.push(Finding { check, place, what: what.into() });
    }

    pub(crate) fn looked(&mut self, check: Check, count: usize) {
        match self.looked_at.iter_mut().find(|(of, _)| *of == check) {
            Some((_, sum)) => *sum += count,
            None => self.looked_at.push((check, count)),
        }
    }

    pub(crate) fn skipped(&mut self, what: impl Into<String>) {
        self.not_checked.push(what.into());
    }
}

/// Holds a compacted list against its original. Each message is the bytes of its JSON; `report` is what stands beside
/// the compacted messages, `surrogates` how many lone surrogates ([`message::lone_surrogates`]) the file of the original
/// has, in its rows or elsewhere.
pub fn audit<'a>(original: &[&'a [u8]], compacted: &[&'a [u8]], report: Option<Value>, surrogates: usize) -> Audit {
    let case = Case::of(original, compacted, report, surrogates);
    let mut notes = Notes { findings: Vec::new(), looked_at: Vec::new(), not_checked: Vec::new() };
    integrity::check(&case, &mut notes);
    shortened::check(&case, &mut notes);
    pairs::check(&case, &mut notes);
    shapes::check(&case, &mut notes);
    let text = case.summary.as_ref().map(|(_, text)| text.as_str());
    let parsed = text.filter(|text| text.starts_with(message::OWN)).map(Summary::read);
    match &parsed {
        Some(summary) => {
            let units = units::Units::of(&case);
            quotes::check(&case, &units, summary, &mut notes);
            outcomes::check(&case, &units, summary, &mut notes);
        }
        None if case.summary.is_some() => notes.skipped(
            "grammar, references, quotes, outcomes: the summary is not in the form of Cento, so its words name no source",
        ),
        None => {}
    }
    rules::check(&case, parsed.as_ref(), &mut notes);
    secrets::check(&case, &mut notes);
    numbers::check(&case, parsed.as_ref(), &mut notes);
    let Notes { mut findings, mut looked_at, not_checked } = notes;
    findings.sort_by_key(|finding| (finding.check, finding.place));
    looked_at.sort_by_key(|(check, _)| *check);
    Audit { findings, looked_at, not_checked, kind: case.kind, messages: (original.len(), compacted.len()) }
}

impl<'a> Case<'a> {
    fn of(original: &[&'a [u8]], compacted: &[&'a [u8]], report: Option<Value>, surrogates: usize) -> Case<'a> {
        let read = |all: &[&'a [u8]]| -> Vec<Message<'a>> { all.iter().map(|raw| Message::read(raw)).collect() };
        let (original, compacted) = (read(original), read(compacted));
        let was = align::align(&original, &compacted);
        let mut is = vec![None; original.len()];
        for (row, at) in was.iter().enumerate() {
            if let Some(at) = at {
                is[*at] = Some(row);
            }
        }
        // Ours has these, whatever the strategy and the outcome.
        const FIELDS: [&str; 4] = ["outcome", "reason", "messages_before", "surrogates_replaced"];
        let report = report.filter(|report| FIELDS.iter().all(|field| report.get(field).is_some()));
        let kind = kind(report.as_ref());
        let new = |row: &usize| was[*row].is_none();
        let rows = || 0..compacted.len();
        let summary = rows().filter(new).find(|row| compacted[*row].is_summary).or_else(|| {
            let words = |row: &usize| !matches!(compacted[*row].role, message::Role::Tool | message::Role::Other);
            rows().filter(|_| kind == Kind::Other).filter(new).find(words)
        });
        let summary = summary.map(|row| (row, compacted[row].text.clone()));
        Case { original, compacted, was, is, report, surrogates, kind, summary }
    }

    /// The row went, or is new words.
    pub(crate) fn is_new(&self, row: usize) -> bool {
        self.was[row].is_none()
    }

    /// Summaries that the original has.
    pub(crate) fn earlier(&self) -> impl Iterator<Item = &Message<'a>> {
        self.original.iter().filter(|message| message.is_summary)
    }
}

fn kind(report: Option<&Value>) -> Kind {
    let Some(report) = report else { return Kind::Other };
    match report.get("outcome").and_then(Value::as_str) {
        Some("compacted") if report.get("calls").is_some() => Kind::Prune,
        Some("compacted") if report.get("shortened").is_some() => Kind::Slim,
        Some("compacted") => Kind::Project,
        _ => Kind::Unchanged,
    }
}
