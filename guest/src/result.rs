//! A tool result opened: its body and how the call ended.
//!
//! Takes the tool's name, the call where it is known, and the content; gives the text without what the harness put
//! around it, and the head. Three shapes: the host's one-line stub (`stub`), a JSON envelope (`envelope`), plain
//! text with the harness' own header or footer (`plain`).
//! What the host keeps beside the content (`beside`) is a record too. Once all results are open, `silence` says which
//! tools give a code only for failures.
//! Promises: the state is the recorded one. A code counts only where the harness puts it: at the top level of the
//! envelope, in the last part of a stub, in the first or last line of a text. What a program printed never counts, a
//! start in the background is never a success, and a shell result without a code stays without one. Where the host's
//! flag says otherwise than the content of a run, a program printed that content.
//! Leaves out: what a later poll says on the same run; that is another result.
use crate::fields::Fields;
use crate::kind::{ToolKind, kind};
use crate::opened::{Action, Call, ResultHead, clean_line};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::RunState;

mod beside;
mod envelope;
mod plain;
mod silence;
mod stub;

pub use beside::Beside;
pub(crate) use envelope::{code_field, code_value};
pub(crate) use silence::{Opened, settle, went_well};
pub(crate) use stub::is_placeholder;

/// What is known of the call besides its name.
#[derive(Clone, Copy)]
struct Asked<'c> {
    tool: &'c str,
    kind: ToolKind,
    /// The command line of a shell call.
    command: &'c str,
    background: bool,
}

impl Asked<'_> {
    /// Hosts with tools of these names answer with an object and in no other form.
    fn answers_in_objects(self) -> bool {
        matches!(self.tool, "terminal" | "execute_code")
    }
}

/// Opens a result. `tool` is the name of the tool, empty when unknown.
pub fn open<'a>(tool: &str, content: &'a str) -> (Cow<'a, str>, ResultHead) {
    open_for(tool, None, content, Beside::default())
}

/// Opens the result of a call: what the command itself prints is then told from what the harness adds.
pub fn open_for<'a>(tool: &str, call: Option<&Call>, content: &'a str, beside: Beside) -> (Cow<'a, str>, ResultHead) {
    let mut asked = Asked { tool, kind: kind(tool), command: "", background: false };
    if let Some(Action::Run { command, background, .. }) = call.map(|c| &c.action) {
        asked = Asked { kind: ToolKind::Shell, command, background: *background, ..asked };
    }
    // Arguments that nobody can read name no file: what came back is the host's own.
    if asked.kind == ToolKind::Read && call.is_some_and(|call| !call.readable) {
        asked.kind = ToolKind::Other;
    }
    let (mut recorded, (mut body, mut found)) = read(asked, content);
    if beside.denies(asked, recorded, &found) {
        (recorded, body, found) = (false, plain::printed(content), head(RunState::NoExitCode));
    }
    let head = beside.apply(asked, recorded, &body, found);
    (body, head)
}

/// Body and head by the content alone, and whether it is a record of the host: a stub or an envelope.
fn read<'a>(asked: Asked<'_>, content: &'a str) -> (bool, (Cow<'a, str>, ResultHead)) {
    if let Some(head) = stub::read(asked, content) {
        return (true, (Cow::Borrowed(content), head));
    }
    if content.trim_start().starts_with('{')
        && let Some(fields) = Fields::read(content)
        && envelope::is_one(asked, &fields)
    {
        return (true, envelope::open(asked, &fields, content));
    }
    (false, plain::open(asked, content))
}

/// A head that says nothing but the state.
pub(crate) fn head(state: RunState) -> ResultHead {
    let (error, meaning, process, cwd, total_lines) = (None, None, None, None, None);
    ResultHead { state, error, meaning, process, listed: Vec::new(), cwd, total_lines, stub: false }
}

/// One clean line, if there is anything on it.
fn line(text: &str) -> Option<String> {
    let text = untagged(text);
    (!text.is_empty()).then(|| clean_line(text))
}

/// An error without the tags that a host puts around it.
pub(crate) fn untagged(text: &str) -> &str {
    let text = text.trim();
    let text = text.strip_prefix("<tool_use_error>").unwrap_or(text);
    text.strip_suffix("</tool_use_error>").unwrap_or(text)
}

/// A whole number at the start of a text, and what follows it. One that does not fit is the nearest that does.
fn number(text: &str) -> Option<(i64, &str)> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let len = digits.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at_checked(len + text.len() - digits.len())?;
    let nearest = if number.starts_with('-') { i64::MIN } else { i64::MAX };
    (len > 0).then(|| (number.parse().unwrap_or(nearest), rest))
}

/// A text that is a whole number and nothing else.
fn whole_number(text: &str) -> Option<i64> {
    number(text).filter(|(_, rest)| rest.is_empty()).map(|(n, _)| n)
}

/// A code that does not fit is a failure without a code: it cannot be zero.
fn exited(code: i64) -> RunState {
    i32::try_from(code).map_or(RunState::Failed, RunState::Exited)
}

/// The words of hosts for a call that was not run because somebody said no, or because another call of the message
/// failed; at the start of a text.
fn says_refused(text: &str) -> bool {
    const WORDS: [&str; 18] = [
        "Sibling tool call errored",
        "BLOCKED",
        "Command denied by user",
        "Denied by user",
        "Permission denied by user",
        "permission denied by user",
        "The user doesn't want to proceed with this tool use",
        "The user doesn't want to take this action",
        "The user rejected",
        "The user denied",
        "User rejected",
        "User denied",
        "Permission denied and could not request permission",
        "Permission to use ",
        "rejected by user",
        "exec command rejected by user",
        "Tool use was rejected",
        "[Operation Cancelled] Reason: User",
    ];
    let text = untagged(text);
    let text = text.strip_prefix("Error: ").unwrap_or(text);
    WORDS.iter().any(|words| text.starts_with(words))
        && (!text.starts_with("Permission to use ") || text.contains(" denied"))
}

#[cfg(test)]
mod tests;
