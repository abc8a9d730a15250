//! Stack traces: the message and the own frames next to it.
//!
//! Takes an output with traces of Python, JavaScript, Java, Go, Rust or C#; gives worths: messages and causes stay, of
//! each trace the own frames nearest to the message, frames of libraries and runtimes go. A trace that was there before
//! goes but for its message. Promises: one pass; a Python frame and its line of code stay together. Leaves out: the
//! lines around, which stay by their place.
use super::signs;
use super::{LOW, MUST, NOISE, Output};
use crate::bytes::{NO_HASH, hash_on};
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

/// Parts of frames of libraries and runtimes.
const FOREIGN: [&str; 36] = [
    "site-packages",
    "dist-packages",
    "/lib/python",
    "<frozen",
    "\\Lib\\",
    "node_modules",
    "node:",
    "(internal/",
    "bun:",
    "<anonymous>",
    "at java.",
    "at javax.",
    "at jdk.",
    "at sun.",
    "at org.junit",
    "at org.springframework",
    "at org.apache",
    "at org.hibernate",
    "at com.zaxxer",
    "at io.netty",
    "at kotlin.",
    "at scala.",
    "at com.sun.",
    "at System.",
    "at Microsoft.",
    "at Xunit.",
    "/usr/local/go/",
    "/src/runtime/",
    "/pkg/mod/",
    "/libexec/src/",
    "/src/testing/",
    "/rustc/",
    ".cargo/registry",
    "core::panicking",
    "std::panicking",
    "std::rt::",
];
/// Own frames of a trace that stay.
const OWN: usize = 3;

/// What a line is in a trace.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Not of a trace.
    Outside,
    /// Begins a trace.
    Start,
    /// Says what happened.
    Message,
    /// A frame, own or not.
    Frame { own: bool },
    /// Belongs to the line before.
    More,
}

/// There are traces at the beginning.
pub(super) fn fits(output: &Output<'_>) -> bool {
    let mut frames = 0_usize;
    for line in signs::top(output.text) {
        let part = part(line, Part::Outside);
        frames += usize::from(matches!(part, Part::Frame { .. }));
        if line.starts_with("goroutine ") || line.contains("Traceback (most recent call last)") {
            return true;
        }
    }
    frames >= 3
}

/// What each line is worth.
pub(super) fn weigh(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let mut parts: Vec<Part> = Vec::with_capacity(lines.len());
    for line in lines {
        let before = parts.last().copied().unwrap_or(Part::Outside);
        parts.push(part(line, before));
    }
    let mut seen: BTreeSet<u64> = BTreeSet::new();
    let mut at = 0;
    while at < lines.len() {
        if parts.get(at) == Some(&Part::Outside) {
            // The line above a trace without a start of its own says what happened.
            let above = matches!(parts.get(at + 1), Some(Part::Frame { .. }));
            if above && lines.get(at).is_some_and(|line| !line.trim().is_empty()) {
                set(worth, at, MUST);
            }
            at += 1;
            continue;
        }
        let python = is_python(lines, at);
        let end = end_of(&parts, lines, at, python);
        // Numbers and addresses differ between traces that are the same.
        let bare = matches!(parts.get(at), Some(Part::Frame { .. }));
        let above = at.checked_sub(1).filter(|above| bare && parts.get(*above) == Some(&Part::Outside));
        let known = !seen.insert(print(lines.get(above.unwrap_or(at)..end).unwrap_or_default()));
        one(lines, &parts, worth, (at, end), python, known);
        if known && at > 0 && parts.get(at - 1) == Some(&Part::Outside) {
            set(worth, at - 1, LOW);
        }
        at = end;
    }
    signs::limit_must(worth);
    signs::raise_failing(lines, worth);
}

/// The traceback at this line has its message at its end.
fn is_python(lines: &[&str], at: usize) -> bool {
    lines.iter().skip(at).take(2).any(|line| line.trim_start().starts_with("File \""))
}

/// Where the trace that begins at a line ends: at the first line that is none, or that begins another.
fn end_of(parts: &[Part], lines: &[&str], at: usize, python: bool) -> usize {
    let mut end = at + 1;
    let mut framed = matches!(parts.get(at), Some(Part::Frame { .. }));
    while let Some(part) = parts.get(end) {
        match part {
            Part::Outside => break,
            Part::Start if framed => break,
            Part::Message if python => return end + 1,
            Part::Message
                if framed && !lines.get(end).is_some_and(|line| line.trim_start().starts_with("Caused by")) =>
            {
                break;
            }
            Part::Frame { .. } => framed = true,
            _ => {}
        }
        end += 1;
    }
    end
}

/// Weighs the lines of one trace.
fn one(lines: &[&str], parts: &[Part], worth: &mut [u8], (from, to): (usize, usize), python: bool, known: bool) {
    let own = parts
        .get(from..to)
        .unwrap_or_default()
        .iter()
        .any(|part| matches!(part, Part::Frame { own: true } | Part::Message));
    for at in from..to {
        let value = match parts.get(at) {
            Some(Part::Message) => MUST,
            // A goroutine that only waits in a library.
            Some(Part::Start) => {
                if own {
                    START
                } else {
                    LOW
                }
            }
            _ => NOISE,
        };
        let value = if known { value.min(LOW) } else { value };
        set(worth, at, value);
    }
    if known {
        return;
    }
    let mut left = OWN;
    let mut take = |at: usize| {
        match parts.get(at) {
            // A cause has frames of its own; in Python they stand above its message.
            Some(Part::Message) => left = left.max(2),
            Some(Part::Frame { own: true }) => {
                let value = if left > 0 { MUST - 1 } else { LOW };
                left = left.saturating_sub(1);
                set(worth, at, value);
                // The line of code under a frame, the file under a function of Go and Rust.
                if parts.get(at + 1) == Some(&Part::More) && at + 1 < to {
                    set(worth, at + 1, value);
                }
                // The function above its file.
                let function = at > from && parts.get(at - 1) == Some(&Part::More);
                if function && lines.get(at).is_some_and(|line| !line.trim_start().starts_with("File \"")) {
                    set(worth, at - 1, value);
                }
            }
            _ => {}
        }
    };
    if python { (from..to).rev().for_each(&mut take) } else { (from..to).for_each(&mut take) }
}

