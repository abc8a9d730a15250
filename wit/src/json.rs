//! Reads the JSON form of a session: `{"messages": [...], "options": {...}}`, a bare message list, or one message.
//!
//! Takes any JSON value where a real session has been seen to hold one (content as string, null, number, list of
//! parts or object; arguments as string or object; row ids and exit codes as number or digits; keys twice: the last one counts)
//! and gives the records of the contract. A message is never refused for what it says, only for not being an
//! object. Lone surrogate escapes are not Unicode: `mend_surrogates` replaces them first, byte for byte in place.
//! Leaves out: keeping the bytes. A host that prints kept messages keeps the slices itself (`message_slices`).
use crate::{Error, Message, Options, Role, Strategy, ToolCall};
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use serde::de::{Deserializer as _, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

/// Replaces each lone surrogate escape (`\ud800` without its partner) by `\ufffd`; same length, so that offsets
/// into the text stay true. Returns how many were replaced.
pub fn mend_surrogates(json: &mut [u8]) -> u32 {
    let (mut i, mut mended) = (0, 0);
    while let Some(at) = json[i..].iter().position(|&b| b == b'\\').map(|p| i + p) {
        let unit = |at: usize| -> Option<u16> {
            let hex = json.get(at..at + 6).filter(|e| e.starts_with(b"\\u"))?;
            u16::from_str_radix(core::str::from_utf8(&hex[2..]).ok()?, 16).ok()
        };
        match unit(at) {
            Some(0xd800..=0xdbff) if matches!(unit(at + 6), Some(0xdc00..=0xdfff)) => i = at + 12,
            Some(0xd800..=0xdfff) => {
                json[at + 2..at + 6].copy_from_slice(b"fffd");
                (i, mended) = (at + 6, mended + 1);
            }
            Some(_) => i = at + 6,
            None => i = (at + 2).min(json.len()),
        }
    }
    mended
}

/// A session as read: the messages, and the options that the text itself gives.
pub struct Session<'a> {
    /// The JSON text of each message, borrowed from the input.
    pub message_slices: Vec<&'a str>,
    /// The options object, borrowed, if there is one.
    pub options: Option<&'a str>,
    /// What else stands beside the messages; it is not read.
    pub beside: BTreeMap<Cow<'a, str>, &'a RawValue>,
}

/// Splits a session text into its messages and options. Takes an object with `messages`, or a list.
/// Errors: `NotJson`, `BadField`.
pub fn split(json: &str) -> Result<Session<'_>, Error> {
    let top: &RawValue = serde_json::from_str(json).map_err(not_json)?;
    if top.get().starts_with('[') {
        return Ok(Session { message_slices: list(top.get(), "messages")?, options: None, beside: BTreeMap::new() });
    }
    let mut keys = object(top.get()).ok_or_else(|| bad("top level", "an object with \"messages\", or a list"))?;
    let messages = keys.remove("messages").ok_or_else(|| bad("messages", "a list"))?;
    let options = keys.remove("options").map(|o| o.get()).filter(|o| *o != "null");
    Ok(Session { message_slices: list(messages.get(), "messages")?, options, beside: keys })
}

