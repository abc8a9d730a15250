//! The lines of a long output that say what broke.
//!
//! Takes the whole text of an output (sanitised, many lines) and the command that made it; gives parts of its lines,
//! the most telling first. Promises: every line given is a contiguous part of one line of the text, at most about 240
//! characters long; the first line that strongly names an error is among the first three, and where no line tells
//! anything the last line is; same input, same order; one pass over the text. Leaves out: what the lines mean. A line is chosen by
//! its shape, never by guessing at the outcome of the run.
//!
//! [`signs`] finds the words worth a look, [`shape`] says what kind of line it is, [`trace`] follows tracebacks and
//! the places that belong to an error, [`suites`] knows the output of test runners.
mod phrases;
mod shape;
mod signs;
mod suites;
mod trace;

pub(crate) use suites::{failing_name, is_total};
pub use suites::{failing_tests, packages, test_totals};

use crate::bytes::Set;
use crate::cutting::{JOINERS, begin, behind_mask};
use alloc::vec::Vec;
use shape::{KINDS, Kind};

/// Longest part of a line that is given, in characters.
const LONGEST: usize = 240;
/// Candidates kept of each kind.
const PER_KIND: u8 = 16;
/// What a second line of the same kind loses against the first of another kind.
const REPEAT: i32 = 9;
/// Below this a line only mentions an error.
const TELLING: i32 = 40;
/// From here on a line says by its shape alone that something failed.
const PLAIN: u8 = 84;

/// A line that may be picked.
struct Candidate<'a> {
    text: &'a str,
    kind: Kind,
    score: u8,
    /// Number of the line, for ties.
    line: usize,
    /// The line that belongs to it: where it happened, or the other half of a comparison.
    place: Option<&'a str>,
}

/// Candidates, at most `PER_KIND` of each kind: the best ones, the earlier one where equal.
struct Pool<'a> {
    all: Vec<Candidate<'a>>,
    counts: [u8; KINDS],
    floors: [u8; KINDS],
}

impl<'a> Pool<'a> {
    /// Adds a candidate and says where it stands.
    fn add(&mut self, candidate: Candidate<'a>) -> Option<usize> {
        let kind = candidate.kind as usize;
        let (count, floor) = (self.counts.get_mut(kind)?, self.floors.get_mut(kind)?);
        if *count < PER_KIND {
            *count += 1;
            *floor = if *count == 1 { candidate.score } else { (*floor).min(candidate.score) };
            self.all.push(candidate);
            return Some(self.all.len() - 1);
        }
        if candidate.score <= *floor {
            return None;
        }
        // Full: the weakest and latest of the kind makes room.
        let same = |c: &&Candidate| c.kind as usize == kind;
        let (at, _) =
            self.all.iter().enumerate().filter(|(_, c)| same(c)).min_by_key(|(i, c)| (c.score, usize::MAX - i))?;
        *self.all.get_mut(at)? = candidate;
        *floor = self.all.iter().filter(same).map(|c| c.score).min()?;
        Some(at)
    }
}

/// Picks at most `most` lines of a failing output, the most telling first. `command` is the command or tool.
pub fn pick<'a>(output: &'a str, command: &str, most: usize) -> Vec<&'a str> {
    let (candidates, sure) = gather(output, command);
    arrange(candidates, sure, most)
}

/// The line of an output that can hardly be anything but a failure: a compiler's error, a failing test, a crash, the
/// refusal of a shell. For outputs of which nobody knows whether the run failed.
pub fn plain_failure<'a>(output: &'a str, command: &str) -> Option<&'a str> {
    let (candidates, _) = gather(output, command);
    let best = candidates.iter().max_by_key(|c| (c.score, usize::MAX - c.line))?;
    (best.score >= PLAIN).then_some(best.text)
}

