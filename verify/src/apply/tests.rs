//! Kept bytes stay, one value changes, the summary is a message.
use super::*;
use cento_contract::{Outcome, Reason};

fn plan(edits: Vec<Edit>, summary: Option<Summary>) -> Plan {
    let report = cento_contract::Report {
        outcome: Outcome::Compacted,
        messages_before: 0,
        messages_after: 0,
        tokens_before: 0,
        tokens_after: 0,
        summary_tokens: 0,
        summary_budget: 0,
        head_end: 0,
        tail_start: 0,
        inherited_orphans: 0,
        masked: 0,
        sections: Vec::new(),
        adjustments: Vec::new(),
        unchanged_prefix: 0,
        target: 0,
        last_step: None,
    };
    Plan { edits, summary, judgements: Vec::new(), report }
}

#[test]
fn a_plan_changes_what_it_names_and_nothing_else() {
    let kept = r#"{"n":1.0e3,"role":"user","content":"\ud800 a","content":"b"}"#;
    let tool = r#"{ "content" : "old" , "role":"tool","big":9007199254740993,"content":"x\ud800\n0123456789","z":[] }"#;
    let text = format!("[{kept},{{\"role\":\"assistant\",\"content\":\"gone\"}},{tool},{kept}]");
    let session = Session::read(text.into_bytes()).unwrap();
    let edits = vec![
        Edit { message: 1, change: Change::Drop, reason: Reason::Projected },
        Edit { message: 2, change: Change::Rewrite("a \"b\"\n".into()), reason: Reason::TooLarge },
    ];
    let summary = Summary {
        before: 4,
        role: Role::Assistant,
        text: "line\n\"two\"".into(),
        tokens: 3,
        quotes: Vec::new(),
        claims: Vec::new(),
    };
    let plan = plan(edits, Some(summary));
    let output = messages(&session, Some(&plan));
    let output: Vec<&str> = output.iter().map(|m| std::str::from_utf8(m).unwrap()).collect();
    assert_eq!(
        output,
        [
            kept,
            r#"{ "content" : "old" , "role":"tool","big":9007199254740993,"content":"a \"b\"\n","z":[] }"#,
            kept,
            r#"{"role":"assistant","content":"line\n\"two\"","_compressed_summary":true}"#,
        ]
    );
}

#[test]
fn without_plan_everything_stays() {
    let session = Session::read(br#"[{"role":"user","content":1},{"role":"x"}]"#.to_vec()).unwrap();
    let output = messages(&session, None);
    assert_eq!(output.iter().map(|m| &m[..]).collect::<Vec<_>>(), [session.raw(0), session.raw(1)]);
}

#[test]
fn calls_go_and_all_else_stays_byte_for_byte() {
    let one = r#"{"id":"1","function":{"name":"t","arguments":"{\"a\": \"\ud800\"}"}}"#;
    let two = r#"{ "id" : "2" , "n":1.0e3}"#;
    for (given, calls, wanted) in [
        (
            format!(r#"{{"role":"assistant", "tool_calls" : [ {one} , {two},null ], "content":"\ud800 a"}}"#),
            vec![0],
            format!(r#"{{"role":"assistant", "tool_calls" : [ {two},null ], "content":"\ud800 a"}}"#),
        ),
        (
            format!(r#"{{"role":"assistant","content":"a","tool_calls":[{one},7, {two}]}}"#),
            vec![1],
            format!(r#"{{"role":"assistant","content":"a","tool_calls":[{one},7]}}"#),
        ),
        // Where none is left, every key of the name goes; the last of two is the one that counts.
        (
            format!(r#"{{"tool_calls":[],"role":"assistant" ,"tool_calls": [{one},{two}] , "content":"a"}}"#),
            vec![0, 1],
            r#"{"role":"assistant" , "content":"a"}"#.to_string(),
        ),
        (
            format!(r#"{{"role":"assistant","content":"a","tool_calls":[{one}]}}"#),
            vec![0],
            r#"{"role":"assistant","content":"a"}"#.to_string(),
        ),
    ] {
        let session = Session::read(format!("[{given}]").into_bytes()).unwrap();
        let plan = plan(vec![Edit { message: 0, change: Change::DropCalls(calls), reason: Reason::Stale }], None);
        let output = messages(&session, Some(&plan));
        assert_eq!(String::from_utf8_lossy(&output[0]), wanted);
    }
}
