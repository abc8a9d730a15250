//! A JSON text as a flat list of its values.
//!
//! Takes a text that is one JSON value, or one value after another (JSONL); gives every value with its place in the
//! text, in order, or the byte at which the text is no JSON. Marks values that speak of a failure and all around them.
//! Promises: linear, no recursion, nothing copied; what is accepted is what a strict reader accepts, but for raw line
//! feeds inside strings. Leaves out: the meaning of numbers and strings.
use super::signs;
use crate::fields::Scan;
use alloc::vec::Vec;
use memchr::memchr2;

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Object,
    Array,
    /// The values of a JSONL text.
    Lines,
    String,
    /// A number, `true`, `false` or `null`.
    Scalar,
}

/// A value and its place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    /// It, or something inside, says that something failed.
    pub(super) failing: bool,
    start: u32,
    end: u32,
    /// Place of its key with the quotes; equal when it has none.
    key: (u32, u32),
    /// Values right inside.
    pub(super) count: u32,
    /// Index of the value after it and all inside.
    pub(super) next: u32,
}

impl Node {
    /// The text of the value.
    pub(super) fn text<'a>(&self, all: &'a str) -> &'a str {
        all.get(self.start as usize..self.end as usize).unwrap_or("")
    }

    /// The text of the key with its quotes.
    pub(super) fn key<'a>(&self, all: &'a str) -> &'a str {
        all.get(self.key.0 as usize..self.key.1 as usize).unwrap_or("")
    }

    /// What stands between key and value.
    pub(super) fn colon<'a>(&self, all: &'a str) -> &'a str {
        all.get(self.key.1 as usize..self.start as usize).unwrap_or("")
    }

    /// White space before it.
    pub(super) fn space_before<'a>(&self, all: &'a str) -> &'a str {
        let start = if self.key.0 == self.key.1 { self.start } else { self.key.0 };
        space_before(all, start as usize)
    }

    /// White space before its last bracket.
    pub(super) fn space_at_end<'a>(&self, all: &'a str) -> &'a str {
        space_before(all, (self.end as usize).saturating_sub(1))
    }

    /// The byte after it.
    pub(super) fn end(&self) -> usize {
        self.end as usize
    }

    /// Length in bytes.
    pub(super) fn len(&self) -> usize {
        (self.end - self.start) as usize
    }
}

fn space_before(all: &str, at: usize) -> &str {
    let before = all.get(..at).unwrap_or("");
    before.get(before.trim_end_matches([' ', '\t', '\n', '\r']).len()..).unwrap_or("")
}

/// All values of a text; else the byte where it goes wrong, which is the end where only more is missing.
pub(super) fn parse(text: &str, lines: bool) -> Result<Vec<Node>, usize> {
    let nodes = first(text, lines)?;
    let end = nodes.first().map_or(0, |node| node.end as usize);
    let rest = text.get(end..).unwrap_or("").trim_start_matches([' ', '\t', '\n', '\r']);
    if rest.is_empty() { Ok(nodes) } else { Err(text.len() - rest.len()) }
}

/// The value that a text begins with, whatever follows it.
pub(super) fn first(text: &str, lines: bool) -> Result<Vec<Node>, usize> {
    let end = u32::try_from(text.len()).map_err(|_| 0_usize)?;
    let mut scan = Scan { text, at: 0 };
    let mut nodes: Vec<Node> = Vec::new();
    let mut open: Vec<u32> = Vec::new();
    if lines {
        nodes.push(Node { kind: Kind::Lines, failing: false, start: 0, end, key: (0, 0), count: 0, next: 0 });
        open.push(0);
    }
    'value: loop {
        scan.space();
        let inside = open.last().and_then(|top| nodes.get_mut(*top as usize));
        let in_object = inside.as_ref().is_some_and(|node| node.kind == Kind::Object);
        if let Some(node) = inside {
            node.count += 1;
        }
        let mut key = (0, 0);
        if in_object {
            let from = scan.at;
            scan.strict_string().ok_or(scan.at)?;
            key = (small(from), small(scan.at));
            scan.space();
            scan.take(b':').ok_or(scan.at)?;
            scan.space();
        }
        let start = scan.at;
        let kind = match scan.peek() {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            _ => Kind::Scalar,
        };
        let index = small(nodes.len());
        nodes.push(Node { kind, failing: false, start: small(start), end: 0, key, count: 0, next: 0 });
        match kind {
            Kind::String => scan.strict_string().ok_or(scan.at)?,
            Kind::Scalar => scan.scalar().ok_or(scan.at)?,
            _ => {
                scan.at += 1;
                open.push(index);
                scan.space();
                if scan.peek() != Some(close_of(kind)) {
                    continue 'value;
                }
            }
        }
        if matches!(kind, Kind::String | Kind::Scalar) {
            close(&mut nodes, index, scan.at);
            let told = nodes.last().is_some_and(|node| tells(node, text));
            if told {
                mark(&mut nodes, &open, index);
            }
        }
        loop {
            scan.space();
            let Some(top) = open.last().copied() else {
                return Ok(nodes);
            };
            let kind = nodes.get(top as usize).map_or(Kind::Lines, |node| node.kind);
            if kind == Kind::Lines {
                if scan.at < text.len() {
                    continue 'value;
                }
                close(&mut nodes, top, scan.at);
                return Ok(nodes);
            }
            if scan.take(b',').is_some() {
                continue 'value;
            }
            scan.take(close_of(kind)).ok_or(scan.at)?;
            close(&mut nodes, top, scan.at);
            open.pop();
        }
    }
}

