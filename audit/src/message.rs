//! A message as its JSON says it.
//!
//! Takes the text of one message; gives its role, words, calls and what the host keeps beside the text. Promises: every
//! JSON value can be read, a lone surrogate escape counts as U+FFFD. Leaves out: what the words mean.
use serde_json::{Map, Value};

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Instructions of the host.
    System,
    /// The person, or the harness in the person's place.
    User,
    /// The model.
    Assistant,
    /// The result of a call.
    Tool,
    /// None of these.
    Other,
}

/// One call of an assistant message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The provider's id; ids repeat in real sessions.
    pub id: String,
    /// The tool.
    pub name: String,
    /// The arguments as text.
    pub arguments: String,
    /// The whole call.
    pub value: Value,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message<'a> {
    /// The bytes of the file.
    pub raw: &'a [u8],
    /// Who speaks.
    pub role: Role,
    /// The words: parts of a list joined by line feeds, other JSON as it stands.
    pub text: String,
    /// The texts of the parts of a list.
    pub parts: Vec<String>,
    /// Parts that are no text.
    pub pictures: usize,
    /// The calls.
    pub calls: Vec<Call>,
    /// The call that a result answers.
    pub call_id: String,
    /// The tool that a result names.
    pub tool: String,
    /// The saved row.
    pub row: Option<u64>,
    /// The exit code beside the text.
    pub code: Option<i64>,
    /// Whether the call is flagged as failed.
    pub is_error: Option<bool>,
    /// It carries the mark of a summary, or begins as summaries do.
    pub is_summary: bool,
    /// A row of the user that the host marks as its own.
    pub synthetic: bool,
    /// All keys.
    pub keys: Map<String, Value>,
}

/// How every summary of Cento begins.
pub const OWN: &str = "[CENTO SUMMARY";

/// How summaries of other programs begin.
const OTHERS: [&str; 7] = [
    "[CONTEXT COMPACTION",
    "[CONTEXT SUMMARY]:",
    "[PRIOR CONTEXT",
    "This session is being continued from a previous conversation",
    "Another language model started to solve this problem and produced a summary",
    "The conversation history before this point was compacted into the following summary",
    "The following is a summary of a branch",
];

impl<'a> Message<'a> {
    /// Reads a message. What is no object has the role `Other` and no words.
    pub fn read(raw: &'a [u8]) -> Message<'a> {
        let keys = match serde_json::from_slice(&mended(raw)) {
            Ok(Value::Object(keys)) => keys,
            _ => Map::new(),
        };
        let word = |key: &str| keys.get(key).and_then(Value::as_str).unwrap_or_default();
        let role = match word("role") {
            "system" | "developer" => Role::System,
            "user" => Role::User,
            "assistant" => Role::Assistant,
            "tool" | "function" => Role::Tool,
            _ => Role::Other,
        };
        let (text, parts, pictures) = content(keys.get("content").unwrap_or(&Value::Null));
        let calls = keys.get("tool_calls").and_then(Value::as_array).map(|all| all.iter().filter_map(call).collect());
        let number = |value: &Value| {
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_string);
            text.trim_end_matches(".0").parse().ok()
        };
        let row = keys.get("_row_id").and_then(|value| match value {
            Value::Number(number) => number.as_u64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        });
        let flag = |key: &str| keys.get(key).and_then(Value::as_bool);
        let tool = if word("name").is_empty() { word("tool_name") } else { word("name") };
        Message {
            raw,
            role,
            is_summary: flag("_compressed_summary") == Some(true)
                || (role != Role::Tool && (text.starts_with(OWN) || OTHERS.iter().any(|form| text.starts_with(form)))),
            synthetic: keys.iter().any(|(key, value)| {
                (key.starts_with('_') && (key.ends_with("_synthetic") || key.ends_with("_nudge")) && *value == true)
                    || (key == "display_kind" && value.as_str().is_some_and(|kind| kind != "steer"))
            }),
            text,
            parts,
            pictures,
            calls: calls.unwrap_or_default(),
            call_id: word("tool_call_id").to_string(),
            tool: tool.to_string(),
            row,
            code: ["exit_code", "exitCode"].iter().find_map(|key| keys.get(*key).and_then(number)),
            is_error: ["is_error", "isError"].iter().find_map(|key| flag(key)),
            keys,
        }
    }