/// Reads one message; `index` is only used to name the place of an error.
/// Errors: `BadField` when it is not an object or has no role.
pub fn message(json: &str, index: usize) -> Result<Message, Error> {
    let keys = object(json).ok_or_else(|| bad(format!("messages[{index}]"), "an object"))?;
    let text = |key: &str| keys.get(key).and_then(|v| string(v.get()));
    let role = match text("role").as_deref() {
        Some("system") | Some("developer") => Role::System,
        Some("user") => Role::User,
        Some("assistant") => Role::Assistant,
        Some("tool") | Some("function") => Role::Tool,
        Some(_) => Role::Other,
        None => return Err(bad(format!("messages[{index}].role"), "a string")),
    };
    let mut message = Message::new(role, "");
    if let Some(content) = keys.get("content") {
        read_content(content.get(), &mut message);
    }
    message.tool_name = text("name").or_else(|| text("tool_name")).map(Cow::into_owned);
    message.tool_call_id = text("tool_call_id").map(Cow::into_owned);
    if let Some(calls) = keys.get("tool_calls").and_then(|v| elements(v.get())) {
        message.tool_calls = calls.iter().filter_map(|c| tool_call(c.get())).collect();
    }
    message.row_id = keys.get("_row_id").and_then(|v| row_id(v.get()));
    message.marks.summary = keys.get("_compressed_summary").is_some_and(|v| v.get() == "true");
    message.marks.synthetic |= SYNTHETIC_KEYS.iter().any(|k| keys.get(*k).is_some_and(|v| v.get() == "true"))
        || text("display_kind").is_some_and(|kind| kind != "steer");
    if role == Role::Tool {
        let values = |names: [&'static str; 2]| names.into_iter().filter_map(|name| keys.get(name)).map(|v| v.get());
        message.is_error = values(ERROR_KEYS).find_map(|v| serde_json::from_str(v).ok());
        if let Some(code) = values(CODE_KEYS).find_map(code) {
            message.set_code(code);
        }
    }
    for key in ["reasoning", "reasoning_content"] {
        let bytes = text(key).map_or(0, |t| t.len());
        message.reasoning_bytes = message.reasoning_bytes.max(u32::try_from(bytes).unwrap_or(u32::MAX));
    }
    message.marks.signed_reasoning |= SIGNED_KEYS.iter().any(|k| keys.get(*k).is_some_and(|v| v.get().len() > 4));
    Ok(message)
}

/// Keys that hosts put on rows with the role of a user that no person typed.
pub const SYNTHETIC_KEYS: [&str; 5] = [
    "_todo_snapshot_synthetic",
    "_empty_recovery_synthetic",
    "_verification_stop_synthetic",
    "_pre_verify_synthetic",
    "_dropped_toolcall_nudge",
];

/// Keys of a tool result that hold its exit code beside the content; the first that holds one counts.
pub const CODE_KEYS: [&str; 2] = ["exit_code", "exitCode"];

/// Keys of a tool result that say whether the call failed; the first that says so counts.
pub const ERROR_KEYS: [&str; 2] = ["is_error", "isError"];

/// Keys that hold signed or encrypted reasoning.
pub const SIGNED_KEYS: [&str; 4] =
    ["reasoning_details", "codex_reasoning_items", "_anthropic_content_blocks", "bedrock_content_blocks"];

/// Words in the type of a part that is no text; without one it counts as a picture.
pub const MEDIA: [&str; 4] = ["audio", "video", "file", "document"];

/// Reads the options over the defaults. Errors: `BadField`, `UnknownOption`, `NotJson`.
pub fn options(json: &str) -> Result<Options, Error> {
    let mut options = Options::default();
    set_options(&mut options, json)?;
    Ok(options)
}

/// Sets the options that a JSON object gives. Errors: `BadField`, `UnknownOption`.
pub fn set_options(options: &mut Options, json: &str) -> Result<(), Error> {
    let keys = object(json).ok_or_else(|| bad("options", "an object"))?;
    keys.iter().try_for_each(|(key, value)| set_option(options, key, value.get()))
}

/// The options as a JSON object: reading it gives the same options.
pub fn options_text(o: &Options) -> String {
    // Half a thousandth more, so that cutting gives the same number whatever the float is.
    let permille = |n: i64| Some(format!("{n}.5e-3"));
    let number = |n: i64| Some(n.to_string());
    let words = |text: &Option<String>| text.as_ref().and_then(|text| serde_json::to_string(text).ok());
    let strategy = match o.strategy {
        Strategy::Project => "\"project\"",
        Strategy::Slim => "\"slim\"",
        Strategy::Prune => "\"prune\"",
    };
    let values = [
        number(o.context_length),
        o.current_tokens.and_then(number),
        number(o.protect_first_n),
        number(o.protect_last_n),
        number(o.tail_token_budget),
        o.summary_budget_tokens.and_then(number),
        permille(o.budget_permille),
        number(o.min_budget_tokens),
        number(o.max_budget_tokens),
        o.max_output_tokens.and_then(number),
        number(o.threshold_percent),
        words(&o.focus_topic),
        words(&o.session_id),
        words(&o.recall_hint),
        Some(o.force.to_string()),
        Some(strategy.to_string()),
        o.target_tokens.and_then(number),
        number(o.target_percent),
        number(o.min_tokens),
        number(o.runway_tokens),
        permille(o.prune_permille),
        number(o.truncate_chars),
        serde_json::to_string(&o.protected_tools).ok(),
        serde_json::to_string(&o.scores).ok(),
    ];
    let given = OPTION_NAMES.iter().zip(values).filter_map(|(name, value)| Some(format!("\"{name}\":{}", value?)));
    format!("{{{}}}", given.collect::<Vec<_>>().join(","))
}

/// Sets one option from its JSON value; `null` leaves the default. Errors: `BadField`, `UnknownOption`.
pub fn set_option(options: &mut Options, key: &str, value: &str) -> Result<(), Error> {
    let o = options;
    if value == "null" && OPTION_NAMES.contains(&key) {
        return Ok(());
    }
    let number =
        || whole_number(value).ok_or_else(|| bad(format!("options.{key}"), "a whole number of at most 64 bits"));
    let permille = || -> Result<i64, Error> {
        let ratio: f64 = serde_json::from_str(value).map_err(|_| bad(format!("options.{key}"), "a number"))?;
        // Wide, so that a report names what was given.
        Ok((ratio.clamp(-1e9, 1e9) * 1000.0) as i64)
    };
    let words = || string(value).map(Cow::into_owned).ok_or_else(|| bad(format!("options.{key}"), "a string"));
    match key {
        "context_length" => o.context_length = number()?,
        "current_tokens" => o.current_tokens = Some(number()?),
        "protect_first_n" => o.protect_first_n = number()?,
        "protect_last_n" => o.protect_last_n = number()?,
        "tail_token_budget" => o.tail_token_budget = number()?,
        "summary_budget_tokens" => o.summary_budget_tokens = Some(number()?),
        "budget_ratio" => o.budget_permille = permille()?,
        "min_budget_tokens" => o.min_budget_tokens = number()?,
        "max_budget_tokens" => o.max_budget_tokens = number()?,
        "max_output_tokens" => o.max_output_tokens = Some(number()?),
        "threshold_percent" => o.threshold_percent = number()?,
        "focus_topic" => o.focus_topic = Some(words()?),
        "session_id" => o.session_id = Some(words()?),
        "recall_hint" => o.recall_hint = Some(words()?),
        "force" => o.force = serde_json::from_str(value).map_err(|_| bad("options.force", "true or false"))?,
        "strategy" => {
            o.strategy = match words()?.as_str() {
                "project" => Strategy::Project,
                "slim" => Strategy::Slim,
                "prune" => Strategy::Prune,
                _ => return Err(bad("options.strategy", "\"project\", \"slim\" or \"prune\"")),
            }
        }
        "target_tokens" => o.target_tokens = Some(number()?),
        "target_percent" => o.target_percent = number()?,
        "min_tokens" => o.min_tokens = number()?,
        "runway_tokens" => o.runway_tokens = number()?,
        "prune_threshold" => o.prune_permille = permille()?,
        "truncate_chars" => o.truncate_chars = number()?,
        "protected_tools" => {
            o.protected_tools =
                serde_json::from_str(value).map_err(|_| bad("options.protected_tools", "a list of strings"))?;
        }
        "scores" => {
            let expected =
                "a list of objects with \"message\", \"call\", and \"keep_call\", \"keep_result\" in thousandths";
            o.scores = serde_json::from_str(value).map_err(|_| bad("options.scores", expected))?;
        }
        _ => return Err(Error::UnknownOption(key.chars().take(60).collect())),
    }
    Ok(())
}

/// Options that are shares in JSON and thousandths in the record.
pub const SHARES: [&str; 2] = ["budget_ratio", "prune_threshold"];

/// Every name that `set_option` knows.
pub const OPTION_NAMES: [&str; 24] = [
    "context_length",
    "current_tokens",
    "protect_first_n",
    "protect_last_n",
    "tail_token_budget",
    "summary_budget_tokens",
    "budget_ratio",
    "min_budget_tokens",
    "max_budget_tokens",
    "max_output_tokens",
    "threshold_percent",
    "focus_topic",
    "session_id",
    "recall_hint",
    "force",
    "strategy",
    "target_tokens",
    "target_percent",
    "min_tokens",
    "runway_tokens",
    "prune_threshold",
    "truncate_chars",
    "protected_tools",
    "scores",
];

/// Text of the content, pictures counted, signed thinking noticed.
fn read_content(json: &str, message: &mut Message) {
    let Some(parts) = elements(json) else {
        message.content = match string(json) {
            Some(text) => text.into_owned(),
            None if json == "null" => String::new(),
            None => {
                // A result as JSON is its own text.
                message.marks.more_than_text = message.role != Role::Tool;
                json.to_string()
            }
        };
        return;
    };
    for (n, part) in parts.iter().enumerate() {
        if n > 0 && !message.content.is_empty() && !message.content.ends_with('\n') {
            message.content.push('\n');
        }
        if let Some(text) = string(part.get()) {
            message.content.push_str(&text);
            continue;
        }
        let keys = object(part.get()).unwrap_or_default();
        let kind = keys.get("type").and_then(|v| string(v.get())).unwrap_or_default();
        let thinking = kind.contains("thinking");
        if !thinking
            && !kind.contains("image")
            && let Some(text) = keys.get("text").and_then(|v| string(v.get()))
        {
            message.content.push_str(&text);
            continue;
        }
        message.marks.more_than_text = true;
        if thinking {
            message.marks.signed_reasoning |= keys.contains_key("signature") || keys.contains_key("data");
        } else if kind.contains("image") || MEDIA.iter().any(|media| kind.contains(media)) {
            message.images += 1;
        }
    }
    message.content.truncate(message.content.trim_end_matches('\n').len());
}

fn tool_call(json: &str) -> Option<ToolCall> {
    let outer = object(json)?;
    let inner = outer.get("function").and_then(|f| object(f.get()));
    let keys = inner.as_ref().unwrap_or(&outer);
    let text = |keys: &BTreeMap<Cow<'_, str>, &RawValue>, key: &str| {
        keys.get(key).map(|v| match string(v.get()) {
            Some(text) => text.into_owned(),
            None if v.get() == "null" => String::new(),
            None => v.get().to_string(),
        })
    };
    Some(ToolCall {
        id: text(&outer, "id").unwrap_or_default(),
        name: text(keys, "name").unwrap_or_default(),
        arguments: text(keys, "arguments").unwrap_or_default(),
    })
}

