//! What the rest of a conversation makes of the names and numbers that a result brought in.
//!
//! Takes the messages; counts for each result the identifiers (paths, ids, names with a mark or two cases in them, numbers of four digits
//! and more) that stand nowhere before it and that a later text of user or assistant, or a later call, has. Promises:
//! n log n; a word is compared by its hash, so equal input gives equal counts. Leaves out: plain words.
use crate::bytes::hash;
use alloc::vec::Vec;
use cento_contract::{Message, Role};

/// Uses of what one result brought in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Uses {
    /// Identifiers that are used later.
    pub later: u32,
    /// Of these, the ones that the protected tail uses.
    pub now: u32,
}

/// Shorter words are no identifiers.
const SHORTEST: usize = 4;
/// Longer ones neither: hashes in chains, encoded data.
const LONGEST: usize = 160;

/// One place where an identifier stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    hash: u64,
    message: u32,
    /// It stands in the result of a tool.
    result: bool,
}

/// Counts the uses, by message; all but results have none.
pub(super) fn count(messages: &[Message], tail: u32) -> Vec<Uses> {
    let mut places = Vec::new();
    for (message, m) in (0u32..).zip(messages) {
        let result = m.role == Role::Tool;
        each(&m.content, |hash| places.push(Place { hash, message, result }));
        for call in &m.tool_calls {
            each(&call.arguments, |hash| places.push(Place { hash, message, result }));
        }
    }
    places.sort_unstable();
    let mut uses = alloc::vec![Uses::default(); messages.len()];
    for same in places.chunk_by(|a, b| a.hash == b.hash) {
        let Some(first) = same.first().filter(|p| p.result) else { continue };
        let Some(last) = same.iter().rev().find(|p| !p.result) else { continue };
        if let Some(uses) = uses.get_mut(first.message as usize) {
            uses.later = uses.later.saturating_add(1);
            uses.now = uses.now.saturating_add(u32::from(last.message >= tail));
        }
    }
    uses
}

/// Visits every identifier of a text. An escape (`\n` in JSON) ends a word, whether it is one or not: the same on both
/// sides.
fn each(text: &str, mut see: impl FnMut(u64)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let rest = bytes.get(at..).unwrap_or_default();
        let len = rest.iter().take_while(|b| in_word(**b)).count();
        let word = rest.get(..len).unwrap_or_default();
        if let Some(word) = identifier(word) {
            see(hash(word));
        }
        at += len + 1;
        if rest.get(len) == Some(&b'\\') {
            at += 1;
        }
    }
}

fn in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b'#' | b'@') || byte >= 0x80
}

/// The word without the signs around it, if it is an identifier.
fn identifier(word: &[u8]) -> Option<&[u8]> {
    let sign = |b: &u8| matches!(b, b'-' | b'.' | b'/' | b'#' | b'@');
    let start = word.iter().position(|b| !sign(b))?;
    let end = word.iter().rposition(|b| !sign(b))?;
    let word = word.get(start..=end)?;
    if word.len() < SHORTEST || word.len() > LONGEST {
        return None;
    }
    let inner = word.iter().any(|b| matches!(b, b'_' | b'.' | b'/' | b'#' | b'@'));
    let digit = word.iter().any(u8::is_ascii_digit);
    let cases = word.windows(2).any(|w| matches!(w, [a, b] if a.is_ascii_lowercase() && b.is_ascii_uppercase()));
    (inner || digit || cases).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_result_brings_in_is_counted_where_it_is_used() {
        let messages = [
            Message::new(Role::User, "Look into src/pump.rs."),
            Message::new(Role::Tool, "src/pump.rs\\nsrc/valve.rs ticket_4711 open 80 and 5250 loadValve"),
            Message::new(Role::Tool, "src/valve.rs again"),
            Message::new(Role::Assistant, "It is ticket_4711 (5250)."),
            Message::new(Role::User, "And `src/valve.rs`?"),
        ];
        let uses = count(&messages, 4);
        assert_eq!(uses[1], Uses { later: 3, now: 1 });
        assert!([0, 2, 3, 4].iter().all(|i| uses[*i] == Uses::default()));
    }

    #[test]
    fn words_are_no_identifiers() {
        for (word, is) in [
            ("water", false),
            ("a.b", false),
            ("main.rs", true),
            ("-main.rs.", true),
            ("1234", true),
            ("123", false),
            ("loadValve", true),
            ("LOUD", false),
            ("...", false),
        ] {
            assert_eq!(identifier(word.as_bytes()).is_some(), is, "{word}");
        }
    }
}
