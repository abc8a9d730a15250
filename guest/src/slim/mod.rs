//! Results and long texts of the assistant made shorter in place, down to a target; no message goes.
//!
//! Takes messages, sizes and pairs; gives a plan without a summary whose edits are rewrites.
//!
//! 1. [`goal`]: how many tokens the messages may have.
//! 2. [`scope`]: which texts may be shortened, and what is known of them; [`marks`] tell what an earlier pass left.
//! 3. [`stages`]: which of them have to give way first: results before texts, newer ones before what an earlier pass
//!    left, the middle before the protected tail.
//! 4. [`share`]: one ratio for all texts of a stage, and their shorter forms by [`rewrite`].
//! 5. [`edits`]: the plan, if it is worth it.
//!
//! Promises: text of user and system stays, and so do head, pictures, signed messages, and of the tail all but results
//! of tools, which give way last; how a call ended is recorded as before; what an earlier pass left stays byte for byte
//! while shortening newer messages is enough; a list that fits stays as it is; total.
//! Leaves out: how one output is shortened (`reduce`).
mod again;
mod edits;
mod goal;
mod marks;
mod rewrite;
mod scope;
mod share;
mod stages;
#[cfg(test)]
mod tests;

use crate::ledger::is_failure;
use crate::pair::Pairs;
use crate::settings::Settings;
use crate::tokens;
use crate::tokens::Sizes;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::{Adjustment, Message, Outcome, Plan};

/// Plans a shortening.
pub fn slim(
    messages: &[Message],
    sizes: Sizes,
    pairs: &Pairs,
    settings: &Settings,
    adjustments: Vec<Adjustment>,
) -> Plan {
    // What the provider counts beyond the messages is no part of them: it is taken from the target.
    let sizes = Sizes { permille: 1_000, ..sizes };
    let goal = goal::find(&sizes, settings);
    if goal.counted <= goal.tokens {
        return edits::plan(messages, pairs, &goal, Err(Outcome::SmallEnough), settings, adjustments);
    }
    let scope = scope::open(messages, &sizes, pairs, settings);
    if scope.since.is_some_and(|tokens| tokens < u64::from(settings.runway_tokens)) {
        return edits::plan(messages, pairs, &goal, Err(Outcome::TooSoon), settings, adjustments);
    }
    let (shorter, step) = stages::shorten(messages, &scope, &goal, settings);
    edits::plan(messages, pairs, &goal, Ok((&scope, shorter, step)), settings, adjustments)
}

/// The cheap steps before a summary: their plan, where they reach the target or where nothing is to be done yet.
pub fn is_enough(
    messages: &[Message],
    sizes: &Sizes,
    pairs: &Pairs,
    settings: &Settings,
    adjustments: &[Adjustment],
) -> Option<Plan> {
    settings.target_tokens?;
    let plan = slim(messages, sizes.clone(), pairs, settings, adjustments.to_vec());
    let enough = match plan.report.outcome {
        Outcome::SmallEnough | Outcome::TooSoon => true,
        _ => plan.report.tokens_after <= plan.report.target,
    };
    enough.then_some(plan)
}

/// Of a failed result what broke, in at most so many characters; none where that is not enough, or nothing broke.
pub fn what_broke(messages: &[Message], pairs: &Pairs, index: usize, most: u32) -> Option<String> {
    /// Characters of a token: the first that is little enough.
    const CHARACTERS: [u32; 5] = [2, 3, 4, 6, 9];
    let message = messages.get(index)?;
    let asked = scope::asked(messages, pairs, index, message);
    if !is_failure(asked.state) {
        return None;
    }
    let text = scope::Text {
        message: u32::try_from(index).ok()?,
        tokens: tokens::estimate(&message.content),
        place: scope::Place::Middle,
        frozen: false,
        marked: marks::is_marked(&message.content),
        again: None,
        focus: false,
        asked: Some(asked),
    };
    let mut parts = rewrite::Parts::new();
    let texts = CHARACTERS.iter().filter_map(|of| Some(rewrite::rewrite(messages, &text, most / of, &mut parts)?.0));
    texts.into_iter().find(|short| short.chars().count() <= most as usize)
}
