//! What is bought with the room there is.
//!
//! Takes the items, the earlier summaries and the room in tokens; gives for each item whether it is shown. Two rounds
//! over the table of shares, newer and higher ranks first; what an earlier summary has shown also has a share: what
//! matters, then oldest first. A fact that has come into it stays there from pass to pass; newer ones cannot push it
//! out. Promises: the prices of what is shown, with headings and shared lines, come to no more than the room; a detail
//! is shown only with its fact, and an older run only with the newer one of the same words, which it would belie alone.
//! Leaves out: the text itself.
use super::items::Item;
use super::shares::{Kind, SHARES};
use crate::ledger::Section;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Tokens of all headings together.
pub(super) const HEADINGS: u64 = 70;
/// Tokens of one heading and its count line.
pub(super) const HEADING: u32 = 12;

/// Round one with shares, round two without; for each item whether it is shown.
pub(super) fn choose(items: &mut [Item], carried: &[u32], room: u32) -> Vec<bool> {
    items.sort_by(|a, b| b.rank.cmp(&a.rank).then(b.index.cmp(&a.index)));
    let lasting = items.iter().enumerate().filter(|(_, item)| item.kind.lasts());
    let mut oldest: Vec<usize> =
        lasting.filter(|(_, item)| carried.binary_search(&item.source.message).is_ok()).map(|(i, _)| i).collect();
    oldest.sort_by_key(|&i| (!items[i].matters(), items[i].source.at, Reverse(i)));
    let mut shown = alloc::vec![false; items.len()];
    let mut open: BTreeSet<Section> = BTreeSet::new();
    let mut lines: BTreeSet<(Section, usize)> = BTreeSet::new();
    let mut paid: BTreeSet<usize> = BTreeSet::new();
    let mut left = room;
    let mut old = 0;
    for round in 0..2 {
        for (kind, permille) in SHARES {
            let share = u32::try_from(u64::from(room) * u64::from(permille) / 1000).unwrap_or(left);
            // Old facts take the room of newer commands, and nothing else's.
            let share = if kind == Kind::Commands { share.saturating_sub(old) } else { share };
            let mut allowed = if round == 0 { share.min(left) } else { left };
            let of_kind = (0..items.len()).filter(|&i| items[i].kind == kind);
            let oldest = oldest.iter().copied().filter(|_| kind == Kind::Oldest);
            for i in of_kind.chain(oldest) {
                let item = &items[i];
                let heading = if open.contains(&item.section) { 0 } else { HEADING };
                let unpaid = item.shared.iter().flatten().filter(|(line, _)| !paid.contains(line));
                let cost =
                    unpaid.map(|(_, tokens)| *tokens).fold(item.tokens.saturating_add(heading), u32::saturating_add);
                let with = if item.is_detail() { Some((item.section, item.index)) } else { item.with };
                let alone = with.is_some_and(|with| !lines.contains(&with));
                if shown[i] || alone || cost > allowed {
                    continue;
                }
                allowed -= cost;
                left -= cost;
                old += if kind == Kind::Oldest { cost } else { 0 };
                shown[i] = true;
                open.insert(item.section);
                paid.extend(item.shared.iter().flatten().map(|(line, _)| *line));
                lines.insert((item.section, item.index));
            }
        }
    }
    shown
}
