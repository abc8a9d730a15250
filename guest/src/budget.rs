//! What of a ledger fits into the summary budget.
//!
//! Takes the whole ledger and gives the part that is shown, with texts cut to size and a count of what was left out
//! of each section. Two rounds over one table (`SHARES`): in the first every kind of fact gets its own share, so that
//! no kind can push out another; in the second what is left goes to the kinds in the order of the table. The order
//! is the order of sacrifice read backwards: the last kind is the first to go. Within a kind newer facts outlive
//! older ones, and what has a word of the focus topic comes first.
//! Promises: the rendered text costs at most the budget; rules and the newest request come first; a budget is a
//! limit, not a goal. Leaves out: judging which facts are true.
use crate::cutting;
use crate::ledger::{Command, File, Ledger, Quote, Section, is_failure};
use crate::render::{self, Lead, Page};
use crate::settings::Settings;
use crate::tokens;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

/// A ledger that fits; its `omitted` counts what had to go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fitted {
    /// What is shown.
    pub ledger: Ledger,
    /// Plain passing commands share lines.
    pub grouped: bool,
}

/// Kinds of facts, first to be kept to first to go, each with its share of the budget in thousandths in round one.
const SHARES: [(Kind, u32); 19] = [
    (Kind::Snapshot, 200),
    (Kind::Rules, 250),
    (Kind::Failures, 300),
    (Kind::ChangedFiles, 250),
    (Kind::Errors, 50),
    (Kind::Users, 450),
    (Kind::Tests, 60),
    (Kind::ReadFiles, 100),
    (Kind::Said, 220),
    (Kind::Defines, 100),
    (Kind::Commands, 450),
    (Kind::State, 60),
    (Kind::Questions, 350),
    (Kind::KeyLines, 20),
    (Kind::FileDetails, 10),
    (Kind::WholeWords, 40),
    (Kind::Decisions, 10),
    (Kind::Between, 5),
    (Kind::Log, 10),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
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
    /// Test counts.
    Tests,
    /// Files only read.
    ReadFiles,
    /// Other commands that change something or test something.
    Commands,
    /// Todo list, processes, branch, directory, commits.
    State,
    /// What the assistant said last before the user spoke again.
    Said,
    /// Commands that only look.
    Questions,
    /// Names that changed files define.
    Defines,
    /// Further key lines of failures.
    KeyLines,
    /// How often a file was read, its size, whether it changed since.
    FileDetails,
    /// Long words of the user, whole.
    WholeWords,
    /// Choices with their reasons.
    Decisions,
    /// What was changed before a failure passed.
    Between,
    /// The rest of the log.
    Log,
}

/// One thing that can be shown or left out.
struct Item {
    kind: Kind,
    section: Section,
    /// Index in the ledger's list of the section.
    index: usize,
    /// Higher is kept longer within its kind.
    rank: u64,
    /// Tokens that it adds.
    tokens: u32,
    /// Lines that it shares with others, paid by the first: number and tokens.
    shared: [Option<(usize, u32)>; 2],
}

impl Item {
    /// More of something that is shown already: left out, it leaves out no line.
    fn is_detail(&self) -> bool {
        matches!(self.kind, Kind::Defines | Kind::FileDetails | Kind::KeyLines | Kind::WholeWords | Kind::Between)
    }
}

/// Characters of a command, and of a line of the log; a longer one is cut.
const COMMAND_CHARS: usize = 80;
const LOG_CHARS: usize = 150;
/// Characters of a key line in the short form.
const KEY_CHARS: usize = 160;
/// The estimate may be off by some percent: this much of the budget is never spent, in thousandths.
const RESERVE: u32 = 15;

