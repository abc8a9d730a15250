//! What of a ledger fits into the summary budget.
//!
//! Takes the whole ledger and gives the part that is shown, with texts cut to size and a count of what was left out
//! of each section. Two rounds over one table (`shares`): in the first every kind of fact gets its own share, so that
//! no kind can push out another; in the second what is left goes to the kinds in the order of the table. The order
//! is the order of sacrifice read backwards: the last kind is the first to go. Within a kind newer facts outlive
//! older ones, and what has a word of the focus topic comes first.
//! Promises: the rendered text costs at most the budget; rules and the newest request come first; a budget is a
//! limit, not a goal. Leaves out: judging which facts are true.
//!
//! Step by step: every fact in a short and a long form (`prepare`), its price (`items`), words of the topic (`focus`),
//! the choice (`choose`), the ledger of what was chosen (`take`); then the text is measured, and if it is too long,
//! all again with less room.
use crate::ledger::{Fitted, Ledger, Section};
use crate::settings::Settings;
use crate::{render, tokens};
use alloc::vec::Vec;
use choose::{HEADINGS, choose};
pub(crate) use focus::focus_words;
use focus::lift;
use items::{Item, items};
use prepare::prepare;
use take::take;

mod choose;
mod focus;
mod items;
mod names;
mod once;
mod prepare;
mod shares;
mod take;

/// The estimate may be off by some percent: this much of the budget is never spent, in thousandths.
const RESERVE: u32 = 5;

/// Cuts a ledger down to the budget. Plain commands share lines when not all lines fit.
pub fn fit(ledger: Ledger, settings: &Settings) -> Fitted {
    let budget = settings.summary_budget - settings.summary_budget * RESERVE / 1000;
    let frame = tokens::estimate(render::HEADER)
        .saturating_add(render::recall(settings).map_or(0, |line| tokens::estimate(&line) + 2));
    let mut whole = prepare(ledger, settings.summary_budget);
    names::leave_unseen(&mut whole);
    let focus = focus_words(settings.focus_topic.as_deref().unwrap_or_default());
    let items = |grouped| {
        let mut items = items(&whole, grouped);
        lift(&mut items, &whole.short, &focus);
        items
    };
    let mut single = items(false);
    let mut grouped: Option<Vec<Item>> = None;
    let mut fill = |room: u32| {
        let all: u64 =
            single.iter().filter(|item| item.section != Section::Names).map(|item| u64::from(item.tokens)).sum();
        let groups = all + HEADINGS > u64::from(room);
        let items = if groups { grouped.get_or_insert_with(|| items(true)) } else { &mut single };
        let shown = choose(items, &whole.short.carried, room);
        take(&whole, items, &shown, groups)
    };
    let mut room = budget.saturating_sub(frame + 4);
    // A text costs a little more or less than its lines together: try again with what was too much.
    for _ in 0..6 {
        let fitted = fill(room);
        let size = render::render(&fitted, settings).tokens;
        if size <= budget || room == 0 {
            return fitted;
        }
        room = room.saturating_sub((size - budget) + 8);
    }
    fill(0)
}

#[cfg(test)]
mod tests;
