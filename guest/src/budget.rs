//! What of a ledger fits into the summary budget.
//!
//! Takes the whole ledger and gives the part that is shown, with texts cut to size and a count of what was left out
//! of each section. Two rounds over one table (`SHARES`): in the first every kind of fact gets its own share, so that
//! no kind can push out another; in the second what is left goes to the kinds in the order of the table. The order
//! is the order of sacrifice read backwards: the last kind is the first to go.
//! Promises: the rendered text costs at most the budget; rules and the newest request come first; a budget is a
//! limit, not a goal. Leaves out: judging which facts are true.
use crate::cutting;
use crate::ledger::{Command, Ledger, Quote, Section};
use crate::render::{self, Page};
use crate::settings::Settings;
use crate::tokens;
use alloc::collections::BTreeMap;
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
const SHARES: [(Kind, u32); 13] = [
    (Kind::Snapshot, 200),
    (Kind::Rules, 250),
    (Kind::Failures, 250),
    (Kind::ChangedFiles, 200),
    (Kind::Users, 350),
    (Kind::State, 80),
    (Kind::Errors, 40),
    (Kind::Commands, 350),
    (Kind::Said, 120),
    (Kind::ReadFiles, 80),
    (Kind::Decisions, 60),
    (Kind::Questions, 150),
    (Kind::Log, 100),
];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// The newest request and the first one.
    Snapshot,
    /// Standing rules.
    Rules,
    /// Commands that fail now or failed before they passed.
    Failures,
    /// Files that were changed.
    ChangedFiles,
    /// Words of the user.
    Users,
    /// Todo list, processes, branch, commits, tests.
    State,
    /// Names of errors.
    Errors,
    /// Other commands that change something or test something.
    Commands,
    /// What the assistant said last before the user spoke again.
    Said,
    /// Files only read.
    ReadFiles,
    /// Choices with their reasons.
    Decisions,
    /// Commands that only look.
    Questions,
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
    /// Tokens of its lines, short form.
    short: u32,
    /// Tokens of its lines, long form.
    long: u32,
}

/// How long texts may be, short and long form.
const COMMAND_CHARS: [usize; 2] = [84, 240];
const KEY_LINES: [usize; 2] = [1, 3];

/// Cuts a ledger down to the budget.
pub fn fit(ledger: Ledger, settings: &Settings) -> Fitted {
    let frame = tokens::estimate(render::HEADER)
        .saturating_add(render::recall(settings).map_or(0, |line| tokens::estimate(&line) + 2));
    let mut room = settings.summary_budget.saturating_sub(frame + 4);
    let whole = prepare(ledger, settings.summary_budget);
    // The estimate of a text is a little more or less than that of its lines: try again with what was too much.
    for _ in 0..6 {
        let fitted = fill(&whole, room);
        let size = render::render(&fitted, settings).tokens;
        if size <= settings.summary_budget || room == 0 {
            return fitted;
        }
        room = room.saturating_sub((size - settings.summary_budget) + 8);
    }
    fill(&whole, 0)
}

/// Texts in the long form, and nothing said twice.
fn prepare(mut ledger: Ledger, budget: u32) -> Ledger {
    let most = (budget / 10).max(60);
    for quote in ledger.users.iter_mut().chain(&mut ledger.snapshot).chain(&mut ledger.goal) {
        quote.text = cutting::ends(&quote.text, most).into_owned();
    }
    let snapshot = ledger.snapshot.clone();
    if ledger.goal.as_ref().is_some_and(|goal| snapshot.iter().any(|s| same_words(s, goal))) {
        ledger.goal = None;
    }
    let goal = ledger.goal.clone();
    let rules = ledger.rules.clone();
    ledger.users.retain(|user| {
        !snapshot.iter().chain(&goal).any(|quote| same_words(quote, user))
            && !rules.iter().any(|rule| same_words(&rule.quote, user))
    });
    for command in &mut ledger.commands {
        command.text = cutting::head(&command.text, COMMAND_CHARS[1]).into_owned();
    }
    ledger
}

fn same_words(a: &Quote, b: &Quote) -> bool {
    a.source.at == b.source.at && a.text == b.text
}

/// Chooses what is shown within `room` tokens.
fn fill(whole: &Ledger, room: u32) -> Fitted {
    let mut items = items(whole, false);
    let all: u64 = items.iter().map(|item| u64::from(item.short)).sum();
    let grouped = all + HEADINGS > u64::from(room);
    if grouped {
        items = self::items(whole, true);
    }
    let mut shown = choose(&mut items, room);
    let spent: u32 = spent(&items, &shown);
    let long = lengthen(&items, &shown, room.saturating_sub(spent));
    shown.sort_unstable();
    take(whole, &items, &shown, &long, grouped)
}

/// Tokens of all headings together.
const HEADINGS: u64 = 70;
/// Tokens of one heading and its count line.
const HEADING: u32 = 12;

