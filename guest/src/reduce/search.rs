//! Matches of a search in files.
//!
//! Takes what `grep`, `rg` and their like print, with paths before the matches or above them; writes the first matches of
//! each file with their line numbers, and how many more there are, from generous to strict until it fits; how many
//! lines around them are left out stands at the end. Promises: order stays; matches that are messages of errors stay, so many; one pass a step. Leaves out: which match matters.
use super::listing::is_named;
use super::{Output, outcome, signs};
use crate::kind::ToolKind;
use crate::tokens;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// A command or tool that searches in files.
pub(super) fn fits(output: &Output<'_>) -> bool {
    let tool = signs::program(output);
    let asked = match output.kind {
        ToolKind::Shell => {
            matches!(tool, "grep" | "rg" | "egrep" | "fgrep" | "ag" | "ack" | "zgrep")
                || output.call.contains("git grep")
        }
        ToolKind::Other => {
            is_named(tool, &["grep", "search", "searchfiles", "searchcode", "ripgrep", "grepsearch", "codesearch"])
        }
        _ => false,
    };
    asked && signs::top(output.text).filter(|line| found(line).is_some()).count() >= 2
}

/// Nearly all of the first lines are matches with path and number.
pub(super) fn shape(output: &Output<'_>) -> bool {
    signs::mostly(output.text, 90, |line| matches!(found(line), Some((path, _)) if !path.is_empty()))
}

/// Path and rest of `path:12:text`, of `path-12-text` around it, and of `12:text` under a path, where the path is empty.
fn found(line: &str) -> Option<(&str, bool)> {
    let bytes = line.as_bytes();
    // Longer paths are none.
    for (at, byte) in bytes.iter().enumerate().take(300) {
        if !matches!(byte, b':' | b'-') {
            continue;
        }
        let digits = bytes.get(at + 1..)?.iter().take(8).take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 && bytes.get(at + 1 + digits) == Some(byte) {
            let path = line.get(..at)?;
            // `T10:00:` is a time.
            let time = !path.contains(['.', '/']) && path.ends_with(|c: char| c.is_ascii_digit());
            return (!time && !path.contains(['"', '(', '\t', ' '])).then_some((path, *byte == b':'));
        }
        // `12:text`
        if at > 0 && at < 8 && bytes.get(..at)?.iter().all(u8::is_ascii_digit) {
            return Some(("", *byte == b':'));
        }
    }
    None
}

/// Matches of one file.
struct File<'a> {
    /// Its lines with whether each is a match.
    lines: Vec<(&'a str, bool)>,
    /// Matches among them.
    matches: usize,
}

/// Writes the first matches of each file and counts the others.
pub(super) fn shorten(output: &Output<'_>, most: u32) -> Option<String> {
    let mut files: Vec<File<'_>> = Vec::new();
    let (mut last_path, mut breaks) = (None, 0_usize);
    for line in output.text.lines().filter(|line| !line.is_empty()) {
        if line == "--" {
            breaks += 1;
            continue;
        }
        let (path, hit) = match found(line) {
            // Under a heading the path is that of the heading.
            Some(("", hit)) => (last_path, hit),
            Some((path, hit)) => (Some(path), hit),
            None => (None, false),
        };
        if files.is_empty() || path.is_none() || path != last_path {
            files.push(File { lines: Vec::new(), matches: 0 });
            last_path = if path.is_none() { Some("") } else { path };
        }
        let file = files.last_mut()?;
        file.lines.push((line, hit));
        file.matches += usize::from(hit);
    }
    // Matches a file, lines around them, files, characters of a line.
    let levels = [
        (40, true, 400, 200),
        (20, true, 200, 200),
        (10, true, 100, 200),
        (10, false, 100, 160),
        (5, false, 100, 160),
        (3, false, 80, 140),
        (2, false, 60, 120),
        (2, false, 30, 120),
        (1, false, 60, 100),
        (1, false, 40, 100),
        (1, false, 30, 100),
        (1, false, 22, 100),
        (1, false, 16, 100),
        (1, false, 11, 80),
        (1, false, 7, 80),
        (1, false, 4, 60),
    ];
    let failed = crate::ledger::is_failure(output.state);
    let mut text = String::new();
    for (a_file, around, all, width) in levels {
        text = write(&files, breaks, failed, (a_file, around, all, width));
        if tokens::estimate(&text) <= most {
            break;
        }
    }
    Some(text)
}

