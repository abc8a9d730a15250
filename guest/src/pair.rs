//! Calls and their results, paired by position.
//!
//! Takes the messages and gives the units of cutting: an assistant message and the results that directly follow
//! it are one unit, every other message is its own. Ids repeat in real sessions, so a call arms its id and the
//! next result with that id, before any other message, consumes it.
//! A result that answers nothing is a unit of its own, unless own results follow it: then it lies inside the unit,
//! [`Pairs::broken`] names it, and the unit is judged without it.
//! Promises: units cover every message once, in order; total for any list; n log n at worst. Leaves out: what a
//! result says.
use alloc::vec::Vec;
use cento_contract::{Message, Role, ToolCall};

/// Units and pairs of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Units in order; they cover the list.
    pub units: Vec<Unit>,
    /// For each message: on a tool message, the call that it answers.
    pub call_of: Vec<Option<CallRef>>,
    /// For each message: for each of its calls, the message that answers it.
    pub result_of: Vec<Vec<Option<u32>>>,
}

/// A call: the message and which of its calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallRef {
    /// Index of the assistant message.
    pub message: u32,
    /// Index into its calls.
    pub call: u32,
}

/// Messages that stay or go together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// First message.
    pub start: u32,
    /// One past the last message.
    pub end: u32,
    /// What it is.
    pub kind: UnitKind,
}

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnitKind {
    /// A message without calls, or an assistant message and a result for each of its calls.
    Whole,
    /// The last assistant message of the list, with calls that wait for their results.
    Pending,
    /// A call in the past without a result, or a result that answers no call (repeated ones too).
    Broken,
}

impl Pairs {
    /// The call that the message at this place answers.
    pub fn call<'m>(&self, messages: &'m [Message], index: usize) -> Option<&'m ToolCall> {
        let at = self.call_of.get(index).copied().flatten()?;
        messages.get(at.message as usize)?.tool_calls.get(at.call as usize)
    }

    /// For each message: it cannot stay, because its call or one of its results is missing.
    pub fn broken(&self) -> Vec<bool> {
        let mut broken = alloc::vec![false; self.call_of.len()];
        for unit in &self.units {
            for index in unit.start as usize..unit.end as usize {
                if let Some(flag) = broken.get_mut(index) {
                    *flag = unit.kind == UnitKind::Broken || self.is_stray_inside(unit, index);
                }
            }
        }
        broken
    }

    /// Calls without result in broken units, and results without call. A pending unit waits; it has no orphans.
    pub fn orphans(&self) -> u32 {
        let mut count = 0usize;
        for unit in &self.units {
            let calls = self.result_of.get(unit.start as usize).map(Vec::as_slice).unwrap_or_default();
            count += (unit.start as usize..unit.end as usize).filter(|&i| self.is_stray_inside(unit, i)).count();
            if unit.kind == UnitKind::Broken {
                // A broken unit without calls is a result without call.
                count += if calls.is_empty() { 1 } else { calls.iter().filter(|c| c.is_none()).count() };
            }
        }
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// A result between the results of a unit that answers none of its calls.
    fn is_stray_inside(&self, unit: &Unit, index: usize) -> bool {
        index > unit.start as usize && self.call_of.get(index).is_some_and(Option::is_none)
    }
}

/// Pairs calls and results.
pub fn pair(messages: &[Message]) -> Pairs {
    let mut pairs = Pairs {
        units: Vec::with_capacity(messages.len()),
        call_of: alloc::vec![None; messages.len()],
        result_of: messages.iter().map(no_answers).collect(),
    };
    let mut armed = Vec::new();
    let mut start = 0;
    while let Some(message) = messages.get(start) {
        let next = start + 1;
        if message.role == Role::Tool {
            // No assistant message before it has taken it.
            pairs.units.push(unit(start, next, UnitKind::Broken));
            start = next;
            continue;
        }
        if message.role != Role::Assistant || message.tool_calls.is_empty() {
            pairs.units.push(unit(start, next, UnitKind::Whole));
            start = next;
            continue;
        }
        let rest = messages.get(next..).unwrap_or_default();
        let results = rest.iter().take_while(|m| m.role == Role::Tool).count();
        let run_end = next + results;
        let last = answer(messages, start, run_end, &mut armed, &mut pairs);
        let whole = pairs.result_of.get(start).is_some_and(|answers| answers.iter().all(Option::is_some));
        let kind = match (whole, run_end == messages.len()) {
            (true, _) => UnitKind::Whole,
            (false, true) => UnitKind::Pending,
            (false, false) => UnitKind::Broken,
        };
        pairs.units.push(unit(start, last + 1, kind));
        start = last + 1;
    }
    pairs
}

