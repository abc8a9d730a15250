//! Every result has its call, every call its result.
//!
//! Takes the matched lists. Calls and results belong together by position: a result answers the first open call with
//! its id in the assistant message before it. Finds results and calls that are alone and were not alone in the
//! original, and results that answer another call than before. Calls of the last message may wait. Promises: what the
//! original had of lonely ones is no finding.
use crate::message::{Message, Role};
use crate::{Case, Check, Notes, Place};

/// For each result its call (message and which), for each message how many of its calls have no result.
pub(crate) struct Pairs {
    /// By message: where the call of this result is.
    pub(crate) call: Vec<Option<(usize, usize)>>,
    /// By message: the results of its calls, in their order.
    pub(crate) results: Vec<Vec<Option<usize>>>,
}

pub(crate) fn pairs(all: &[Message<'_>]) -> Pairs {
    let mut call = vec![None; all.len()];
    let mut results: Vec<Vec<Option<usize>>> = all.iter().map(|message| vec![None; message.calls.len()]).collect();
    let mut open: Option<usize> = None;
    for (at, message) in all.iter().enumerate() {
        if message.role != Role::Tool {
            open = (message.role == Role::Assistant).then_some(at);
            continue;
        }
        let Some(from) = open else { continue };
        let fits = |n: &usize| results[from][*n].is_none() && all[from].calls[*n].id == message.call_id;
        if let Some(n) = (0..all[from].calls.len()).find(fits) {
            results[from][n] = Some(at);
            call[at] = Some((from, n));
        }
    }
    Pairs { call, results }
}

impl Pairs {
    /// The message whose calls may wait for results: nothing but results follows it.
    pub(crate) fn waits(&self, all: &[Message<'_>]) -> Option<usize> {
        all.iter().rposition(|message| message.role != Role::Tool)
    }

    /// Results without call and calls without result; those of the last unit may wait.
    pub(crate) fn lonely(&self, all: &[Message<'_>]) -> usize {
        let waits = self.waits(all);
        let results = all.iter().enumerate().filter(|(at, m)| m.role == Role::Tool && self.call[*at].is_none()).count();
        let calls = self.results.iter().enumerate().filter(|(at, _)| Some(*at) != waits);
        results + calls.map(|(_, results)| results.iter().filter(|result| result.is_none()).count()).sum::<usize>()
    }
}

pub(crate) fn check(case: &Case<'_>, notes: &mut Notes) {
    let (before, after) = (pairs(&case.original), pairs(&case.compacted));
    for (row, message) in case.compacted.iter().enumerate() {
        let place = Place::Row(row + 1);
        if message.role == Role::Tool {
            let was = case.was[row].and_then(|at| before.call[at]);
            match after.call[row] {
                Some((from, n)) => {
                    notes.looked(Check::Pairs, 1);
                    let call = case.compacted[from].calls.get(n);
                    let same =
                        was.is_none_or(|(at, m)| case.was[from] == Some(at) && case.original[at].calls.get(m) == call);
                    if !same {
                        notes.wrong(Check::Pairs, place, "answers another call than it did");
                    }
                }
                None if case.was[row].is_some() && was.is_none() => {}
                None => notes.wrong(Check::Pairs, place, "a result without its call"),
            }
            continue;
        }
        if row + 1 == case.compacted.len() {
            continue;
        }
        for (n, result) in after.results[row].iter().enumerate() {
            let alone = case.was[row].is_some_and(|at| {
                let call = &message.calls[n];
                let of = |m: &usize| case.original[at].calls[*m] == *call;
                (0..case.original[at].calls.len()).find(of).is_some_and(|m| before.results[at][m].is_none())
            });
            if result.is_none() && !alone {
                notes.wrong(Check::Pairs, place, format!("call {} has no result any more", n + 1));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_the_last_unit_may_wait() {
        let calls = r#"{"role":"assistant","tool_calls":[{"id":"a","name":"t"},{"id":"b","name":"t"}]}"#;
        let (result, user) =
            (r#"{"role":"tool","tool_call_id":"a","content":"x"}"#, r#"{"role":"user","content":"go"}"#);
        for (rows, waits, lonely) in [
            (vec![user, calls, result], Some(1), 0),
            (vec![user, calls], Some(1), 0),
            (vec![user, calls, result, result], Some(1), 1),
            (vec![user, calls, result, user], Some(3), 1),
        ] {
            let all: Vec<Message<'_>> = rows.iter().map(|raw| Message::read(raw.as_bytes())).collect();
            let pairs = pairs(&all);
            assert_eq!((pairs.waits(&all), pairs.lonely(&all)), (waits, lonely), "{rows:?}");
        }
    }
}
