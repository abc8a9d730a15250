//! Which calls may be judged.
//!
//! Takes the conversation; gives every call that has a result, opened, in order, and says of each whether it may be
//! judged: its unit is whole and lies between the protected head and tail. The others are there because a later read
//! or run makes an earlier one old wherever it stands.
use crate::boundaries;
use crate::opened::Call;
use crate::pair::{Pairs, Unit, UnitKind};
use crate::settings::Settings;
use crate::tokens::Sizes;
use crate::{call, result};
use alloc::vec::Vec;
use cento_contract::{Message, Role, RunState};

/// The calls of a conversation, and its protected parts.
pub(super) struct Scope {
    /// Every answered call, in order.
    pub calls: Vec<Opened>,
    /// First message after the protected head.
    pub head: u32,
    /// First message of the protected tail.
    pub tail: u32,
}

/// A call and how it ended.
pub(super) struct Opened {
    /// Index of the message that makes it.
    pub message: u32,
    /// Which of its calls.
    pub call: u32,
    /// Index of the message with its result.
    pub result: u32,
    /// What it does.
    pub does: Call,
    /// How it ended.
    pub state: RunState,
    /// It may be judged.
    pub open: bool,
}

/// Opens every answered call.
pub(super) fn open(messages: &[Message], sizes: &Sizes, pairs: &Pairs, settings: &Settings) -> Scope {
    let (head, tail) = boundaries::bounds(messages, sizes, pairs, settings);
    let mut calls = Vec::new();
    for unit in &pairs.units {
        let Some(message) = messages.get(unit.start as usize).filter(|m| m.role == Role::Assistant) else { continue };
        let open = unit.kind == UnitKind::Whole
            && unit.start >= head
            && unit.end <= tail
            && !message.marks.summary
            && !strays(unit, pairs);
        let answers = pairs.result_of.get(unit.start as usize).map(Vec::as_slice).unwrap_or_default();
        for (at, (made, answer)) in message.tool_calls.iter().zip(answers).enumerate() {
            let Some((index, result)) = answer.and_then(|i| Some((i, messages.get(i as usize)?))) else { continue };
            let does = call::read(made);
            let beside = result::Beside::of(result);
            let state = result::open_for(&does.tool, Some(&does), &result.content, beside).1.state;
            // A result that is an earlier summary is no result of a tool.
            let open = open && !result.marks.summary;
            calls.push(Opened { message: unit.start, call: at as u32, result: index, does, state, open });
        }
    }
    Scope { calls, head, tail }
}

/// True when a result that answers nothing lies between the results of the unit.
fn strays(unit: &Unit, pairs: &Pairs) -> bool {
    let inside = unit.start as usize + 1..unit.end as usize;
    pairs.call_of.get(inside).unwrap_or_default().iter().any(Option::is_none)
}
