//! A shell command read for its effects.
use crate::view::Effect;
use alloc::vec::Vec;

/// What a command does to files, as far as its text says so.
pub fn effects(_command: &str) -> Vec<Effect> {
    Vec::new()
}

/// The target of a command that is nothing but a `cd`.
pub fn bare_cd(command: &str) -> Option<&str> {
    command.strip_prefix("cd ").filter(|rest| !rest.contains("&&"))
}

/// The program that a command runs.
pub fn head(command: &str) -> &str {
    let words = if command.starts_with("git ") { 2 } else { 1 };
    let end = command.match_indices(' ').nth(words - 1).map_or(command.len(), |(at, _)| at);
    command.get(..end).unwrap_or_default()
}
