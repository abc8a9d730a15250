//! The summary fits its budget, and the output is smaller than the input.
use super::{Case, Finding};
use cento_contract::{Change, Message, ToolCall};

/// Leeway over the budget, and over what goes, in percent. This count is rough, and it is not the component's own: on
/// one-letter words or lists of names the two are 40 % apart, and a plan must not fail for the kind of its text.
const LEEWAY: u64 = 50;

/// Leeway for short summaries, in tokens.
const LEAST_LEEWAY: u64 = 40;

pub(super) fn check(case: &Case<'_>, found: &mut Vec<Finding>) {
    let summary = case.plan.summary.as_ref().map_or(0, |s| tokens(&s.text));
    let budget = u64::from(case.plan.report.summary_budget);
    if summary > budget + (budget * LEEWAY / 100).max(LEAST_LEEWAY) {
        found.push(Finding::OverBudget { tokens: summary, budget });
    }
    if case.plan.edits.is_empty() && case.plan.summary.is_none() {
        return;
    }
    let mut added = summary;
    let mut removed = 0_u64;
    for edit in &case.plan.edits {
        if let Change::Rewrite(text) = &edit.change {
            added += tokens(text);
        }
    }
    // Counting stops as soon as enough has gone: most of a long conversation need not be counted.
    let smaller = |removed: u64| removed + removed * LEEWAY / 100 > added;
    for edit in &case.plan.edits {
        if smaller(removed) {
            break;
        }
        let Some(message) = case.messages.get(edit.message as usize) else { continue };
        removed += match edit.change {
            Change::Drop => whole(message),
            Change::Rewrite(_) => tokens(&message.content),
            Change::DropCalls(ref calls) => {
                calls.iter().filter_map(|call| message.tool_calls.get(*call as usize)).map(of_call).sum()
            }
        };
    }
    if !smaller(removed) {
        found.push(Finding::NotSmaller);
    }
}

/// Tokens of a message with all that is sent along with it.
fn whole(message: &Message) -> u64 {
    let calls: u64 = message.tool_calls.iter().map(of_call).sum();
    tokens(&message.content) + calls + u64::from(message.images) * 1500 + u64::from(message.reasoning_bytes) / 4 + 4
}

/// Tokens of a call.
fn of_call(call: &ToolCall) -> u64 {
    tokens(&call.name) + tokens(&call.arguments) + 8
}

/// Tokens, roughly: a word is one and a bit for every six letters more, three digits are one, a run of signs is one
/// for every three, and three letters of a script that has no spaces are two.
pub(super) fn tokens(text: &str) -> u64 {
    #[derive(PartialEq, Clone, Copy)]
    enum Kind {
        Word,
        Digits,
        Signs,
        Space,
        Wide,
    }
    let kind = |c: char| match c {
        'a'..='z' | 'A'..='Z' => Kind::Word,
        '0'..='9' => Kind::Digits,
        ' ' | '\t' | '\n' | '\r' => Kind::Space,
        _ if c.is_ascii() => Kind::Signs,
        '\u{2e80}'..='\u{d7ff}' | '\u{f900}'..='\u{faff}' | '\u{1f000}'.. => Kind::Wide,
        _ if c.is_alphabetic() => Kind::Word,
        _ => Kind::Signs,
    };
    let (mut total, mut run, mut previous) = (0_u64, 0_u64, Kind::Space);
    let close = |kind: Kind, run: u64| match kind {
        Kind::Word => run.div_ceil(7),
        Kind::Digits => run.div_ceil(3),
        Kind::Signs => run.div_ceil(3),
        Kind::Wide => (run * 2).div_ceil(3),
        // One space belongs to the next word.
        Kind::Space => run / 2,
    };
    for c in text.chars() {
        let now = kind(c);
        if now != previous {
            total += if run > 0 { close(previous, run) } else { 0 };
            (run, previous) = (0, now);
        }
        run += 1;
    }
    total + if run > 0 { close(previous, run) } else { 0 }
}
