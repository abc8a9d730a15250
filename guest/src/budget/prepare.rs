//! The ledger in two forms: short, and long beside it.
//!
//! Takes the ledger and the budget. Gives both forms with the same facts at the same places, texts cut to size, and
//! nothing said twice. The short form is what a fact costs at least; the long one is bought as further details.
//! Leaves out: prices (`items`).
use super::once::once;
use crate::ledger::{Entry, EntryKind, File, Ledger, Quote};
use crate::{cutting, render, tokens};
use alloc::vec::Vec;

/// Characters of a command, and of a line of the log; a longer one is cut. The last words before the user are whole in
/// the long form.
const COMMAND_CHARS: usize = 80;
const LOG_CHARS: usize = 150;
/// Characters of a line of a summary that somebody else wrote: it stands for much that cannot be read any more.
const CARRIED_CHARS: usize = 400;
/// Characters of a key line in the short form.
const KEY_CHARS: usize = 160;

/// Everything in its short form, with the long one beside it, and nothing said twice.
pub(super) struct Whole {
    pub(super) short: Ledger,
    pub(super) long: Ledger,
}

pub(super) fn prepare(mut long: Ledger, budget: u32) -> Whole {
    if long.goal.as_ref().is_some_and(|goal| long.snapshot.iter().any(|s| same_words(s, goal))) {
        long.goal = None;
    }
    once(&mut long);
    for quote in long.users.iter_mut().chain(&mut long.snapshot).chain(&mut long.goal) {
        quote.text = cutting::telling(&quote.text, (budget / 5).max(60)).into_owned();
    }
    for command in &mut long.commands {
        let cd = render::split_cd(&command.text).map_or(0, |(directory, _)| directory.chars().count() + 7);
        let most = cutting::plain_chars(&command.text, COMMAND_CHARS + cd);
        command.text = cutting::head(&command.text, most).into_owned();
    }
    for entry in long.log.iter_mut().filter(|entry| entry.weight < Entry::CLOSING) {
        let most = if entry.kind == EntryKind::Carried { CARRIED_CHARS } else { LOG_CHARS };
        entry.quote.text = cutting::excerpt(&entry.quote.text, most).into_owned();
    }
    let mut short = long.clone();
    for entry in short.log.iter_mut().filter(|entry| entry.kind != EntryKind::Carried) {
        entry.quote.text = cutting::excerpt(&entry.quote.text, LOG_CHARS).into_owned();
    }
    for quote in short.users.iter_mut().chain(&mut short.goal) {
        // Words that fit stay whole; of longer ones only what tells most.
        if tokens::estimate(&quote.text) > (budget / 25).max(40) {
            quote.text = cutting::telling(&quote.text, (budget / 35).max(40)).into_owned();
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
