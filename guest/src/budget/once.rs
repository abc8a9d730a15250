//! Nothing is said twice.
//!
//! Takes the ledger and drops what another line of it says as well: words of the user that a longer message of theirs
//! begins with, words of the assistant said before, key lines that stand in another key line of the same failure.
//! Promises: every word that goes stands in a line that is still there; n log n. Leaves out: equal words of different
//! people, and short words ("yes", "go on"), which mean something else each time.
use crate::ledger::{Command, EntryKind, Ledger, Quote, Ref};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Fewer bytes than this are no repetition.
const SHORT: usize = 20;

/// Drops the words that stand in the ledger elsewhere.
pub(super) fn once(ledger: &mut Ledger) {
    let asked: Vec<Quote> = ledger
        .snapshot
        .iter()
        .chain(&ledger.goal)
        .chain(ledger.rules.iter().map(|rule| &rule.quote))
        .cloned()
        .collect();
    let shown: BTreeSet<(Ref, &str)> = asked.iter().map(|q| (q.source.at, q.text.as_str())).collect();
    let mut begun = begun(&ledger.users, &asked).into_iter();
    ledger.users.retain(|q| !begun.next().unwrap_or(false) && !shown.contains(&(q.source.at, q.text.as_str())));
    let mut said: BTreeSet<&str> = BTreeSet::new();
    let mut again = Vec::with_capacity(ledger.log.len());
    for entry in ledger.log.iter().rev() {
        let text = entry.quote.text.as_str();
        again.push(entry.kind == EntryKind::Assistant && text.len() >= SHORT && !said.insert(text));
    }
    ledger.log.retain(|_| !again.pop().unwrap_or(false));
    for command in &mut ledger.commands {
        distinct(command);
    }
}

/// For each text whether it is one of `others`, or a longer one begins with it.
fn begun(users: &[Quote], others: &[Quote]) -> Vec<bool> {
    let mut sorted: Vec<(&str, usize)> = users.iter().enumerate().map(|(i, q)| (q.text.as_str(), i)).collect();
    sorted.extend(others.iter().map(|q| (q.text.as_str(), usize::MAX)));
    sorted.sort_unstable();
    let mut begun = alloc::vec![false; users.len()];
    for ((text, i), (next, _)) in sorted.iter().zip(sorted.iter().skip(1)) {
        if let Some(flag) = begun.get_mut(*i) {
            *flag = text.len() >= SHORT && next.starts_with(text);
        }
    }
    begun
}

/// Key lines of a failure that are no part of another one.
fn distinct(command: &mut Command) {
    let lines = &command.key_lines;
    let part = |i: usize, line: &Quote| {
        lines.iter().enumerate().any(|(k, other)| {
            k != i && other.text.contains(line.text.as_str()) && (other.text.len() > line.text.len() || k < i)
        })
    };
    let keep: Vec<bool> = lines.iter().enumerate().map(|(i, line)| !part(i, line)).collect();
    let mut keep = keep.into_iter();
    command.key_lines.retain(|_| keep.next().unwrap_or(true));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::Entry;
    use crate::ledger::samples::{command, quote};
    use alloc::string::String;
    use alloc::vec;
    use cento_contract::RunState::Exited;

    #[test]
    fn words_that_a_longer_message_begins_with_go() {
        let long = "Mend the lamp in the hall. And the door.";
        let mut ledger = Ledger {
            snapshot: vec![quote("Paint the fence in the garden green.", 9)],
            users: vec![
                quote("Mend the lamp in the hall.", 1),
                quote("yes", 2),
                quote(long, 3),
                quote("Paint the fence in the garden", 4),
                quote("yes, and the roof", 5),
                quote("The lamp in the hall.", 6),
            ],
            ..Ledger::default()
        };
        once(&mut ledger);
        let rows: Vec<u32> = ledger.users.iter().map(|q| q.source.message).collect();
        assert_eq!(rows, [2, 3, 5, 6]);
    }

    #[test]
    fn the_assistant_is_quoted_once_and_people_and_tools_as_often_as_they_spoke() {
        let entry = |kind, row| Entry {
            kind,
            tool: String::new(),
            quote: quote("All tests of the lamp pass.", row),
            weight: 4,
        };
        let kinds = [EntryKind::Assistant, EntryKind::User, EntryKind::User, EntryKind::Assistant];
        let log = kinds.into_iter().zip(1..).map(|(kind, row)| entry(kind, row)).collect();
        let mut ledger = Ledger { log, ..Ledger::default() };
        once(&mut ledger);
        assert_eq!(ledger.log.iter().map(|e| e.quote.source.message).collect::<Vec<_>>(), [2, 3, 4]);
    }

    #[test]
    fn a_key_line_within_another_one_goes() {
        let lines = ["error: no lamp", "<e>error: no lamp</e>", "at hall.rs:3", "at hall.rs:3"];
        let key_lines = lines.iter().map(|line| quote(line, 1)).collect();
        let mut ledger =
            Ledger { commands: vec![Command { key_lines, ..command("make", Exited(1), 1) }], ..Ledger::default() };
        once(&mut ledger);
        let left: Vec<&str> = ledger.commands[0].key_lines.iter().map(|q| q.text.as_str()).collect();
        assert_eq!(left, ["<e>error: no lamp</e>", "at hall.rs:3"]);
    }
}
