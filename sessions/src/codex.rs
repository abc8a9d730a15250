//! Rollouts of Codex.
//!
//! A line is an item. Those of type `response_item` hold what the model exchanged: messages, calls, outputs; in files
//! of the first releases the item is the line itself. Calls join the message of the assistant before them, so that
//! their outputs follow it. The log for the screen (`event_msg`) repeats that; only exit codes of commands and turns
//! that were rolled back are taken from it.
use crate::fields::{self, Object};
use crate::lines::Lines;
use crate::message::{Call, Message, Part, Role};
use crate::{Conversation, Format, Left};
use std::collections::BTreeMap;

/// Whether a line is one of this format; `first` if it is the first of the file.
pub(crate) fn fits(keys: &Object<'_>, first: bool) -> bool {
    let kind = fields::words(keys, "type");
    if fields::inner(keys, "payload").is_some() {
        return matches!(
            kind.as_ref(),
            "session_meta" | "response_item" | "turn_context" | "event_msg" | "compacted" | "world_state"
        );
    }
    // The first releases: a line about the session, then items.
    let about = first && ["id", "timestamp", "instructions"].iter().all(|key| keys.contains_key(*key));
    let other = ["type", "role", "messages"].iter().any(|key| keys.contains_key(*key));
    let call = matches!(kind.as_ref(), "function_call" | "function_call_output" | "local_shell_call");
    (about && !other) || (call && (keys.contains_key("call_id") || keys.contains_key("id")))
}

/// Reads a session.
pub(crate) fn read(lines: Lines<'_>) -> Conversation {
    let mut left = lines.left;
    let mut session = Session::default();
    for (line, keys) in Lines::fields(&lines.objects) {
        let payload = fields::inner(&keys, "payload");
        match (fields::words(&keys, "type").as_ref(), payload) {
            ("response_item", Some(item)) => session.item(line, &item, &mut left),
            ("event_msg", Some(event)) => session.event(line, &event, &mut left),
            ("", None) => left.out("line about the session", line),
            (_, None) => session.item(line, &keys, &mut left),
            (kind, Some(_)) => left.out(kind, line),
        }
    }
    for message in &mut session.messages {
        if let Some((id, _)) = &message.answers
            && message.exit_code.is_none()
        {
            message.exit_code = session.codes.get(id).copied();
        }
    }
    left.conversation(Format::Codex, lines.read, &session.messages)
}

#[derive(Default)]
struct Session {
    messages: Vec<Message>,
    /// Tool of each call.
    tools: BTreeMap<String, String>,
    /// Exit codes from the log for the screen.
    codes: BTreeMap<String, i64>,
}

impl Session {
    fn item(&mut self, line: u32, item: &Object<'_>, left: &mut Left) {
        let kind = fields::words(item, "type");
        let id = || ["call_id", "id"].iter().find_map(|key| fields::text(item, key)).unwrap_or_default().into_owned();
        let name = || fields::words(item, "name").into_owned();
        match kind.as_ref() {
            "message" => self.message(line, item, left),
            "function_call" => self.call(line, id(), name(), fields::as_text(item, "arguments")),
            "custom_tool_call" => {
                // Its input is no JSON; arguments of a function have to be.
                let input = serde_json::Value::from(fields::as_text(item, "input"));
                self.call(line, id(), name(), format!("{{\"input\":{input}}}"));
            }
            "local_shell_call" => {
                let action = fields::raw(item, "action").unwrap_or("{}").to_string();
                self.call(line, id(), "local_shell".to_string(), action);
            }
            "function_call_output" | "custom_tool_call_output" | "local_shell_call_output" => {
                self.output(line, id(), item, left);
            }
            "" => left.out("item without type", line),
            kind => left.out(kind, line),
        }
    }

    fn message(&mut self, line: u32, item: &Object<'_>, left: &mut Left) {
        let role = match fields::words(item, "role").as_ref() {
            "user" => Role::User,
            "assistant" => Role::Assistant,
            "system" => Role::System,
            "developer" => Role::Developer,
            _ => return left.out("message of another role", line),
        };
        let parts = parts(item, "content", line, left);
        let kind = (role == Role::User && parts.iter().all(is_context)).then_some("context");
        let message = Message { kind, row: Some(line), ..Message::new(role, parts) };
        if message.is_empty() {
            return;
        }
        match self.messages.last_mut() {
            // A text between calls and their outputs would part them.
            Some(last) if role == Role::Assistant && last.role == Role::Assistant => last.parts.extend(message.parts),
            _ => self.messages.push(message),
        }
    }

