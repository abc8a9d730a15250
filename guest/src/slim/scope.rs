//! Which texts may be shortened.
//!
//! Takes the conversation; gives them in order with what is known of each: of a result its call and how it ended, where
//! it stands, whether an earlier pass left it so, whether the same text comes again, whether it has a word of the focus.
//! Promises: never text of user or system, of an unknown role, of the head, of an earlier summary; none with more than text;
//! no signed message, and no result of a round of tools that is open and has signed reasoning; in the tail results only.
use super::marks;
use crate::boundaries;
use crate::budget::focus_words;
use crate::kind::{ToolKind, kind};
use crate::opened::{Action, Call};
use crate::pair::Pairs;
use crate::people::{Speaker, speaker};
use crate::settings::Settings;
use crate::tokens::{self, Sizes};
use crate::{call, result};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::{Message, Role, RunState};

/// The texts, and the protected parts.
pub(super) struct Scope {
    /// Texts that may be shortened, in order.
    pub texts: Vec<Text>,
    /// First message after the protected head.
    pub head: u32,
    /// First message of the protected tail.
    pub tail: u32,
    /// Tokens behind the last message that an earlier pass shortened.
    pub since: Option<u64>,
}

/// A text that may be shortened.
pub(super) struct Text {
    /// Index of its message.
    pub message: u32,
    /// Its tokens.
    pub tokens: u32,
    /// Where it stands.
    pub place: Place,
    /// It stands before the last message that an earlier pass shortened, or is that message.
    pub frozen: bool,
    /// It was shortened before.
    pub marked: bool,
    /// A later message with the same text.
    pub again: Option<u32>,
    /// It has a word of the focus.
    pub focus: bool,
    /// What is known of the call of a result; none for a text of the assistant.
    pub asked: Option<Asked>,
}

/// Where a text stands, first to give way first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Between head and tail.
    Middle,
    /// In the tail.
    Tail,
    /// In the tail, and the assistant has not answered it.
    Unread,
}

/// What is known of the call of a result.
pub(super) struct Asked {
    /// The opened call, where there is one.
    pub call: Option<Call>,
    /// Name of the tool.
    pub tool: String,
    /// What the tool is for.
    pub kind: ToolKind,
    /// The command, the path, else the name of the tool.
    pub words: String,
    /// How the call ended.
    pub state: RunState,
}

/// Opens the texts.
pub(super) fn open(messages: &[Message], sizes: &Sizes, pairs: &Pairs, settings: &Settings) -> Scope {
    let (head, tail) = boundaries::bounds(messages, sizes, pairs, settings);
    let left = messages.iter().rposition(|m| may_have_been(m) && marks::is_marked(&m.content));
    let read = messages.iter().rposition(|m| m.role == Role::Assistant);
    let round = open_round(messages);
    let focus = settings.focus_topic.as_deref().map(focus_words).unwrap_or_default();
    let mut last: BTreeMap<&str, u32> = BTreeMap::new();
    let mut texts = Vec::new();
    for (index, message) in messages.iter().enumerate().skip(head as usize).rev() {
        let at = index as u32;
        let place = match at {
            _ if at < tail => Place::Middle,
            _ if read > Some(index) => Place::Tail,
            _ => Place::Unread,
        };
        let may = match message.role {
            Role::Tool => round.is_none_or(|from| index < from),
            Role::Assistant => place == Place::Middle && !message.marks.signed_reasoning,
            _ => false,
        };
        if !may || message.marks.more_than_text || message.images > 0 || speaker(message) == Speaker::Summary {
            continue;
        }
        let is_result = message.role == Role::Tool;
        let again = if is_result { last.insert(&message.content, at) } else { None };
        let tokens = sizes.of.get(index).map_or(0, |all| tokens::of_text(message, *all));
        if tokens <= settings.min_tokens {
            continue;
        }
        let asked = is_result.then(|| asked(messages, pairs, index, message));
        if asked.as_ref().is_some_and(|asked| settings.protected_tools.contains(&asked.tool)) {
            continue;
        }
        texts.push(Text {
            message: at,
            tokens,
            place,
            frozen: left.is_some_and(|left| index <= left),
            marked: marks::is_marked(&message.content),
            again,
            focus: has(&message.content, &focus),
            asked,
        });
    }
    texts.reverse();
    let since = left.map(|left| sizes.of.iter().skip(left + 1).map(|tokens| u64::from(*tokens)).sum());
    Scope { texts, head, tail, since }
}

/// Only results and texts of the assistant are ever shortened.
fn may_have_been(message: &Message) -> bool {
    matches!(message.role, Role::Tool | Role::Assistant) && speaker(message) != Speaker::Summary
}

/// The first message of the last round of tools, if it has signed reasoning: a provider takes it back as it was only.
fn open_round(messages: &[Message]) -> Option<usize> {
    let from = messages.iter().rposition(|m| m.role == Role::User).map_or(0, |at| at + 1);
    messages.get(from..)?.iter().any(|m| m.marks.signed_reasoning).then_some(from)
}

pub(super) fn asked(messages: &[Message], pairs: &Pairs, index: usize, message: &Message) -> Asked {
    let call = pairs.call(messages, index).map(call::read);
    let tool = call.as_ref().map_or(message.tool_name.as_deref().unwrap_or(""), |c| c.tool.as_str());
    let (kind, words) = match call.as_ref().map(|c| &c.action) {
        Some(Action::Run { command, .. }) => (ToolKind::Shell, command.as_str()),
        Some(Action::Read { path }) => (ToolKind::Read, path.as_str()),
        _ => (kind(tool), tool),
    };
    let state = state(tool, call.as_ref(), message, &message.content);
    Asked { kind, words: String::from(words), state, tool: String::from(tool), call }
}

/// How the call of a result with this content ended.
pub(super) fn state(tool: &str, call: Option<&Call>, message: &Message, content: &str) -> RunState {
    result::open_for(tool, call, content, result::Beside::of(message)).1.state
}

fn has(content: &str, focus: &[String]) -> bool {
    if focus.is_empty() {
        return false;
    }
    let lower = content.to_lowercase();
    focus.iter().any(|word| lower.contains(word.as_str()))
}
