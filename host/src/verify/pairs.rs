//! Calls and results: what was paired stays paired.
use super::{Case, Finding, Place};
use cento_contract::{Change, Edit, Message, Role};

/// Pairs as found in one list, by index of the input.
pub(super) struct Pairing {
    /// For each message: calls of it that no result answers.
    pub(super) unanswered: Vec<usize>,
    /// For each message: it is a result that answers no call.
    orphan: Vec<bool>,
    /// For each message: the call that it answers, as index of the message and of its call.
    pub(super) call_of: Vec<Option<(usize, usize)>>,
}

/// Pairs by position: a result answers a call of the nearest message before it, with only results between, that has
/// the same id and no result yet. Ids repeat in real sessions.
fn pair(messages: &[Message], order: impl Iterator<Item = Place>) -> Pairing {
    let mut pairing = Pairing {
        unanswered: vec![0; messages.len()],
        orphan: vec![false; messages.len()],
        call_of: vec![None; messages.len()],
    };
    let (mut caller, mut open): (Option<usize>, Vec<(usize, &str)>) = (None, Vec::new());
    for place in order {
        let message = match place {
            Place::Kept(index) => messages.get(index).map(|m| (index, m)),
            Place::Summary => None,
        };
        if let Some((index, m)) = message.filter(|(_, m)| m.role == Role::Tool) {
            let id = m.tool_call_id.as_deref().unwrap_or_default();
            // A result without id, as some hosts store it, answers the first open call.
            match open.iter().position(|(_, call)| *call == id || id.is_empty()) {
                Some(at) => {
                    let (call, _) = open.remove(at);
                    pairing.call_of[index] = caller.map(|caller| (caller, call));
                }
                None => pairing.orphan[index] = true,
            }
            continue;
        }
        if let Some(caller) = caller {
            pairing.unanswered[caller] = open.len();
        }
        caller = message.map(|(index, _)| index);
        let calls = message.map_or(&[][..], |(_, m)| &m.tool_calls);
        open = calls.iter().enumerate().map(|(call, c)| (call, c.id.as_str())).collect();
    }
    if let Some(caller) = caller {
        pairing.unanswered[caller] = open.len();
    }
    pairing
}

/// Pairs of the input.
pub(super) fn of_input(messages: &[Message]) -> Pairing {
    pair(messages, (0..messages.len()).map(Place::Kept))
}

pub(super) fn check(case: &Case<'_>, found: &mut Vec<Finding>) {
    let before = of_input(case.messages);
    let output = case.output();
    let after = pair(case.messages, output.iter().copied());
    for place in output {
        let Place::Kept(message) = place else { continue };
        if after.unanswered[message] > before.unanswered[message] {
            found.push(Finding::OrphanCall { message });
        }
        if after.orphan[message] && !before.orphan[message] {
            found.push(Finding::OrphanResult { message });
        }
    }
    pending(case, &before, found);
}

/// The last message with calls, if it still waits and only results follow it, stays as it is.
fn pending(case: &Case<'_>, before: &Pairing, found: &mut Vec<Finding>) {
    let Some(last) = case.messages.iter().rposition(|m| m.role != Role::Tool) else { return };
    if before.unanswered[last] == 0 {
        return;
    }
    for message in last..case.messages.len() {
        let answers = message == last || !before.orphan[message];
        let touched = match case.edits[message] {
            Some(Edit { change: Change::Drop, .. }) => answers,
            // A finished result beside a pending one may still be shortened.
            Some(Edit { change: Change::Rewrite(_), .. }) => message == last,
            None => false,
        };
        if touched {
            found.push(Finding::PendingTouched { message });
        }
    }
}
