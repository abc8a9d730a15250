//! What of a ledger fits into the summary budget.
//!
//! Takes the whole ledger and gives the part that is shown, with texts cut to size and a count of what was left out
//! of each section. Two rounds over one table (`shares`): in the first every kind of fact gets its own share, so that
//! no kind can push out another; in the second what is left goes to the kinds in the order of the table. The order
//! is the order of sacrifice read backwards: the last kind is the first to go. Within a kind newer facts outlive
//! older ones, commands that stand whole those that are cut, and what has a word of the focus topic comes first.
//! Promises: the rendered text costs at most the budget; rules and the newest request come first; a budget is a
//! limit, not a goal. Leaves out: judging which facts are true.
//!
//! Step by step: every fact in a short and a long form (`prepare`), its price (`items`), words of the topic (`focus`),
//! the choice (`choose`), the ledger of what was chosen (`take`); then the text is measured, and if it is too long,
//! all again with less room.
use crate::ledger::{Fitted, Ledger, Section};
use crate::render::Rendered;
use crate::settings::Settings;
use crate::{render, tokens};
use alloc::vec::Vec;
use choose::{HEADINGS, choose};
pub(crate) use focus::focus_words;
use focus::lift;
use items::{Item, commands, items};
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

/// No line of a command costs less.
const LEAST: u64 = 6;

/// Cuts a ledger down to the budget, and writes it, since only the text says what it costs. Plain commands share lines
/// when not all lines fit.
pub fn fit(ledger: Ledger, settings: &Settings) -> (Fitted, Rendered) {
    let budget = settings.summary_budget - settings.summary_budget * RESERVE / 1000;
    let frame = tokens::estimate(render::HEADER)
        .saturating_add(render::recall(settings).map_or(0, |line| tokens::estimate(&line) + 2));
    let mut whole = prepare(ledger, settings.summary_budget);
    names::leave_unseen(&mut whole);
    let focus = focus_words(settings.focus_topic.as_deref().unwrap_or_default());
    let others = items(&whole);
    let with_commands = |grouped| {
        let mut items = commands(&whole, grouped);
        items.extend_from_slice(&others);
        lift(&mut items, &whole.short, &focus);
        items
    };
    let lines = |items: &[Item]| {
        let lines = items.iter().filter(|item| item.section != Section::Names);
        lines.map(|item| u64::from(item.tokens)).sum::<u64>() + HEADINGS
    };
    // Commands are only priced one by one where that many lines may all fit.
    let least = whole.short.commands.len() as u64 * LEAST + lines(&others);
    let (mut single, mut grouped): (Option<Vec<Item>>, Option<Vec<Item>>) = (None, None);
    let mut fill = |room: u32| {
        let room_for = |tokens: u64| tokens <= u64::from(room);
        let alone = room_for(least) && room_for(lines(single.get_or_insert_with(|| with_commands(false))));
        let prices = if alone { &mut single } else { &mut grouped };
        let items = prices.get_or_insert_with(|| with_commands(!alone));
        let shown = choose(items, &whole.short.carried, room);
        let fitted = take(&whole, items, &shown, !alone);
        let rendered = render::render(&fitted, settings);
        (fitted, rendered)
    };
    let mut room = budget.saturating_sub(frame + 4);
    // A text costs a little more or less than its lines together: try again with what was too much.
    for _ in 0..6 {
        let (fitted, rendered) = fill(room);
        let size = rendered.tokens;
        if size <= budget || room == 0 {
            return (fitted, rendered);
        }
        room = room.saturating_sub((size - budget) + 8);
    }
    fill(0)
}

#[cfg(test)]
mod tests;