/// Cuts a ledger down to the budget. Plain commands share lines when not all lines fit.
pub fn fit(ledger: Ledger, settings: &Settings) -> Fitted {
    let budget = settings.summary_budget - settings.summary_budget * RESERVE / 1000;
    let frame = tokens::estimate(render::HEADER)
        .saturating_add(render::recall(settings).map_or(0, |line| tokens::estimate(&line) + 2));
    let whole = prepare(ledger, settings.summary_budget);
    let focus = focus_words(settings.focus_topic.as_deref().unwrap_or_default());
    let items = |grouped| {
        let mut items = items(&whole, grouped);
        lift(&mut items, &whole.short, &focus);
        items
    };
    let mut single = items(false);
    let mut grouped: Option<Vec<Item>> = None;
    let mut fill = |room: u32| {
        let all: u64 = single.iter().map(|item| u64::from(item.tokens)).sum();
        let groups = all + HEADINGS > u64::from(room);
        let items = if groups { grouped.get_or_insert_with(|| items(true)) } else { &mut single };
        let shown = choose(items, room);
        take(&whole, items, &shown, groups)
    };
    let mut room = budget.saturating_sub(frame + 4);
    // A text costs a little more or less than its lines together: try again with what was too much.
    for _ in 0..6 {
        let fitted = fill(room);
        let size = render::render(&fitted, settings).tokens;
        if size <= budget || room == 0 {
            return fitted;
        }
        room = room.saturating_sub((size - budget) + 8);
    }
    fill(0)
}

/// Words of the topic that the user wants to keep in sight, lower case; none of three letters or fewer.
fn focus_words(topic: &str) -> Vec<String> {
    let words = topic.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let mut words: Vec<String> =
        words.filter(|w| w.chars().count() > 3 || !w.is_ascii()).map(str::to_lowercase).collect();
    words.retain(|word| {
        !word.is_empty()
            && !["that", "this", "with", "from", "keep", "recent", "user", "focus"].contains(&word.as_str())
    });
    words.truncate(FOCUS_WORDS);
    words
}

/// More words than this make no topic.
const FOCUS_WORDS: usize = 24;
/// What an item that has a word of the topic gains in rank: it comes first within its kind.
const IN_FOCUS: u64 = 1 << 32;

/// Lifts the items that have a word of the topic.
fn lift(items: &mut [Item], ledger: &Ledger, focus: &[String]) {
    if focus.is_empty() {
        return;
    }
    let state: Vec<&Quote> = state_quotes(ledger).collect();
    for item in items {
        let words = match item.section {
            Section::Decisions => ledger.decisions.get(item.index).map(|quote| &quote.text),
            Section::State => state.get(item.index).map(|quote| &quote.text),
            Section::Files => ledger.files.get(item.index).map(|file| &file.path),
            Section::Users => ledger.users.get(item.index).map(|quote| &quote.text),
            Section::Log => ledger.log.get(item.index).map(|entry| &entry.quote.text),
            Section::Blocked | Section::Fixes | Section::Commands => {
                ledger.commands.get(item.index).map(|command| &command.text)
            }
            Section::Snapshot | Section::Goal | Section::Rules | Section::Errors => None,
        };
        let lower = words.map(|words| words.to_lowercase());
        if lower.is_some_and(|lower| focus.iter().any(|word| lower.contains(word.as_str()))) {
            item.rank += IN_FOCUS;
        }
    }
}

/// Everything in its short form, with the long one beside it, and nothing said twice.
struct Whole {
    short: Ledger,
    long: Ledger,
}

fn prepare(mut long: Ledger, budget: u32) -> Whole {
    for quote in long.users.iter_mut().chain(&mut long.snapshot).chain(&mut long.goal) {
        quote.text = cutting::telling(&quote.text, (budget / 5).max(60)).into_owned();
    }
    if long.goal.as_ref().is_some_and(|goal| long.snapshot.iter().any(|s| same_words(s, goal))) {
        long.goal = None;
    }
    let elsewhere: Vec<Quote> =
        long.snapshot.iter().chain(&long.goal).chain(long.rules.iter().map(|rule| &rule.quote)).cloned().collect();
    long.users.retain(|user| !elsewhere.iter().any(|quote| same_words(quote, user)));
    for command in &mut long.commands {
        let cd = render::split_cd(&command.text).map_or(0, |(directory, _)| directory.chars().count() + 7);
        let most = cutting::plain_chars(&command.text, COMMAND_CHARS + cd);
        command.text = cutting::head(&command.text, most).into_owned();
    }
    for entry in &mut long.log {
        entry.quote.text = cutting::excerpt(&entry.quote.text, LOG_CHARS).into_owned();
    }
    let mut short = long.clone();
    for quote in short.users.iter_mut().chain(&mut short.goal) {
        // Words that fit stay whole; of longer ones only what tells most.
        if tokens::estimate(&quote.text) > (budget / 25).max(40) {
            quote.text = cutting::telling(&quote.text, (budget / 60).max(40)).into_owned();
        }
    }
    for command in &mut short.commands {
        command.key_lines.truncate(2);
        for key in &mut command.key_lines {
            key.text = cutting::excerpt(&key.text, KEY_CHARS).into_owned();
        }
        command.between.clear();
    }
    for file in &mut short.files {
        *file = brief(file);
    }
    Whole { short, long }
}

