//! Which calls may be judged.
//!
//! Takes the conversation; gives every call that has a result, opened, in order, and says of each whether it may be
//! judged: its unit is whole and lies before the protected tail. The others are there because a later read or run makes
//! an earlier one old wherever it stands. Words stay anyhow, so head and tail protect less than where a summary is made:
//! of the head only the calls stay, and the token budget of the tail counts up to a small part of the conversation.
use crate::boundaries;
use crate::opened::Call;
use crate::pair::{Pairs, Unit, UnitKind};
use crate::settings::Settings;
use crate::tokens::Sizes;
use crate::{call, result};
use alloc::collections::BTreeSet;
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
    /// It stands in the protected head: it stays, and its result is cut at most.
    pub leads: bool,
}

/// The tail goes beyond the newest messages for at most this part of the conversation.
const TAIL_PART: u64 = 20;

/// Opens every answered call.
pub(super) fn open(messages: &[Message], sizes: &Sizes, pairs: &Pairs, settings: &Settings) -> Scope {
    let all = sizes.of.iter().fold(0u64, |sum, tokens| sum.saturating_add(u64::from(*tokens)));
    let part = u32::try_from(all.saturating_mul(u64::from(sizes.permille)) / 1_000 / TAIL_PART).unwrap_or(u32::MAX);
    let near = Settings { tail_token_budget: settings.tail_token_budget.min(part), ..settings.clone() };
    let (head, tail) = boundaries::bounds(messages, sizes, pairs, &near);
    let (mut calls, mut stubs) = (Vec::new(), Vec::new());
    for unit in &pairs.units {
        let Some(message) = messages.get(unit.start as usize).filter(|m| m.role == Role::Assistant) else { continue };
        let alone = !strays(unit, pairs) && messages.get(unit.end as usize).is_none_or(|m| m.role != Role::Tool);
        let open = unit.kind == UnitKind::Whole && unit.end <= tail && !message.marks.summary && alone;
        let answers = pairs.result_of.get(unit.start as usize).map(Vec::as_slice).unwrap_or_default();
        for (at, (made, answer)) in message.tool_calls.iter().zip(answers).enumerate() {
            let Some((index, result)) = answer.and_then(|i| Some((i, messages.get(i as usize)?))) else { continue };
            let does = call::read(made);
            let beside = result::Beside::of(result);
            let opened = result::open_for(&does.tool, Some(&does), &result.content, beside).1;
            let (state, stub) = (opened.state, opened.stub);
            // A result that is an earlier summary is no result of a tool.
            let open = open && !result.marks.summary;
            let leads = unit.start < head;
            calls.push(Opened { message: unit.start, call: at as u32, result: index, does, state, open, leads });
            stubs.push(stub);
        }
    }
    let opened = calls.iter().zip(stubs).map(|(call, stub)| result::Opened {
        message: call.result as usize,
        call: &call.does,
        state: call.state,
        stub,
    });
    let well: BTreeSet<usize> = result::went_well(messages, opened).into_iter().collect();
    for call in calls.iter_mut().filter(|call| well.contains(&(call.result as usize))) {
        call.state = RunState::Succeeded;
    }
    Scope { calls, head, tail }
}

/// True when a result that answers nothing lies between the results of the unit. One behind them bars the way too: it
/// stays, and with the unit gone it would stand behind other words.
fn strays(unit: &Unit, pairs: &Pairs) -> bool {
    let inside = unit.start as usize + 1..unit.end as usize;
    pairs.call_of.get(inside).unwrap_or_default().iter().any(Option::is_none)
}
