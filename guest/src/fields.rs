//! The top level of a JSON object: its keys and the raw text of their values.
//!
//! Takes any text; gives the keys in order with borrowed values, or nothing when the text is no whole object.
//! Nested values are skipped, not read, so they can never stand for the outer ones. One scan, and strings are
//! decoded only when asked for. Promises: total, linear, no recursion; lone surrogate escapes become U+FFFD.
//! Leaves out: full validation. What a host wrote almost as JSON (raw line feeds in strings) is still read.
use crate::bytes::Set;
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use memchr::memchr;

/// More keys than this are no envelope and no arguments; the rest is checked but not kept.
const MAX_KEYS: usize = 4_096;

/// What escapes in a string, and what ends one or escapes.
static ESCAPE: Set = Set::of_bytes(b"\\");
static STRING_MARKS: Set = Set::of_bytes(b"\"\\");

/// Keys and raw values of an object; of equal keys the last one counts.
#[derive(Debug, Default)]
pub(crate) struct Fields<'a> {
    all: Vec<(Cow<'a, str>, &'a str)>,
}

impl<'a> Fields<'a> {
    /// Reads an object that is the whole text.
    pub(crate) fn read(json: &'a str) -> Option<Self> {
        let mut scan = Scan { text: json, at: 0 };
        let all = scan.object()?;
        scan.space();
        (scan.at == json.len()).then_some(Fields { all })
    }

    /// All of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &'a str)> {
        self.all.iter().map(|(key, raw)| (key.as_ref(), *raw))
    }

    /// The raw value; `null` counts as there.
    pub(crate) fn raw(&self, key: &str) -> Option<&'a str> {
        self.all.iter().rev().find(|(k, _)| k == key).map(|(_, raw)| *raw)
    }

    /// True when the key is there, whatever its value.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.raw(key).is_some()
    }

    /// The value, if it is a string.
    pub(crate) fn text(&self, key: &str) -> Option<Cow<'a, str>> {
        self.raw(key).and_then(text)
    }

    /// The first of these keys with a string that is not empty.
    pub(crate) fn first_text(&self, keys: &[&str]) -> Option<Cow<'a, str>> {
        keys.iter().filter_map(|key| self.text(key)).find(|t| !t.is_empty())
    }

    /// The value as an identifier: a string that is not empty, or a number as written.
    pub(crate) fn id(&self, keys: &[&str]) -> Option<Cow<'a, str>> {
        keys.iter().filter_map(|key| self.raw(key)).find_map(|raw| match text(raw) {
            Some(t) => (!t.is_empty()).then_some(t),
            None => raw.starts_with(|c: char| c.is_ascii_digit() || c == '-').then_some(Cow::Borrowed(raw)),
        })
    }

    /// The value, if it is true or false.
    pub(crate) fn flag(&self, key: &str) -> Option<bool> {
        match self.raw(key) {
            Some("true") => Some(true),
            Some("false") => Some(false),
            _ => None,
        }
    }
}

/// The value as text, if it is a JSON string.
pub(crate) fn text(raw: &str) -> Option<Cow<'_, str>> {
    let inner = raw.strip_prefix('"')?.strip_suffix('"')?;
    let mut escapes = ESCAPE.places(inner.as_bytes());
    let mut next = escapes.next();
    if next.is_none() {
        return Some(Cow::Borrowed(inner));
    }
    let mut out = String::with_capacity(inner.len());
    let mut at = 0;
    while let Some(found) = next {
        out.push_str(inner.get(at..found)?);
        at = escape(inner, found, &mut out);
        escapes.skip_to(at);
        next = escapes.next();
    }
    out.push_str(inner.get(at..).unwrap_or_default());
    Some(Cow::Owned(out))
}

/// The text of a string that is to be written anew. None where a lone surrogate is in it, which no text can say.
pub(crate) fn exact(raw: &str) -> Option<String> {
    serde_json::from_str(raw).ok().or_else(|| {
        let lenient = text(raw)?;
        (lenient.matches('\u{fffd}').count() == raw.matches('\u{fffd}').count()).then(|| lenient.into_owned())
    })
}

