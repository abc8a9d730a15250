//! One conversation for each rule.
use super::*;
use crate::boundaries::tests::settings;
use crate::pair::pair;
use crate::tokens;
use cento_contract::CallVerdict::{CutResult, Drop as Gone, Keep};
use cento_contract::{CallVerdict, Change, Judgement, Outcome, Reason, Role, Score, ToolCall};
use std::format;
use std::string::{String, ToString};

fn call(id: &str, name: &str, arguments: &str) -> ToolCall {
    ToolCall { id: id.into(), name: name.into(), arguments: arguments.into() }
}

fn makes(text: &str, calls: &[ToolCall]) -> Message {
    Message { tool_calls: calls.to_vec(), ..Message::new(Role::Assistant, text) }
}

fn result(id: &str, content: &str) -> Message {
    Message { tool_call_id: Some(id.into()), ..Message::new(Role::Tool, content) }
}

/// A result of so many characters that names nothing which is used anywhere else.
fn rows(characters: usize) -> String {
    "plain words about the weather of the day, and no more than that\n".repeat(characters / 64 + 1)[..characters].into()
}

/// The request, each call with its result in a turn of its own, an answer, and the newest words of the user.
fn session(turns: &[(&str, &str, String)]) -> Vec<Message> {
    let mut list = std::vec![Message::new(Role::User, "Mend the gauge.")];
    for (at, (name, arguments, content)) in turns.iter().enumerate() {
        let id = format!("c{at}");
        list.push(makes("", &[call(&id, name, arguments)]));
        list.push(result(&id, content));
    }
    list.push(Message::new(Role::Assistant, "That is done."));
    list.push(Message::new(Role::User, "Good, go on."));
    list
}

fn prune_with(messages: &[Message], settings: &Settings) -> Plan {
    prune(messages, &tokens::measure(messages, settings), &pair(messages), settings, Vec::new())
}

fn pruned(messages: &[Message]) -> Plan {
    prune_with(messages, &settings(0, 1))
}

fn verdicts(plan: &Plan) -> Vec<CallVerdict> {
    plan.judgements.iter().map(|j| j.verdict).collect()
}

/// Twenty-four calls that are newer, so that nothing before them is recent.
fn old(turns: &[(&str, &str, String)]) -> Vec<Message> {
    let mut all = turns.to_vec();
    let commands: Vec<String> = (0..24).map(|n| format!("{{\"command\":\"cat step{n}\"}}")).collect();
    all.extend(commands.iter().map(|c| ("terminal", c.as_str(), rows(4_000))));
    session(&all)
}

