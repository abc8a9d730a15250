use crate::read;

#[test]
fn the_way_from_the_last_entry_to_the_root_is_the_conversation() {
    let text = [
        r#"{"type":"session","version":3,"id":"s"}"#,
        r#"{"type":"message","id":"1","parentId":null,"message":{"role":"user","content":"Go."}}"#,
        r#"{"type":"message","id":"2","parentId":"1","message":{"role":"assistant","content":[{"type":"text","text":"Lost."}]}}"#,
        r#"{"type":"message","id":"3","parentId":"1","message":{"role":"assistant","content":[{"type":"thinking","thinking":"hm"},{"type":"toolCall","id":"a","name":"bash","arguments":{"command":"ls"}}]}}"#,
        r#"{"type":"message","id":"4","parentId":"3","message":{"role":"toolResult","toolCallId":"a","toolName":"bash","content":[{"type":"text","text":"no"}],"isError":true}}"#,
        r#"{"type":"message","id":"5","parentId":"4","message":{"role":"bashExecution","command":"pwd","output":"/w","exitCode":0}}"#,
        r#"{"type":"compaction","id":"6","parentId":"5","summary":"It was about x."}"#,
    ]
    .join("\n");
    let read = read(&text).expect("a format");
    let wanted = r#"[
{"role":"user","content":"Go.","_row_id":2},
{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{\"command\":\"ls\"}"}}],"_row_id":4},
{"role":"tool","tool_call_id":"a","name":"bash","content":"no","is_error":true,"_row_id":5},
{"role":"user","content":"I ran `pwd` (exit code 0):\n/w","display_kind":"context","_row_id":6}
]
"#;
    assert_eq!(read.messages, wanted);
    let left: Vec<_> = read.left_out.iter().map(|l| (l.kind.as_str(), l.first)).collect();
    assert_eq!(left, [("compaction", 7), ("entry of another branch", 3), ("session", 1), ("thinking", 4)]);
}

#[test]
fn the_first_version_has_no_tree() {
    let text = [
        r#"{"type":"session","id":"s","cwd":"/w"}"#,
        r#"{"type":"message","message":{"role":"user","content":"One."}}"#,
        r#"{"type":"message","message":{"role":"assistant","content":[{"type":"text","text":"Two."}]}}"#,
    ]
    .join("\n");
    let said = read(&text).expect("a format").messages;
    assert!(said.contains("One.") && said.contains("Two."), "{said}");
}
