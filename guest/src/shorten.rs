//! Finished results of tools made shorter, both ends kept.
//!
//! Takes the text of a result and a number of tokens; gives the text with its middle replaced by one line that says
//! how much is left out. In a JSON result only its longest strings are cut, so that all other keys and the syntax stay
//! byte for byte. JSON that is long for other reasons than long strings is cut like any text.
//! Promises: total; cuts on char borders, on line borders where one is near; never longer than the input; linear.
//! Leaves out: which result has to give way (`plan`).
use crate::fields::{self, Fields};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// What the mark costs at most.
const MARK: u32 = 24;
/// No string inside JSON is cut below this.
const LEAST_STRING: u32 = 100;
/// Strings inside JSON that are cut at most.
const MOST_STRINGS: usize = 8;

/// Times that less room is tried where a text needed more.
const BETWEEN: u32 = 4;

/// Counts the tokens of a text.
pub type Estimate = fn(&str) -> u32;

/// The same for a text whose shorter form has to hold something: with as little more room as that needs, none where it
/// would need all of the text.
pub fn shorten_so(text: &str, target: u32, estimate: Estimate, holds: impl Fn(&str) -> bool) -> Option<String> {
    let size = estimate(text);
    let with = |room: u32| shorten(text, room, estimate).filter(|short| holds(short));
    let (mut below, mut room) = (target, target);
    while room < size {
        let Some(mut best) = with(room) else {
            below = room;
            room = room.max(MARK).saturating_mul(2);
            continue;
        };
        for _ in 0..BETWEEN {
            if below >= room {
                break;
            }
            let middle = below + (room - below) / 2;
            match with(middle).filter(|short| short.len() < best.len()) {
                Some(short) => (best, room) = (short, middle),
                None => below = middle,
            }
        }
        return Some(best);
    }
    None
}

/// Brings a text down to about `target` tokens; none when it is that short already or nothing can be gained.
pub fn shorten(text: &str, target: u32, estimate: Estimate) -> Option<String> {
    let size = estimate(text);
    if size <= target {
        return None;
    }
    let open = text.trim_start().starts_with(['{', '[']);
    if open && (serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() || Fields::read(text).is_some()) {
        let json = json(text, size, target, estimate);
        // Long strings are not always what makes it long.
        if estimate(&json) <= target.saturating_mul(2) {
            return (json.len() < text.len()).then(|| json.into_owned());
        }
    }
    plain(text, size, target, estimate)
}

/// Start, mark, end.
fn plain(text: &str, size: u32, target: u32, estimate: Estimate) -> Option<String> {
    let room = u64::from(target.saturating_sub(MARK));
    let share = (text.len() as u64).saturating_mul(room) / u64::from(size.max(1)) / 2;
    let mut half = usize::try_from(share).unwrap_or(usize::MAX);
    let mut parts = ends(text, half);
    // Tokens are not spread evenly; six steps reach a third of the first guess.
    for _ in 0..6 {
        if estimate(parts.0).saturating_add(estimate(parts.1)) <= target.saturating_sub(MARK) {
            break;
        }
        half = half / 6 * 5;
        parts = ends(text, half);
    }
    let (head, tail) = parts;
    let middle = text.get(head.len()..text.len().saturating_sub(tail.len()))?;
    let mark = mark(middle);
    let before = if head.is_empty() || head.ends_with('\n') { "" } else { "\n" };
    let after = if tail.is_empty() { "" } else { "\n" };
    let short = format!("{head}{before}{mark}{after}{tail}");
    (short.len() < text.len()).then_some(short)
}

/// About `half` bytes from both ends: whole lines where one ends in the inner half of them, whole words else. Of the
/// last line the start stays too where that is not far: `397 passed` may stand behind `3 failed`.
fn ends(text: &str, half: usize) -> (&str, &str) {
    let half = half.min(text.len() / 2);
    let head = text.get(..text.floor_char_boundary(half)).unwrap_or_default();
    let from = text.ceil_char_boundary(text.len() - half);
    let tail = text.get(from..).unwrap_or_default();
    let inner = |at: &usize| *at >= head.len() / 2;
    let line = memchr::memrchr(b'\n', head.as_bytes()).filter(inner);
    let head = match line.or_else(|| memchr::memrchr(b' ', head.as_bytes()).filter(inner)) {
        Some(at) => head.get(..=at).unwrap_or(head),
        None => head,
    };
    let inner = |at: &usize| *at < tail.len() / 2;
    if let Some(at) = memchr::memchr(b'\n', tail.as_bytes()).filter(inner) {
        return (head, tail.get(at + 1..).unwrap_or(tail));
    }
    let near = head.len().max(from.saturating_sub(half));
    let line = text.as_bytes().get(near..from).and_then(|bytes| memchr::memrchr(b'\n', bytes)).map(|at| near + at);
    let word = || memchr::memchr(b' ', tail.as_bytes()).filter(inner).map(|at| from + at);
    (head, line.or_else(word).map_or(tail, |at| text.get(at + 1..).unwrap_or(tail)))
}

