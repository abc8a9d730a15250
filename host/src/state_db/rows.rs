//! Rows of a session, as they are stored, and as messages.
use super::repeats::Fate;
use super::{DbError, needed};
use cento_contract::json;
use cento_sessions::LeftOut;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, params};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// A row.
pub(super) struct Row {
    pub(super) id: i64,
    pub(super) role: String,
    /// As JSON.
    pub(super) content: String,
    pub(super) calls: Vec<Call>,
    pub(super) answers: Option<String>,
    /// The moment that all copies of a row share, and the id that they share in newer versions.
    pub(super) marks: [Option<String>; 2],
    /// What else the message has: keys and JSON.
    rest: Vec<(&'static str, String)>,
}

/// A call; `json` is the whole element.
pub(super) struct Call {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: String,
    json: String,
}

/// Content that is no plain text is stored as JSON after this.
const AS_JSON: &str = "\0json:";

/// Columns that become keys of the message, in this order: texts, then those that hold JSON.
const TEXTS: [&str; 5] = ["tool_name", "finish_reason", "reasoning", "reasoning_content", "display_kind"];
const JSONS: [&str; 3] = ["reasoning_details", "codex_reasoning_items", "codex_message_items"];

/// Reads the rows of a session in order.
pub(super) fn read(
    connection: &Connection,
    session: &str,
    active_only: bool,
) -> Result<(Vec<Row>, Vec<LeftOut>), DbError> {
    let known = needed(connection)?;
    let has = |name: &&str| known.iter().any(|column| column == name);
    if active_only && !has(&"active") {
        return Err(DbError::NoColumn("active"));
    }
    let wanted = ["id", "role", "content", "tool_call_id", "tool_calls", "timestamp", "message_uid"]
        .into_iter()
        .chain(["_compressed_summary"])
        .chain(TEXTS)
        .chain(JSONS);
    let columns: Vec<String> =
        wanted.map(|name| if has(&name) { format!("\"{name}\"") } else { format!("NULL AS \"{name}\"") }).collect();
    let live = if active_only { "AND active = 1" } else { "" };
    let sql = format!("SELECT {} FROM messages WHERE session_id = ?1 {live} ORDER BY id", columns.join(", "));
    let mut statement = connection.prepare(&sql)?;
    let mut cursor = statement.query(params![session])?;
    let (mut rows, mut left) = (Vec::new(), BTreeMap::new());
    while let Some(stored) = cursor.next()? {
        rows.push(row(stored, rows.len(), &mut left)?);
    }
    Ok((rows, left.into_iter().map(|(kind, (count, first))| LeftOut { kind, count, first }).collect()))
}

fn row(stored: &rusqlite::Row<'_>, at: usize, left: &mut BTreeMap<String, (u32, u32)>) -> Result<Row, rusqlite::Error> {
    let mut damaged = |kind: &str| {
        let (count, _) = left.entry(kind.to_string()).or_insert((0, super::size(at + 1)));
        *count += 1;
    };
    let mut text = |name: &str| -> Result<Option<String>, rusqlite::Error> {
        Ok(match stored.get_ref(name)? {
            ValueRef::Null => None,
            ValueRef::Integer(number) => Some(number.to_string()),
            ValueRef::Real(number) => Some(number.to_string()),
            ValueRef::Text(bytes) | ValueRef::Blob(bytes) => {
                let text = String::from_utf8_lossy(bytes);
                if matches!(text, std::borrow::Cow::Owned(_)) {
                    damaged("bytes that are not UTF-8");
                }
                Some(text.into_owned())
            }
        })
    };
    let content = text("content")?;
    let calls = text("tool_calls")?.filter(|calls| !matches!(calls.trim(), "" | "null"));
    let mut row = Row {
        id: stored.get("id")?,
        role: text("role")?.unwrap_or_default(),
        content: match &content {
            None => "null".to_string(),
            Some(content) => match content.strip_prefix(AS_JSON).filter(|json| is_json(json)) {
                Some(json) => json.to_string(),
                None => quoted(content),
            },
        },
        calls: Vec::new(),
        answers: text("tool_call_id")?.filter(|id| !id.is_empty()),
        marks: [text("timestamp")?, text("message_uid")?],
        rest: Vec::new(),
    };
    for name in TEXTS {
        if let Some(value) = text(name)?.filter(|value| !value.is_empty()) {
            row.rest.push((name, quoted(&value)));
        }
    }
    for name in JSONS {
        if let Some(value) = text(name)?.filter(|value| is_json(value) && value != "null") {
            row.rest.push((name, value));
        }
    }
    if text("_compressed_summary")?.is_some_and(|mark| mark != "0") {
        row.rest.push(("_compressed_summary", "true".to_string()));
    }
    if let Some(calls) = calls {
        match json::elements(&calls).filter(|_| is_json(&calls)) {
            Some(elements) => row.calls = elements.into_iter().map(|element| call(element.get())).collect(),
            None => damaged("damaged list of calls"),
        }
    }
    Ok(row)
}

fn call(element: &str) -> Call {
    let outer = json::object(element).unwrap_or_default();
    let inner = outer.get("function").and_then(|function| json::object(function.get()));
    let keys = inner.as_ref().unwrap_or(&outer);
    let raw = |value: Option<&&RawValue>| value.map_or(String::new(), |value| value.get().to_string());
    Call {
        id: outer.get("id").and_then(|id| json::string(id.get())).unwrap_or_default().into_owned(),
        name: raw(keys.get("name")),
        arguments: raw(keys.get("arguments")),
        json: element.to_string(),
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<&RawValue>(text).is_ok()
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The messages of the rows that stay, as a JSON list.
pub(super) fn list(rows: &[Row], fates: &[Fate]) -> String {
    let mut json = "[".to_string();
    let mut first = true;
    for (row, fate) in rows.iter().zip(fates) {
        let repeated: &[usize] = match fate {
            Fate::Repeated => continue,
            Fate::Without(calls) => calls,
            Fate::Kept => &[],
        };
        json.push_str(if first { "\n" } else { ",\n" });
        first = false;
        json.push_str(&format!("{{\"role\":{},\"content\":{}", quoted(&row.role), row.content));
        let calls: Vec<&str> = row
            .calls
            .iter()
            .enumerate()
            .filter(|(at, _)| repeated.binary_search(at).is_err())
            .map(|(_, call)| call.json.as_str())
            .collect();
        if !calls.is_empty() {
            json.push_str(&format!(",\"tool_calls\":[{}]", calls.join(",")));
        }
        if let Some(id) = &row.answers {
            json.push_str(&format!(",\"tool_call_id\":{}", quoted(id)));
        }
        for (key, value) in &row.rest {
            json.push_str(&format!(",\"{key}\":{value}"));
        }
        json.push_str(&format!(",\"_row_id\":{}}}", row.id));
    }
    json.push_str("\n]\n");
    json
}

#[cfg(test)]
impl Row {
    /// A row for tests of what reads rows.
    pub(super) fn new(id: i64, role: &str, content: &str, calls: &[(&str, &str)], answers: &str, time: &str) -> Row {
        let call = |(id, arguments): &(&str, &str)| Call {
            id: (*id).to_string(),
            name: "\"terminal\"".to_string(),
            arguments: (*arguments).to_string(),
            json: String::new(),
        };
        Row {
            id,
            role: role.to_string(),
            content: quoted(content),
            calls: calls.iter().map(call).collect(),
            answers: Some(answers.to_string()).filter(|id| !id.is_empty()),
            marks: [Some(time.to_string()), None],
            rest: Vec::new(),
        }
    }
}
