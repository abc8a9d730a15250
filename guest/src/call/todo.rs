//! The todo list in the arguments of a call, or in what comes back.
//!
//! Takes the object; gives one line per item with a mark: `[x]` done, `[~]` under way, `[ ]` open, `[-]` given up.
//! An item given by number only (a task update) stands as its number.
use crate::fields::{Fields, elements, text};
use crate::opened::clean_line;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// More items than this are no list for a reader.
const MAX_ITEMS: usize = 200;

/// Keys of a list.
const LISTS: [&str; 6] = ["todos", "plan", "items", "tasks", "todoList", "todo"];

/// The items of an object that has a whole list, such as what a tool gives back; it may be empty.
pub(crate) fn whole(f: &Fields<'_>) -> Option<Vec<String>> {
    let list = LISTS.iter().find_map(|key| f.raw(key)).filter(|list| list.starts_with('['))?;
    let items = items(f);
    (!items.is_empty() || elements(list)?.is_empty()).then_some(items)
}

/// True where the call names a list, and not one task.
pub(crate) fn has_list(f: &Fields<'_>) -> bool {
    LISTS.iter().any(|key| f.has(key))
}

/// The items that a call gives, all or those that change; an empty list takes all away, but where it is merged.
pub(crate) fn given(f: &Fields<'_>) -> Option<Vec<String>> {
    let cleared = || whole(f).filter(|_| f.flag("merge") != Some(true));
    Some(items(f)).filter(|items| !items.is_empty()).or_else(cleared)
}

/// The items, in order.
fn items(f: &Fields<'_>) -> Vec<String> {
    let Some(list) = LISTS.iter().find_map(|key| f.raw(key)) else {
        return item(f).into_iter().collect();
    };
    if let Some(lines) = text(list) {
        let lines = lines.lines().filter(|l| !l.trim().is_empty());
        return lines.filter_map(|l| listed(l.trim())).take(MAX_ITEMS).collect();
    }
    let all = elements(list).unwrap_or_default();
    let read = |raw: &&str| match text(raw) {
        Some(line) => listed(line.trim()),
        None => item(&Fields::read(raw)?),
    };
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
    marked(mark, &words)
}

/// An item that is a line, with or without a mark of its own.
fn listed(line: &str) -> Option<String> {
    let line = line.trim_start_matches(['-', '*']).trim_start();
    let own = ["[x]", "[X]", "[ ]", "[~]", "[-]"].iter().find_map(|mark| Some((*mark, line.strip_prefix(mark)?)));
    let (mark, words) = own.unwrap_or(("[ ]", line));
    marked(&mark.to_ascii_lowercase(), words)
}

/// Mark and words; a mark alone would be words that nobody wrote.
fn marked(mark: &str, words: &str) -> Option<String> {
    let words = clean_line(words);
    (!words.is_empty()).then(|| format!("{mark} {words}"))
}
