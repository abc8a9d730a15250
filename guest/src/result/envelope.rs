//! A result that is a JSON object written by the tool.
//!
//! Takes the top-level fields; gives the body and the head. The order of the rules is the order of what is known
//! best: not run, still running, stopped from outside, a code, then what the tool says of itself.
use super::{Asked, exited, head, line, says_refused, whole_number};
use crate::fields::{self, Fields, elements};
use crate::kind::ToolKind;
use crate::opened::ResultHead;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::RunState;

const CODES: [&str; 7] = ["exit_code", "exitCode", "returncode", "return_code", "returnCode", "exit_status", "exit"];

/// The code as recorded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Code {
    Missing,
    Null,
    Is(i64),
}

/// Is the object the tool's own, or did a program print an object?
pub(super) fn is_one(asked: Asked<'_>, f: &Fields<'_>) -> bool {
    let has = |keys: &[&str]| keys.iter().any(|key| f.has(key));
    let text = |key| f.raw(key).is_some_and(|raw| raw.starts_with('"'));
    let coded = code(f) != Code::Missing;
    match asked.kind {
        ToolKind::Shell | ToolKind::Code => {
            let output = text("output") || text("stdout") || text("content");
            let beside = has(&["error", "status", "session_id", "pid", "metadata", "stderr", "exit_code_meaning"]);
            let always = asked.answers_in_objects();
            (output && (coded || beside)) || (coded && beside) || (always && (coded || has(&["error", "status"])))
        }
        ToolKind::Process => coded || has(&["status", "error", "output", "session_id", "processes", "success"]),
        // A file can hold any object; the tool's own has its content as text, and something that counts it.
        ToolKind::Read => {
            let counted = has(&["total_lines", "file_size", "truncated", "not_found", "is_binary"]);
            (text("content") && (counted || f.has("error"))) || (asked.tool == "read_file" && text("error"))
        }
        ToolKind::Change | ToolKind::Todo | ToolKind::Other => true,
    }
}

pub(super) fn open<'a>(asked: Asked<'_>, f: &Fields<'a>, content: &'a str) -> (Cow<'a, str>, ResultHead) {
    let error = error(f);
    let body = body(asked, f, content, error.as_deref());
    let state = state(asked, f, &body, error.as_deref());
    let head = ResultHead {
        error: error.as_deref().and_then(line),
        meaning: f.text("exit_code_meaning").as_deref().and_then(line),
        process: process(f),
        listed: listed(asked, f),
        cwd: f.first_text(&["cwd", "working_directory"]).as_deref().and_then(line),
        total_lines: f.raw("total_lines").and_then(|n| n.parse().ok()),
        ..head(state)
    };
    (body, head)
}

fn process(f: &Fields<'_>) -> Option<String> {
    f.id(&["session_id", "process_id", "shell_id", "shellId", "bash_id", "task_id"]).as_deref().and_then(line)
}

/// The processes of a list of which it says how they are.
fn listed(asked: Asked<'_>, f: &Fields<'_>) -> Vec<(String, RunState)> {
    let list = f.raw("processes").filter(|_| asked.kind == ToolKind::Process).and_then(elements);
    let one = |raw: &&str| {
        let f = Fields::read(raw)?;
        let over = f.text("status").is_some_and(|status| {
            ["exited", "finished", "completed", "done", "ended", "stopped"]
                .iter()
                .any(|s| status.eq_ignore_ascii_case(s))
        });
        let state = match state(asked, &f, "", None) {
            known @ (RunState::Exited(_) | RunState::Killed(_) | RunState::Running) => known,
            _ if over => RunState::NoExitCode,
            _ => return None,
        };
        Some((process(&f).or_else(|| f.id(&["id", "pid"]).as_deref().and_then(line))?, state))
    };
    list.iter().flatten().filter_map(one).collect()
}

fn body<'a>(asked: Asked<'_>, f: &Fields<'a>, content: &'a str, error: Option<&str>) -> Cow<'a, str> {
    // On an unknown tool `content` may be one field of a record; then the record is the body.
    let enveloped = asked.kind != ToolKind::Other
        || ["success", "error", "status", "total_lines", "truncated"].iter().any(|key| f.has(key));
    let keys: &[&str] = if enveloped {
        &["output", "content", "diff", "matches_text", "output_preview", "text", "message"]
    } else {
        &["output"]
    };
    let (out, err) = (f.text("stdout"), f.text("stderr").filter(|e| !e.is_empty()));
    match (out, err) {
        (Some(out), Some(err)) if !out.is_empty() => {
            let mut both = String::from(out);
            if !both.ends_with('\n') {
                both.push('\n');
            }
            both.push_str(&err);
            return Cow::Owned(both);
        }
        (Some(one), None) | (Some(_), Some(one)) if !one.is_empty() => return one,
        _ => {}
    }
    if let Some(text) = f.first_text(keys) {
        return text;
    }
    if let Some(error) = error {
        return Cow::Owned(String::from(error));
    }
    if f.text("output").is_some() || f.text("stdout").is_some() || (enveloped && f.text("content").is_some()) {
        return Cow::Borrowed("");
    }
    // Several lines inside an unknown object read better as lines.
    if memchr::memmem::find(content.as_bytes(), b"\\n").is_some() {
        return Cow::Owned(fields::all_strings(content));
    }
    Cow::Borrowed(content.trim())
}

