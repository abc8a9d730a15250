//! The ledger of what goes.
//!
//! Takes the messages, their views, pairs and the cut, and what an earlier summary tells; gives one [`Ledger`] of the
//! messages that are dropped. Each file of this folder reads the same list of [`steps`] and gathers one concern.
//! Promises: lists in the order of the conversation; every text is a copy of words of its source, one line; an
//! outcome is the recorded one; n log n in the conversation; total. Leaves out: what earlier summaries tell, but for
//! where the shell stands and what runs (`merge` joins the rest), kept messages (but for what they say of dropped runs), and any cut to a budget.
mod between;
mod commands;
mod decisions;
mod directory;
mod errors;
mod files;
mod log;
mod names;
mod notice;
mod runs;
mod state;
mod steps;
mod users;

#[cfg(test)]
mod case;

use crate::boundaries::Cut;
use crate::ledger::Ledger;
use crate::opened::View;
use crate::pair::Pairs;
use crate::sanitize::code_span;
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use cento_contract::Message;

/// Gathers the facts of the dropped messages.
pub fn gather(messages: &[Message], views: &[View<'_>], pairs: &Pairs, cut: &Cut, earlier: Option<&Ledger>) -> Ledger {
    let region = steps::read(messages, views, pairs, cut);
    let runs = runs::collect(&region, earlier);
    let words = users::gather(&region);
    let decisions = decisions::gather(&region);
    let log = log::gather(&region, &runs, &decisions);
    let mut ledger = Ledger {
        snapshot: words.snapshot,
        goal: words.goal,
        rules: words.rules,
        commands: commands::gather(&region, &runs),
        files: files::gather(&region),
        errors: errors::gather(&region),
        decisions,
        state: state::gather(&region, &runs),
        names: names::gather(messages, &region, cut),
        users: words.users,
        log,
        carried: alloc::vec::Vec::new(),
        omitted: BTreeMap::new(),
    };
    fit_code_spans(&mut ledger);
    ledger
}

/// Texts that are printed between single backticks hold none; commands, which are copied, keep theirs. Done here, so that the text read back from a summary is the
/// same as that of the messages after it.
fn fit_code_spans(ledger: &mut Ledger) {
    let state = &mut ledger.state;
    let quotes = state.directory.iter_mut().chain(&mut state.branch).chain(&mut state.commits).chain(&mut state.todo);
    let quotes = quotes.chain(&mut state.tests).chain(state.processes.iter_mut().map(|(quote, _)| quote));
    let commands = ledger.commands.iter_mut().map(|c| c.cwd.as_mut());
    let files = ledger.files.iter_mut().flat_map(|f| [Some(&mut f.path), f.moved_to.as_mut()]);
    for text in commands.chain(files).flatten().chain(quotes.map(|quote| &mut quote.text)) {
        if let Cow::Owned(fitted) = code_span(text) {
            *text = fitted;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::case::Case;
    use super::*;
    use crate::ledger::{Quote, Source};
    use crate::opened::Op;
    use cento_contract::RunState;
    use proptest::prelude::*;

    fn step(case: &mut Case, kind: u8, words: &str, state: RunState) {
        match kind {
            0 => case.user(words),
            1 => case.assistant(words),
            2 => case.run(words, state, words),
            3 => case.run_in(words, "/w", state),
            4 => case.start(words, "p1"),
            5 => case.poll("p1", words.len().is_multiple_of(2), state),
            6 => case.read(words, state),
            7 => case.change(words, Op::Patched, state),
            8 => case.moved(words, "b", state),
            9 => case.todo(&[words], state),
            10 => case.other("search", words, state, words),
            11 => case.lost(words),
            12 => case.notice(&alloc::format!(
                "[IMPORTANT: Background process p1 finished (exit code 2). Command: {words}. Output: x]"
            )),
            13 => case.run(&alloc::format!("cd {words}"), state, ""),
            _ => case.kept_run(words, None),
        };
    }

    fn state() -> impl Strategy<Value = RunState> {
        prop_oneof![
            any::<i32>().prop_map(RunState::Exited),
            Just(RunState::Exited(0)),
            any::<Option<i32>>().prop_map(RunState::Killed),
            any::<Option<i32>>().prop_map(RunState::TimedOut),
            any::<Option<i32>>().prop_map(RunState::Refused),
            Just(RunState::Pending),
            Just(RunState::Running),
            Just(RunState::Failed),
            Just(RunState::Succeeded),
            Just(RunState::NoExitCode),
        ]
    }

    fn quotes(ledger: &Ledger) -> Vec<&Quote> {
        let mut all: Vec<&Quote> = ledger.snapshot.iter().chain(&ledger.goal).chain(&ledger.users).collect();
        all.extend(ledger.errors.iter().chain(&ledger.decisions));
        all.extend(ledger.rules.iter().map(|r| &r.quote));
        all.extend(ledger.commands.iter().flat_map(|c| c.key_lines.iter().chain(&c.between)));
        all.extend(ledger.log.iter().map(|e| &e.quote));
        all.extend(ledger.state.todo.iter().chain(&ledger.state.tests).chain(&ledger.state.commits));
        all
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn any_conversation_gives_lines_with_sources(
            steps in prop::collection::vec((0u8..15, "(\\PC|\n|'| ){0,40}", state()), 0..40),
        ) {
            let mut case = Case::new();
            for (kind, words, state) in &steps {
                step(&mut case, *kind, words, *state);
            }
            let ledger = gather(&case.messages, &case.views, &case.pairs, &case.cut, None);
            let dropped = |s: Source| case.cut.keep.get(s.message as usize) == Some(&false);
            for quote in quotes(&ledger) {
                prop_assert!(!quote.text.contains('\n') && !quote.text.is_empty(), "{quote:?}");
                prop_assert!(dropped(quote.source), "{quote:?}");
            }
            for run in ledger.commands.iter().flat_map(|c| &c.runs) {
                prop_assert!(run.times > 0 && dropped(run.source));
            }
            prop_assert!(ledger.files.iter().all(|f| dropped(f.source)));
            prop_assert!(ledger.log.is_sorted_by_key(|e| e.quote.source.message));
            let runs = ledger.commands.iter().filter(|c| c.tool.is_empty()).flat_map(|c| &c.runs);
            let told: u32 = runs.map(|r| r.times).sum();
            let ran = steps.iter().filter(|(k, ..)| matches!(k, 2 | 3 | 4 | 8 | 11 | 13)).count();
            prop_assert!(told as usize >= ran, "{told} of {ran} runs");
        }

        #[test]
        fn views_and_pairs_that_do_not_fit_are_no_trap(cut in 0usize..6, units in 0u32..9) {
            let mut case = Case::new();
            case.user("a").run("b", RunState::Exited(1), "error: c").run("b", RunState::Exited(0), "").read("d", RunState::Failed);
            case.views.truncate(cut);
            case.cut.keep.truncate(cut + 1);
            case.cut.earlier.extend([1, units, 99]);
            if let Some(unit) = case.pairs.units.last_mut() {
                (unit.start, unit.end) = (units, 40 - units);
            }
            for answers in &mut case.pairs.result_of {
                answers.extend([Some(units), None, Some(99)]);
            }
            gather(&case.messages, &case.views, &case.pairs, &case.cut, None);
        }
    }
}
