//! `compress-json` is `compress` in one string: the same plan for samples and generated sessions.
use cento_contract::{Options, RunState, json};
use cento_tests::{list, session};
use proptest::prelude::*;

fn same(text: &str, options: &Options) {
    let session = json::split(text).expect("a session");
    let messages: Vec<_> =
        session.message_slices.iter().enumerate().map(|(i, m)| json::message(m, i).expect("a message")).collect();
    let plan = cento_guest::compress(&messages, options).expect("a plan");
    let as_json = cento_guest::compress_json(text).expect("a plan");
    assert_eq!(serde_json::to_string(&plan).expect("JSON"), as_json);
    let read: serde_json::Value = serde_json::from_str(&as_json).expect("JSON");
    assert_eq!(read["report"]["messages_before"], messages.len());
    assert_eq!(read["edits"].as_array().map(Vec::len), Some(plan.edits.len()));
}

#[test]
fn samples_give_the_same_plan() {
    for name in ["tides.json", "short.json"] {
        let path = format!("{}/../examples/{name}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("a sample");
        let options = json::split(&text).expect("a session").options.expect("options");
        same(&text, &json::options(options).expect("options"));
    }
}

#[test]
fn what_the_host_keeps_beside_the_text_is_read_alike() {
    let mut list = vec![r#"{"role":"user","content":"Find out why the bell is late."}"#.to_owned()];
    let ends = [r#""exit_code":3"#, r#""exitCode":0"#, r#""is_error":true"#, r#""isError":false"#, r#""a":1"#];
    for (n, end) in ends.iter().enumerate() {
        let arguments = format!(r#"{{\"command\":\"make part-{n}\"}}"#);
        list.push(format!(r#"{{"role":"assistant","content":null,"tool_calls":[{{"id":"c{n}","function":{{"name":"bash","arguments":"{arguments}"}}}}]}}"#));
        let output = "the wheel turns once more\\n".repeat(60);
        list.push(format!(r#"{{"role":"tool","tool_call_id":"c{n}","content":"{output}",{end}}}"#));
    }
    list.push(r#"{"role":"user","content":"And now?"}"#.to_owned());
    let options = r#"{"protect_first_n": 0, "protect_last_n": 1, "tail_token_budget": 10}"#;
    let text = list::session_text(&list, options);
    let options = json::options(options).expect("options");
    same(&text, &options);
    let plan = list::compress(&list, &options);
    let claims = plan.summary.expect("a summary").claims;
    let state = |n: u32| claims.iter().find(|claim| claim.message == 2 * n + 2).map(|claim| claim.state);
    assert_eq!(
        [0, 1, 2, 3, 4].map(state),
        [RunState::Exited(3), RunState::Exited(0), RunState::Failed, RunState::NoExitCode, RunState::NoExitCode]
            .map(Some)
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_sessions_give_the_same_plan(session in session::flawed(1..60), budget in 100i64..4_000, last in -1i64..10) {
        let options = format!("{{\"summary_budget_tokens\": {budget}, \"protect_last_n\": {last}, \"tail_token_budget\": 200}}");
        same(&list::session_text(&session.list, &options), &json::options(&options).expect("options"));
    }
}
