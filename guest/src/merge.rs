//! Two ledgers as one.
//!
//! Takes the ledger of an earlier summary and that of the messages after it; gives one in which every fact stands
//! once: a command with all its runs, a file with all that happened to it, a rule for ever. Nothing is summarised
//! again. Promises: no rule, changed file, failure or final outcome of either side is missing; order is that of
//! the conversation. Leaves out: what fits (`budget`).
use crate::cutting;
use crate::ledger::{ActiveState, Command, Entry, EntryKind, File, Ledger, Name, Quote, Rule, Run, is_failure};
use crate::rules::Reversals;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;
use alloc::vec::Vec;

/// Joins ledgers, oldest first: neighbours in pairs, so that many small ones cost no more than a few large ones.
pub fn all(mut ledgers: Vec<Ledger>) -> Option<Ledger> {
    while ledgers.len() > 1 {
        let mut joined = Vec::with_capacity(ledgers.len().div_ceil(2));
        let mut rest = ledgers.into_iter();
        while let Some(before) = rest.next() {
            joined.push(match rest.next() {
                Some(after) => merge(before, after),
                None => before,
            });
        }
        ledgers = joined;
    }
    ledgers.pop()
}

/// Joins the ledger of an earlier summary with that of the messages after it.
pub fn merge(earlier: Ledger, fresh: Ledger) -> Ledger {
    let users = merge_users(&earlier, &fresh);
    // The first request stays the goal; an earlier summary that shows none had it as its snapshot.
    let goal = earlier.goal.or_else(|| earlier.snapshot.first().cloned()).or(fresh.goal);
    let snapshot = if fresh.snapshot.is_empty() { earlier.snapshot } else { fresh.snapshot };
    let mut carried = earlier.carried;
    carried.extend(fresh.carried);
    let mut overtaken = Vec::new();
    let commands = merge_commands(earlier.commands, fresh.commands, &mut overtaken);
    let mut omitted = earlier.omitted;
    for (section, count) in fresh.omitted {
        let sum = omitted.entry(section).or_default();
        *sum = sum.saturating_add(count);
    }
    Ledger {
        goal,
        snapshot,
        rules: merge_rules(earlier.rules, fresh.rules, &fresh.users),
        commands,
        files: merge_files(earlier.files, fresh.files),
        errors: distinct(earlier.errors, fresh.errors),
        names: merge_names(earlier.names, fresh.names),
        decisions: distinct(earlier.decisions, fresh.decisions),
        state: merge_state(earlier.state, fresh.state),
        users,
        log: merge_logs(earlier.log, overtaken, fresh.log),
        carried,
        omitted,
    }
}

/// All user words of both, oldest first; the earlier goal and snapshot go back to their places among them.
fn merge_users(earlier: &Ledger, fresh: &Ledger) -> Vec<Quote> {
    let before = earlier.goal.iter().chain(&earlier.users).chain(&earlier.snapshot);
    let mut users: Vec<Quote> = Vec::new();
    for quote in before.chain(&fresh.users) {
        let known = users.iter().rev().take(200).any(|u| u.source.at == quote.source.at && u.text == quote.text);
        if !known {
            users.push(quote.clone());
        }
    }
    users
}

/// Rules stay for ever; a later sentence of the user that takes one back marks it and stands beside it.
fn merge_rules(earlier: Vec<Rule>, fresh: Vec<Rule>, users: &[Quote]) -> Vec<Rule> {
    let later: Vec<&Quote> = fresh.iter().map(|rule| &rule.quote).chain(users).collect();
    let mut back = Reversals::default();
    for (at, quote) in (1..).zip(&later) {
        back.add(at, &quote.text);
    }
    let mut all = earlier;
    for rule in all.iter_mut().filter(|rule| rule.superseded_by.is_none()) {
        let by = back.against(&rule.quote.text, 0).and_then(|at| later.get(at - 1));
        rule.superseded_by = by.map(|quote| quote.source.at);
    }
    let standing: BTreeSet<String> =
        all.iter().filter(|rule| rule.superseded_by.is_none()).map(|rule| rule.quote.text.clone()).collect();
    all.extend(fresh.into_iter().filter(|rule| !standing.contains(&rule.quote.text)));
    all
}