/// The line that says how much is left out.
fn mark(middle: &str) -> String {
    let characters = grouped(middle.chars().count());
    match memchr::memchr_iter(b'\n', middle.as_bytes()).count() {
        0 => format!("[… {characters} characters left out …]"),
        1 => format!("[… 1 line, {characters} characters left out …]"),
        lines => format!("[… {} lines, {characters} characters left out …]", grouped(lines)),
    }
}

/// A number with commas between thousands.
fn grouped(number: usize) -> String {
    let digits = format!("{number}");
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The longest strings of a JSON text cut; everything else as it stands.
fn json(text: &str, size: u32, target: u32, estimate: Estimate) -> Cow<'_, str> {
    let mut strings = strings(text.as_bytes());
    strings.sort_by_key(|s| (core::cmp::Reverse(s.len()), s.start));
    strings.truncate(MOST_STRINGS);
    let mut over = size.saturating_sub(target);
    let mut cuts: Vec<(Range<usize>, String)> = Vec::new();
    for range in strings {
        if over == 0 {
            break;
        }
        let literal = text.get(range.clone()).unwrap_or_default();
        let tokens = estimate(literal);
        let goal = tokens.saturating_sub(over).max(LEAST_STRING);
        // A lone surrogate has no text: such a string stays.
        let Some(decoded) = fields::exact(literal) else { continue };
        let Some(short) = string(&decoded, tokens, goal, estimate) else { continue };
        over = over.saturating_sub(tokens.saturating_sub(estimate(&short)));
        cuts.push((range, short));
    }
    if cuts.is_empty() {
        return Cow::Borrowed(text);
    }
    cuts.sort_by_key(|(range, _)| range.start);
    let (mut result, mut done) = (String::new(), 0);
    for (range, short) in &cuts {
        result.push_str(text.get(done..range.start).unwrap_or_default());
        result.push_str(short);
        done = range.end;
    }
    result.push_str(text.get(done..).unwrap_or_default());
    Cow::Owned(result)
}

/// A string cut to `goal` tokens as a JSON literal; escapes cost, so the text inside may have to be shorter.
fn string(decoded: &str, tokens: u32, goal: u32, estimate: Estimate) -> Option<String> {
    if tokens <= goal {
        return None;
    }
    let size = estimate(decoded);
    let mut inner = goal;
    let mut literal = serde_json::to_string(&plain(decoded, size, inner, estimate)?).ok()?;
    for _ in 0..3 {
        let real = estimate(&literal);
        if real <= goal {
            break;
        }
        inner = u32::try_from(u64::from(inner) * u64::from(goal) / u64::from(real.max(1))).unwrap_or(inner);
        literal = serde_json::to_string(&plain(decoded, size, inner, estimate)?).ok()?;
    }
    Some(literal)
}

