//! Letters and digits of a text, nothing else: what is the same in a message and in an honest quotation of it,
//! however line breaks, brackets, escapes or template markers were treated.
use super::terminal;
use cento_contract::{Message, ToolCall};

/// Escaped text inside escaped text is followed this far (a bridge wraps a call, whose argument is JSON).
const MAX_DEPTH: usize = 4;

/// Separates parts, so that no match reaches over the border; it is neither letter nor digit.
const BORDER: char = '\n';

/// Everything of a message that can be quoted.
pub(super) fn of_message(message: &Message) -> String {
    let mut out = String::with_capacity(message.content.len());
    add(&message.content, 0, &mut out);
    for call in &message.tool_calls {
        add_call(call, &mut out);
    }
    if let Some(name) = &message.tool_name {
        add(name, 0, &mut out);
    }
    out
}

/// Appends what of a call can be quoted.
pub(super) fn add_call(call: &ToolCall, out: &mut String) {
    add(&call.name, 0, out);
    add(&call.arguments, 0, out);
}

fn add(text: &str, depth: usize, out: &mut String) {
    push(text, out);
    out.push(BORDER);
    if terminal::acts(text) {
        push(&terminal::shown(text), out);
        out.push(BORDER);
        add_words(text, out);
    }
    if depth < MAX_DEPTH && text.trim_start().starts_with(['{', '[', '"']) {
        for string in escaped_strings(text) {
            add(&string, depth + 1, out);
        }
    }
}

/// The words of a shell command: what a terminal does, it does within one word then, and signs of quoting may be gone
/// before it.
fn add_words(text: &str, out: &mut String) {
    let unquoted = |text: &str| text.replace(['\'', '"', '\\'], "");
    push(&terminal::shown(&unquoted(text)), out);
    out.push(BORDER);
    let mut escaped = false;
    let ends = |c: char| {
        let ends = !escaped && (c.is_ascii_whitespace() || ";&|()<>".contains(c));
        escaped = !escaped && c == '\\';
        ends
    };
    for word in text.split(ends).filter(|word| terminal::acts(word)) {
        for word in [terminal::shown(word), terminal::shown(&unquoted(word)), terminal::shown(&unescaped(word))] {
            push(&word, out);
            out.push(BORDER);
        }
    }
}

/// Quotes and escapes gone; a backslash before a letter or digit is no escape but part of a Windows path.
fn unescaped(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut chars = word.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\'' | '"' => {}
            '\\' if !chars.peek().is_some_and(|next| next.is_alphanumeric()) => out.extend(chars.next()),
            _ => out.push(c),
        }
    }
    out
}

/// Appends the letters and digits of a text.
pub(super) fn push(text: &str, out: &mut String) {
    let other = |c: char| !if c.is_ascii() { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() };
    text.split(other).for_each(|run| out.push_str(run));
}

/// The strings of a JSON text, decoded, if one of them holds an escape; else they stand in the text as they are. All
/// of them, for a quotation may join two.
fn escaped_strings(json: &str) -> Vec<String> {
    let (bytes, mut at, mut found, mut any) = (json.as_bytes(), 0, Vec::new(), false);
    while let Some(open) = bytes.get(at..).and_then(|rest| memchr::memchr(b'"', rest)).map(|p| at + p + 1) {
        let (mut end, mut escaped) = (open, false);
        while let Some(p) = bytes.get(end..).and_then(|rest| memchr::memchr2(b'"', b'\\', rest)) {
            end += p;
            if bytes[end] == b'"' {
                break;
            }
            (escaped, end) = (true, end + 2);
        }
        let end = end.min(bytes.len());
        any |= escaped;
        if let Some(inner) = json.get(open..end) {
            found.push(if escaped { decode(inner) } else { inner.to_owned() });
        }
        at = end + 1;
    }
    if any { found } else { Vec::new() }
}

/// The inside of a JSON string, decoded; what is no escape stays as it is.
pub(super) fn decode(inner: &str) -> String {
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let Some(c) = rest.chars().next() else { break };
        rest = &rest[c.len_utf8()..];
        match c {
            'n' => out.push('\n'),
            'r' => out.push('\r'),
            't' => out.push('\t'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            'u' => {
                let unit = |text: &str| text.get(..4).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                let Some(first) = unit(rest) else {
                    out.push_str("\\u");
                    continue;
                };
                rest = &rest[4..];
                let second = rest.strip_prefix("\\u").and_then(unit).filter(|u| (0xdc00..0xe000).contains(u));
                match (first, second) {
                    (0xd800..0xdc00, Some(second)) => {
                        rest = &rest[6..];
                        out.extend(char::from_u32(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)));
                    }
                    _ => out.push(char::from_u32(first).unwrap_or('\u{fffd}')),
                }
            }
            other => out.push(other),
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento_contract::Role;

    fn of(content: &str) -> String {
        of_message(&Message::new(Role::Tool, content))
    }

    #[test]
    fn decoded_strings_are_there() {
        assert!(of(r#"{"output":"first\nsecond"}"#).contains("firstsecond"));
        assert!(of(r#"{"a":"{\"b\":\"x\\ny\"}"}"#).contains("xy"));
        assert!(of(r#"{"a":"caf\u00e9 \ud83d\ude00 z"}"#).contains("caféz"));
        assert!(of(r#"{"a":"cut \"#).contains("cut"));
        assert!(of(r#"{"a":"cut\u000 \n"}"#).contains("\ncutu000\n"));
        // In their order, also where only one of them is written with an escape.
        let joined = of(r#"{"path":"a\nb","pattern":"find"}"#);
        assert!(joined.find("\nab\n").is_some_and(|at| joined[at..].contains("find")));
    }

    #[test]
    fn terminal_sequences_and_frames_are_gone() {
        assert!(of("\u{1b}[31mred\u{1b}[0m door").contains("reddoor"));
        assert!(of("\u{1b}]8;;http://x\u{7}link\u{1b}]8;;\u{7}ed").contains("linked"));
        assert!(of("10%\r55%\r100% done\nnext").contains("100donenext"));
        assert!(of(r#"{"output":"kept\bs \u0008hidden"}"#).contains("kepshidden"));
        assert!(of("cat > out/no\u{8}\"t\"es.txt").contains("outntestxt"));
        assert!(of("cat > out/no\u{1b}\\ tes.txt\u{8}\r b").contains("outnoestx\n"));
        assert!(of("cat > out/noa\u{1b}\\ P\u{1b}\\tes.txt").contains("outnoatestxt\n"));
        assert!(of(r#"{"output":"\u001b[1mbold\u001b[0m text"}"#).contains("boldtext"));
    }
}
