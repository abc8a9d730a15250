//! Every fact as an item with its kind, its rank and its price.
//!
//! Takes both forms of the ledger; gives the items. A price is the tokens of the line as `render` prints it (of the few
//! lines of the state with counts a fixed number); what the long form has more is an item of its own. Lines that several share (a directory, the lead of a group) are
//! named by number and paid by the first.
//! Leaves out: what is bought (`choose`).
use super::names;
use super::prepare::Whole;
use super::shares::Kind;
use crate::ledger::{Command, Entry, EntryKind, File, Ledger, Quote, Section, Source, is_failure};
use crate::render::{self, Page};
use crate::{cutting, tokens};
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use cento_contract::RunState;

/// One thing that can be shown or left out.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) kind: Kind,
    pub(super) section: Section,
    /// Index in the ledger's list of the section.
    pub(super) index: usize,
    /// Higher is kept longer within its kind.
    pub(super) rank: u64,
    /// Tokens that it adds.
    pub(super) tokens: u32,
    /// Lines that it shares with others, paid by the first: number and tokens.
    pub(super) shared: [Option<(usize, u32)>; 3],
    /// Where it comes from.
    pub(super) source: Source,
    /// Section and index of what has to be shown with it: alone it would mislead.
    pub(super) with: Option<(Section, usize)>,
}

impl Item {
    /// Rules, failures, changed files, and of the other commands those that had several ends or were stopped.
    pub(super) fn matters(&self) -> bool {
        self.kind <= Kind::ChangedFiles || (self.kind == Kind::Commands && self.rank >= TOLD)
    }

    /// More of something that is shown already: left out, it leaves out no line.
    pub(super) fn is_detail(&self) -> bool {
        matches!(self.kind, Kind::Defines | Kind::FileDetails | Kind::KeyLines | Kind::WholeWords | Kind::Between)
    }
}

/// Where the reports of packages are counted from among the items of the state.
pub(super) const PACKAGES: usize = 1 << 20;

/// Tokens of the line of one report.
const PACKAGES_TOKENS: u32 = 22;

/// Rank of a command that had several ends or was stopped.
const TOLD: u64 = 2;

/// Tokens of the lead of a group line (`exit 0: `).
const LEAD_TOKENS: u32 = 5;

/// Every fact but the commands as an item, with what it costs.
pub(super) fn items(whole: &Whole) -> Vec<Item> {
    let mut items = Vec::new();
    add_files(whole, &mut items);
    names::add(&whole.short.names, &mut items);
    let mut add = |kind, section, index, rank, tokens, source| {
        items.push(Item { kind, section, index, rank, tokens, shared: [None; 3], source, with: None })
    };
    let ledger = &whole.short;
    let words = |quote: &Quote| cost(&render::quote_line(quote));
    for (i, quote) in ledger.snapshot.iter().enumerate() {
        add(Kind::Snapshot, Section::Snapshot, i, 2, words(quote), quote.source);
    }
    if let Some(goal) = &ledger.goal {
        add(Kind::Snapshot, Section::Goal, 0, 1, words(goal), goal.source);
        let more = whole.long.goal.as_ref().map_or(0, words).saturating_sub(words(goal));
        add(Kind::WholeWords, Section::Goal, 0, 2, more, goal.source);
    }
    for (i, rule) in ledger.rules.iter().enumerate() {
        let rank = u64::from(rule.superseded_by.is_none());
        add(Kind::Rules, Section::Rules, i, rank, cost(&render::rule_line(rule)), rule.quote.source);
    }
    for (i, quote) in ledger.decisions.iter().enumerate() {
        add(Kind::Decisions, Section::Decisions, i, 0, words(quote), quote.source);
    }
    let tests = ledger.state.tests.len();
    let first_test = state_quotes(ledger).count() - tests;
    for (i, quote) in state_quotes(ledger).enumerate() {
        let kind = if i < first_test { Kind::State } else { Kind::Tests };
        add(kind, Section::State, i, 0, words(quote) + 1, quote.source);
    }
    for (i, packages) in ledger.state.packages.iter().enumerate() {
        add(Kind::Tests, Section::State, PACKAGES + i, 1, PACKAGES_TOKENS, packages.source);
    }
    for (i, error) in ledger.errors.iter().enumerate() {
        let tokens = tokens::estimate(&error.text) + tokens::estimate(&render::reference(error.source.at)) + 1;
        add(Kind::Errors, Section::Errors, i, 0, tokens, error.source);
    }
    for (i, (quote, long)) in ledger.users.iter().zip(&whole.long.users).enumerate() {
        let rank = u64::from(cutting::demands(&quote.text));
        add(Kind::Users, Section::Users, i, rank, words(quote), quote.source);
        if long.text.len() > quote.text.len() {
            add(Kind::WholeWords, Section::Users, i, 1, words(long).saturating_sub(words(quote)), quote.source);
        }
    }
    for (i, (entry, long)) in ledger.log.iter().zip(&whole.long.log).enumerate() {
        let kind = match entry.kind {
            EntryKind::Carried => Kind::Carried,
            _ if entry.weight >= Entry::CLOSING => Kind::Said,
            _ => Kind::Log,
        };
        let tokens = cost(&render::log_line(entry));
        add(kind, Section::Log, i, u64::from(entry.weight), tokens, entry.quote.source);
        if long.quote.text.len() > entry.quote.text.len() {
            let more = cost(&render::log_line(long)).saturating_sub(tokens);
            add(Kind::WholeWords, Section::Log, i, 0, more, entry.quote.source);
        }
    }
    items
}

