//! The plan of a shortening.
//!
//! Takes the shorter forms, or why there are none; gives edits and numbers. Where the goal is missed and less than a tenth would be saved,
//! nothing is done: it would cost the provider's cache and gain little.
use super::goal::Goal;
use super::scope::Scope;
use super::share::Shorter;
use crate::pair::Pairs;
use crate::plan;
use crate::settings::Settings;
use alloc::vec::Vec;
use cento_contract::{Adjustment, Change, Edit, Message, Outcome, Plan, Reason, Report, Step};

/// One part in so many has to be saved where the goal is missed.
const LEAST_GAIN: u64 = 10;

/// Makes the plan; nothing is done where nothing is given.
pub(super) fn plan(
    messages: &[Message],
    pairs: &Pairs,
    goal: &Goal,
    done: Result<(&Scope, Shorter, Option<Step>), Outcome>,
    settings: &Settings,
    adjustments: Vec<Adjustment>,
) -> Plan {
    let count = messages.len() as u32;
    let (head, tail) = done.as_ref().map_or((0, count), |(scope, ..)| (scope.head, scope.tail));
    let (outcome, shorter, step) = match done {
        Err(outcome) => (outcome, Shorter::default(), None),
        Ok((scope, ..)) if scope.texts.is_empty() => (Outcome::NothingBetween, Shorter::default(), None),
        Ok((_, shorter, _)) if shorter.texts.is_empty() => (Outcome::WouldNotShrink, shorter, None),
        Ok((_, shorter, step)) => {
            let reached = goal.counted.saturating_sub(shorter.saved) <= goal.tokens;
            if reached || shorter.saved.saturating_mul(LEAST_GAIN) >= goal.counted {
                (Outcome::Compacted, shorter, step)
            } else {
                (Outcome::LittleGain, Shorter::default(), None)
            }
        }
    };
    let saved = shorter.saved;
    let edit = |(message, text)| Edit { message, change: Change::Rewrite(text), reason: Reason::Shortened };
    let edits: Vec<Edit> = shorter.texts.into_iter().map(edit).collect();
    let number = |tokens: u64| u32::try_from(tokens).unwrap_or(u32::MAX);
    let report = Report {
        outcome,
        messages_before: count,
        messages_after: count,
        tokens_before: number(goal.counted),
        tokens_after: number(goal.counted.saturating_sub(saved)),
        summary_tokens: 0,
        summary_budget: settings.summary_budget,
        head_end: head,
        tail_start: tail,
        inherited_orphans: pairs.orphans(),
        masked: 0,
        sections: Vec::new(),
        adjustments,
        unchanged_prefix: plan::unchanged_prefix(messages.len(), &edits, None),
        target: number(goal.tokens),
        last_step: step,
    };
    Plan { edits, summary: None, judgements: Vec::new(), report }
}
