//! The ledger of what was chosen.
//!
//! Takes both forms, the items and the choice; gives the fitted ledger. Promises: lists are in the order of print, so
//! that reading the text back gives the same ledger; what is left out is counted by section.
//! Leaves out: choosing.
use super::items::{Item, PACKAGES};
use super::prepare::Whole;
use super::shares::Kind;
use crate::ledger::{File, Fitted, Ledger, Section};
use crate::render;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// The shown part of the ledger.
pub(super) fn take(whole: &Whole, items: &[Item], shown: &[bool], grouped: bool) -> Fitted {
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
    // A list of names is a choice; where none is shown, their number says nothing.
    if lines.range((Section::Names, 0)..=(Section::Names, usize::MAX)).next().is_none() {
        omitted.remove(&Section::Names);
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
        names: pick(&short.names, section(Section::Names)),
        decisions: pick(&short.decisions, section(Section::Decisions)),
        users: section(Section::Users)
            .filter_map(|i| {
                if whole_words(Section::Users, i) { long.users.get(i) } else { short.users.get(i) }.cloned()
            })
            .collect(),
        log: section(Section::Log)
            .filter_map(|i| if whole_words(Section::Log, i) { long.log.get(i) } else { short.log.get(i) }.cloned())
            .collect(),
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
