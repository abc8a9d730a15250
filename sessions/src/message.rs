//! One OpenAI-style message on its way out.
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A message.
#[derive(Default)]
pub(crate) struct Message {
    pub(crate) role: Role,
    pub(crate) parts: Vec<Part>,
    pub(crate) calls: Vec<Call>,
    /// On a result: the call that it answers, and the tool.
    pub(crate) answers: Option<(String, String)>,
    pub(crate) exit_code: Option<i64>,
    pub(crate) is_error: Option<bool>,
    /// What the text is if nobody typed it, as Hermes says it too: `display_kind`.
    pub(crate) kind: Option<&'static str>,
    /// Number of the line it stands in.
    pub(crate) row: Option<u32>,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Role {
    #[default]
    User,
    Assistant,
    System,
    Developer,
    Tool,
}

/// A part of the content.
pub(crate) enum Part {
    Text(String),
    /// A picture's address, as a rule with the picture in it.
    Image(String),
}

/// A call of a tool; `arguments` is JSON.
pub(crate) struct Call {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) arguments: String,
}

impl Message {
    pub(crate) fn new(role: Role, parts: Vec<Part>) -> Message {
        Message { role, parts, ..Message::default() }
    }

    pub(crate) fn result(id: String, tool: String, parts: Vec<Part>) -> Message {
        Message { role: Role::Tool, parts, answers: Some((id, tool)), ..Message::default() }
    }

    /// Whether it says or does anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.calls.is_empty() && self.parts.iter().all(|part| matches!(part, Part::Text(text) if text.is_empty()))
    }
}

impl Part {
    fn text(&self) -> Option<&str> {
        match self {
            Part::Text(text) => Some(text),
            Part::Image(_) => None,
        }
    }

    /// The picture of which these are the base64 bytes.
    pub(crate) fn image(kind: &str, base64: &str) -> Part {
        Part::Image(format!("data:{kind};base64,{base64}"))
    }
}

/// The messages as a JSON list, one a line. The first message of a line of the source has its number: row ids name
/// one message each.
pub(crate) fn list(messages: &[Message]) -> String {
    let mut json = b"[".to_vec();
    let mut last = None;
    for (n, message) in messages.iter().enumerate() {
        json.extend_from_slice(if n == 0 { b"\n" } else { b",\n" });
        let row = message.row.filter(|row| last.is_none_or(|last| *row > last));
        last = row.or(last);
        // Strings and numbers: there is nothing that could fail.
        let _ = serde_json::to_writer(&mut json, &Row { message, row });
    }
    json.extend_from_slice(b"\n]\n");
    String::from_utf8(json).unwrap_or_default()
}

struct Row<'a> {
    message: &'a Message,
    row: Option<u32>,
}

impl Serialize for Row<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let message = self.message;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("role", message.role.name())?;
        if let Some((id, tool)) = &message.answers {
            map.serialize_entry("tool_call_id", id)?;
            if !tool.is_empty() {
                map.serialize_entry("name", tool)?;
            }
        }
        map.serialize_entry("content", &Content(&message.parts, !message.calls.is_empty()))?;
        if !message.calls.is_empty() {
            map.serialize_entry("tool_calls", &message.calls)?;
        }
        if let Some(code) = message.exit_code {
            map.serialize_entry("exit_code", &code)?;
        }
        if let Some(failed) = message.is_error {
            map.serialize_entry("is_error", &failed)?;
        }
        if let Some(kind) = message.kind {
            map.serialize_entry("display_kind", kind)?;
        }
        if let Some(row) = self.row {
            map.serialize_entry("_row_id", &row)?;
        }
        map.end()
    }
}

/// Text alone is one string; with pictures it is a list of parts; nothing beside calls is null.
struct Content<'a>(&'a [Part], bool);

impl Serialize for Content<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Content(parts, calls) = self;
        match parts.iter().map(Part::text).collect::<Option<Vec<&str>>>() {
            Some(texts) if texts.is_empty() && *calls => serializer.serialize_none(),
            Some(texts) => serializer.serialize_str(&texts.join("\n")),
            None => serializer.collect_seq(*parts),
        }
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Address<'a> {
            url: &'a str,
        }
        let mut map = serializer.serialize_map(Some(2))?;
        match self {
            Part::Text(text) => {
                map.serialize_entry("type", "text")?;
                map.serialize_entry("text", text)?;
            }
            Part::Image(url) => {
                map.serialize_entry("type", "image_url")?;
                map.serialize_entry("image_url", &Address { url })?;
            }
        }
        map.end()
    }
}

impl Serialize for Call {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Function<'a> {
            name: &'a str,
            arguments: &'a str,
        }
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("id", &self.id)?;
        map.serialize_entry("type", "function")?;
        map.serialize_entry("function", &Function { name: &self.name, arguments: &self.arguments })?;
        map.end()
    }
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Role::User => "user",
            Role::Assistant => "assistant",
            Role::System => "system",
            Role::Developer => "developer",
            Role::Tool => "tool",
        }
    }
}
