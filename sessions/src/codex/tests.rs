use crate::read;

fn lines(all: &[&str]) -> String {
    read(&all.join("\n")).expect("a format").messages
}

#[test]
fn calls_join_the_answer_and_outputs_follow_with_their_codes() {
    let said = lines(&[
        r#"{"type":"session_meta","payload":{"id":"x"}}"#,
        r#"{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context></environment_context>"}]}}"#,
        r#"{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Go."},{"type":"input_image","image_url":"data:x"}]}}"#,
        r#"{"type":"event_msg","payload":{"type":"user_message","message":"Go."}}"#,
        r#"{"type":"response_item","payload":{"type":"reasoning","summary":[],"encrypted_content":"e"}}"#,
        r#"{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look."}]}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call","name":"shell","arguments":"{\"command\":[\"ls\"]}","call_id":"a"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin \"Patch","call_id":"b"}}"#,
        r#"{"type":"response_item","payload":{"type":"local_shell_call","call_id":"c","action":{"type":"exec","command":["ls"]}}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"a","output":"{\"output\":\"x\\n\",\"metadata\":{\"exit_code\":2}}"}}"#,
        r#"{"type":"response_item","payload":{"type":"custom_tool_call_output","call_id":"b","output":"{\"exit_code\":9}"}}"#,
        r#"{"type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":{"content":"no","success":false}}}"#,
        r#"{"type":"event_msg","payload":{"type":"exec_command_end","call_id":"c","exit_code":127}}"#,
    ]);
    let wanted = r#"[
{"role":"user","content":"<environment_context></environment_context>","display_kind":"context","_row_id":2},
{"role":"user","content":[{"type":"text","text":"Go."},{"type":"image_url","image_url":{"url":"data:x"}}],"_row_id":3},
{"role":"assistant","content":"I look.","tool_calls":[{"id":"a","type":"function","function":{"name":"shell","arguments":"{\"command\":[\"ls\"]}"}},{"id":"b","type":"function","function":{"name":"apply_patch","arguments":"{\"input\":\"*** Begin \\\"Patch\"}"}},{"id":"c","type":"function","function":{"name":"local_shell","arguments":"{\"type\":\"exec\",\"command\":[\"ls\"]}"}}],"_row_id":6},
{"role":"tool","tool_call_id":"a","name":"shell","content":"x\n","exit_code":2,"_row_id":10},
{"role":"tool","tool_call_id":"b","name":"apply_patch","content":"{\"exit_code\":9}","_row_id":11},
{"role":"tool","tool_call_id":"c","name":"local_shell","content":"no","exit_code":127,"is_error":true,"_row_id":12}
]
"#;
    assert_eq!(said, wanted);
}

#[test]
fn the_first_releases_and_turns_that_were_rolled_back() {
    let said = lines(&[
        r#"{"id":"x","timestamp":"t","instructions":null}"#,
        r#"{"type":"message","role":"user","content":[{"type":"input_text","text":"Go."}]}"#,
        r#"{"record_type":"state"}"#,
        r#"{"type":"function_call","name":"shell","arguments":"{}","call_id":"a"}"#,
        r#"{"type":"function_call_output","call_id":"a","output":"x"}"#,
    ]);
    assert_eq!(said.lines().count(), 5, "{said}");
    let said = lines(&[
        r#"{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Stays."}]}}"#,
        r#"{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"Goes."}]}}"#,
        r#"{"type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Too."}]}}"#,
        r#"{"type":"event_msg","payload":{"type":"thread_rolled_back","num_turns":1}}"#,
    ]);
    assert!(said.contains("Stays.") && !said.contains("Goes.") && !said.contains("Too."), "{said}");
}
