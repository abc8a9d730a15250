//! Two scores and a verdict for each call.
//!
//! Takes the opened calls and the uses; gives the judged calls in order. Scores come from [`weights`], or from outside
//! where the options name the call. Walks from the newest call to the oldest, so that what came later is known.
use super::changes;
use super::kinds::{self, Kind};
use super::scope::{Opened, Scope};
use super::uses::Uses;
use super::weights::{self, Weight};
use crate::bytes::hash;
use crate::opened::{Action, Op};
use crate::settings::Settings;
use crate::tokens::Sizes;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use cento_contract::{CallVerdict, Judgement, Message, RunState};

/// A call that was judged.
pub(super) struct Judged {
    /// The judgement as it goes into the plan.
    pub said: Judgement,
    /// Index of the message with its result.
    pub result: u32,
    /// Little is asked of the result: the call changed something and did not fail, or the result only has to be seen to
    /// have passed, or to be there.
    pub done: bool,
    /// Its call may not go, or its result is worth all of it.
    pub held: bool,
    /// A newer run of the same ended otherwise: alone it would mislead.
    pub past: bool,
}

/// Judges every call that may be judged.
pub(super) fn judge(
    messages: &[Message],
    sizes: &Sizes,
    scope: &Scope,
    uses: &[Uses],
    settings: &Settings,
) -> Vec<Judged> {
    let focus = focus(settings);
    let mut later = Later::default();
    let mut rank = 0i32;
    let mut judged = Vec::new();
    for call in scope.calls.iter().rev() {
        let (Some(message), Some(result)) = (messages.get(call.message as usize), messages.get(call.result as usize))
        else {
            continue;
        };
        let Some(made) = message.tool_calls.get(call.call as usize) else { continue };
        let exact = hash(made.name.as_bytes()) ^ hash(made.arguments.as_bytes()).rotate_left(1);
        let content = hash(result.content.as_bytes());
        let ranged = has_range(&made.arguments);
        if call.open {
            let kind = kinds::of(&call.does);
            let mut tally = Tally::new(weights::prior(kind));
            let fate = later.fate(call, kind, exact, content);
            tally.add_if(fate == Fate::Repeated, weights::REPEATED, 1);
            tally.add_if(fate == Fate::Superseded, weights::SUPERSEDED, 1);
            tally.add_if(fate == Fate::Outdated, weights::OUTDATED, 1);
            tally.add_if(failing(call.state) && matches!(fate, Fate::Newest | Fate::Outdated), weights::FAILED, 1);
            let tokens = sizes.of.get(call.result as usize).copied().unwrap_or_default();
            tally.add_if(tokens <= weights::SMALL_TOKENS, weights::SMALL, 1);
            tally.add_if(tokens >= weights::LARGE_TOKENS, weights::LARGE, 1);
            let uses = uses.get(call.result as usize).copied().unwrap_or_default();
            let count = |n: u32| n.min(weights::MOST_USES) as i32;
            tally.add_if(uses.later > uses.now, weights::USED_LATER, count(uses.later - uses.now));
            tally.add_if(uses.now > 0, weights::USED_NOW, count(uses.now));
            tally.recent(rank);
            tally.add_if(names(&focus, &made.arguments), weights::FOCUS, 1);
            rank = rank.saturating_add(1);
            let outside = settings.scores.partition_point(|s| (s.message, s.call) <= (call.message, call.call));
            let outside = outside.checked_sub(1).and_then(|at| settings.scores.get(at));
            if let Some(score) = outside.filter(|s| (s.message, s.call) == (call.message, call.call)) {
                tally = Tally::given(score.keep_call, score.keep_result);
            }
            let changed = changes::changes(kind, &call.does, made);
            let stays = if message.marks.signed_reasoning {
                Some("its message is signed")
            } else if changed {
                Some("changed something")
            } else if call.leads {
                Some("at the head")
            } else {
                let named = |tool: &String| *tool == made.name || *tool == call.does.tool;
                settings.protected_tools.iter().any(named).then_some("protected tool")
            };
            let said = tally.verdict(call, stays, settings.prune_permille);
            let held = stays.is_some() || said.verdict == CallVerdict::Keep;
            // What became of work that was handed on stands in its report only.
            let done = changed && kind != Kind::Delegate && !failing(call.state);
            judged.push(Judged { said, result: call.result, done, held, past: false });
        }
        later.note(call, exact, content, ranged);
    }
    judged.reverse();
    judged
}

/// A sum of weights.
struct Tally {
    call: i32,
    result: i32,
    reasons: Vec<String>,
}

impl Tally {
    fn new(prior: Weight) -> Self {
        Tally { call: prior.call, result: prior.result, reasons: alloc::vec![prior.words.to_string()] }
    }

    fn given(call: u32, result: u32) -> Self {
        let most = |n: u32| n.min(1_000) as i32;
        Tally { call: most(call), result: most(result), reasons: alloc::vec!["score from outside".to_string()] }
    }

    fn add_if(&mut self, holds: bool, weight: Weight, times: i32) {
        if holds {
            self.call = self.call.saturating_add(weight.call.saturating_mul(times));
            self.result = self.result.saturating_add(weight.result.saturating_mul(times));
            self.reasons.push(weight.words.to_string());
        }
    }

