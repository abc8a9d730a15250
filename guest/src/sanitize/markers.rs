//! Chat-template markers broken up, look-alikes of our references changed.
//!
//! Takes text that `terminal` has cleaned. A marker gets a space behind its opening bracket: it stays readable and
//! is no token any more. `[#123]` and `[t12]` become `(#123)` and `(t12)`: only our own lines may carry references.
//! Leaves out: tags that are no tokens of a template, and markers with spaces inside, which are none.
use super::push;
use alloc::string::String;

/// What stands at a `<` or `[`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A marker: a space goes behind its bracket.
    Marker,
    /// A reference look-alike; its closing bracket stands here.
    Reference(usize),
}

/// Longest name inside `<|…|>`, in bytes.
const MAX_TOKEN: usize = 96;
/// Longest number of a reference.
const MAX_DIGITS: usize = 20;

/// Names of `<…>` and `</…>` tokens, lower case.
const ANGLE: [&[u8]; 24] = [
    b"s",
    b"bos",
    b"eos",
    b"pad",
    b"unk",
    b"eod",
    b"mask",
    b"think",
    b"thinking",
    b"tool_call",
    b"tool_calls",
    b"tool_response",
    b"tool_responses",
    b"function_call",
    b"function_calls",
    b"function_results",
    b"start_of_turn",
    b"end_of_turn",
    b"start_of_image",
    b"end_of_image",
    b"endoftext",
    b"fim_prefix",
    b"fim_suffix",
    b"fim_middle",
];

/// Names of `[…]` and `[/…]` tokens, lower case.
const SQUARE: [&[u8]; 9] = [
    b"inst",
    b"think",
    b"tool_calls",
    b"tool_results",
    b"tool_content",
    b"available_tools",
    b"system_prompt",
    b"model_settings",
    b"call_id",
];

/// The bar of the full-width forms, U+FF5C.
const WIDE_BAR: &[u8] = "｜".as_bytes();

/// What stands at `at`, if anything. The look-ahead is bounded.
pub(super) fn find(bytes: &[u8], at: usize) -> Option<Found> {
    let rest = bytes.get(at..)?;
    let marker = match rest {
        [b'[', b'#', b'0'..=b'9', ..] | [b'[', b't', b'0'..=b'9', ..] => return reference(rest, at),
        [b'[', ..] => named(rest.get(1..)?, b']', &SQUARE),
        [b'<', b'|', ..] => token(rest.get(2..)?),
        [b'<', 0xef, ..] => token(rest.get(1..)?.strip_prefix(WIDE_BAR)?),
        [b'<', b'<', ..] => {
            let name = rest.get(2..)?;
            let name = name.strip_prefix(b"/").unwrap_or(name);
            name.get(..5).is_some_and(|n| n.eq_ignore_ascii_case(b"sys>>"))
        }
        [b'<', ..] => named(rest.get(1..)?, b'>', &ANGLE),
        _ => false,
    };
    marker.then_some(Found::Marker)
}

/// A name of the list, with or without a slash, and the closing bracket right behind it.
fn named(rest: &[u8], close: u8, names: &[&[u8]]) -> bool {
    let rest = rest.strip_prefix(b"/").unwrap_or(rest);
    // Most brackets in code and logs fail at the first byte.
    match rest.first().map(u8::to_ascii_lowercase) {
        Some(b'a' | b'b' | b'c' | b'e' | b'f' | b'i' | b'm' | b'p' | b's' | b't' | b'u') => {}
        _ => return false,
    }
    let length = rest.iter().take(20).take_while(|&&b| b == b'_' || b.is_ascii_alphabetic()).count();
    let name = rest.get(..length).unwrap_or(&[]);
    rest.get(length) == Some(&close) && names.iter().any(|n| n.eq_ignore_ascii_case(name))
}

/// The rest of `<|name|>` with either kind of bar: a name, a bar and `>`.
fn token(rest: &[u8]) -> bool {
    let within = rest.get(..rest.len().min(MAX_TOKEN)).unwrap_or(&[]);
    let end = within.iter().position(|b| matches!(b, b'>' | b'<' | b'\n' | b' '));
    let Some((end, b'>')) = end.and_then(|n| within.get(n).map(|b| (n, b))) else { return false };
    let name = within.get(..end).unwrap_or(&[]);
    name.strip_suffix(b"|").or_else(|| name.strip_suffix(WIDE_BAR)).is_some_and(|n| !n.is_empty())
}

/// `[#123]` or `[t12]`.
fn reference(rest: &[u8], at: usize) -> Option<Found> {
    let digits = rest.get(2..)?.iter().take(MAX_DIGITS + 1).take_while(|b| b.is_ascii_digit()).count();
    (digits <= MAX_DIGITS && rest.get(2 + digits) == Some(&b']')).then_some(Found::Reference(at + 2 + digits))
}

/// The text with every finding changed, or `None` if there is none.
pub(super) fn break_up(text: &str) -> Option<String> {
    let bytes = text.as_bytes();
    let mut out = String::new();
    let mut done = 0;
    for at in memchr::memchr2_iter(b'<', b'[', bytes) {
        match find(bytes, at) {
            Some(Found::Marker) => {
                push(&mut out, text, done, at + 1);
                out.push(' ');
                done = at + 1;
            }
            Some(Found::Reference(close)) => {
                push(&mut out, text, done, at);
                out.push('(');
                push(&mut out, text, at + 1, close);
                out.push(')');
                done = close + 1;
            }
            None => {}
        }
    }
    if done == 0 {
        return None;
    }
    push(&mut out, text, done, bytes.len());
    Some(out)
}