#[test]
fn a_unit_gets_the_verdict_of_its_kind_and_of_what_came_later() {
    let long = rows(4_000);
    let failed = format!("{{\"output\":{:?},\"exit_code\":2,\"error\":null}}", long);
    let read = ("read_file", r#"{"path":"src/a.rs"}"#, long.clone());
    let cases = [
        ("an old look goes", std::vec![read.clone()], Gone),
        (
            "a change stays",
            std::vec![("patch", r#"{"path":"src/a.rs","old_string":"a","new_string":"b"}"#, long.clone())],
            CutResult,
        ),
        ("a commit stays", std::vec![("terminal", r#"{"command":"git commit -am x"}"#, long.clone())], CutResult),
        (
            "a short answer to a change stays whole",
            std::vec![("write_file", r#"{"path":"a","content":"b"}"#, "ok".into())],
            Keep,
        ),
        ("words of the user stay", std::vec![("clarify", r#"{"question":"Which?"}"#, long.clone())], Keep),
        (
            "a failure that was never tried again stays",
            std::vec![("terminal", r#"{"command":"make check"}"#, failed.clone())],
            CutResult,
        ),
        (
            "one that passed later goes",
            std::vec![
                ("terminal", r#"{"command":"make check"}"#, failed.clone()),
                ("terminal", r#"{"command":"make check"}"#, long.clone()),
            ],
            Gone,
        ),
        (
            "one that only looks like a command that passed later stays",
            std::vec![
                ("terminal", r#"{"command":"API_TOKEN=corn77aa make check"}"#, failed.clone()),
                ("terminal", r#"{"command":"API_TOKEN=rye88bbb make check"}"#, long.clone()),
            ],
            CutResult,
        ),
        (
            "a report of another agent stays in part",
            std::vec![("delegate_task", r#"{"goal":"look"}"#, long.clone())],
            CutResult,
        ),
    ];
    for (what, turns, wanted) in cases {
        let plan = pruned(&old(&turns));
        assert_eq!(plan.report.outcome, Outcome::Compacted, "{what}");
        assert_eq!(plan.judgements[0].verdict, wanted, "{what}: {:?}", plan.judgements[0]);
    }
}

#[test]
fn later_use_keeps_and_a_later_read_takes() {
    let names = "src/valve.rs src/pump.rs ticket_4711 loadValve openValve";
    let found = format!("{}\n{names}", rows(2_000));
    let mut list = old(&[("search_files", r#"{"pattern":"valve"}"#, found.clone())]);
    assert_eq!(verdicts(&pruned(&list))[0], Gone);
    let last = list.len() - 1;
    list[last].content = format!("Look at {names} now.");
    assert_eq!(verdicts(&pruned(&list))[0], Keep);
    let read = |arguments: &'static str| ("read_file", arguments, found.clone());
    let (whole, part) = (r#"{"path":"src/a.rs"}"#, r#"{"path":"src/a.rs","offset":10}"#);
    for (turns, reason) in [
        (std::vec![read(whole), read(whole)], weights::REPEATED),
        (std::vec![read(part), read(whole)], weights::SUPERSEDED),
        (
            std::vec![read(whole), ("write_file", r#"{"path":"src/a.rs","content":"x"}"#, "ok".into())],
            weights::SUPERSEDED,
        ),
        (
            std::vec![read(whole), ("patch", r#"{"path":"src/a.rs","old_string":"x","new_string":"y"}"#, "ok".into())],
            weights::OUTDATED,
        ),
    ] {
        let first = &pruned(&old(&turns)).judgements[0];
        assert!(first.reasons.contains(&reason.words.to_string()), "{first:?}");
    }
    let reasons = &pruned(&old(&[read(whole), read(part)])).judgements[0].reasons;
    assert!(!reasons.contains(&weights::SUPERSEDED.words.to_string()), "{reasons:?}");
}

#[test]
fn recent_calls_outlive_old_ones() {
    let turns: Vec<(&str, String, String)> =
        (0..40).map(|n| ("search_files", format!("{{\"pattern\":\"p{n}\"}}"), rows(1_000))).collect();
    let turns: Vec<(&str, &str, String)> = turns.iter().map(|(n, a, c)| (*n, a.as_str(), c.clone())).collect();
    let plan = pruned(&session(&turns));
    let calls: Vec<u32> = plan.judgements.iter().map(|j| j.keep_call).collect();
    assert!(calls.is_sorted() && calls[0] == 210 && calls[39] == 510, "{calls:?}");
    assert_eq!((verdicts(&plan)[0], verdicts(&plan)[39]), (Gone, CutResult));
}

#[test]
fn scores_from_outside_win_and_protected_tools_are_rescued() {
    let turns: Vec<(&str, &str, String)> = std::vec![
        ("read_file", "{\"path\":\"a\"}", rows(2_000)),
        ("ask_oracle", "{}", rows(2_000)),
        ("patch", "{}", rows(2_000))
    ];
    let list = session(&turns);
    let score = |message, keep_call, keep_result| Score { message, call: 0, keep_call, keep_result };
    let mut given = settings(0, 1);
    given.scores = std::vec![score(1, 900, 100), score(3, 10, 20), score(5, 0, 0), score(77, 9, 9)];
    let of = |plan: &Plan| plan.judgements.iter().map(|j| (j.verdict, j.rescued)).collect::<Vec<_>>();
    assert_eq!(of(&prune_with(&list, &given)), [(CutResult, false), (Gone, false), (CutResult, true)]);
    given.protected_tools = std::vec!["ask_oracle".into()];
    assert_eq!(of(&prune_with(&list, &given))[1], (CutResult, true));
    given.scores = std::vec![score(1, 0, 5_000)];
    assert_eq!(
        (prune_with(&list, &given).judgements[0].keep_result, verdicts(&prune_with(&list, &given))[0]),
        (1_000, Keep)
    );
}

#[test]
fn the_threshold_goes_from_all_to_hardly_any() {
    let list = old(&[("read_file", r#"{"path":"a"}"#, rows(900)), ("patch", "{}", "ok".into())]);
    let at = |prune_permille| prune_with(&list, &Settings { prune_permille, ..settings(0, 1) });
    let none = at(0);
    assert_eq!((none.report.outcome, none.edits.len()), (Outcome::LittleGain, 0));
    assert!(none.judgements.iter().all(|j| j.verdict == Keep));
    let most = at(1_000);
    assert_eq!(most.judgements.iter().filter(|j| j.verdict == Gone).count(), 25);
    assert!(at(500).edits.len() <= most.edits.len());
}

#[test]
fn a_result_that_is_hardly_longer_stays_whole() {
    for (characters, wanted) in [(410, Keep), (420, Keep), (430, CutResult)] {
        let plan = pruned(&old(&[("patch", "{}", rows(characters))]));
        assert_eq!(plan.judgements[0].verdict, wanted, "{characters}");
    }
    for most in [0, 50, 300] {
        let list = old(&[("patch", "{}", rows(9_000))]);
        let plan = prune_with(&list, &Settings { truncate_chars: most, ..settings(0, 1) });
        let Change::Rewrite(text) = &plan.edits[0].change else { panic!("{:?}", plan.edits[0]) };
        let left = text.chars().count();
        assert!(left <= most as usize + 45 && text.contains(" characters left out …]"), "{most}: {text}");
    }
}

#[test]
fn a_message_keeps_its_text_and_loses_itself_without() {
    let calls = [call("a", "read_file", "{\"path\":\"a\"}"), call("b", "read_file", "{\"path\":\"b\"}")];
    let with = |text: &str, third: &[ToolCall]| {
        let made = [calls.as_slice(), third].concat();
        let mut list = std::vec![Message::new(Role::User, "Go."), makes(text, &made)];
        list.extend(made.iter().map(|c| result(&c.id, &rows(3_000))));
        list.extend([
            Message::new(Role::User, "And?"),
            Message::new(Role::Assistant, "Yes."),
            Message::new(Role::User, "Ok."),
        ]);
        let plan = prune_with(&list, &Settings { prune_permille: 900, ..settings(0, 1) });
        plan.edits.iter().map(|e| (e.message, matches!(e.change, Change::Drop), e.change.clone())).collect::<Vec<_>>()
    };
    let both = Change::DropCalls(std::vec![0, 1]);
    assert_eq!(with("I look.", &[])[0], (1, false, both.clone()));
    // A change in between keeps the message.
    assert_eq!(with("", &[call("c", "patch", "{}")])[0], (1, false, both));
    // Without words and calls nothing would keep the two messages of the user apart: one call stays.
    let edits = with("", &[]);
    assert_eq!(edits[0], (1, false, Change::DropCalls(std::vec![0])));
    assert!(matches!(edits[2].2, Change::Rewrite(_)));
}

#[test]
fn two_texts_of_the_assistant_do_not_meet() {
    let look =
        |id: &str, text: &str| [makes(text, &[call(id, "read_file", "{\"path\":\"a\"}")]), result(id, &rows(3_000))];
    let mut list = std::vec![Message::new(Role::User, "Go.")];
    list.extend(look("a", "First."));
    list.extend(look("b", ""));
    list.extend(look("c", ""));
    list.extend([Message::new(Role::Assistant, "Done."), Message::new(Role::User, "Ok.")]);
    let plan = prune_with(&list, &Settings { prune_permille: 900, ..settings(0, 1) });
    assert_eq!(verdicts(&plan), [CutResult, Gone, Gone]);
    list.insert(7, Message::new(Role::User, "Wait."));
    let plan = prune_with(&list, &Settings { prune_permille: 900, ..settings(0, 1) });
    assert_eq!(verdicts(&plan), [Gone, Gone, Gone]);
}

#[test]
fn signed_pending_and_broken_stay() {
    let big = rows(4_000);
    let mut signed = makes("", &[call("s", "read_file", "{\"path\":\"a\"}")]);
    signed.marks.signed_reasoning = true;
    let look = |id: &str| makes("", &[call(id, "read_file", "{\"path\":\"b\"}")]);
    let list = [
        Message::new(Role::User, "Go."),
        signed,
        result("s", &big),
        look("x"),
        result("y", &big),
        look("z"),
        result("z", &big),
        Message::new(Role::User, "Now."),
        look("p"),
    ];
    let plan = prune_with(&list, &Settings { prune_permille: 900, ..settings(0, 0) });
    let judged: Vec<(u32, CallVerdict, bool)> =
        plan.judgements.iter().map(|j: &Judgement| (j.message, j.verdict, j.rescued)).collect();
    assert_eq!(judged, [(1, CutResult, true), (5, Gone, false)]);
    assert_eq!(plan.report.inherited_orphans, 2);
    let edits: Vec<u32> = plan.edits.iter().map(|e| e.message).collect();
    assert_eq!(edits, [2, 5, 6]);
    assert!(plan.edits.iter().all(|e| e.reason == Reason::Stale) && plan.report.unchanged_prefix == 2);
}

#[test]
fn ids_that_repeat_are_told_apart_by_place() {
    let twice = [call("x", "read_file", "{\"path\":\"a\"}"), call("x", "patch", "{}")];
    let list = [
        Message::new(Role::User, "Go."),
        makes("", &twice),
        result("x", &rows(5_000)),
        result("x", "ok"),
        Message::new(Role::Assistant, "Done."),
        Message::new(Role::User, "Ok."),
    ];
    let plan = prune_with(&list, &Settings { prune_permille: 900, ..settings(0, 1) });
    let edits: Vec<(u32, Change)> = plan.edits.into_iter().map(|e| (e.message, e.change)).collect();
    assert_eq!(edits, [(1, Change::DropCalls(std::vec![0])), (2, Change::Drop)]);
}

#[test]
fn calls_of_the_head_and_the_tail_stay_and_nothing_to_judge_is_said() {
    let list = old(&[("read_file", r#"{"path":"a"}"#, rows(4_000))]);
    let headed = prune_with(&list, &settings(3, 1));
    assert_eq!(
        (headed.judgements[0].message, headed.judgements[0].verdict, headed.judgements[0].rescued),
        (1, CutResult, true)
    );
    assert!(headed.judgements[1..].iter().any(|j| j.verdict == Gone), "behind the head a call may go");
    let most = prune_with(&list, &settings(0, 20)).judgements.last().map(|j| j.message);
    assert!(most.is_some_and(|m| (m as usize) < list.len() - 20));
    assert_eq!(prune_with(&list, &settings(0, 1_000)).report.outcome, Outcome::NothingBetween);
}

#[test]
fn the_tail_is_no_longer_than_a_part_of_the_conversation() {
    let list = old(&[("read_file", r#"{"path":"a"}"#, rows(4_000))]);
    let near = Settings { tail_token_budget: 1_000_000, ..settings(0, 1) };
    let (short, long) = (pruned(&list).report.tail_start, prune_with(&list, &near).report.tail_start);
    assert!(long < short && long as usize > list.len() - 6, "{long} {short} of {}", list.len());
}

#[test]
fn little_stays_of_the_result_of_a_change_that_worked() {
    let failed = format!("{{\"output\":{:?},\"exit_code\":1,\"error\":null}}", rows(9_000));
    let commit = r#"{"command":"git commit -am x"}"#;
    let left = |content: String| {
        let plan = pruned(&old(&[("terminal", commit, content)]));
        let Change::Rewrite(text) = &plan.edits[0].change else { panic!("{:?}", plan.edits[0]) };
        text.chars().count()
    };
    let (done, broken) = (left(rows(9_000)), left(failed));
    assert!(done < 150 && broken > 150, "{done} {broken}");
}

#[test]
fn what_is_left_of_a_command_ends_as_it_did() {
    let make = r#"{"command":"make check"}"#;
    let ended = |code: u8, text: &str| format!("{{\"output\":{:?},\"exit_code\":{code},\"error\":null}}", text);
    let names = "src/valve.rs src/pump.rs ticket_4711 loadValve openValve";
    let used = format!("{}\n{names}", rows(2_000));
    let of = |turns: &[String], score: &[(u32, u32)]| {
        let turns: Vec<(&str, &str, String)> =
            turns.iter().map(|content| ("terminal", make, content.clone())).collect();
        let list = old(&turns);
        let mut given = settings(0, 1);
        given.scores = (0u32..)
            .zip(score)
            .map(|(n, (keep_call, keep_result))| Score {
                message: 1 + 2 * n,
                call: 0,
                keep_call: *keep_call,
                keep_result: *keep_result,
            })
            .collect();
        verdicts(&prune_with(&list, &given))[..turns.len()].to_vec()
    };
    let (low, call, all) = ((0, 0), (900, 0), (900, 900));
    for (what, codes, scores, wanted) in [
        ("the failure goes with the pass", [1, 0], [call, low], [Gone, Gone]),
        ("what is worth all of it stays, and the pass too", [1, 0], [all, low], [Keep, CutResult]),
        ("a pass before it broke stays with the failure only", [0, 1], [call, low], [CutResult, CutResult]),
        ("two that ended alike", [1, 1], [call, low], [CutResult, Gone]),
        ("the newest stays", [1, 0], [call, call], [CutResult, CutResult]),
        ("both go", [1, 0], [low, low], [Gone, Gone]),
    ] {
        let turns: Vec<String> = codes.iter().map(|code| ended(*code, &used)).collect();
        assert_eq!(of(&turns, &scores), wanted, "{what}");
    }
}

#[test]
fn however_little_stays_it_says_how_the_call_ended() {
    let long = rows(9_000);
    let envelope = format!("{{\"output\":{:?},\"exit_code\":3,\"error\":null}}", long);
    for (name, content, said) in [
        ("terminal", envelope.clone(), "\"exit_code\":3"),
        ("terminal", envelope.replacen("plain", "pla\0in", 1), "\"exit_code\":3"),
        ("Bash", format!("Exit code 3\n{long}"), "Exit code 3\n"),
        ("Bash", format!("{long}\n\nCommand exited with code 3"), "\nCommand exited with code 3"),
    ] {
        for most in [0, 1, 40, 300] {
            let list = old(&[(name, r#"{"command":"git commit -am x"}"#, content.clone())]);
            let plan = prune_with(&list, &Settings { truncate_chars: most, ..settings(0, 1) });
            let Change::Rewrite(text) = &plan.edits[0].change else { panic!("{:?}", plan.edits[0]) };
            assert!(text.contains(said) && text.chars().count() < 600, "{most}: {text}");
        }
    }
}

/// Whatever stands first and last: of a failure the names of what failed stay, where they fit.
#[test]
fn what_broke_stays_of_a_failure() {
    let passed = |line: &str| (0..40).map(|n| line.replace('#', &n.to_string())).collect::<String>();
    for (command, output, said) in [
        (
            "pytest -v",
            format!(
                "{}tests/test_a.py::test_oil FAILED\n=== FAILURES ===\nE  assert 7 == 8\n=== short test summary info ===\n\
                 FAILED tests/test_a.py::test_oil - assert 7 == 8\n=== 1 failed, 40 passed in 3.21s ===\n",
                passed("tests/test_a.py::test_case_# PASSED\n")
            ),
            &["FAILED tests/test_a.py::test_oil", "1 failed, 40 passed"][..],
        ),
        (
            "cargo test",
            format!(
                "running 41 tests\n{}test a::oil ... FAILED\n\nfailures:\n    a::oil\n\n\
                 test result: FAILED. 40 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.02s\n",
                passed("test a::case_# ... ok\n")
            ),
            &["a::oil", "40 passed; 1 failed"],
        ),
        (
            "go test ./...",
            format!(
                "{}--- FAIL: TestOil (0.00s)\n    oil_test.go:9: got 7, want 8\nFAIL\nFAIL\texample.com/oil\t0.1s\n{}",
                passed("ok  \texample.com/p#\t0.1s\n"),
                passed("ok  \texample.com/q#\t0.1s\n")
            ),
            &["--- FAIL: TestOil", "got 7, want 8"],
        ),
    ] {
        let of = |code: u8, tool: &str| {
            let command = format!("{{\"command\":{command:?}}}");
            let content = match tool {
                "terminal" => format!("{{\"output\":{output:?},\"exit_code\":{code},\"error\":null}}"),
                _ => format!("Exit code {code}\n{output}"),
            };
            let list = old(&[(tool, &command, content)]);
            let given =
                [(900, 0)].map(|(keep_call, keep_result)| Score { message: 1, call: 0, keep_call, keep_result });
            let plan = prune_with(&list, &Settings { scores: given.to_vec(), ..settings(0, 1) });
            let Change::Rewrite(text) = &plan.edits[0].change else { panic!("{:?}", plan.edits[0]) };
            text.clone()
        };
        for tool in ["terminal", "Bash"] {
            let text = of(1, tool);
            assert!(said.iter().all(|said| text.contains(said)), "{command} {tool}: {text}");
            assert!(text.chars().count() <= 420 && text.contains("[… "), "{}: {text}", text.chars().count());
        }
        // Of a pass both ends stay.
        assert!(of(0, "terminal").contains(" characters left out …]"));
    }
}

#[test]
fn a_result_that_answers_nothing_does_not_come_to_stand_behind_other_words() {
    let mut list = old(&[("read_file", r#"{"path":"a"}"#, rows(4_000)), ("read_file", r#"{"path":"b"}"#, rows(4_000))]);
    assert_eq!(verdicts(&pruned(&list))[..2], [Gone, Gone]);
    list.insert(3, result("c0", "the same again"));
    let plan = pruned(&list);
    assert!(plan.judgements[0].message > 2 && plan.edits.iter().all(|e| e.message > 3));
}

#[test]
fn what_keeps_two_messages_apart_does_not_mislead() {
    let ended = |code: u8| format!("{{\"output\":{:?},\"exit_code\":{code},\"error\":null}}", rows(2_000));
    let (make, look) = (r#"{"command":"make check"}"#, r#"{"path":"a"}"#);
    let mut list = std::vec![Message::new(Role::User, "Mend the gauge.")];
    let mut turn = |id: &str, name: &str, arguments: &str, content: String| {
        list.extend([makes("", &[call(id, name, arguments)]), result(id, &content)]);
    };
    turn("a", "terminal", make, ended(1));
    turn("b", "read_file", look, rows(2_000));
    for n in 0..24 {
        turn(&format!("s{n}"), "terminal", make, ended(0));
    }
    // What keeps these two apart is the look, though the failure has the better score.
    list.insert(5, Message::new(Role::User, "Hurry."));
    list.extend([Message::new(Role::Assistant, "Done."), Message::new(Role::User, "Ok.")]);
    let score = |message, keep| Score { message, call: 0, keep_call: keep, keep_result: keep };
    let mut given = settings(0, 1);
    given.scores = std::vec![score(1, 400), score(3, 100)];
    assert_eq!(verdicts(&prune_with(&list, &given))[..2], [Gone, CutResult]);
}
