//! Tools that give a code only when a command failed.
//!
//! Takes all results, opened; turns `NoExitCode` of such a tool into `Succeeded`. A tool is one of these when this
//! conversation shows it: some result has a code that is not zero, in a form that stands only on failures (`Exit code
//! 1` as first line, `Command exited with code 1` as last) or beside a flag for failures, and none has the code zero
//! or a failing code without the flag. Then that a result has neither code nor flag is how the tool says that the
//! command went well.
//! Promises: no code is made up; one look at each result. Leaves out: results that are gone (placeholders), starts in
//! the background, words that could be the harness' own error, and tools that no failure speaks for.
use crate::opened::{Action, Call, View};
use crate::pair::Pairs;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use cento_contract::{Message, RunState};

/// What the results of one tool show.
#[derive(Default)]
struct Tool {
    /// Failures are marked.
    marks: bool,
    /// Success has a mark too, or failures lack it.
    speaks: bool,
    /// Messages with results without a code.
    silent: Vec<usize>,
}

/// Settles the results of all tools.
pub(crate) fn settle(messages: &[Message], pairs: &Pairs, views: &mut [View<'_>]) {
    let opened = views.iter().enumerate().filter_map(|(index, view)| {
        let head = view.result.as_ref()?;
        Some(Opened { message: index, call: call_of(pairs, views, index)?, state: head.state, stub: head.stub })
    });
    for index in went_well(messages, opened) {
        if let Some(head) = views.get_mut(index).and_then(|view| view.result.as_mut()) {
            head.state = RunState::Succeeded;
        }
    }
}

/// A result and its call, as far as they were read.
pub(crate) struct Opened<'c> {
    /// Index of the message with the result.
    pub message: usize,
    /// What was asked.
    pub call: &'c Call,
    /// How it ended by its own words.
    pub state: RunState,
    /// It is a host's stub.
    pub stub: bool,
}

/// The results that say by their silence that the command went well.
pub(crate) fn went_well<'c>(messages: &[Message], opened: impl Iterator<Item = Opened<'c>>) -> Vec<usize> {
    let mut tools: BTreeMap<&str, Tool> = BTreeMap::new();
    for Opened { message: index, call, state, stub } in opened {
        let Some(message) = messages.get(index) else { continue };
        let Action::Run { command, background, .. } = &call.action else { continue };
        if stub && message.is_error.is_none() {
            continue;
        }
        let tool = tools.entry(&call.tool).or_default();
        match state {
            // Beside a flag, an object can be one that a program printed.
            RunState::Exited(0) => {
                tool.speaks |= message.is_error.is_none()
                    || message.exit_code.is_some()
                    || !message.content.trim_start().starts_with('{');
            }
            RunState::Exited(_) => match (message.is_error, message.exit_code) {
                (Some(true), Some(_)) => tool.marks = true,
                (Some(true) | None, None) if marked(&message.content) => tool.marks = true,
                _ => tool.speaks = true,
            },
            RunState::NoExitCode if !background && quiet(command, message) => tool.silent.push(index),
            _ => {}
        }
    }
    tools.into_values().filter(|t| t.marks && !t.speaks).flat_map(|t| t.silent).collect()
}

