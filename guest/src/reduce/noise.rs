//! Noise: logs whose lines differ in times and numbers only, progress bars, encoded bytes, minified lines.
//!
//! Takes such texts; gives worths. Of lines of one pattern the first and the last stay, lines of rare patterns and of
//! alarm stay before them. Of a run of progress or of encoded bytes the ends stay. For texts that are one long line:
//! its ends, and the places in it that name an error. Promises: one pass and a sort; linear on one line; a cut says how
//! much is missing. Leaves out: what the lines mean.
use super::signs;
use super::{HIGH, LOW, MUST, NOISE, Output, USUAL, fit, outcome};
use crate::bytes::{self, NO_HASH, hash_on};
use crate::tokens;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use memchr::memmem;

/// Most of the first lines begin with a time or a level.
pub(super) fn log_fits(output: &Output<'_>) -> bool {
    // A word in small letters may be that of a compiler.
    let named = |line: &str| {
        !line.trim_start_matches(['[', ' ']).starts_with(|c: char| c.is_ascii_lowercase()) && level(line).is_some()
    };
    signs::mostly(output.text, 60, |line| signs::is_stamped(line) || (named(line) && !signs::places(line)))
}

/// Most of the first lines are progress.
pub(super) fn progress_fits(output: &Output<'_>) -> bool {
    signs::mostly(output.text, 50, is_progress)
}

/// Most of the first lines are encoded bytes.
pub(super) fn blob_fits(output: &Output<'_>) -> bool {
    signs::mostly(output.text, 60, is_blob)
}

/// Very long lines.
pub(super) fn line_fits(output: &Output<'_>) -> bool {
    /// One long line above short ones is no text of long lines.
    const LOOK: usize = 16_384;
    let start = output.text.get(..output.text.floor_char_boundary(LOOK)).unwrap_or(output.text);
    start.len() > 2_000 && memchr::memchr_iter(b'\n', start.as_bytes()).count() < start.len() / 1_000
}

/// Lines of one pattern.
struct Pattern {
    count: usize,
    first: usize,
    last: usize,
}

/// What each line of a log is worth; also of progress.
pub(super) fn weigh_log(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let prints: Vec<u64> = lines.iter().map(|line| pattern(line)).collect();
    let mut patterns: BTreeMap<u64, Pattern> = BTreeMap::new();
    for (at, print) in prints.iter().enumerate() {
        let pattern = patterns.entry(*print).or_insert(Pattern { count: 0, first: at, last: at });
        (pattern.count, pattern.last) = (pattern.count + 1, at);
    }
    for (at, (line, worth)) in lines.iter().zip(worth.iter_mut()).enumerate() {
        let Some(pattern) = prints.get(at).and_then(|print| patterns.get(print)) else { continue };
        let end = at == pattern.first || at == pattern.last;
        *worth = if line.trim().is_empty() {
            NOISE
        } else if is_progress(line) {
            if next_is_progress(lines, at) { NOISE } else { USUAL }
        } else {
            let said = match level(line) {
                Some(Level::Alarm) => MUST - 1,
                Some(Level::Warning) => HIGH,
                Some(Level::Detail) => LOW,
                Some(Level::Usual) | None if pattern.count <= 2 => HIGH - 1,
                Some(Level::Usual) | None => USUAL,
            };
            if end { said } else { said.saturating_sub(4).min(LOW) }
        };
    }
    signs::raise_failing(lines, worth);
}

fn next_is_progress(lines: &[&str], at: usize) -> bool {
    lines.get(at + 1).is_some_and(|next| is_progress(next))
}

/// How loud a line of a log is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Level {
    Alarm,
    Warning,
    Usual,
    Detail,
}

/// The level that a line of a log names near its start.
fn level(line: &str) -> Option<Level> {
    let start = line.get(..line.floor_char_boundary(100)).unwrap_or(line);
    let mut words = start.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| word.len() >= 4).take(6);
    words.find_map(|word| match word {
        "ERROR" | "FATAL" | "CRITICAL" | "PANIC" | "SEVERE" | "error" | "fatal" | "critical" | "EMERG" => {
            Some(Level::Alarm)
        }
        "WARN" | "WARNING" | "warn" | "warning" => Some(Level::Warning),
        "INFO" | "NOTICE" | "info" | "notice" => Some(Level::Usual),
        "DEBUG" | "TRACE" | "debug" | "trace" | "VERBOSE" => Some(Level::Detail),
        _ => None,
    })
}

