//! The kind of a call, as far as its worth depends on it.
use crate::kind::{ToolKind, kind};
use crate::opened::{Action, Call, Op};
use alloc::string::String;
use alloc::vec::Vec;

/// Kinds of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Asks the user: the result is the user's words.
    Ask,
    /// Writes a whole file.
    Write,
    /// Keeps something beyond the session: a memory, a skill, a schedule.
    Memory,
    /// Sets the list of things to do.
    Todo,
    /// Hands work to another agent: the result is its report.
    Delegate,
    /// Searches files.
    Search,
    /// Changes a file in part.
    Patch,
    /// Reads a file.
    Read,
    /// Searches or reads the web.
    Web,
    /// Runs a command or code.
    Run,
    /// Drives a browser.
    Browser,
    /// Looks after a process.
    Process,
    /// Anything else.
    Other,
}

/// The kind of a call.
pub(super) fn of(call: &Call) -> Kind {
    match (&call.action, kind(&call.tool)) {
        (Action::Read { .. }, _) => Kind::Read,
        (Action::Change { effects, .. }, _) => {
            let whole = |op: Op| matches!(op, Op::Written | Op::Created);
            if effects.iter().any(|e| whole(e.op)) { Kind::Write } else { Kind::Patch }
        }
        (Action::Todo { .. }, _) | (_, ToolKind::Todo) => Kind::Todo,
        (Action::Process { .. }, _) | (_, ToolKind::Process) => Kind::Process,
        (Action::Run { .. }, _) | (_, ToolKind::Shell | ToolKind::Code) => Kind::Run,
        (_, ToolKind::Change) => Kind::Patch,
        (_, ToolKind::Read) => Kind::Read,
        (Action::Other, ToolKind::Other) => by_name(&call.tool),
    }
}

/// A tool that is known by the words of its name only.
fn by_name(tool: &str) -> Kind {
    let words = words(tool);
    let has = |all: &[&str]| words.iter().any(|w| all.contains(&w.as_str()));
    if has(&["ask", "clarify", "question", "confirm"]) || (has(&["request"]) && has(&["input"])) {
        Kind::Ask
    } else if has(&["memory", "memories", "remember", "cronjob", "cron"]) || (has(&["skill"]) && has(&["manage"])) {
        Kind::Memory
    } else if has(&["delegate", "subagent", "subtask", "agent", "task"]) {
        Kind::Delegate
    } else if has(&["browser", "click", "navigate", "screenshot", "playwright", "computer"]) {
        Kind::Browser
    } else if has(&["web", "fetch", "webfetch", "websearch", "url", "internet"]) {
        Kind::Web
    } else if has(&["search", "grep", "glob", "find", "ls", "rg", "list", "lookup"]) {
        Kind::Search
    } else {
        Kind::Other
    }
}

/// Longest name that is looked at.
const LONGEST: usize = 200;

/// The words of a tool's name, small: `mcp__crm__createTicket` is `create`, `ticket`.
pub(super) fn words(tool: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    if tool.len() > LONGEST {
        return words;
    }
    let last = tool.rsplit_once("__").map_or(tool, |(_, last)| last);
    let mut before = '_';
    for c in last.chars() {
        if !c.is_alphanumeric() {
            before = '_';
            continue;
        }
        let starts = before == '_' || (c.is_uppercase() && before.is_lowercase());
        before = c;
        match words.last_mut().filter(|_| !starts) {
            Some(word) => word.extend(c.to_lowercase()),
            None => words.push(c.to_lowercase().collect()),
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call;
    use cento_contract::ToolCall;

    #[test]
    fn kinds_by_name_and_arguments() {
        for (name, arguments, wanted) in [
            ("terminal", r#"{"command":"ls"}"#, Kind::Run),
            ("write_file", r#"{"path":"a","content":"b"}"#, Kind::Write),
            ("patch", r#"{"path":"a","old_string":"b","new_string":"c"}"#, Kind::Patch),
            ("read_file", r#"{"path":"a"}"#, Kind::Read),
            ("search_files", r#"{"pattern":"a"}"#, Kind::Search),
            ("todo", r#"{"todos":[]}"#, Kind::Todo),
            ("process", r#"{"session_id":"p"}"#, Kind::Process),
            ("browser_click", r#"{"ref":"e1"}"#, Kind::Browser),
            ("web_search", r#"{"query":"a"}"#, Kind::Web),
            ("delegate_task", r#"{"goal":"a"}"#, Kind::Delegate),
            ("AskUserQuestion", "{}", Kind::Ask),
            ("clarify", "{}", Kind::Ask),
            ("skill_manage", "{}", Kind::Memory),
            ("mcp__crm__getTicket", "{}", Kind::Other),
        ] {
            let call = ToolCall { id: String::new(), name: name.into(), arguments: arguments.into() };
            assert_eq!(of(&call::read(&call)), wanted, "{name}");
        }
        assert_eq!(words("mcp__crm__createTicket"), ["create", "ticket"]);
    }
}