/// Room for the answers to the calls of an assistant message; no other message makes calls.
fn no_answers(message: &Message) -> Vec<Option<u32>> {
    if message.role == Role::Assistant { alloc::vec![None; message.tool_calls.len()] } else { Vec::new() }
}

fn unit(start: usize, end: usize, kind: UnitKind) -> Unit {
    Unit { start: start as u32, end: end as u32, kind }
}

/// A call that waits for its result.
struct Armed<'a> {
    id: &'a str,
    call: u32,
    /// At the first call of an id: how many of that id are answered.
    answered: usize,
}

/// Answers the calls of the message at `start` from the results up to `run_end`. Gives the last message of the unit.
fn answer<'a>(
    messages: &'a [Message],
    start: usize,
    run_end: usize,
    armed: &mut Vec<Armed<'a>>,
    pairs: &mut Pairs,
) -> usize {
    let calls = messages.get(start).map(|m| m.tool_calls.as_slice()).unwrap_or_default();
    armed.clear();
    armed.extend(calls.iter().enumerate().map(|(i, c)| Armed { id: &c.id, call: i as u32, answered: 0 }));
    armed.sort_by(|a, b| a.id.cmp(b.id));
    let (mut last, mut open, mut nameless) = (start, calls.len(), None);
    for (index, result) in messages.iter().enumerate().take(run_end).skip(start + 1) {
        let id = result.tool_call_id.as_deref().unwrap_or_default();
        let first = armed.partition_point(|a| a.id < id);
        let at = first.saturating_add(armed.get(first).map_or(0, |a| a.answered));
        match armed.get(at) {
            Some(a) if a.id == id => {
                join(pairs, start, a.call, index);
                (last, open) = (index, open - 1);
                if let Some(group) = armed.get_mut(first) {
                    group.answered += 1;
                }
            }
            _ if id.is_empty() && nameless.is_none() => nameless = Some(index),
            _ => {}
        }
    }
    // A result that names no call can only mean the one call that nothing else answers.
    if let (1, Some(index)) = (open, nameless) {
        let answers = pairs.result_of.get(start).map(Vec::as_slice).unwrap_or_default();
        if let Some(call) = answers.iter().position(Option::is_none) {
            join(pairs, start, call as u32, index);
            last = last.max(index);
        }
    }
    last
}

