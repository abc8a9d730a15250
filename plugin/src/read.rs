//! Python messages read into the records of the contract.
//!
//! Takes what hosts hold: dicts, or objects with the same attributes; content as str, None, list of parts, dict with
//! parts (`_multimodal`) or anything else. Promises the same record that the JSON reader of the contract gives for the
//! same message as JSON. A message is refused only for being no dict or having no role.
//! Lone surrogates become U+FFFD and are counted.
use cento::contract::json::{CODE_KEYS, ERROR_KEYS, MEDIA, SIGNED_KEYS, SYNTHETIC_KEYS};
use cento::contract::{Message, Role, ToolCall};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use pyo3::{PyTypeInfo, intern};

/// Reads all messages; `row_ids`, of the same length, stands in for row ids that the messages lack.
pub(crate) fn messages(
    given: &[Bound<'_, PyAny>],
    row_ids: Option<&Bound<'_, PyAny>>,
) -> PyResult<(Vec<Message>, u32)> {
    let mut reader = Reader { surrogates: 0 };
    let mut records = Vec::with_capacity(given.len());
    for (index, message) in given.iter().enumerate() {
        records.push(reader.message(message, index)?);
    }
    if let Some(ids) = row_ids.filter(|ids| !ids.is_none()) {
        let ids: Vec<Option<u64>> = ids.extract()?;
        if ids.len() != records.len() {
            return Err(PyValueError::new_err("row_ids: expected one entry for each message"));
        }
        for (record, id) in records.iter_mut().zip(ids) {
            record.row_id = record.row_id.or(id);
        }
    }
    Ok((records, reader.surrogates))
}

struct Reader {
    surrogates: u32,
}

impl Reader {
    fn message(&mut self, given: &Bound<'_, PyAny>, index: usize) -> PyResult<Message> {
        let py = given.py();
        let Ok(dict) = given.cast::<PyDict>() else {
            return Err(PyTypeError::new_err(format!("messages[{index}]: expected a dict")));
        };
        let role = self.string(get(dict, intern!(py, "role")));
        let role = match role.as_deref() {
            Some("system" | "developer") => Role::System,
            Some("user") => Role::User,
            Some("assistant") => Role::Assistant,
            Some("tool" | "function") => Role::Tool,
            Some(_) => Role::Other,
            None => return Err(PyValueError::new_err(format!("messages[{index}].role: expected a string"))),
        };
        let mut message = Message::new(role, "");
        if let Some(content) = get(dict, intern!(py, "content")) {
            self.content(&content, &mut message);
        }
        message.tool_name =
            self.string(get(dict, intern!(py, "name"))).or_else(|| self.string(get(dict, intern!(py, "tool_name"))));
        message.tool_call_id = self.string(get(dict, intern!(py, "tool_call_id")));
        if let Some(calls) = get(dict, intern!(py, "tool_calls")) {
            message.tool_calls = elements(&calls).iter().filter_map(|call| self.tool_call(call)).collect();
        }
        message.row_id = get(dict, intern!(py, "_row_id")).and_then(|id| row_id(&id));
        message.marks.summary = get(dict, intern!(py, "_compressed_summary")).is_some_and(|v| is_true(&v));
        message.marks.synthetic |= SYNTHETIC_KEYS.iter().any(|key| by_name(dict, key).is_some_and(|v| is_true(&v)))
            || self.string(get(dict, intern!(py, "display_kind"))).is_some_and(|kind| kind != "steer");
        if role == Role::Tool {
            let values = |names: [&'static str; 2]| names.into_iter().filter_map(|name| by_name(dict, name));
            message.is_error = values(ERROR_KEYS).find_map(|v| v.cast::<PyBool>().ok().map(|flag| flag.is_true()));
            if let Some(code) = values(CODE_KEYS).find_map(|v| code(&v)) {
                message.set_code(code);
            }
        }
        for key in [intern!(py, "reasoning"), intern!(py, "reasoning_content")] {
            let bytes = get(dict, key).and_then(|v| v.cast_into::<PyString>().ok()).map_or(0, |s| utf8_len(&s));
            message.reasoning_bytes = message.reasoning_bytes.max(u32::try_from(bytes).unwrap_or(u32::MAX));
        }
        message.marks.signed_reasoning |=
            SIGNED_KEYS.iter().any(|key| by_name(dict, key).is_some_and(|v| v.is_truthy().unwrap_or(false)));
        Ok(message)
    }

    /// Text of the content, pictures counted, signed thinking noticed.
    fn content(&mut self, content: &Bound<'_, PyAny>, message: &mut Message) {
        let py = content.py();
        if let Ok(text) = content.cast::<PyString>() {
            message.content = self.text(text);
        } else if content.cast::<PyList>().is_ok() || content.cast::<PyTuple>().is_ok() {
            for (n, part) in elements(content).iter().enumerate() {
                if n > 0 && !message.content.is_empty() && !message.content.ends_with('\n') {
                    message.content.push('\n');
                }
                self.part(part, message);
            }
            message.content.truncate(message.content.trim_end_matches('\n').len());
        } else if let Some(parts) = content
            .cast::<PyDict>()
            .ok()
            .filter(|dict| get(dict, intern!(py, "_multimodal")).is_some_and(|v| is_true(&v)))
            .and_then(|dict| get(dict, intern!(py, "content")))
            .filter(|parts| !parts.is_instance_of::<PyDict>())
        {
            self.content(&parts, message);
        } else {
            // A result as JSON is its own text.
            message.marks.more_than_text = message.role != Role::Tool;
            message.content = self.json(content);
        }
    }

    fn part(&mut self, part: &Bound<'_, PyAny>, message: &mut Message) {
        let py = part.py();
        if let Ok(text) = part.cast::<PyString>() {
            let text = self.text(text);
            message.content.push_str(&text);
            return;
        }
        let Ok(dict) = part.cast::<PyDict>() else {
            message.marks.more_than_text = true;
            return;
        };
        let kind = self.string(get(dict, intern!(py, "type"))).unwrap_or_default();
        let thinking = kind.contains("thinking");
        if !thinking
            && !kind.contains("image")
            && let Some(text) = self.string(get(dict, intern!(py, "text")))
        {
            message.content.push_str(&text);
            return;
        }
        message.marks.more_than_text = true;
        if thinking {
            let has = |key| dict.contains(key).unwrap_or(false);
            message.marks.signed_reasoning |= has(intern!(py, "signature")) || has(intern!(py, "data"));
        } else if kind.contains("image") || MEDIA.iter().any(|media| kind.contains(media)) {
            message.images += 1;
        }
    }

    /// A call as dict or as object of a client library; the function may lie inside it or not.
    fn tool_call(&mut self, call: &Bound<'_, PyAny>) -> Option<ToolCall> {
        let py = call.py();
        if !is_call(call) {
            return None;
        }
        let inner = field(call, intern!(py, "function"));
        let function = inner.as_ref().unwrap_or(call);
        let mut text = |value: Option<Bound<'_, PyAny>>| match value {
            None => String::new(),
            Some(value) => match value.cast::<PyString>() {
                Ok(text) => self.text(text),
                Err(_) => self.json(&value),
            },
        };
        Some(ToolCall {
            id: text(field(call, intern!(py, "id"))),
            name: text(field(function, intern!(py, "name"))),
            arguments: text(field(function, intern!(py, "arguments"))),
        })
    }

    fn string(&mut self, value: Option<Bound<'_, PyAny>>) -> Option<String> {
        Some(self.text(value?.cast::<PyString>().ok()?))
    }

    /// A Python string; half characters become U+FFFD.
    fn text(&mut self, text: &Bound<'_, PyString>) -> String {
        if let Ok(text) = text.to_str() {
            return text.to_owned();
        }
        let py = text.py();
        let encoded = text.call_method1(intern!(py, "encode"), (intern!(py, "utf-8"), intern!(py, "surrogatepass")));
        let mut bytes = match encoded.as_ref().map(|b| b.cast::<PyBytes>()) {
            Ok(Ok(bytes)) => bytes.as_bytes().to_vec(),
            _ => return String::new(),
        };
        // A surrogate is three bytes, as U+FFFD is: ED A0..BF xx.
        for at in 0..bytes.len().saturating_sub(2) {
            if bytes[at] == 0xed && bytes[at + 1] >= 0xa0 {
                bytes[at..at + 3].copy_from_slice("\u{fffd}".as_bytes());
                self.surrogates = self.surrogates.saturating_add(1);
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Any other value as JSON, or as Python words it.
    fn json(&mut self, value: &Bound<'_, PyAny>) -> String {
        let py = value.py();
        let dumps = || -> PyResult<Bound<'_, PyAny>> {
            let options = PyDict::new(py);
            options.set_item("ensure_ascii", false)?;
            options.set_item("default", PyString::type_object(py))?;
            py.import("json")?.call_method("dumps", (value,), Some(&options))
        };
        let text = dumps().or_else(|_| value.str().map(Bound::into_any)).ok();
        text.and_then(|text| self.string(Some(text))).unwrap_or_default()
    }
}

/// The value of a key, unless it is None.
fn get<'py>(dict: &Bound<'py, PyDict>, key: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    dict.get_item(key).ok().flatten().filter(|value| !value.is_none())
}

fn by_name<'py>(dict: &Bound<'py, PyDict>, key: &str) -> Option<Bound<'py, PyAny>> {
    dict.get_item(key).ok().flatten().filter(|value| !value.is_none())
}

