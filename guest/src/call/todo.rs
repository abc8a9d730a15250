//! The todo list in the arguments of a call.
//!
//! Takes the arguments; gives one line per item with a mark: `[x]` done, `[~]` under way, `[ ]` open, `[-]` given up.
//! An item given by number only (a task update) stands as its number.
use crate::view::clean_line;
use crate::view::fields::{Fields, elements, text};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// More items than this are no list for a reader.
const MAX_ITEMS: usize = 200;

/// The items, in order.
pub(crate) fn items(f: &Fields<'_>) -> Vec<String> {
    let Some(list) = ["todos", "plan", "items", "tasks", "todoList", "todo"].iter().find_map(|key| f.raw(key)) else {
        return item(f).into_iter().collect();
    };
    if let Some(lines) = text(list) {
        let lines = lines.lines().filter(|l| !l.trim().is_empty());
        return lines.take(MAX_ITEMS).map(|l| listed(l.trim())).collect();
    }
    let all = elements(list).unwrap_or_default();
    let read = |raw: &&str| text(raw).map(|t| listed(t.trim())).or_else(|| item(&Fields::read(raw)?));
    all.iter().filter_map(read).take(MAX_ITEMS).collect()
}

/// An item that is an object.
fn item(f: &Fields<'_>) -> Option<String> {
    let words = f.first_text(&["content", "text", "title", "subject", "step", "task", "name", "description"]);
    let words = words.or_else(|| f.id(&["taskId", "task_id", "id"]))?;
    let status = f.text("status").or_else(|| f.text("state"));
    let done = f.flag("completed").or(f.flag("done")).or(f.flag("checked"));
    let mark = match (status.as_deref(), done) {
        (Some("completed" | "complete" | "done" | "finished" | "closed"), _) | (None, Some(true)) => "[x]",
        (Some("in_progress" | "in-progress" | "inProgress" | "doing" | "active" | "started"), _) => "[~]",
        (Some("cancelled" | "canceled" | "deleted" | "skipped" | "abandoned"), _) => "[-]",
        _ => "[ ]",
    };
    Some(format!("{mark} {}", clean_line(words.trim())))
}

/// An item that is a line, with or without a mark of its own.
fn listed(line: &str) -> String {
    let line = line.trim_start_matches(['-', '*']).trim_start();
    let own = ["[x]", "[X]", "[ ]", "[~]", "[-]"].iter().find_map(|mark| Some((*mark, line.strip_prefix(mark)?)));
    let (mark, words) = own.unwrap_or(("[ ]", line));
    format!("{} {}", mark.to_ascii_lowercase(), clean_line(words.trim()))
}
