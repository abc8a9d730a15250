//! Which texts have to give way first.
//!
//! Takes the texts and the goal; gives the shorter forms that bring the conversation down to it, or as far as it goes.
//! Each stage takes in more texts than the one before, and the first that reaches the goal counts:
//!
//! 1. after an earlier pass: the newest texts between head and tail that are enough;
//! 2. results between head and tail, not far below a third of their size;
//! 3. these as short as has to be, and long texts of the assistant;
//! 4. what an earlier pass left;
//! 5. results in the tail;
//! 6. results that the assistant has not read.
//!
//! Promises: what an earlier pass left is not touched for less than a hundredth: where that pass could not quite reach
//! the same goal, another try would only break a prefix that a cache holds. A stage that cannot be enough by the sizes
//! alone costs nothing.
use super::goal::Goal;
use super::scope::{Place, Scope, Text};
use super::share::{self, Bounds, Known, Shorter};
use crate::settings::Settings;
use alloc::vec::Vec;
use cento_contract::{Message, Step};

/// The least ratio, in thousandths.
const FLOOR: u32 = 20;
/// The least ratio while others may give way instead.
const FAIR: u32 = 300;
/// The least ratio of new texts while that lets those before them stay.
const NEW: u32 = 100;

/// Shortens what has to be.
pub(super) fn shorten(
    messages: &[Message],
    scope: &Scope,
    goal: &Goal,
    settings: &Settings,
) -> (Shorter, Option<Step>) {
    let need = goal.counted.saturating_sub(goal.tokens);
    if need.saturating_mul(100) <= goal.counted && scope.texts.iter().any(|t| t.frozen) {
        return (Shorter::default(), None);
    }
    let least = (settings.min_tokens / 2).max(20);
    let last = Bounds { floor: FLOOR, least: least / 2 };
    let pick = |may: &dyn Fn(&Text) -> bool| scope.texts.iter().filter(|t| may(t)).collect::<Vec<_>>();
    let new = |t: &Text| t.place == Place::Middle && !t.frozen;
    let stages = [
        (Step::Newest, newest(&pick(&new), scope, need, Bounds { floor: NEW, least }), Bounds { floor: NEW, least }),
        (Step::Results, pick(&|t| new(t) && t.asked.is_some()), Bounds { floor: FAIR, least }),
        (Step::Texts, pick(&new), Bounds { floor: FLOOR, least }),
        (Step::Earlier, pick(&|t| t.place == Place::Middle), last),
        (Step::Tail, pick(&|t| t.place <= Place::Tail), last),
        (Step::Unread, pick(&|_| true), last),
    ];
    let mut best = (Shorter::default(), None);
    let mut known = Known::default();
    let mut tried = 0;
    for (number, (step, texts, bounds)) in stages.iter().enumerate() {
        let end = number + 1 == stages.len();
        let enough = share::saving(texts, bounds.floor, *bounds) >= need;
        // What can be had is taken where it is not enough.
        let more = texts.len() > tried || bounds.floor == FLOOR;
        if texts.is_empty() || !(enough || end) || !more {
            continue;
        }
        tried = texts.len();
        let shorter = share::shorten(messages, texts, need, *bounds, &mut known);
        if shorter.saved >= need {
            return (shorter, Some(*step));
        }
        if shorter.saved > best.0.saved {
            best = (shorter, Some(*step));
        }
    }
    best
}

/// The fewest of the newest texts that are enough, if an earlier pass left something.
fn newest<'t>(texts: &[&'t Text], scope: &Scope, need: u64, bounds: Bounds) -> Vec<&'t Text> {
    if !scope.texts.iter().any(|t| t.frozen) {
        return Vec::new();
    }
    // What a reducer has to keep takes some of it.
    let need = need.saturating_add(need / 4);
    let (mut low, mut high) = (0, texts.len());
    while low < high {
        let middle = (low + high).div_ceil(2);
        if share::saving(texts.get(middle..).unwrap_or_default(), bounds.floor, bounds) >= need {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    texts.get(low..).unwrap_or_default().to_vec()
}
