//! Rows that repeat earlier ones.
//!
//! A compaction or a retry stores rows of the conversation again, each time as a new generation. The first occurrence
//! stays. A call is known again by its id, tool and arguments, and a result by its call, whatever its text is by
//! then. Texts alone do not prove it, because people say "yes" twice: a text is a copy if the moment or the id that
//! copies share is the same too, or if it stands beside the same row as before. Linear but for the look-ups.
use super::rows::Row;
use std::collections::{BTreeMap, BTreeSet};

/// What becomes of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It stays.
    Kept,
    /// It goes.
    Repeated,
    /// It stays without these of its calls, in order.
    Without(Vec<usize>),
}

/// What rows with the same of it have in common; results are named by their call alone.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key<'a> {
    Result(&'a str),
    Said(&'a str, &'a str, Vec<(&'a str, &'a str, &'a str)>),
}

/// Finds the fate of each row.
pub(super) fn find(rows: &[Row]) -> Vec<Fate> {
    let keys = keys(rows);
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    let mut marked: BTreeSet<(usize, usize, &str)> = BTreeSet::new();
    let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
    let mut calls: BTreeSet<(&str, &str, &str)> = BTreeSet::new();
    // Whether the newest call of this id has its result.
    let mut answered: BTreeMap<&str, bool> = BTreeMap::new();
    let mut fates = Vec::with_capacity(rows.len());
    for (at, row) in rows.iter().enumerate() {
        let key = keys[at];
        let before = at.checked_sub(1).map(|before| (keys[before], key));
        let after = keys.get(at + 1).map(|after| (key, *after));
        let beside = |pair: Option<(usize, usize)>| pair.is_some_and(|(a, b)| a != b && pairs.contains(&(a, b)));
        let same_mark = row
            .marks
            .iter()
            .enumerate()
            .any(|(n, mark)| mark.as_deref().is_some_and(|mark| marked.contains(&(key, n, mark))));
        let text_repeats = seen.contains(&key) && (same_mark || beside(before) || beside(after));
        let fate = if let Some(id) = row.answers.as_deref() {
            if answered.insert(id, true) == Some(true) { Fate::Repeated } else { Fate::Kept }
        } else {
            let mut repeated = Vec::new();
            for (n, call) in row.calls.iter().enumerate().filter(|(_, call)| !call.id.is_empty()) {
                if calls.insert((&call.id, &call.name, &call.arguments)) {
                    answered.insert(&call.id, false);
                } else {
                    repeated.push(n);
                }
            }
            match repeated.len() {
                0 if text_repeats => Fate::Repeated,
                0 => Fate::Kept,
                all if all == row.calls.len() => Fate::Repeated,
                _ => Fate::Without(repeated),
            }
        };
        fates.push(fate);
        seen.insert(key);
        pairs.extend(before);
        marked.extend(row.marks.iter().enumerate().filter_map(|(n, mark)| Some((key, n, mark.as_deref()?))));
    }
    fates
}

/// For each row the number of its key.
fn keys(rows: &[Row]) -> Vec<usize> {
    let mut numbers: BTreeMap<Key<'_>, usize> = BTreeMap::new();
    let key = |row| -> Key<'_> {
        let row: &Row = row;
        match &row.answers {
            Some(id) => Key::Result(id),
            None => {
                let calls = row.calls.iter().map(|c| (c.id.as_str(), c.name.as_str(), c.arguments.as_str())).collect();
                Key::Said(&row.role, &row.content, calls)
            }
        }
    };
    let mut all = Vec::with_capacity(rows.len());
    for row in rows {
        let next = numbers.len();
        all.push(*numbers.entry(key(row)).or_insert(next));
    }
    all
}

#[cfg(test)]
mod tests;
