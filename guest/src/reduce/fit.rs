//! Which lines fit.
//!
//! Takes lines, what each is worth, and a size in tokens; gives a text. Lines of more worth first; among equals those
//! at the ends of the text first, the beginning a little before the end. Of a run of near-identical lines the first,
//! the last and the odd ones go before those between. Where lines are missing one line says how many, and how many of
//! them had to stay.
//! Promises: lines worth `MUST` are there, up to twice the size; where they are many they are cut shorter before any
//! is left out; order stays; a line that is cut says how many characters are missing. Leaves out: what the lines say.
use super::gap::Gap;
use super::{FAULT, HIGH, MUST, NOISE, TOTAL, TWIN, fold};
use crate::tokens;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Longest part of a line that is shown, in characters.
const LONGEST: usize = 240;
/// Longest parts of a line that must stay: the first that lets all of them fit.
const MUST_LONGEST: [usize; 4] = [480, 240, 140, 90];
/// Tokens of a line that says how many lines are missing.
const GAP: u32 = 6;
/// Room for lines that must stay, whatever the size asked for.
const LEAST: u32 = 60;

/// Lines weighed, without the lines: what each is worth, how it stands to those around it, and what it costs.
pub(super) struct Weighed {
    worth: Vec<u8>,
    alike: Vec<fold::Place>,
    shapes: Vec<u64>,
    /// Tokens of a whole line with its line feed; 0 for one that is never shown whole without being asked for anew.
    costs: Vec<u32>,
}

impl Weighed {
    pub(super) fn new(lines: &[&str], worth: Vec<u8>) -> Self {
        let shapes: Vec<u64> = lines.iter().map(|line| fold::shape(line)).collect();
        let alike = fold::alike(lines, &shapes);
        let whole = |line: &&str| if line.len() <= LONGEST { tokens::estimate(line).saturating_add(1) } else { 0 };
        Weighed { worth, alike, shapes, costs: lines.iter().map(whole).collect() }
    }

    /// Tokens of a line with its line feed, cut.
    fn cost(&self, at: usize, line: &str, longest: usize) -> u32 {
        match self.costs.get(at) {
            Some(known) if *known > 0 && line.len() <= longest => *known,
            _ => cost(line, longest),
        }
    }
}

/// The text made of the lines that fit; they are those that were weighed.
pub(super) fn fit(lines: &[&str], weighed: &Weighed, most: u32) -> String {
    let longest = Longest::find(lines, weighed, most);
    let shown = choose(lines, weighed, most, &longest);
    write(lines, &shown, weighed, &longest)
}

/// The same for lines that are asked for one size only.
pub(super) fn fit_once(lines: &[&str], worth: Vec<u8>, most: u32) -> String {
    fit(lines, &Weighed::new(lines, worth), most)
}

/// How long lines may be.
struct Longest {
    must: usize,
    other: usize,
}

impl Longest {
    fn find(lines: &[&str], weighed: &Weighed, most: u32) -> Self {
        let must: Vec<(usize, &str)> = (lines.iter().copied().enumerate().zip(&weighed.worth))
            .filter_map(|(line, worth)| (*worth >= MUST).then_some(line))
            .collect();
        let cost = |longest: usize| {
            must.iter().fold(0_u32, |sum, (at, line)| sum.saturating_add(weighed.cost(*at, line, longest)))
        };
        let must = MUST_LONGEST.into_iter().find(|longest| cost(*longest) <= most);
        // Few lines share all the room; a text of one line has nothing else to show.
        let share = (most as usize).saturating_mul(2) / lines.len().max(1);
        Longest { must: must.unwrap_or(90).max(share), other: LONGEST.max(share) }
    }

    fn of(&self, worth: u8) -> usize {
        match worth {
            // An exit code stands at the end of its line.
            TOTAL => self.must.max(LONGEST),
            MUST => self.must,
            _ => self.other,
        }
    }
}

/// Tokens of a line with its line feed, cut.
fn cost(line: &str, longest: usize) -> u32 {
    let (head, tail) = cut(line, longest);
    let mark = if head.len() < line.len() { 5 } else { 1 };
    tokens::estimate(head).saturating_add(tokens::estimate(tail)).saturating_add(mark)
}

