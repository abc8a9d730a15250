//! git: diff and show, log, status, and what push, pull, commit and the like say.
//!
//! Takes the lines; weighs them. Of a diff the files and the places of its hunks come first, then changed lines, then
//! context; of a long log one line a commit is written; of a status the paths and the branch; of the rest what was refused, the refs and the
//! counts. Promises: linear. Leaves out: what a change means.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, TWIN, USUAL, fit, kinds};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Weighs the lines of a diff.
pub(super) fn diff(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    static HEADERS: Table = Table {
        starts: &[
            ("diff --git ", MUST),
            ("diff --cc ", MUST),
            ("new file mode", HIGH),
            ("deleted file mode", HIGH),
            ("rename from", NOISE),
            ("rename to", HIGH),
            ("similarity index", NOISE),
            ("Binary files", HIGH),
            ("index ", NOISE),
            ("@@ ", HIGH),
            ("commit ", MUST),
            ("Author:", LOW),
            ("Date:", LOW),
            ("fatal: ", MUST),
        ],
        ends: &[],
        has: &[],
    };
    let mut in_hunk = false;
    for (line, slot) in lines.iter().zip(worth) {
        *slot = match line.as_bytes().first() {
            Some(b'@') => {
                in_hunk = true;
                HIGH
            }
            Some(b'+' | b'-') if in_hunk => {
                if line.len() > 4 {
                    USUAL
                } else {
                    LOW
                }
            }
            Some(b' ' | b'\\') if in_hunk => TWIN,
            _ if line.starts_with("--- ") || line.starts_with("+++ ") => NOISE,
            _ => {
                in_hunk = false;
                // The list of files with counts, and its last line.
                let stat = line.starts_with(' ') && line.contains(" | ");
                if line.contains(" changed, ") {
                    TOTAL
                } else {
                    HEADERS.worth(line).unwrap_or(if stat { HIGH } else { USUAL })
                }
            }
        };
    }
}

/// Writes a long log as one line a commit, the form of `git log --oneline`; any other log by its lines.
pub(super) fn log(output: &Output<'_>, most: u32) -> Option<String> {
    /// As much of an id as git itself shows of it, and a little more.
    const ID: usize = 10;
    if memchr::memmem::find(output.text.as_bytes(), b"\ndiff --git ").is_some() {
        let lines: Vec<&str> = output.text.lines().collect();
        let mut worth = alloc::vec![USUAL; lines.len()];
        diff(output, &lines, &mut worth);
        return Some(fit::fit(&lines, &worth, most));
    }
    let mut commits: Vec<String> = Vec::new();
    let mut subject = false;
    for line in output.text.lines() {
        if let Some(id) = line.strip_prefix("commit ") {
            // Behind the id stand branches and tags.
            let (id, names) = id.split_once(' ').unwrap_or((id, ""));
            let space = if names.is_empty() { "" } else { " " };
            commits.push(format!("{}{space}{names}", id.get(..ID).unwrap_or(id)));
            subject = true;
        } else if subject && line.starts_with("    ") && !line.trim().is_empty() {
            if let Some(commit) = commits.last_mut() {
                commit.push(' ');
                commit.push_str(line.trim());
            }
            subject = false;
        }
    }
    let plain = commits.len() < 2;
    let lines: Vec<&str> =
        if plain { output.text.lines().collect() } else { commits.iter().map(String::as_str).collect() };
    let mut worth = alloc::vec![HIGH; lines.len()];
    if plain {
        worth.fill(USUAL);
        log_lines(&lines, &mut worth);
    }
    let text = fit::fit(&lines, &worth, most);
    Some(if plain { text } else { format!("[one line a commit]\n{text}") })
}

/// Weighs the lines of a log: commits, then first lines of messages, then the rest.
fn log_lines(lines: &[&str], worth: &mut [u8]) {
    // In the long form a message follows a blank line.
    let mut subject = false;
    for (line, slot) in lines.iter().zip(worth) {
        if line.starts_with("commit ") {
            (subject, *slot) = (true, HIGH);
        } else if line.starts_with("Author:") || line.starts_with("Merge:") {
            *slot = NOISE;
        } else if line.starts_with("Date:") {
            *slot = LOW;
        } else if line.contains(" changed, ") {
            *slot = USUAL;
        } else if line.starts_with("    ") {
            *slot = if core::mem::take(&mut subject) && !line.trim().is_empty() { HIGH } else { LOW };
        } else if line.starts_with("fatal: ") {
            *slot = MUST;
        } else if line.starts_with(' ') && line.contains(" | ") {
            *slot = LOW;
        }
    }
}

