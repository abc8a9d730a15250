//! The plan's own order: indices, roles, places, and numbers that can be counted.
use super::{Case, Finding, cut, pairs, pruned, recorded, slimmed};
use cento_contract::{Change, Message, Outcome, Plan, Reason, Role};

pub(super) fn check(messages: &[Message], plan: &Plan, found: &mut Vec<Finding>) {
    let leading = messages.iter().take_while(|m| m.role == Role::System).count();
    let mut previous = None;
    for (edit, e) in plan.edits.iter().enumerate() {
        let message = e.message as usize;
        if previous.is_some_and(|p| p >= message) {
            found.push(Finding::EditsNotAscending { edit });
        }
        previous = Some(message);
        let Some(m) = messages.get(message) else {
            found.push(Finding::EditOutOfRange { edit });
            continue;
        };
        match &e.change {
            Change::Drop => {
                let instructions = m.role == Role::System && message < leading && e.reason != Reason::EarlierSummary;
                if m.role == Role::Other || instructions {
                    found.push(Finding::MayNotDrop { message });
                }
                if e.reason == Reason::Stale && !pruned::allowed(plan, e, m) {
                    found.push(Finding::MayNotDrop { message });
                }
                if plan.summary.is_none() && !matches!(e.reason, Reason::BrokenPair | Reason::Stale) {
                    found.push(Finding::DroppedWithoutSummary { message });
                }
            }
            Change::Rewrite(text) => {
                let may = match e.reason {
                    Reason::Shortened => slimmed::may_rewrite(plan, e, m),
                    _ => m.role == Role::Tool,
                };
                if !may {
                    found.push(Finding::MayNotRewrite { message });
                }
                if text.len() > m.content.len() {
                    found.push(Finding::RewriteLonger { message });
                }
            }
            Change::DropCalls(calls) => {
                pruned::check_calls(message, m, calls, found);
                if e.reason != Reason::Stale {
                    found.push(Finding::MayNotDropCalls { message });
                }
            }
        }
    }
    if let Some(summary) = &plan.summary {
        if summary.before as usize > messages.len() {
            found.push(Finding::SummaryPlace);
        }
        if !matches!(summary.role, Role::User | Role::Assistant) {
            found.push(Finding::SummaryRole);
        }
        if summary.text.trim().is_empty() {
            found.push(Finding::SummaryEmpty);
        }
    }
    numbers(messages, plan, found);
}

fn numbers(messages: &[Message], plan: &Plan, found: &mut Vec<Finding>) {
    let changes = plan.summary.is_some() || !plan.edits.is_empty();
    if changes != (plan.report.outcome == Outcome::Compacted) {
        found.push(Finding::Outcome);
    }
    let dropped = plan.edits.iter().filter(|e| e.change == Change::Drop).count();
    let after = messages.len().saturating_sub(dropped) + usize::from(plan.summary.is_some());
    let tokens = plan.summary.as_ref().map_or(0, |s| s.tokens);
    for (name, stated, counted) in [
        ("messages_before", plan.report.messages_before, messages.len() as u64),
        ("messages_after", plan.report.messages_after, after as u64),
        ("unchanged_prefix", plan.report.unchanged_prefix, unchanged_prefix(messages, plan)),
        ("summary_tokens", plan.report.summary_tokens, u64::from(tokens)),
    ] {
        if u64::from(stated) != counted {
            found.push(Finding::Number { name, stated: u64::from(stated), counted });
        }
    }
}

/// Messages before the first place where the output differs.
fn unchanged_prefix(messages: &[Message], plan: &Plan) -> u64 {
    let edited = plan.edits.iter().map(|e| u64::from(e.message)).min();
    let summary = plan.summary.as_ref().map(|s| u64::from(s.before));
    edited.into_iter().chain(summary).chain([messages.len() as u64]).min().unwrap_or_default()
}

/// A rewrite is the original with its middle, or that of its strings, left out, and says how the call ended. Where a
/// pruning cuts it may be what a shortening would leave.
pub(super) fn check_rewrites(case: &Case<'_>, found: &mut Vec<Finding>) {
    let pairing = pairs::of_input(case.messages);
    for edit in case.plan.edits.iter().filter(|e| e.reason != Reason::Shortened) {
        let message = edit.message as usize;
        let (Change::Rewrite(text), Some(m)) = (&edit.change, case.messages.get(message)) else { continue };
        let lines = || edit.reason == Reason::Stale && slimmed::justified(&m.content, text);
        if text.trim().is_empty() || !(cut::is_of(&m.content, text) || lines()) {
            found.push(Finding::RewriteForged { message });
        } else if !recorded::is_kept(m, pairing.call(case.messages, message), text) {
            found.push(Finding::RewriteOutcome { message });
        }
    }
}
