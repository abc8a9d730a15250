//! The dropped messages as steps: who spoke, what was called, what came back.
//!
//! Takes messages, views, pairs and the cut; gives one list that every other file of this folder reads, so that
//! speakers, answers and replays are decided once. A call and its answer are one step, at the place of the call.
//! Promises: conversation order; a unit that repeats the unit before it byte for byte (a retry stored twice) gives
//! no steps. Leaves out: earlier summaries and all words of kept messages; of those only calls stay, as `Kept`.
use crate::boundaries::Cut;
use crate::cutting::begin;
use crate::ledger::{Quote, Ref, Source};
use crate::opened::{Call, ResultHead, View};
use crate::pair::{Pairs, Unit};
use crate::people::{self, Speaker};
use crate::sanitize;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use cento_contract::{Message, Role, RunState};

/// What is dropped, read once.
pub(super) struct Region<'a> {
    messages: &'a [Message],
    /// Steps in order.
    pub(super) steps: Vec<Step<'a>>,
}

/// One step.
pub(super) struct Step<'a> {
    /// Index of the message it starts in.
    pub(super) message: u32,
    /// What it is.
    pub(super) what: What<'a>,
}

/// Kinds of steps.
pub(super) enum What<'a> {
    /// Words of a person.
    Human(&'a str),
    /// A row that the harness wrote.
    Notice(&'a str),
    /// Words of the assistant.
    Assistant(&'a str),
    /// A call of the assistant and its answer.
    Call(Called<'a>),
    /// A result that answers no call.
    Stray(Answer<'a>),
    /// A call in a message that stays; its answer only as far as the view has it.
    Kept(Called<'a>),
    /// A person speaks in a message that stays.
    KeptHuman,
    /// A row of the harness that stays, as it stands.
    KeptNotice(&'a str),
}

/// A call with its answer.
pub(super) struct Called<'a> {
    /// The call.
    pub(super) call: &'a Call,
    /// Its raw arguments, for comparing calls only.
    pub(super) arguments: &'a str,
    /// What came back, if anything did.
    pub(super) answer: Option<Answer<'a>>,
}

/// A result.
#[derive(Clone, Copy)]
pub(super) struct Answer<'a> {
    /// Index of the tool message.
    pub(super) message: u32,
    /// The opened body.
    pub(super) text: &'a str,
    /// What it says besides.
    pub(super) head: &'a ResultHead,
}

impl Called<'_> {
    /// How the call ended, as recorded.
    pub(super) fn state(&self) -> RunState {
        self.answer.map_or(RunState::NoResult, |a| a.head.state)
    }
}

impl Region<'_> {
    /// The text of a message as it is stored.
    pub(super) fn stored(&self, message: u32) -> &str {
        self.messages.get(message as usize).map_or("", |message| &message.content)
    }

    /// Where the words of a message come from.
    pub(super) fn source(&self, message: u32) -> Source {
        let row = self.messages.get(message as usize).and_then(|m| m.row_id);
        Source { at: row.map_or(Ref::Turn(message), Ref::Row), message }
    }

    /// Words of a message on one line, at most `most` characters.
    pub(super) fn quote(&self, message: u32, words: &str, most: usize) -> Quote {
        Quote { text: line(words, most), source: self.source(message) }
    }

    /// Pictures that a message carries.
    pub(super) fn images(&self, message: u32) -> u32 {
        self.messages.get(message as usize).map_or(0, |m| m.images)
    }
}

/// Words on one line, at most `most` characters of them; what is cut ends in `…`.
pub(super) fn line(words: &str, most: usize) -> String {
    let words = words.trim();
    // Characters are only counted where there may be too many.
    match (words.len() > most).then(|| words.char_indices().nth(most)).flatten() {
        None => sanitize::one_line(words).into_owned(),
        Some((end, _)) => {
            let mut text = sanitize::one_line(begin(words, end).trim_end()).into_owned();
            text.push('…');
            text
        }
    }
}

/// True when the recorded state says that the run went wrong.
pub(super) fn failing(state: RunState) -> bool {
    match state {
        RunState::Exited(code) => code != 0,
        RunState::Killed(_)
        | RunState::TimedOut(_)
        | RunState::Interrupted(_)
        | RunState::Refused(_)
        | RunState::Failed => true,
        _ => false,
    }
}

/// True when the recorded state says that the run went well.
pub(super) fn passing(state: RunState) -> bool {
    matches!(state, RunState::Exited(0) | RunState::Succeeded)
}

/// Reads the steps.
pub(super) fn read<'a>(messages: &'a [Message], views: &'a [View<'_>], pairs: &'a Pairs, cut: &'a Cut) -> Region<'a> {
    let mut skip = replays(messages, pairs, cut);
    for &summary in &cut.earlier {
        if let Some(flag) = skip.get_mut(summary as usize) {
            *flag = true;
        }
    }
    let mut steps = Vec::new();
    let mut answered = vec![false; messages.len()];
    for (index, (message, view)) in messages.iter().zip(views).enumerate() {
        if skip.get(index) == Some(&true) {
            continue;
        }
        let kept = cut.keep.get(index) != Some(&false);
        let at = index as u32;
        let mut add = |what| steps.push(Step { message: at, what });
        match message.role {
            Role::User => match people::speaker(message) {
                Speaker::Human if kept => add(What::KeptHuman),
                Speaker::Human => add(What::Human(people::human_text(&view.text))),
                Speaker::Harness if kept => add(What::KeptNotice(&message.content)),
                Speaker::Harness => add(What::Notice(&view.text)),
                _ => {}
            },
            Role::Assistant => {
                if !kept && !view.text.trim().is_empty() {
                    add(What::Assistant(&view.text));
                }
                for (number, call) in view.calls.iter().enumerate() {
                    let arguments = message.tool_calls.get(number).map_or("", |c| c.arguments.as_str());
                    let answer = answer_of(pairs, views, index, number);
                    if let Some(flag) = answer.and_then(|a| answered.get_mut(a.message as usize)) {
                        *flag = true;
                    }
                    let called = Called { call, arguments, answer };
                    add(if kept { What::Kept(called) } else { What::Call(called) });
                }
            }
            Role::Tool if !kept && answered.get(index) == Some(&false) => {
                if let Some(head) = &view.result {
                    add(What::Stray(Answer { message: at, text: &view.text, head }));
                }
            }
            _ => {}
        }
    }
    Region { messages, steps }
}

