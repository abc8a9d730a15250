//! The ledger of what goes.
//!
//! Takes the messages, their views, pairs and the cut; gives one [`Ledger`] of the messages that are dropped. Each
//! file of this folder reads the same list of [`steps`] and gathers one concern.
//! Promises: lists in the order of the conversation; every text is a copy of words of its source, one line; an
//! outcome is the recorded one; n log n in the conversation; total. Leaves out: earlier summaries (`earlier` reads
//! those), kept messages (but for what they say of dropped runs), and any cut to a budget.
mod between;
mod commands;
mod decisions;
mod directory;
mod errors;
mod files;
mod log;
mod notice;
mod runs;
mod state;
mod steps;
mod users;

#[cfg(test)]
mod case;

use crate::boundaries::Cut;
use crate::ledger::Ledger;
use crate::pair::Pairs;
use crate::view::View;
use alloc::vec::Vec;
use cento_contract::Message;

/// Gathers the facts of the dropped messages.
pub fn gather(messages: &[Message], views: &[View<'_>], pairs: &Pairs, cut: &Cut) -> Ledger {
    let region = steps::read(messages, views, pairs, cut);
    let runs = runs::collect(&region);
    let words = users::gather(&region);
    let decisions = decisions::gather(&region);
    let log = log::gather(&region, &runs, &decisions);
    Ledger {
        snapshot: words.snapshot,
        goal: words.goal,
        rules: words.rules,
        commands: commands::gather(&region, &runs),
        files: files::gather(&region),
        errors: errors::gather(&region),
        decisions,
        state: state::gather(&region, &runs),
        users: words.users,
        log,
        omitted: Vec::new(),
    }
}