fn join(pairs: &mut Pairs, message: usize, call: u32, result: usize) {
    if let Some(slot) = pairs.result_of.get_mut(message).and_then(|r| r.get_mut(call as usize)) {
        *slot = Some(result as u32);
    }
    if let Some(slot) = pairs.call_of.get_mut(result) {
        *slot = Some(CallRef { message: message as u32, call });
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::UnitKind::{Broken, Pending, Whole};
    use super::*;
    use cento_contract::ToolCall;
    use proptest::prelude::*;

    /// A conversation in one line: `S` `U` `O` plain rows, `A` an assistant text, `A:x,y` one with calls x and y,
    /// `t:x` the result of x, `t` a result without id, `E` an earlier summary (role user).
    pub(crate) fn talk(script: &str) -> Vec<Message> {
        let row = |word: &str| {
            let (kind, ids) = word.split_once(':').unwrap_or((word, ""));
            let role = match kind {
                "S" => Role::System,
                "U" | "E" => Role::User,
                "A" => Role::Assistant,
                "t" => Role::Tool,
                _ => Role::Other,
            };
            let mut message = Message::new(role, word);
            message.marks.summary = kind == "E";
            if role == Role::Tool && word.contains(':') {
                message.tool_call_id = Some(ids.into());
            }
            if role == Role::Assistant && word.contains(':') {
                let call = |id: &str| ToolCall { id: id.into(), name: "read".into(), arguments: "{}".into() };
                message.tool_calls = ids.split(',').map(call).collect();
            }
            message
        };
        script.split_whitespace().map(row).collect()
    }

    #[test]
    fn units_and_orphans() {
        type Case = (&'static str, &'static [(u32, UnitKind)], u32);
        let cases: &[Case] = &[
            ("", &[], 0),
            ("S U A U", &[(1, Whole), (2, Whole), (3, Whole), (4, Whole)], 0),
            ("U A:a t:a U", &[(1, Whole), (3, Whole), (4, Whole)], 0),
            // Parallel calls, answered in another order; ids that repeat in one message and between messages.
            ("A:a,b t:b t:a A:a t:a", &[(3, Whole), (5, Whole)], 0),
            ("A:a,a t:a t:a U", &[(3, Whole), (4, Whole)], 0),
            ("A:a,a t:a U", &[(2, Broken), (3, Whole)], 1),
            // A result too many: after the unit, and between its own results.
            ("A:a t:a t:a U", &[(2, Whole), (3, Broken), (4, Whole)], 1),
            ("A:a,b t:a t:a t:b U", &[(4, Whole), (5, Whole)], 1),
            // Results whose call is missing, or stands before another message.
            ("S t:x U", &[(1, Whole), (2, Broken), (3, Whole)], 1),
            ("A:a U t:a", &[(1, Broken), (2, Whole), (3, Broken)], 2),
            ("A t:x U", &[(1, Whole), (2, Broken), (3, Whole)], 1),
            ("A:a,b t:a U", &[(2, Broken), (3, Whole)], 1),
            // Pending: nothing but results until the end.
            ("U A:a,b t:a", &[(1, Whole), (3, Pending)], 0),
            ("U A:a", &[(1, Whole), (2, Pending)], 0),
            ("U A:a,b t:a t:x", &[(1, Whole), (3, Pending), (4, Broken)], 1),
            // Ids missing on results.
            ("A:a t U", &[(2, Whole), (3, Whole)], 0),
            ("A:a,b t t:b U", &[(3, Whole), (4, Whole)], 0),
            ("A:a,b t t U", &[(1, Broken), (2, Broken), (3, Broken), (4, Whole)], 4),
            ("A:a t t U", &[(2, Whole), (3, Broken), (4, Whole)], 1),
            ("A:, t t: U", &[(3, Whole), (4, Whole)], 0),
        ];
        for (script, units, orphans) in cases {
            let messages = talk(script);
            let pairs = pair(&messages);
            let got: Vec<(u32, UnitKind)> = pairs.units.iter().map(|u| (u.end, u.kind)).collect();
            assert_eq!((got.as_slice(), pairs.orphans()), (*units, *orphans), "{script}");
        }
    }

    #[test]
    fn repeated_ids_are_answered_first_call_first() {
        let pairs = pair(&talk("A:b,a,b t:b t:a t:b"));
        assert_eq!(pairs.result_of[0], [Some(1), Some(2), Some(3)]);
        assert_eq!(pairs.call_of[3], Some(CallRef { message: 0, call: 2 }));
    }

    #[test]
    fn many_calls_of_one_id_stay_linear() {
        let ids = std::vec!["x"; 50_000].join(",");
        let messages = talk(&std::format!("A:{ids} {}", "t:x ".repeat(50_000)));
        assert_eq!(pair(&messages).units, [unit(0, 50_001, Whole)]);
    }

    proptest! {
        #[test]
        fn units_cover_the_list_and_references_agree(words in proptest::collection::vec(
            proptest::sample::select(std::vec!["U", "A", "A:a", "A:a,b", "A:a,a", "t:a", "t:b", "t", "S", "O"]), 0..40)) {
            let messages = talk(&words.join(" "));
            let pairs = pair(&messages);
            let mut next = 0;
            for unit in &pairs.units {
                prop_assert_eq!(unit.start, next);
                prop_assert!(unit.end > unit.start);
                next = unit.end;
            }
            prop_assert_eq!(next as usize, messages.len());
            let answered: usize = pairs.result_of.iter().flatten().flatten().count();
            prop_assert_eq!(answered, pairs.call_of.iter().flatten().count());
            for (result, call) in pairs.call_of.iter().enumerate() {
                if let Some(c) = call {
                    prop_assert_eq!(pairs.result_of[c.message as usize][c.call as usize], Some(result as u32));
                }
            }
        }
    }
}
