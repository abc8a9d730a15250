//! What only a pruning does: calls that go from a message, results that go without a summary, and the judgements.
use super::{Case, Finding, pairs};
use cento_contract::{CallVerdict, Change, Edit, Message, Plan, Reason, Role};

/// True for a message that may go although no summary stands for it: a result, or a message of the assistant that
/// only makes calls.
pub(super) fn may_go(message: &Message) -> bool {
    match message.role {
        Role::Tool => true,
        Role::Assistant => {
            !message.tool_calls.is_empty()
                && message.content.trim().is_empty()
                && message.images == 0
                && !message.marks.more_than_text
                && !message.marks.signed_reasoning
        }
        _ => false,
    }
}

/// The calls that an edit names: of the assistant, in ascending order, there, and not of a signed message; what is
/// left says something or makes a call.
pub(super) fn check_calls(message: usize, m: &Message, calls: &[u32], found: &mut Vec<Finding>) {
    let ascending = calls.windows(2).all(|pair| pair[0] < pair[1]);
    let there = calls.last().is_some_and(|last| (*last as usize) < m.tool_calls.len());
    if m.role != Role::Assistant || !ascending || !there {
        found.push(Finding::CallsOutOfRange { message });
    }
    let says = !m.content.trim().is_empty() || m.images > 0 || m.marks.more_than_text;
    let empty = !says && calls.len() >= m.tool_calls.len();
    if m.marks.signed_reasoning || empty {
        found.push(Finding::MayNotDropCalls { message });
    }
}

/// A call that goes takes its own result along, and a result goes for no other reason.
pub(super) fn check(case: &Case<'_>, found: &mut Vec<Finding>) {
    let pairing = pairs::of_input(case.messages);
    let mut goes = vec![false; case.messages.len()];
    for (message, call) in pairing.call_of.iter().enumerate() {
        let Some((caller, call)) = *call else { continue };
        goes[message] = case.call_goes(caller, call);
        if goes[message] && !case.dropped(message) {
            found.push(Finding::OrphanResult { message });
        }
    }
    for edit in case.plan.edits.iter().filter(|e| e.reason == Reason::Stale) {
        let message = edit.message as usize;
        let result = case.messages.get(message).is_some_and(|m| m.role == Role::Tool);
        if result && edit.change == Change::Drop && !goes[message] {
            found.push(Finding::OrphanCall { message });
        }
    }
    judgements(case, &pairing, found);
}

/// Each judgement names a call with a result, in order, and says what the edits do.
fn judgements(case: &Case<'_>, pairing: &pairs::Pairing, found: &mut Vec<Finding>) {
    let mut results = std::collections::BTreeMap::new();
    for (result, call) in pairing.call_of.iter().enumerate() {
        results.extend(call.map(|call| (call, result)));
    }
    let mut previous = None;
    let mut changed = 0;
    for (judgement, j) in case.plan.judgements.iter().enumerate() {
        let place = (j.message as usize, j.call as usize);
        let in_order = previous.is_none_or(|p| p < place);
        previous = Some(place);
        let Some(&result) = results.get(&place) else {
            found.push(Finding::Judgement { judgement });
            continue;
        };
        let cut = matches!(case.edits[result], Some(Edit { change: Change::Rewrite(_), .. }));
        let done = match (case.call_goes(place.0, place.1), cut) {
            (true, _) => CallVerdict::Drop,
            (false, true) => CallVerdict::CutResult,
            (false, false) => CallVerdict::Keep,
        };
        changed += usize::from(done != CallVerdict::Keep);
        let within = j.keep_call <= 1000 && j.keep_result <= 1000;
        if done != j.verdict || !in_order || !within || (j.rescued && done == CallVerdict::Drop) {
            found.push(Finding::Judgement { judgement });
        }
    }
    // Whatever is stale was judged: each result that goes or is cut has its judgement.
    let of_results = |e: &&Edit| case.messages.get(e.message as usize).is_some_and(|m| m.role == Role::Tool);
    let stale = case.plan.edits.iter().filter(|e| e.reason == Reason::Stale).filter(of_results).count();
    if stale != changed {
        found.push(Finding::NotJudged);
    }
}

/// A plan without a summary may also be a pruning; that one has no other edits.
pub(super) fn allowed(plan: &Plan, edit: &Edit, message: &Message) -> bool {
    plan.summary.is_none() && edit.reason == Reason::Stale && may_go(message)
}
