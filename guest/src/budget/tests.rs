use super::choose::HEADING;
use super::items::state_quotes;
use super::shares::{Kind, SHARES};
use super::*;
use crate::ledger::samples::{command, entry, file, name, patched, quote, rule, source};
use crate::ledger::{Command, EntryKind, File, Name, Run};
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
    fit(ledger.clone(), &settings(budget)).0
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
        (words(), any::<bool>(), vec("[a-z_]{5,20}", 0..8), 0..999_u32).prop_map(|(path, changed, defines, row)| {
            File { defines, ..if changed { patched(&path, row) } else { file(&path, row) } }
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
            names: (0..40).map(|n| name(&format!("lamp/shade_{n}"), n / 7)).collect(),
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
    #![proptest_config(ProptestConfig::with_cases(12))]
    #[test]
    fn the_text_costs_at_most_the_budget(ledger in any_ledger(), budget in budget(), hint: bool) {
        let options = Options {
            summary_budget_tokens: Some(budget.into()),
            session_id: hint.then(|| "20990101_lamp".into()),
            ..Options::default()
        };
        let settings = clamp(&options).0;
        let (fitted, _) = fit(ledger, &settings);
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
        let names = fitted.ledger.omitted.get(&Section::Names).copied().unwrap_or(0);
        let left_out = fitted.ledger.omitted.values().sum::<u32>() - names;
        prop_assert_eq!(facts(&fitted.ledger) + left_out as usize, facts(&all));
        let shown = fitted.ledger.names.len();
        prop_assert!(shown + names as usize == ledger.names.len() || (shown, names) == (0, 0));
    }
}

#[test]
fn names_that_a_line_shows_are_not_repeated() {
    let mut file_below = patched("house/cellar/lamp/oil_can.rs", 3);
    file_below.defines = std::vec!["fill_the_can".into()];
    let ledger = Ledger {
        users: std::vec![quote("Look into lampPost.rs and wick_length.", 1)],
        commands: std::vec![command("make lamp_test", Exited(0), 2)],
        files: std::vec![file_below, patched("house/cellar/lamp/shade.rs", 4), patched("house/cellar/lamp/wick.rs", 4)],
        names: ["wick_length", "lamp_test", "fill_the_can", "house/cellar/lamp/oil_can.rs", "lamp_tests", "lampPost"]
            .map(|text| name(text, 5))
            .to_vec(),
        ..Ledger::default()
    };
    let shown: Vec<String> = fitted(&ledger, 2_000).ledger.names.into_iter().map(|name| name.quote.text).collect();
    // A path below the directory of several stands in two parts, and a longer word is another one.
    assert_eq!(shown, ["house/cellar/lamp/oil_can.rs", "lamp_tests", "lampPost"]);
}

#[test]
fn names_go_before_facts_and_the_weakest_first() {
    let mut ledger = many(Many { rules: 2, failures: 4, changed: 9, passes: 9, reads: 9, others: 9 });
    let without = fitted(&ledger, 700).ledger;
    ledger.names = (0..200).map(|n| Name { weight: (n % 9) as u8, ..name(&format!("wickLength{n}"), n) }).collect();
    let fitted = fitted(&ledger, 700).ledger;
    assert_eq!((lasting(&fitted), fitted.users.len()), (lasting(&without), without.users.len()));
    let fitted = self::fitted(&ledger, 1_900).ledger;
    let least = fitted.names.iter().map(|name| name.weight).min();
    assert!(least >= Some(6) && fitted.names.len() >= 10, "{least:?} {}", fitted.names.len());
    assert_eq!(fitted.omitted.get(&Section::Names), Some(&(200 - fitted.names.len() as u32)));
}

/// How many facts of each kind a ledger has, all of them short.
#[derive(Clone, Copy, Debug)]
struct Many {
    rules: u32,
    failures: u32,
    changed: u32,
    passes: u32,
    reads: u32,
    others: u32,
}

fn many(n: Many) -> Ledger {
    let failed = |row| Command {
        key_lines: std::vec![quote(&format!("error: lamp {row} is broken"), row)],
        ..command(&format!("make lamp-{row}"), Exited(2), row)
    };
    let mut ledger = Ledger {
        snapshot: std::vec![quote("Mend the last lamp, please.", 1)],
        goal: Some(quote("Mend all lamps of the house.", 2)),
        rules: (0..n.rules).map(|row| rule(&format!("Never open the lamp number {row}."), row)).collect(),
        commands: (0..n.failures).map(|row| failed(1_000 + row)).collect(),
        files: (0..n.changed).map(|row| patched(&format!("lamps/made_{row}.rs"), row)).collect(),
        errors: (0..n.others).map(|row| quote(&format!("Lamp{row}Error"), row)).collect(),
        decisions: (0..n.others).map(|row| quote(&format!("I take lamp {row} because it is blue."), row)).collect(),
        users: (0..n.others).map(|row| quote(&format!("And what of the lamp number {row}?"), 5_000 + row)).collect(),
        ..Ledger::default()
    };
    ledger.commands.extend((0..n.passes).map(|row| command(&format!("polish lamp-{row}"), Exited(0), 2_000 + row)));
    ledger.commands.extend((0..n.others).map(|row| command(&format!("cat lamp-{row}"), Exited(0), 3_000 + row)));
    ledger.files.extend((0..n.reads).map(|row| file(&format!("shades/seen_{row}.txt"), 4_000 + row)));
    for (weight, words) in [(8, "The lamp is done, number"), (2, "Looking at the lamp number")] {
        let line = |row: u32| entry(EntryKind::Assistant, &format!("{words} {row}."), weight, row);
        ledger.log.extend((0..n.others).map(line));
    }
    ledger.state.tests = (0..n.others).map(|row| quote(&format!("{row} lamps passed, none failed"), row)).collect();
    ledger.state.commits = (0..n.others).map(|row| quote(&format!("[main 1a2b{row:03}] Lamp"), row)).collect();
    ledger
}

/// Lines that are no detail of others: number and tokens of each kind.
fn kinds(ledger: &Ledger, budget: u32, grouped: bool) -> [(usize, u32); SHARES.len()] {
    let whole = prepare(ledger.clone(), budget);
    let all = [commands(&whole, grouped), items(&whole)].concat();
    SHARES.map(|(kind, _)| {
        let of = all.iter().filter(|item| item.kind == kind && !item.is_detail());
        of.fold((0, 0), |(number, tokens), item| (number + 1, tokens + item.tokens))
    })
}

#[test]
fn no_line_of_a_command_is_cheaper_than_the_least() {
    let ledger = Ledger { commands: std::vec![command("w", Exited(0), 1)], ..Ledger::default() };
    let item = &commands(&prepare(ledger, 300), false)[0];
    assert!(u64::from(item.tokens) >= LEAST, "{}", item.tokens);
}

/// What of failures, changed files and rules is shown.
fn lasting(ledger: &Ledger) -> [usize; 3] {
    [
        ledger.commands.iter().filter(|c| c.section() == Section::Blocked).count(),
        ledger.files.iter().filter(|f| f.changed()).count(),
        ledger.rules.len(),
    ]
}

#[test]
fn the_order_of_sacrifice_is_that_of_the_table() {
    let ledger = many(Many { rules: 60, failures: 40, changed: 60, passes: 60, reads: 60, others: 60 });
    let mut cut = [0; SHARES.len()];
    for budget in [300, 400, 600, 900, 1_300, 2_000, 3_000, 4_500, 6_500, 8_000, 9_000, 10_000, 12_000] {
        let fitted = fitted(&ledger, budget);
        assert_eq!((fitted.ledger.snapshot.len(), fitted.ledger.goal.is_some()), (1, budget >= 400), "{budget}");
        let all = kinds(&ledger, budget, fitted.grouped);
        let shown = kinds(&fitted.ledger, budget, fitted.grouped);
        for (i, (kind, _)) in SHARES.iter().enumerate() {
            if shown[i].0 == all[i].0 {
                continue;
            }
            cut[i] += 1;
            // Some of this kind is left out, so the later ones got their own share and at most what no line of this
            // kind fitted into.
            let line = all[i].1.div_ceil(u32::try_from(all[i].0).unwrap_or(1)) + 2 * HEADING;
            for (j, (later, permille)) in SHARES.iter().enumerate().skip(i + 1) {
                let most = budget * permille / 1000 + line;
                assert!(shown[j].1 <= most, "{budget}: {kind:?} cut, {later:?} {:?} over {most}", shown[j]);
            }
        }
    }
    // The last ones are cut more often than the first ones.
    let of = |kind| cut[SHARES.iter().position(|(k, _)| *k == kind).unwrap()];
    assert!(of(Kind::Rules) < of(Kind::Users) && of(Kind::Failures) < of(Kind::Log), "{cut:?}");
    assert!(of(Kind::ChangedFiles) < of(Kind::ReadFiles) && of(Kind::Commands) < of(Kind::Questions), "{cut:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn failures_changed_files_and_rules_outlive_what_went_well(
        rules in 0..12_u32, failures in 0..8_u32, changed in 0..16_u32,
        passes in 0..150_u32, reads in 0..150_u32, others in 0..40_u32, budget in budget(),
    ) {
        let ledger = many(Many { rules, failures, changed, passes, reads, others });
        let fitted = fitted(&ledger, budget);
        let (shown, all) = (lasting(&fitted.ledger), lasting(&ledger));
        let of = |kind| SHARES.iter().position(|(k, _)| *k == kind).unwrap_or_default();
        // What fits into its share stays, however much went well. Header, headings and counts take their part first.
        let room = (budget * 9 / 10).saturating_sub(220);
        let needs = kinds(&ledger, budget, fitted.grouped);
        let fits = |kind| needs[of(kind)].1 + 3 * HEADING <= room * SHARES[of(kind)].1 / 1000;
        for (n, kind) in [Kind::Failures, Kind::ChangedFiles, Kind::Rules].into_iter().enumerate() {
            prop_assert!(shown[n] == all[n] || !fits(kind), "{:?}: {} of {}", kind, shown[n], all[n]);
        }
        // Nothing that went well has more than its share where one of them is missing.
        if shown != all {
            let tokens = kinds(&fitted.ledger, budget, fitted.grouped);
            for kind in [Kind::Commands, Kind::ReadFiles, Kind::Questions, Kind::Log] {
                let most = budget * SHARES[of(kind)].1 / 1000 + 60;
                prop_assert!(tokens[of(kind)].1 <= most, "{:?} {:?}", kind, tokens[of(kind)]);
            }
        }
    }

    #[test]
    fn the_newest_request_is_shown_at_any_budget(
        ledger in any_ledger(), request in "[a-z]{3,9}( [a-z]{3,9}){0,4}", budget in budget(),
    ) {
        let snapshot = std::vec![quote(&request, 998)];
        let fitted = fitted(&Ledger { snapshot: snapshot.clone(), ..ledger }, budget);
        prop_assert_eq!(fitted.ledger.snapshot, snapshot);
    }

    #[test]
    fn a_budget_that_everything_fits_into_shows_everything(
        rules in 0..12_u32, failures in 0..8_u32, changed in 0..16_u32,
        passes in 0..80_u32, reads in 0..60_u32, others in 0..40_u32,
    ) {
        let mut ledger = many(Many { rules, failures, changed, passes, reads, others });
        for command in &mut ledger.commands {
            let row = command.source.message;
            command.between = std::vec![quote("lamps/shade.rs", row)];
            command.key_lines.extend((0..3).map(|n| quote(&format!("lamp {n} is dark"), row)));
        }
        for file in ledger.files.iter_mut().filter(|file| file.changed()) {
            file.defines = std::vec!["lamp_on".into(), "lamp_off".into()];
        }
        let size = size(&Fitted { ledger: ledger.clone(), grouped: false }, &settings(100_000));
        // The part that is never spent, headings at their full price, and details rounded up, which come before the log.
        let budget = (size + size * (RESERVE + 10) / 900 + 100).max(300);
        let lines = self::fitted(&ledger, budget).ledger;
        prop_assert!(lines.omitted.is_empty(), "{:?} at {}", lines.omitted, budget);
        // Details are priced apart from their lines, each rounded up.
        let mut fitted = self::fitted(&ledger, budget + size / 16).ledger;
        prop_assert!(fitted.omitted.is_empty());
        // Order of print is not that of the conversation.
        fitted.commands.sort_by_key(|command| command.source.message);
        fitted.files.sort_by_key(|file| file.path.clone());
        ledger.commands.sort_by_key(|command| command.source.message);
        ledger.files.sort_by_key(|file| file.path.clone());
        prop_assert_eq!(fitted, ledger);
    }
}

#[test]
fn a_command_that_stands_whole_outlives_a_newer_one_that_is_cut() {
    let long = format!("echo {}", "lamp ".repeat(40));
    let commands = vec![command("make lamp", Exited(0), 1), command(&long, Exited(0), 2)];
    let whole = prepare(Ledger { commands, ..Ledger::default() }, 3_000);
    let ranks: Vec<u64> = super::items::commands(&whole, true).iter().map(|item| item.rank).collect();
    assert_eq!(ranks, [1, 0]);
}

/// Where a command stands alone, the newest run of these words that may have been there is the one that is told.
#[test]
fn no_older_run_is_shown_without_the_newer_one() {
    let run = |text: &str, cwd: Option<&str>, state, row| Command {
        cwd: cwd.map(Into::into),
        ..command(&format!("make {text}"), state, row)
    };
    let (killed, failed) = (RunState::Killed(Some(137)), Exited(2));
    for (older, newer, wanted) in [
        ((None, killed), (None, failed), true),
        ((None, failed), (None, Exited(0)), true),
        ((None, Exited(0)), (None, failed), true),
        ((None, killed), (Some("/a"), failed), true),
        ((Some("/a"), killed), (None, failed), true),
        ((Some("/a"), killed), (Some("/b"), failed), false),
    ] {
        let (mut alone, words) = (false, "oil ".repeat(30));
        for budget in 300..700 {
            let others = (10..24).map(|row| run(&format!("lamp{row}"), None, failed, row));
            let mut commands: Vec<Command> = others.collect();
            commands.insert(0, run(&words, older.0, older.1, 1));
            commands.insert(7, run(&words, newer.0, newer.1, 8));
            let fitted = fitted(&Ledger { commands, ..Ledger::default() }, budget);
            let shown = |row| fitted.ledger.commands.iter().any(|c| c.source == source(row));
            alone |= shown(1) && !shown(8);
        }
        // Elsewhere it says nothing wrong.
        assert_eq!(alone, !wanted, "{older:?} {newer:?}");
    }
}
