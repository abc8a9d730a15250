//! The order of rows is one that providers accept.
//!
//! Takes the matched lists. Asks what the strictest ask: OpenAI (a result directly behind its call, content of a kind),
//! Anthropic (the user speaks first, no empty text), chat templates of local models (user and assistant alternate).
//! Finds what the original did not have: neighbours that were neighbours before and rows that are as they were are not
//! ours to judge.
use crate::message::Role;
use crate::{Case, Check, Kind, Notes, Place};
use serde_json::Value;

pub(crate) fn check(case: &Case<'_>, notes: &mut Notes) {
    let wrong = |notes: &mut Notes, row: usize, what: &str| notes.wrong(Check::Providers, Place::Row(row + 1), what);
    let talks = |role: Role| matches!(role, Role::User | Role::Assistant | Role::Tool);
    let talkers: Vec<usize> = (0..case.compacted.len()).filter(|row| talks(case.compacted[*row].role)).collect();
    let before: Vec<usize> = (0..case.original.len()).filter(|at| talks(case.original[*at].role)).collect();
    let neighbours = |a: usize, b: usize| {
        let at = |row: usize| case.was[row].and_then(|at| before.binary_search(&at).ok());
        at(a).zip(at(b)).is_some_and(|(a, b)| a + 1 == b)
    };
    notes.looked(Check::Providers, case.compacted.len());
    for pair in talkers.windows(2) {
        let (a, b) = (&case.compacted[pair[0]], &case.compacted[pair[1]]);
        if a.role == b.role && a.role != Role::Tool && !neighbours(pair[0], pair[1]) {
            let who = if a.role == Role::User { "user" } else { "assistant" };
            wrong(notes, pair[1], &format!("two messages of the {who} in a row: chat templates refuse that"));
        }
        if b.role == Role::Tool && a.role == Role::User && !neighbours(pair[0], pair[1]) {
            wrong(notes, pair[1], "a result behind words of the user: OpenAI and Anthropic refuse that");
        }
    }
    let first = |all: &[crate::message::Message<'_>]| all.iter().map(|m| m.role).find(|role| talks(*role));
    let leads = first(&case.compacted);
    if let Some(row) = talkers.first()
        && leads != Some(Role::User)
        && (first(&case.original) == Some(Role::User) || case.is_new(*row))
    {
        wrong(notes, *row, "the user does not speak first: Anthropic refuses that");
    }
    let mut summaries = 0;
    for (row, message) in case.compacted.iter().enumerate() {
        let same = case.was[row].is_some_and(|at| case.original[at].raw == message.raw);
        summaries += usize::from(message.is_summary);
        if same {
            continue;
        }
        // Ours is one string; what another program writes may be a list of parts.
        let content = message.keys.get("content");
        if message.is_empty() && message.role != Role::Tool {
            wrong(notes, row, "neither words nor calls: Anthropic refuses an empty message");
        }
        if message.calls.is_empty() && message.keys.contains_key("tool_calls") && case.kind != Kind::Other {
            wrong(notes, row, "an empty list of calls: OpenAI refuses that");
        }
        let needs = message.role != Role::Assistant || message.calls.is_empty();
        if needs && !matches!(content, Some(Value::String(_) | Value::Array(_))) {
            let was = case.was[row].and_then(|at| case.original[at].keys.get("content"));
            if was != content {
                wrong(notes, row, "content that is no text: OpenAI refuses that");
            }
        }
        if message.role == Role::Other || message.keys.is_empty() {
            wrong(notes, row, "a role that no provider knows");
        }
        if message.role == Role::System && row > 0 && case.compacted[row - 1].role != Role::System && case.is_new(row) {
            wrong(notes, row, "instructions in the middle: chat templates refuse that");
        }
    }
    let ours = case.original.iter().filter(|message| message.is_summary).count();
    if summaries > 1.max(ours) {
        notes.wrong(Check::Providers, Place::List, format!("{summaries} summaries"));
    }
}
