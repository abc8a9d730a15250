//! What is left of the runs of a command ends as the command did.
//!
//! Takes the judged calls. Where the newest run of a command goes and an older one stays that ended otherwise, a reader
//! would take the older one for how things stand: a failure that was mended, or a pass before it broke. So an older
//! failure of which only a part would stay goes too, where the newest run passed and nothing holds the failure;
//! everywhere else the newest run stays, its result cut. Promises: calls that change something, and those that are not
//! judged, are only looked at; n log n. Leaves out: the same check by another command line.
use super::judge::Judged;
use super::scope::{Opened, Scope};
use crate::bytes::hash;
use crate::opened::Action;
use alloc::collections::BTreeMap;
use alloc::string::ToString;
use alloc::vec::Vec;
use cento_contract::{CallVerdict, Message, RunState};

/// How a call ended, as far as a reader asks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Passed,
    Failed,
    Other,
}

/// One run of a command.
struct Run {
    end: End,
    /// Where it was judged.
    judged: Option<usize>,
}

/// Brings the verdicts in line; older failures go where `may_drop`. True when one changed.
pub(super) fn settle(messages: &[Message], scope: &Scope, judged: &mut [Judged], may_drop: bool) -> bool {
    let mut changed = false;
    for runs in runs(messages, scope, judged).values() {
        for run in runs {
            let past = runs.last().is_some_and(|newest| newest.end != run.end);
            if let Some(one) = run.judged.and_then(|at| judged.get_mut(at)) {
                one.past = past;
            }
        }
        let Some(newest) = runs.last().filter(|run| goes(judged, run)) else { continue };
        for run in runs.iter().rev().filter(|run| !goes(judged, run)).collect::<Vec<_>>() {
            if run.end == newest.end {
                break;
            }
            changed = true;
            let old = run.judged.and_then(|at| judged.get_mut(at));
            match old {
                Some(old) if may_drop && newest.end == End::Passed && run.end == End::Failed && !old.held => {
                    old.said.verdict = CallVerdict::Drop;
                    old.said.reasons.push("passed later".to_string());
                }
                _ => {
                    if let Some((end, newest)) = newest.judged.and_then(|at| Some((newest.end, judged.get_mut(at)?))) {
                        // That it passed is all that is asked of it.
                        newest.done = newest.done || end == End::Passed;
                        newest.said.verdict = CallVerdict::CutResult;
                        newest.said.reasons.push("an older run stays that ended otherwise".to_string());
                    }
                    break;
                }
            }
        }
    }
    changed
}

/// Runs in order, by what runs.
fn runs(messages: &[Message], scope: &Scope, judged: &[Judged]) -> BTreeMap<(u64, u64), Vec<Run>> {
    let mut runs: BTreeMap<(u64, u64), Vec<Run>> = BTreeMap::new();
    let mut next = judged.iter().enumerate().peekable();
    for call in &scope.calls {
        let place = (call.message, call.call);
        let own = next.next_if(|(_, one)| (one.said.message, one.said.call) == place).map(|(at, _)| at);
        let Some(key) = key(messages, call) else { continue };
        runs.entry(key).or_default().push(Run { end: end(call.state), judged: own });
    }
    runs
}

fn goes(judged: &[Judged], run: &Run) -> bool {
    run.judged.and_then(|at| judged.get(at)).is_some_and(|one| one.said.verdict == CallVerdict::Drop)
}

/// Place and text of a command; of other calls name and arguments.
fn key(messages: &[Message], call: &Opened) -> Option<(u64, u64)> {
    if let Action::Run { command, cwd, .. } = &call.does.action {
        // What only looks the same because a secret is masked in it is another command.
        let text = hash(command.as_bytes()) ^ call.does.masked;
        return Some((hash(cwd.as_deref().unwrap_or_default().as_bytes()), text));
    }
    let made = messages.get(call.message as usize)?.tool_calls.get(call.call as usize)?;
    Some((hash(made.name.as_bytes()), hash(made.arguments.as_bytes())))
}

fn end(state: RunState) -> End {
    match state {
        RunState::Exited(0) | RunState::Succeeded => End::Passed,
        _ if super::judge::failing(state) => End::Failed,
        _ => End::Other,
    }
}
