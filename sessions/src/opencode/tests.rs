use crate::read;

#[test]
fn each_step_is_a_message_and_results_follow() {
    let text = r#"{"info":{"id":"s"},"messages":[
 {"info":{"role":"user"},"parts":[{"type":"text","text":"Go."},{"type":"text","text":"Called Read","synthetic":true},{"type":"file","mime":"image/png","url":"data:x"}]},
 {"info":{"role":"assistant"},"parts":[{"type":"step-start"},{"type":"reasoning","text":"hm"},{"type":"text","text":"I look."},
  {"type":"tool","tool":"bash","callID":"a","state":{"status":"completed","input":{"command":"ls"},"output":"x","metadata":{"exit":2}}},
  {"type":"tool","tool":"read","callID":"b","state":{"status":"error","input":{},"error":"no"}},{"type":"step-finish"},
  {"type":"step-start"},{"type":"tool","tool":"bash","callID":"c","state":{"status":"running","input":{}}}]},
 {"info":{"role":"assistant","summary":true},"parts":[{"type":"text","text":"It was about x."}]}]}"#;
    let read = read(text).expect("a format");
    let wanted = r#"[
{"role":"user","content":[{"type":"text","text":"Go."},{"type":"image_url","image_url":{"url":"data:x"}}]},
{"role":"user","content":"Called Read","display_kind":"context"},
{"role":"assistant","content":"I look.","tool_calls":[{"id":"a","type":"function","function":{"name":"bash","arguments":"{\"command\":\"ls\"}"}},{"id":"b","type":"function","function":{"name":"read","arguments":"{}"}}]},
{"role":"tool","tool_call_id":"a","name":"bash","content":"x","exit_code":2},
{"role":"tool","tool_call_id":"b","name":"read","content":"no","is_error":true},
{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"bash","arguments":"{}"}}]}
]
"#;
    assert_eq!(read.messages, wanted);
    let left: Vec<_> = read.left_out.iter().map(|l| (l.kind.as_str(), l.count, l.first)).collect();
    assert_eq!(left, [("reasoning", 1, 2), ("summary of a compaction", 1, 3)]);
}
