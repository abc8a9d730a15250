//! What the facts are read from: every message decoded, sanitised and redacted.
//!
//! Takes the raw messages and gives one `View` each. JSON envelopes of tool results are opened (`result`), calls
//! are read for what they do (`call`), and every text that could be quoted later has gone through `sanitize` and
//! `redact` here, before anything is cut: no later phase sees a raw byte of a dropped message.
//! Promises: same order and length as the input; text stays multi-line; no word is added but `[redacted]`.
//! Leaves out: the text of kept messages and all of an earlier summary. Calls and outcomes of kept messages are read,
//! because a later run there is the last word on a command.
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::{Message, Role, RunState};

use crate::boundaries::Cut;
use crate::pair::Pairs;
use crate::{call, redact, result, sanitize};

pub(crate) mod fields;

/// One message, ready to be quoted.
#[derive(Clone, Debug, Default)]
pub struct View<'a> {
    /// Text of a user or assistant message; of a tool result the opened body (its output, content or error).
    pub text: Cow<'a, str>,
    /// On assistant messages: its calls, in order.
    pub calls: Vec<Call>,
    /// On tool messages: what the result says besides its text.
    pub result: Option<ResultHead>,
}

/// What a tool call does, read from its name and arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Tool name as given (the inner one of a bridge wrapper).
    pub tool: String,
    /// What it does.
    pub action: Action,
    /// Its main argument for display, one line: command, path, pattern, query ... Empty when there is none.
    pub target: String,
    /// False when the arguments could not be read; nothing is guessed then.
    pub readable: bool,
}

/// The kinds of calls that leave facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// A shell command.
    Run {
        /// The command, one line (line feeds as ` ⏎ `), whole.
        command: String,
        /// The directory the call itself names (`workdir`, `cwd`), not a `cd` inside the command.
        cwd: Option<String>,
        /// Started in the background by an argument of the call.
        background: bool,
        /// What the command does to files, read from its text.
        effects: Vec<Effect>,
    },
    /// Looks after a process that an earlier call started.
    Process {
        /// Its id (`session_id`, `shell_id`, `bash_id`, ...).
        id: String,
        /// The call asks to kill it.
        kill: bool,
    },
    /// Reads a file.
    Read {
        /// Path as given.
        path: String,
    },
    /// Changes files through a file tool.
    Change {
        /// What happens to each file, in order.
        effects: Vec<Effect>,
        /// Names that the new text defines (functions, types, constants), in order, at most 60.
        defines: Vec<String>,
    },
    /// Sets the todo list; the items as given, one line each, with a mark such as `[x]`.
    Todo {
        /// Items, in order.
        items: Vec<String>,
    },
    /// Anything else: search, web, delegate, memory, unknown tools.
    Other,
}

/// What happens to one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Path as it stands in the argument, byte for byte (sanitised and redacted only).
    pub path: String,
    /// What happens.
    pub op: Op,
    /// The new path of a rename or copy.
    pub to: Option<String>,
}

/// Operations on files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Op {
    /// Read.
    Read,
    /// Changed in part.
    Patched,
    /// Written as a whole.
    Written,
    /// Created by a tool that says so.
    Created,
    /// Removed.
    Deleted,
    /// Renamed or moved; `Effect::to` has the new path.
    Moved,
    /// Copied; `Effect::to` has the copy.
    Copied,
}

/// What a tool result says besides its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultHead {
    /// How the call ended, from what is recorded only.
    pub state: RunState,
    /// The tool's own error field or error line, one line, if any.
    pub error: Option<String>,
    /// The host's words for the exit code (`exit_code_meaning`), one line.
    pub meaning: Option<String>,
    /// Id of the process it started or reports on.
    pub process: Option<String>,
    /// Working directory the result reports.
    pub cwd: Option<String>,
    /// Lines of the file, where the result says so.
    pub total_lines: Option<u32>,
    /// The body is a host's one-line stub for a result pruned earlier; its text is no output.
    pub stub: bool,
}

/// Reads every message.
pub fn read<'a>(messages: &'a [Message], pairs: &Pairs, cut: &Cut) -> Vec<View<'a>> {
    let mut views: Vec<View<'a>> = Vec::with_capacity(messages.len());
    for (i, message) in messages.iter().enumerate() {
        let kept = cut.keep.get(i).copied().unwrap_or(false);
        let earlier = u32::try_from(i).is_ok_and(|i| cut.earlier.binary_search(&i).is_ok());
        let view = match message.role {
            _ if earlier => View::default(),
            Role::Tool => {
                let call = pairs.call_of.get(i).copied().flatten().and_then(|at| {
                    let of = views.get(usize::try_from(at.message).ok()?)?;
                    of.calls.get(usize::try_from(at.call).ok()?)
                });
                let tool = call.map_or(message.tool_name.as_deref().unwrap_or(""), |c| c.tool.as_str());
                let (body, head) = result::open_for(tool, call, &message.content);
                let text = if kept { Cow::Borrowed("") } else { clean(body) };
                View { text, calls: Vec::new(), result: Some(head) }
            }
            _ => {
                let text = if kept { Cow::Borrowed("") } else { clean(Cow::Borrowed(&message.content)) };
                View { text, calls: message.tool_calls.iter().map(call::read).collect(), result: None }
            }
        };
        views.push(view);
    }
    views
}