fn add_files(whole: &Whole, items: &mut Vec<Item>) {
    let mut lines: BTreeMap<&str, usize> = BTreeMap::new();
    let directories = render::shared_directories(&whole.short.files);
    for (i, ((file, long), directory)) in whole.short.files.iter().zip(&whole.long.files).zip(directories).enumerate() {
        let kind = if file.changed() { Kind::ChangedFiles } else { Kind::ReadFiles };
        let tokens = cost(&render::file_line(file, directory));
        // Numbers of shared lines count from the far end here, from the near end for commands.
        let next = usize::MAX - lines.len();
        let line = (!directory.is_empty())
            .then(|| (*lines.entry(directory).or_insert(next), cost(&render::directory_line(directory))));
        let rank = u64::from(file.created || file.deleted);
        let mut add = |kind, tokens| {
            let shared = [line, None, None];
            let (section, source) = (Section::Files, file.source);
            items.push(Item { kind, section, index: i, rank, tokens, shared, source, with: None });
        };
        add(kind, tokens);
        let more = |with: File| cost(&render::file_line(&with, directory)).saturating_sub(tokens);
        let details = File { defines: Vec::new(), ..long.clone() };
        if details != *file {
            add(Kind::FileDetails, more(details));
        }
        if !long.defines.is_empty() {
            add(Kind::Defines, more(File { defines: long.defines.clone(), ..file.clone() }));
        }
    }
}