    fn call(&mut self, line: u32, id: String, name: String, arguments: String) {
        self.tools.insert(id.clone(), name.clone());
        let call = Call { id, name, arguments };
        match self.messages.last_mut() {
            Some(last) if last.role == Role::Assistant => last.calls.push(call),
            _ => {
                let message = Message::new(Role::Assistant, Vec::new());
                self.messages.push(Message { calls: vec![call], row: Some(line), ..message });
            }
        }
    }

    fn output(&mut self, line: u32, id: String, item: &Object<'_>, left: &mut Left) {
        let tool = self.tools.get(&id).cloned().unwrap_or_default();
        let mut message = Message { row: Some(line), ..Message::result(id, tool, Vec::new()) };
        let text = fields::text(item, "output");
        let envelope = match &text {
            Some(text) => fields::object(text.trim()),
            None => fields::inner(item, "output"),
        };
        // Nothing is read out of an object that a tool gave as its answer: only the envelope has `metadata`, and
        // only a payload that is no string has `content`.
        let inner = envelope.as_ref().and_then(|keys| fields::inner(keys, "metadata").map(|data| (keys, data)));
        if let Some((keys, data)) = inner.filter(|(keys, _)| keys.contains_key("output")) {
            message.parts.push(Part::Text(fields::as_text(keys, "output")));
            message.exit_code = fields::number(&data, "exit_code");
        } else if let Some(text) = text {
            message.parts.push(Part::Text(text.into_owned()));
        } else if let Some(keys) = envelope.filter(|keys| keys.contains_key("content")) {
            message.parts = parts(&keys, "content", line, left);
            message.is_error = fields::truth(&keys, "success").map(|done| !done);
        } else {
            message.parts = parts(item, "output", line, left);
        }
        self.messages.push(message);
    }

    fn event(&mut self, line: u32, event: &Object<'_>, left: &mut Left) {
        let kind = fields::words(event, "type");
        if kind == "exec_command_end"
            && let (Some(id), Some(code)) = (fields::text(event, "call_id"), fields::number(event, "exit_code"))
        {
            self.codes.insert(id.into_owned(), code);
        }
        if kind == "thread_rolled_back"
            && let Some(turns) = fields::number(event, "num_turns")
        {
            for _ in 0..turns.max(0) {
                let asked = |message: &Message| message.role == Role::User && message.kind.is_none();
                let Some(at) = self.messages.iter().rposition(asked) else { break };
                for message in self.messages.drain(at..) {
                    left.out("message that was rolled back", message.row.unwrap_or(line));
                }
            }
        }
        left.out("event_msg", line);
    }
}

/// The parts under a key: a string, a list of parts, or other JSON as it stands.
fn parts(keys: &Object<'_>, key: &str, line: u32, left: &mut Left) -> Vec<Part> {
    let Some(list) = fields::list(keys, key) else { return vec![Part::Text(fields::as_text(keys, key))] };
    let mut parts = Vec::new();
    for part in list.into_iter().filter_map(|part| fields::object(part.get())) {
        match fields::words(&part, "type").as_ref() {
            "input_text" | "output_text" | "text" | "refusal" => {
                let text = ["text", "refusal"].iter().find_map(|key| fields::text(&part, key));
                parts.push(Part::Text(text.unwrap_or_default().into_owned()));
            }
            "input_image" => parts.push(Part::Image(fields::words(&part, "image_url").into_owned())),
            kind => left.out(if kind.is_empty() { "part without type" } else { kind }, line),
        }
    }
    parts
}

/// Texts with the role of the user that the program writes.
fn is_context(part: &Part) -> bool {
    const WRITTEN: [&str; 9] = [
        "<environment_context>",
        "<user_instructions>",
        "<permissions instructions>",
        "<turn_aborted>",
        "<user_shell_command>",
        "<subagent_notification>",
        "<skill>",
        "<collaboration_mode>",
        "# AGENTS.md instructions",
    ];
    match part {
        Part::Text(text) => WRITTEN.iter().any(|start| text.trim_start().starts_with(start)),
        Part::Image(_) => false,
    }
}

#[cfg(test)]
mod tests;
