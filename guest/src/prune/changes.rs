//! Whether a call changed something: then it stays, with its arguments, whatever its score.
//!
//! Takes the opened call and the raw one; says yes for file tools that change, commands that change something that
//! lasts, todo lists, memories, words sent to a process, work handed on, requests that send something, and for tools
//! whose name has a verb of change, or none at all. Where the arguments of a shell cannot be read, yes.
use super::kinds::{Kind, words};
use crate::kind::{ToolKind, kind};
use crate::opened::{Action, Call, Op};
use crate::{fields::Fields, shell};
use cento_contract::ToolCall;

/// Verbs of tools that change something.
#[rustfmt::skip]
const VERBS: [&str; 73] = [
    "add", "append", "apply", "approve", "archive", "assign", "book", "buy", "call", "cancel", "clear", "close",
    "comment", "commit", "configure", "copy", "create", "cron", "cronjob", "delete", "deploy", "disable", "edit",
    "enable", "exchange", "execute", "generate", "grant", "import", "insert", "install", "invite", "kill", "manage",
    "memory", "merge", "modify", "move", "notify", "order", "pay", "post", "publish", "push", "put", "refund",
    "register", "reject", "remember", "remove", "rename", "reply", "reset", "restart", "return", "revoke", "run",
    "save", "schedule", "send", "set", "start", "stop", "store", "submit", "transfer", "trigger", "turn", "uninstall",
    "update", "upload", "upsert", "write",
];

/// True when the call changed something, or may have.
pub(super) fn changes(kind_of: Kind, call: &Call, made: &ToolCall) -> bool {
    match &call.action {
        Action::Change { .. } | Action::Todo { .. } => true,
        Action::Run { command, background, effects, .. } => {
            *background || effects.iter().any(|e| e.op != Op::Read) || shell::changes(command)
        }
        Action::Read { .. } => false,
        Action::Process { kill, .. } => *kill || sends(made),
        Action::Other => match kind(&call.tool) {
            ToolKind::Change | ToolKind::Todo => true,
            ToolKind::Shell => !call.readable,
            ToolKind::Code => shell::acts(&made.arguments),
            _ => matches!(kind_of, Kind::Memory | Kind::Delegate) || sends_off(made) || named(kind_of, &call.tool),
        },
    }
}

/// Words for a process that waits for input.
fn sends(made: &ToolCall) -> bool {
    let Some(fields) = Fields::read(&made.arguments) else { return false };
    fields.first_text(&["chars", "data", "input", "text", "keys"]).is_some()
}

/// A request that is not one for reading, or a statement that changes a database.
fn sends_off(made: &ToolCall) -> bool {
    let Some(fields) = Fields::read(&made.arguments) else { return false };
    let method = fields.text("method").unwrap_or_default();
    ["POST", "PUT", "PATCH", "DELETE"].iter().any(|m| method.eq_ignore_ascii_case(m))
        || fields.first_text(&["sql", "statement"]).is_some_and(|text| shell::alters(&text))
        || (words(&made.name).iter().any(|w| matches!(w.as_str(), "sql" | "db" | "database" | "postgres" | "sqlite"))
            && fields.text("query").is_some_and(|text| shell::alters(&text)))
}

/// The first verb of the name decides, be it one of change or one of looking; a tool whose name has neither may do
/// anything, unless it is known to search or to drive a browser.
fn named(kind_of: Kind, tool: &str) -> bool {
    for word in words(tool) {
        if LOOKS.contains(&word.as_str()) {
            return false;
        }
        if VERBS.contains(&word.as_str()) {
            return true;
        }
    }
    kind_of == Kind::Other
}

/// Verbs of tools that look, and words for what only looks.
#[rustfmt::skip]
const LOOKS: [&str; 40] = [
    "analyze", "browser", "calculate", "check", "compare", "count", "describe", "diff", "expand", "explain", "fetch",
    "find", "get", "glob", "grep", "has", "help", "inspect", "is", "list", "lookup", "ls", "lsp", "monitor", "ping",
    "preview", "query", "read", "screenshot", "search", "show", "sleep", "status", "summarize", "think", "validate",
    "verify", "view", "wait", "watch",
];

#[cfg(test)]
mod tests {
    use super::super::kinds;
    use super::*;
    use crate::call;

    #[test]
    fn calls_that_change_something() {
        for (name, arguments, wanted) in [
            ("write_file", r#"{"path":"a","content":"b"}"#, true),
            ("apply_patch", "*** Begin Patch\n*** Update File: a\n*** End Patch", true),
            ("str_replace_editor", r#"{"command":"view","path":"a"}"#, false),
            ("str_replace_editor", r#"{"command":"create","path":"a","file_text":"b"}"#, true),
            ("todo", r#"{"todos":[]}"#, true),
            ("terminal", r#"{"command":"git commit -m x"}"#, true),
            ("terminal", r#"{"command":"git log"}"#, false),
            ("terminal", r#"{"command":"npm run dev","background":true}"#, true),
            ("terminal", "{\"command\":", true),
            ("process", r#"{"action":"poll","session_id":"p"}"#, false),
            ("process", r#"{"action":"kill","session_id":"p"}"#, true),
            ("write_stdin", r#"{"session_id":1,"chars":""}"#, false),
            ("write_stdin", r#"{"session_id":1,"chars":"y\n"}"#, true),
            ("execute_code", r#"{"code":"print(1)"}"#, false),
            ("execute_code", r#"{"code":"open('a','w').write('b')"}"#, true),
            ("memory", r#"{"text":"a"}"#, true),
            ("skill_manage", "{}", true),
            ("cronjob_manage", "{}", true),
            ("book_reservation", "{}", true),
            ("mcp__crm__createTicket", "{}", true),
            ("mcp_github_create_issue", "{}", true),
            ("mcp_github_list_issues", "{}", false),
            ("ha_call_service", r#"{"domain":"light"}"#, true),
            ("ha_get_state", "{}", false),
            ("http_request", r#"{"method":"POST","url":"u"}"#, true),
            ("fetch_url", r#"{"method":"delete","url":"u"}"#, true),
            ("fetch_url", r#"{"url":"u"}"#, false),
            ("db_query", r#"{"query":"DROP TABLE a"}"#, true),
            ("db_query", r#"{"query":"SELECT 1"}"#, false),
            ("delegate_task", r#"{"goal":"a"}"#, true),
            ("espresso", "{}", true),
            ("get_update_status", "{}", false),
            ("search_files", r#"{"pattern":"write"}"#, false),
            ("read_file", r#"{"path":"a"}"#, false),
            ("browser_click", r#"{"ref":"e"}"#, false),
        ] {
            let made = ToolCall { id: "".into(), name: name.into(), arguments: arguments.into() };
            let call = call::read(&made);
            assert_eq!(changes(kinds::of(&call), &call, &made), wanted, "{name} {arguments}");
        }
    }
}
