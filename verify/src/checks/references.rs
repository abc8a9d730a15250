//! References open: `[#N]` is a row that was dropped, `[tN]` a dropped message without row.
use super::{Case, Finding};
use cento_contract::Summary;
use std::collections::BTreeSet;

pub(super) fn check(case: &Case<'_>, summary: &Summary, found: &mut Vec<Finding>) {
    let (mut rows, mut turns) = (BTreeSet::new(), BTreeSet::new());
    for (index, message) in case.messages.iter().enumerate().filter(|(index, _)| case.dropped(*index)) {
        match message.row_id {
            Some(row) => rows.insert(row),
            None => turns.insert(index as u64),
        };
        if case.earlier(index) {
            rows.extend(references(&message.content, "[#").map(|(_, number)| number));
            turns.extend(references(&message.content, "[t").map(|(_, number)| number));
        }
    }
    for (at, row) in references(&summary.text, "[#") {
        if !rows.contains(&row) {
            found.push(Finding::RowUnknown { at });
        }
    }
    for (at, turn) in references(&summary.text, "[t") {
        if !turns.contains(&turn) {
            found.push(Finding::TurnUnknown { at });
        }
    }
}

/// Every `[#N]` or `[tN]` of a text: offset and number.
fn references<'a>(text: &'a str, opening: &'static str) -> impl Iterator<Item = (usize, u64)> + 'a {
    text.match_indices(opening).filter_map(move |(at, _)| {
        let rest = &text[at + opening.len()..];
        let digits = &rest[..rest.bytes().take_while(u8::is_ascii_digit).count()];
        // More digits than a row id has name no row.
        let number = if digits.is_empty() { return None } else { digits.parse().unwrap_or(u64::MAX) };
        rest[digits.len()..].starts_with(']').then_some((at, number))
    })
}
