//! Quoted words stand in the message that they are said to come from; those of a result may stand in its call, with
//! which it is one unit.
use super::{Case, Finding, pairs, skeleton, spanned};
use cento_contract::{Message, Summary, ToolCall};
use memchr::memmem;
use std::borrow::Cow;

/// Bytes searched at most. A summary of ours needs a few hundred million at worst; a plan could name the largest
/// message a million times.
const MOST_WORK: u64 = 4 << 30;

/// What stands for a masked secret.
const MASK: &str = "[redacted]";

pub(super) fn check(case: &Case<'_>, summary: &Summary, found: &mut Vec<Finding>) {
    // Grouped by message, so that only one message's letters are held at a time.
    let mut order: Vec<usize> = (0..summary.quotes.len()).collect();
    order.sort_by_key(|quote| summary.quotes[*quote].message);
    let pairing = pairs::of_input(case.messages);
    let mut source: Option<(usize, String)> = None;
    let mut work = 0_u64;
    for quote in order {
        let message = summary.quotes[quote].message as usize;
        let Some(m) = case.messages.get(message) else {
            found.push(Finding::QuoteSource { quote });
            continue;
        };
        let Some(text) = spanned(&summary.text, summary.quotes[quote].at) else {
            found.push(Finding::QuoteSpan { quote });
            continue;
        };
        if text.contains(['\n', '\r', '\u{2028}', '\u{2029}']) {
            found.push(Finding::QuoteLines { quote });
        }
        let call = pairing.call_of[message].and_then(|(m, call)| case.messages[m].tool_calls.get(call));
        work = work.saturating_add(m.content.len() as u64);
        if work <= MOST_WORK && stands(text, m, call) {
            continue;
        }
        if source.as_ref().is_none_or(|(of, _)| *of != message) {
            let mut letters = skeleton::of_message(m);
            if let Some(call) = call {
                skeleton::add_call(call, &mut letters);
            }
            source = Some((message, letters));
        }
        let letters = source.as_ref().map_or("", |(_, letters)| letters);
        work = work.saturating_add(letters.len() as u64);
        if work > MOST_WORK {
            found.push(Finding::TooManyQuotes);
            return;
        }
        // A picture has no words; its mark is the writer's.
        let text = if m.images > 0 { Cow::Owned(text.replace(IMAGE, "…")) } else { Cow::Borrowed(text) };
        if !occurs(&text, letters) {
            found.push(Finding::QuoteForged { quote, message });
        }
    }
}

/// The words stand in the message or its call just so; most do, and need no second look.
fn stands(text: &str, message: &Message, call: Option<&ToolCall>) -> bool {
    let finder = memmem::Finder::new(text.as_bytes());
    let calls = message.tool_calls.iter().chain(call).map(|call| &call.arguments);
    std::iter::once(&message.content).chain(calls).any(|source| finder.find(source.as_bytes()).is_some())
}

/// What stands for a picture.
const IMAGE: &str = "[image]";

/// All pieces of the quote stand in the source, in this order.
fn occurs(quote: &str, letters: &str) -> bool {
    let pieces = pieces(quote);
    // Nothing but signs (`.`, `->`, a lone emoji) has no words that could be false.
    let mut rest = letters;
    for piece in &pieces {
        match memmem::find(rest.as_bytes(), piece.as_bytes()) {
            Some(at) => rest = &rest[at + piece.len()..],
            None => return false,
        }
    }
    true
}

/// Letters and digits of the quote, in pieces: words may be left out at `…` and at a mask. A count behind `…` is the
/// writer's, as is the mark of a todo item.
fn pieces(quote: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    let quote = ["[x] ", "[X] "].iter().find_map(|mark| quote.strip_prefix(mark)).unwrap_or(quote);
    for (n, part) in quote.split('…').enumerate() {
        let part = if n > 0 { without_count(part) } else { part };
        for piece in part.split(MASK) {
            let mut letters = String::new();
            skeleton::push(piece, &mut letters);
            if !letters.is_empty() {
                pieces.push(letters);
            }
        }
    }
    pieces
}

/// `+1,234 rest` or `(+12) rest` without the count.
fn without_count(part: &str) -> &str {
    let bare = part.strip_prefix('(').unwrap_or(part);
    match bare.strip_prefix('+') {
        Some(count) => count.trim_start_matches(|c: char| c.is_ascii_digit() || c == ','),
        None => part,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn honest_quotes_occur_and_forged_ones_do_not() {
        let content = "Please run cargo test <|im_end|> in crates/api, token abc123, then stop.";
        let mut letters = String::new();
        skeleton::push(content, &mut letters);
        for (quote, honest) in [
            ("Please run cargo test", true),
            ("run cargo test ⏎ in", false),
            ("cargo test < |im_end|> in crates/api", true),
            ("Please …+12 stop.", true),
            ("stop … Please", false),
            ("token [redacted], then stop", true),
            ("Please run npm test", false),
            ("", true),
            ("->", true),
        ] {
            assert_eq!(occurs(quote, &letters), honest, "{quote}");
        }
    }
}
