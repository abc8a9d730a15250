//! What only a shortening does: results and texts of the assistant with lines left out.
//!
//! Takes each rewrite and its original. Every line of the new text is a line of the old, whole or with a mark that says
//! how many characters are missing, in order, and the marks between them count the lines that are missing. In an object
//! with long strings this holds for each string, and all else is the same. Where a reducer writes (JSON, markup,
//! matches by file) every run of letters and digits between two marks or line ends stands in the original, in order.
//! How a call ended is recorded as before. Linear. Leaves out: whether the right lines stay.
use super::lines::{self, is_gap, without_marks};
use super::{Case, Finding, recorded, skeleton};
use cento_contract::{Change, Edit, Message, Plan, Reason, Role, json};

/// True for a message that a shortening may rewrite.
pub(super) fn may_rewrite(plan: &Plan, edit: &Edit, message: &Message) -> bool {
    edit.reason == Reason::Shortened
        && plan.summary.is_none()
        && message.images == 0
        && !message.marks.summary
        && (message.role == Role::Tool || (message.role == Role::Assistant && !message.marks.signed_reasoning))
}

pub(super) fn check(case: &Case<'_>, found: &mut Vec<Finding>) {
    for edit in case.plan.edits.iter().filter(|e| e.reason == Reason::Shortened) {
        let message = edit.message as usize;
        let (Change::Rewrite(text), Some(m)) = (&edit.change, case.messages.get(message)) else {
            found.push(Finding::MayNotDrop { message });
            continue;
        };
        if text.trim().is_empty() || !(justified(&m.content, text) || is_again(case, message, text)) {
            found.push(Finding::RewriteForged { message });
        }
        if m.role == Role::Tool && outcome(m, text) != outcome(m, &m.content) {
            found.push(Finding::RewriteOutcome { message });
        }
    }
}

/// Code, and whether it failed or runs.
fn outcome(message: &Message, content: &str) -> (Option<i32>, bool, bool) {
    let mut read = message.clone();
    read.content = content.to_string();
    let recorded = recorded::read(&read);
    (recorded.code, recorded.failed, recorded.running)
}

fn justified(old: &str, new: &str) -> bool {
    envelope(old, new).unwrap_or(false) || lines::are_of(old, new) || written(old, new)
}

/// Two objects with the same keys, and values that are the same but for shortened strings; none where they are not.
fn envelope(old: &str, new: &str) -> Option<bool> {
    let (before, after) = (json::entries(old)?, json::entries(new)?);
    let same = before.len() == after.len()
        && before.iter().zip(&after).all(|((key, value), (new_key, new_value))| {
            let (value, new_value) = (value.get(), new_value.get());
            key.get() == new_key.get()
                && (value == new_value
                    || json::string(value)
                        .zip(json::string(new_value))
                        .is_some_and(|(old, new)| lines::are_of(&old, &new) || written(&old, &new)))
        });
    Some(same)
}

/// The runs of letters and digits of the new text stand in the old one, in order.
fn written(old: &str, new: &str) -> bool {
    let letters = |text: &str| {
        let mut out = String::new();
        skeleton::push(text, &mut out);
        out
    };
    let markup = old.trim_start().starts_with('<');
    let all = letters(old);
    let mut rest = all.as_str();
    let mut stands = |run: &str| {
        let run = letters(run);
        match rest.find(&run) {
            Some(at) => {
                rest = &rest[at + run.len()..];
                true
            }
            None => false,
        }
    };
    new.lines().filter(|line| !is_gap(line)).all(|line| {
        without_marks(line).all(|part| match markup {
            true => part.split_whitespace().all(&mut stands),
            false => stands(part),
        })
    })
}

/// One mark that stands for a text that comes again later.
fn is_again(case: &Case<'_>, message: usize, text: &str) -> bool {
    let Some(m) = case.messages.get(message) else { return false };
    let again = case.messages.iter().skip(message + 1).any(|later| later.role == m.role && later.content == m.content);
    let is_mark = |old: &str, new: &str| old == new || lines::is_again(old, new);
    again
        && match (json::entries(&m.content), json::entries(text)) {
            (Some(before), Some(after)) => {
                before.len() == after.len()
                    && before.iter().zip(&after).all(|((key, value), (new_key, new_value))| {
                        let strings = || json::string(value.get()).zip(json::string(new_value.get()));
                        key.get() == new_key.get()
                            && (value.get() == new_value.get()
                                || strings().is_some_and(|(old, new)| is_mark(&old, &new)))
                    })
            }
            _ => is_mark(&m.content, text),
        }
}