/// The candidates, and the line that has to be near the top in any case.
fn gather<'a>(output: &'a str, command: &str) -> (Vec<Candidate<'a>>, Option<&'a str>) {
    let listing = shape::is_listing(command);
    let mut pool = Pool { all: Vec::new(), counts: [0; KINDS], floors: [0; KINDS] };
    let mut trace = trace::Trace::default();
    let (mut first_strong, mut last_line, mut total) = (None, None, None);
    for (number, raw) in lines(output).enumerate() {
        let (indent, line) = trim(raw);
        if line.is_empty() {
            trace.blank();
            continue;
        }
        last_line = Some(line);
        let signs = signs::read(line);
        let text = cut(line, signs.at);
        if signs.strong && !signs.zero && first_strong.is_none() {
            first_strong = Some(text);
        }
        let step = trace.step(indent, line, number);
        if let trace::Step::Place(candidate) = step {
            if let Some(c) = candidate.and_then(|i| pool.all.get_mut(i)) {
                c.place = Some(cut(line, 0));
            }
            continue;
        }
        let told = match step {
            trace::Step::Exception => Some((Kind::Exception, 93)),
            _ if signs.any || shape::has_mark(line) => shape::classify(text, &signs, listing),
            _ => None,
        };
        match told {
            Some((Kind::Total, score)) => total = Some((text, score, number)),
            Some((kind, score)) => {
                let place = trace.place_before(kind, number);
                let at = pool.add(Candidate { text, kind, score, line: number, place });
                trace.wait(at, kind, text, number);
            }
            None => {}
        }
    }
    if let Some((text, score, line)) = total {
        pool.add(Candidate { text, kind: Kind::Total, score, line, place: None });
    }
    let telling = pool.all.iter().any(|c| i32::from(c.score) >= TELLING);
    let sure = first_strong.or_else(|| last_line.filter(|_| !telling).map(|l| cut(l, 0)));
    (pool.all, sure)
}

/// Puts the candidates in order. `sure` is the line that has to be near the top in any case.
fn arrange<'a>(mut all: Vec<Candidate<'a>>, sure: Option<&'a str>, most: usize) -> Vec<&'a str> {
    let mut picked: Vec<&str> = Vec::new();
    let mut used = [0i32; KINDS];
    let mut sure = sure.filter(|s| !s.is_empty());
    let mut told = false;
    // A warning or a line of code that mentions an error lets the place of the best line go first.
    let low = sure.is_some_and(|s| all.iter().any(|c| c.text == s && i32::from(c.score) < TELLING));
    while picked.len() < most {
        let worth = |c: &Candidate| i32::from(c.score) - REPEAT * used.get(c.kind as usize).copied().unwrap_or(0);
        let best = all.iter().enumerate().max_by_key(|(_, c)| (worth(c), usize::MAX - c.line));
        let Some((at, weak)) = best.map(|(i, c)| (i, i32::from(c.score) < TELLING)) else { break };
        if weak && let Some(s) = sure.take() {
            push(&mut picked, s);
            continue;
        }
        // What only mentions an error tells nothing beside a line that names one.
        if weak && told {
            break;
        }
        told |= !weak;
        let c = all.swap_remove(at);
        if let Some(n) = used.get_mut(c.kind as usize) {
            *n += 1;
        }
        if picked.contains(&c.text) {
            continue;
        }
        push(&mut picked, c.text);
        if sure == Some(c.text) {
            sure = None;
        }
        let second = if low { [c.place, sure.take()] } else { [sure.take(), c.place] };
        second.into_iter().flatten().for_each(|line| push(&mut picked, line));
    }
    if let Some(s) = sure {
        push(&mut picked, s);
    }
    picked.truncate(most);
    picked
}

/// Adds a line that is not there yet.
fn push<'a>(picked: &mut Vec<&'a str>, line: &'a str) {
    if !line.is_empty() && !picked.contains(&line) {
        picked.push(line);
    }
}

/// What ends a line.
static LINE_ENDS: Set = Set::of_bytes(b"\n\r");

/// The line without blanks at its ends, and how many bytes of them stand before it. Most lines have no other blanks
/// than spaces.
fn trim(line: &str) -> (usize, &str) {
    let bare = line.trim_ascii_start();
    let plain = |end: Option<&u8>| end.is_none_or(|byte| matches!(byte, 0x21..0x7f));
    let bytes = bare.as_bytes();
    if plain(bytes.first()) && plain(bytes.last()) {
        (line.len() - bare.len(), bare)
    } else {
        (line.len() - line.trim_start().len(), line.trim())
    }
}

/// The lines of a text; a lone carriage return ends a line too.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut ends = LINE_ENDS.places(text.as_bytes());
    let mut next = Some(0);
    core::iter::from_fn(move || {
        let start = next?;
        let end = ends.next();
        next = end.map(|end| end + 1);
        Some(text.get(start..end.unwrap_or(text.len())).unwrap_or(""))
    })
}

/// A part of at most `LONGEST` characters of a line with byte `at` in it; from the line's start where that will do.
fn cut(line: &str, at: usize) -> &str {
    if line.len() <= LONGEST {
        return line;
    }
    // Far into the line: a little of what stands before the word, then the word.
    let from = if at < LONGEST - 60 { 0 } else { behind_mask(line, line.floor_char_boundary(at - 60)) };
    let rest = line.get(from..).unwrap_or(line).trim_start_matches(JOINERS);
    let end = rest.char_indices().nth(LONGEST).map_or(rest.len(), |(i, _)| i);
    begin(rest, end).trim()
}

#[cfg(test)]
mod tests;
