//! Exact identifiers of a conversation: issues, commits, branches, files, errors, handles, addresses.
use crate::view::View;
use alloc::vec::Vec;
use cento_contract::Anchor;

/// Lists them, most frequent first, ties by the later last message, until `max_bytes` of text are listed.
pub fn list(_views: &[View<'_>], _max_bytes: u32) -> Vec<Anchor> {
    Vec::new()
}

/// Names of errors in a text.
pub fn error_names(text: &str) -> Vec<&str> {
    text.lines().filter_map(|l| l.split_once(':')).map(|(name, _)| name).filter(|n| n.ends_with("Error")).collect()
}
