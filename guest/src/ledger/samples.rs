//! Small facts for tests; each is named by the row that it comes from.
use super::*;
use alloc::string::ToString;
use alloc::vec;

pub(crate) fn source(row: u32) -> Source {
    Source { at: Ref::Row(u64::from(row)), message: row }
}

pub(crate) fn quote(text: &str, row: u32) -> Quote {
    Quote { text: text.to_string(), source: source(row) }
}

pub(crate) fn rule(text: &str, row: u32) -> Rule {
    Rule { quote: quote(text, row), superseded_by: None }
}

pub(crate) fn run(state: RunState, row: u32) -> Run {
    Run { state, times: 1, source: source(row) }
}

pub(crate) fn name(text: &str, row: u32) -> Name {
    Name { quote: quote(text, row), weight: 6 }
}

/// A shell command that ran once.
pub(crate) fn command(text: &str, state: RunState, row: u32) -> Command {
    Command {
        tool: String::new(),
        text: text.to_string(),
        cwd: None,
        source: source(row),
        runs: vec![run(state, row)],
        key_lines: Vec::new(),
        between: Vec::new(),
        meaning: None,
        ends_below: None,
        continues: false,
        alone: crate::redact::has_mask(text),
    }
}

pub(crate) fn command_in(directory: &str, text: &str, state: RunState, row: u32) -> Command {
    Command { cwd: Some(directory.to_string()), ..command(text, state, row) }
}

/// A file that was read once.
pub(crate) fn file(path: &str, row: u32) -> File {
    File {
        path: path.to_string(),
        reads: 1,
        patches: 0,
        writes: 0,
        created: false,
        deleted: false,
        moved_to: None,
        by_command: false,
        stale: false,
        lines: None,
        defines: Vec::new(),
        source: source(row),
    }
}

pub(crate) fn patched(path: &str, row: u32) -> File {
    File { reads: 0, patches: 1, ..file(path, row) }
}

pub(crate) fn entry(kind: EntryKind, text: &str, weight: u8, row: u32) -> Entry {
    Entry { kind, tool: String::new(), quote: quote(text, row), weight }
}
