//! What a harness puts after the output.
//!
//! Takes the text; takes closing lines off and reads them when they have the harness' form, else leaves all.
use super::super::{Asked, exited, line, number, whole_number};
use super::Found;
use super::header::background;
use crate::bytes::holds_ignoring_case;
use cento_contract::RunState;

/// Forms that stand after the output.
pub(super) fn footer(asked: Asked<'_>, found: &mut Found<'_>) -> bool {
    let (before, last) = last_line(found.body);
    if last == "<error>Command was aborted before completion</error>" {
        return found.set(RunState::Interrupted(None), before.trim_end());
    }
    if let Some(inner) = last.strip_prefix('<').and_then(|l| l.strip_suffix('>')) {
        return angled(inner, before, found);
    }
    let alone = before.is_empty() || before.ends_with("\n\n") || before.trim().is_empty();
    if alone && !asked.command.contains("xited with code") {
        let body = before.trim_end();
        if let Some(code) = last.strip_prefix("Command exited with code ").and_then(whole_number) {
            return found.set(exited(code), body);
        }
        if last == "Command aborted" {
            return found.set(RunState::Interrupted(None), body);
        }
        if last.starts_with("Command timed out after ") {
            return found.set(RunState::TimedOut(None), body);
        }
    }
    // Where the first line says it too, one of the two is the program's.
    if let Some(code) = bracketed(last)
        && !says_code(asked)
        && before.lines().next().is_none_or(|first| bracketed(first).is_none())
    {
        return found.set(exited(code), before.trim_end());
    }
    if last == "</bash_metadata>" {
        return metadata(found);
    }
    background(last, found) || brackets(found) || prompt(found) || labelled(found)
}

/// `[exit code: 1]` or `(exit code 1)`, and nothing else on the line.
pub(super) fn bracketed(line: &str) -> Option<i64> {
    let line = line.trim();
    let inner = line.strip_prefix('[').and_then(|l| l.strip_suffix(']'));
    let inner = inner.or_else(|| line.strip_prefix('(').and_then(|l| l.strip_suffix(')')))?;
    let (words, code) = inner.split_at_checked("exit code".len())?;
    let code = words.eq_ignore_ascii_case("exit code").then_some(code)?;
    code.strip_prefix(':').unwrap_or(code).strip_prefix(' ').and_then(whole_number)
}

/// The command prints such words itself.
pub(super) fn says_code(asked: Asked<'_>) -> bool {
    holds_ignoring_case(asked.command.as_bytes(), b"exit code")
}

/// Text before the last line, and that line, trimmed; closing line feeds do not count as lines.
pub(super) fn last_line(text: &str) -> (&str, &str) {
    let end = text.trim_end();
    let start = end.rfind('\n').map_or(0, |at| at + 1);
    let (before, last) = end.split_at_checked(start).unwrap_or(("", end));
    (before, last.trim())
}

/// `<shellId: 1 completed with exit code 0>`, `<exited with exit code 1>`, `<command with shellId: 3 is still running ...>`.
fn angled<'a>(inner: &str, before: &'a str, found: &mut Found<'a>) -> bool {
    let id = || {
        let (_, rest) = inner.split_once("shellId: ").or(inner.split_once("id: "))?;
        line(rest.split([' ', ',', '>']).next()?)
    };
    let body = before.trim_end_matches('\n');
    if inner.starts_with("shellId: ") || inner.starts_with("exited with ") || inner.starts_with("command ") {
        if let Some((_, code)) = inner.rsplit_once("with exit code ")
            && let Some(code) = whole_number(code)
        {
            // The id of a finished run tells nothing new.
            return found.set(exited(code), body);
        }
        let running = inner.contains(" is still running") || inner.contains("started in background");
        let stopped = inner.ends_with(" stopped") || inner.ends_with(" was stopped");
        if running || stopped {
            found.head.process = id();
            return found.set(if running { RunState::Running } else { RunState::Killed(None) }, body);
        }
    }
    false
}

/// A block of the harness after the output that says why the command was ended.
fn metadata(found: &mut Found<'_>) -> bool {
    let Some(at) = found.body.rfind("<bash_metadata>") else { return false };
    let (Some(before), Some(block)) = (found.body.get(..at), found.body.get(at..)) else { return false };
    let state = if block.contains("exceeding timeout") || block.contains("exceeded timeout") {
        RunState::TimedOut(None)
    } else if block.contains("User aborted") || block.contains("aborted") {
        RunState::Interrupted(None)
    } else {
        return false;
    };
    found.set(state, before.trim_end())
}

/// Closing lines in square brackets: code, working directory, interpreter.
fn brackets(found: &mut Found<'_>) -> bool {
    let (mut text, mut state, mut cwd) = (found.body, None, None);
    for _ in 0..8 {
        let (before, last) = last_line(text);
        let Some(inner) = last.strip_prefix('[').and_then(|l| l.strip_suffix(']')) else { break };
        let code = inner.strip_prefix("The command completed with exit code ");
        let code = code.or(inner.strip_prefix("Command finished with exit code "));
        let code = code.or(inner.strip_prefix("Command completed with exit code "));
        if let Some((code, end)) = code.and_then(number) {
            if !matches!(end, "" | ".") {
                break;
            }
            state = Some(exited(code));
        } else if inner.starts_with("The command has no new output after ") {
            state = Some(RunState::Running);
        } else if inner.starts_with("The command timed out after ") {
            let waits = inner.contains("You may wait longer");
            state = Some(if waits { RunState::Running } else { RunState::TimedOut(None) });
        } else if let Some((_, dir)) = inner.split_once("urrent working directory: ") {
            cwd = line(dir);
        } else if !inner.starts_with("Python interpreter: ") && !inner.starts_with("Jupyter Python interpreter: ") {
            break;
        }
        text = before.trim_end_matches('\n');
    }
    if state.is_none() && cwd.is_none() {
        return false;
    }
    found.head.cwd = cwd;
    found.set(state.unwrap_or(RunState::NoExitCode), text)
}

/// `(Open file: ...)`, `(Current directory: ...)`, `bash-$`.
fn prompt(found: &mut Found<'_>) -> bool {
    let (mut text, mut cwd) = (found.body, None);
    for _ in 0..3 {
        let (before, last) = last_line(text);
        let dir = last.strip_prefix("(Current directory: ").and_then(|l| l.strip_suffix(')'));
        if let Some(dir) = dir {
            cwd = line(dir);
        } else if last != "bash-$" && !(last.starts_with("(Open file: ") && last.ends_with(')') && cwd.is_some()) {
            break;
        }
        text = before;
    }
    let here = cwd.is_some();
    if here {
        found.head.cwd = cwd;
        found.set(RunState::NoExitCode, text.trim_end_matches(['\n', '\r']));
    }
    here
}

/// A list of labels: `Command:` first, `Exit Code:` and `Signal:` at the end.
fn labelled(found: &mut Found<'_>) -> bool {
    if !found.body.starts_with("Command: ") {
        return false;
    }
    let Some((before, end)) = found.body.rsplit_once("\nExit Code: ") else { return false };
    let (code, after) = end.split_once('\n').unwrap_or((end, ""));
    let only_labels = after.lines().all(|l| {
        ["Signal: ", "Background PIDs: ", "Process Group PGID: ", "Error: "].iter().any(|label| l.starts_with(label))
    });
    match whole_number(code.trim()) {
        Some(code) if only_labels => found.set(exited(code), before),
        _ => false,
    }
}