/// An exit code: a whole number, or a string that is one.
fn code(json: &str) -> Option<i64> {
    string(json).map_or_else(|| whole_number(json), |text| text.parse().ok())
}

/// A row id: a whole number, or a string of digits. No float, no sign, no arithmetic.
fn row_id(json: &str) -> Option<u64> {
    let digits = json.trim_matches('"');
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) { None } else { digits.parse().ok() }
}

/// A whole number of 64 bits. Hosts without integers write `128000.0` or `1e5`, which is one; `1.5` is none, and
/// none is cut.
fn whole_number(json: &str) -> Option<i64> {
    if let Ok(n) = serde_json::from_str::<i64>(json) {
        return Some(n);
    }
    let number = serde_json::from_str::<f64>(json).ok()?;
    // Beyond this, floats skip whole numbers: what was meant is not known.
    let cut = number as i64;
    (number == cut as f64 && cut.unsigned_abs() <= 1 << 53).then_some(cut)
}

/// The value as text, if it is a JSON string.
pub fn string(json: &str) -> Option<Cow<'_, str>> {
    if !json.starts_with('"') {
        return None;
    }
    if !json.contains('\\') {
        return Some(Cow::Borrowed(&json[1..json.len() - 1]));
    }
    serde_json::from_str::<String>(json).ok().map(Cow::Owned)
}

