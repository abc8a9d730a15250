//! Names that are likely to be needed again, as items.
//!
//! Takes both forms of the ledger; leaves only the names that no line shows whole which the budget keeps longer, and
//! gives their prices. Promises: no such name is there twice. Leaves out: which names matter (`facts`), and whether
//! those lines fit: where they do not, there is hardly a place for names.
use super::items::{Item, state_quotes};
use super::prepare::Whole;
use super::shares::Kind;
use crate::ledger::{Entry, Name, Section};
use crate::{anchors, render, tokens};
use alloc::vec::Vec;

/// Where the numbers of shared lines start; commands count from 0, files from the far end.
const LINES: usize = 1 << 30;

/// Names with so much that speaks for them go before the plain lines of the log.
const STRONG: u8 = 7;

/// Takes out the names that other lines show.
pub(super) fn leave_unseen(whole: &mut Whole) {
    let names = core::mem::take(&mut whole.short.names);
    if names.is_empty() {
        return;
    }
    let Whole { short, long } = &*whole;
    let mut words: Vec<&str> = Vec::new();
    let mut see = |text| anchors::names(text, false, |word| words.push(word));
    let quotes = short.snapshot.iter().chain(&short.goal).chain(&short.users).chain(&short.errors);
    let quotes = quotes.chain(short.rules.iter().map(|rule| &rule.quote)).chain(state_quotes(short));
    let quotes = quotes.chain(short.commands.iter().flat_map(|command| &command.key_lines));
    let said = short.log.iter().filter(|entry| entry.weight >= Entry::CLOSING).map(|entry| &entry.quote);
    quotes.chain(said).for_each(|quote| see(&quote.text));
    for command in &short.commands {
        see(&command.text);
        command.cwd.iter().for_each(|directory| see(directory));
    }
    // A path below a directory that several share is in two parts.
    for (file, directory) in short.files.iter().zip(render::shared_directories(&short.files)) {
        see(file.path.get(directory.len()..).unwrap_or_default());
    }
    words.extend(long.files.iter().flat_map(|file| &file.defines).map(|name| name.as_str()));
    words.sort_unstable();
    let unseen = names.into_iter().filter(|name| words.binary_search(&name.quote.text.as_str()).is_err()).collect();
    whole.short.names = unseen;
}

/// One item for each name; the reference of a line is paid by the first.
pub(super) fn add(names: &[Name], items: &mut Vec<Item>) {
    let mut line = LINES;
    let mut last = None;
    for (index, name) in names.iter().enumerate() {
        let at = name.quote.source.at;
        if last.replace(at).is_some_and(|last| last != at) {
            line += 1;
        }
        items.push(Item {
            kind: if name.weight >= STRONG { Kind::Names } else { Kind::FurtherNames },
            section: Section::Names,
            index,
            rank: u64::from(name.weight),
            tokens: tokens::estimate(&name.quote.text) + 1,
            shared: [Some((line, tokens::estimate(&render::reference(at)) + 1)), None, None],
            source: name.quote.source,
            with: None,
        });
    }
}
