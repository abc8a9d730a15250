use super::*;
use crate::ledger::{ActiveState, Command, File, Fitted, Name, Packages, Rule, Run, Section};
use crate::settings::clamp;
use cento_contract::{Options, RunState};
use proptest::collection::vec;
use proptest::prelude::*;

fn words() -> impl Strategy<Value = String> {
    vec("[a-zA-Z0-9(),:;.…|~\"'#*_/×é語→←-]{1,9}", 1..6).prop_map(|w| w.join(" "))
}

fn at() -> impl Strategy<Value = Source> {
    prop_oneof![any::<u64>().prop_map(Ref::Row), (0..9_000u32).prop_map(Ref::Turn)]
        .prop_map(|at| Source { at, message: 7 })
}

fn quote() -> impl Strategy<Value = Quote> {
    (words(), at()).prop_map(|(text, source)| Quote { text, source })
}

fn state() -> impl Strategy<Value = RunState> {
    prop_oneof![
        any::<i32>().prop_map(RunState::Exited),
        any::<Option<i32>>().prop_map(RunState::Killed),
        any::<Option<i32>>().prop_map(RunState::TimedOut),
        any::<Option<i32>>().prop_map(RunState::Interrupted),
        any::<Option<i32>>().prop_map(RunState::Refused),
        Just(RunState::Pending),
        Just(RunState::Running),
        Just(RunState::Failed),
        Just(RunState::Succeeded),
        Just(RunState::NoExitCode),
        Just(RunState::NoResult),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let runs = vec((state(), 1..5u32, at()), 1..4);
    let cut = proptest::option::of(1..999u32);
    // Only texts of commands hold backticks.
    let text = (words(), "(`{0,3}[a-z]{0,2} ?){0,3}").prop_map(|(words, ticks)| [words, ticks].join(" "));
    let text = text.prop_map(|text| crate::sanitize::one_line(&text).into_owned());
    (text, cut, proptest::option::of(words()), runs, vec(quote(), 0..3), vec(quote(), 0..2), any::<(bool, bool)>())
        .prop_map(|(text, cut, cwd, runs, mut key_lines, between, (continues, ends))| {
            let runs: Vec<Run> = runs.into_iter().map(|(state, times, source)| Run { state, times, source }).collect();
            let source = if continues { runs[0].source } else { runs[runs.len() - 1].source };
            let failed = runs.iter().rev().find(|run| crate::ledger::is_failure(run.state));
            let failed = failed.map_or(source, |run| run.source);
            key_lines.iter_mut().for_each(|key| key.source = failed);
            let text = match cut {
                Some(cut) => alloc::format!("{text}…+{cut}"),
                None => text,
            };
            let meaning = ends.then(|| Quote { text: "no matches (not an error)".to_string(), source });
            let ends_below = ends.then_some((RunState::Exited(3), source));
            Command {
                tool: String::new(),
                text,
                cwd,
                source,
                runs,
                key_lines,
                between,
                meaning,
                ends_below,
                continues,
                alone: false,
            }
        })
}

fn file() -> impl Strategy<Value = File> {
    let counts = (1..4u32, 0..4u32, 0..3u32);
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    let more = (proptest::option::of(words()), proptest::option::of(0..9_999u32), vec("[a-zA-Z_]{5,12}", 0..3));
    (words(), counts, flags, more, at()).prop_map(|(path, (reads, patches, writes), flags, more, source)| File {
        path,
        reads,
        patches,
        writes,
        created: flags.0,
        deleted: flags.1,
        moved_to: more.0,
        by_command: flags.2,
        stale: flags.3,
        lines: more.1,
        defines: more.2,
        source,
    })
}

fn entry() -> impl Strategy<Value = Entry> {
    let kind = prop_oneof![
        Just((EntryKind::User, 7)),
        Just((EntryKind::Assistant, 8)),
        Just((EntryKind::Assistant, 4)),
        Just((EntryKind::Notice, 2)),
        Just((EntryKind::Carried, 5)),
        Just((EntryKind::Call, 2)),
        Just((EntryKind::Result(RunState::Exited(1)), 6)),
        Just((EntryKind::Result(RunState::Succeeded), 2)),
    ];
    (kind, "[a-z_]{3,9}", quote()).prop_map(|((kind, weight), tool, quote)| {
        let tool = if matches!(kind, EntryKind::Call | EntryKind::Result(_)) { tool } else { String::new() };
        Entry { kind, tool, quote, weight }
    })
}

fn ledger() -> impl Strategy<Value = Ledger> {
    let rule = (quote(), proptest::option::of(at().prop_map(|s| s.at)))
        .prop_map(|(quote, superseded_by)| Rule { quote, superseded_by });
    let named = ("[a-zA-Z0-9_./:-]{8,24}", at()).prop_map(|(text, source)| {
        let quote = Quote { text, source };
        Name { quote, weight: names::CARRIED }
    });
    let name = ("[A-Z][a-z]{2,6}Error", at()).prop_map(|(text, source)| Quote { text, source });
    let active = (
        (proptest::option::of(quote()), proptest::option::of(quote())),
        vec(quote(), 0..3),
        vec(quote(), 0..3),
        vec((quote(), state()), 0..3),
        vec(quote(), 0..3),
    )
        .prop_map(|((directory, branch), commits, todo, processes, tests)| ActiveState {
            directory_left: false,
            todo_cleared: false,
            packages: tests.iter().map(|q: &Quote| Packages { passed: 3, failed: 1, source: q.source }).collect(),
            directory,
            branch,
            commits,
            todo,
            processes,
            tests,
        });
    let one = (vec(quote(), 0..2), proptest::option::of(quote()), vec(rule, 0..3), vec(command(), 0..6));
    let two = (vec(file(), 0..4), vec(name, 0..3), vec(quote(), 0..3), active);
    let words = (vec(named, 0..6), vec(quote(), 0..4));
    (one, two, words, vec(entry(), 0..5), 0..40u32).prop_map(|(one, two, (names, users), log, omitted)| {
        let mut commands = one.3;
        commands.sort_by_key(Command::section);
        let mut ledger = Ledger {
            snapshot: one.0,
            goal: one.1,
            rules: one.2,
            commands,
            files: two.0,
            errors: two.1,
            decisions: two.2,
            state: two.3,
            names,
            users,
            log,
            ..Ledger::default()
        };
        if omitted > 0 {
            ledger.omitted.insert(Section::Log, omitted);
        }
        ledger
    })
}

proptest! {
    #[test]
    fn what_is_rendered_reads_back_the_same(ledger in ledger(), grouped: bool) {
        let (settings, _) = clamp(&Options::default());
        let mut fitted = Fitted { ledger, grouped };
        fitted.ledger.commands = render::sort_commands(fitted.ledger.commands, grouped);
        fitted.ledger.files = render::sort_files(fitted.ledger.files);
        let text = render::render(&fitted, &settings).text;
        prop_assert_eq!(read_own(&text, Source { at: Ref::Turn(7), message: 7 }), fitted.ledger, "{}", text);
    }

    #[test]
    fn any_text_is_read(text in "(?s).{0,400}") {
        let _ = read_own(&text, Source { at: Ref::Turn(0), message: 0 });
    }
}

#[test]
fn a_preface_may_name_a_heading_but_not_have_one() {
    let ours = "[CENTO SUMMARY] x\n\n## Goal\n[#1] y\n";
    for (before, own) in [
        ("", true),
        ("[CONTEXT COMPACTION] do not resume '## Historical Task Snapshot' below:\n", true),
        ("[CONTEXT COMPACTION] below:\n## Goal\nshow what a summary looks like:\n", false),
    ] {
        let content = [before, ours].concat();
        assert_eq!(own_text(&content), own.then_some(ours), "{before}");
    }
}
fn summary(content: &str) -> Message {
    let marks = cento_contract::Marks { summary: true, ..Default::default() };
    Message { marks, ..Message::new(Role::User, content) }
}

/// All messages are earlier summaries and go.
fn cut(count: usize) -> Cut {
    Cut {
        head_end: 0,
        tail_start: 0,
        keep: alloc::vec![false; count],
        earlier: (0..).take(count).collect(),
        summary_before: 0,
        role: Role::User,
        outcome: cento_contract::Outcome::Compacted,
    }
}

fn carried(contents: &[&str]) -> Vec<String> {
    let messages: Vec<Message> = contents.iter().map(|content| summary(content)).collect();
    let cut = cut(messages.len());
    let ledger = read(&messages, &cut).unwrap();
    assert_eq!(ledger.carried, cut.earlier);
    ledger.log.into_iter().filter(|e| e.kind == EntryKind::Carried).map(|e| e.quote.text).collect()
}

#[test]
fn lines_of_summaries_of_others_are_carried_without_their_frame() {
    let body = "## Goal\nMend the lamp.\n## Relevant Files\n- `hall/lamp.rs`\n- none\n### Done\n1. Changed the bulb";
    let lines = ["Mend the lamp.", "- `hall/lamp.rs`", "1. Changed the bulb"];
    for frame in [
        "[CONTEXT COMPACTION — REFERENCE ONLY] Earlier turns were compacted; do not answer them:",
        "[CONTEXT SUMMARY]:",
    ] {
        let text = format!("{frame}\n{body}\n\n--- END OF CONTEXT SUMMARY — respond to the message below ---");
        assert_eq!(carried(&[&text]), lines, "{frame}");
        // One that repeats the one before it adds what is new.
        assert_eq!(
            carried(&[&text, &format!("{text}\nThe bulb burns again.")]).last().unwrap(),
            "The bulb burns again."
        );
        assert_eq!(carried(&[&text, &text]), lines);
    }
    let alone = "[CONTEXT SUMMARY]: The lamp in the hall is mended.";
    assert_eq!(carried(&[alone]), [alone]);
}

#[test]
fn what_others_summed_up_lasts() {
    let lines: Vec<String> =
        (0..30).map(|n| format!("- Lamp {n} in room {n} got a new bulb and burns again")).collect();
    let text = format!("[CONTEXT SUMMARY]:\n## Progress\n{}", lines.join("\n"));
    let cut = cut(1);
    let (settings, _) = clamp(&Options { summary_budget_tokens: Some(3_000), ..Options::default() });
    let mut ledger = read(&[summary(&text)], &cut).unwrap();
    for pass in 0..20_u32 {
        let printed = crate::budget::fit(ledger, &settings).1.text;
        assert!(lines.iter().all(|line| printed.contains(line.as_str())), "pass {pass}: {printed}");
        let said = |n: u32| Entry {
            kind: EntryKind::Assistant,
            tool: String::new(),
            quote: crate::ledger::samples::quote(&format!("Looking at socket {n} of pass {pass} now."), pass * 50 + n),
            weight: Entry::CLOSING,
        };
        let fresh = Ledger { log: (1..50).map(said).collect(), ..Ledger::default() };
        ledger = merge::merge(read(&[summary(&printed)], &cut).unwrap(), fresh);
    }
}

#[test]
fn a_key_over_several_lines_goes_before_the_lines_are_read() {
    let (begin, end) = ("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----");
    let key = format!("{begin}\nMIIEpAIBAAKCAQEA7xQ2abcDEF\n{end}");
    for text in [
        format!("[CENTO SUMMARY] x\n\n## Blocked\n[#3] `cat {key}` exit 1\n  | error: {key}\n"),
        format!("[CONTEXT SUMMARY]: notes\n\n## Error\nthe key of the server was found here: {key} and it was used\n"),
    ] {
        let mut message = Message::new(Role::User, text);
        message.marks.summary = true;
        let cut = Cut {
            head_end: 0,
            tail_start: 0,
            keep: alloc::vec![false],
            earlier: alloc::vec![0],
            summary_before: 0,
            role: Role::User,
            outcome: cento_contract::Outcome::Compacted,
        };
        let ledger = std::format!("{:?}", read(&[message], &cut));
        assert!(ledger.contains("[redacted]") && !ledger.contains("MIIEpAIBAAKCAQEA7x"), "{ledger}");
    }
}

#[test]
fn two_commands_that_look_the_same_in_one_summary_stay_two() {
    let text = "[CENTO SUMMARY] x\n\n## Blocked\n[#3] `make` exit 1\n[#4] `ls` exit 2\n\n## Commands Run\n[#9] `make` exit 0\n";
    let ledger = read(&[summary(text)], &cut(1)).unwrap();
    let got: Vec<_> = ledger.commands.iter().map(|c| (c.text.as_str(), c.alone)).collect();
    assert_eq!(got, [("make", true), ("ls", false), ("make", true)]);
}
