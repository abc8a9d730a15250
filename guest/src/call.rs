//! A tool call read for what it does.
//!
//! Takes the call as the model wrote it; gives the action by tool name and argument keys, with every text clean.
//! A bridge that wraps one call (`{"calls": [...]}`) is read as that call.
//! Promises: arguments that cannot be read give an action without any guess; paths come out as they stand in the
//! argument. Leaves out: whether the call worked, which is in its result.
use crate::bytes::{hash, holds};
use crate::fields::{Fields, elements, text};
use crate::kind::{self, ToolKind};
use crate::opened::{Action, Call, Effect, Op, When, clean_line, clean_path};
use crate::redact::has_mask;
use crate::result::is_placeholder;
use crate::{patch, sanitize, shell};
use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use cento_contract::ToolCall;
use target::telling;

mod defines;
mod target;
pub(crate) mod todo;

const PATHS: [&str; 14] = [
    "path",
    "file_path",
    "filePath",
    "filepath",
    "filename",
    "file_name",
    "target_file",
    "absolute_path",
    "absolutePath",
    "notebook_path",
    "relative_path",
    "TargetFile",
    "AbsolutePath",
    "file",
];
const LISTS: [&str; 3] = ["paths", "files", "file_paths"];
const FROM: [&str; 8] = ["source", "src", "from", "old_path", "oldPath", "source_path", "sourcePath", "path"];
const TO: [&str; 9] =
    ["destination", "dest", "dst", "to", "new_path", "newPath", "destination_path", "destinationPath", "target"];
const NEW_TEXT: [&str; 13] = [
    "new_string",
    "newString",
    "new_str",
    "newText",
    "new_text",
    "content",
    "contents",
    "file_text",
    "new_source",
    "code_edit",
    "replacement",
    "replace",
    "text",
];
const PATCHES: [&str; 5] = ["patch", "input", "patchText", "patch_text", "diff"];
const COMMANDS: [&str; 4] = ["command", "cmd", "script", "commands"];

/// Reads a call.
pub fn read(call: &ToolCall) -> Call {
    let mut read = decoded(call);
    if read.masked == 0 && has_mask(&read.target) {
        read.masked = hash(call.arguments.as_bytes());
    }
    read
}

fn decoded(call: &ToolCall) -> Call {
    let arguments = match text(call.arguments.trim()) {
        // Arguments that were written as JSON twice.
        Some(inner) => inner,
        None => Cow::Borrowed(call.arguments.as_str()),
    };
    let tool = clean_line(&call.name);
    let Some(fields) = Fields::read(&arguments) else {
        let patch = arguments.trim_start().starts_with("*** Begin Patch");
        return if patch && kind::kind(&call.name) == ToolKind::Change {
            change_by_patch(tool, &arguments)
        } else {
            Call { tool, action: Action::Other, target: String::new(), readable: false, masked: 0 }
        };
    };
    if let Some(inner) = unwrapped(&call.name, &fields) {
        return inner;
    }
    act(tool, &call.name, &fields)
}

/// The one call inside a bridge call.
fn unwrapped(name: &str, f: &Fields<'_>) -> Option<Call> {
    if name != "tool_call" {
        return None;
    }
    let calls = elements(f.raw("calls")?)?;
    let [one] = calls.as_slice() else { return None };
    let one = Fields::read(one)?;
    let name = one.text("name")?;
    let tool = clean_line(&name);
    let arguments = ["arguments", "args", "input"].iter().find_map(|key| one.raw(key)).unwrap_or("{}");
    let decoded = text(arguments).unwrap_or(Cow::Borrowed(arguments));
    match Fields::read(&decoded) {
        Some(fields) => Some(act(tool, &name, &fields)),
        None => Some(Call { tool, action: Action::Other, target: String::new(), readable: false, masked: 0 }),
    }
}