fn write(files: &[File<'_>], breaks: usize, failed: bool, level: (usize, bool, usize, usize)) -> String {
    let (a_file, around, most_files, width) = level;
    let mut around_them = breaks;
    let mut out = String::new();
    let (mut left_files, mut left_matches, mut failing) = (0_usize, 0_usize, 0_usize);
    for (at, file) in files.iter().enumerate() {
        let whole = at < most_files || at + 1 == files.len();
        let (mut shown, mut gone) = (0_usize, 0_usize);
        for (number, (line, hit)) in file.lines.iter().enumerate() {
            // The search may have been one for errors: only so many.
            let told = failed && outcome::tells(line);
            let must = failing < 12 && (told || (signs::fails(line) && !hit_only_mentions(line)));
            failing += usize::from(must);
            // The path above its matches is no match.
            let plain = file.matches == 0 || (number == 0 && !hit);
            if must || (whole && shown < a_file && (*hit || around || plain)) {
                shown += usize::from(*hit || file.matches == 0);
                // The width is that of the text behind the path.
                let path = found(line).map_or(0, |(path, _)| path.len());
                push_line(&mut out, line, path + if must { 2 * width } else { width });
            } else {
                let counts = *hit || file.matches == 0;
                gone += usize::from(counts);
                around_them += usize::from(!counts);
            }
        }
        if gone > 0 && whole {
            let plural = if gone == 1 { "" } else { "es" };
            out.push_str(&format!("[… {gone} more match{plural} in this file]\n"));
        } else if gone > 0 {
            left_files += 1;
            left_matches += gone;
        }
    }
    if left_files > 0 {
        out.push_str(&format!("[… {left_matches} matches in {left_files} more files]\n"));
    }
    if around_them > 0 {
        let plural = if around_them == 1 { "" } else { "s" };
        out.push_str(&format!("[… {around_them} line{plural} around the matches left out]\n"));
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

/// The text of a match speaks of errors only further on: it is a line of code.
fn hit_only_mentions(line: &str) -> bool {
    let text = line.splitn(4, ':').last().unwrap_or(line).trim_start();
    let start = text.get(..text.floor_char_boundary(24)).unwrap_or(text);
    !signs::alarms(start)
}

fn push_line(out: &mut String, line: &str, width: usize) {
    let end = line.char_indices().nth(width).map_or(line.len(), |(at, _)| at);
    out.push_str(line.get(..end).unwrap_or(line));
    let gone = line.get(end..).unwrap_or("").chars().count();
    if gone > 0 {
        out.push_str(&format!("…+{gone}"));
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_around_matches_that_go_are_counted() {
        let block =
            |n: u32| format!("src/a.rs-{n}-before\nsrc/a.rs:{}:let lamp = {n};\nsrc/a.rs-{}-after\n", n + 1, n + 2);
        let text = (0..30).map(|n| block(10 * n)).collect::<Vec<_>>().join("--\n");
        let call = "grep -n -C1 lamp src/a.rs";
        let output = Output { kind: ToolKind::Shell, call, state: cento_contract::RunState::Exited(0), text: &text };
        let short = shorten(&output, 300).unwrap();
        let matches = short.lines().filter(|line| line.contains(":let lamp")).count();
        let around = short.lines().filter(|line| line.contains("before") || line.contains("after")).count();
        assert!(short.contains(&format!("[… {} more matches in this file]", 30 - matches)), "{short}");
        assert!(short.ends_with(&format!("[… {} lines around the matches left out]", 60 + 29 - around)), "{short}");
    }

    #[test]
    fn matches_of_searches() {
        for (line, path) in [
            ("src/a.rs:12:let x", Some(("src/a.rs", true))),
            ("src/a-b.rs-13-let y", Some(("src/a-b.rs", false))),
            ("12:let x", Some(("", true))),
            ("13-let y", Some(("", false))),
            ("src/a.rs", None),
            ("2031-01-02 x", None),
        ] {
            let found = found(line);
            if path.is_some() || !line.starts_with("2031") {
                assert_eq!(found, path, "{line}");
            }
        }
    }
}
