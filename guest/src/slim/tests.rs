//! Whole shortenings.
use super::*;
use crate::fields::Fields;
use crate::pair::pair;
use crate::settings::clamp;
use crate::tokens;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use cento_contract::{Change, Options, Outcome, Role, Step, Strategy, ToolCall};

fn options(target: i64) -> Options {
    Options {
        target_tokens: Some(target),
        protect_first_n: 0,
        protect_last_n: 2,
        tail_token_budget: 0,
        ..Options::default()
    }
}

fn plan(messages: &[Message], options: &Options) -> Plan {
    let (settings, adjustments) = clamp(options);
    slim(messages, tokens::measure(messages, &settings), &pair(messages), &settings, adjustments)
}

fn apply(messages: &[Message], plan: &Plan) -> Vec<Message> {
    let mut after = messages.to_vec();
    for edit in &plan.edits {
        let Change::Rewrite(text) = &edit.change else { panic!("only rewrites") };
        after[edit.message as usize].content = text.clone();
    }
    after
}

fn size(messages: &[Message]) -> i64 {
    tokens::measure(messages, &clamp(&Options::default()).0).of.iter().map(|t| i64::from(*t)).sum()
}

/// Lines that are no run of one kind.
fn log(seed: usize, lines: usize) -> String {
    const WORDS: [&str; 11] =
        ["gauge", "pier", "tide", "buoy", "lamp", "rope", "gull", "mast", "keel", "sail", "chart"];
    let word = |n: usize| WORDS[(seed + n) % WORDS.len()];
    (0..lines)
        .map(|n| format!("{} {} by the {} {}\n", word(n * 3), word(n * n + 1), word(n / 3), "and on ".repeat(n % 5)))
        .collect()
}

/// A request, then `rounds` runs with a word of the assistant between them.
fn session(rounds: usize) -> Vec<Message> {
    let mut messages = vec![Message::new(Role::System, log(1, 40)), Message::new(Role::User, log(2, 40))];
    for round in 0..rounds {
        let id = format!("c{round}");
        let mut call = Message::new(Role::Assistant, "I look at the gauges.");
        let arguments = format!("{{\"command\":\"python3 read.py {round}\"}}");
        call.tool_calls = vec![ToolCall { id: id.clone(), name: "terminal".into(), arguments }];
        let mut output = log(round * 1_000, 60);
        output.push_str(
            "tests/test_gauge.py:12: AssertionError: 3 != 4\nFAILED tests/test_gauge.py::test_pier - 3 != 4\n",
        );
        let content =
            serde_json::json!({"output": output, "exit_code": u8::from(round % 3 == 1), "error": null}).to_string();
        let mut result = Message::new(Role::Tool, content);
        result.tool_call_id = Some(id);
        messages.extend([call, result]);
    }
    messages.extend([Message::new(Role::Assistant, "All read."), Message::new(Role::User, "Go on.")]);
    messages
}

#[test]
fn down_to_the_target_with_the_outcome_and_the_failure() {
    let messages = session(10);
    let target = size(&messages) / 2;
    let plan = plan(&messages, &options(target));
    let after = apply(&messages, &plan);
    assert_eq!(plan.report.outcome, Outcome::Compacted);
    assert!(size(&after) <= target && size(&after) > target * 3 / 4, "{} of {target}", size(&after));
    assert_eq!(i64::from(plan.report.tokens_after), size(&after));
    assert_eq!(after.len(), messages.len());
    for (before, after) in messages.iter().zip(&after) {
        if before.role != Role::Tool {
            assert_eq!(before, after);
            continue;
        }
        let read = |m: &Message| serde_json::from_str::<serde_json::Value>(&m.content).unwrap();
        assert_eq!(read(before)["exit_code"], read(after)["exit_code"]);
        assert_eq!(read(after).as_object().unwrap().len(), 3);
        let failing = read(before)["exit_code"] != 0;
        assert!(!failing || after.content.contains("FAILED tests/test_gauge.py::test_pier"), "{}", after.content);
    }
}

#[test]
fn a_list_that_fits_stays() {
    let messages = session(3);
    let fits = plan(&messages, &options(size(&messages)));
    assert_eq!((fits.report.outcome, fits.edits.len()), (Outcome::SmallEnough, 0));
    assert_eq!(fits.report.unchanged_prefix as usize, messages.len());
    let talk = vec![Message::new(Role::User, log(1, 90)), Message::new(Role::User, log(2, 90))];
    assert_eq!(plan(&talk, &options(100)).report.outcome, Outcome::NothingBetween);
}

