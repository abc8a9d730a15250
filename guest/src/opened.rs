//! Messages opened: plain types for what a call does and what a result says, and how their words are cleaned.
//!
//! `view` makes them with `call`, `result` and `shell`; the facts and anchors are read from them. Every text that
//! could be quoted later has gone through `sanitize` and `redact`, in this order, with one of the functions here.
//! Promises: cleaning copies only what it changes. Leaves out: reading; whoever knows a shape opens it.
use crate::{cutting, redact, sanitize};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::RunState;

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
    /// What tells calls apart that look the same because secrets in them are masked: a number made of the words as they
    /// stood; zero where nothing is masked. It names no word. Two calls that look the same and have the same number by
    /// chance are taken for one, once in 2⁶⁴ pairs, which is less than anything else here goes wrong; nothing is read
    /// out of it, so nobody gains by making two numbers meet.
    pub masked: u64,
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
    /// Sets the todo list, or reads it.
    Todo {
        /// Items as given, in order, one line each, with a mark such as `[x]`; none where the call names no list.
        items: Option<Vec<String>>,
        /// The call adds one task, or changes the one whose number stands as its words.
        single: bool,
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
    /// What has to be known of the call before it is sure.
    pub when: When,
}

/// When an effect is sure to have happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum When {
    /// Once the call ran: what comes of the rest of a command does not matter.
    #[default]
    Ran,
    /// When the call ended well.
    Passed,
    /// Never: the command may have left it out, or hides how it ended (`rm a || true`).
    Unsure,
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
    /// How each process of a list is, by its id, where the list says so: a code, running, or ended without a code.
    pub listed: Vec<(String, RunState)>,
    /// Working directory the result reports.
    pub cwd: Option<String>,
    /// Lines of the file, where the result says so.
    pub total_lines: Option<u32>,
    /// The body is a host's one-line stub for a result pruned earlier; its text is no output.
    pub stub: bool,
}

/// Sanitised, then redacted.
pub(crate) fn clean(text: Cow<'_, str>) -> Cow<'_, str> {
    through(through(text, sanitize::sanitize), redact::redact)
}

/// Clean, and on one line.
pub(crate) fn clean_line(text: &str) -> String {
    sanitize::one_line(&clean(Cow::Borrowed(text))).into_owned()
}

/// Characters of a path.
const LONGEST_PATH: usize = 1024;

/// A clean path. Only a path with a line break in it is folded and a very long one cut: any other stays byte for byte.
pub(crate) fn clean_path(path: &str) -> String {
    let path = clean(Cow::Borrowed(path));
    let path = if path.contains(['\n', '\r', '\t']) { sanitize::one_line(&path) } else { path };
    // No file system takes a longer one; cut with a count, as a command is.
    // Characters are only counted where there may be too many.
    if path.len() > LONGEST_PATH && path.char_indices().nth(LONGEST_PATH).is_some() {
        cutting::head(path.trim_end(), LONGEST_PATH / 2).into_owned()
    } else {
        path.into_owned()
    }
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

    #[test]
    fn paths_are_folded_only_where_they_break() {
        assert_eq!(clean_path(" a  b\\c "), " a  b\\c ");
        assert_eq!(clean_path("a\nb"), "a ⏎ b");
        let (blanks, long) = (alloc::format!("a{}b", " ".repeat(100_000)), "é/".repeat(5_000));
        for path in [blanks.as_str(), &long] {
            let cut = clean_path(path);
            assert!(cut.chars().count() < 600 && cut.contains("…+"), "{cut}");
        }
        assert_eq!(clean_path("a\r\n\n b  c"), "a ⏎ b c");
        // Blank lines and blanks beside a line feed go with it.
        assert_eq!(clean_line("a\r\n\n b"), "a ⏎ b");
        assert_eq!(clean_line("\n a \t b \n"), "a b");
    }
}
