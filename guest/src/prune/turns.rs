//! Messages of one role kept apart.
//!
//! Takes the judged calls; where all calls between two messages of one role would go, the one with the best score
//! stays there, its result cut. Providers and chat templates differ: some take two messages of the assistant in a row,
//! some join them, some refuse the request; so no pruning makes two neighbours of a role that were none before.
use super::judge::Judged;
use alloc::string::ToString;
use alloc::vec::Vec;
use cento_contract::{CallVerdict, Message, Role};
use core::ops::Range;

/// Lets calls stay where they keep two messages of one role apart.
pub(super) fn keep_apart(messages: &[Message], judged: &mut [Judged]) {
    let mut last: Option<usize> = None;
    // Calls of messages after `last` that go, as a range of `judged`; messages before `at` are done.
    let mut next = 0;
    let mut from = 0;
    let mut results_gone = gone_results(messages, judged);
    for (index, message) in messages.iter().enumerate() {
        let own = calls_of(judged, next, index);
        next = own.end;
        if !matches!(message.role, Role::User | Role::Assistant | Role::Tool) {
            continue;
        }
        let all_go = !own.is_empty()
            && own.len() == message.tool_calls.len()
            && judged.get(own.clone()).unwrap_or_default().iter().all(|j| j.said.verdict == CallVerdict::Drop);
        let gone = match message.role {
            Role::Tool => results_gone.get(index).copied().unwrap_or(false),
            _ => all_go && !has_text(message),
        };
        if gone {
            continue;
        }
        if let Some(before) = last.and_then(|at| messages.get(at))
            && before.role == message.role
            && message.role != Role::Tool
            && from < own.start
        {
            let between = from..own.start;
            let stays = best(messages, judged, between, before);
            if let Some(one) = stays.and_then(|at| judged.get_mut(at)) {
                one.said.verdict = CallVerdict::CutResult;
                // The call is what is needed here, of an older run that ended otherwise least of all its result.
                one.done = one.done || one.past;
                one.said.reasons.push("keeps two messages of one role apart".to_string());
                if let Some(flag) = results_gone.get_mut(one.result as usize) {
                    *flag = false;
                }
            }
        }
        last = Some(index);
        // What goes of the message itself lies behind it.
        from = if all_go { own.start } else { own.end };
    }
}

/// An assistant message with words of its own, pictures or other blocks.
pub(super) fn has_text(message: &Message) -> bool {
    !message.content.trim().is_empty() || message.images > 0 || message.marks.more_than_text
}

/// The calls of a message, as a range of `judged`; they stand in order.
fn calls_of(judged: &[Judged], from: usize, message: usize) -> Range<usize> {
    let rest = judged.get(from..).unwrap_or_default();
    let start = from + rest.iter().take_while(|j| (j.said.message as usize) < message).count();
    let rest = judged.get(start..).unwrap_or_default();
    start..start + rest.iter().take_while(|j| j.said.message as usize == message).count()
}

fn gone_results(messages: &[Message], judged: &[Judged]) -> Vec<bool> {
    let mut gone = alloc::vec![false; messages.len()];
    for one in judged.iter().filter(|j| j.said.verdict == CallVerdict::Drop) {
        if let Some(flag) = gone.get_mut(one.result as usize) {
            *flag = true;
        }
    }
    gone
}

/// The call that stays: of the message before, if it makes calls; of the first message, if the one before is the
/// assistant's and makes none; else of any between. Rather one that tells how things stand.
fn best(messages: &[Message], judged: &[Judged], between: Range<usize>, before: &Message) -> Option<usize> {
    let first = judged.get(between.start)?.said.message;
    let only_first = before.role == Role::Assistant;
    let candidates = between.filter(|at| {
        judged.get(*at).is_some_and(|j| {
            j.said.verdict == CallVerdict::Drop
                && (!only_first || j.said.message == first)
                && messages.get(j.said.message as usize).is_some()
        })
    });
    candidates.max_by_key(|at| judged.get(*at).map(|j| (!j.past, j.said.keep_call.max(j.said.keep_result), *at)))
}