fn spent(items: &[Item], shown: &[usize]) -> u32 {
    let mut sections: Vec<Section> = shown.iter().map(|&i| items[i].section).collect();
    sections.sort_unstable();
    sections.dedup();
    let lines: u64 = shown.iter().map(|&i| u64::from(items[i].short)).sum();
    u32::try_from(lines + sections.len() as u64 * u64::from(HEADING)).unwrap_or(u32::MAX)
}

/// Round one with shares, round two without; indices into `items` of what is shown.
fn choose(items: &mut [Item], room: u32) -> Vec<usize> {
    items.sort_by(|a, b| b.rank.cmp(&a.rank).then(b.index.cmp(&a.index)));
    let mut shown = Vec::new();
    let mut is_shown = alloc::vec![false; items.len()];
    let mut open: Vec<Section> = Vec::new();
    let mut left = room;
    for round in 0..2 {
        for (kind, permille) in SHARES {
            let share = u32::try_from(u64::from(room) * u64::from(permille) / 1000).unwrap_or(left);
            let mut allowed = if round == 0 { share.min(left) } else { left };
            for (i, item) in items.iter().enumerate().filter(|(_, item)| item.kind == kind) {
                let heading = if open.contains(&item.section) { 0 } else { HEADING };
                let cost = item.short.saturating_add(heading);
                if is_shown[i] || cost > allowed {
                    continue;
                }
                allowed -= cost;
                left -= cost;
                is_shown[i] = true;
                shown.push(i);
                if heading > 0 {
                    open.push(item.section);
                }
            }
        }
    }
    shown
}

/// Which of the shown items get their long form, in the order of the table, while there is room.
fn lengthen(items: &[Item], shown: &[usize], mut room: u32) -> Vec<bool> {
    let mut long = alloc::vec![false; items.len()];
    // Lines that nothing has cut cost the same in both forms; the rest waits until everything is shown.
    if shown.len() < items.len() {
        return long;
    }
    for (kind, _) in SHARES {
        for &i in shown.iter().filter(|&&i| items[i].kind == kind) {
            let more = items[i].long.saturating_sub(items[i].short);
            if more > 0 && more <= room {
                room -= more;
                long[i] = true;
            }
        }
    }
    long
}

/// Every fact as an item, with its cost in both forms.
fn items(ledger: &Ledger, grouped: bool) -> Vec<Item> {
    let mut items = Vec::new();
    let mut add = |kind, section, index, rank, short: &Page, long: &Page| {
        let (short, long) = (tokens::estimate(&short.text), tokens::estimate(&long.text));
        items.push(Item { kind, section, index, rank, short, long });
    };
    for (i, quote) in ledger.snapshot.iter().enumerate() {
        let line = render::quote_line(quote);
        add(Kind::Snapshot, Section::Snapshot, i, 2, &line, &line);
    }
    if let Some(quote) = &ledger.goal {
        let line = render::quote_line(quote);
        add(Kind::Snapshot, Section::Goal, 0, 1, &line, &line);
    }
    for (i, rule) in ledger.rules.iter().enumerate() {
        let line = render::rule_line(rule);
        add(Kind::Rules, Section::Rules, i, u64::from(rule.superseded_by.is_none()), &line, &line);
    }
    for (i, command) in ledger.commands.iter().enumerate() {
        let section = command.section();
        let (short, long) = (command_page(command, 0, grouped), command_page(command, 1, grouped));
        let kind = match section {
            Section::Blocked | Section::Fixes => Kind::Failures,
            _ if only_looks(command) => Kind::Questions,
            _ => Kind::Commands,
        };
        let rank = u64::from(section == Section::Blocked) * 2 + u64::from(command.runs.len() > 1);
        add(kind, section, i, rank, &short, &long);
    }
    for (i, quote) in ledger.decisions.iter().enumerate() {
        let line = render::quote_line(quote);
        add(Kind::Decisions, Section::Decisions, i, 0, &line, &line);
    }
    for (i, quote) in state_quotes(ledger).enumerate() {
        let line = render::quote_line(quote);
        add(Kind::State, Section::State, i, 0, &line, &line);
    }
    for (i, file) in ledger.files.iter().enumerate() {
        let mut short = file.clone();
        short.defines.clear();
        let kind = if file.changed() { Kind::ChangedFiles } else { Kind::ReadFiles };
        let rank = u64::from(file.patches + file.writes) + u64::from(file.created || file.deleted);
        add(kind, Section::Files, i, rank.min(3), &render::file_line(&short), &render::file_line(file));
    }
    for (i, error) in ledger.errors.iter().enumerate() {
        let mut page = Page::default();
        page.text.push_str(&error.text);
        page.text.push_str(&render::reference(error.source.at));
        add(Kind::Errors, Section::Errors, i, 0, &page, &page);
    }
    for (i, quote) in ledger.users.iter().enumerate() {
        let line = render::quote_line(quote);
        add(Kind::Users, Section::Users, i, 0, &line, &line);
    }
    for (i, entry) in ledger.log.iter().enumerate() {
        let line = render::log_line(entry);
        let kind = if entry.weight >= 8 { Kind::Said } else { Kind::Log };
        add(kind, Section::Log, i, u64::from(entry.weight), &line, &line);
    }
    items
}

