//! Choices of the assistant.
use alloc::vec::Vec;

/// Sentences of a text that state a choice.
pub fn choices(_text: &str) -> Vec<&str> {
    Vec::new()
}