/// A file with the least that is worth a line: what was done to it, or that it was read.
fn brief(file: &File) -> File {
    let reads = if file.changed() { 0 } else { file.reads.min(1) };
    File { reads, lines: None, stale: false, defines: Vec::new(), ..file.clone() }
}

fn same_words(a: &Quote, b: &Quote) -> bool {
    a.source.at == b.source.at && a.text == b.text
}

/// Tokens of all headings together.
const HEADINGS: u64 = 70;
/// Tokens of one heading and its count line.
const HEADING: u32 = 12;

/// Round one with shares, round two without; for each item whether it is shown.
fn choose(items: &mut [Item], room: u32) -> Vec<bool> {
    items.sort_by(|a, b| b.rank.cmp(&a.rank).then(b.index.cmp(&a.index)));
    let mut shown = alloc::vec![false; items.len()];
    let mut open: BTreeSet<Section> = BTreeSet::new();
    let mut lines: BTreeSet<(Section, usize)> = BTreeSet::new();
    let mut paid: BTreeSet<usize> = BTreeSet::new();
    let mut left = room;
    for round in 0..2 {
        for (kind, permille) in SHARES {
            let share = u32::try_from(u64::from(room) * u64::from(permille) / 1000).unwrap_or(left);
            let mut allowed = if round == 0 { share.min(left) } else { left };
            for (i, item) in items.iter().enumerate().filter(|(_, item)| item.kind == kind) {
                let heading = if open.contains(&item.section) { 0 } else { HEADING };
                let unpaid = item.shared.iter().flatten().filter(|(line, _)| !paid.contains(line));
                let cost =
                    unpaid.map(|(_, tokens)| *tokens).fold(item.tokens.saturating_add(heading), u32::saturating_add);
                let bare_detail = item.is_detail() && !lines.contains(&(item.section, item.index));
                if shown[i] || bare_detail || cost > allowed {
                    continue;
                }
                allowed -= cost;
                left -= cost;
                shown[i] = true;
                open.insert(item.section);
                paid.extend(item.shared.iter().flatten().map(|(line, _)| *line));
                lines.insert((item.section, item.index));
            }
        }
    }
    shown
}

/// Every fact as an item, with what it costs.
fn items(whole: &Whole, grouped: bool) -> Vec<Item> {
    let mut items = Vec::new();
    add_commands(whole, grouped, &mut items);
    add_files(whole, &mut items);
    let mut add =
        |kind, section, index, rank, tokens| items.push(Item { kind, section, index, rank, tokens, shared: [None; 2] });
    let ledger = &whole.short;
    let words = |quote: &Quote| cost(&render::quote_line(quote));
    for (i, quote) in ledger.snapshot.iter().enumerate() {
        add(Kind::Snapshot, Section::Snapshot, i, 2, words(quote));
    }
    if let Some(goal) = &ledger.goal {
        add(Kind::Snapshot, Section::Goal, 0, 1, words(goal));
        let more = whole.long.goal.as_ref().map_or(0, words).saturating_sub(words(goal));
        add(Kind::WholeWords, Section::Goal, 0, 1, more);
    }
    for (i, rule) in ledger.rules.iter().enumerate() {
        add(Kind::Rules, Section::Rules, i, u64::from(rule.superseded_by.is_none()), cost(&render::rule_line(rule)));
    }
    for (i, quote) in ledger.decisions.iter().enumerate() {
        add(Kind::Decisions, Section::Decisions, i, 0, words(quote));
    }
    let tests = ledger.state.tests.len();
    let first_test = state_quotes(ledger).count() - tests;
    for (i, quote) in state_quotes(ledger).enumerate() {
        add(if i < first_test { Kind::State } else { Kind::Tests }, Section::State, i, 0, words(quote) + 1);
    }
    for i in 0..ledger.state.packages.len() {
        add(Kind::Tests, Section::State, PACKAGES + i, 1, PACKAGES_TOKENS);
    }
    for (i, error) in ledger.errors.iter().enumerate() {
        let tokens = tokens::estimate(&error.text) + tokens::estimate(&render::reference(error.source.at)) + 1;
        add(Kind::Errors, Section::Errors, i, 0, tokens);
    }
    for (i, (quote, long)) in ledger.users.iter().zip(&whole.long.users).enumerate() {
        add(Kind::Users, Section::Users, i, u64::from(cutting::demands(&quote.text)), words(quote));
        if long.text.len() > quote.text.len() {
            add(Kind::WholeWords, Section::Users, i, 0, words(long).saturating_sub(words(quote)));
        }
    }
    for (i, entry) in ledger.log.iter().enumerate() {
        let kind = if entry.weight >= 8 { Kind::Said } else { Kind::Log };
        add(kind, Section::Log, i, u64::from(entry.weight), cost(&render::log_line(entry)));
    }
    items
}