/// Decodes the escape at `at`; gives the place after it.
fn escape(inner: &str, at: usize, out: &mut String) -> usize {
    let unit = |at: usize| -> Option<u32> {
        let hex = inner.get(at..at + 6)?.strip_prefix("\\u")?;
        u32::from_str_radix(hex, 16).ok()
    };
    let simple = match inner.as_bytes().get(at + 1) {
        Some(b'n') => '\n',
        Some(b't') => '\t',
        Some(b'r') => '\r',
        Some(b'b') => '\u{8}',
        Some(b'f') => '\u{c}',
        Some(b'"') => '"',
        Some(b'\\') => '\\',
        Some(b'/') => '/',
        Some(b'u') => {
            return match (unit(at), unit(at + 6)) {
                (Some(high @ 0xd800..=0xdbff), Some(low @ 0xdc00..=0xdfff)) => {
                    let code = 0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00);
                    out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
                    at + 12
                }
                (Some(code), _) => {
                    out.push(char::from_u32(code).unwrap_or('\u{fffd}'));
                    at + 6
                }
                // No JSON escape; it stays as it stands.
                (None, _) => {
                    out.push('\\');
                    at + 1
                }
            };
        }
        _ => {
            out.push('\\');
            return at + 1;
        }
    };
    out.push(simple);
    at + 2
}

/// Raw elements, if the text is a whole JSON list.
pub(crate) fn elements(json: &str) -> Option<Vec<&str>> {
    let mut scan = Scan { text: json, at: 0 };
    let mut all = Vec::new();
    scan.space();
    scan.take(b'[')?;
    scan.space();
    if scan.take(b']').is_none() {
        loop {
            scan.space();
            all.push(scan.value()?);
            scan.space();
            if scan.take(b',').is_none() {
                scan.take(b']')?;
                break;
            }
        }
    }
    scan.space();
    (scan.at == json.len()).then_some(all)
}

/// Every string value in a JSON text, in order, one per line; keys are left out.
pub(crate) fn all_strings(json: &str) -> String {
    let mut scan = Scan { text: json, at: 0 };
    let mut out = String::new();
    while let Some(found) = memchr(b'"', scan.rest()) {
        scan.at += found;
        let Some(raw) = scan.string() else { break };
        scan.space();
        if scan.peek() == Some(b':') {
            continue;
        }
        if let Some(value) = text(raw).filter(|v| !v.is_empty()) {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&value);
        }
    }
    out
}

/// A place in a text; steps that every reader of JSON takes.
pub(crate) struct Scan<'a> {
    pub(crate) text: &'a str,
    pub(crate) at: usize,
}

impl<'a> Scan<'a> {
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    pub(crate) fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    pub(crate) fn take(&mut self, byte: u8) -> Option<()> {
        (self.peek() == Some(byte)).then(|| self.at += 1)
    }

    pub(crate) fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn object(&mut self) -> Option<Vec<(Cow<'a, str>, &'a str)>> {
        let mut all = Vec::new();
        self.space();
        self.take(b'{')?;
        self.space();
        if self.take(b'}').is_some() {
            return Some(all);
        }
        loop {
            self.space();
            let key = self.string().and_then(text)?;
            self.space();
            self.take(b':')?;
            self.space();
            let value = self.value()?;
            if all.len() < MAX_KEYS {
                all.push((key, value));
            }
            self.space();
            if self.take(b',').is_none() {
                self.take(b'}')?;
                return Some(all);
            }
        }
    }