/// A key of a dict or an attribute of an object, unless it is None.
fn field<'py>(holder: &Bound<'py, PyAny>, name: &Bound<'py, PyString>) -> Option<Bound<'py, PyAny>> {
    match holder.cast::<PyDict>() {
        Ok(dict) => get(dict, name),
        Err(_) => holder.getattr_opt(name).ok().flatten().filter(|value| !value.is_none()),
    }
}

/// A dict or object with one of the keys of a call.
pub(crate) fn is_call(call: &Bound<'_, PyAny>) -> bool {
    let py = call.py();
    let has = |name| field(call, name).is_some();
    has(intern!(py, "function")) || has(intern!(py, "name")) || has(intern!(py, "id"))
}

pub(crate) fn elements<'py>(list: &Bound<'py, PyAny>) -> Vec<Bound<'py, PyAny>> {
    if let Ok(list) = list.cast::<PyList>() {
        list.iter().collect()
    } else if let Ok(tuple) = list.cast::<PyTuple>() {
        tuple.iter().collect()
    } else {
        Vec::new()
    }
}

fn is_true(value: &Bound<'_, PyAny>) -> bool {
    value.cast::<PyBool>().is_ok_and(|value| value.is_true())
}

/// An exit code: a whole number, or a string that is one; True is none.
fn code(value: &Bound<'_, PyAny>) -> Option<i64> {
    if value.is_instance_of::<PyBool>() {
        return None;
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let (number, cut) = (number.value(), number.value() as i64);
        return (number == cut as f64 && cut.unsigned_abs() <= 1 << 53).then_some(cut);
    }
    match value.cast::<PyString>() {
        Ok(text) => text.to_str().ok()?.parse().ok(),
        Err(_) => value.extract().ok(),
    }
}

/// A whole number or a string of digits; True is none.
fn row_id(value: &Bound<'_, PyAny>) -> Option<u64> {
    if value.is_instance_of::<PyBool>() {
        return None;
    }
    if value.is_instance_of::<PyInt>() {
        return value.extract().ok();
    }
    let text = value.cast::<PyString>().ok()?.to_str().ok()?;
    if text.is_empty() || !text.bytes().all(|b| b.is_ascii_digit()) { None } else { text.parse().ok() }
}

fn utf8_len(text: &Bound<'_, PyString>) -> usize {
    text.to_str().map_or_else(|_| text.len().unwrap_or(0), str::len)
}