/// A number for a line without its time, where all words with digits are the same.
fn pattern(line: &str) -> u64 {
    let rest = signs::after_time(line).unwrap_or(line);
    let mut sum = NO_HASH;
    let add = |sum: &mut u64, byte: u8| *sum = hash_on(*sum, byte);
    let sign = |c: char| !c.is_alphanumeric() && c != '_';
    // A dot or dash between numbers is part of one number.
    let mut number = false;
    for word in rest.split_inclusive(sign) {
        let body = word.strip_suffix(sign).unwrap_or(word);
        let end = word.get(body.len()..).unwrap_or("");
        if body.bytes().any(|b| b.is_ascii_digit()) {
            if !number {
                add(&mut sum, b'0');
            }
            number = matches!(end, "." | "-" | ":" | ",");
        } else {
            body.bytes().for_each(|b| add(&mut sum, b));
            number = false;
        }
        if !number {
            end.bytes().for_each(|b| add(&mut sum, b));
        }
    }
    sum
}

/// A bar, or a share of a download.
fn is_progress(line: &str) -> bool {
    let line = line.get(..line.floor_char_boundary(300)).unwrap_or(line);
    let digit = |at: usize| line.as_bytes().get(at).is_some_and(u8::is_ascii_digit);
    let percent = memchr::memchr_iter(b'%', line.as_bytes()).any(|at| at.checked_sub(1).is_some_and(digit));
    // Asked only where the rest does not decide.
    let bar = || {
        ["█", "▌", "━━", "###", "==>", "=>", "[==", "...", "░", "|##", "■", "⣿"].iter().any(|bar| line.contains(bar))
    };
    let rate = || ["B/s", "it/s", "ETA", "eta ", "objects:", "deltas:"].iter().any(|rate| line.contains(rate));
    let layer = line.split_once(": ").is_some_and(|(id, rest)| {
        id.len() == 12
            && id.bytes().all(|b| b.is_ascii_hexdigit())
            && ["Pulling", "Waiting", "Download", "Extracting", "Verifying", "Pull"].iter().any(|w| rest.starts_with(w))
    });
    layer || if percent { bar() || rate() } else { rate() && bar() }
}

/// A line of base64, of hex digits or of a dump.
fn is_blob(line: &str) -> bool {
    let text = line.trim();
    let start = text.get(..text.floor_char_boundary(400)).unwrap_or(text).as_bytes();
    if start.len() < 32 {
        return false;
    }
    let encoded = start.iter().all(|b| b.is_ascii_alphanumeric() || b"+/=_-".contains(b));
    if encoded {
        let has = |is: fn(&u8) -> bool| start.iter().any(is);
        let mixed = has(u8::is_ascii_digit) && has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase);
        return mixed && text.len() >= 40 || start.iter().all(u8::is_ascii_hexdigit);
    }
    // `00000010: 4a6f 6b65 …` and `00000010  4a 6f 6b …`
    let address = start.iter().take_while(|b| b.is_ascii_hexdigit()).count();
    if !(4..=16).contains(&address) {
        return false;
    }
    let rest = start.get(address..).unwrap_or_default();
    let bytes = core::str::from_utf8(rest).unwrap_or("").trim_start_matches([':', ' ']);
    let hex = |word: &&str| matches!(word.len(), 2 | 4 | 8) && word.bytes().all(|b| b.is_ascii_hexdigit());
    bytes.split_ascii_whitespace().take_while(|word| hex(word)).count() >= 4
}

/// Writes progress without what was only on the way.
pub(super) fn shorten_progress(output: &Output<'_>, most: u32) -> Option<String> {
    Some(without_noise(output, most, weigh_log))
}

/// Writes a text with encoded bytes: the ends of each run of them, and what is none.
pub(super) fn shorten_blob(output: &Output<'_>, most: u32) -> Option<String> {
    Some(without_noise(output, most, weigh_blob))
}

fn without_noise(output: &Output<'_>, most: u32, weigh: fn(&Output<'_>, &[&str], &mut [u8])) -> String {
    /// Tokens of a line that tells what is missing, and of a line feed.
    const GAP: u32 = 8;
    let lines = bytes::lines(output.text);
    let mut worth = alloc::vec![USUAL; lines.len()];
    weigh(output, &lines, &mut worth);
    if crate::ledger::is_failure(output.state) {
        outcome::raise(&lines, &mut worth);
    }
    let said = lines.iter().zip(&worth).filter(|(_, worth)| **worth > NOISE);
    let need = said.fold(0_u32, |sum, (line, _)| sum.saturating_add(tokens::estimate(line)).saturating_add(GAP));
    // More room would be filled with noise.
    fit::fit_once(&lines, worth, most.min(need))
}

