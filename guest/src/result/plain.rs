//! A result that is plain text.
//!
//! Takes the text; gives it without the header and footer of the harness, and what they say. Each form is looked for
//! only where its harness puts it, and whole: `Exit code 1` as the first line, `Command exited with code 1` as the
//! last one after an empty line, a closing `<shellId: ...>`. A command that itself prints such words
//! (`echo "Exit code $?"`) makes the form worthless, so it then counts for nothing.
use super::{Asked, exited, head, line, number, says_refused, whole_number};
use crate::call::kind::ToolKind;
use crate::view::ResultHead;
use alloc::borrow::Cow;
use cento_contract::RunState;

pub(super) fn open<'a>(asked: Asked<'_>, content: &'a str) -> (Cow<'a, str>, ResultHead) {
    let text = without_reminder(content);
    let mut found = Found { body: text, head: head(RunState::NoExitCode) };
    let known = not_run(asked, &mut found)
        || (matches!(asked.kind, ToolKind::Shell | ToolKind::Process | ToolKind::Code | ToolKind::Other)
            && (header(asked, &mut found) || footer(asked, &mut found)))
        || (asked.kind == ToolKind::Change && codex(&mut found))
        || said(asked, &mut found);
    if !known && asked.background && text.trim().is_empty() {
        found.head.state = RunState::Running;
    }
    if asked.kind == ToolKind::Read {
        found.head.total_lines = total_lines(text);
    }
    (Cow::Borrowed(found.body), found.head)
}

struct Found<'a> {
    body: &'a str,
    head: ResultHead,
}

impl<'a> Found<'a> {
    fn set(&mut self, state: RunState, body: &'a str) -> bool {
        self.head.state = state;
        self.body = body;
        true
    }

    fn fail(&mut self, state: RunState) -> bool {
        self.head.state = state;
        // A label alone on its line says nothing; the next line does.
        self.head.error = self.body.lines().filter(|l| !matches!(l.trim(), "ERROR:" | "Error:")).find_map(line);
        true
    }
}

/// Some harnesses append a note to the model; it is no part of the result.
fn without_reminder(text: &str) -> &str {
    let end = text.trim_end();
    if !end.ends_with("</system-reminder>") {
        return text;
    }
    end.rfind("<system-reminder>").and_then(|at| text.get(..at)).map_or(text, str::trim_end)
}

/// The call did not happen, or the user stopped it.
fn not_run(asked: Asked<'_>, found: &mut Found<'_>) -> bool {
    let text = found.body.trim_start();
    // A file or a program can begin with such words too; the host's whole sentences are another matter.
    let trusted = match asked.kind {
        ToolKind::Read => text.starts_with("The user "),
        ToolKind::Shell => !text.starts_with("BLOCKED") || asked.tool == "terminal",
        _ => true,
    };
    if trusted && says_refused(text) {
        return found.fail(RunState::Refused(None));
    }
    if text.starts_with("Claude requested permissions to ") {
        return found.fail(RunState::Pending);
    }
    if text.starts_with("[Request interrupted by user") || text.trim_end() == "Command aborted" {
        return found.fail(RunState::Interrupted(None));
    }
    false
}

/// Forms that stand before the output.
fn header<'a>(asked: Asked<'_>, found: &mut Found<'a>) -> bool {
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
    if let Some(code) = first.strip_prefix("<returncode>").and_then(|c| c.strip_suffix("</returncode>")) {
        return whole_number(code).is_some_and(|code| found.set(exited(code), untagged(rest, "output")));
    }
    if first.starts_with("Command executed in terminal")
        && let Some((_, code)) = first.rsplit_once("Exit code: ")
        && let Some(code) = whole_number(code)
    {
        return found.set(exited(code), rest.strip_prefix("Output:\n").unwrap_or(rest));
    }
    if let Some((_, id)) = first.split_once(" running in background with ID: ")
        && first.starts_with("Command ")
    {
        let id = id.split(['.', ' ', ',']).next().unwrap_or(id);
        found.head.process = line(id);
        found.head.state = RunState::Running;
        return true;
    }
    asked.kind == ToolKind::Process && (tagged(found) || stopped(found))
}

