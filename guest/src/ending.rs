//! Whether a shortened result still says how its call ended.
//!
//! Takes the result and a shorter text for it; the ending is told where both read as the same state. A JSON object that
//! was cut through its middle is none any more: then the field with the code has to stand there as it stood.
//! Leaves out: what else of the result stays.
use crate::fields::Fields;
use crate::opened::Call;
use crate::pair::Pairs;
use crate::{call, result};
use alloc::string::String;
use cento_contract::{Message, RunState};

/// What is known of a result and how it ended.
pub(crate) struct Ending<'m> {
    content: &'m str,
    beside: result::Beside,
    tool: String,
    call: Option<Call>,
    state: RunState,
}

impl<'m> Ending<'m> {
    /// That of the result at this place.
    pub(crate) fn of(messages: &'m [Message], pairs: &Pairs, index: usize) -> Option<Self> {
        let message = messages.get(index)?;
        let call = pairs.call(messages, index).map(call::read);
        let tool = call.as_ref().map_or(message.tool_name.as_deref().unwrap_or(""), |c| c.tool.as_str());
        let (tool, beside) = (String::from(tool), result::Beside::of(message));
        let state = result::open_for(&tool, call.as_ref(), &message.content, beside).1.state;
        Some(Ending { content: &message.content, beside, tool, call, state })
    }

    /// True when the shorter text says the same of the ending.
    pub(crate) fn is_told_by(&self, shorter: &str) -> bool {
        let was = object(self.content);
        if was.is_some() == object(shorter).is_some() {
            return same_code(self.content, shorter)
                && result::open_for(&self.tool, self.call.as_ref(), shorter, self.beside).1.state == self.state;
        }
        match was.as_ref().map(|fields| result::code_field(self.content, fields)) {
            Some(Some(field)) => shorter.contains(field),
            // Without a code there is nothing that a reader of plain text could miss, unless the object tells of it.
            Some(None) => matches!(self.state, RunState::NoExitCode | RunState::Succeeded),
            None => false,
        }
    }
}

/// Of two objects, both have the same code or none. Of a start it says little, but it was recorded.
pub(crate) fn same_code(old: &str, new: &str) -> bool {
    match (object(old), object(new)) {
        (Some(old), Some(new)) => result::code_value(&old) == result::code_value(&new),
        _ => true,
    }
}

fn object(text: &str) -> Option<Fields<'_>> {
    if text.trim_start().starts_with('{') { Fields::read(text) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pair::pair;
    use alloc::vec;
    use cento_contract::{Role, ToolCall};

    #[test]
    fn an_ending_is_told_or_not() {
        for (name, content, shorter, told) in [
            ("terminal", r#"{"output": "a b c", "exit_code": 1}"#, r#"{"output": "a", "exit_code": 1}"#, true),
            ("terminal", r#"{"output": "a b c", "exit_code": 1}"#, r#"{"output": "a", "exit_code": 0}"#, false),
            ("terminal", r#"{"output": "a b c", "exit_code": 1}"#, r#"[… 9 characters left out …]"#, false),
            ("terminal", r#"{"output": "a b c", "exit_code": 0}"#, r#"{"out [… …] "exit_code": 0}"#, true),
            ("terminal", r#"{"output": "a b c", "exit_code": 0}"#, r#"{"out [… …] : 0}"#, false),
            ("terminal", "{\"output\": \"a\0b c\", \"exit_code\": 1}", r#"{"output": "a", "exit_code": 1}"#, true),
            (
                "terminal",
                r#"{"output":"on","pid":7,"exit_code":0}"#,
                r#"{"output":"on","pid":7,"…":"1 more key"}"#,
                false,
            ),
            (
                "terminal",
                r#"{"output":"on it","pid":7,"exit_code":0}"#,
                r#"{"output":"on…+3","pid":7,"exit_code":0}"#,
                true,
            ),
            ("Bash", "Exit code 1\nboom", "Exit code 1\n[… 4 characters left out …]", true),
            ("Bash", "Exit code 1\nboom", "boom", false),
            ("read_file", r#"{"content": "a b", "total_lines": 2}"#, "{[… 9 characters left out …]}", true),
            ("patch", r#"{"success": false, "error": "a b"}"#, "{[… 9 characters left out …]}", false),
        ] {
            let mut made = Message::new(Role::Assistant, "");
            made.tool_calls = vec![ToolCall { id: "a".into(), name: name.into(), arguments: "{}".into() }];
            let mut result = Message::new(Role::Tool, content);
            result.tool_call_id = Some("a".into());
            let messages = [made, result];
            let ending = Ending::of(&messages, &pair(&messages), 1).unwrap();
            assert_eq!(ending.is_told_by(shorter), told, "{content} {shorter}");
        }
    }
}
