//! What a harness puts before the output.
//!
//! Takes the text; takes the header off and reads it when the whole of it has the harness' form, else leaves all.
use super::super::{Asked, exited, line, whole_number};
use super::Found;
use super::footer::{bracketed, last_line, says_code};
use crate::kind::ToolKind;
use cento_contract::RunState;

/// Forms that stand before the output.
pub(super) fn header<'a>(asked: Asked<'_>, found: &mut Found<'a>) -> bool {
    let text = found.body;
    if codex(found) {
        return true;
    }
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let first = first.trim_end();
    if let Some(code) = first.strip_prefix("Exit code ").and_then(whole_number)
        && !asked.command.contains("xit code")
    {
        let kept = i32::try_from(code).ok();
        let state = if rest.starts_with("Command timed out after ") {
            RunState::TimedOut(kept)
        } else if rest.starts_with("[Request interrupted by user") {
            RunState::Interrupted(kept)
        } else {
            exited(code)
        };
        return found.set(state, rest);
    }
    if let Some(code) = bracketed(first)
        && !says_code(asked)
        && bracketed(last_line(rest).1).is_none()
    {
        return found.set(exited(code), rest);
    }
    if let Some(code) = first.strip_prefix("<returncode>").and_then(|c| c.strip_suffix("</returncode>")) {
        return whole_number(code).is_some_and(|code| found.set(exited(code), untagged(rest, "output")));
    }
    if first.starts_with("Command executed in terminal")
        && let Some((_, code)) = first.rsplit_once("Exit code: ")
        && let Some(code) = whole_number(code)
    {
        return found.set(exited(code), rest.strip_prefix("Output:\n").unwrap_or(rest));
    }
    background(first, found) || asked.kind == ToolKind::Process && (tagged(found) || stopped(found))
}

/// `Command running in background with ID: b1. ...`, alone or below what the command put out so far.
pub(super) fn background(line: &str, found: &mut Found<'_>) -> bool {
    const WORDS: [&str; 2] = [" running in background with ID: ", " was manually backgrounded by user with ID: "];
    let id = || WORDS.iter().find_map(|words| line.strip_prefix("Command")?.split_once(words)).map(|(_, id)| id);
    let Some(id) = id() else { return false };
    found.head.process = super::line(id.split(['.', ' ', ',']).next().unwrap_or(id));
    found.head.state = RunState::Running;
    true
}

/// A block of known lines that ends with `Output:`.
pub(super) fn codex(found: &mut Found<'_>) -> bool {
    const LINES: [&str; 6] =
        ["Chunk ID: ", "Wall time: ", "Original token count: ", "Total output lines: ", "Session ID: ", "Command: "];
    let (mut rest, mut state, mut process) = (found.body, None, None);
    for _ in 0..10 {
        let Some((first, next)) = rest.split_once('\n').or(rest.ends_with("Output:").then_some((rest, ""))) else {
            return false;
        };
        rest = next;
        let code = first.strip_prefix("Process exited with code ").or(first.strip_prefix("Exit code: "));
        if first.trim_end() == "Output:" {
            let Some(state) = state else { return false };
            found.head.process = process;
            let timed_out = rest.starts_with("command timed out after ");
            let state = match state {
                RunState::Exited(124) if timed_out => RunState::TimedOut(Some(124)),
                other => other,
            };
            return found.set(state, rest);
        } else if let Some(code) = code {
            let Some(code) = whole_number(code.trim_end()) else { return false };
            state = Some(exited(code));
        } else if let Some(id) = first.strip_prefix("Process running with session ID ") {
            process = line(id);
            state = Some(RunState::Running);
        } else if !LINES.iter().any(|l| first.starts_with(l)) {
            return false;
        }
    }
    false
}

/// `<status>completed</status>`, `<exit_code>0</exit_code>` and so on, before `<stdout>` or `<output>`.
fn tagged(found: &mut Found<'_>) -> bool {
    let (mut rest, mut status, mut code) = (found.body.trim_start(), None, None);
    let mut id = None;
    for _ in 0..10 {
        let Some((name, after)) = rest.strip_prefix('<').and_then(|r| r.split_once('>')) else { break };
        if matches!(name, "stdout" | "output" | "stderr") {
            break;
        }
        let Some((value, after)) = after.split_once("</") else { return false };
        let Some(after) = after.strip_prefix(name).and_then(|r| r.strip_prefix('>')) else { return false };
        match name {
            "status" => status = Some(value),
            "exit_code" => code = whole_number(value),
            "task_id" | "shell_id" | "bash_id" => id = line(value),
            _ => {}
        }
        rest = after.trim_start();
    }
    let kept = code.and_then(|c| i32::try_from(c).ok());
    let state = match (status, code) {
        (None, None) => return false,
        (Some("running"), _) => RunState::Running,
        (Some("killed"), _) => RunState::Killed(kept),
        (_, Some(code)) => exited(code),
        (Some("failed"), None) => RunState::Failed,
        _ => RunState::NoExitCode,
    };
    found.head.process = id;
    let body = ["stdout", "output", "stderr"].iter().find(|tag| rest.get(1..).is_some_and(|r| r.starts_with(**tag)));
    found.set(state, body.map_or(rest, |tag| untagged(rest, tag)))
}

/// `<output>` and its end taken off, if they stand around all of it.
fn untagged<'a>(text: &'a str, tag: &str) -> &'a str {
    let inner = text.strip_prefix('<').and_then(|t| t.strip_prefix(tag)).and_then(|t| t.strip_prefix('>'));
    let end = text.trim_end().strip_suffix('>').and_then(|t| t.strip_suffix(tag)).and_then(|t| t.strip_suffix("</"));
    match (inner, end) {
        (Some(inner), Some(end)) => {
            let start = text.len() - inner.len();
            end.get(start..).unwrap_or(inner).trim_start_matches('\n')
        }
        (Some(inner), None) => inner.trim_start_matches('\n'),
        _ => text,
    }
}

fn stopped(found: &mut Found<'_>) -> bool {
    let text = found.body.trim_start();
    if let Some(rest) =
        text.strip_prefix("Successfully killed shell: ").or(text.strip_prefix("Successfully stopped task: "))
    {
        let id = rest.split([' ', '\n']).next().unwrap_or(rest);
        found.head.process = line(id);
        found.head.state = RunState::Killed(None);
        return true;
    }
    false
}