/// A command is the same when tool, directory and text are and no other may look like it; a text that was cut is known
/// by its start and length.
fn merge_commands(earlier: Vec<Command>, fresh: Vec<Command>, overtaken: &mut Vec<Entry>) -> Vec<Command> {
    let mut known = Known::default();
    let mut all: Vec<Command> = Vec::new();
    for command in earlier.into_iter().chain(fresh) {
        add_command(&mut all, &mut known, command, overtaken);
    }
    all
}

/// Where the commands stand that are known so far.
#[derive(Default)]
struct Known {
    /// By tool, directory and text.
    exact: BTreeMap<(String, Option<String>, String), usize>,
    /// By tool, directory, start and length of the whole text, which a cut does not change.
    stems: BTreeMap<(String, Option<String>, String, usize), Vec<usize>>,
}

/// Characters of a stem; no command is cut shorter than this.
const STEM: usize = 40;

fn add_command(all: &mut Vec<Command>, known: &mut Known, command: Command, overtaken: &mut Vec<Entry>) {
    // Perhaps another secret is masked, or it ran elsewhere: another command then, and that it failed here and passed
    // there would not be known of either. They stay two.
    if command.alone {
        all.push(command);
        return;
    }
    let key = (command.tool.clone(), command.cwd.clone(), command.text.clone());
    let (shown, left_out) = cutting::split(&command.text);
    let length = shown.chars().count().saturating_add(left_out);
    let alike =
        known.stems.entry((key.0.clone(), key.1.clone(), shown.chars().take(STEM).collect(), length)).or_default();
    let found = known.exact.get(&key).copied().or_else(|| {
        // The same command, cut to another length when it was printed.
        let same = |text: &str| same_when_cut(text, &command.text) || same_when_cut(&command.text, text);
        alike.iter().rev().take(8).copied().find(|&index| all.get(index).is_some_and(|before| same(&before.text)))
    });
    let index = found.unwrap_or(all.len());
    if found.is_none() {
        alike.push(index);
    }
    known.exact.insert(key, index);
    match all.get_mut(index) {
        Some(before) => {
            overtaken.extend(overtaken_by(before, &command));
            continue_command(before, command);
        }
        None => all.push(command),
    }
}

/// `short` is `long` cut: it begins with the same words and counts the rest.
fn same_when_cut(short: &str, long: &str) -> bool {
    let (shown, left_out) = cutting::split(short);
    let (other, other_left_out) = cutting::split(long);
    left_out > 0
        && other.starts_with(shown)
        && shown.chars().count().saturating_add(left_out) == other.chars().count().saturating_add(other_left_out)
}

/// The newest failing run is one of the later ones: what broke before is not what broke there, even if it said nothing.
fn breaks_again(later: &Command) -> bool {
    !later.key_lines.is_empty() || later.runs.iter().any(|run| is_failure(run.state))
}

/// What broke before and breaks differently now: the command shows the newest only, the log has what it was.
fn overtaken_by(before: &Command, later: &Command) -> Option<Entry> {
    let quote = before.key_lines.first().filter(|_| breaks_again(later))?;
    let failed = before.runs.iter().rev().find(|run| is_failure(run.state))?;
    let shown = later.key_lines.iter().any(|key| key.text == quote.text);
    let kind = EntryKind::Result(failed.state);
    (!shown).then(|| Entry { kind, tool: String::new(), quote: quote.clone(), weight: 6 })
}

/// The later runs go behind the earlier ones.
fn continue_command(before: &mut Command, later: Command) {
    let again = breaks_again(&later);
    if cutting::split(&later.text).0.len() > cutting::split(&before.text).0.len() {
        before.text = later.text;
    }
    for run in later.runs {
        push_run(&mut before.runs, run);
    }
    before.source = later.source;
    before.meaning = later.meaning;
    before.ends_below = later.ends_below;
    before.continues = later.continues;
    if again {
        before.key_lines = later.key_lines;
    }
    before.between.extend(later.between);
}

/// Equal neighbours fold into one run.
pub fn push_run(runs: &mut Vec<Run>, run: Run) {
    match runs.last_mut() {
        Some(last) if last.state == run.state => {
            last.times = last.times.saturating_add(run.times);
            last.source = run.source;
        }
        _ => runs.push(run),
    }
}

