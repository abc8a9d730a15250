use super::*;
use crate::budget;
use crate::earlier::read_own;
use crate::ledger::samples::{command, command_in, entry, file, name, patched, quote, rule, run};
use crate::ledger::{Ref, Section, Source, is_failure};
use crate::settings::{Settings, clamp};
use alloc::format;
use cento_contract::Options;
use cento_contract::RunState::{self, Exited};
use proptest::prelude::*;

fn settings(budget: i64) -> Settings {
    clamp(&Options { summary_budget_tokens: Some(budget), ..Options::default() }).0
}

/// The ledger as the next pass reads it from the summary of this one.
fn through_a_summary(ledger: Ledger, settings: &Settings) -> Ledger {
    let (_, rendered) = budget::fit(ledger, settings);
    let read = read_own(&rendered.text, Source { at: Ref::Turn(0), message: 0 });
    Ledger { carried: vec![0], ..read }
}

/// What a pass drops: pass number, and how each of the commands that are run in every pass ended.
fn dropped(pass: u32, ends: &[RunState]) -> Ledger {
    let row = pass * 100;
    let mut commands = vec![
        command(&format!("make only-{pass}"), Exited(2), row + 1),
        command(&format!("ls only-{pass}"), Exited(0), row + 2),
    ];
    for (number, state) in (0..).zip(ends) {
        commands.push(command_in("/w", &format!("test {number}"), *state, row + 10 + number));
    }
    Ledger {
        goal: Some(quote(&format!("Goal {pass}."), row)),
        snapshot: vec![quote(&format!("Request {pass}."), row + 3)],
        rules: vec![rule(&format!("Never touch part {pass}."), row + 4), rule("Always write tests.", row + 5)],
        commands,
        files: vec![patched(&format!("src/only_{pass}.rs"), row + 6), patched("src/all.rs", row + 7)],
        users: vec![quote(&format!("Words {pass}."), row + 8)],
        ..Ledger::default()
    }
}

fn end() -> impl Strategy<Value = RunState> {
    prop_oneof![Just(Exited(0)), Just(Exited(1)), Just(Exited(2)), Just(RunState::TimedOut(None))]
}