fn call_of<'v>(pairs: &Pairs, views: &'v [View<'_>], index: usize) -> Option<&'v Call> {
    let at = pairs.call_of.get(index)?.as_ref()?;
    views.get(usize::try_from(at.message).ok()?)?.calls.get(usize::try_from(at.call).ok()?)
}

/// The forms that stand only on failures; that the code was read from there is known.
fn marked(content: &str) -> bool {
    let last = content.trim_end().rsplit('\n').next().unwrap_or_default();
    content.starts_with("Exit code ") || last.starts_with("Command exited with code ")
}

/// True when nothing about the result tells of another end than success.
fn quiet(command: &str, message: &Message) -> bool {
    const OWN: [&str; 5] = ["Error:", "<error>", "<tool_use_error>", "PreToolUse:", "Tool result missing"];
    let start = message.content.trim_start();
    let end = message.content.trim_end();
    // Words that the command itself prints were not read as a record, so they may hide one.
    let ambiguous = command.contains("xit code") || command.contains("xited with code");
    !ambiguous
        && (message.is_error == Some(false)
            || !(OWN.iter().any(|words| start.starts_with(words)) || end.ends_with("</error>")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boundaries::Cut;
    use crate::{pair, view};
    use alloc::string::{String, ToString};
    use cento_contract::{Outcome, Role, ToolCall};

    /// What a result is: tool, content, code beside it, flag.
    type Result<'a> = (&'a str, &'a str, Option<i32>, Option<bool>);

    fn states(results: &[Result<'_>], arguments: &str) -> Vec<RunState> {
        let mut messages = Vec::new();
        for (n, (tool, content, code, failed)) in results.iter().enumerate() {
            let id = n.to_string();
            let mut asked = Message::new(Role::Assistant, "");
            asked.tool_calls =
                alloc::vec![ToolCall { id: id.clone(), name: (*tool).into(), arguments: arguments.into() }];
            let mut result = Message::new(Role::Tool, *content);
            (result.tool_call_id, result.exit_code, result.is_error) = (Some(id), *code, *failed);
            messages.extend([asked, result]);
        }
        let pairs = pair::pair(&messages);
        let cut = Cut {
            head_end: 0,
            tail_start: 0,
            keep: alloc::vec![false; messages.len()],
            earlier: Vec::new(),
            summary_before: 0,
            role: Role::User,
            outcome: Outcome::Compacted,
        };
        let views = view::read(&messages, &pairs, &cut);
        views.iter().filter_map(|view| view.result.as_ref().map(|head| head.state)).collect()
    }

    #[test]
    fn silence_is_success_where_failures_are_marked() {
        use RunState::{Exited, Failed, Interrupted, NoExitCode, Succeeded};
        let bash = |content: &'static str| ("Bash", content, None, None);
        let flagged = |content: &'static str, failed| ("bash", content, None, Some(failed));
        let table: &[(&[Result<'_>], &[RunState])] = &[
            (&[bash("ok"), bash("Exit code 2\nboom"), bash("")], &[Succeeded, Exited(2), Succeeded]),
            (&[bash("x\n\nCommand exited with code 1"), bash("fine")], &[Exited(1), Succeeded]),
            // No failure, no word on it.
            (&[bash("a"), bash("b")], &[NoExitCode, NoExitCode]),
            (&[flagged("a", false), flagged("b", false)], &[NoExitCode, NoExitCode]),
            // Another tool speaks for itself only.
            (&[bash("Exit code 2\nboom"), ("shell", "a", None, None)], &[Exited(2), NoExitCode]),
            // A JSON result has a place for codes: an empty one says that none is known.
            (
                &[
                    ("Bash", r#"{"output":"a","exit_code":1}"#, None, Some(true)),
                    ("Bash", r#"{"output":"a","exit_code":null}"#, None, Some(false)),
                ],
                &[Exited(1), NoExitCode],
            ),
            // The tool tells of success too, or leaves failures without the flag.
            (
                &[bash("Exit code 2\nx"), ("Bash", r#"{"output":"a","exit_code":0}"#, None, None), bash("a")],
                &[Exited(2), Exited(0), NoExitCode],
            ),
            (&[("Bash", "x", Some(1), Some(false)), ("Bash", "y", None, Some(false))], &[Exited(1), NoExitCode]),
            (&[("Bash", "x", Some(1), None), bash("y")], &[Exited(1), NoExitCode]),
            (&[("Bash", "x", Some(1), Some(true)), ("Bash", "y", None, Some(false))], &[Exited(1), Succeeded]),
            // A flag is no code, so it does not show that codes are given; it is a failure all the same.
            (&[flagged("gone", true), flagged("y", false)], &[Failed, NoExitCode]),
            // An object that a program printed shows nothing of the tool.
            (
                &[
                    ("Bash", "Exit code 2\nx", None, Some(true)),
                    ("Bash", r#"{"output":"a","exit_code":0}"#, None, Some(false)),
                    ("Bash", r#"{"status":"running","exit_code":null}"#, None, Some(false)),
                    ("Bash", "Exit code 9", None, Some(false)),
                ],
                &[Exited(2), Exited(0), Succeeded, Succeeded],
            ),
            // Not an end, or not known.
            (
                &[
                    bash("Exit code 2\nx"),
                    bash("[Old tool result content cleared]"),
                    bash("Error: no shell"),
                    bash("a\n<error>Command was aborted before completion</error>"),
                    bash("[Request interrupted by user]"),
                ],
                &[Exited(2), NoExitCode, NoExitCode, Interrupted(None), Interrupted(None)],
            ),
            (
                &[
                    ("Bash", "Exit code 2\nx", None, Some(true)),
                    ("Bash", "[Old tool result content cleared]", None, Some(false)),
                    ("Bash", "[Old tool result content cleared]", None, Some(true)),
                ],
                &[Exited(2), Succeeded, Failed],
            ),
        ];
        for (results, wanted) in table {
            assert_eq!(states(results, r#"{"command":"make"}"#), *wanted, "{results:?}");
        }
        let pair = [bash("Exit code 2\nboom"), bash("out")];
        for arguments in [r#"{"command":"make","run_in_background":true}"#, r#"{"command":"x; echo Exit code $?"}"#] {
            assert!(!states(&pair, arguments).contains(&Succeeded), "{arguments}");
        }
    }

    #[test]
    fn tools_that_run_nothing_are_left_alone() {
        let results = [("Edit", "Exit code 1\nx", None, Some(true)), ("Edit", "?", None, Some(false))];
        assert!(!states(&results, r#"{"file_path":"a"}"#).contains(&RunState::Succeeded));
    }

    #[test]
    fn many_results_take_linear_time() {
        let long: String = "x\n".repeat(1_000);
        let mut results: Vec<Result<'_>> = (0..3_000).map(|_| ("Bash", long.as_str(), None, None)).collect();
        results.push(("Bash", "Exit code 2", None, None));
        let states = states(&results, r#"{"command":"make"}"#);
        assert_eq!(states.iter().filter(|state| **state == RunState::Succeeded).count(), 3_000);
    }
}