/// What each line of a text with encoded bytes is worth.
fn weigh_blob(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let blobs: Vec<bool> = lines.iter().map(|line| is_blob(line)).collect();
    for (at, worth) in worth.iter_mut().enumerate() {
        let is = |at: Option<usize>| at.and_then(|at| blobs.get(at)).copied().unwrap_or_default();
        if is(Some(at)) {
            let inside = is(at.checked_sub(1)) && is(at.checked_add(1));
            *worth = if inside { NOISE } else { LOW };
        }
    }
    signs::raise_failing(lines, worth);
}

/// Places in a long line that are looked at for errors.
const PLACES: usize = 8;
/// Bytes kept before and after such a place.
const AROUND: (usize, usize) = (120, 160);

/// Writes the ends of a long line and the places in it that name an error.
pub(super) fn shorten_line(output: &Output<'_>, most: u32) -> Option<String> {
    let text = output.text;
    let places = failing_places(text);
    // From three bytes a token down to what fits.
    let mut room = (most as usize).saturating_mul(4);
    let mut out = write_line(text, &places, room);
    for _ in 0..6 {
        if tokens::estimate(&out) <= most {
            break;
        }
        room = room * 2 / 3;
        out = write_line(text, &places, room);
    }
    Some(out)
}

fn failing_places(text: &str) -> Vec<(usize, usize)> {
    /// What the texts of errors have, and how many of each are looked at.
    const WORDS: [&str; 6] = ["rror:", "rror[", "rror TS", "rror CS", "FAIL", "panicked at"];
    const LOOKS: usize = 1_000;
    let mut places: Vec<(usize, usize)> = Vec::new();
    for word in WORDS {
        let mut done = 0;
        for at in memmem::find_iter(text.as_bytes(), word).take(LOOKS) {
            let from = text.floor_char_boundary(at.saturating_sub(AROUND.0));
            let to = text.floor_char_boundary(at.saturating_add(AROUND.1).min(text.len()));
            if at >= done && text.get(from..to).is_some_and(signs::fails) {
                places.push((from, to));
                done = to;
            }
        }
    }
    places.sort_unstable();
    places.truncate(PLACES);
    places
}

fn write_line(text: &str, places: &[(usize, usize)], room: usize) -> String {
    let spent: usize = places.iter().map(|(from, to)| to - from).sum();
    let room = room.saturating_sub(spent).max(60);
    let head = text.floor_char_boundary(room * 2 / 3);
    let tail = text.floor_char_boundary(text.len().saturating_sub(room / 3)).max(head);
    let mut out = String::with_capacity(room + spent + 80);
    let mut at = 0;
    for (from, to) in
        core::iter::once((0, head)).chain(places.iter().copied()).chain(core::iter::once((tail, text.len())))
    {
        let from = from.max(at);
        if to <= from {
            continue;
        }
        if from > at {
            let missing = text.get(at..from).map_or(0, |gone| gone.chars().count());
            out.push_str(&format!("…+{missing}…"));
        }
        out.push_str(text.get(from..to).unwrap_or(""));
        at = to;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_blind_to_numbers() {
        let same = |a: &str, b: &str| pattern(a) == pattern(b);
        assert!(same(
            "2031-01-02 03:04:05 INFO took 12.5ms for id-8f3a",
            "2031-02-02 13:04:05 INFO took 9ms for id-77c1"
        ));
        assert!(!same("2031-01-02 03:04:05 INFO up", "2031-01-02 03:04:05 INFO down"));
        assert_eq!(level("[12:00:01] WARN lamp"), Some(Level::Warning));
        assert_eq!((level("a plain line"), level("x DEBUG y")), (None, Some(Level::Detail)));
    }

    #[test]
    fn what_is_progress_and_what_is_encoded() {
        for line in [
            " 12% |####    | 3/9",
            "Receiving objects:  40% (4/10)",
            "4f5e6a7b8c9d: Pulling fs layer",
            "  3.1 MB/s ETA 0:02 ███",
        ] {
            assert!(is_progress(line), "{line}");
        }
        for line in ["coverage 91%", "a => b", "done", "load: Pulling"] {
            assert!(!is_progress(line), "{line}");
        }
        assert!(is_blob("TG9yZW0gaXBzdW0gZG9sb3Igc2l0IGFtZXQgY29uc2VjdGV0dXI5"));
        assert!(is_blob("00000010: 4a6f 6b65 7220 6973 2068 6572 652e 2e2e  Joker is here..."));
        assert!(is_blob("0b3f5c0b3f5c0b3f5c0b3f5c0b3f5c0b3f5c"));
        for line in
            ["a_long_name_without_any_digits_in_it_at_all_x", "the quick brown fox jumps over the lazy dog", "short"]
        {
            assert!(!is_blob(line), "{line}");
        }
    }
}
