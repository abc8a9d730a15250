//! Listings: names of files, matches of a search, tables.
//!
//! Takes what `ls`, `find`, `tree`, `grep`, `rg`, `ps`, `df` and their like print; gives worths, for searches a text:
//! the first matches of each file with their line numbers, and how many more there are. Of tables the header, the
//! rows that stand out (largest of a column, nearly full, not well) and the total stay. Promises: one pass, and one a
//! level for searches; order stays. Leaves out: which of the names matter to the task.
use super::signs;
use super::{HIGH, LOW, MUST, NOISE, Output, USUAL, fit};
use crate::kind::ToolKind;
use crate::tokens;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Directories of things that were fetched or built.
const BUILT: [&str; 12] = [
    "node_modules",
    "target",
    ".git",
    "__pycache__",
    "dist",
    "build",
    ".venv",
    "venv",
    ".cache",
    "vendor",
    ".tox",
    ".next",
];
/// Names that say what a directory is.
const TELLING: [&str; 12] = [
    "README",
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "go.mod",
    "Makefile",
    "Dockerfile",
    "pom.xml",
    "build.gradle",
    "CMakeLists.txt",
    "setup.py",
    "tsconfig.json",
];

/// A command or tool that lists names.
pub(super) fn names_fits(output: &Output<'_>) -> bool {
    let tool = signs::program(output);
    if output.kind == ToolKind::Shell {
        return matches!(tool, "ls" | "find" | "tree" | "fd" | "fdfind" | "dir" | "eza" | "exa" | "du" | "locate")
            || output.call.contains("git ls-files");
    }
    output.kind == ToolKind::Other
        && is_named(tool, &["listdir", "listdirectory", "listfiles", "glob", "ls", "findfiles"])
}

/// Nearly all of the first lines are paths and nothing else.
pub(super) fn names_shape(output: &Output<'_>) -> bool {
    signs::mostly(output.text, 90, |line| line.contains('/') && !line.contains([' ', ':', '(', '"', '=', '<']))
}

/// What each name is worth.
pub(super) fn weigh_names(output: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let drawn = lines.iter().take(40).any(|line| line.contains("── "));
    let mut last_directory = "";
    for (line, worth) in lines.iter().zip(worth.iter_mut()) {
        let text = line.trim();
        let path = text.rsplit([' ', '\t']).next().unwrap_or(text).trim_end_matches('/');
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let built = text.split('/').any(|part| BUILT.contains(&part)) || (drawn && BUILT.contains(&name));
        *worth = if text.is_empty() {
            NOISE
        } else if is_count(text) || text.ends_with("Permission denied") || text.contains("No such file") {
            MUST
        } else if built {
            if directory == last_directory { NOISE } else { LOW }
        } else if TELLING.iter().any(|telling| name.starts_with(telling)) {
            HIGH
        } else if drawn {
            // By depth: each level is drawn four characters wide.
            let depth = line.chars().take_while(|c| !c.is_alphanumeric() && *c != '.' && *c != '_').count() / 4;
            HIGH.saturating_sub(u8::try_from(depth).unwrap_or(HIGH)).max(LOW)
        } else if text.ends_with(':')
            || text.starts_with('d') && line.len() > 10 && line.as_bytes().get(4) == Some(&b'-')
        {
            HIGH
        } else if directory != last_directory {
            AROUND
        } else {
            LOW
        };
        last_directory = directory;
    }
    // The last line of `du` is the whole.
    if signs::program(output) == "du"
        && let Some(last) = worth.last_mut()
    {
        *last = MUST;
    }
    signs::raise_failing(lines, worth);
}

/// Between `USUAL` and `HIGH`.
const AROUND: u8 = 5;

/// `total 48`, `12 directories, 40 files`, `(120 rows)`.
fn is_count(text: &str) -> bool {
    let text = text.trim_matches(['(', ')']);
    if text.strip_prefix("total ").is_some_and(|n| n.len() < 12 && n.bytes().any(|b| b.is_ascii_digit())) {
        return true;
    }
    let Some((number, rest)) = text.split_once(' ') else { return false };
    let of = ["director", "files", "rows", "matches", "results", "row in set", "rows in set", "items"];
    number.len() < 12
        && number.bytes().all(|b| b.is_ascii_digit())
        && text.len() < 80
        && of.iter().any(|o| rest.starts_with(o))
}