    /// A string with its quotes.
    fn string(&mut self) -> Option<&'a str> {
        let start = self.at;
        self.take(b'"')?;
        let from = self.at;
        let rest = self.rest();
        let mut marks = STRING_MARKS.places(rest);
        loop {
            let mark = marks.next()?;
            if rest.get(mark) == Some(&b'"') {
                self.at = from + mark + 1;
                return self.text.get(start..self.at);
            }
            marks.skip_to(mark + 2);
        }
    }

    fn value(&mut self) -> Option<&'a str> {
        let start = self.at;
        match self.peek()? {
            b'"' => return self.string(),
            b'{' | b'[' => {
                let mut depth = 0_usize;
                loop {
                    match self.peek()? {
                        b'"' => {
                            self.string()?;
                            continue;
                        }
                        b'{' | b'[' => depth += 1,
                        b'}' | b']' => depth -= 1,
                        _ => {}
                    }
                    self.at += 1;
                    if depth == 0 {
                        return self.text.get(start..self.at);
                    }
                }
            }
            b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'N' | b'I' => {}
            _ => return None,
        }
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z')) {
            self.at += 1;
        }
        self.text.get(start..self.at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::string::ToString;

    #[test]
    fn only_the_top_level_counts() {
        let f = Fields::read(r#" {"a": {"exit_code": 0}, "b": "{\"exit_code\": 0}", "exit_code": 3, "c": [1,[2]]} "#);
        let f = f.unwrap();
        assert_eq!(f.raw("exit_code"), Some("3"));
        assert_eq!(f.text("b").unwrap(), r#"{"exit_code": 0}"#);
        assert_eq!((f.raw("c"), f.raw("d")), (Some("[1,[2]]"), None));
        assert_eq!(Fields::read(r#"{"a":1,"a":2}"#).unwrap().raw("a"), Some("2"));
    }

    #[test]
    fn what_is_no_whole_object_is_none() {
        for bad in ["", "{", "[1]", "{}x", r#"{"a":1}{"b":2}"#, r#"{"a" 1}"#, r#"{"a":"x"#, r#"{"a":"\"#, "{\"a\":x}"] {
            assert!(Fields::read(bad).is_none(), "{bad}");
        }
        assert!(Fields::read("{}").unwrap().iter().next().is_none());
        assert_eq!(elements("[1, \"a]\", {\"b\":[2]}]").unwrap(), ["1", "\"a]\"", "{\"b\":[2]}"]);
        assert_eq!((elements("[]").unwrap().len(), elements("[1")), (0, None));
    }

    #[test]
    fn a_string_is_written_anew_only_from_what_it_says() {
        for (raw, wanted) in [
            (r#""a\u00e9\n""#, Some("aé\n")),
            ("\"a\0b\tc\u{fffd}\"", Some("a\0b\tc\u{fffd}")),
            (r#""a\q""#, Some(r"a\q")),
            (r#""a\ud800""#, None),
            ("\"a\0\\ud800\"", None),
            ("1", None),
        ] {
            assert_eq!(exact(raw).as_deref(), wanted, "{raw}");
        }
    }

    #[test]
    fn escapes_are_decoded_and_lone_surrogates_replaced() {
        assert_eq!(text(r#""a\n\u00e9\ud83d\ude00\ud800x\"\\""#).unwrap(), "a\né😀\u{fffd}x\"\\");
        assert_eq!(text(r#""\q\u12""#).unwrap(), r"\q\u12");
        assert_eq!(text("\"plain é\"").unwrap(), "plain é");
        assert_eq!(all_strings(r#"{"k":["a\nb",1],"l":{"m":"c"}}"#), "a\nb\nc");
    }

    proptest! {
        #[test]
        fn reads_back_what_serde_writes(key in ".*", value in ".*", n in any::<i64>()) {
            let json = serde_json::json!({ key.as_str(): value, "n": n, "o": {"n": 1} }).to_string();
            let f = Fields::read(&json).unwrap();
            if key != "n" && key != "o" {
                prop_assert_eq!(f.text(&key).unwrap(), value);
            }
            let n = n.to_string();
            prop_assert_eq!(f.raw("n"), Some(n.as_str()));
        }

        #[test]
        fn any_text_is_survived(text_in in "[\\[\\]{}\":,\\\\a1 ué\n]{0,60}") {
            let _ = Fields::read(&text_in);
            let _ = elements(&text_in);
            let _ = all_strings(&text_in);
            let _ = text(&text_in);
        }
    }
}
