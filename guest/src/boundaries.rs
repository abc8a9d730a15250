//! What stays and what goes.
//!
//! Takes messages, sizes and units; gives the cut: the protected head, the protected tail, the newest message of the
//! user, earlier summaries to be replaced, and a place and role for the new summary that providers accept (user
//! leads after system, user and assistant alternate). Where no role fits, the boundary moves: the tail back by
//! whole units, else the head by whole units; a kept message never changes.
//! Promises: units stay whole; broken units never stay; a pending unit always stays; total for any list.
use crate::pair::Pairs;
use crate::settings::Settings;
use crate::tokens::Sizes;
use alloc::vec::Vec;
use cento_contract::{Message, Outcome, Role};

/// The cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// First message after the head.
    pub head_end: u32,
    /// First message of the tail.
    pub tail_start: u32,
    /// For each message: it stays as it is.
    pub keep: Vec<bool>,
    /// Earlier summaries, by index; they go and are merged into the new one.
    pub earlier: Vec<u32>,
    /// The summary goes before the message with this index.
    pub summary_before: u32,
    /// Role of the summary.
    pub role: Role,
    /// `Compacted` when there is something to compact, else why not.
    pub outcome: Outcome,
}

impl Cut {
    /// True when there is something to compact.
    pub fn has_region(&self) -> bool {
        self.outcome == Outcome::Compacted
    }
}

/// Decides what stays.
pub fn cut(_messages: &[Message], _sizes: &Sizes, _pairs: &Pairs, _settings: &Settings) -> Cut {
    Cut {
        head_end: 0,
        tail_start: 0,
        keep: Vec::new(),
        earlier: Vec::new(),
        summary_before: 0,
        role: Role::User,
        outcome: Outcome::NothingBetween,
    }
}
