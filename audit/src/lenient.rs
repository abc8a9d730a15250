//! JSON values of results, also of those that only lenient readers take.
//!
//! A host may write raw control characters into strings, a backslash before any sign, half a character (a lone
//! surrogate, read as U+FFFD), or `NaN`. Takes a text; gives its
//! value if it is an object or a list. Linear. Leaves out: what else strict readers refuse.
use serde_json::Value;

/// The object or list that the text is.
pub(crate) fn value(text: &str) -> Option<Value> {
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    serde_json::from_str(text).or_else(|_| serde_json::from_slice(&mended(text.as_bytes()))).ok()
}

/// The bytes with what strict readers refuse replaced.
fn mended(text: &[u8]) -> Vec<u8> {
    const ESCAPES: &[u8] = b"\"\\/bfnrt";
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    let (mut at, mut string) = (0, false);
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let mut step = 1;
        match (string, byte) {
            (true, b'\\') if unit(rest).is_some_and(|unit| (0xd800..0xe000).contains(&unit)) => {
                let pair = unit(rest).is_some_and(|high| high < 0xdc00)
                    && unit(&rest[6..]).is_some_and(|low| (0xdc00..0xe000).contains(&low));
                step = if pair { 12 } else { 6 };
                out.extend_from_slice(if pair { &rest[..12] } else { b"\\ufffd" });
            }
            (true, b'\\') => {
                let known = match rest.get(1) {
                    Some(b'u') => unit(rest).is_some(),
                    Some(next) => ESCAPES.contains(next),
                    None => false,
                };
                if known {
                    out.extend_from_slice(&rest[..2]);
                    step = 2;
                } else {
                    out.extend_from_slice(b"\\\\");
                }
            }
            (true, 0..0x20) => out.extend_from_slice(format!("\\u00{byte:02x}").as_bytes()),
            (false, b'N') if rest.starts_with(b"NaN") => {
                out.extend_from_slice(b"null");
                step = 3;
            }
            (false, b'-' | b'I') if rest.starts_with(b"Infinity") || rest.starts_with(b"-Infinity") => {
                out.extend_from_slice(b"null");
                step = if byte == b'-' { 9 } else { 8 };
            }
            _ => {
                string ^= byte == b'"';
                out.push(byte);
            }
        }
        at += step;
    }
    out
}

/// The number of a `\u` escape at the start.
fn unit(text: &[u8]) -> Option<u32> {
    let digits = text.strip_prefix(b"\\u")?.get(..4).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_lenient_readers_take_is_read() {
        for (text, wanted) in [
            (
                "{\"output\": \"a\0b\u{1b}[0m\n\tc\", \"exit_code\": 2}",
                Some(json!({"output": "a\0b\u{1b}[0m\n\tc", "exit_code": 2})),
            ),
            (
                r#"{"a": "\q \u12 \u00e9\\", "b": [NaN, -Infinity, -1]}"#,
                Some(json!({"a": "\\q \\u12 é\\", "b": [null, null, -1]})),
            ),
            (
                r#"["\ud83d x", "\udd25", "\ud83d\udd25", "\ud83d"]"#,
                Some(json!(["\u{fffd} x", "\u{fffd}", "🔥", "\u{fffd}"])),
            ),
            ("[1, 2]", Some(json!([1, 2]))),
            ("{\"a\": 1} more", None),
            ("{\"a\": \"\\", None),
            ("a text", None),
        ] {
            assert_eq!(value(text), wanted, "{text}");
        }
    }
}