/// Keys and raw values, if the text is a JSON object; the last of equal keys counts.
pub fn object(json: &str) -> Option<BTreeMap<Cow<'_, str>, &RawValue>> {
    struct Keys;
    impl<'de> Visitor<'de> for Keys {
        type Value = BTreeMap<Cow<'de, str>, &'de RawValue>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut keys = BTreeMap::new();
            while let Some((key, value)) = map.next_entry::<&RawValue, &RawValue>()? {
                if let Some(key) = string(key.get()) {
                    keys.insert(key, value);
                }
            }
            Ok(keys)
        }
    }
    if !json.trim_start().starts_with('{') {
        return None;
    }
    serde_json::Deserializer::from_str(json).deserialize_map(Keys).ok()
}

/// Raw keys and values in order, equal keys too, if the text is a JSON object.
pub fn entries(json: &str) -> Option<Vec<(&RawValue, &RawValue)>> {
    struct Entries;
    impl<'de> Visitor<'de> for Entries {
        type Value = Vec<(&'de RawValue, &'de RawValue)>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }
        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(entry) = map.next_entry::<&RawValue, &RawValue>()? {
                all.push(entry);
            }
            Ok(all)
        }
    }
    if !json.trim_start().starts_with('{') {
        return None;
    }
    serde_json::Deserializer::from_str(json).deserialize_map(Entries).ok()
}