fn state(asked: Asked<'_>, f: &Fields<'_>, body: &str, error: Option<&str>) -> RunState {
    let runs = matches!(asked.kind, ToolKind::Shell | ToolKind::Code | ToolKind::Process);
    let code = code(f);
    // A record of an unknown tool may have a status of its own (an order that was cancelled).
    let own = runs || ["output", "error", "success"].iter().any(|key| f.has(key)) || code != Code::Missing;
    let status = if own { f.text("status").map(|s| s.to_ascii_lowercase()) } else { None };
    let status = status.as_deref().unwrap_or("");
    let kept = match code {
        Code::Is(code) => i32::try_from(code).ok(),
        _ => None,
    };

    match status {
        "blocked" | "denied" | "refused" | "rejected" => return RunState::Refused(kept),
        "pending_approval" | "approval_required" | "awaiting_approval" => return RunState::Pending,
        _ if error.is_some_and(says_refused) => return RunState::Refused(kept),
        _ => {}
    }

    let started = ["session_id", "pid", "process_id"].iter().any(|key| f.raw(key).is_some_and(|raw| raw != "null"));
    let ended =
        matches!(code, Code::Is(n) if n != 0) || !matches!(status, "" | "running" | "started" | "success" | "ok");
    if (matches!(status, "running" | "started" | "in_progress" | "backgrounded")
        && (runs || started || code != Code::Missing))
        || (started && body.starts_with("Background process started"))
        || (asked.background && !ended && error.is_none())
    {
        return RunState::Running;
    }

    let reason = f.text("completion_reason").map(|s| s.to_ascii_lowercase());
    let is = |words: &[&str]| words.contains(&status) || reason.as_deref().is_some_and(|r| words.contains(&r));
    if runs || code != Code::Missing {
        let says = |words: &str| body.contains(words) || error.is_some_and(|e| e.contains(words));
        // Who looks after a process gave up waiting; that says nothing on the process.
        let waits = asked.kind == ToolKind::Process && code == Code::Missing;
        if waits && is(&["timeout", "timed_out", "timed out", "interrupted", "cancelled", "canceled"]) {
            return RunState::NoExitCode;
        }
        if is(&["timeout", "timed_out", "timed out"]) || (kept == Some(124) && says("ommand timed out")) {
            return RunState::TimedOut(kept);
        }
        if is(&["killed", "terminated"]) {
            return RunState::Killed(kept);
        }
        if is(&["interrupted", "cancelled", "canceled", "aborted"])
            || (kept == Some(130) && says("[Command interrupted]"))
        {
            return RunState::Interrupted(kept);
        }
    }

    match code {
        Code::Is(code) => return exited(code),
        Code::Null if error.is_none() => return RunState::NoExitCode,
        _ => {}
    }
    match f.flag("success") {
        Some(true) => return RunState::Succeeded,
        Some(false) => return RunState::Failed,
        None => {}
    }
    if error.is_some() || (own && matches!(status, "error" | "failed" | "failure")) {
        return RunState::Failed;
    }
    let done = if asked.kind == ToolKind::Shell {
        false
    } else {
        // What these tools answer when they have done their work, and only then.
        (runs && matches!(status, "success" | "ok" | "completed"))
            || (asked.kind == ToolKind::Read && f.has("content") && f.flag("not_found") != Some(true))
            || ["bytes_written", "files_modified", "total_count", "todos"].iter().any(|key| f.has(key))
    };
    if done { RunState::Succeeded } else { RunState::NoExitCode }
}

/// The recorded code: at the top, else one level down in `metadata`.
fn code(f: &Fields<'_>) -> Code {
    let own = find_code(f);
    if own != Code::Missing {
        return own;
    }
    f.raw("metadata").and_then(Fields::read).map_or(Code::Missing, |inner| find_code(&inner))
}

/// The value of the field with the code as it is written.
pub(crate) fn code_value<'a>(f: &Fields<'a>) -> Option<&'a str> {
    CODES.iter().find_map(|key| f.raw(key))
}

/// The field with the code as it stands in the content, key and value.
pub(crate) fn code_field<'a>(content: &'a str, f: &Fields<'a>) -> Option<&'a str> {
    let raw = code_value(f)?;
    let end = (raw.as_ptr() as usize).checked_sub(content.as_ptr() as usize)?.checked_add(raw.len())?;
    let start =
        content.get(..end - raw.len())?.trim_end().strip_suffix(':')?.trim_end().strip_suffix('"')?.rfind('"')?;
    content.get(start..end)
}

fn find_code(f: &Fields<'_>) -> Code {
    for raw in CODES.iter().filter_map(|key| f.raw(key)) {
        // Some hosts write every number as a float.
        let bare = raw.strip_suffix(".0").unwrap_or(raw);
        let number = fields::text(raw).map_or_else(|| whole_number(bare), |text| whole_number(&text));
        match number {
            Some(code) => return Code::Is(code),
            None if raw == "null" => return Code::Null,
            None => {}
        }
    }
    Code::Missing
}

/// The error field as text: a string, or the message of an object.
fn error<'a>(f: &Fields<'a>) -> Option<Cow<'a, str>> {
    let raw = f.raw("error")?;
    let text = match raw.bytes().next()? {
        b'"' => fields::text(raw)?,
        b'{' => Fields::read(raw).and_then(|inner| inner.text("message")).unwrap_or(Cow::Borrowed(raw)),
        b'[' if raw != "[]" => Cow::Borrowed(raw),
        b't' if raw == "true" => f.text("message").unwrap_or(Cow::Borrowed(raw)),
        _ => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}
