//! Which lines fit.
//!
//! Takes lines, what each is worth, and a size in tokens; gives a text. Lines of more worth first; among equals those
//! at the ends of the text first, the beginning a little before the end. A run of near-identical lines is shown by its
//! first and last one. Where lines are missing one line says how many. Promises: lines worth `MUST` are there; order
//! stays. Leaves out: what the lines say.
use super::{HIGH, MUST};
use crate::tokens;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Longest part of a line that is shown, in characters; of one that must stay, twice as much.
const LONGEST: usize = 240;
/// Tokens of a line that says how many lines are missing.
const GAP: u32 = 7;

/// The text made of the lines that fit.
pub(super) fn fit(lines: &[&str], worth: &[u8], most: u32) -> String {
    let alike = near_identical(lines);
    let mut order: Vec<(u8, usize, usize)> = lines
        .iter()
        .enumerate()
        .map(|(at, _)| {
            let worth = worth.get(at).copied().unwrap_or_default();
            let inside = alike.get(at).copied().unwrap_or_default() && worth < MUST;
            let from_end = at.min(2 * (lines.len() - at));
            (u8::MAX - if inside { 0 } else { worth.saturating_add(1) }, from_end, at)
        })
        .collect();
    order.sort_unstable();
    let mut shown = alloc::vec![false; lines.len()];
    let mut room = most;
    for (rank, _, at) in order {
        let must = rank == u8::MAX - MUST - 1;
        let text = lines.get(at).copied().unwrap_or_default();
        let cost = tokens::estimate(cut(text, must)).saturating_add(1);
        // A line alone between gaps costs a gap more.
        let alone = !neighbour(&shown, at);
        let cost = cost.saturating_add(if alone { GAP } else { 0 });
        if must || cost <= room {
            room = room.saturating_sub(cost);
            if let Some(slot) = shown.get_mut(at) {
                *slot = true;
            }
        }
    }
    write(lines, &shown, worth)
}

fn neighbour(shown: &[bool], at: usize) -> bool {
    let is = |at: Option<usize>| at.and_then(|at| shown.get(at)).copied().unwrap_or_default();
    is(at.checked_sub(1)) || is(at.checked_add(1))
}

fn write(lines: &[&str], shown: &[bool], worth: &[u8]) -> String {
    let mut out = String::new();
    let mut missing = 0_usize;
    let mut gap = |out: &mut String, missing: &mut usize| {
        if *missing > 0 {
            let plural = if *missing == 1 { "" } else { "s" };
            out.push_str(&format!("[… {missing} line{plural} left out]\n"));
        }
        *missing = 0;
    };
    for ((line, shown), worth) in lines.iter().zip(shown).zip(worth) {
        if !shown {
            missing += 1;
            continue;
        }
        gap(&mut out, &mut missing);
        let part = cut(line, *worth > HIGH);
        out.push_str(part);
        if part.len() < line.len() {
            out.push_str(&format!("…+{}", line.chars().count().saturating_sub(part.chars().count())));
        }
        out.push('\n');
    }
    gap(&mut out, &mut missing);
    out.truncate(out.trim_end_matches('\n').len());
    out
}

/// The part of a line that is shown.
fn cut(line: &str, long: bool) -> &str {
    let most = if long { 2 * LONGEST } else { LONGEST };
    if line.len() <= most {
        return line;
    }
    let end = line.char_indices().nth(most).map_or(line.len(), |(at, _)| at);
    line.get(..end).unwrap_or(line)
}

/// For each line: it stands between two lines that differ from it in numbers only.
fn near_identical(lines: &[&str]) -> Vec<bool> {
    let shapes: Vec<u64> = lines.iter().map(|line| shape(line)).collect();
    let same = |a: Option<&u64>, b: &u64| a == Some(b);
    let inside =
        |(at, shape): (usize, &u64)| at > 0 && same(shapes.get(at - 1), shape) && same(shapes.get(at + 1), shape);
    shapes.iter().enumerate().map(inside).collect()
}

/// A number for the letters and signs of a line; all numbers in it count as the same one.
fn shape(line: &str) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325_u64;
    let mut in_number = false;
    for byte in line.bytes() {
        let number = byte.is_ascii_digit();
        if !(number && in_number) {
            sum = (sum ^ u64::from(if number { b'0' } else { byte })).wrapping_mul(0x0100_0000_01b3);
        }
        in_number = number;
    }
    sum
}