#[test]
fn a_second_pass_leaves_what_the_first_returned() {
    let first = session(8);
    let once = apply(&first, &plan(&first, &options(size(&first) * 3 / 4)));
    let mut grown = once.clone();
    grown.extend(session(8).into_iter().skip(2));
    let target = size(&once) + (size(&grown) - size(&once)) / 2;
    let second = plan(&grown, &options(target));
    let prefix = second.report.unchanged_prefix as usize;
    assert!(prefix >= once.len(), "{prefix} of {}", once.len());
    assert!(i64::from(second.report.tokens_after) <= target);
    // Where the newer ones are not enough, the older ones are open again.
    let less = plan(&grown, &options(size(&once) * 2 / 3));
    assert_eq!(less.report.outcome, Outcome::Compacted);
    assert!((less.report.unchanged_prefix as usize) < once.len(), "{:?}", less.report);
}

#[test]
fn the_same_target_again_changes_nothing() {
    for target in [10, 2_000, 4_000, 8_000] {
        let messages = session(10);
        let once = apply(&messages, &plan(&messages, &options(target)));
        let again = plan(&once, &options(target));
        assert!(again.edits.is_empty(), "{target}: {:?}", again.report);
    }
}

#[test]
fn what_comes_again_stands_once() {
    let mut messages = session(6);
    let same = messages[3].content.clone();
    for index in [5, 9] {
        messages[index].content = same.clone();
    }
    messages[9].row_id = Some(77);
    messages[5].row_id = Some(55);
    let plan = plan(&messages, &options(size(&messages) * 3 / 4));
    let after = apply(&messages, &plan);
    assert!(after[3].content.contains("[… 62 lines left out, the same as in [#55]]"), "{}", after[3].content);
    assert!(after[5].content.contains("the same as in [#77]]") && !after[9].content.contains("the same as"));
    assert!(after[3].content.contains("\"exit_code\":0"));
}

#[test]
fn some_texts_are_never_touched() {
    let mut messages = session(10);
    messages[3].images = 1;
    messages[6].marks.signed_reasoning = true;
    messages[6].content = log(7, 90);
    messages[5].marks.more_than_text = true;
    messages[10].marks.more_than_text = true;
    messages[10].content = log(9, 90);
    messages[8].content = log(8, 90);
    messages[8].tool_calls[0].name = "lookup".into();
    let mut given = options(1_000);
    given.protected_tools = vec!["lookup".into()];
    let after = apply(&messages, &plan(&messages, &given));
    for index in [0, 1, 3, 5, 6, 9, 10] {
        assert_eq!(after[index], messages[index], "{index}");
    }
    assert!(after[8].content.len() < messages[8].content.len() / 2, "a long text of the assistant");
}

#[test]
fn an_open_round_with_signed_reasoning_stays_whole() {
    let mut messages = session(4);
    messages.truncate(messages.len() - 2);
    let mut given = options(500);
    given.protect_last_n = 100;
    let open = apply(&messages, &plan(&messages, &given));
    assert!(size(&open) < size(&messages), "results in the tail are the last resort");
    messages[4].marks.signed_reasoning = true;
    assert_eq!(apply(&messages, &plan(&messages, &given)), messages);
}

#[test]
fn the_focus_keeps_more() {
    let mut messages = session(10);
    messages[3].content = messages[3].content.replace("and on", "sluice");
    let mut given = options(size(&messages) / 2);
    let plain = apply(&messages, &plan(&messages, &given));
    given.focus_topic = Some("the sluice".to_string());
    let focused = apply(&messages, &plan(&messages, &given));
    let length = |list: &[Message], at: usize| list[at].content.len();
    assert!(length(&focused, 3) > length(&plain, 3) * 5 / 4, "{} {}", length(&focused, 3), length(&plain, 3));
    assert!(size(&focused) <= size(&messages) / 2);
}

#[test]
fn small_texts_and_little_gain() {
    let messages = session(10);
    let mut given = options(100);
    given.min_tokens = 100_000;
    assert_eq!(plan(&messages, &given).report.outcome, Outcome::NothingBetween);
    let mut talk: Vec<Message> = (0..40).map(|n| Message::new(Role::User, log(n, 60))).collect();
    talk.splice(20..20, session(1).into_iter().skip(2).take(2));
    assert_eq!(plan(&talk, &options(100)).report.outcome, Outcome::LittleGain);
}

