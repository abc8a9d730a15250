//! Sessions of OpenCode, as `opencode export` writes them.
//!
//! One JSON object `{"info", "messages": [{"info", "parts"}]}`, or the list alone. A tool part holds a call and its
//! result; each step of an answer becomes one message with its calls, and their results follow. Parts that the
//! program added to a prompt become a message of their own, marked.
use crate::fields::{self, Object};
use crate::message::{Call, Message, Part, Role};
use crate::{Conversation, Format, Left};
use cento_contract::json;
use serde_json::value::RawValue;

/// Whether a text is one of this format.
pub(crate) fn fits(text: &str) -> bool {
    // Both keys stand in the first message; what has neither near its start is not worth a look at the whole.
    let mut near = text.len().min(1 << 16);
    while !text.is_char_boundary(near) {
        near -= 1;
    }
    let near = text.get(..near).unwrap_or_default();
    near.contains("\"info\"")
        && messages(text).is_some_and(|messages| {
            let first = messages.first().and_then(|message| fields::object(message.get()));
            first.is_some_and(|keys| fields::inner(&keys, "info").is_some() && fields::list(&keys, "parts").is_some())
        })
}

fn messages(text: &str) -> Option<Vec<&RawValue>> {
    // The whole has to be one value: what follows it would be lost.
    let whole: &RawValue = serde_json::from_str(text).ok()?;
    match json::object(whole.get()) {
        Some(keys) => fields::list(&keys, "messages"),
        None => json::elements(whole.get()),
    }
}

/// Reads a session.
pub(crate) fn read(text: &str) -> Conversation {
    let (mut left, mut session) = (Left::default(), Vec::new());
    let all = messages(text).unwrap_or_default();
    let mut number = 0_u32;
    for message in &all {
        number = number.saturating_add(1);
        let Some(keys) = fields::object(message.get()) else {
            left.out("message that is no object", number);
            continue;
        };
        let info = fields::inner(&keys, "info").unwrap_or_default();
        let parts: Vec<Object<'_>> = fields::list(&keys, "parts")
            .unwrap_or_default()
            .into_iter()
            .filter_map(|part| fields::object(part.get()))
            .collect();
        match fields::words(&info, "role").as_ref() {
            // What it summarises stands in the file.
            "assistant" if fields::is_true(&info, "summary") => left.out("summary of a compaction", number),
            "assistant" => assistant(number, &parts, &mut session, &mut left),
            "user" => user(number, &parts, &mut session, &mut left),
            _ => left.out("message of another role", number),
        }
    }
    left.conversation(Format::OpenCode, number, &session)
}

fn user(number: u32, parts: &[Object<'_>], session: &mut Vec<Message>, left: &mut Left) {
    let (mut typed, mut added) = (Vec::new(), Vec::new());
    for part in parts {
        match fields::words(part, "type").as_ref() {
            "text" if fields::is_true(part, "ignored") => left.out("text that the model did not get", number),
            "text" => {
                let text = Part::Text(fields::words(part, "text").into_owned());
                if fields::is_true(part, "synthetic") { added.push(text) } else { typed.push(text) }
            }
            "file" if fields::words(part, "mime").starts_with("image/") => {
                typed.push(Part::Image(fields::words(part, "url").into_owned()));
            }
            kind => left.out(kind, number),
        }
    }
    for (parts, kind) in [(typed, None), (added, Some("context"))] {
        let message = Message { kind, ..Message::new(Role::User, parts) };
        if !message.is_empty() {
            session.push(message);
        }
    }
}

fn assistant(number: u32, parts: &[Object<'_>], session: &mut Vec<Message>, left: &mut Left) {
    let (mut step, mut results) = (Message::new(Role::Assistant, Vec::new()), Vec::new());
    let mut end = |step: &mut Message, results: &mut Vec<Message>| {
        let step = std::mem::replace(step, Message::new(Role::Assistant, Vec::new()));
        if !step.is_empty() {
            session.push(step);
        }
        session.append(results);
    };
    for part in parts {
        match fields::words(part, "type").as_ref() {
            "step-start" => end(&mut step, &mut results),
            "step-finish" => {}
            "text" if fields::is_true(part, "ignored") => left.out("text that the model did not get", number),
            "text" => {
                // A text after calls is of the next step where steps are not marked.
                if !step.calls.is_empty() {
                    end(&mut step, &mut results);
                }
                step.parts.push(Part::Text(fields::words(part, "text").into_owned()));
            }
            "tool" => {
                let (call, result) = tool(part);
                step.calls.push(call);
                results.extend(result);
            }
            kind => left.out(kind, number),
        }
    }
    end(&mut step, &mut results);
}

/// A call, and its result if it has come.
fn tool(part: &Object<'_>) -> (Call, Option<Message>) {
    let id = fields::words(part, "callID").into_owned();
    let name = fields::words(part, "tool").into_owned();
    let state = fields::inner(part, "state").unwrap_or_default();
    let arguments = fields::raw(&state, "input").unwrap_or("{}").to_string();
    let result = |key, is_error| {
        let parts = vec![Part::Text(fields::as_text(&state, key))];
        let code = fields::inner(&state, "metadata").and_then(|data| fields::number(&data, "exit"));
        Message { is_error, exit_code: code, ..Message::result(id.clone(), name.clone(), parts) }
    };
    let result = match fields::words(&state, "status").as_ref() {
        "completed" => Some(result("output", None)),
        "error" => Some(result("error", Some(true))),
        _ => None,
    };
    (Call { id, name, arguments }, result)
}

#[cfg(test)]
mod tests;
