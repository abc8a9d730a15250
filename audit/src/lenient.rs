//! JSON values of results, also of those that only lenient readers take.
//!
//! A host may write raw control characters into strings, a backslash before any sign, or `NaN`. Takes a text; gives its
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
            (true, b'\\') => {
                let known = match rest.get(1) {
                    Some(b'u') => rest.len() >= 6 && rest[2..6].iter().all(u8::is_ascii_hexdigit),
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
            ("[1, 2]", Some(json!([1, 2]))),
            ("{\"a\": 1} more", None),
            ("{\"a\": \"\\", None),
            ("a text", None),
        ] {
            assert_eq!(value(text), wanted, "{text}");
        }
    }
}