/// A command's lines in the short (0) or long (1) form.
fn command_page(command: &Command, form: usize, grouped: bool) -> Page {
    let command = shaped(command, form);
    if grouped && render::groups(&command) {
        let mut page = Page::default();
        page.text.push_str(&render::reference(command.source.at));
        page.text.push_str(" `");
        page.text.push_str(&command.text);
        page.text.push_str("`; ");
        return page;
    }
    render::command_lines(&command)
}

/// A command in its short (0) or long (1) form.
fn shaped(command: &Command, form: usize) -> Command {
    let mut shaped = command.clone();
    shaped.text = cutting::head(&shaped.text, COMMAND_CHARS[form]).into_owned();
    shaped.key_lines.truncate(KEY_LINES[form]);
    // The line opens at the newest result; the words of the command stand in the call beside it.
    if let Some(last) = shaped.runs.last() {
        shaped.source.at = last.source.at;
    }
    if form == 0 {
        shaped.between.clear();
    }
    shaped
}

/// True for commands that leave nothing behind but what they print.
fn only_looks(command: &Command) -> bool {
    const LOOKS: [&str; 24] = [
        "ls", "cat", "head", "tail", "grep", "rg", "find", "sed -n", "wc", "pwd", "which", "echo", "git status", "git diff",
        "git log", "git show", "git branch", "tree", "file", "stat", "du", "df", "ps", "env",
    ];
    let head = crate::shell::head(&command.text);
    LOOKS.iter().any(|look| head == *look || command.text.strip_prefix(look).is_some_and(|rest| rest.starts_with(' ')))
}

/// The quotes of the state section, in a fixed order.
fn state_quotes(ledger: &Ledger) -> impl Iterator<Item = &Quote> {
    let state = &ledger.state;
    state
        .directory
        .iter()
        .chain(&state.branch)
        .chain(&state.commits)
        .chain(&state.tests)
        .chain(state.processes.iter().map(|(quote, _)| quote))
        .chain(&state.todo)
}

/// The shown part of the ledger.
fn take(whole: &Ledger, items: &[Item], shown: &[usize], long: &[bool], grouped: bool) -> Fitted {
    let mut picked: BTreeMap<Section, Vec<(usize, bool)>> = BTreeMap::new();
    for &i in shown {
        picked.entry(items[i].section).or_default().push((items[i].index, long[i]));
    }
    for list in picked.values_mut() {
        list.sort_unstable();
    }
    let of = |section: Section| picked.get(&section).cloned().unwrap_or_default();
    let mut ledger = Ledger {
        snapshot: pick(&whole.snapshot, &of(Section::Snapshot)),
        goal: whole.goal.clone().filter(|_| !of(Section::Goal).is_empty()),
        rules: pick(&whole.rules, &of(Section::Rules)),
        decisions: pick(&whole.decisions, &of(Section::Decisions)),
        errors: pick(&whole.errors, &of(Section::Errors)),
        users: pick(&whole.users, &of(Section::Users)),
        log: pick(&whole.log, &of(Section::Log)),
        ..Ledger::default()
    };
    // In the order of the sections, so that reading the text back gives the same list.
    for (i, is_long) in [Section::Blocked, Section::Fixes, Section::Commands].into_iter().flat_map(of) {
        ledger.commands.extend(whole.commands.get(i).map(|c| shaped(c, usize::from(is_long))));
    }
    for (i, is_long) in of(Section::Files) {
        ledger.files.extend(whole.files.get(i).cloned().map(|mut file| {
            if !is_long {
                file.defines.clear();
            }
            file
        }));
    }
    take_state(whole, &of(Section::State), &mut ledger);
    ledger.omitted = whole.omitted.clone();
    for (i, item) in items.iter().enumerate() {
        if shown.binary_search(&i).is_err() {
            *ledger.omitted.entry(item.section).or_default() += 1;
        }
    }
    Fitted { ledger, grouped }
}

fn take_state(whole: &Ledger, picked: &[(usize, bool)], ledger: &mut Ledger) {
    let state = &whole.state;
    let shown = |index: usize| picked.binary_search_by_key(&index, |(i, _)| *i).is_ok();
    let mut index = 0;
    let mut next = || {
        index += 1;
        shown(index - 1)
    };
    ledger.state.directory = state.directory.clone().filter(|_| next());
    ledger.state.branch = state.branch.clone().filter(|_| next());
    ledger.state.commits = state.commits.iter().filter(|_| next()).cloned().collect();
    ledger.state.tests = state.tests.iter().filter(|_| next()).cloned().collect();
    ledger.state.processes = state.processes.iter().filter(|_| next()).cloned().collect();
    ledger.state.todo = state.todo.iter().filter(|_| next()).cloned().collect();
}

fn pick<T: Clone>(all: &[T], picked: &[(usize, bool)]) -> Vec<T> {
    picked.iter().filter_map(|(i, _)| all.get(*i).cloned()).collect()
}