/// Every command as an item, with what it costs alone or as a member of a group.
pub(super) fn commands(whole: &Whole, grouped: bool) -> Vec<Item> {
    let mut items = Vec::new();
    let commands = &whole.short.commands;
    let newer = newer(commands);
    // What stands above a command: its section, its directory, a `cd`, and how the commands of its line ended.
    type Above<'a> = (Section, Option<&'a str>, Option<&'a str>, Option<RunState>);
    let mut shared: BTreeMap<Above<'_>, usize> = BTreeMap::new();
    for (i, ((command, long), cd)) in
        commands.iter().zip(&whole.long.commands).zip(render::places(commands)).enumerate()
    {
        let section = command.section();
        let lead = render::lead(command, grouped);
        let cwd = command.cwd.as_deref();
        let mut line = |cd, lead, tokens| {
            let next = shared.len();
            (*shared.entry((section, cwd, cd, lead)).or_insert(next), tokens)
        };
        let directory = cwd.map(|directory| line(None, None, cost(&render::directory_line(directory))));
        let place = cd.map(|cd| line(Some(cd), None, cost(&render::cd_line(cd))));
        let group = lead.map(|lead| line(cd, Some(lead), LEAD_TOKENS));
        let tokens = match &lead {
            Some(_) => {
                let mut page = Page::default();
                render::member(&mut page, command, cd);
                cost(&page) + 1
            }
            None => cost(&render::command_lines(command, cd)),
        };
        let kind = match section {
            Section::Blocked | Section::Fixes => Kind::Failures,
            _ if command.runs.iter().any(|run| is_failure(run.state)) => Kind::Failures,
            _ if only_looks(command) => Kind::Questions,
            _ => Kind::Commands,
        };
        let told = command.runs.len() > 1 || command.runs.iter().any(|run| was_stopped(run.state));
        // One that stands whole can be run again as it is; of one that is cut, its message has to be opened anyway.
        let whole = cutting::split(&command.text).1 == 0;
        let rank = u64::from(section == Section::Blocked) * 2 * TOLD + u64::from(told) * TOLD + u64::from(whole);
        let mut add = |kind, tokens| {
            let shared = [directory, place, group];
            let (source, with) = (command.source, newer.get(i).copied().flatten());
            items.push(Item { kind, section, index: i, rank, tokens, shared, source, with })
        };
        add(kind, tokens);
        let with = |key_lines, between| {
            let more = Command { key_lines, between, ..command.clone() };
            cost(&render::command_lines(&more, cd)).saturating_sub(cost(&render::command_lines(command, cd)))
        };
        if long.key_lines.len() > command.key_lines.len() {
            add(Kind::KeyLines, with(long.key_lines.clone(), Vec::new()));
        }
        if !long.between.is_empty() {
            add(Kind::Between, with(command.key_lines.clone(), long.between.clone()));
        }
    }
    items
}

/// For each command the newest later one of the same words that may have run in the same place.
fn newer(commands: &[Command]) -> Vec<Option<(Section, usize)>> {
    let mut newest: BTreeMap<(&str, &str, Option<Option<&str>>), usize> = BTreeMap::new();
    let mut newer = Vec::with_capacity(commands.len());
    for (i, command) in commands.iter().enumerate().rev() {
        let (tool, text, cwd) = (command.tool.as_str(), command.text.as_str(), command.cwd.as_deref());
        let find = |place| newest.get(&(tool, text, place)).copied();
        let found = if cwd.is_none() { find(None) } else { find(Some(cwd)).max(find(Some(None))) };
        newer.push(found.and_then(|at| Some((commands.get(at)?.section(), at))));
        for place in [None, Some(cwd)] {
            newest.entry((tool, text, place)).or_insert(i);
        }
    }
    newer.reverse();
    newer
}

fn cost(page: &Page) -> u32 {
    tokens::estimate(&page.text)
}

/// True for runs that somebody or something ended.
fn was_stopped(state: RunState) -> bool {
    matches!(state, RunState::Killed(_) | RunState::Interrupted(_))
}

/// True for commands that leave nothing behind but what they print.
fn only_looks(command: &Command) -> bool {
    const LOOKS: [&str; 24] = [
        "ls",
        "cat",
        "head",
        "tail",
        "grep",
        "rg",
        "find",
        "sed",
        "wc",
        "pwd",
        "which",
        "echo",
        "git status",
        "git diff",
        "git log",
        "git show",
        "git branch",
        "tree",
        "file",
        "stat",
        "du",
        "df",
        "ps",
        "env",
    ];
    LOOKS.contains(&crate::shell::head(&command.text)) && !command.text.contains("sed -i")
}

/// The quotes of the state section in a fixed order, test counts last.
pub(super) fn state_quotes(ledger: &Ledger) -> impl Iterator<Item = &Quote> {
    let state = &ledger.state;
    let processes = state.processes.iter().map(|(quote, _)| quote);
    state
        .directory
        .iter()
        .chain(&state.branch)
        .chain(&state.commits)
        .chain(processes)
        .chain(&state.todo)
        .chain(&state.tests)
}