/// A block of known lines that ends with `Output:`.
fn codex(found: &mut Found<'_>) -> bool {
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

/// Forms that stand after the output.
fn footer(asked: Asked<'_>, found: &mut Found<'_>) -> bool {
    let (before, last) = last_line(found.body);
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
    if last == "</bash_metadata>" {
        return metadata(found);
    }
    brackets(found) || prompt(found) || labelled(found)
}

/// Text before the last line, and that line, trimmed; closing line feeds do not count as lines.
fn last_line(text: &str) -> (&str, &str) {
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

/// What a tool that is no shell says of itself, at the start of its text.
fn said(asked: Asked<'_>, found: &mut Found<'_>) -> bool {
    const ANY: [&str; 4] = ["<tool_use_error>", "Unknown tool", "exec_command failed for ", "write_stdin failed: "];
    const READ: [&str; 5] = ["ERROR:\n", "Error: ENOENT", "ENOENT: ", "File does not exist", "Error: File not found"];
    const FAILED: [&str; 15] = [
        "Error: ",
        "ERROR: ",
        "ERROR:\n",
        "Error:\n",
        "Error executing ",
        "Error calling ",
        "Error running ",
        "Failed to ",
        "MCP error ",
        "InputValidationError",
        "Request failed with status code ",
        "Edit rejected:",
        "No replacement was performed",
        "apply_patch verification failed",
        "String to replace not found",
    ];
    const DONE: [&str; 9] = [
        "Success. Updated the following files:",
        "File created successfully at",
        "Successfully wrote ",
        "Successfully replaced ",
        "Successfully edited ",
        "Successfully created ",
        "Wrote file successfully",
        "Edit applied successfully",
        "Todos have been modified successfully",
    ];
    let text = found.body.trim_start();
    let starts = |all: &[&str]| all.iter().any(|words| text.starts_with(words));
    if starts(&ANY) || (text.starts_with("Tool '") && text.contains("' does not exist")) {
        let refused = text.starts_with("exec_command failed for ") && text.contains("Rejected(");
        return found.fail(if refused { RunState::Refused(None) } else { RunState::Failed });
    }
    match asked.kind {
        ToolKind::Shell | ToolKind::Code => return false,
        ToolKind::Read => return starts(&READ) && found.fail(RunState::Failed),
        _ if starts(&FAILED) => return found.fail(RunState::Failed),
        _ => {}
    }
    let (first, _) = text.split_once('\n').unwrap_or((text, ""));
    let changed = asked.kind == ToolKind::Change
        && ((first.starts_with("The file ")
            && (first.contains(" has been updated") || first.contains(" has been edited")))
            || (first.starts_with("File ") && (first.contains(" updated with changes") || first.contains(" created"))));
    if changed || starts(&DONE) {
        found.head.state = RunState::Succeeded;
        return true;
    }
    false
}

/// `(End of file - total 21 lines)`, `(Showing lines 1-9 of 814. ...)`, `[File: x (94 lines total)]`.
fn total_lines(text: &str) -> Option<u32> {
    let tail = text.trim_end();
    let tail = tail.strip_suffix("</content>").unwrap_or(tail);
    let (_, last) = last_line(tail);
    let from_last = last
        .strip_prefix("(End of file - total ")
        .or_else(|| last.strip_prefix("(Showing lines ").and_then(|l| l.split_once(" of ")).map(|(_, total)| total));
    let from_first = || {
        let (first, _) = text.split_once('\n').unwrap_or((text, ""));
        first.strip_prefix("[File: ")?.trim_end().strip_suffix(" lines total)]")?.rsplit_once('(').map(|(_, n)| n)
    };
    let (total, _) = number(from_last.or_else(from_first)?)?;
    u32::try_from(total).ok()
}
