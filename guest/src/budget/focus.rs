//! What has a word of the focus topic comes first within its kind.
//!
//! Takes the topic and the items; raises the rank of those whose words have one of the topic's. Promises: no
//! fact changes its kind; rules and requests stay as they are.
//! Leaves out: meaning; words are compared as they stand, in lower case.
use super::items::{Item, state_quotes};
use crate::ledger::{Ledger, Quote, Section};
use alloc::string::String;
use alloc::vec::Vec;

/// More words than this make no topic.
const FOCUS_WORDS: usize = 24;

/// What an item that has a word of the topic gains in rank: it comes first within its kind.
const IN_FOCUS: u64 = 1 << 32;

/// Words of the topic that the user wants to keep in sight, lower case; none of three letters or fewer.
pub(crate) fn focus_words(topic: &str) -> Vec<String> {
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

/// Lifts the items that have a word of the topic.
pub(super) fn lift(items: &mut [Item], ledger: &Ledger, focus: &[String]) {
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
            Section::Names => ledger.names.get(item.index).map(|name| &name.quote.text),
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