    /// True when two messages say the same but for these keys.
    pub fn same_but(&self, other: &Message<'_>, but: &[&str]) -> bool {
        let rest = |keys: &Map<String, Value>| -> Vec<(String, Value)> {
            let kept = keys.iter().filter(|(key, _)| !but.contains(&key.as_str()));
            kept.map(|(key, value)| (key.clone(), value.clone())).collect()
        };
        self.role == other.role && rest(&self.keys) == rest(&other.keys)
    }

    /// Nothing is said and nothing is called.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.pictures == 0 && self.calls.is_empty()
    }

    /// Nobody but a person typed it, as far as its keys say.
    pub fn is_users(&self) -> bool {
        self.role == Role::User && !self.synthetic && !self.is_summary
    }
}

/// Words, those of each part, and the number of other parts.
fn content(value: &Value) -> (String, Vec<String>, usize) {
    let parts = match value {
        Value::Null => return (String::new(), Vec::new(), 0),
        Value::String(text) => return (text.clone(), Vec::new(), 0),
        Value::Array(parts) => parts,
        other => return (other.to_string(), Vec::new(), 0),
    };
    let words = |part: &Value| part.as_str().or_else(|| part.get("text").and_then(Value::as_str)).map(str::to_string);
    let texts: Vec<String> = parts.iter().filter_map(words).collect();
    let others = parts.len() - texts.len();
    let mut text = String::new();
    for words in &texts {
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(words);
    }
    text.truncate(text.trim_end_matches('\n').len());
    (text, texts, others)
}

fn call(value: &Value) -> Option<Call> {
    let keys = value.as_object()?;
    let inner = keys.get("function").and_then(Value::as_object).unwrap_or(keys);
    let word = |value: Option<&Value>| match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    };
    Some(Call {
        id: word(keys.get("id")),
        name: word(inner.get("name")),
        arguments: word(inner.get("arguments")),
        value: value.clone(),
    })
}

/// The text with lone surrogate escapes replaced, which JSON readers refuse.
fn mended(raw: &[u8]) -> Vec<u8> {
    let mut out = raw.to_vec();
    let unit = |out: &[u8], at: usize| {
        let hex = out.get(at..at + 6).filter(|escape| escape.starts_with(b"\\u"))?;
        u16::from_str_radix(std::str::from_utf8(&hex[2..]).ok()?, 16).ok()
    };
    let mut at = 0;
    while let Some(found) = out.get(at..).and_then(|rest| memchr::memchr(b'\\', rest)) {
        at += found;
        at += match (unit(&out, at), unit(&out, at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                out[at + 2..at + 6].copy_from_slice(b"fffd");
                6
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
    }
    out
}

/// Lone surrogate escapes of a text.
pub fn lone_surrogates(raw: &[u8]) -> usize {
    let mended = mended(raw);
    raw.iter().zip(&mended).enumerate().filter(|(at, (a, b))| a != b && raw.get(at - 2..*at) == Some(b"\\u")).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_messages_are_read() {
        let read = |raw: &'static str| Message::read(raw.as_bytes());
        let m = read(
            r#"{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"image_url"},"b"],"tool_calls":[{"id":"x","function":{"name":"t","arguments":{"k":1}}}]}"#,
        );
        assert_eq!((m.text.as_str(), m.pictures, m.calls[0].arguments.as_str()), ("a\nb", 1, r#"{"k":1}"#));
        let m = read(r#"{"role":"tool","content":"\ud800 x","exitCode":"7","isError":true,"_row_id":"12"}"#);
        assert_eq!((m.text.as_str(), m.code, m.is_error, m.row), ("\u{fffd} x", Some(7), Some(true), Some(12)));
        assert_eq!(read("3").role, Role::Other);
        assert!(read(r#"{"role":"user","content":"x","_todo_snapshot_synthetic":true}"#).synthetic);
        assert_eq!(lone_surrogates(br#""\ud800\ud83d\ude00\udc00 \\ud800""#), 2);
    }
}
