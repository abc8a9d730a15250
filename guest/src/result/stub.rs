//! The host's one-line stubs for results pruned before us.
//!
//! Takes the whole content; gives a head when it is a stub, else nothing. A command or path inside the stub can hold
//! any words, so the outcome is read from the end.
use super::{Asked, exited, head, line, number};
use crate::kind::ToolKind;
use crate::opened::ResultHead;
use cento_contract::RunState;

/// Stubs hold a command of 80 characters or an error of 80; a skill stub is the longest.
const MAX_LEN: usize = 1_000;

pub(super) fn read(asked: Asked<'_>, content: &str) -> Option<ResultHead> {
    if content.len() > MAX_LEN || !content.starts_with('[') || content.contains('\n') {
        return None;
    }
    if is_placeholder(content) {
        return Some(ResultHead { stub: true, ..head(RunState::NoExitCode) });
    }
    let (name, rest) = content.strip_prefix('[')?.split_once(']')?;
    let own = name == asked.tool || (asked.tool.is_empty() && is_name(name));
    let shell = name == "terminal" && matches!(asked.kind, ToolKind::Shell | ToolKind::Other);
    if !(own || shell) {
        return None;
    }
    let (state, error) = outcome(rest);
    Some(ResultHead { stub: true, error: error.and_then(line), ..head(state) })
}

fn outcome(rest: &str) -> (RunState, Option<&str>) {
    if let Some(ran) = rest.strip_prefix(" ran `") {
        // The last ` -> exit ` is the host's: what follows it has to be the code and the size.
        let code = ran.rsplit_once("` -> exit ").and_then(|(_, end)| number(end)).filter(|(_, end)| is_size(end));
        return (code.map_or(RunState::NoExitCode, |(code, _)| exited(code)), None);
    }
    if rest.ends_with(" BLOCKED, not run") || rest.contains(" BLOCKED, not run; ") {
        return (RunState::Refused(None), None);
    }
    if rest.ends_with(" awaiting the user's approval, not run") {
        return (RunState::Pending, None);
    }
    if rest.ends_with(" FAILED") {
        return (RunState::Failed, None);
    }
    if let Some((_, error)) = rest.split_once(" FAILED: ") {
        let code = error.strip_prefix("exit code ").and_then(super::whole_number);
        return (code.map_or(RunState::Failed, exited), Some(error));
    }
    (RunState::NoExitCode, None)
}

/// `, 12 lines output`.
fn is_size(end: &str) -> bool {
    let size = end.strip_prefix(", ").and_then(|e| e.strip_suffix(" lines output").or(e.strip_suffix(" line output")));
    size.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit() || b == b','))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-.".contains(&b))
}

/// A line in square brackets that a host puts in the place of something it removed.
pub(crate) fn is_placeholder(text: &str) -> bool {
    const WORDS: [&str; 8] = [
        "Old tool output cleared",
        "Old tool result content cleared",
        "Duplicate tool output",
        "Compacted history",
        "screenshot removed",
        "Tool output omitted",
        "Tool result omitted",
        "Content cleared",
    ];
    let words = text.trim().strip_prefix('[').and_then(|t| t.strip_suffix(']'));
    words.is_some_and(|words| {
        !words.contains('\n')
            && (WORDS.iter().any(|w| words.starts_with(w)) || words.contains(" output demoted at compaction "))
    })
}
