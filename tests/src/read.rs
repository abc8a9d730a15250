//! A second, simple reading of messages: what words a message holds and what outcome it records.
//!
//! Slow and plain on purpose; it shares no code with the projector.
use cento_contract::{Message, RunState};
use serde_json::Value;

/// Letters and digits of everything a message says: content, JSON strings inside, names and arguments of calls.
/// Escape sequences and what a carriage return overwrote are no words.
pub fn words(message: &Message) -> String {
    let mut out = String::new();
    let mut texts = vec![message.content.clone(), message.tool_name.clone().unwrap_or_default()];
    for call in &message.tool_calls {
        texts.extend([call.name.clone(), call.arguments.clone()]);
    }
    for text in texts {
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            strings(&value, &mut out);
        }
        out.push_str(&letters(&text));
        out.push('\n');
    }
    out
}

fn strings(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => {
            out.push_str(&letters(text));
            out.push('\n');
            if let Ok(inner @ (Value::Object(_) | Value::Array(_))) = serde_json::from_str(text) {
                strings(&inner, out);
            }
        }
        Value::Array(all) => all.iter().for_each(|v| strings(v, out)),
        Value::Object(all) => all.iter().for_each(|(key, v)| {
            out.push_str(&letters(key));
            out.push('\n');
            strings(v, out);
        }),
        other => {
            out.push_str(&letters(&other.to_string()));
            out.push('\n');
        }
    }
}

/// Letters and digits only, escape sequences taken out first.
pub fn letters(text: &str) -> String {
    let plain = without_escapes(text);
    let mut out = String::new();
    for line in plain.replace("\r\n", "\n").split('\n') {
        let shown = line.trim_end_matches('\r').rsplit('\r').next().unwrap_or("");
        // Read-file gutters (`12|code`) may be left out of a quotation, so both forms count.
        out.extend(shown.chars().filter(|c| c.is_alphanumeric()));
        if let Some((number, code)) = shown.split_once('|')
            && !number.is_empty()
            && number.bytes().all(|b| b.is_ascii_digit())
        {
            out.push('\n');
            out.extend(code.chars().filter(|c| c.is_alphanumeric()));
        }
    }
    out
}

fn without_escapes(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '\u{1b}' && c != '\u{9b}' {
            out.push(c);
            continue;
        }
        let kind = if c == '\u{9b}' { Some('[') } else { rest.next() };
        match kind {
            Some('[') => while rest.next().is_some_and(|c| !('@'..='~').contains(&c)) {},
            Some(']') => {
                while let Some(c) = rest.next() {
                    if c == '\u{7}' || (c == '\u{1b}' && rest.next_if_eq(&'\\').is_some()) {
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    out
}

/// True when all copied pieces of a quotation stand in the message, in order.
pub fn quotes(message: &Message, quote: &str) -> bool {
    let haystack = words(message);
    let mut from = 0;
    for piece in pieces(quote) {
        match haystack[from..].find(&piece) {
            Some(at) => from += at + piece.len(),
            // JSON strings stand in the haystack in the order of their keys, so order is asked within one string only.
            None if haystack.contains(&piece) => from = 0,
            None => return false,
        }
    }
    true
}

/// What stands between the marks of left-out and masked words.
fn pieces(quote: &str) -> Vec<String> {
    let mut out = Vec::new();
    for part in quote.replace("[redacted]", "…").split('…') {
        let part = part.strip_prefix('+').map_or(part, |p| p.trim_start_matches(|c: char| c.is_ascii_digit()));
        let piece = letters(part).replace('\n', "");
        if !piece.is_empty() {
            out.push(piece);
        }
    }
    out
}

/// The exit code that a tool result records: beside the text, in its JSON, or in the host's stub.
pub fn recorded_code(message: &Message) -> Option<i64> {
    if let Some(code) = message.exit_code {
        return Some(code.into());
    }
    if let Ok(Value::Object(keys)) = serde_json::from_str::<Value>(&message.content) {
        return keys.get("exit_code").and_then(Value::as_i64);
    }
    let (_, after) = message.content.rsplit_once("-> exit ")?;
    after.split(|c: char| c != '-' && !c.is_ascii_digit()).next()?.parse().ok()
}

/// True when the stated outcome is one that the message allows.
pub fn agrees(message: &Message, state: RunState) -> bool {
    let code = recorded_code(message);
    match state {
        RunState::Exited(said) => code == Some(i64::from(said)),
        RunState::Killed(said) | RunState::TimedOut(said) | RunState::Interrupted(said) => {
            said.is_none_or(|s| code == Some(i64::from(s))) && code != Some(0)
        }
        RunState::Succeeded => {
            code.is_none_or(|c| c == 0)
                && message.is_error != Some(true)
                && !message.content.contains("\"success\": false")
        }
        RunState::Failed | RunState::Refused(_) => code != Some(0),
        RunState::Pending | RunState::Running | RunState::NoExitCode | RunState::NoResult => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento_contract::Role;

    #[test]
    fn a_quotation_with_a_changed_word_is_no_quotation() {
        let message =
            Message::new(Role::Tool, r#"{"output":"\u001b[31merror\u001b[0m: no rule\nmake: stop","exit_code":2}"#);
        assert!(quotes(&message, "error: no rule"));
        assert!(quotes(&message, "error: … stop"));
        assert!(!quotes(&message, "error: one rule"));
        assert!(!quotes(&message, "error: no rules"));
    }

    #[test]
    fn a_failed_run_is_not_stated_as_passed() {
        let message = Message::new(Role::Tool, r#"{"output":"ok, 0 errors","exit_code":2,"error":null}"#);
        assert!(agrees(&message, RunState::Exited(2)));
        assert!(!agrees(&message, RunState::Exited(0)));
        assert!(!agrees(&message, RunState::Succeeded));
        assert_eq!(
            recorded_code(&Message::new(Role::Tool, "[terminal] ran `make` -> exit 2, 1 lines output")),
            Some(2)
        );
    }
}
