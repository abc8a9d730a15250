//! Calls and results: what was paired stays paired.
use super::{Case, Finding, Place};
use cento_contract::{Change, Edit, Message, Role, ToolCall};
use std::collections::{BTreeMap, VecDeque};

/// Pairs as found in one list, by index of the input.
pub(super) struct Pairing {
    /// For each message: calls of it that no result answers.
    pub(super) unanswered: Vec<usize>,
    /// For each message: it is a result that answers no call.
    orphan: Vec<bool>,
    /// For each message: the call that it answers, as index of the message and of its call.
    pub(super) call_of: Vec<Option<(usize, usize)>>,
}

impl Pairing {
    /// The call that this result answers.
    pub(super) fn call<'m>(&self, messages: &'m [Message], result: usize) -> Option<&'m ToolCall> {
        let (message, call) = (*self.call_of.get(result)?)?;
        messages.get(message)?.tool_calls.get(call)
    }
}

/// Pairs by position: a result answers a call of the nearest message before it, with only results between, that has
/// the same id and no result yet. Ids repeat in real sessions.
fn pair(messages: &[Message], order: impl Iterator<Item = Place>, stays: impl Fn(usize, usize) -> bool) -> Pairing {
    let mut pairing = Pairing {
        unanswered: vec![0; messages.len()],
        orphan: vec![false; messages.len()],
        call_of: vec![None; messages.len()],
    };
    let (mut caller, mut open) = (None, Open::default());
    for place in order {
        let message = match place {
            Place::Kept(index) => messages.get(index).map(|m| (index, m)),
            Place::Summary => None,
        };
        if let Some((index, m)) = message.filter(|(_, m)| m.role == Role::Tool) {
            match caller.zip(open.answer(m.tool_call_id.as_deref().unwrap_or_default())) {
                Some(call) => pairing.call_of[index] = Some(call),
                None => pairing.orphan[index] = true,
            }
            continue;
        }
        if let Some(caller) = caller {
            pairing.unanswered[caller] = open.calls.len();
        }
        caller = message.map(|(index, _)| index);
        open = message.map_or_else(Open::default, |(index, m)| Open::of(m, |call| stays(index, call)));
    }
    if let Some(caller) = caller {
        pairing.unanswered[caller] = open.calls.len();
    }
    pairing
}

/// Calls of one message that wait for their results.
#[derive(Default)]
struct Open<'a> {
    /// By place in the message.
    calls: BTreeMap<usize, &'a str>,
    /// By id, each in order.
    by_id: BTreeMap<&'a str, VecDeque<usize>>,
}

impl<'a> Open<'a> {
    fn of(message: &'a Message, stays: impl Fn(usize) -> bool) -> Self {
        let mut open = Open::default();
        for (call, c) in message.tool_calls.iter().enumerate().filter(|(call, _)| stays(*call)) {
            open.calls.insert(call, &c.id);
            open.by_id.entry(&c.id).or_default().push_back(call);
        }
        open
    }

    /// The call that a result with this id answers. A result without id, as some hosts store it, answers the first.
    fn answer(&mut self, id: &str) -> Option<usize> {
        let id = if id.is_empty() { self.calls.first_key_value().map(|(_, id)| *id)? } else { id };
        let call = self.by_id.get_mut(id)?.pop_front()?;
        self.calls.remove(&call);
        Some(call)
    }
}

/// Pairs of the input.
pub(super) fn of_input(messages: &[Message]) -> Pairing {
    pair(messages, (0..messages.len()).map(Place::Kept), |_, _| true)
}

pub(super) fn check(case: &Case<'_>, found: &mut Vec<Finding>) {
    let before = of_input(case.messages);
    let output = case.output();
    let after = pair(case.messages, output.iter().copied(), |message, call| !case.call_goes(message, call));
    for place in output {
        let Place::Kept(message) = place else { continue };
        if after.unanswered[message] > before.unanswered[message] {
            found.push(Finding::OrphanCall { message });
        }
        if after.orphan[message] && !before.orphan[message] {
            found.push(Finding::OrphanResult { message });
        }
        // Ids repeat: a result must not answer another call than before.
        let (was, is) = (before.call_of[message], after.call_of[message]);
        if was.is_some() && is.is_some() && was != is {
            found.push(Finding::PairChanged { message });
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
            Some(Edit { change: Change::Rewrite(_) | Change::DropCalls(_), .. }) => message == last,
            None => false,
        };
        if touched {
            found.push(Finding::PendingTouched { message });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento_contract::ToolCall;

    fn calls(ids: &[&str]) -> Message {
        let mut message = Message::new(Role::Assistant, "");
        message.tool_calls = ids.iter().map(|id| ToolCall { id: id.to_string(), ..ToolCall::default() }).collect();
        message
    }

    fn result(id: &str) -> Message {
        Message { tool_call_id: Some(id.into()), ..Message::new(Role::Tool, "") }
    }

    #[test]
    fn pairing_goes_by_position() {
        let list = [
            result("a"),
            calls(&["a", "b", "a"]),
            result("b"),
            result("a"),
            result("a"),
            result("a"),
            calls(&["a", "c"]),
            result(""),
            Message::new(Role::User, ""),
            result("c"),
        ];
        let pairing = of_input(&list);
        let (first, second) = (|call| Some((1, call)), Some((6, 0)));
        assert_eq!(pairing.call_of, [None, None, first(1), first(0), first(2), None, None, second, None, None]);
        assert_eq!(pairing.orphan.iter().filter(|orphan| **orphan).count(), 3);
        assert_eq!((pairing.unanswered[1], pairing.unanswered[6]), (0, 1));
    }
}