#[test]
fn what_is_masked_may_be_another_command() {
    let shown = "TOKEN=[redacted] make test";
    let cut = Command { alone: true, ..command("make a-long-command…+90", Exited(0), 4) };
    let earlier = Ledger {
        commands: vec![
            command(shown, Exited(1), 1),
            command("make", Exited(1), 2),
            command("make a-long-command…+90", Exited(1), 3),
        ],
        ..Ledger::default()
    };
    let fresh = Ledger {
        commands: vec![command(shown, Exited(0), 5), command("make", Exited(0), 6), cut],
        ..Ledger::default()
    };
    let merged = merge(earlier, fresh);
    let got: Vec<(&str, Section)> = merged.commands.iter().map(|c| (c.text.as_str(), c.section())).collect();
    assert_eq!(
        got,
        [
            (shown, Section::Blocked),
            ("make", Section::Fixes),
            ("make a-long-command…+90", Section::Blocked),
            (shown, Section::Commands),
            ("make a-long-command…+90", Section::Commands),
        ]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    /// With and without a summary between the passes.
    #[test]
    fn five_merges_lose_no_rule_file_failure_or_final_outcome(
        passes in prop::collection::vec(prop::collection::vec(end(), 0..4), 6),
        printed: bool,
    ) {
        let settings = settings(20_000);
        let mut ledger = dropped(0, &passes[0]);
        for (pass, ends) in (0..).zip(&passes).skip(1) {
            let earlier = if printed { through_a_summary(ledger, &settings) } else { ledger };
            ledger = merge(earlier, dropped(pass, ends));
        }
        if printed {
            ledger = through_a_summary(ledger, &settings);
        }
        prop_assert!(ledger.omitted.is_empty());
        let rules: Vec<&str> = ledger.rules.iter().map(|rule| rule.quote.text.as_str()).collect();
        prop_assert_eq!(rules.len(), 7, "{:?}", rules);
        for pass in 0..6 {
            let once = |n: usize| n == 1;
            let own = format!("Never touch part {pass}.");
            prop_assert!(once(rules.iter().filter(|rule| **rule == own).count()));
            let path = format!("src/only_{pass}.rs");
            prop_assert!(once(ledger.files.iter().filter(|f| f.path == path && f.patches == 1).count()));
            let text = format!("make only-{pass}");
            let broken = |c: &&Command| c.text == text && c.section() == Section::Blocked && c.last() == Exited(2);
            prop_assert!(once(ledger.commands.iter().filter(broken).count()));
            let words = format!("Words {pass}.");
            prop_assert!(once(ledger.users.iter().filter(|u| u.text == words).count()));
        }
        prop_assert_eq!(ledger.files.iter().find(|f| f.path == "src/all.rs").map(|f| f.patches), Some(6));
        prop_assert_eq!(ledger.goal.as_ref().map(|goal| goal.text.as_str()), Some("Goal 0."));
        prop_assert_eq!(&ledger.snapshot[0].text, "Request 5.");
        for number in 0..4_usize {
            let text = format!("test {number}");
            let ran: Vec<RunState> = passes.iter().filter_map(|ends| ends.get(number).copied()).collect();
            let shown: Vec<&Command> = ledger.commands.iter().filter(|c| c.text == text).collect();
            prop_assert_eq!(shown.len(), usize::from(!ran.is_empty()), "{}", text);
            let Some(command) = shown.first() else { continue };
            let runs: Vec<RunState> =
                command.runs.iter().flat_map(|r| core::iter::repeat_n(r.state, r.times as usize)).collect();
            prop_assert_eq!(&runs, &ran, "{}", text);
            prop_assert_eq!(command.cwd.as_deref(), Some("/w"));
            // The newest word on it opens it.
            let newest = passes.iter().rposition(|ends| ends.get(number).is_some()).unwrap_or(0);
            let row = u64::try_from(newest * 100 + 10 + number).unwrap();
            prop_assert_eq!(command.source.at, crate::ledger::Ref::Row(row));
        }
    }

    #[test]
    fn any_two_halves_give_the_whole(states in prop::collection::vec((0..3u32, end()), 0..12), at in 0usize..12) {
        let all: Vec<Command> =
            (0..).zip(&states).map(|(row, (name, state))| command(&format!("run {name}"), *state, row)).collect();
        let of = |commands: &[Command]| Ledger { commands: commands.to_vec(), ..Ledger::default() };
        let (before, after) = all.split_at(at.min(all.len()));
        prop_assert_eq!(merge(of(before), of(after)), merge(of(&all), Ledger::default()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]
    /// Far more happens than the budget can hold.
    #[test]
    fn what_the_first_summary_shows_and_what_matters_lasts_for_twenty_passes(
        passes in prop::collection::vec((5..60_u32, end()), 5..21),
    ) {
        let settings = settings(8_000);
        let busy = |pass: u32, (runs, state): (u32, RunState)| {
            let mut ledger = dropped(pass, &[state]);
            for n in 10..10 + runs {
                let row = pass * 100 + n;
                let lamp = format!("cargo run --example lamp-{pass}-{n} --verbose");
                ledger.commands.push(command(&lamp, Exited(0), row));
                ledger.commands.push(command(&format!("cat notes/{pass}/{n}.txt"), Exited(0), row));
                let said = format!("Lamp {n} of pass {pass} burns again.");
                ledger.log.push(entry(EntryKind::Assistant, &said, Entry::CLOSING, row));
            }
            ledger
        };
        let first = budget::fit(busy(0, passes[0]), &settings).0.ledger;
        let mut ledger = busy(0, passes[0]);
        for (pass, what) in (1..).zip(passes.iter().skip(1)) {
            ledger = merge(through_a_summary(ledger, &settings), busy(pass, *what));
        }
        let last = budget::fit(ledger, &settings).0.ledger;
        let has = |text: &str| last.commands.iter().find(|c| c.text == text);
        // Of what the first summary shows, as much as the share of the oldest facts holds.
        let plain: Vec<&Command> = first.commands.iter().filter(|c| c.section() == Section::Commands).collect();
        let oldest = plain.iter().filter(|c| has(&c.text).is_some()).count();
        prop_assert!(oldest >= plain.len().min(40), "{oldest} of {}", plain.len());
        for pass in 0..passes.len() {
            let own = format!("Never touch part {pass}.");
            prop_assert!(last.rules.iter().any(|rule| rule.quote.text == own), "{}", own);
            let path = format!("src/only_{pass}.rs");
            prop_assert!(last.files.iter().any(|f| f.path == path && f.changed()), "{}", path);
            let broken = format!("make only-{pass}");
            prop_assert!(has(&broken).is_some_and(|c| c.last() == Exited(2)), "{}", broken);
        }
        // The newest facts have their room too, and the final outcome is the last one.
        let pass = passes.len() - 1;
        let number = 9 + passes[pass].0;
        for newest in [format!("cargo run --example lamp-{pass}-{number} --verbose"), format!("cat notes/{pass}/{number}.txt")] {
            prop_assert!(has(&newest).is_some(), "{}", newest);
        }
        let state = passes.last().map(|(_, state)| *state);
        prop_assert_eq!(has("test 0").map(Command::last), state);
    }
}

#[test]
fn a_failure_that_passes_later_is_mended_and_keeps_its_history() {
    let before = Ledger { commands: vec![command("make", Exited(2), 1)], ..Ledger::default() };
    let mut after = before.clone();
    after.commands[0] = Command { between: vec![quote("x.rs", 3)], ..command("make", Exited(0), 4) };
    let merged = merge(before, after);
    let [make] = merged.commands.as_slice() else { panic!("{merged:?}") };
    assert_eq!(make.runs, [run(Exited(2), 1), run(Exited(0), 4)]);
    assert_eq!((make.section(), make.between.len()), (Section::Fixes, 1));
    assert!(make.runs.iter().any(|r| is_failure(r.state)));
}

#[test]
fn the_words_on_the_newest_run_replace_those_on_the_one_before() {
    let first = Command {
        meaning: Some(quote("no match", 1)),
        ends_below: Some((Exited(3), quote("", 1).source)),
        continues: true,
        ..command("grep x f", Exited(1), 1)
    };
    let before = Ledger { commands: vec![first], ..Ledger::default() };
    let after = Ledger { commands: vec![command("grep x f", Exited(0), 2)], ..Ledger::default() };
    let merged = merge(before, after);
    let grep = &merged.commands[0];
    assert_eq!((&grep.meaning, grep.ends_below, grep.continues), (&None, None, false));
}

#[test]
fn counts_of_what_was_left_out_add_up_and_stop_at_the_top() {
    let left_out = |n| Ledger { omitted: BTreeMap::from([(Section::Log, n)]), ..Ledger::default() };
    assert_eq!(merge(left_out(2), left_out(3)).omitted, BTreeMap::from([(Section::Log, 5)]));
    assert_eq!(merge(left_out(u32::MAX), left_out(3)).omitted, BTreeMap::from([(Section::Log, u32::MAX)]));
}

#[test]
fn a_command_that_was_cut_when_it_was_printed_is_the_same_command() {
    let long =
        |end: &str| format!("cargo run --release -- --input data/lamps.csv {}--mode {end}", "--verbose ".repeat(12));
    for (most, other) in [(84, 84), (60, 84), (84, 60), (84, usize::MAX), (usize::MAX, 84)] {
        let of = |text: &str, most: usize, state, row| Ledger {
            commands: vec![command(&cutting::head(text, most), state, row)],
            ..Ledger::default()
        };
        let (text, shorter) = (long("dark"), long("dim"));
        let merged = merge(of(&text, most, Exited(1), 1), of(&text, other, Exited(0), 2));
        let [one] = merged.commands.as_slice() else { panic!("{most} {other}: {:?}", merged.commands) };
        assert_eq!(one.runs, [run(Exited(1), 1), run(Exited(0), 2)]);
        assert_eq!(one.text, cutting::head(&text, most.max(other)));
        // Another length is another command.
        let merged = merge(of(&text, most, Exited(1), 1), of(&shorter, other, Exited(0), 2));
        assert_eq!(merged.commands.len(), 2, "{most} {other}");
    }
    // So is another start, and one that was never cut.
    let both = Ledger { commands: vec![command("a b…+90", Exited(0), 1)], ..Ledger::default() };
    for text in ["a c…+90", "a b…+91", "a b", "a b…"] {
        let fresh = Ledger { commands: vec![command(text, Exited(0), 2)], ..Ledger::default() };
        assert_eq!(merge(both.clone(), fresh).commands.len(), 2, "{text}");
    }
}

#[test]
fn many_ledgers_give_what_one_after_the_other_gives() {
    let one = |n: u32| Ledger {
        rules: vec![rule(&format!("Never touch part {}.", n % 7), n)],
        commands: vec![command(&format!("make {}", n % 5), Exited(i32::try_from(n % 3).unwrap()), n)],
        files: vec![patched(&format!("src/{}.rs", n % 11), n)],
        users: vec![quote(&format!("Words {n}."), n)],
        state: ActiveState {
            processes: vec![(quote(&format!("p{} x", n % 4), n), RunState::Running)],
            ..ActiveState::default()
        },
        ..Ledger::default()
    };
    for count in [0, 1, 2, 3, 8, 21] {
        let ledgers: Vec<Ledger> = (0..count).map(one).collect();
        let folded = ledgers.clone().into_iter().reduce(merge);
        assert_eq!(all(ledgers), folded, "{count}");
    }
}

/// Each of these took minutes when every fact was held against every other.
#[test]
fn many_facts_are_joined_in_little_time() {
    let none = |text: &str| quote(text, 1);
    let rules = |from: u32| -> Vec<Rule> {
        let words = |n| format!("Don't use the module number{n} in place{n} anymore, instead use thing{n}.");
        (from..from + 4_000).map(|n| rule(&words(n), n)).collect()
    };
    let processes =
        || (0..40_000).map(|n| (none(&format!("p{n}")), RunState::Running)).collect::<Vec<(Quote, RunState)>>();
    let defines = || {
        let names = (0..60_000).map(|n| format!("f{n}")).collect();
        vec![File { defines: names, ..patched("a.rs", 1) }]
    };
    let big = |from| Ledger {
        rules: rules(from),
        files: defines(),
        state: ActiveState { processes: processes(), ..ActiveState::default() },
        ..Ledger::default()
    };
    let joined = merge(big(0), big(50_000));
    assert_eq!((joined.rules.len(), joined.state.processes.len()), (8_000, 40_000));
    let small = |n: u32| Ledger { files: vec![patched(&format!("f{n}"), n)], ..Ledger::default() };
    assert_eq!(all((0..6_000).map(small).collect()).map(|l| l.files.len()), Some(6_000));
}

#[test]
fn a_name_stands_once_at_its_newest_place_and_gains_by_it() {
    let weigh = |text, row, weight| Name { weight, ..name(text, row) };
    let earlier = Ledger { names: vec![weigh("oil_can", 1, 6), weigh("lampPost", 2, 6)], ..Ledger::default() };
    let fresh = Ledger { names: vec![weigh("oil_can", 8, 5), weigh("wickLength", 9, 4)], ..Ledger::default() };
    let names = merge(earlier, fresh).names;
    assert_eq!(names, [weigh("lampPost", 2, 6), weigh("oil_can", 8, 7), weigh("wickLength", 9, 4)]);
}

#[test]
fn what_broke_before_and_breaks_differently_now_goes_to_the_log() {
    let broken = |line: &str, row| Command { key_lines: vec![quote(line, row)], ..command("make", Exited(2), row) };
    let of = |line: &str, row| Ledger { commands: vec![broken(line, row)], ..Ledger::default() };
    let merged = merge(of("error: first", 1), of("error: second", 2));
    assert_eq!(merged.commands[0].key_lines, [quote("error: second", 2)]);
    assert_eq!(merged.log, [entry(EntryKind::Result(Exited(2)), "error: first", 6, 1)]);
    assert!(merge(of("error: first", 1), of("error: first", 2)).log.is_empty());
    // The second says nothing of why: the first one's words are not its own.
    let silent = Ledger { commands: vec![command("make", Exited(2), 2)], ..Ledger::default() };
    let merged = merge(of("error: first", 1), silent);
    assert!(merged.commands[0].key_lines.is_empty());
    assert_eq!(merged.log, [entry(EntryKind::Result(Exited(2)), "error: first", 6, 1)]);
    let passed = Ledger { commands: vec![command("make", Exited(0), 2)], ..Ledger::default() };
    assert_eq!(merge(of("error: first", 1), passed).commands[0].key_lines, [quote("error: first", 1)]);
}

#[test]
fn a_file_that_is_read_again_is_there_again() {
    let gone = File { moved_to: Some("b".into()), deleted: true, ..file("a", 1) };
    let of = |file| Ledger { files: vec![file], ..Ledger::default() };
    let read = File { reads: 1, ..file("a", 2) };
    let merged = merge(of(gone.clone()), of(read)).files.remove(0);
    assert_eq!((merged.moved_to, merged.deleted), (None, false));
}