fn choose(lines: &[&str], weighed: &Weighed, most: u32, longest: &Longest) -> Vec<bool> {
    let (worth, alike) = (&weighed.worth, &weighed.alike);
    let least = if worth.iter().any(|worth| *worth > NOISE) { 1 } else { 0 };
    let mut order: Vec<(u8, usize, usize)> = Vec::with_capacity(lines.len());
    for (at, worth) in worth.iter().enumerate().take(lines.len()).filter(|(_, worth)| **worth >= least) {
        let place = alike.get(at).copied().unwrap_or_default();
        let rank = match place {
            // One more of the same says a little more than what is there already.
            fold::Place::Inside if *worth < FAULT => (2 * *worth).min(2 * TWIN + 1),
            fold::Place::Odd => 2 * HIGH.max(*worth),
            _ => 2 * *worth,
        };
        let from_end = at.min(2 * (lines.len() - at));
        order.push((u8::MAX - rank, from_end, at));
    }
    order.sort_unstable();
    let mut shown = alloc::vec![false; lines.len()];
    let mut room = most;
    let mut must_room = most.saturating_mul(2).max(LEAST);
    // Totals of a thousand runs leave room for what failed in them.
    let mut total_room = must_room / 3 * 2;
    for (rank, _, at) in order {
        let worth = (u8::MAX - rank) / 2;
        let cost = weighed.cost(at, lines.get(at).copied().unwrap_or_default(), longest.of(worth));
        // A line alone between gaps costs a gap more.
        let cost = cost.saturating_add(if neighbour(&shown, at) { 0 } else { GAP });
        let fits = match worth {
            TOTAL => cost <= total_room,
            MUST => cost <= must_room,
            _ => cost <= room,
        };
        if fits {
            must_room = must_room.saturating_sub(cost);
            total_room = total_room.saturating_sub(cost);
            room = room.saturating_sub(cost);
            if let Some(slot) = shown.get_mut(at) {
                *slot = true;
            }
        }
    }
    close_small_gaps(lines, weighed, &mut shown);
    shown
}

/// Lines that cost no more than to say that they are missing.
fn close_small_gaps(lines: &[&str], weighed: &Weighed, shown: &mut [bool]) {
    let mut start = 0;
    while start < shown.len() {
        let rest = shown.get(start..).unwrap_or_default();
        let gap = rest.iter().take_while(|shown| !**shown).count();
        // A blank line is no more than its line feed.
        let small = gap <= GAP as usize && {
            let missing = lines.iter().enumerate().skip(start).take(gap);
            missing.fold(0_u32, |sum, (at, line)| sum.saturating_add(weighed.cost(at, line, LONGEST))) <= GAP
        };
        if small {
            shown.iter_mut().skip(start).take(gap).for_each(|shown| *shown = true);
        }
        start += gap + 1;
    }
}

fn neighbour(shown: &[bool], at: usize) -> bool {
    let is = |at: Option<usize>| at.and_then(|at| shown.get(at)).copied().unwrap_or_default();
    is(at.checked_sub(1)) || is(at.checked_add(1))
}

fn write(lines: &[&str], shown: &[bool], weighed: &Weighed, longest: &Longest) -> String {
    let mut out = String::new();
    let mut gap = Gap::default();
    let mut above = None;
    let mut first = true;
    for (((line, shown), worth), shape) in lines.iter().zip(shown).zip(&weighed.worth).zip(&weighed.shapes) {
        if !shown {
            gap.lines += 1;
            gap.must += usize::from(*worth >= MUST);
            gap.alike += usize::from(above == Some(*shape));
            continue;
        }
        first = core::mem::take(&mut gap).write(&mut out, first);
        above = Some(*shape);
        let (head, tail) = cut(line, longest.of(*worth));
        out.push_str(head);
        if head.len() < line.len() {
            let count = |text: &str| text.chars().count();
            let missing = count(line).saturating_sub(count(head)).saturating_sub(count(tail));
            let after = if tail.is_empty() { "" } else { "…" };
            out.push_str(&format!("…+{missing}{after}{tail}"));
        }
        out.push('\n');
    }
    gap.write(&mut out, first);
    // The line feed of a blank line stays: without it the line would be gone and not counted.
    if out.len() > 1 && !out.ends_with("\n\n") {
        out.pop();
    }
    out
}

/// The parts of a line that are shown: its beginning, and of a very long one a little of its end.
fn cut(line: &str, longest: usize) -> (&str, &str) {
    // The mark is not free.
    if line.len() <= longest.saturating_add(12) {
        return (line, "");
    }
    let Some((end, _)) = line.char_indices().nth(longest.saturating_add(12)) else { return (line, "") };
    let end = line.floor_char_boundary(end);
    let tail = if line.len() > 4 * longest { longest / 5 } else { 0 };
    let head = line.char_indices().nth(longest - tail).map_or(end, |(at, _)| at);
    let from = line.char_indices().rev().take(tail).last().map_or(line.len(), |(at, _)| at);
    (line.get(..head).unwrap_or(line), line.get(from.max(head)..).unwrap_or_default())
}