/// Sanitised, then redacted.
pub(crate) fn clean(text: Cow<'_, str>) -> Cow<'_, str> {
    through(through(text, sanitize::sanitize), redact::redact)
}

/// Clean, and on one line.
pub(crate) fn clean_line(text: &str) -> String {
    sanitize::one_line(&clean(Cow::Borrowed(text))).into_owned()
}

/// A clean path. Only a path with a line break in it is folded: any other stays byte for byte.
pub(crate) fn clean_path(path: &str) -> String {
    let path = clean(Cow::Borrowed(path));
    if path.contains(['\n', '\r']) { sanitize::one_line(&path).into_owned() } else { path.into_owned() }
}

/// Applies a step without copying what it leaves as it is.
fn through<'a>(text: Cow<'a, str>, step: fn(&str) -> Cow<'_, str>) -> Cow<'a, str> {
    match text {
        Cow::Borrowed(text) => step(text),
        Cow::Owned(text) => {
            let changed = match step(&text) {
                Cow::Borrowed(same) if same.len() == text.len() => None,
                other => Some(other.into_owned()),
            };
            Cow::Owned(changed.unwrap_or(text))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::CallRef;
    use alloc::vec;
    use cento_contract::{Outcome, ToolCall};

    fn session() -> (Vec<Message>, Pairs) {
        let call = |command: &str| ToolCall {
            id: "c".into(),
            name: "terminal".into(),
            arguments: std::format!("{{\"command\":\"{command}\"}}"),
        };
        let mut asked = Message::new(Role::Assistant, "Running it.");
        asked.tool_calls = vec![call("make"), call("make test")];
        let messages = vec![
            Message::new(Role::User, "Build it."),
            asked,
            Message::new(Role::Tool, r#"{"output":"a","exit_code":2}"#),
            Message::new(Role::Tool, r#"{"output":"b","exit_code":0}"#),
        ];
        let at = |call| Some(CallRef { message: 1, call });
        (messages, Pairs { call_of: vec![None, None, at(0), at(1)], ..Pairs::default() })
    }

    fn cut(keep: Vec<bool>, earlier: Vec<u32>) -> Cut {
        Cut {
            head_end: 0,
            tail_start: 0,
            keep,
            earlier,
            summary_before: 0,
            role: Role::User,
            outcome: Outcome::Compacted,
        }
    }

    #[test]
    fn results_are_read_with_the_call_that_they_answer() {
        let (messages, pairs) = session();
        let views = read(&messages, &pairs, &cut(vec![false; 4], vec![]));
        let texts: Vec<&str> = views.iter().map(|v| v.text.as_ref()).collect();
        assert_eq!(texts, ["Build it.", "Running it.", "a", "b"]);
        assert_eq!(views[1].calls.iter().map(|c| c.target.as_str()).collect::<Vec<_>>(), ["make", "make test"]);
        assert_eq!(views[2].result.as_ref().map(|r| r.state), Some(RunState::Exited(2)));
    }

    #[test]
    fn kept_messages_have_calls_and_outcomes_but_no_text() {
        let (messages, pairs) = session();
        let views = read(&messages, &pairs, &cut(vec![false, true, true, true], vec![0]));
        assert!(views.iter().all(|v| v.text.is_empty()));
        assert_eq!(views[1].calls.len(), 2);
        assert_eq!(views[3].result.as_ref().map(|r| r.state), Some(RunState::Exited(0)));
    }

    #[test]
    fn short_tables_are_survived() {
        let (messages, mut pairs) = session();
        pairs.call_of = vec![None, None, Some(CallRef { message: 9, call: 9 })];
        assert_eq!(read(&messages, &pairs, &cut(vec![], vec![7])).len(), 4);
    }

    #[test]
    fn paths_are_folded_only_where_they_break() {
        assert_eq!(clean_path(" a  b\\c "), " a  b\\c ");
        assert_eq!(clean_path("a\nb"), "a ⏎ b");
        assert_eq!(clean_path("a\r\n\n b  c"), "a ⏎ b c");
        // Blank lines and blanks beside a line feed go with it.
        assert_eq!(clean_line("a\r\n\n b"), "a ⏎ b");
        assert_eq!(clean_line("\n a \t b \n"), "a b");
    }
}
