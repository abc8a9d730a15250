//! Standing rules in the user's words.
use alloc::vec::Vec;

/// Whole sentences of a text that state a standing rule, in order.
pub fn standing(_text: &str) -> Vec<&str> {
    Vec::new()
}

/// A later sentence reverses an earlier rule.
pub fn supersedes(_later: &str, _earlier: &str) -> bool {
    false
}
