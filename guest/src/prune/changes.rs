//! Whether a call changed something: then it stays, with its arguments, whatever its score.
//!
//! Takes the opened call and the raw one; says yes for file tools that change, commands that change something that
//! lasts, todo lists, memories, words sent to a process, and for tools whose name begins with a verb of change. Where
//! the arguments of a shell cannot be read, yes.
use super::kinds::{Kind, words};
use crate::kind::{ToolKind, kind};
use crate::opened::{Action, Call, Op};
use crate::{fields::Fields, shell};
use cento_contract::ToolCall;

/// Verbs of tools that change something.
#[rustfmt::skip]
const VERBS: [&str; 66] = [
    "add", "append", "apply", "approve", "archive", "assign", "book", "buy", "cancel", "close", "comment", "commit",
    "configure", "copy", "create", "cron", "cronjob", "delete", "deploy", "disable", "edit", "enable", "exchange",
    "execute", "grant", "import", "insert", "install", "invite", "kill", "manage", "memory", "merge", "modify", "move",
    "order", "pay", "post", "publish", "push", "put", "refund", "register", "reject", "remember", "remove", "rename",
    "reply", "reset", "restart", "return", "revoke", "run", "save", "schedule", "send", "set", "start", "stop",
    "store", "submit", "transfer", "update", "upload", "upsert", "write",
];

/// Words in code that do more than read and compute.
const ACTS: [&str; 16] = [
    "write",
    ".save",
    "dump(",
    "patch(",
    "terminal(",
    "subprocess",
    "os.system",
    "unlink",
    "remove(",
    "rename(",
    "mkdir",
    "rmtree",
    "shutil",
    "commit(",
    "requests.p",
    "to_csv",
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
            ToolKind::Code => ACTS.iter().any(|word| made.arguments.contains(word)),
            _ => matches!(kind_of, Kind::Memory) || named(&call.tool),
        },
    }
}

/// Words for a process that waits for input.
fn sends(made: &ToolCall) -> bool {
    let Some(fields) = Fields::read(&made.arguments) else { return false };
    fields.first_text(&["chars", "data", "input", "text", "keys"]).is_some()
}

/// The name begins with a verb of change, or with `bulk` and the like and then one.
fn named(tool: &str) -> bool {
    words(tool).iter().take(2).any(|w| VERBS.contains(&w.as_str())) && !looks(tool)
}

/// The name begins with a verb of looking.
fn looks(tool: &str) -> bool {
    const LOOKS: [&str; 17] = [
        "get",
        "list",
        "search",
        "find",
        "read",
        "fetch",
        "view",
        "show",
        "query",
        "check",
        "describe",
        "count",
        "lookup",
        "is",
        "has",
        "browser",
        "calculate",
    ];
    words(tool).first().is_some_and(|w| LOOKS.contains(&w.as_str()))
}

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