fn act(tool: String, name: &str, f: &Fields<'_>) -> Call {
    let kind = kind::kind(name);
    let done = |tool, action, target| Call { tool, action, target, readable: true, masked: 0 };
    match kind {
        ToolKind::Shell => {
            if let Some(command) = command(f) {
                // A placeholder of the harness is no command, and the real one is not known.
                return if is_placeholder(&command) {
                    Call { tool, action: Action::Other, target: String::new(), readable: false, masked: 0 }
                } else {
                    run(tool, &command, f)
                };
            }
        }
        ToolKind::Process => {
            let id = f.id(&["session_id", "shell_id", "shellId", "bash_id", "task_id", "process_id", "id", "pid"]);
            let id = clean_line(id.as_deref().unwrap_or(""));
            let asks = f.text("action").is_some_and(|a| matches!(a.as_ref(), "kill" | "stop" | "terminate" | "close"));
            let lower = name.to_ascii_lowercase();
            let kill = asks
                || lower.contains("kill")
                || lower.contains("stop")
                || f.text("chars").is_some_and(|c| c == "\u{3}");
            return done(tool, Action::Process { id: id.clone(), kill }, id);
        }
        ToolKind::Read => {
            if let Some(path) = path(f) {
                let path = clean_path(without_range(&path));
                return done(tool, Action::Read { path: path.clone() }, path);
            }
        }
        ToolKind::Change => return change(tool, name, f),
        ToolKind::Todo => {
            let items = todo::given(f);
            return done(tool, Action::Todo { items, single: !todo::has_list(f) }, String::new());
        }
        ToolKind::Code | ToolKind::Other => {
            if let Some(call) = by_arguments(&tool, kind, f) {
                return call;
            }
        }
    }
    done(tool, Action::Other, telling(f))
}

/// A tool whose name says nothing, read by its arguments.
fn by_arguments(tool: &str, kind: ToolKind, f: &Fields<'_>) -> Option<Call> {
    let command = ["command", "cmd"].iter().find_map(|key| f.text(key));
    let path = path(f);
    if let (Some(word), Some(_)) = (command.as_deref(), path.as_deref())
        && is_sub_command(word)
    {
        return Some(change(tool.to_string(), tool, f));
    }
    // A prompt beside it makes `command` the name of a slash command.
    let runs = kind == ToolKind::Other && path.is_none() && !f.has("prompt") && !f.has("query");
    runs.then_some(command)?.filter(|c| !c.trim().is_empty()).map(|c| run(tool.to_string(), &c, f))
}

fn is_sub_command(word: &str) -> bool {
    matches!(word, "view" | "create" | "str_replace" | "insert" | "undo_edit" | "delete" | "rename")
}

/// The command line: a string, or a list of words of which a shell's script counts.
fn command<'a>(f: &Fields<'a>) -> Option<Cow<'a, str>> {
    for raw in COMMANDS.iter().filter_map(|key| f.raw(key)) {
        if let Some(command) = text(raw) {
            if !command.trim().is_empty() {
                return Some(command);
            }
        } else if let Some(words) = elements(raw) {
            let words: Vec<Cow<'a, str>> = words.into_iter().filter_map(text).collect();
            if let [_, flag, script] = words.as_slice()
                && matches!(flag.as_ref(), "-c" | "-lc" | "-ilc" | "-ic" | "-Command" | "/c")
            {
                return Some(script.clone());
            }
            if !words.is_empty() {
                return Some(Cow::Owned(words.join(" ")));
            }
        }
    }
    None
}

fn run(tool: String, command: &str, f: &Fields<'_>) -> Call {
    let cwd = f.first_text(&["workdir", "cwd", "working_directory", "workingDirectory", "directory", "dir"]);
    let flags = ["background", "run_in_background", "is_background", "isBackground", "detach", "blocking"];
    let background = flags.iter().any(|key| f.flag(key) == Some(*key != "blocking"))
        || f.text("mode").is_some_and(|m| matches!(m.as_ref(), "async" | "detached" | "background"));
    let effects = shell::effects(command);
    let place = cwd.as_deref().map(clean_path);
    let shown = clean_line(command);
    let masked = if has_mask(&shown) || place.as_deref().is_some_and(has_mask) {
        // As it is shown, but for the mask: the same command spelt with other blanks is the same.
        let raw = sanitize::sanitize(command);
        hash(sanitize::one_line(&raw).as_bytes()) ^ hash(cwd.as_deref().unwrap_or("").as_bytes()).rotate_left(1)
    } else {
        0
    };
    let action = Action::Run { command: shown.clone(), cwd: place, background, effects };
    Call { tool, action, target: shown, readable: true, masked }
}