/// Names that are kept for one file, over all passes.
const MOST_NAMES: usize = 240;

fn merge_files(earlier: Vec<File>, fresh: Vec<File>) -> Vec<File> {
    let mut known: BTreeMap<String, usize> = BTreeMap::new();
    let mut all: Vec<File> = Vec::new();
    for file in earlier.into_iter().chain(fresh) {
        match known.get(&file.path).and_then(|&index| all.get_mut(index)) {
            Some(before) => continue_file(before, file),
            None => {
                known.insert(file.path.clone(), all.len());
                all.push(file);
            }
        }
    }
    all
}

fn continue_file(before: &mut File, later: File) {
    before.stale = if later.reads > 0 { later.stale } else { before.stale || (before.reads > 0 && later.changed()) };
    before.reads = before.reads.saturating_add(later.reads);
    before.patches = before.patches.saturating_add(later.patches);
    before.writes = before.writes.saturating_add(later.writes);
    before.created |= later.created;
    // One that was read or changed since is there again.
    let gone = later.reads == 0 && !later.changed();
    before.deleted = later.deleted || (before.deleted && gone);
    before.moved_to = later.moved_to.or_else(|| before.moved_to.take().filter(|_| gone));
    before.by_command |= later.by_command;
    before.lines = later.lines.or(before.lines);
    for name in later.defines {
        if before.defines.len() >= MOST_NAMES {
            break;
        }
        if !before.defines.contains(&name) {
            before.defines.push(name);
        }
    }
    before.source = later.source;
}

/// Each name once, at its newest place. One that is named again is worth more than either side says.
fn merge_names(earlier: Vec<Name>, fresh: Vec<Name>) -> Vec<Name> {
    let mut known: BTreeMap<String, Name> = BTreeMap::new();
    for mut name in earlier.into_iter().chain(fresh) {
        if let Some(before) = known.get(&name.quote.text) {
            name.weight = name.weight.max(before.weight).saturating_add(1);
        }
        known.insert(name.quote.text.clone(), name);
    }
    let mut all: Vec<Name> = known.into_values().collect();
    all.sort_by_key(|name| name.quote.source.at);
    all
}

/// Newest per field; lists grow, the todo list is replaced as a whole.
fn merge_state(earlier: ActiveState, fresh: ActiveState) -> ActiveState {
    // The newest word on a process is the one.
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut processes = earlier.processes;
    processes.extend(fresh.processes);
    processes.reverse();
    processes.retain(|(quote, _)| known.insert(String::from(quote.text.split(' ').next().unwrap_or_default())));
    processes.reverse();
    ActiveState {
        directory: fresh.directory.or(earlier.directory.filter(|_| !fresh.directory_left)),
        directory_left: false,
        branch: fresh.branch.or(earlier.branch),
        commits: distinct(earlier.commits, fresh.commits),
        todo: if fresh.todo.is_empty() && !fresh.todo_cleared { earlier.todo } else { fresh.todo },
        todo_cleared: false,
        processes,
        tests: distinct(earlier.tests, fresh.tests),
        packages: earlier.packages.into_iter().chain(fresh.packages).collect(),
    }
}

/// All lines, oldest first; a summary of somebody else that repeats one before it adds what is new.
fn merge_logs(earlier: Vec<Entry>, overtaken: Vec<Entry>, fresh: Vec<Entry>) -> Vec<Entry> {
    let mut known: BTreeSet<String> = BTreeSet::new();
    let mut all = earlier;
    all.extend(overtaken);
    all.extend(fresh);
    all.retain(|entry| entry.kind != EntryKind::Carried || known.insert(entry.quote.text.clone()));
    all
}

/// Quotes of both, each text once, the first place kept.
fn distinct(earlier: Vec<Quote>, fresh: Vec<Quote>) -> Vec<Quote> {
    let mut known: BTreeMap<String, ()> = BTreeMap::new();
    let mut all = Vec::new();
    for quote in earlier.into_iter().chain(fresh) {
        if known.insert(quote.text.clone(), ()).is_none() {
            all.push(quote);
        }
    }
    all
}

#[cfg(test)]
mod tests;
