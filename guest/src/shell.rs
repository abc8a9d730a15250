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
    command.split(' ').next().unwrap_or_default()
}