fn small(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

fn close_of(kind: Kind) -> u8 {
    if kind == Kind::Object { b'}' } else { b']' }
}

fn close(nodes: &mut [Node], index: u32, end: usize) {
    let next = small(nodes.len());
    if let Some(node) = nodes.get_mut(index as usize) {
        (node.end, node.next) = (small(end), next);
    }
}

/// Marks a value and all that it stands in, up to the first that is marked.
fn mark(nodes: &mut [Node], open: &[u32], index: u32) {
    for at in core::iter::once(&index).chain(open.iter().rev()) {
        match nodes.get_mut(*at as usize) {
            Some(node) if !node.failing => node.failing = true,
            _ => break,
        }
    }
}

/// The value says that something failed, by its key or by its words.
fn tells(node: &Node, all: &str) -> bool {
    let value = node.text(all);
    let key = node.key(all).trim_matches('"');
    let is = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(key));
    let empty = matches!(value, "null" | "false" | "0" | "\"\"");
    if !empty
        && key.len() < 20
        && is(&["error", "errors", "exception", "failure", "failures", "errorMessage", "fatal", "traceback"])
    {
        return true;
    }
    if node.kind == Kind::String
        && key.len() < 12
        && is(&["status", "state", "conclusion", "outcome", "result", "level", "severity"])
    {
        let word = value.trim_matches('"').as_bytes();
        let starts = |with: &str| word.get(..with.len()).is_some_and(|w| w.eq_ignore_ascii_case(with.as_bytes()));
        return starts("fail") || starts("err") || starts("fatal") || starts("critical");
    }
    node.kind == Kind::String && signs::fails(value)
}

/// What a strict reader accepts; a place at the end of the text says that only more is missing.
impl Scan<'_> {
    fn strict_string(&mut self) -> Option<()> {
        self.take(b'"')?;
        loop {
            let Some(found) = memchr2(b'"', b'\\', self.rest()) else {
                self.at = self.text.len();
                return None;
            };
            self.at += found;
            if self.take(b'"').is_some() {
                return Some(());
            }
            let long = match self.text.as_bytes().get(self.at + 1) {
                Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
                Some(b'u') => {
                    let hex = self.text.as_bytes().get(self.at + 2..).unwrap_or_default();
                    let hex = hex.iter().take(4).take_while(|b| b.is_ascii_hexdigit()).count();
                    if hex < 4 && self.at + 2 + hex < self.text.len() {
                        return None;
                    }
                    2 + hex
                }
                Some(_) => return None,
                None => 1,
            };
            self.at = (self.at + long).min(self.text.len());
        }
    }

    fn digits(&mut self) -> Option<()> {
        let from = self.at;
        while self.peek().is_some_and(|b| b.is_ascii_digit()) {
            self.at += 1;
        }
        (self.at > from).then_some(())
    }

    fn scalar(&mut self) -> Option<()> {
        let rest = self.text.get(self.at..)?;
        for word in ["true", "false", "null"] {
            if rest.starts_with(word) {
                self.at += word.len();
                return Some(());
            }
            if !rest.is_empty() && word.starts_with(rest) {
                self.at = self.text.len();
                return None;
            }
        }
        _ = self.take(b'-');
        if self.take(b'0').is_none() {
            self.digits()?;
        }
        if self.take(b'.').is_some() {
            self.digits()?;
        }
        if self.take(b'e').or_else(|| self.take(b'E')).is_some() {
            _ = self.take(b'+').or_else(|| self.take(b'-'));
            self.digits()?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::string::String;

    #[test]
    fn what_is_missing_and_what_is_wrong() {
        for (text, wrong) in
            [("{\"a\":1", 6), ("[1,\"x", 5), ("[tru", 4), ("[1 2]", 3), ("{a", 1), ("[01]", 2), ("", 0), ("[1]x", 3)]
        {
            assert_eq!(parse(text, false).map(|nodes| nodes.len()), Err(wrong), "{text}");
        }
        let nodes = parse("{\"a\": [1, {\"b\": null}], \"c\": \"\"}", false).unwrap();
        let counts: Vec<(u32, u32)> = nodes.iter().map(|node| (node.count, node.next)).collect();
        assert_eq!(counts, [(2, 6), (2, 5), (0, 3), (1, 5), (0, 5), (0, 6)]);
    }

    #[test]
    fn failures_are_marked_with_what_holds_them() {
        let text = r#"[{"a": 1}, {"b": {"status": "FAILED"}}, {"error": null}, ["lamp.py:3: error: dark"]]"#;
        let nodes = parse(text, false).unwrap();
        let marked: Vec<&str> = nodes.iter().filter(|n| n.failing).map(|n| n.text(text)).skip(1).collect();
        assert_eq!(
            marked,
            [
                r#"{"b": {"status": "FAILED"}}"#,
                r#"{"status": "FAILED"}"#,
                "\"FAILED\"",
                r#"["lamp.py:3: error: dark"]"#,
                "\"lamp.py:3: error: dark\""
            ]
        );
    }

    proptest! {
        #[test]
        fn accepts_what_a_strict_reader_accepts(text in "[\\[\\]{}\":,\\\\01 ue.n-]{0,24}|(\\[|\\{\"a\":|1|,|\"b\"|\\]|\\}|null){1,12}") {
            let strict = serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok();
            prop_assert_eq!(parse(&text, false).is_ok(), strict, "{}", text);
        }

        #[test]
        fn the_beginning_of_json_is_only_unfinished(values in prop::collection::vec("[a-z\"\\\\é]{0,6}", 0..8), cut in 0_usize..200) {
            let text: String = serde_json::to_string(&serde_json::json!({"k": values, "n": [-1.5e3, true, null]})).unwrap();
            let cut = text.floor_char_boundary(cut.min(text.len() - 1));
            let head = &text[..cut];
            prop_assert_eq!(parse(head, false).map(|n| n.len()), Err(cut));
        }
    }
}