    fn recent(&mut self, rank: i32) {
        let share = weights::RECENT_CALLS - rank;
        if share > 0 {
            self.call += weights::RECENT.call * share / weights::RECENT_CALLS;
            self.result += weights::RECENT.result * share / weights::RECENT_CALLS;
            self.reasons.push(weights::RECENT.words.to_string());
        }
    }

    /// The verdict: a result stays with its call, so a call is worth what its result is worth.
    fn verdict(mut self, call: &Opened, stays: Option<&str>, threshold: u32) -> Judgement {
        let within = |n: i32| n.clamp(0, 1_000) as u32;
        let (keep_call, keep_result) = (within(self.call), within(self.result));
        let verdict = if keep_result >= threshold {
            CallVerdict::Keep
        } else if keep_call >= threshold || stays.is_some() {
            CallVerdict::CutResult
        } else {
            CallVerdict::Drop
        };
        let rescued = stays.is_some() && keep_call.max(keep_result) < threshold;
        self.reasons.extend(stays.map(ToString::to_string));
        let (message, call) = (call.message, call.call);
        Judgement { message, call, keep_call, keep_result, verdict, rescued, reasons: self.reasons }
    }
}

/// What later calls make of an earlier one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Newest,
    Outdated,
    Superseded,
    Repeated,
}

/// What the calls after the present one do.
#[derive(Default)]
struct Later {
    /// Calls by name and arguments, with what came of them.
    exact: BTreeMap<u64, BTreeSet<u64>>,
    /// Commands that run again, by place and text.
    runs: BTreeSet<(Option<String>, String, u64)>,
    /// Files that are read as a whole.
    reads: BTreeSet<String>,
    /// Files that are written anew or removed.
    written: BTreeSet<String>,
    /// Files that are changed in part.
    patched: BTreeSet<String>,
    /// Processes that are looked at.
    processes: BTreeSet<String>,
    /// There is a later todo list.
    todo: bool,
}

impl Later {
    fn fate(&self, call: &Opened, kind: Kind, exact: u64, content: u64) -> Fate {
        let same = self.exact.get(&exact);
        if same.is_some_and(|results| results.contains(&content)) {
            return Fate::Repeated;
        }
        // Two clicks are two clicks, and two questions two questions.
        let again = same.is_some() && !matches!(kind, Kind::Ask | Kind::Delegate | Kind::Browser);
        let superseded = again
            || match &call.does.action {
                Action::Run { command, cwd, .. } => {
                    self.runs.contains(&(cwd.clone(), command.clone(), call.does.masked))
                }
                Action::Read { path } => self.reads.contains(path) || self.written.contains(path),
                Action::Process { id, .. } => self.processes.contains(id),
                Action::Todo { .. } => self.todo,
                Action::Change { .. } | Action::Other => false,
            };
        let outdated = matches!(&call.does.action, Action::Read { path } if self.patched.contains(path));
        match (superseded, outdated) {
            (true, _) => Fate::Superseded,
            (_, true) => Fate::Outdated,
            _ => Fate::Newest,
        }
    }

    fn note(&mut self, call: &Opened, exact: u64, content: u64, ranged: bool) {
        self.exact.entry(exact).or_default().insert(content);
        let worked = !failing(call.state);
        match &call.does.action {
            Action::Run { command, cwd, effects, .. } => {
                self.runs.insert((cwd.clone(), command.clone(), call.does.masked));
                self.changed(effects.iter().filter(|_| worked));
            }
            Action::Read { path } if worked && !ranged => {
                self.reads.insert(path.clone());
            }
            Action::Change { effects, .. } => self.changed(effects.iter().filter(|_| worked)),
            Action::Process { id, .. } => {
                self.processes.insert(id.clone());
            }
            Action::Todo { .. } => self.todo = true,
            Action::Read { .. } | Action::Other => {}
        }
    }

    fn changed<'e>(&mut self, effects: impl Iterator<Item = &'e crate::opened::Effect>) {
        for effect in effects {
            let files = match effect.op {
                Op::Read | Op::Copied => continue,
                Op::Patched => &mut self.patched,
                Op::Written | Op::Created | Op::Deleted | Op::Moved => &mut self.written,
            };
            files.insert(effect.path.clone());
        }
    }
}

/// The arguments ask for a part of a file.
fn has_range(arguments: &str) -> bool {
    ["offset", "limit", "range", "start", "line", "pages", "chunk"].iter().any(|word| arguments.contains(word))
}

/// True for a call that did not do what it was there for.
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

/// Shorter words of the focus are no words to look for.
const SHORTEST_FOCUS: usize = 4;

fn focus(settings: &Settings) -> Vec<String> {
    let topic = settings.focus_topic.as_deref().unwrap_or_default();
    let words = topic.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '.' | '/' | '-'));
    words.filter(|w| w.chars().count() >= SHORTEST_FOCUS).take(16).map(str::to_lowercase).collect()
}

fn names(focus: &[String], arguments: &str) -> bool {
    if focus.is_empty() {
        return false;
    }
    let arguments = arguments.to_lowercase();
    focus.iter().any(|word| arguments.contains(word.as_str()))
}
