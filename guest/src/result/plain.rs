//! A result that is plain text.
//!
//! Takes the text; gives it without the header and footer of the harness, and what they say. Each form is looked for
//! only where its harness puts it, and whole: `Exit code 1` as the first line, `Command exited with code 1` as the
//! last one after an empty line, a closing `<shellId: ...>`, `[exit code: 1]` as either. A command that itself prints
//! such words (`echo "Exit code $?"`) makes the form worthless, so it then counts for nothing.
use super::{Asked, head, line, number, says_refused};
use crate::kind::ToolKind;
use crate::opened::ResultHead;
use alloc::borrow::Cow;
use cento_contract::RunState;
use footer::{footer, last_line};
use header::{codex, header};
use said::said;

mod footer;
mod header;
mod said;

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

/// A text of which no line is the harness' but the note.
pub(super) fn printed(content: &str) -> Cow<'_, str> {
    Cow::Borrowed(without_reminder(content))
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
        ToolKind::Read => text.starts_with("The user ") || text.starts_with("<tool_use_error>"),
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
