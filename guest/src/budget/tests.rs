use super::*;
use crate::ledger::samples::{command, command_in, entry, file, patched, quote, rule, source};
use crate::ledger::{EntryKind, File, Run};
use crate::settings::clamp;
use alloc::format;
use cento_contract::Options;
use cento_contract::RunState::{self, Exited};
use proptest::collection::vec;
use proptest::prelude::*;
use std::string::String;

fn settings(budget: u32) -> Settings {
    clamp(&Options { summary_budget_tokens: Some(budget.into()), ..Options::default() }).0
}

fn fitted(ledger: &Ledger, budget: u32) -> Fitted {
    fit(ledger.clone(), &settings(budget))
}

fn size(fitted: &Fitted, settings: &Settings) -> u32 {
    render::render(fitted, settings).tokens
}

/// From the least to the largest budget, small ones as often as large ones.
fn budget() -> impl Strategy<Value = u32> {
    prop_oneof![300..600_u32, 600..2_000_u32, 2_000..10_000_u32, 10_000..=100_000_u32]
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,9}( [a-z0-9/._-]{1,12}){0,12}",
        "[a-z]{1,9}( [a-z]{1,12}){20,90}",
        "\\PC{1,60}",
        Just("x".repeat(900)),
    ]
}

fn state() -> impl Strategy<Value = RunState> {
    prop_oneof![
        Just(Exited(0)),
        Just(Exited(0)),
        Just(Exited(1)),
        Just(RunState::TimedOut(Some(124))),
        Just(RunState::Running),
        Just(RunState::NoExitCode),
    ]
}

fn any_command() -> impl Strategy<Value = Command> {
    let cd = prop_oneof![Just(""), Just("cd w && "), Just("cd /srv/lamp && ")];
    let directory = proptest::option::of(prop_oneof![Just("/a"), Just("/srv/lamp/long/way/down")]);
    let run = (state(), 1..4_u32, 0..999_u32).prop_map(|(state, times, row)| Run { state, times, source: source(row) });
    (cd, words(), directory, vec(run, 1..3), vec(words(), 0..4), vec(words(), 0..3), any::<bool>(), 0..999_u32)
        .prop_map(|(cd, text, cwd, runs, keys, between, continues, row)| Command {
            cwd: cwd.map(Into::into),
            source: runs.last().map_or(source(row), |run| run.source),
            runs,
            key_lines: keys.iter().map(|words| quote(words, row)).collect(),
            between: between.iter().map(|words| quote(words, row)).collect(),
            continues,
            ..command(&format!("{cd}{text}"), Exited(0), row)
        })
}

fn any_ledger() -> impl Strategy<Value = Ledger> {
    let quotes = |most: usize| vec((words(), 0..999_u32).prop_map(|(text, row)| quote(&text, row)), 0..most);
    let files = vec(
        (words(), any::<bool>(), vec("[a-z_]{5,20}", 0..8), 0..999_u32).prop_map(|(path, changed, defines, row)| File {
            defines,
            ..if changed { patched(&path, row) } else { file(&path, row) }
        }),
        0..60,
    );
    let log = vec(
        (words(), 0..10_u8, 0..999_u32).prop_map(|(text, weight, row)| entry(EntryKind::Assistant, &text, weight, row)),
        0..80,
    );
    let speech = (quotes(3), quotes(2), quotes(30), quotes(40), quotes(10));
    let state = (quotes(10), quotes(10), quotes(10), quotes(3));
    (speech, vec(any_command(), 0..80), files, log, state).prop_map(|(speech, commands, files, log, state)| {
        let (snapshot, goal, rules, users, decisions) = speech;
        let mut ledger = Ledger {
            snapshot,
            goal: goal.first().cloned(),
            rules: rules.into_iter().map(|quote| crate::ledger::Rule { quote, superseded_by: None }).collect(),
            commands,
            files,
            errors: (0..9).map(|n| quote(&format!("Lamp{n}Error"), n)).collect(),
            decisions,
            users,
            log,
            ..Ledger::default()
        };
        (ledger.state.commits, ledger.state.todo, ledger.state.tests) = (state.0, state.1, state.2);
        ledger.state.processes = state.3.into_iter().map(|quote| (quote, RunState::Running)).collect();
        ledger
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn the_text_costs_at_most_the_budget(ledger in any_ledger(), budget in budget(), hint: bool) {
        let options = Options {
            summary_budget_tokens: Some(budget.into()),
            session_id: hint.then(|| "20990101_lamp".into()),
            ..Options::default()
        };
        let settings = clamp(&options).0;
        let fitted = fit(ledger, &settings);
        let size = size(&fitted, &settings);
        prop_assert!(size <= budget, "{size} of {budget}");
    }

    #[test]
    fn every_fact_is_shown_or_counted(ledger in any_ledger(), budget in budget()) {
        let facts = |ledger: &Ledger| {
            ledger.snapshot.len() + usize::from(ledger.goal.is_some()) + ledger.rules.len() + ledger.commands.len()
                + ledger.files.len() + ledger.errors.len() + ledger.decisions.len() + ledger.users.len()
                + ledger.log.len() + state_quotes(ledger).count()
        };
        let all = prepare(ledger.clone(), settings(budget).summary_budget).long;
        let fitted = fitted(&ledger, budget);
        let left_out: u32 = fitted.ledger.omitted.values().sum();
        prop_assert_eq!(facts(&fitted.ledger) + left_out as usize, facts(&all));
    }
}