/// The first line of a trace that has one.
const START: u8 = 5;

fn set(worth: &mut [u8], at: usize, value: u8) {
    if let Some(slot) = worth.get_mut(at) {
        *slot = value;
    }
}

fn part(line: &str, before: Part) -> Part {
    let text = line.trim_start();
    // What tells the kind of a line stands at its start or, for places, within reach of it.
    let text = text.get(..text.floor_char_boundary(400)).unwrap_or(text).trim_end();
    let inside = before != Part::Outside;
    if text.is_empty() {
        return Part::Outside;
    }
    let own = || !FOREIGN.iter().any(|foreign| text.contains(foreign));
    if text.starts_with("Traceback (most recent call last)")
        || text.starts_with("goroutine ")
        || text == "stack backtrace:"
    {
        return Part::Start;
    }
    if text.starts_with("File \"") && text.contains("\", line ") {
        return Part::Frame { own: own() };
    }
    if let Some(frame) = text.strip_prefix("at ") {
        // Java, JavaScript, C#, Rust: a call, a place or both.
        let named =
            frame.ends_with(')') || frame.contains(":line ") || signs::places(frame) || frame.starts_with("async ");
        if named {
            return Part::Frame { own: own() };
        }
    }
    if text.contains(".go:") && (text.contains(" +0x") || line.starts_with('\t')) {
        return Part::Frame { own: own() };
    }
    if text.starts_with("Caused by:") || text.starts_with("panic:") || text.contains("panicked at") {
        return Part::Message;
    }
    if text.starts_with("Exception in thread")
        || text.starts_with("Unhandled exception")
        || text.starts_with("Uncaught ")
    {
        return Part::Message;
    }
    if !inside {
        return Part::Outside;
    }
    if text.starts_with("... ") || text.starts_with("--- End of") {
        return Part::Frame { own: false };
    }
    if text.starts_with("During handling of") || text.starts_with("The above exception") {
        return Part::Start;
    }
    // Under a traceback the first line without an indent that was a frame's is the message.
    let indent = line.len() - line.trim_start().len();
    let numbered = text.split_once(": ").is_some_and(|(n, _)| n.bytes().all(|b| b.is_ascii_digit()));
    if indent > 0
        || numbered
        || text.ends_with(')') && text.contains('(') && !text.contains(": ")
        || text.starts_with("created by ")
    {
        return Part::More;
    }
    if is_exception(text) { Part::Message } else { Part::Outside }
}

/// `package.NameError: text`
fn is_exception(text: &str) -> bool {
    let name = text.split([':', ' ']).next().unwrap_or(text);
    let plain = name.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'$'));
    plain
        && name.bytes().any(|b| b.is_ascii_uppercase())
        && (text == name || text.get(name.len()..).is_some_and(|r| r.starts_with(':')))
}

/// A number for a trace without the numbers in it.
fn print(lines: &[&str]) -> u64 {
    let bytes = lines.iter().flat_map(|line| line.bytes()).filter(|byte| !byte.is_ascii_hexdigit());
    bytes.fold(NO_HASH, hash_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_traces() {
        let own = Part::Frame { own: true };
        let foreign = Part::Frame { own: false };
        for (line, is) in [
            ("  File \"app/lamp.py\", line 4, in light", own),
            ("  File \"/v/site-packages/x.py\", line 4, in y", foreign),
            ("    at light (/app/lamp.js:3:4)", own),
            ("    at Module._compile (node:internal/x:1:2)", foreign),
            ("\tat com.lamp.Wick.light(Wick.java:9)", own),
            ("\tat java.base/java.util.X.y(X.java:1)", foreign),
            ("   at Lamp.Wick.Light() in /app/Wick.cs:line 4", own),
            ("\t/app/lamp.go:12 +0x1d", own),
            ("\t/usr/local/go/src/net/http.go:9 +0x1", foreign),
            ("             at ./src/lamp.rs:4:5", own),
            ("Caused by: java.lang.X: dark", Part::Message),
            ("  File \"app/runtime.py\", line 4, in light", own),
            ("at noon the lamp", Part::Outside),
        ] {
            assert!(part(line, Part::Outside) == is, "{line}");
        }
        assert!(part("lamp.errors.DarkError: no wick", own) == Part::Message);
        assert!(part("    wick.light()", own) == Part::More);
    }

    #[test]
    fn the_same_frames_under_another_message() {
        let frames = "    at light (/srv/keeper.js:88:17)\n    at visit (/srv/round.js:12:5)\n";
        let text =
            std::format!("TypeError: no wick\n{frames}\nTypeError: no oil\n{frames}\nTypeError: no wick\n{frames}");
        let lines: Vec<&str> = text.lines().collect();
        let mut worth = alloc::vec![4; lines.len()];
        let state = cento_contract::RunState::Exited(0);
        weigh(&Output { kind: crate::kind::ToolKind::Shell, call: "x", state, text: &text }, &lines, &mut worth);
        assert_eq!(worth, [MUST, 8, 8, 4, MUST, 8, 8, 4, LOW, NOISE, NOISE]);
    }
}