fn answer_of<'a>(pairs: &Pairs, views: &'a [View<'_>], message: usize, call: usize) -> Option<Answer<'a>> {
    let at = *pairs.result_of.get(message)?.get(call)?.as_ref()?;
    let view = views.get(at as usize)?;
    Some(Answer { message: at, text: &view.text, head: view.result.as_ref()? })
}

/// Marks the messages of units that say the same as the unit right before them, ids included.
fn replays(messages: &[Message], pairs: &Pairs, cut: &Cut) -> Vec<bool> {
    let mut replay = vec![false; messages.len()];
    let of = |unit: &Unit| messages.get(unit.start as usize..unit.end as usize).unwrap_or_default();
    for neighbours in pairs.units.windows(2) {
        let [before, unit] = neighbours else { continue };
        let dropped = |u: &Unit| cut.keep.get(u.start as usize) == Some(&false);
        if dropped(before) && dropped(unit) && same_calls(of(before), of(unit)) {
            for flag in replay.get_mut(unit.start as usize..unit.end as usize).unwrap_or_default() {
                *flag = true;
            }
        }
    }
    replay
}

fn same_calls(a: &[Message], b: &[Message]) -> bool {
    a.len() > 1
        && a.len() == b.len()
        && a.iter().zip(b).all(|(a, b)| {
            a.role == b.role
                && a.content == b.content
                && a.exit_code == b.exit_code
                && a.is_error == b.is_error
                && a.tool_call_id == b.tool_call_id
                && a.tool_calls == b.tool_calls
        })
        && a.iter().flat_map(|m| &m.tool_calls).any(|call| !call.id.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;

    #[test]
    fn a_call_and_its_answer_are_one_step() {
        let mut case = Case::new();
        case.user("go").run("ls", RunState::Exited(0), "a\nb");
        let kinds: Vec<(u32, &str)> = case
            .region()
            .steps
            .iter()
            .map(|s| match &s.what {
                What::Human(_) => (s.message, "human"),
                What::Call(c) => (s.message, if c.state() == RunState::Exited(0) { "passed" } else { "other" }),
                _ => (s.message, "else"),
            })
            .collect();
        assert_eq!(kinds, [(0, "human"), (1, "passed")]);
    }

    #[test]
    fn a_retry_stored_twice_is_one_step_and_a_second_run_is_two() {
        let mut twice = Case::new();
        twice.run("ls", RunState::Exited(0), "a").replay_last_unit();
        assert_eq!(twice.region().steps.len(), 1);
        let mut again = Case::new();
        again.run("ls", RunState::Exited(0), "a").run("ls", RunState::Exited(0), "a");
        assert_eq!(again.region().steps.len(), 2);
    }

    #[test]
    fn lines_are_cut_at_characters() {
        for (words, most, want) in
            [("  abc ", 5, "abc"), ("abcdef", 3, "abc…"), ("é\u{1F600}ü", 2, "é\u{1F600}…"), ("", 0, "")]
        {
            assert_eq!(line(words, most), want);
        }
    }
}
