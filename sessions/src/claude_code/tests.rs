use crate::read;

fn lines(all: &[&str]) -> String {
    read(&all.join("\n")).expect("a format").messages
}

#[test]
fn lines_of_one_answer_become_one_message_and_results_follow() {
    let said = lines(&[
        r#"{"type":"user","uuid":"1","parentUuid":null,"message":{"role":"user","content":"Go."}}"#,
        r#"{"type":"assistant","uuid":"2","parentUuid":"1","message":{"id":"m","content":[{"type":"thinking","thinking":"secret","signature":"s"}]}}"#,
        r#"{"type":"assistant","uuid":"3","parentUuid":"2","message":{"id":"m","content":[{"type":"text","text":"I look."}]}}"#,
        r#"{"type":"assistant","uuid":"4","parentUuid":"3","message":{"id":"m","content":[{"type":"tool_use","id":"a","name":"Bash","input":{"command":"ls","z":1.50}}]}}"#,
        r#"{"type":"user","uuid":"5","parentUuid":"4","message":{"content":[{"type":"tool_result","tool_use_id":"a","content":"x"}]},"toolUseResult":{"stdout":"x"}}"#,
        r#"{"type":"assistant","uuid":"6","parentUuid":"4","message":{"id":"m","content":[{"type":"tool_use","id":"b","name":"Read","input":{}}]}}"#,
        r#"{"type":"user","uuid":"7","parentUuid":"6","message":{"content":[{"type":"tool_result","tool_use_id":"b","is_error":true,"content":[{"type":"text","text":"no"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"AA"}}]},{"type":"text","text":"Stop."}]}}"#,
    ]);
    let wanted = r#"[
{"role":"user","content":"Go.","_row_id":1},
{"role":"assistant","content":"I look.","tool_calls":[{"id":"a","type":"function","function":{"name":"Bash","arguments":"{\"command\":\"ls\",\"z\":1.50}"}},{"id":"b","type":"function","function":{"name":"Read","arguments":"{}"}}],"_row_id":3},
{"role":"tool","tool_call_id":"a","name":"Bash","content":"x","_row_id":5},
{"role":"tool","tool_call_id":"b","name":"Read","content":[{"type":"text","text":"no"},{"type":"image_url","image_url":{"url":"data:image/png;base64,AA"}}],"is_error":true,"_row_id":7},
{"role":"user","content":"Stop."}
]
"#;
    assert_eq!(said, wanted);
}

#[test]
fn what_the_user_went_back_from_is_left_out() {
    let said = lines(&[
        r#"{"type":"user","uuid":"1","parentUuid":null,"message":{"content":"One."}}"#,
        r#"{"type":"assistant","uuid":"2","parentUuid":"1","message":{"id":"m","content":[{"type":"text","text":"Done."}]}}"#,
        r#"{"type":"user","uuid":"3","parentUuid":"2","message":{"content":"Wrong way."}}"#,
        r#"{"type":"assistant","uuid":"4","parentUuid":"3","message":{"id":"n","content":[{"type":"text","text":"Lost."}]}}"#,
        r#"{"type":"user","uuid":"5","parentUuid":"2","isMeta":true,"message":{"content":"Caveat"}}"#,
        r#"{"type":"user","uuid":"6","parentUuid":"2","message":{"content":"Right way."}}"#,
        r#"{"type":"user","uuid":"6","parentUuid":"2","message":{"content":"Right way."}}"#,
    ]);
    assert!(!said.contains("Wrong way") && !said.contains("Lost"), "{said}");
    assert_eq!(said.matches("Right way.").count(), 1);
    assert!(said.contains(r#""content":"Caveat","display_kind":"context""#), "{said}");
}

#[test]
fn work_of_sub_agents_summaries_and_errors_are_left_out_and_queued_prompts_are_not() {
    let all = [
        r#"{"type":"user","uuid":"1","message":{"content":"One."}}"#,
        r#"{"type":"assistant","uuid":"2","isSidechain":true,"message":{"id":"s","content":[{"type":"text","text":"Beside."}]}}"#,
        r#"{"type":"user","uuid":"3","isCompactSummary":true,"message":{"content":"It was about one."}}"#,
        r#"{"type":"assistant","uuid":"4","isApiErrorMessage":true,"message":{"id":"e","content":[{"type":"text","text":"API Error"}]}}"#,
        r#"{"type":"attachment","uuid":"5","attachment":{"type":"queued_command","prompt":"And two.","commandMode":"prompt"}}"#,
        r#"{"type":"attachment","uuid":"6","attachment":{"type":"todo"}}"#,
    ];
    let said = lines(&all);
    assert_eq!(
        said,
        "[\n{\"role\":\"user\",\"content\":\"One.\",\"_row_id\":1},\n{\"role\":\"user\",\"content\":\"And two.\",\"_row_id\":5}\n]\n"
    );
    // A file of a sub-agent holds nothing else.
    assert!(lines(&all[1..2]).contains("Beside."));
    // A summary of what is in another file is all there is.
    assert!(lines(&all[2..3]).contains(r#""display_kind":"context""#));
}
