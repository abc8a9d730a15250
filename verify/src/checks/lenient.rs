//! A JSON object as lenient readers take it.
//!
//! Hosts write what they got into their envelopes, and some write it raw: a line feed, a tab or an escape sequence of
//! a terminal inside a string, a backslash that escapes nothing, `NaN`. Most readers take that for JSON, and a code in
//! such an object counts. Takes any text that begins as an object; gives one that says the same in strict JSON, if it
//! can be made one. One pass. Leaves out: what else is no JSON.
use std::borrow::Cow;

/// The text itself, if it is JSON; else with control characters escaped, lone backslashes doubled, and words that are
/// numbers in other languages as `null`. None where that is no object either.
pub(super) fn object(text: &str) -> Option<Cow<'_, str>> {
    let is_json = |text: &str| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok();
    if !text.trim_start().starts_with('{') {
        return None;
    }
    if is_json(text) {
        return Some(Cow::Borrowed(text));
    }
    let strict = strict(text);
    is_json(&strict).then_some(Cow::Owned(strict))
}

/// The text with what strict readers refuse inside of it replaced.
pub(super) fn strict(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 64);
    let mut rest = text.chars();
    let mut inside = false;
    while let Some(c) = rest.next() {
        match c {
            '"' => inside = !inside,
            '\\' if inside => {
                out.push('\\');
                let unit = rest.as_str().get(1..5).is_some_and(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
                match rest.as_str().chars().next() {
                    Some('"' | '\\' | '/' | 'b' | 'f' | 'n' | 'r' | 't') => out.extend(rest.next()),
                    Some('u') if unit => {}
                    _ => out.push('\\'),
                }
                continue;
            }
            c if inside && c < ' ' => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
                continue;
            }
            'N' | 'I' | '-' if !inside => {
                let at = text.len() - rest.as_str().len() - 1;
                let word = ["NaN", "Infinity", "-Infinity"].into_iter().find(|word| text[at..].starts_with(word));
                if let Some(word) = word {
                    out.push_str("null");
                    rest = text[at + word.len()..].chars();
                    continue;
                }
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lenient_readers_take() {
        for (text, wanted) in [
            (r#" {"a": "b\n"} "#, Some(r#" {"a": "b\n"} "#)),
            ("{\"a\": \"x\0y\n\tz\", \"c\": 1}", Some(r#"{"a": "x\u0000y\u000a\u0009z", "c": 1}"#)),
            (
                r#"{"a": "\q \u12 \u00e9 \\", "n": -Infinity, "m": NaN, "o": -1}"#,
                Some(r#"{"a": "\\q \\u12 \u00e9 \\", "n": null, "m": null, "o": -1}"#),
            ),
            (r#"{"a": "NaN \"#, None),
            ("{\"a\":\n1", None),
            ("[1]", None),
            ("", None),
        ] {
            assert_eq!(object(text).as_deref(), wanted, "{text}");
        }
    }
}