/// Where the reports of packages are counted from among the items of the state.
const PACKAGES: usize = 1 << 20;
/// Tokens of the line of one report.
const PACKAGES_TOKENS: u32 = 22;

fn cost(page: &Page) -> u32 {
    tokens::estimate(&page.text)
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
            items.push(Item { kind, section: Section::Files, index: i, rank, tokens, shared: [line, None] });
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

fn add_commands(whole: &Whole, grouped: bool, items: &mut Vec<Item>) {
    let plain: Vec<&Command> = whole.short.commands.iter().filter(|c| c.section() == Section::Commands).collect();
    let leads = if grouped { render::leads(&plain, &whole.short.commands) } else { Vec::new() };
    let mut leads = leads.into_iter();
    let mut shared: BTreeMap<(Section, Option<String>, Option<Lead>), usize> = BTreeMap::new();
    for (i, (command, long)) in whole.short.commands.iter().zip(&whole.long.commands).enumerate() {
        let section = command.section();
        let lead = if section == Section::Commands { leads.next().flatten() } else { None };
        let mut line = |lead: Option<Lead>, tokens| {
            let next = shared.len();
            (*shared.entry((section, command.cwd.clone(), lead)).or_insert(next), tokens)
        };
        let directory = command.cwd.as_deref().map(|directory| line(None, cost(&render::directory_line(directory))));
        let group = lead.as_ref().map(|lead| line(Some(lead.clone()), lead.tokens()));
        let tokens = match &lead {
            Some(lead) => {
                let mut page = Page::default();
                render::member(&mut page, command, lead);
                cost(&page) + 1
            }
            None => cost(&render::command_lines(command)),
        };
        let kind = match section {
            Section::Blocked | Section::Fixes => Kind::Failures,
            _ if command.runs.iter().any(|run| is_failure(run.state)) => Kind::Failures,
            _ if only_looks(command) => Kind::Questions,
            _ => Kind::Commands,
        };
        let rank = u64::from(section == Section::Blocked) * 2 + u64::from(command.runs.len() > 1);
        let mut add =
            |kind, tokens| items.push(Item { kind, section, index: i, rank, tokens, shared: [directory, group] });
        add(kind, tokens);
        let with = |key_lines, between| {
            let more = Command { key_lines, between, ..command.clone() };
            cost(&render::command_lines(&more)).saturating_sub(cost(&render::command_lines(command)))
        };
        if long.key_lines.len() > command.key_lines.len() {
            add(Kind::KeyLines, with(long.key_lines.clone(), Vec::new()));
        }
        if !long.between.is_empty() {
            add(Kind::Between, with(command.key_lines.clone(), long.between.clone()));
        }
    }
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
fn state_quotes(ledger: &Ledger) -> impl Iterator<Item = &Quote> {
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

/// The shown part of the ledger.
fn take(whole: &Whole, items: &[Item], shown: &[bool], grouped: bool) -> Fitted {
    let mut lines: BTreeSet<(Section, usize)> = BTreeSet::new();
    let mut details: BTreeSet<(Section, usize, u8)> = BTreeSet::new();
    let mut omitted = whole.short.omitted.clone();
    for (item, shown) in items.iter().zip(shown) {
        match (shown, item.is_detail()) {
            (true, true) => drop(details.insert((item.section, item.index, item.kind as u8))),
            (true, false) => drop(lines.insert((item.section, item.index))),
            (false, true) => {}
            (false, false) => {
                let sum = omitted.entry(item.section).or_default();
                *sum = sum.saturating_add(1);
            }
        }
    }
    let has = |section, index, kind: Kind| details.contains(&(section, index, kind as u8));
    let (short, long) = (&whole.short, &whole.long);
    let mut commands = Vec::new();
    // In the order of print, so that reading the text back gives the same list.
    for section in [Section::Blocked, Section::Fixes, Section::Commands] {
        for &(_, i) in lines.range((section, 0)..=(section, usize::MAX)) {
            let (Some(command), Some(more)) = (short.commands.get(i), long.commands.get(i)) else { continue };
            let mut command = command.clone();
            if has(section, i, Kind::KeyLines) {
                command.key_lines = more.key_lines.clone();
            }
            if has(section, i, Kind::Between) {
                command.between = more.between.clone();
            }
            commands.push(command);
        }
    }
    let commands = render::sort_commands(commands, grouped);
    let section = |section| lines.range((section, 0)..=(section, usize::MAX)).map(|&(_, i)| i);
    let whole_words = |of, i| has(of, i, Kind::WholeWords);
    let mut ledger = Ledger {
        snapshot: pick(&short.snapshot, section(Section::Snapshot)),
        goal: section(Section::Goal)
            .next()
            .and_then(|_| if whole_words(Section::Goal, 0) { long.goal.clone() } else { short.goal.clone() }),
        rules: pick(&short.rules, section(Section::Rules)),
        commands,
        files: render::sort_files(
            section(Section::Files)
                .filter_map(|i| {
                    let (brief, full) = (short.files.get(i)?, long.files.get(i)?);
                    let file = if has(Section::Files, i, Kind::FileDetails) { full } else { brief };
                    let defines = if has(Section::Files, i, Kind::Defines) { full } else { brief }.defines.clone();
                    Some(File { defines, ..file.clone() })
                })
                .collect(),
        ),
        errors: pick(&short.errors, section(Section::Errors)),
        decisions: pick(&short.decisions, section(Section::Decisions)),
        users: section(Section::Users)
            .filter_map(|i| {
                if whole_words(Section::Users, i) { long.users.get(i) } else { short.users.get(i) }.cloned()
            })
            .collect(),
        log: pick(&short.log, section(Section::Log)),
        omitted,
        ..Ledger::default()
    };
    take_state(short, |i| lines.contains(&(Section::State, i)), &mut ledger);
    Fitted { ledger, grouped }
}

fn take_state(whole: &Ledger, shown: impl Fn(usize) -> bool, ledger: &mut Ledger) {
    let state = &whole.state;
    let packages = state.packages.iter().enumerate();
    ledger.state.packages = packages.filter(|(i, _)| shown(PACKAGES + i)).map(|(_, p)| *p).collect();
    let mut index = 0;
    // Asked in the order of `state_quotes`.
    let mut next = || {
        index += 1;
        shown(index - 1)
    };
    ledger.state.directory = state.directory.clone().filter(|_| next());
    ledger.state.branch = state.branch.clone().filter(|_| next());
    ledger.state.commits = state.commits.iter().filter(|_| next()).cloned().collect();
    ledger.state.processes = state.processes.iter().filter(|_| next()).cloned().collect();
    ledger.state.todo = state.todo.iter().filter(|_| next()).cloned().collect();
    ledger.state.tests = state.tests.iter().filter(|_| next()).cloned().collect();
}

fn pick<T: Clone>(all: &[T], shown: impl Iterator<Item = usize>) -> Vec<T> {
    shown.filter_map(|i| all.get(i).cloned()).collect()
}

#[cfg(test)]
mod tests;
