//! A conversation as raw JSON, and what a plan makes of it.
//!
//! Each message is the text that came in, so that "kept is kept" can be checked on bytes.
use cento_contract::{Change, Message, Options, Plan, Role, json};
use serde_json::{Value, json};

/// Raw JSON of each message.
pub type List = Vec<String>;

/// The messages as records.
pub fn messages(list: &[String]) -> Vec<Message> {
    list.iter().enumerate().map(|(i, text)| json::message(text, i).expect("a message")).collect()
}

/// The whole session text as the command line takes it.
pub fn session_text(list: &[String], options: &str) -> String {
    format!("{{\"messages\": [\n{}\n],\n\"options\": {options}}}", list.join(",\n"))
}

/// Plans with the guest compiled for this machine.
pub fn compress(list: &[String], options: &Options) -> Plan {
    cento_guest::compress(&messages(list), options).expect("a plan")
}

/// Applies a plan: this file's own reading of the contract.
pub fn apply(list: &[String], plan: &Plan) -> List {
    let mut after = Vec::new();
    for index in 0..=list.len() {
        if let Some(summary) = plan.summary.as_ref().filter(|s| s.before as usize == index) {
            let role = if summary.role == Role::User { "user" } else { "assistant" };
            after.push(json!({"role": role, "content": summary.text, "_compressed_summary": true}).to_string());
        }
        let Some(raw) = list.get(index) else { continue };
        match plan.edits.iter().find(|e| e.message as usize == index).map(|e| &e.change) {
            None => after.push(raw.clone()),
            Some(Change::Drop) => {}
            Some(Change::DropCalls(calls)) => {
                let mut value: Value = serde_json::from_str(raw).expect("JSON");
                let all = value["tool_calls"].as_array().expect("calls").clone();
                let left: Vec<Value> =
                    (0u32..).zip(all).filter(|(n, _)| !calls.contains(n)).map(|(_, call)| call).collect();
                let message = value.as_object_mut().expect("an object");
                if left.is_empty() {
                    message.remove("tool_calls");
                } else {
                    message.insert("tool_calls".to_owned(), Value::from(left));
                }
                after.push(value.to_string());
            }
            Some(Change::Rewrite(text)) => {
                let mut value: Value = serde_json::from_str(raw).expect("JSON");
                value["content"] = Value::from(text.as_str());
                after.push(value.to_string());
            }
        }
    }
    after
}

/// Indices that the plan drops.
pub fn dropped(plan: &Plan) -> Vec<usize> {
    plan.edits.iter().filter(|e| e.change == Change::Drop).map(|e| e.message as usize).collect()
}

/// Text of the summary message, empty if there is none.
pub fn summary_text(plan: &Plan) -> &str {
    plan.summary.as_ref().map_or("", |s| s.text.as_str())
}
