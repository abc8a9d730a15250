//! What the facts are read from: every message decoded, sanitised and redacted.
//!
//! Takes the raw messages and gives one `View` each. JSON envelopes of tool results are opened (`result`), calls
//! are read for what they do (`call`), and every text that could be quoted later has gone through `sanitize` and
//! `redact` here, before anything is cut: no later phase sees a raw byte of a dropped message.
//! Promises: same order and length as the input; text stays multi-line; no word is added but `[redacted]`.
//! Leaves out: the text of kept messages and all of an earlier summary. Calls and outcomes of kept messages are read,
//! because a later run there is the last word on a command.
use crate::boundaries::Cut;
use crate::opened::{View, clean};
use crate::pair::Pairs;
use crate::{call, result};
use alloc::borrow::Cow;
use alloc::vec::Vec;
use cento_contract::{Message, Role};

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
                let (body, head) = result::open_for(tool, call, &message.content, result::Beside::of(message));
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
    result::settle(messages, pairs, &mut views);
    views
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::CallRef;
    use alloc::vec;
    use cento_contract::{Outcome, RunState, ToolCall};

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
}
