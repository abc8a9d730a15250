//! A shell command read for its effects.
use crate::view::Effect;
use alloc::vec::Vec;

/// What a command does to files, as far as its text says so.
pub fn effects(_command: &str) -> Vec<Effect> {
    Vec::new()
}

/// The program that matters.
pub fn head(command: &str) -> &str {
    command.split(' ').next().unwrap_or(command)
}
