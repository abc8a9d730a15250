//! Control characters, direction marks and invisible characters in every place of a session: the host accepts the
//! plans that are made of it, and the summary holds none of them.
//!
//! Guest and host clean a text each with its own code; a difference between the two is a plan rejected for nothing.
use cento_contract::{Message, Options, Outcome, Role, ToolCall};
use cento_tests::check;
use proptest::prelude::*;

/// Where words of strangers stand.
const PLACES: [&str; 14] = [
    "user",
    "assistant",
    "command",
    "path",
    "item",
    "tool",
    "output",
    "plain",
    "error",
    "stub",
    "process",
    "id",
    "file",
    "all",
];

/// A session with `mark` inside of words in one place.
fn session(place: &str, mark: &str) -> Vec<Message> {
    let at = |here: &str, words: &str| words.replace('~', if place == here || place == "all" { mark } else { "" });
    let json = |words: &str| serde_json::Value::from(words).to_string();
    let mut list = Vec::new();
    let mut row = 100;
    let mut push = |mut message: Message| {
        row += 1;
        message.row_id = Some(row);
        list.push(message);
    };
    push(Message::new(Role::User, at("user", "~Repair the ga~uge reader.\nNever touch the fi~les under data/.~")));
    let mut run = |said: &str, tool: &str, arguments: String, content: String| {
        let mut call = Message::new(Role::Assistant, at("assistant", said));
        call.tool_calls = vec![ToolCall { id: at("id", "c~1"), name: at("tool", tool), arguments }];
        push(call);
        let mut result = Message::new(Role::Tool, content);
        result.tool_call_id = Some(at("id", "c~1"));
        push(result);
    };
    let command = |words: &str| format!("{{\"command\": {}}}", json(&at("command", words)));
    let output = |words: &str, code: i32| {
        format!("{{\"output\": {}, \"exit_code\": {code}, \"error\": null}}", json(&at("output", words)))
    };
    let long = format!(
        "{}running 3 tests\n~first\ntest ga~uge ... FAILED~\nValueError: bad le~vel\n",
        "line of it\n".repeat(150)
    );
    run(
        "I de~cided to run the tests~ first.",
        "term~inal",
        command("~make te~st --al~l\n~cat notes.txt > out/no~tes.txt"),
        output(&long, 2),
    );
    run(
        "",
        "terminal",
        command("./gau~ge --ch~eck && rm -f old/ga~uge.txt"),
        at("plain", "Exit code 1\n~ga~uge: error: no le~vel\n~end~"),
    );
    let path = json(&at("path", "~src/ga~uge.rs~"));
    run(
        "",
        "read_~file",
        format!("{{\"path\": {path}}}"),
        format!("{{\"content\": {}, \"total_lines\": 9}}", json(&at("file", "1|fn ga~uge() {}"))),
    );
    run(
        "",
        "patch",
        format!("{{\"path\": {path}, \"old_string\": \"a\", \"new_string\": \"fn b() {{}}\"}}"),
        "{\"success\": true}".to_owned(),
    );
    run(
        "",
        "terminal",
        command("ca~rgo run"),
        format!("{{\"output\": \"\", \"exit_code\": 1, \"error\": {}}}", json(&at("error", "no su~ch ga~uge~"))),
    );
    let item = json(&at("item", "~Repair the ga~uge~"));
    let todos = format!("{{\"todos\": [{{\"id\": \"1\", \"content\": {item}, \"status\": \"in_progress\"}}]}}");
    run("", "todo", todos.clone(), todos);
    let id = json(&at("process", "proc_~1"));
    run(
        "",
        "terminal",
        "{\"command\": \"./serve --all\", \"background\": true}".to_owned(),
        format!("{{\"output\": \"Background process started\", \"session_id\": {id}, \"pid\": 7, \"exit_code\": 0}}"),
    );
    run(
        "",
        "process",
        format!("{{\"action\": \"poll\", \"session_id\": {id}}}"),
        format!("{{\"session_id\": {id}, \"status\": \"exited\", \"exit_code\": 3}}"),
    );
    run("", "terminal", command("make sta~ge"), at("stub", "[terminal] ran `make sta~ge` -> exit 4, 3 lines output"));
    run(
        "It wo~rks now~.",
        "web_~search",
        format!("{{\"query\": {}}}", json(&at("path", "ga~uge level~"))),
        at("plain", "~no~thing"),
    );
    push(Message::new(Role::User, at("user", "Go~od. What is ne~xt?")));
    push(Message::new(Role::Assistant, "The gauge on the roof."));
    push(Message::new(Role::User, "Then do that."));
    list
}

/// All that is wrong.
fn faults(messages: &[Message]) -> Vec<String> {
    let options = Options {
        protect_first_n: 0,
        protect_last_n: 2,
        tail_token_budget: 0,
        summary_budget_tokens: Some(4_000),
        ..Options::default()
    };
    let plan = cento_guest::compress(messages, &options).expect("a plan");
    let mut faults: Vec<String> = cento::verify::check(messages, &plan)
        .iter()
        .map(|finding| match (finding, &plan.summary) {
            (cento::Finding::QuoteForged { quote, .. }, Some(summary)) => {
                let at = summary.quotes[*quote].at;
                format!("{finding}: {:?}", &summary.text[at.start as usize..(at.start + at.len) as usize])
            }
            _ => finding.to_string(),
        })
        .collect();
    if plan.report.outcome != Outcome::Compacted {
        faults.push(format!("{:?}", plan.report.outcome));
    }
    let summary = plan.summary.map(|summary| summary.text).unwrap_or_default();
    faults.extend(check::forbidden_characters(&summary).iter().map(|c| format!("{c:?} in the summary")));
    faults
}

#[test]
fn law_12_no_control_character_in_any_place_gets_a_plan_rejected() {
    let odd = [
        '\u{ad}',
        '\u{61c}',
        '\u{180e}',
        '\u{feff}',
        '\u{fff9}',
        '\u{fffb}',
        '\u{e0001}',
        '\u{e0041}',
        '\u{e0100}',
        '\u{301}',
    ];
    let all = ('\0'..='\u{9f}')
        .chain('\u{200b}'..='\u{200f}')
        .chain('\u{2028}'..='\u{202f}')
        .chain('\u{2060}'..='\u{206f}')
        .chain(odd);
    let mut found = Vec::new();
    for c in all {
        for shape in ["~", "~~", "~[1;31m", "~]8;;x\u{7}", "a~\r", "~\rb", "~(B", "a\u{8}~\u{8}", "a~\\ P~\\"] {
            let mark = shape.replace('~', &c.to_string());
            for place in PLACES {
                let faults = faults(&session(place, &mark));
                if !faults.is_empty() {
                    found.push(format!("{mark:?} in {place}: {}", faults.join("; ")));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} of them:\n{}", found.len(), found[..found.len().min(40)].join("\n"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn law_12_nor_any_run_of_them(
        mark in "([\0-\x1f\x7f-\u{9f}\u{200b}-\u{200f}\u{2028}-\u{202e}\u{feff}]|\x1b|\x08|\r|[\\[\\]();?0-9mKPX^_a-c]| |\n|\u{1b}\\\\){1,12}",
        place in prop::sample::select(&PLACES[..]),
    ) {
        let faults = faults(&session(place, &mark));
        prop_assert!(faults.is_empty(), "{:?} in {}: {}", mark, place, faults.join("; "));
    }
}
