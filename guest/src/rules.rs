//! Standing rules in the user's words.
use alloc::vec::Vec;

/// Whole sentences of a text that state a standing rule, in order.
pub fn standing(_text: &str) -> Vec<&str> {
    Vec::new()
}