/// Weighs the lines of a status.
pub(super) fn status(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    static TABLE: Table = Table {
        starts: &[
            ("On branch", MUST),
            ("## ", MUST),
            ("HEAD detached", MUST),
            ("Your branch", MUST),
            ("and have ", HIGH),
            ("Changes to be committed", MUST),
            ("Changes not staged", MUST),
            ("Unmerged paths", MUST),
            ("Untracked files", MUST),
            ("nothing to commit", MUST),
            ("You have unmerged", MUST),
            ("no changes added", HIGH),
            ("(use ", NOISE),
            ("(fix ", NOISE),
            ("(commit ", NOISE),
            ("both modified:", MUST),
            ("both added:", MUST),
            ("deleted by", MUST),
            ("added by", MUST),
            ("UU ", MUST),
            ("AA ", MUST),
            ("fatal: ", MUST),
            ("interactive rebase", MUST),
        ],
        ends: &[],
        has: &[],
    };
    let mut untracked = false;
    for (line, slot) in lines.iter().zip(worth) {
        untracked = if line.starts_with(['\t', ' ']) { untracked } else { line.starts_with("Untracked") };
        let path = if untracked || line.starts_with("??") { USUAL } else { HIGH };
        *slot = TABLE.worth(line).unwrap_or(path);
    }
}

static PUSH: Table = Table {
    starts: &[
        ("To ", MUST),
        ("From ", MUST),
        ("! [", MUST),
        ("fatal: ", MUST),
        ("error: ", MUST),
        ("CONFLICT ", MUST),
        ("Automatic merge failed", MUST),
        ("Auto-merging ", LOW),
        ("hint: ", LOW),
        ("Enumerating objects", NOISE),
        ("Counting objects", NOISE),
        ("Compressing objects", NOISE),
        ("Writing objects", NOISE),
        ("Receiving objects", NOISE),
        ("Resolving deltas", NOISE),
        ("Unpacking objects", NOISE),
        ("Updating files", NOISE),
        ("Delta compression", NOISE),
        ("Total ", LOW),
        ("remote: Enumerating", NOISE),
        ("remote: Counting", NOISE),
        ("remote: Compressing", NOISE),
        ("remote: Resolving", NOISE),
        ("remote: Total", NOISE),
        ("remote: error", MUST),
        ("remote: ", USUAL),
        ("create mode", LOW),
        ("delete mode", LOW),
        ("rename ", LOW),
        ("Updating ", HIGH),
        ("Fast-forward", HIGH),
        ("Merge made by", HIGH),
        ("Already up to date", MUST),
        ("Successfully rebased", MUST),
        ("* [new", HIGH),
        ("- [deleted]", HIGH),
        ("+ ", HIGH),
        ("warning: ", USUAL),
    ],
    ends: &[],
    has: &[(" changed, ", TOTAL), ("-> ", HIGH), (" | ", LOW), ("rejected", MUST), ("failed", FAULT)],
};

/// Weighs what push, pull, fetch, clone, commit, merge and rebase say.
pub(super) fn push(_: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    PUSH.weigh(lines, worth);
    lines.iter().zip(worth).filter(|(line, _)| is_commit(line)).for_each(|(_, worth)| *worth = MUST);
}

/// `[main 1f2e3d4] Wick: burns longer`.
fn is_commit(line: &str) -> bool {
    let id =
        line.strip_prefix('[').and_then(|rest| rest.split_once("] ")).and_then(|(names, _)| names.rsplit_once(' '));
    id.is_some_and(|(_, id)| id.len() >= 7 && id.bytes().all(|b| b.is_ascii_hexdigit()))
}

/// Is it a diff?
pub(super) fn is_diff(output: &Output<'_>) -> bool {
    kinds::peek(output).take(60).any(|line| line.starts_with("diff --git a/") || line.starts_with("diff --git \"a/"))
}

/// Is it a log?
pub(super) fn is_log(output: &Output<'_>) -> bool {
    let mut lines = kinds::peek(output).take(3);
    let first = lines.next().and_then(|line| line.strip_prefix("commit "));
    first.is_some_and(|id| id.bytes().take_while(u8::is_ascii_hexdigit).count() >= 7)
        && lines.any(|line| line.starts_with("Author: ") || line.starts_with("Merge: "))
}

/// Is it a status?
pub(super) fn is_status(output: &Output<'_>) -> bool {
    let mut lines = kinds::peek(output).take(12);
    lines.next().is_some_and(|line| line.starts_with("On branch ") || line.starts_with("HEAD detached "))
        && lines.any(|line| {
            ["Changes ", "Untracked files:", "Your branch ", "nothing to commit"].iter().any(|s| line.starts_with(s))
        })
}

/// Is it the talk of git with another side?
pub(super) fn is_push(output: &Output<'_>) -> bool {
    kinds::peek(output)
        .take(8)
        .any(|line| line.starts_with("Enumerating objects: ") || line.starts_with("remote: Enumerating objects"))
}
