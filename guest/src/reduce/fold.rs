//! Runs of near-identical lines.
//!
//! Takes lines; says of each whether it stands inside a run of lines that differ in numbers only, or is the odd one of
//! such a run. Rows that repeat in turn (two, three or four kinds of lines after each other) are runs too.
//! Promises: linear; the first and the last line of a run are never inside. Leaves out: what numbers mean; a line is
//! odd where almost all of its run have the same number and it has another (`GET /health 200` and one `500`).
use crate::bytes::{NO_HASH, hash_on};
use alloc::vec::Vec;

/// Where a line stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Place {
    /// In no run, or at an end of one.
    #[default]
    Free,
    /// Between two lines like it.
    Inside,
    /// Like those around it, but for a number that all of them share.
    Odd,
}

/// Kinds of lines that may take turns.
const TURNS: usize = 4;
/// Numbers of a line that are compared.
const NUMBERS: usize = 8;
/// A run is shorter than this: nothing is usual in it.
const SHORTEST: usize = 6;

/// The place of each line; `shapes` are those of the lines.
pub(super) fn alike(lines: &[&str], shapes: &[u64]) -> Vec<Place> {
    let mut places = alloc::vec![Place::Free; lines.len()];
    for turn in 1..=TURNS {
        for (at, place) in places.iter_mut().enumerate().skip(turn) {
            let same = |other: usize| shapes.get(other).is_some_and(|shape| shapes.get(at) == Some(shape));
            if *place == Place::Free && same(at - turn) && same(at + turn) {
                *place = Place::Inside;
            }
        }
    }
    let mut start = 0;
    while start < lines.len() {
        let same = shapes.iter().skip(start).take_while(|shape| Some(*shape) == shapes.get(start)).count().max(1);
        if same >= SHORTEST
            && let (Some(run), Some(places)) = (lines.get(start..start + same), places.get_mut(start..start + same))
        {
            odd(run, places);
        }
        start += same;
    }
    places
}

/// Marks the lines of a run that have another number where almost all have the same.
fn odd(run: &[&str], places: &mut [Place]) {
    // The number that more than half of the lines have at each place, if there is one: vote, then count.
    let mut votes: [(&str, usize); NUMBERS] = [("", 0); NUMBERS];
    for line in run {
        for (vote, number) in votes.iter_mut().zip(numbers(line)) {
            match vote {
                (_, 0) => *vote = (number, 1),
                (most, times) if *most == number => *times += 1,
                (_, times) => *times -= 1,
            }
        }
    }
    let mut counts = [0_usize; NUMBERS];
    for line in run {
        for ((count, vote), number) in counts.iter_mut().zip(&votes).zip(numbers(line)) {
            *count += usize::from(vote.0 == number);
        }
    }
    let usual = |count: usize| count < run.len() && (run.len() - count) * 8 <= run.len();
    for (line, place) in run.iter().zip(places) {
        let other = counts.iter().zip(&votes).zip(numbers(line));
        if other.into_iter().any(|((count, vote), number)| usual(*count) && vote.0 != number) {
            *place = Place::Odd;
        }
    }
}

/// The first numbers of a line.
fn numbers(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty()).take(NUMBERS)
}

/// A number for the letters and signs of a line; all numbers in it count as the same one.
pub(super) fn shape(line: &str) -> u64 {
    let mut sum = NO_HASH;
    let mut in_number = false;
    for byte in line.bytes() {
        let number = byte.is_ascii_digit();
        if !(number && in_number) {
            sum = hash_on(sum, if number { b'0' } else { byte });
        }
        in_number = number;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::format;
    use std::string::String;

    fn places(lines: &[String]) -> Vec<Place> {
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        alike(&lines, &lines.iter().map(|line| shape(line)).collect::<Vec<_>>())
    }

    #[test]
    fn the_ends_and_the_odd_one_of_a_run() {
        let lines: Vec<String> =
            (0..40).map(|n| format!("GET /lamp/{n} {} {}ms", if n == 17 { 500 } else { 200 }, n * 7 % 13)).collect();
        let places = places(&lines);
        assert_eq!((places[0], places[39], places[17]), (Place::Free, Place::Free, Place::Odd));
        assert_eq!(places.iter().filter(|p| **p == Place::Inside).count(), 37);
    }

    #[test]
    fn kinds_that_take_turns_are_a_run() {
        let lines: Vec<String> = (0..30).map(|n| format!("{} {n}", ["start", "work", "end"][n % 3])).collect();
        let places = places(&lines);
        assert!(places[3..27].iter().all(|p| *p == Place::Inside), "{places:?}");
        assert!(places[..3].iter().chain(&places[27..]).all(|p| *p == Place::Free), "{places:?}");
    }

    #[test]
    fn different_lines_are_no_run() {
        let lines: Vec<String> = ["one", "two", "three", "four"].map(String::from).to_vec();
        assert!(places(&lines).iter().all(|p| *p == Place::Free));
    }
}
