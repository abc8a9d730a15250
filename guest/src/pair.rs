//! Calls and their results, paired by position.
//!
//! Takes the messages and gives the units of cutting: an assistant message and the results that directly follow
//! it are one unit, every other message is its own. Ids repeat in real sessions, so a call arms its id and the
//! next result with that id, before any other message, consumes it.
//! Promises: units cover every message once, in order; total for any list. Leaves out: what a result says.
use alloc::vec::Vec;
use cento_contract::Message;

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

/// Pairs calls and results.
pub fn pair(_messages: &[Message]) -> Pairs {
    Pairs::default()
}
