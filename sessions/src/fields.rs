//! Fields of JSON objects, read where they stand: nothing is copied that is not asked for.
use cento_contract::json;
pub(crate) use cento_contract::json::object;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Keys and raw values.
pub(crate) type Object<'a> = BTreeMap<Cow<'a, str>, &'a RawValue>;

/// The object under a key.
pub(crate) fn inner<'a>(keys: &Object<'a>, key: &str) -> Option<Object<'a>> {
    keys.get(key).and_then(|value| json::object(value.get()))
}

/// The string under a key.
pub(crate) fn text<'a>(keys: &Object<'a>, key: &str) -> Option<Cow<'a, str>> {
    keys.get(key).and_then(|value| json::string(value.get()))
}

/// The string under a key, or nothing.
pub(crate) fn words<'a>(keys: &Object<'a>, key: &str) -> Cow<'a, str> {
    text(keys, key).unwrap_or_default()
}

/// The list under a key.
pub(crate) fn list<'a>(keys: &Object<'a>, key: &str) -> Option<Vec<&'a RawValue>> {
    keys.get(key).and_then(|value| json::elements(value.get()))
}

/// The value under a key as it stands.
pub(crate) fn raw<'a>(keys: &Object<'a>, key: &str) -> Option<&'a str> {
    keys.get(key).map(|value| value.get()).filter(|value| *value != "null")
}

/// Whether the value under a key is `true`.
pub(crate) fn is_true(keys: &Object<'_>, key: &str) -> bool {
    raw(keys, key) == Some("true")
}

/// The truth value under a key.
pub(crate) fn truth(keys: &Object<'_>, key: &str) -> Option<bool> {
    raw(keys, key)?.parse().ok()
}

/// The whole number under a key.
pub(crate) fn number(keys: &Object<'_>, key: &str) -> Option<i64> {
    raw(keys, key)?.parse().ok()
}

/// What stands under a key as text: a string's characters, or the JSON of anything else.
pub(crate) fn as_text(keys: &Object<'_>, key: &str) -> String {
    match text(keys, key) {
        Some(text) => text.into_owned(),
        None => raw(keys, key).unwrap_or_default().to_string(),
    }
}