/// Raw elements, if the text is a JSON list.
pub fn elements(json: &str) -> Option<Vec<&RawValue>> {
    struct Elements;
    impl<'de> Visitor<'de> for Elements {
        type Value = Vec<&'de RawValue>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a list")
        }
        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
            let mut all = Vec::new();
            while let Some(value) = seq.next_element()? {
                all.push(value);
            }
            Ok(all)
        }
    }
    if !json.trim_start().starts_with('[') {
        return None;
    }
    serde_json::Deserializer::from_str(json).deserialize_seq(Elements).ok()
}

fn list<'a>(json: &'a str, path: &str) -> Result<Vec<&'a str>, Error> {
    Ok(elements(json).ok_or_else(|| bad(path, "a list"))?.into_iter().map(RawValue::get).collect())
}

fn bad(path: impl Into<String>, expected: &str) -> Error {
    Error::BadField { path: path.into(), expected: expected.to_string() }
}

fn not_json(error: serde_json::Error) -> Error {
    let place = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Error::NotJson { line: place(error.line()), column: place(error.column()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_shapes_are_read() {
        let m = |j| message(j, 0).unwrap();
        assert_eq!(m(r#"{"role":"user","content":null}"#).content, "");
        assert_eq!(m(r#"{"role":"user","content":7}"#).content, "7");
        assert_eq!(m(r#"{"role":"tool","content":{"exit_code":0}}"#).content, r#"{"exit_code":0}"#);
        let parts = m(r#"{"role":"user","content":[{"type":"text","text":"a"},{"type":"image_url"},"b"]}"#);
        assert_eq!((parts.content.as_str(), parts.images), ("a\nb", 1));
        let heard =
            m(r#"{"role":"user","content":[{"type":"input_audio","input_audio":{}},{"type":"file","text":"b"}]}"#);
        assert_eq!((heard.content.as_str(), heard.images), ("b", 1));
        let twice = m(
            r#"{"role":"user","role":"assistant","tool_calls":[{"id":"x","function":{"name":"t","arguments":{"a":1}}}]}"#,
        );
        assert_eq!((twice.role, twice.tool_calls[0].arguments.as_str()), (Role::Assistant, r#"{"a":1}"#));
    }

    #[test]
    fn content_that_is_more_than_text_is_marked() {
        for (role, content, more) in [
            ("assistant", r#""a""#, false),
            ("assistant", "null", false),
            ("assistant", r#"[{"type":"text","text":"a"},"b"]"#, false),
            ("assistant", r#"[{"type":"text","text":"a"},{"type":"tool_use","id":"c","input":{}}]"#, true),
            ("assistant", r#"[{"type":"thinking","thinking":"a"},"b"]"#, true),
            ("assistant", r#"["a",7]"#, true),
            ("assistant", r#"{"a":1}"#, true),
            ("tool", r#"{"a":1}"#, false),
            ("tool", r#"[{"type":"image_url"},{"type":"text","text":"a"}]"#, true),
            ("tool", r#"[{"type":"text","text":["a"]}]"#, true),
            ("user", r#"[{"type":"file","text":"a"}]"#, false),
        ] {
            let read = message(&format!(r#"{{"role":"{role}","content":{content}}}"#), 0).unwrap();
            assert_eq!(read.marks.more_than_text, more, "{role} {content}");
        }
    }

    #[test]
    fn numbers_of_options_are_whole_or_refused() {
        let read = |value: &str| {
            let mut options = Options::default();
            set_option(&mut options, "context_length", value).map(|()| options.context_length)
        };
        let max = i64::MAX.to_string();
        for (value, wanted) in
            [("7", 7), ("-7", -7), ("-0", 0), ("128000.0", 128_000), ("1e5", 100_000), (max.as_str(), i64::MAX)]
        {
            assert_eq!(read(value), Ok(wanted), "{value}");
        }
        let whole = bad("options.context_length", "a whole number of at most 64 bits");
        for value in [
            "1.5",
            "0.1",
            "-0.5",
            "1e30",
            "9223372036854775808",
            "1e400",
            "NaN",
            "\"7\"",
            "true",
            "[7]",
            "{}",
            "+7",
            "07",
            " ",
        ] {
            assert_eq!(read(value), Err(whole.clone()), "{value}");
        }
        assert_eq!(read("null"), Ok(Options::default().context_length));
    }

    #[test]
    fn written_options_are_read_as_the_same() {
        let mut all = Options::default();
        assert_eq!(options(&options_text(&all)), Ok(all.clone()));
        let given = r#"{"strategy":"prune","current_tokens":7,"summary_budget_tokens":-1,"max_output_tokens":9,
            "focus_topic":"a\"b","session_id":"s","recall_hint":"[N]","force":true,"target_tokens":5,
            "protected_tools":["x","y"],"scores":[{"message":1,"call":0,"keep_call":9,"keep_result":8}]}"#;
        set_options(&mut all, given).unwrap();
        for permille in [-1_000_000_000_000, -1_000, -999, -57, 0, 1, 57, 290, 570, 999, 1_000, 50_000, 999_999_999_999]
        {
            (all.budget_permille, all.prune_permille) = (permille, permille);
            assert_eq!(options(&options_text(&all)), Ok(all.clone()));
        }
    }

    #[test]
    fn row_ids_are_copied_never_computed() {
        let id = |j: &str| message(&format!(r#"{{"role":"user","_row_id":{j}}}"#), 0).unwrap().row_id;
        assert_eq!(id("9007199254740993"), Some(9_007_199_254_740_993));
        assert_eq!((id("\"12\""), id("0")), (Some(12), Some(0)));
        assert_eq!((id("1.5"), id("-3"), id("true"), id("\"a1\"")), (None, None, None, None));
    }

    #[test]
    fn how_a_call_ended_is_read_beside_the_content_of_a_tool_result() {
        let of = |role: &str, fields: &str| {
            let m = message(&format!(r#"{{"role":"{role}","content":"x",{fields}}}"#), 0).unwrap();
            (m.exit_code, m.is_error)
        };
        for (fields, wanted) in [
            (r#""exit_code":0"#, (Some(0), None)),
            (r#""exitCode":-15,"isError":true"#, (Some(-15), Some(true))),
            (r#""exit_code":2.0,"is_error":false"#, (Some(2), Some(false))),
            (r#""exitCode":"7","isError":true"#, (Some(7), Some(true))),
            // The first name that holds one.
            (r#""exitCode":1,"exit_code":null,"isError":false,"is_error":true"#, (Some(1), Some(true))),
            (r#""exit_code":3,"exitCode":1"#, (Some(3), None)),
            // Another type is no code, and one that does not fit cannot be zero.
            (r#""exit_code":1.5,"is_error":"true""#, (None, None)),
            (r#""exit_code":true,"is_error":1"#, (None, None)),
            (r#""exit_code":[1],"is_error":null"#, (None, None)),
            (r#""exit_code":"","is_error":{}"#, (None, None)),
            (r#""exit_code":3221225477"#, (None, Some(true))),
        ] {
            assert_eq!(of("tool", fields), wanted, "{fields}");
        }
        assert_eq!(of("assistant", r#""exit_code":1,"is_error":true"#), (None, None));
    }

    #[test]
    fn lone_surrogates_are_mended_in_place() {
        let mut text = br#"["\ud83d\ude00","\ud800","\\ud800","\udc00x"]"#.to_vec();
        let before = text.len();
        assert_eq!(mend_surrogates(&mut text), 2);
        assert_eq!(text.len(), before);
        assert_eq!(core::str::from_utf8(&text).unwrap(), r#"["\ud83d\ude00","\ufffd","\\ud800","\ufffdx"]"#);
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(split("{\"messages\": [\n}").err(), Some(Error::NotJson { line: 2, column: 1 }));
        assert_eq!(options(r#"{"sumary_budget":1}"#), Err(Error::UnknownOption("sumary_budget".into())));
        assert_eq!(message("3", 4), Err(bad("messages[4]", "an object")));
        assert!(split(r#"{"messages":[NaN]}"#).is_err());
    }
}
