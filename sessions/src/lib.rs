//! Session files of other agents, read into OpenAI-style messages.
//!
//! Takes the text of a file and gives the messages as one JSON list, a message a line: calls with their ids, results
//! with role `tool` and the id of their call, `exit_code` and `is_error` where the source says them. Knows a format by
//! its shape, never by a file's name: [`claude_code`], [`codex`], [`opencode`], [`pi`]. Promises: total and linear;
//! nothing is lost in silence, what is left out is counted by kind with its first line. Leaves out: files, folders
//! and packing, so that it runs wherever there is text; reasoning of the model, which no other provider takes back.

mod claude_code;
mod codex;
mod fields;
mod lines;
mod message;
mod opencode;
mod pi;

use lines::Lines;
use message::Message;
use std::collections::BTreeMap;

/// A format of another agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Claude Code, JSON lines.
    ClaudeCode,
    /// Codex, a rollout of JSON lines.
    Codex,
    /// OpenCode, the JSON of `opencode export`.
    OpenCode,
    /// Pi, JSON lines.
    Pi,
}

impl Format {
    /// The agent's name.
    pub fn name(self) -> &'static str {
        match self {
            Format::ClaudeCode => "Claude Code",
            Format::Codex => "Codex",
            Format::OpenCode => "OpenCode",
            Format::Pi => "Pi",
        }
    }

    /// Whether `_row_id` of its messages is the number of a line in the file.
    pub fn has_lines(self) -> bool {
        self != Format::OpenCode
    }
}

/// A session that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conversation {
    /// Whose session it is.
    pub format: Format,
    /// A JSON list of OpenAI-style messages, one a line.
    pub messages: String,
    /// Lines (OpenCode: messages) that the file has.
    pub read: u32,
    /// What is not among the messages, by kind in alphabetical order.
    pub left_out: Vec<LeftOut>,
}

/// Things of one kind that are not among the messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The source's own word for it where it has one, at most 40 characters and none of them a control character.
    pub kind: String,
    /// How many.
    pub count: u32,
    /// Line (OpenCode: message) of the first, from 1.
    pub first: u32,
}

/// Reads a session; none if the text has the shape of no format that is known here.
pub fn read(text: &str) -> Option<Conversation> {
    if opencode::fits(text) {
        return Some(opencode::read(text));
    }
    let (format, lines) = (by_lines(text)?, Lines::of(text));
    Some(match format {
        Format::Codex => codex::read(lines),
        Format::Pi => pi::read(lines),
        Format::ClaudeCode | Format::OpenCode => claude_code::read(lines),
    })
}

/// The format of JSON lines: the first line that says it decides.
fn by_lines(text: &str) -> Option<Format> {
    if !text.trim_start().starts_with('{') {
        return None;
    }
    // Files begin with lines that say nothing; a conversation that comes later than this is none of ours.
    const LOOKED_AT: usize = 200;
    for (number, line) in text.lines().filter(|line| !line.trim().is_empty()).take(LOOKED_AT).enumerate() {
        let keys = fields::object(line.trim())?;
        for (fits, format) in [
            (pi::fits(&keys), Format::Pi),
            (codex::fits(&keys, number == 0), Format::Codex),
            (claude_code::fits(&keys), Format::ClaudeCode),
        ] {
            if fits {
                return Some(format);
            }
        }
        // A message, or an object with messages: OpenAI-style, which others read.
        if keys.contains_key("role") || keys.contains_key("messages") {
            return None;
        }
    }
    None
}

/// What was left out so far.
#[derive(Default)]
struct Left(BTreeMap<String, (u32, u32)>);

impl Left {
    /// Most kinds that are told apart.
    const KINDS: usize = 40;

    fn out(&mut self, kind: &str, line: u32) {
        let mut kind: String = kind.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
        if kind.trim().is_empty() || (self.0.len() >= Self::KINDS && !self.0.contains_key(&kind)) {
            kind = "of other kinds".to_string();
        }
        let (count, _) = self.0.entry(kind).or_insert((0, line));
        *count = count.saturating_add(1);
    }

    fn conversation(self, format: Format, read: u32, messages: &[Message]) -> Conversation {
        let left_out = self.0.into_iter().map(|(kind, (count, first))| LeftOut { kind, count, first }).collect();
        Conversation { format, messages: message::list(messages), read, left_out }
    }
}

#[cfg(test)]
mod tests;
