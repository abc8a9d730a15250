//! Kept rows are kept.
//!
//! Takes the matched lists. Finds rows that are none of the original's, stand twice or in another order, rows that
//! changed where the strategy changes nothing, words of the user that are not what they were, and rows that went where
//! none may go. Leaves out: what a changed text may look like (`shortened`).
use crate::message::{Message, Role};
use crate::{Case, Check, Kind, Notes, Place};

pub(crate) fn check(case: &Case<'_>, notes: &mut Notes) {
    let wrong = |notes: &mut Notes, place: Place, what: &str| notes.wrong(Check::Integrity, place, what);
    let mut respelt = 0;
    for (row, message) in case.compacted.iter().enumerate() {
        let place = Place::Row(row + 1);
        let Some(at) = case.was[row] else {
            unknown(case, row, notes);
            continue;
        };
        let was = &case.original[at];
        if was.raw == message.raw {
            notes.looked(Check::Integrity, 1);
            continue;
        }
        match change(was, message) {
            Change::Spelling if case.kind == Kind::Other => respelt += 1,
            Change::Spelling => wrong(notes, place, "says the same, but not byte for byte"),
            Change::Other => wrong(notes, place, "keys other than content and tool_calls changed"),
            _ if was.role == Role::User => wrong(notes, place, "the words of the user are not what they were"),
            _ if was.role == Role::System => wrong(notes, place, "the instructions are not what they were"),
            _ if was.role == Role::Other => wrong(notes, place, "a message of an unknown role changed"),
            Change::Content if case.kind == Kind::Unchanged => {
                wrong(notes, place, "changed, where the report says that nothing did");
            }
            Change::Content if was.role == Role::Assistant && !matches!(case.kind, Kind::Slim | Kind::Other) => {
                wrong(notes, place, "the words of the assistant are not what they were");
            }
            Change::Content if case.kind != Kind::Other && !message.text.contains('…') => {
                wrong(notes, place, "changed without a mark that says so");
            }
            Change::Content => {}
            Change::FewerCalls if !matches!(case.kind, Kind::Prune | Kind::Other) => {
                wrong(notes, place, "calls of this message are gone");
            }
            Change::FewerCalls => {}
            Change::Calls => wrong(notes, place, "a call of this message is not what it was"),
        }
    }
    if respelt > 0 {
        notes.skipped(format!("integrity: {respelt} messages say the same, but are spelt another way"));
    }
    gone(case, notes);
}

enum Change {
    Spelling,
    Content,
    FewerCalls,
    Calls,
    Other,
}

fn change(was: &Message<'_>, is: &Message<'_>) -> Change {
    if was.keys == is.keys && !was.keys.is_empty() {
        return Change::Spelling;
    }
    if was.same_but(is, &["content"]) {
        return Change::Content;
    }
    if !was.same_but(is, &["content", "tool_calls"]) {
        return Change::Other;
    }
    let mut left = was.calls.iter();
    let all = is.calls.iter().all(|call| left.any(|of| of == call));
    match (all, was.same_but(is, &["tool_calls"])) {
        (true, true) => Change::FewerCalls,
        _ => Change::Calls,
    }
}

/// A row that no original row became.
fn unknown(case: &Case<'_>, row: usize, notes: &mut Notes) {
    if case.summary.as_ref().is_some_and(|(of, _)| *of == row) {
        if matches!(case.kind, Kind::Slim | Kind::Prune | Kind::Unchanged) {
            notes.wrong(Check::Integrity, Place::Row(row + 1), "a summary, where the report tells of none");
        }
        return;
    }
    let raw = case.compacted[row].raw;
    let same = case.original.iter().position(|of| of.raw == raw);
    let what = match same {
        Some(at) if case.is[at].is_some() => "stands a second time",
        Some(_) => "stands in another place than it did",
        None if case.compacted[row].is_summary => "a second summary",
        None if case.kind == Kind::Other && case.compacted[row].role != Role::Tool => {
            notes.skipped(format!("quotes: message {} is new; its words name no source", row + 1));
            return;
        }
        None => "is none of the original messages",
    };
    notes.wrong(Check::Integrity, Place::Row(row + 1), what);
}

/// Rows that may not go.
fn gone(case: &Case<'_>, notes: &mut Notes) {
    let summary = case.summary.is_some();
    for (at, message) in case.original.iter().enumerate().filter(|(at, _)| case.is[*at].is_none()) {
        let what = match (case.kind, message.role) {
            (Kind::Unchanged, _) => "is gone, where the report says that nothing changed",
            (Kind::Slim, _) => "is gone; a shortening drops none",
            (Kind::Prune, Role::User | Role::System | Role::Other) => "is gone; a pruning drops calls and results only",
            (Kind::Prune, Role::Assistant) if !message.text.trim().is_empty() => {
                "is gone with its words; a pruning drops calls and results only"
            }
            (Kind::Project, _) if !summary => "is gone, and no summary stands for it",
            (Kind::Project | Kind::Other, Role::Other) => "has an unknown role and is gone",
            (Kind::Project, Role::System) if leading(case, at) => "holds instructions and is gone",
            _ => continue,
        };
        // An orphaned result is no provider's.
        let orphan = message.role == Role::Tool && case.kind == Kind::Project && !summary;
        if !orphan {
            notes.wrong(Check::Integrity, Place::Original(at + 1), what);
        }
    }
}

fn leading(case: &Case<'_>, at: usize) -> bool {
    case.original[..=at].iter().all(|message| message.role == Role::System && !message.is_summary)
}