/// The path a call names; of a list the first.
fn path<'a>(f: &Fields<'a>) -> Option<Cow<'a, str>> {
    f.first_text(&PATHS).or_else(|| {
        let list = LISTS.iter().find_map(|key| f.raw(key))?;
        let first = *elements(list)?.first()?;
        text(first).or_else(|| Fields::read(first)?.first_text(&PATHS)).filter(|p| !p.is_empty())
    })
}

fn change_by_patch(tool: String, patch: &str) -> Call {
    let effects = patch::effects(patch);
    let mut names = Vec::new();
    defines::collect(&patch::added(patch), &mut names);
    changed(tool, effects, names)
}

fn changed(tool: String, effects: Vec<Effect>, defines: Vec<String>) -> Call {
    let target = effects.first().map(|e| e.path.clone()).unwrap_or_default();
    let defines = defines.iter().map(|name| clean_line(name)).collect();
    Call { tool, action: Action::Change { effects, defines }, target, readable: true, masked: 0 }
}

/// A path without the range of lines that some harnesses put behind it (`src/a.rs:10-40`).
fn without_range(path: &str) -> &str {
    let Some((file, range)) = path.rsplit_once(':') else { return path };
    let number = |n: &str| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit());
    let named = file.rsplit(['/', '\\']).next().is_some_and(|name| name.contains('.'));
    let is_range = range.split_once('-').is_some_and(|(from, to)| number(from) && number(to)) || range == "raw";
    if named && is_range { file } else { path }
}

fn change(tool: String, name: &str, f: &Fields<'_>) -> Call {
    let path = path(f);
    if path.is_none()
        && let Some(patch) = f.first_text(&PATCHES)
    {
        return change_by_patch(tool, &patch);
    }
    let sub = f.text("command").filter(|word| is_sub_command(word));
    let word = sub.as_deref().unwrap_or(name).to_ascii_lowercase();
    let has = |words: &[&str]| words.iter().any(|w| holds(&word, w));
    let from = f.first_text(&FROM).or_else(|| path.clone());
    let to = f.first_text(&TO);
    let one = |op: Op| {
        let path = path.as_deref().map(clean_path);
        path.map(|path| Effect { path, op, to: None, when: When::Ran }).into_iter().collect::<Vec<_>>()
    };
    let two = |op: Op| match (from.as_deref(), to.as_deref()) {
        (Some(from), Some(to)) => {
            alloc::vec![Effect { path: clean_path(from), op, to: Some(clean_path(to)), when: When::Ran }]
        }
        _ => Vec::new(),
    };
    let effects = if word == "view" {
        let read = path.as_deref().map(clean_path).unwrap_or_default();
        return Call { tool, action: Action::Read { path: read.clone() }, target: read, readable: true, masked: 0 };
    } else if has(&["delete", "remove"]) {
        one(Op::Deleted)
    } else if has(&["rename", "move"]) {
        two(Op::Moved)
    } else if has(&["copy"]) {
        two(Op::Copied)
    } else if has(&["create"]) {
        one(Op::Created)
    } else if has(&["write", "save"]) && f.flag("append") != Some(true) {
        one(Op::Written)
    } else {
        one(Op::Patched)
    };
    let mut names = Vec::new();
    new_texts(f, &mut names);
    changed(tool, effects, names)
}

/// Names from every new text: the arguments themselves, a list of edits, a patch beside a path.
fn new_texts(f: &Fields<'_>, names: &mut Vec<String>) {
    for key in NEW_TEXT {
        if let Some(new) = f.text(key) {
            defines::collect(&new, names);
        }
    }
    for patch in PATCHES.iter().filter_map(|key| f.text(key)) {
        defines::collect(&patch::added(&patch), names);
    }
    for edit in f.raw("edits").and_then(elements).unwrap_or_default() {
        if let Some(edit) = Fields::read(edit) {
            for new in NEW_TEXT.iter().filter_map(|key| edit.text(key)) {
                defines::collect(&new, names);
            }
        }
    }
}

#[cfg(test)]
mod tests;
