//! Where the messages of a session come from, for the report: what was read, and what of it is no message.
use cento_sessions::{Conversation, LeftOut};
use serde::Serialize;

/// A source that is no list of OpenAI-style messages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Source {
    /// The agent whose session it is.
    pub agent: &'static str,
    /// Id of the session, where it comes from the state database.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session: Option<String>,
    /// Rows, lines or messages that were read.
    pub read: u32,
    /// What they are: `rows`, `lines` or `messages`.
    pub unit: &'static str,
    /// Rows that repeat earlier ones and were left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeated: Option<u32>,
    /// What else was left out, by kind.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "kinds")]
    pub left_out: Vec<LeftOut>,
}

impl Source {
    /// Of a session file of another agent.
    pub fn of_file(read: Conversation) -> Source {
        Source {
            agent: read.format.name(),
            session: None,
            read: read.read,
            unit: if read.format.has_lines() { "lines" } else { "messages" },
            repeated: None,
            left_out: read.left_out,
        }
    }

    /// In words: `Claude Code, 120 lines read`.
    pub fn sentence(&self) -> String {
        let repeated = self.repeated.map_or(String::new(), |n| format!(", {} repeated", grouped(n)));
        format!("{}, {} {} read{repeated}", self.agent, grouped(self.read), self.unit)
    }

    /// What was left out, in words; none if nothing was.
    pub fn left_out_sentence(&self) -> Option<String> {
        let unit = self.unit.strip_suffix('s').unwrap_or(self.unit);
        let kinds: Vec<String> = self
            .left_out
            .iter()
            .map(|left| format!("{} {} (first in {unit} {})", grouped(left.count), left.kind, left.first))
            .collect();
        (!kinds.is_empty()).then(|| format!("left out: {}", kinds.join(", ")))
    }
}

/// A number as people write it: `3,827`.
pub fn grouped(number: impl Into<u64>) -> String {
    let digits = number.into().to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

fn kinds<S: serde::Serializer>(left: &[LeftOut], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Kind<'a> {
        kind: &'a str,
        count: u32,
        first: u32,
    }
    serializer.collect_seq(left.iter().map(|l| Kind { kind: &l.kind, count: l.count, first: l.first }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_grouped_by_thousands() {
        for (number, written) in [(0_u32, "0"), (999, "999"), (1_454, "1,454"), (1_003_827, "1,003,827")] {
            assert_eq!(grouped(number), written);
        }
    }
}
