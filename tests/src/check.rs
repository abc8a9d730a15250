//! Is a list of messages one that providers accept? And what in it was new?
use cento_contract::{Message, Role};
use serde_json::Value;

use crate::list::{List, messages};

/// Results without a call and calls without a result, by position. Calls of a trailing assistant message may wait.
pub fn orphans(list: &[Message]) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let mut answered: Vec<&str> = Vec::new();
    for (index, message) in list.iter().enumerate() {
        if message.role == Role::Tool {
            let id = message.tool_call_id.as_deref().unwrap_or("");
            match open.iter().position(|o| *o == id) {
                Some(at) => answered.push(open.remove(at)),
                None => found.push(format!("result {index} ({id}) has no call")),
            }
            continue;
        }
        found.extend(open.drain(..).map(|id| format!("call {id} before message {index} has no result")));
        if message.role == Role::Assistant {
            open = message.tool_calls.iter().map(|c| c.id.as_str()).collect();
        }
    }
    if list.last().is_some_and(|m| m.role == Role::Tool) {
        found.extend(open.iter().map(|id| format!("call {id} at the end has no result")));
    }
    found
}

/// Neighbours of one role that were no unchanged neighbours before. A system message is no neighbour.
pub fn role_clashes(before: &[String], after: &[String]) -> Vec<String> {
    let records = messages(after);
    let mut found = Vec::new();
    let talkers: Vec<usize> =
        (0..after.len()).filter(|&i| matches!(records[i].role, Role::User | Role::Assistant | Role::Tool)).collect();
    for pair in talkers.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if records[a].role != records[b].role || records[a].role == Role::Tool {
            continue;
        }
        // A message that lost some of its calls is still the one that it was.
        let same = |was: &String, index: usize| {
            was == &after[index] || (records[index].role == Role::Assistant && words(was) == words(&after[index]))
        };
        let neighbours_before = before.windows(2).any(|w| same(&w[0], a) && same(&w[1], b));
        if !neighbours_before {
            found.push(format!("messages {a} and {b} are both {:?}", records[a].role));
        }
    }
    found
}

fn words(raw: &str) -> Option<(Value, Value)> {
    let message: Value = serde_json::from_str(raw).ok()?;
    Some((message["role"].clone(), message["content"].clone()))
}

/// The first message that is no system message speaks for the user, unless it did not in the input either.
pub fn leads_with_user(before: &[String], after: &[String]) -> bool {
    let first = |list: &[String]| messages(list).iter().map(|m| m.role).find(|r| *r != Role::System);
    first(after).is_none_or(|r| r == Role::User) || first(before) != Some(Role::User)
}

/// Messages of `after` that carry the mark of a summary.
pub fn summaries(list: &[String]) -> Vec<String> {
    list.iter()
        .filter_map(|text| serde_json::from_str::<Value>(text).ok())
        .filter(|m| m["_compressed_summary"] == true)
        .map(|m| m["content"].as_str().unwrap_or("").to_owned())
        .collect()
}

/// All that is wrong with what came out of a list that was valid.
pub fn faults(before: &List, after: &List) -> Vec<String> {
    let mut found = orphans(&messages(after));
    found.extend(role_clashes(before, after));
    if !leads_with_user(before, after) {
        found.push("the first message is not the user's".to_owned());
    }
    if summaries(after).len() > 1 {
        found.push("two summaries".to_owned());
    }
    found.extend(summaries(after).iter().filter(|s| s.trim().is_empty()).map(|_| "an empty summary".to_owned()));
    found
}

/// Every `[#N]` of a text.
pub fn references(text: &str) -> Vec<u64> {
    text.split("[#")
        .skip(1)
        .filter_map(|rest| rest.split_once(']'))
        .filter(|(digits, _)| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        .filter_map(|(digits, _)| digits.parse().ok())
        .collect()
}

/// Characters that must not stand in our own text: controls, bidi overrides, tags.
pub fn forbidden_characters(text: &str) -> Vec<char> {
    text.chars()
        .filter(|&c| {
            (c.is_control() && c != '\n')
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}')
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(all: &[&str]) -> List {
        all.iter().map(|m| (*m).to_owned()).collect()
    }

    #[test]
    fn broken_pairs_are_seen() {
        let call =
            r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","function":{"name":"t","arguments":"{}"}}]}"#;
        let result = r#"{"role":"tool","tool_call_id":"a","content":"x"}"#;
        let user = r#"{"role":"user","content":"go"}"#;
        assert!(orphans(&messages(&list(&[user, call, result]))).is_empty());
        assert!(orphans(&messages(&list(&[user, call]))).is_empty());
        assert_eq!(orphans(&messages(&list(&[user, result]))).len(), 1);
        assert_eq!(orphans(&messages(&list(&[user, call, result, result]))).len(), 1);
        assert_eq!(orphans(&messages(&list(&[user, call, user]))).len(), 1);
    }

    #[test]
    fn new_neighbours_of_one_role_are_seen() {
        let (a, b, c) = (
            r#"{"role":"user","content":"1"}"#,
            r#"{"role":"assistant","content":"2"}"#,
            r#"{"role":"user","content":"3"}"#,
        );
        assert_eq!(role_clashes(&list(&[a, b, c]), &list(&[a, c])).len(), 1);
        assert!(role_clashes(&list(&[a, c]), &list(&[a, c])).is_empty());
    }
}