#[test]
fn under_project_the_summary_is_made_only_where_shortening_is_not_enough() {
    let messages = session(24);
    let total = size(&messages);
    let plan = |target: i64, runway: i64| {
        let options = Options {
            target_tokens: Some(target),
            runway_tokens: runway,
            protect_last_n: 4,
            tail_token_budget: 0,
            ..Options::default()
        };
        crate::compress(&messages, &options).unwrap()
    };
    let little = plan(total * 3 / 4, 0);
    assert!(little.summary.is_none() && little.report.last_step == Some(Step::Results), "{:?}", little.report);
    let much = plan(300, 0);
    assert!(much.summary.is_some() && much.report.last_step == Some(Step::Summary), "{:?}", much.report);
    let none = plan(total * 2, 0);
    assert_eq!((none.report.outcome, none.report.last_step), (Outcome::SmallEnough, None));
}

#[test]
fn within_the_runway_nothing_changes() {
    let options = |runway: i64| Options {
        strategy: Strategy::Slim,
        target_tokens: Some(size(&session(24)) / 2),
        runway_tokens: runway,
        protect_last_n: 4,
        tail_token_budget: 0,
        ..Options::default()
    };
    let mut messages = session(24);
    let first = crate::compress(&messages, &options(1_000_000)).unwrap();
    assert_eq!(first.report.outcome, Outcome::Compacted, "nothing was shortened yet");
    for edit in first.edits {
        let Change::Rewrite(text) = edit.change else { panic!("only rewrites") };
        messages[edit.message as usize].content = text;
    }
    messages.extend(session(12));
    let again = |runway| crate::compress(&messages, &options(runway)).unwrap().report.outcome;
    assert_eq!((again(1_000_000), again(1)), (Outcome::TooSoon, Outcome::Compacted));
}

/// A line feed as it stands in a string: strict readers take that for no object, lenient ones do, and so do we.
#[test]
fn what_only_a_lenient_reader_takes_keeps_its_code() {
    let lines: String = (0..40).map(|n| format!("   Compiling part_{n} v0.1.0 (/home/dev/app/part_{n})\\n")).collect();
    let mut raw = lines.clone();
    raw.insert_str(lines.len() / 2, "\n\0\u{1b}[0m\t\n");
    for text in [raw, lines.replace("part_20)", "part_20\n)")] {
        let mut call = Message::new(Role::Assistant, "");
        call.tool_calls =
            vec![ToolCall { id: "c".into(), name: "terminal".into(), arguments: r#"{"command":"make"}"#.into() }];
        let content = format!(r#"{{"error":null,"exit_code":1,"output":"{text}error: no such tide"}}"#);
        let mut result = Message::new(Role::Tool, content);
        result.tool_call_id = Some("c".into());
        let messages = vec![Message::new(Role::User, "Go."), call, result, Message::new(Role::User, "And?")];
        for target in [20, 60, 150, 400] {
            let after = apply(&messages, &plan(&messages, &Options { min_tokens: 0, ..options(target) }));
            assert!(after[2].content.len() < messages[2].content.len(), "{}", after[2].content);
            let fields = Fields::read(&after[2].content).unwrap();
            assert_eq!((fields.raw("exit_code"), fields.raw("error")), (Some("1"), Some("null")));
        }
    }
}

#[test]
fn of_one_long_line_more_than_a_mark_stays() {
    let line = "gauge pier tide ".repeat(200);
    for content in [line.clone(), format!("{{\"output\":\"{line}\",\"exit_code\":1}}")] {
        let mut messages = vec![Message::new(Role::User, "Go.")];
        match content.starts_with('{') {
            false => messages.extend([Message::new(Role::Assistant, content), Message::new(Role::User, "And?")]),
            true => {
                let mut call = Message::new(Role::Assistant, "");
                call.tool_calls = vec![ToolCall {
                    id: "c".into(),
                    name: "terminal".into(),
                    arguments: r#"{"command":"make"}"#.into(),
                }];
                let mut result = Message::new(Role::Tool, content);
                result.tool_call_id = Some("c".into());
                messages.extend([call, result]);
            }
        }
        messages.extend([Message::new(Role::Assistant, "Fine."), Message::new(Role::User, "Well.")]);
        let after = apply(&messages, &plan(&messages, &options(30)));
        let (was, is) = messages.iter().zip(&after).find(|(a, b)| a != b).unwrap();
        assert!(is.content.len() < was.content.len() / 2, "{}", is.content);
        assert!(is.content.contains("gauge pier") && is.content.contains("pier tide"), "{}", is.content);
    }
}