fn is_named(tool: &str, names: &[&str]) -> bool {
    let last = tool.rsplit_once("__").map_or(tool, |(_, last)| last);
    let plain: String =
        last.chars().take(60).filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    names.contains(&plain.as_str())
}

/// A command or tool that searches in files.
pub(super) fn search_fits(output: &Output<'_>) -> bool {
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
pub(super) fn search_shape(output: &Output<'_>) -> bool {
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
pub(super) fn shorten_search(output: &Output<'_>, most: u32) -> Option<String> {
    let mut files: Vec<File<'_>> = Vec::new();
    let mut last_path = None;
    for line in output.text.lines().filter(|line| !line.is_empty() && *line != "--") {
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
    let mut text = String::new();
    for (a_file, around, all, width) in levels {
        text = write_search(&files, a_file, around, all, width);
        if tokens::estimate(&text) <= most {
            break;
        }
    }
    Some(text)
}

fn write_search(files: &[File<'_>], a_file: usize, around: bool, most_files: usize, width: usize) -> String {
    let mut out = String::new();
    let (mut left_files, mut left_matches, mut failing) = (0_usize, 0_usize, 0_usize);
    for (at, file) in files.iter().enumerate() {
        let whole = at < most_files || at + 1 == files.len();
        let (mut shown, mut gone) = (0_usize, 0_usize);
        for (number, (line, hit)) in file.lines.iter().enumerate() {
            // The search may have been one for errors: only so many.
            let must = failing < 12 && signs::fails(line) && !hit_only_mentions(line);
            failing += usize::from(must);
            // The path above its matches is no match.
            let plain = file.matches == 0 || (number == 0 && !hit);
            if must || (whole && shown < a_file && (*hit || around || plain)) {
                shown += usize::from(*hit || file.matches == 0);
                // The width is that of the text behind the path.
                let path = found(line).map_or(0, |(path, _)| path.len());
                push_line(&mut out, line, path + if must { 2 * width } else { width });
            } else {
                gone += usize::from(*hit || file.matches == 0);
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

/// A command that prints a table.
pub(super) fn table_fits(output: &Output<'_>) -> bool {
    output.kind == ToolKind::Shell
        && matches!(
            signs::program(output),
            "ps" | "df"
                | "top"
                | "free"
                | "lsof"
                | "netstat"
                | "ss"
                | "lsblk"
                | "mount"
                | "vmstat"
                | "iostat"
                | "psql"
                | "mysql"
                | "sqlite3"
                | "squeue"
                | "nvidia-smi"
                | "who"
                | "w"
                | "ip"
                | "route"
        )
}

/// A header of capitals over columns, or columns between bars.
pub(super) fn table_shape(output: &Output<'_>) -> bool {
    let mut top = signs::top(output.text);
    let Some(first) = top.next() else { return false };
    let words = first.split_ascii_whitespace().filter(|w| w.bytes().any(|b| b.is_ascii_alphabetic()));
    let (mut all, mut capitals) = (0, 0);
    for word in words {
        all += 1;
        capitals += usize::from(!word.bytes().any(|b| b.is_ascii_lowercase()));
    }
    let header = all >= 3 && capitals == all && first.contains("  ");
    let barred =
        |line: &str| line.starts_with('+') || line.matches(" | ").count() >= 2 || line.matches('│').count() >= 2;
    header || (barred(first) && top.filter(|line| barred(line)).count() >= 3)
}

/// What each row is worth.
pub(super) fn weigh_table(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    /// Columns that are looked at.
    const COLUMNS: usize = 12;
    /// Rows that stand out and have to stay.
    const ODD: usize = 12;
    /// Rows of a table that is long enough for its largest numbers to stay.
    const LONG: usize = 80;
    let mut odd = 0_usize;
    let mut largest: [Option<(u64, usize)>; COLUMNS] = [None; COLUMNS];
    let is_rule = |line: &str| line.len() > 2 && line.chars().all(|c| "+-|=─┼│┌┐└┘├┤┬┴ :".contains(c));
    let header = lines.iter().position(|line| !line.trim().is_empty() && !is_rule(line)).unwrap_or(0);
    for (at, (line, worth)) in lines.iter().zip(worth.iter_mut()).enumerate() {
        *worth = if at == header || is_count(line.trim()) {
            MUST
        } else if line.trim().is_empty() {
            NOISE
        } else if is_rule(line) {
            if at <= header + 1 { HIGH } else { NOISE }
        } else if stands_out(line) {
            // Its neighbours may differ from it in numbers only, and go with it.
            odd += 1;
            if odd <= ODD.min(lines.len() / 8 + 1) { MUST } else { HIGH }
        } else {
            USUAL
        };
        if at == header || is_rule(line) {
            continue;
        }
        for (column, best) in line.split([' ', '\t', '|', '│']).filter(|cell| !cell.is_empty()).zip(&mut largest) {
            if let Some(value) = number(column)
                && best.is_none_or(|(most, _)| value > most)
            {
                *best = Some((value, at));
            }
        }
    }
    for (_, at) in largest.into_iter().flatten() {
        if let Some(worth) = worth.get_mut(at) {
            *worth = (*worth).max(if lines.len() >= LONG { MUST } else { HIGH });
        }
    }
    signs::raise_failing(lines, worth);
}

/// Nearly full, or not well by a word.
fn stands_out(line: &str) -> bool {
    const UNWELL: [&str; 11] = [
        "failed",
        "error",
        "unhealthy",
        "defunct",
        "zombie",
        "degraded",
        "dead",
        "timeout",
        "denied",
        "restarting",
        "offline",
    ];
    let full = line.split_ascii_whitespace().any(|cell| {
        cell.strip_suffix('%').and_then(|n| n.parse::<u32>().ok()).is_some_and(|percent| (90..=100).contains(&percent))
    });
    full || line.split([' ', '\t', '|']).any(|cell| {
        UNWELL.iter().any(|u| u.eq_ignore_ascii_case(cell.trim_matches(['<', '>', '(', ')', '[', ']', ',', ':'])))
    })
}

/// A number with its unit, in tenths.
fn number(cell: &str) -> Option<u64> {
    let end = cell.bytes().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (whole, part) = cell.get(..end)?.split_once('.').unwrap_or((cell.get(..end)?, ""));
    let unit = match cell.get(end..)? {
        "" | "%" | "B" => 1,
        "K" | "k" | "Ki" | "KB" => 1_024,
        "M" | "m" | "Mi" | "MB" => 1_048_576,
        "G" | "g" | "Gi" | "GB" => 1_073_741_824,
        "T" | "Ti" | "TB" => 1_099_511_627_776,
        _ => return None,
    };
    let tenth = part.get(..1).and_then(|d| d.parse::<u64>().ok()).unwrap_or(0);
    Some(whole.parse::<u64>().ok()?.saturating_mul(10).saturating_add(tenth).saturating_mul(unit))
}

/// Lines of a text as far as they say anything, with noise in no case; less than `most` where the rest is noise.
pub(super) fn without_noise(lines: &[&str], worth: &[u8], most: u32) -> String {
    /// Tokens of a line that tells what is missing, and of a line feed.
    const GAP: u32 = 8;
    let said = lines.iter().zip(worth).filter(|(_, worth)| **worth > NOISE);
    let need = said.fold(0_u32, |sum, (line, _)| sum.saturating_add(tokens::estimate(line)).saturating_add(GAP));
    fit::fit(lines, worth, most.min(need))
}

/// Lines of any text under worths of their own; for writers that cannot read what they were given.
pub(super) fn plain(output: &Output<'_>, most: u32) -> String {
    let lines: Vec<&str> = output.text.lines().collect();
    let mut worth = alloc::vec![USUAL; lines.len()];
    signs::raise_failing(&lines, &mut worth);
    fit::fit(&lines, &worth, most)
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn numbers_and_counts() {
        assert_eq!(number("1.5K"), Some(15 * 1_024));
        assert_eq!((number("90%"), number("x"), number("12:30")), (Some(900), None, None));
        assert!(is_count("total 48") && is_count("12 directories, 40 files") && is_count("(120 rows)"));
        assert!(!is_count("12 monkeys") && !is_count("total rubbish"));
    }

    #[test]
    fn rows_that_stand_out() {
        assert!(
            stands_out("/dev/sda1 10G 9G 95% /") && stands_out("web-1 x unhealthy") && !stands_out("a 89% b errorless")
        );
    }
}
