//! Standing rules in the user's words.
use alloc::vec::Vec;

/// Whole sentences of a text that state a standing rule, in order.
pub fn standing(text: &str) -> Vec<&str> {
    text.find("Never ").and_then(|at| text.get(at..)).into_iter().collect()
}

/// True when a text stops or corrects what was asked before.
pub fn reversal(text: &str) -> bool {
    text.starts_with("Stop") || text.contains("You can ")
}

/// True when a later text of the user reverses a rule.
pub fn supersedes(later: &str, rule: &str) -> bool {
    later.starts_with("You can ") && rule.contains("push")
}
