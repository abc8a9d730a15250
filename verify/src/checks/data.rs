//! Shortened JSON held against the original.
//!
//! Values are the same, or shortened: strings cut with `…+123` or between both ends; objects with their first keys and `"…": "12 more keys"`;
//! lists with `"… 12 more items"` for what is missing, which a list of lines (JSONL) has as an object of its own; a
//! value that is named by its size, `"{… 12 keys}"`. Every count is held against what is there. Leaves out: white space;
//! how deep values are compared has a bound.
use super::lines;
use cento_contract::json;

/// Deeper values have to be the same.
const DEEPEST: usize = 24;

/// True when both are JSON, and the new one is the old one shortened.
pub(super) fn is_of(old: &str, new: &str) -> bool {
    if is_json(old) {
        return is_json(new) && value(old.trim(), new.trim(), 0);
    }
    // One value after another, over one line or several.
    let (Some(old), Some(new)) = (values(old), values(new)) else { return false };
    items(
        &old,
        &new,
        &|new| {
            let only = json::entries(new).filter(|all| all.len() == 1)?;
            let (key, text) = only.first()?;
            (key.get() == "\"…\"").then(|| json::string(text.get()).and_then(|t| count(&t, "", " more lines")))?
        },
        0,
    )
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

fn values(text: &str) -> Option<Vec<&str>> {
    let all = serde_json::Deserializer::from_str(text).into_iter::<&serde_json::value::RawValue>();
    all.map(|value| value.ok().map(|v| v.get())).collect()
}

fn value(old: &str, new: &str, depth: usize) -> bool {
    if old == new {
        return true;
    }
    if depth > DEEPEST {
        return false;
    }
    let deeper = || depth + 1;
    match (old.as_bytes().first(), new.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => {
            let (Some(old), Some(new)) = (json::entries(old), json::entries(new)) else { return false };
            let (more, shown) = match new.split_last() {
                Some((last, rest))
                    if last.0.get() == "\"…\"" && old.last().is_none_or(|of| of.1.get() != last.1.get()) =>
                {
                    (json::string(last.1.get()).and_then(|text| count(&text, "", " more keys")), rest)
                }
                _ => (Some(0), new.as_slice()),
            };
            let mut left = old.iter();
            let there = shown
                .iter()
                .all(|(key, new)| left.any(|(k, old)| k.get() == key.get() && value(old.get(), new.get(), deeper())));
            there && more == Some(old.len() - shown.len())
        }
        (Some(b'['), Some(b'[')) => {
            let raw = |text| json::elements(text).map(|all| all.into_iter().map(|v| v.get()).collect::<Vec<_>>());
            let (Some(old), Some(new)) = (raw(old), raw(new)) else { return false };
            items(&old, &new, &|new| json::string(new).and_then(|text| count(&text, "… ", " more items")), deeper())
        }
        (Some(b'{'), Some(b'"')) => {
            let named = json::string(new).and_then(|text| count(&text, "{… ", " keys}"));
            named.is_some() && named == json::entries(old).map(|all| all.len())
        }
        (Some(b'['), Some(b'"')) => {
            let named = json::string(new).and_then(|text| count(&text, "[… ", " items]"));
            named.is_some() && named == json::elements(old).map(|all| all.len())
        }
        // A cut counts characters as they stand in the text, escapes as more than one.
        (Some(b'"'), Some(b'"')) => {
            lines::is_cut(old, new)
                || json::string(old)
                    .zip(json::string(new))
                    .is_some_and(|(old, new)| lines::is_cut(&old, &new) || lines::by_ends(&old, &new))
        }
        _ => false,
    }
}

/// The new items are old ones in order; a mark stands for as many as it says.
fn items(old: &[&str], new: &[&str], mark: &dyn Fn(&str) -> Option<usize>, depth: usize) -> bool {
    let mut at = 0;
    for item in new {
        match old.get(at) {
            Some(of) if value(of, item, depth) => at += 1,
            _ => match mark(item) {
                Some(missing) if missing > 0 => at += missing,
                _ => return false,
            },
        }
    }
    at == old.len()
}

/// The number between two parts of a mark.
fn count(text: &str, before: &str, behind: &str) -> Option<usize> {
    text.strip_prefix(before)?.strip_suffix(behind)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_held_against_what_is_there() {
        let old = r#"{"a": [1, 2.50, {"b": "long words of it"}, 4], "c": {"d": 1, "e": 2}, "f": "x\ny and more"}"#;
        for (new, holds) in [
            (r#"{"a":[1,2.50,{"b":"long words of it"},4],"c":{"d":1,"e":2},"f":"x\ny and more"}"#, true),
            (r#"{"a":[1,"… 3 more items"],"c":"{… 2 keys}","f":"x\ny…+9"}"#, true),
            (r#"{"a":[1,"… 2 more items",4],"…":"2 more keys"}"#, true),
            (r#"{"a":"[… 4 items]","c":{"d":1,"…":"1 more keys"},"f":"x\ny and more"}"#, true),
            (r#"{"a":[1,"… 1 more items",4],"…":"2 more keys"}"#, false),
            (r#"{"a":[1,2.5,"… 2 more items"],"…":"2 more keys"}"#, false),
            (r#"{"a":"[… 5 items]","…":"2 more keys"}"#, false),
            (r#"{"a":"[… 4 items]","…":"1 more keys"}"#, false),
            (r#"{"f":"x\ny and more","a":"[… 4 items]","…":"1 more keys"}"#, false),
            (r#"{"a":"[… 4 items]","c":"{… 2 keys}","f":"x\nz…+9"}"#, false),
            (r#"{"a":"[… 4 items]","c":"{… 2 keys}","f":"x\ny…+8"}"#, false),
            (r#"{"a":"[… 4 items]","c":"{… 2 keys}"}"#, false),
        ] {
            assert_eq!(is_of(old, new), holds, "{new}");
        }
    }

    #[test]
    fn lines_of_json() {
        let old = "{\"a\": 1}\n{\"a\": 2}\n{\"a\": 3}\n";
        assert!(
            is_of(old, "{\"a\":1}\n{\"…\":\"2 more lines\"}") || is_of(old, "{\"a\": 1}\n{\"…\":\"2 more lines\"}")
        );
        assert!(!is_of(old, "{\"a\": 1}\n{\"…\":\"1 more lines\"}"));
        assert!(!is_of("no", "{}") && !is_of("{}", "no"));
    }
}
