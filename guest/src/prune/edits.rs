//! The plan of a pruning.
//!
//! Takes the judged calls; gives edits, judgements and numbers. A result that is hardly longer than what would stay of
//! it stays whole, and so does one with more than text. Of a failure what broke stays, else both ends. Where less than a
//! tenth would be saved, nothing is done.
use super::judge::Judged;
use super::scope::Scope;
use super::turns::has_text;
use crate::ending::Ending;
use crate::pair::Pairs;
use crate::plan;
use crate::settings::Settings;
use crate::shorten::shorten_so;
use crate::slim;
use crate::tokens::{Sizes, estimate};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use cento_contract::{Adjustment, CallVerdict, Change, Edit, Message, Outcome, Plan, Reason, Report};

/// A result this many characters longer than what would stay of it stays whole.
const SLACK: usize = 120;
/// Of the result of a change that worked, or of a pass that is only to be seen, so much less stays.
const DONE_PART: u32 = 3;
/// One part in so many has to be saved.
const LEAST_GAIN: u64 = 10;

/// Makes the plan.
pub(super) fn plan(
    messages: &[Message],
    sizes: &Sizes,
    pairs: &Pairs,
    scope: &Scope,
    mut judged: Vec<Judged>,
    settings: &Settings,
    adjustments: Vec<Adjustment>,
) -> Plan {
    let mut draft = Draft { edits: Vec::new(), saved: 0, gone: 0 };
    let mut at = 0;
    while let Some(first) = judged.get(at) {
        let message = first.said.message;
        let end = at + judged.get(at..).unwrap_or_default().iter().take_while(|j| j.said.message == message).count();
        draft.message(messages, sizes, pairs, judged.get_mut(at..end).unwrap_or_default(), settings);
        at = end;
    }
    draft.edits.sort_by_key(|e| e.message);
    let before = sizes.of.iter().fold(0u64, |sum, tokens| sum.saturating_add(u64::from(*tokens)));
    let outcome = if judged.is_empty() {
        Outcome::NothingBetween
    } else if draft.edits.is_empty() || draft.saved.saturating_mul(LEAST_GAIN) < before {
        Outcome::LittleGain
    } else {
        Outcome::Compacted
    };
    if outcome != Outcome::Compacted {
        draft = Draft { edits: Vec::new(), saved: 0, gone: 0 };
        for one in judged.iter_mut().filter(|j| j.said.verdict != CallVerdict::Keep) {
            (one.said.verdict, one.said.rescued) = (CallVerdict::Keep, false);
            one.said.reasons.push("too little to gain in all".to_string());
        }
    }
    let scaled =
        |tokens: u64| u32::try_from(tokens.saturating_mul(u64::from(sizes.permille)) / 1_000).unwrap_or(u32::MAX);
    let report = Report {
        outcome,
        messages_before: messages.len() as u32,
        messages_after: messages.len().saturating_sub(draft.gone) as u32,
        tokens_before: scaled(before),
        tokens_after: scaled(before.saturating_sub(draft.saved)),
        summary_tokens: 0,
        summary_budget: settings.summary_budget,
        head_end: scope.head,
        tail_start: scope.tail,
        inherited_orphans: pairs.orphans(),
        masked: 0,
        sections: Vec::new(),
        adjustments,
        unchanged_prefix: plan::unchanged_prefix(messages.len(), &draft.edits, None),
        target: 0,
        last_step: None,
    };
    let judgements = judged.into_iter().map(|j| j.said).collect();
    Plan { edits: draft.edits, summary: None, judgements, report }
}

struct Draft {
    edits: Vec<Edit>,
    /// Tokens.
    saved: u64,
    /// Messages that go.
    gone: usize,
}

impl Draft {
    /// Adds the edits of one message and the results of its calls.
    fn message(
        &mut self,
        messages: &[Message],
        sizes: &Sizes,
        pairs: &Pairs,
        judged: &mut [Judged],
        settings: &Settings,
    ) {
        let Some((index, message)) =
            judged.first().and_then(|j| Some((j.said.message, messages.get(j.said.message as usize)?)))
        else {
            return;
        };
        let mut calls = Vec::new();
        for one in judged {
            match one.said.verdict {
                CallVerdict::Keep => {}
                CallVerdict::CutResult => {
                    match shorter(messages, pairs, one.result as usize, settings.truncate_chars, one.done) {
                        Some((text, saved)) => {
                            self.saved = self.saved.saturating_add(saved);
                            self.push(one.result, Change::Rewrite(text));
                        }
                        None => {
                            one.said.verdict = CallVerdict::Keep;
                            one.said.reasons.push("too short to be cut".to_string());
                        }
                    }
                }
                CallVerdict::Drop => {
                    calls.push(one.said.call);
                    self.drop(one.result, sizes);
                }
            }
        }
        if calls.is_empty() {
            return;
        }
        if calls.len() == message.tool_calls.len() && !has_text(message) {
            self.drop(index, sizes);
            return;
        }
        for made in calls.iter().filter_map(|at| message.tool_calls.get(*at as usize)) {
            let tokens = u64::from(estimate(&made.name)).saturating_add(u64::from(estimate(&made.arguments)));
            self.saved = self.saved.saturating_add(tokens);
        }
        self.push(index, Change::DropCalls(calls));
    }

    fn drop(&mut self, message: u32, sizes: &Sizes) {
        self.saved = self.saved.saturating_add(sizes.of.get(message as usize).copied().unwrap_or_default().into());
        self.gone += 1;
        self.push(message, Change::Drop);
    }

    fn push(&mut self, message: u32, change: Change) {
        self.edits.push(Edit { message, change, reason: Reason::Stale });
    }
}

/// The result cut to so many characters, or more where how the call ended needs them, and the tokens that it saves.
fn shorter(messages: &[Message], pairs: &Pairs, index: usize, most: u32, done: bool) -> Option<(String, u64)> {
    let result = messages.get(index)?;
    let characters = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    let all = result.content.chars().count();
    if result.marks.more_than_text || result.images > 0 || all <= (most as usize).saturating_add(SLACK) {
        return None;
    }
    let most = if done { most / DONE_PART } else { most };
    let ending = Ending::of(messages, pairs, index)?;
    // What was cut before is hardly longer than a cut of it.
    let is_shorter = |text: &str| text.len() <= result.content.len() / 4 * 3;
    // What broke says more of a failure than both ends; it may be as long as what stays whole.
    let broke = slim::what_broke(messages, pairs, index, most.saturating_add(SLACK as u32));
    let text = broke
        .filter(|text| is_shorter(text) && ending.is_told_by(text))
        .or_else(|| shorten_so(&result.content, most, characters, |text| ending.is_told_by(text)))?;
    if !is_shorter(&text) {
        return None;
    }
    let saved = estimate(&result.content).checked_sub(estimate(&text)).filter(|saved| *saved > 0)?;
    Some((text, u64::from(saved)))
}