/// Where the strings of a valid JSON text stand, with their quotes, without keys.
fn strings(json: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = memchr::memchr(b'"', json.get(from..).unwrap_or_default()).map(|i| from + i) {
        let mut end = start + 1;
        while let Some(i) = memchr::memchr2(b'"', b'\\', json.get(end..).unwrap_or_default()) {
            let escape = json.get(end + i) == Some(&b'\\');
            end += i + 1 + usize::from(escape);
            if !escape {
                break;
            }
        }
        from = end.min(json.len()).max(start + 1);
        let rest = json.get(from..).unwrap_or_default();
        let key = rest.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b':');
        if !key {
            found.push(start..from);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::Value;
    use std::string::ToString;

    fn quarter(text: &str) -> u32 {
        text.chars().count().div_ceil(4) as u32
    }

    #[test]
    fn both_ends_and_whole_lines_survive() {
        let lines: Vec<String> = (0..2_000).map(|i| format!("row {i} of the report")).collect();
        let text = lines.join("\n");
        let short = shorten(&text, 300, quarter).unwrap();
        assert!(short.starts_with("row 0 of the report\n") && short.ends_with("\nrow 1999 of the report"));
        assert!(quarter(&short) <= 300 && quarter(&short) > 200);
        let kept: Vec<&str> = short.lines().filter(|l| !l.starts_with('[')).collect();
        assert!(kept.iter().all(|l| lines.iter().any(|x| x == l)), "only whole lines");
        let mark = short.lines().find(|l| l.starts_with('[')).unwrap();
        let left = 2_000 - kept.len();
        assert!(mark.starts_with(&format!("[… {} lines, ", grouped(left))), "{mark}");
    }

    #[test]
    fn marks() {
        assert_eq!(mark(&"x".repeat(1_234_567)), "[… 1,234,567 characters left out …]");
        assert_eq!(mark("aß\n"), "[… 1 line, 3 characters left out …]");
        assert_eq!(mark("a\n\nc"), "[… 2 lines, 4 characters left out …]");
    }

    #[test]
    fn of_the_last_line_the_start_stays_and_words_are_whole() {
        let text = "tests/a.py::test_a PASSED\n".repeat(40) + "=== 3 failed, 397 passed in 3.2s ===";
        for target in 70..120 {
            let short = shorten(&text, target, |text| text.len() as u32 / 2).unwrap();
            assert!(short.ends_with("\n=== 3 failed, 397 passed in 3.2s ==="), "{target}: {short}");
        }
        let text = "one lamp is lit and another is not ".repeat(40);
        let short = shorten(&text, 60, |text| text.len() as u32 / 2).unwrap();
        let words = |part: &str| part.split_whitespace().all(|word| text.contains(&format!("{word} ")));
        let (head, tail) = (short.split("\n[").next().unwrap(), short.split("]\n").last().unwrap());
        assert!(words(head) && words(tail), "{short}");
    }

    #[test]
    fn json_stays_json_with_all_other_keys() {
        let long = (0..3_000).map(|i| format!("line {i}\t\"q\" \\")).collect::<Vec<_>>().join("\n");
        let text = format!(
            "{{ \"output\" : {}, \"exit_code\":2, \"error\": null,\"n\":1e400 , \"note\":\"short\"}}",
            Value::from(long)
        );
        let short = shorten(&text, 500, quarter).unwrap();
        assert!(short.starts_with("{ \"output\" : \"line 0"));
        assert!(short.ends_with(", \"exit_code\":2, \"error\": null,\"n\":1e400 , \"note\":\"short\"}"));
        let output: String =
            serde_json::from_str::<std::collections::BTreeMap<String, Box<serde_json::value::RawValue>>>(&short)
                .map(|map| serde_json::from_str(map["output"].get()).unwrap())
                .unwrap();
        assert!(output.contains(" lines, ") && output.ends_with("line 2999\t\"q\" \\"));
        assert!(quarter(&short) <= 500, "{}", quarter(&short));
    }

    #[test]
    fn a_long_key_is_not_cut_and_a_list_of_short_strings_is_cut_as_text() {
        let text = format!("{{\"{}\": \"v\", \"out\": \"{}\"}}", "k".repeat(3_000), "v".repeat(4_000));
        let short = shorten(&text, 900, quarter).unwrap();
        assert!(short.contains(&"k".repeat(3_000)) && serde_json::from_str::<Value>(&short).is_ok());
        let list = Value::from((0..3_000).map(|i| Value::from(i.to_string())).collect::<Vec<_>>()).to_string();
        let short = shorten(&list, 300, quarter).unwrap();
        assert!(short.starts_with("[\"0\",") && short.ends_with(",\"2999\"]") && quarter(&short) <= 330);
    }

    #[test]
    fn short_texts_stay() {
        assert_eq!(shorten("", 0, quarter), None);
        assert_eq!(shorten("a few words", 10, quarter), None);
        assert_eq!(shorten("a few words", 0, quarter), None);
        assert_eq!(shorten("{\"a\":1}", 1, quarter), None);
    }

    #[test]
    fn hostile_texts_are_fast() {
        for text in [
            "\"\\".repeat(500_000),
            "[".repeat(500_000),
            format!("[{}1]", "\"a\",".repeat(200_000)),
            "\u{1f469}\u{200d}".repeat(100_000),
        ] {
            assert!(shorten(&text, 400, quarter).is_some_and(|s| s.len() < 20_000));
        }
    }

    proptest! {
        #[test]
        fn any_text_any_target(text in "(\\PC|\n|\"|\\\\){0,400}", wrap in any::<bool>(), target in 0..200u32) {
            let text = if wrap { format!("[{},7]", Value::from(text)) } else { text };
            if let Some(short) = shorten(&text, target, quarter) {
                prop_assert!(short.len() < text.len());
                prop_assert!(short.contains(" left out …]"));
            }
        }
    }
}
