//! `compress-json` is `compress` in one string: the same plan for samples and generated sessions.
use cento_contract::{Options, json};
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn generated_sessions_give_the_same_plan(session in session::flawed(1..60), budget in 100i64..4_000, last in -1i64..10) {
        let options = format!("{{\"summary_budget_tokens\": {budget}, \"protect_last_n\": {last}, \"tail_token_budget\": 200}}");
        same(&list::session_text(&session.list, &options), &json::options(&options).expect("options"));
    }
}
