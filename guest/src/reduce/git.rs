//! git: diff and show, log, status, and what push, pull, commit and the like say.
//!
//! Takes the lines; weighs them. Of a diff the files and the places of its hunks come first, then changed lines, then
//! context; of a log the commits and their subjects; of a status the paths and the branch; of the rest what was refused,
//! the refs and the counts. Promises: linear. Leaves out: what a change means.
use super::table::Table;
use super::{FAULT, HIGH, LOW, MUST, NOISE, Output, TOTAL, TWIN, USUAL, kinds};

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
    for (at, (line, slot)) in lines.iter().zip(worth).enumerate() {
        let file = line.starts_with("--- ") && starts_file(lines.get(at..).unwrap_or_default());
        in_hunk &= !file;
        *slot = match line.as_bytes().first() {
            // Without git the file has no other header.
            Some(b'-') if file && !lines.get(at.wrapping_sub(1)).is_some_and(|line| line.starts_with("index ")) => MUST,
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
            // A blank line of the file, its blank at the start trimmed.
            None if in_hunk => NOISE,
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

/// Weighs the lines of a log: commits and the first lines of their messages, then the rest. One with patches is a diff.
pub(super) fn log(output: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    if lines.iter().any(|line| line.starts_with("diff --git ")) {
        return diff(output, lines, worth);
    }
    // In the long form a message follows a blank line.
    let mut subject = false;
    for (line, slot) in lines.iter().zip(worth) {
        if line.starts_with("commit ") {
            (subject, *slot) = (true, HIGH);
        } else if line.starts_with("Author:") || line.starts_with("Merge:") {
            *slot = TWIN;
        } else if line.starts_with("Date:") {
            *slot = LOW;
        } else if line.contains(" changed, ") {
            *slot = USUAL;
        } else if line.starts_with("    ") {
            *slot = if !line.trim().is_empty() && core::mem::take(&mut subject) { HIGH } else { LOW };
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

/// `--- a/lamp.rs`, `+++ b/lamp.rs`, `@@ -1,2 +1,3 @@`.
fn starts_file(lines: &[&str]) -> bool {
    matches!(lines, [old, new, hunk, ..] if old.starts_with("--- ") && new.starts_with("+++ ") && hunk.starts_with("@@ -"))
}

/// Is it a diff?
pub(super) fn is_diff(output: &Output<'_>) -> bool {
    let mut before = "";
    kinds::peek(output).take(60).any(|line| {
        let file = before.starts_with("+++ ") && line.starts_with("@@ -");
        before = line;
        file || line.starts_with("diff --git a/") || line.starts_with("diff --git \"a/")
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use cento_contract::RunState;
    use std::format;
    use std::string::String;
    use std::vec::Vec;

    fn output<'a>(call: &'a str, text: &'a str) -> Output<'a> {
        Output { kind: crate::kind::ToolKind::Shell, call, state: RunState::Exited(0), text }
    }

    #[test]
    fn changed_lines_go_before_context() {
        let context = |n: usize| (0..60).map(|k| format!(" the wick {n} stays as it is {k}\n")).collect::<String>();
        for git in [true, false] {
            let mut text = String::new();
            for n in 0..6 {
                if git {
                    text += &format!("diff --git a/lamp{n}.rs b/lamp{n}.rs\nindex 0b3f5c0..1c2d3e4 100644\n");
                }
                text += &format!("--- a/lamp{n}.rs\n+++ b/lamp{n}.rs\n@@ -1,62 +1,62 @@ fn wick{n}()\n");
                text += &format!("{}\n-old oil{n};\n+new oil{n};\n\n-- dark {n}\n{}", context(n), context(n));
            }
            let output = output(if git { "git show" } else { "./compare" }, &text);
            assert_eq!(kinds::find(&output).name, "git-diff");
            let shorter = crate::reduce::reduce(output, crate::tokens::estimate(&text) / 16).unwrap();
            for n in 0..6 {
                for line in [
                    format!("{} a/lamp{n}.rs", if git { "diff --git" } else { "---" }),
                    format!("@@ -1,62 +1,62 @@ fn wick{n}()"),
                    format!("-old oil{n};"),
                    format!("+new oil{n};"),
                    format!("-- dark {n}"),
                ] {
                    assert!(shorter.contains(&line), "{git} {line}:\n{shorter}");
                }
            }
            assert!(shorter.matches("stays as it is").count() < 20, "{shorter}");
        }
    }

    #[test]
    fn what_stays_of_a_log_is_quoted() {
        let text: String = (0..40)
            .map(|n| {
                format!(
                    "commit {:040x}\nAuthor: Ada <ada@example.org>\nDate:   Mon Jan 5 10:00:00 2026 +0000\n\n    Wick {n}: \
                     burns longer\n\n    It was too short.\n\n",
                    0x1f2e_3d4c_u64 + n
                )
            })
            .collect();
        let shorter = crate::reduce::reduce(output("git log", &text), crate::tokens::estimate(&text) / 3).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let kept: Vec<&str> = shorter.lines().filter(|line| !line.starts_with("[… ")).collect();
        assert!(kept.iter().all(|line| lines.contains(line)), "{shorter}");
        let count = |start: &str| kept.iter().filter(|line| line.starts_with(start)).count();
        assert!(count("commit ").abs_diff(count("    Wick ")) <= 2 && count("commit ") > 12, "{shorter}");
        assert_eq!(count("Author") + count("    It was"), 0, "{shorter}");
    }
}
