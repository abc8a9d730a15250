//! Sessions of Pi.
//!
//! A line is an entry; `id` and `parentId` make a tree, and the way from the last entry back to the root is the
//! conversation. Files of the first version have no ids: there all entries are. Summaries of compactions are left
//! out, because what they summarise stands in the file.
use crate::fields::{self, Object};
use crate::lines::Lines;
use crate::message::{Call, Message, Part, Role};
use crate::{Conversation, Format, Left};
use std::collections::BTreeMap;

/// Whether a line is one of this format: the first one, which is about the session, or a message in its envelope.
pub(crate) fn fits(keys: &Object<'_>) -> bool {
    let about = ["id", "version", "cwd"].iter().any(|key| keys.contains_key(*key));
    match fields::words(keys, "type").as_ref() {
        "session" => about,
        "message" => fields::inner(keys, "message").is_some_and(|message| message.contains_key("role")),
        _ => false,
    }
}

/// Reads a session.
pub(crate) fn read(lines: Lines<'_>) -> Conversation {
    let mut left = lines.left;
    let way = way(&lines.objects);
    let mut messages = Vec::new();
    for ((line, keys), on_way) in Lines::fields(&lines.objects).zip(&way) {
        if *on_way { entry(line, &keys, &mut messages, &mut left) } else { left.out("entry of another branch", line) }
    }
    left.conversation(Format::Pi, lines.read, &messages)
}

/// For each line whether it lies on the way from the last entry to the root.
fn way(objects: &[(u32, &str)]) -> Vec<bool> {
    let mut by_id: BTreeMap<String, usize> = BTreeMap::new();
    let mut parents: Vec<Option<usize>> = Vec::with_capacity(objects.len());
    // Lines without an id belong to no branch.
    let mut way = Vec::with_capacity(objects.len());
    let mut last = None;
    for (at, (_, keys)) in Lines::fields(objects).enumerate() {
        let kind = fields::words(&keys, "type");
        let id = fields::text(&keys, "id").filter(|_| kind != "session");
        let find = |key| fields::text(&keys, key).and_then(|id| by_id.get(id.as_ref()).copied());
        parents.push(find("parentId"));
        // An entry that goes to another one continues there.
        let goes = if kind == "leaf" { find("targetId") } else { None };
        way.push(id.is_none());
        if let Some(id) = id {
            last = goes.or(Some(at));
            by_id.insert(id.into_owned(), at);
        }
    }
    // A parent stands before its child, so this ends.
    while let Some(at) = last {
        way[at] = true;
        last = parents[at];
    }
    way
}

fn entry(line: u32, keys: &Object<'_>, messages: &mut Vec<Message>, left: &mut Left) {
    let kind = fields::words(keys, "type");
    match kind.as_ref() {
        "message" => match fields::inner(keys, "message") {
            Some(message) => said(line, &message, messages, left),
            None => left.out("entry without message", line),
        },
        // What an extension tells the model.
        "custom_message" => {
            let mut message = Message::new(Role::User, Vec::new());
            fill(line, keys, &mut message, left);
            (message.kind, message.row) = (Some("context"), Some(line));
            messages.extend((!message.is_empty()).then_some(message));
        }
        "branch_summary" => {
            let parts = vec![Part::Text(fields::as_text(keys, "summary"))];
            messages.push(Message { kind: Some("context"), row: Some(line), ..Message::new(Role::User, parts) });
        }
        kind => left.out(if kind.is_empty() { "entry without type" } else { kind }, line),
    }
}

fn said(line: u32, given: &Object<'_>, messages: &mut Vec<Message>, left: &mut Left) {
    let word = |key| fields::words(given, key).into_owned();
    let role = word("role");
    let mut message = match role.as_str() {
        "user" => Message::new(Role::User, Vec::new()),
        "assistant" => Message::new(Role::Assistant, Vec::new()),
        "toolResult" => Message {
            is_error: fields::truth(given, "isError"),
            ..Message::result(word("toolCallId"), word("toolName"), Vec::new())
        },
        "custom" | "hookMessage" => Message { kind: Some("context"), ..Message::default() },
        "bashExecution" if fields::is_true(given, "excludeFromContext") => {
            return left.out("command that the model did not see", line);
        }
        "bashExecution" => {
            let code = fields::number(given, "exitCode").map_or(String::new(), |code| format!(" (exit code {code})"));
            let text = format!("I ran `{}`{code}:\n{}", word("command"), word("output"));
            messages.push(Message {
                kind: Some("context"),
                row: Some(line),
                ..Message::new(Role::User, vec![Part::Text(text)])
            });
            return;
        }
        role => return left.out(if role.is_empty() { "message without role" } else { role }, line),
    };
    fill(line, given, &mut message, left);
    message.row = Some(line);
    if message.answers.is_some() || !message.is_empty() {
        messages.push(message);
    }
}

/// Parts and calls under `content`.
fn fill(line: u32, keys: &Object<'_>, message: &mut Message, left: &mut Left) {
    if let Some(text) = fields::text(keys, "content") {
        message.parts.push(Part::Text(text.into_owned()));
        return;
    }
    let blocks = fields::list(keys, "content").unwrap_or_default();
    for block in blocks.into_iter().filter_map(|block| fields::object(block.get())) {
        let word = |key| fields::words(&block, key).into_owned();
        match word("type").as_str() {
            "text" => message.parts.push(Part::Text(word("text"))),
            "image" => message.parts.push(Part::image(&word("mimeType"), &word("data"))),
            "toolCall" => {
                let arguments = fields::raw(&block, "arguments").unwrap_or("{}").to_string();
                message.calls.push(Call { id: word("id"), name: word("name"), arguments });
            }
            kind => left.out(if kind.is_empty() { "part without type" } else { kind }, line),
        }
    }
}

#[cfg(test)]
mod tests;
