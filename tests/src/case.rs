//! Case files: reads one, runs it, says in words what does not hold. The format: `tests/cases/README.md`.
use cento_contract::{Plan, json};
use serde_json::{Map, Value, json};

use crate::check;
use crate::list::{self, List};

/// A case that has run: its last pass.
pub struct Ran {
    /// What is expected, by name.
    expect: Map<String, Value>,
    /// The messages that went in.
    pub before: List,
    /// What came back.
    pub plan: Plan,
    /// The messages that came out.
    pub after: List,
}

/// Reads a case and runs it, all its passes.
pub fn run(text: &str) -> Ran {
    let case: Value = serde_json::from_str(text).expect("a case is JSON");
    let mut options =
        json!({"protect_first_n": 0, "protect_last_n": 2, "tail_token_budget": 20, "summary_budget_tokens": 2000});
    for (key, value) in case["options"].as_object().into_iter().flatten() {
        options[key] = value.clone();
    }
    let options = json::options(&options.to_string()).expect("options of the case");
    let mut before = raw(&case["messages"]);
    let mut plan = list::compress(&before, &options);
    let mut after = list::apply(&before, &plan);
    for more in case["then"].as_array().into_iter().flatten() {
        before = after;
        before.extend(raw(more));
        plan = list::compress(&before, &options);
        after = list::apply(&before, &plan);
    }
    let expect = case["expect"].as_object().expect("a case expects something").clone();
    Ran { expect, before, plan, after }
}

/// Reads a case, runs it and gives all that does not hold.
pub fn faults(text: &str) -> Vec<String> {
    let Ran { expect, before, plan, after } = run(text);
    let mut found = Vec::new();
    if expect.get("valid") != Some(&Value::Bool(false)) {
        found.extend(check::faults(&before, &after));
    }
    for (key, value) in &expect {
        found.extend(fault(key, value, &before, &after, &plan));
    }
    found
}

/// The messages of a list as raw JSON, `repeat` written out.
fn raw(list: &Value) -> List {
    let written = |message: &Value| {
        let mut message = message.clone();
        if let Some(repeat) = message.get("repeat").cloned() {
            let piece = repeat[0].as_str().expect("repeat: text");
            let times = repeat[1].as_u64().expect("repeat: count");
            let mut text: String = (0..times).map(|n| piece.replace("{n}", &n.to_string())).collect();
            if let Some(code) = message.get("code") {
                text = json!({"output": text, "exit_code": code, "error": null}).to_string();
            }
            message["content"] = Value::from(text);
        }
        message.to_string()
    };
    list.as_array().expect("a list of messages").iter().map(written).collect()
}

fn fault(key: &str, value: &Value, before: &List, after: &List, plan: &Plan) -> Vec<String> {
    let summary = check::summaries(after).join("\n");
    let texts = || value.as_array().expect("a list").iter().map(|t| t.as_str().expect("a text"));
    let say = |holds: bool, what: String| if holds { None } else { Some(format!("{key}: {what}")) };
    let all =
        |each: &dyn Fn(&str) -> bool| texts().filter_map(|t| say(each(t), format!("{t:?} in\n{summary}"))).collect();
    let number = |n: usize| say(value.as_u64() == Some(n as u64), format!("{n}")).into_iter().collect();
    match key {
        "valid" => Vec::new(),
        "contains" => all(&|t| summary.contains(t)),
        "not_contains" | "masked" => all(&|t| !summary.contains(t)),
        "output_contains" => {
            let output: Vec<String> = list::messages(after).into_iter().map(|m| m.content).collect();
            all(&|t| output.iter().any(|m| m.contains(t)))
        }
        "references" => {
            let some = check::references(&summary);
            say(value == &Value::Bool(!some.is_empty()), format!("{some:?}")).into_iter().collect()
        }
        "never_passed" => all(&|t| !shows(&summary, t, 0)),
        "exit_shown" => value
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|p| {
                let (command, code) = (p[0].as_str().expect("a command"), p[1].as_i64().expect("a code"));
                say(shows(&summary, command, code), format!("{command:?} with {code} in\n{summary}"))
            })
            .collect(),
        "unchanged" => {
            say(value == &Value::Bool(before == after), format!("{:?}", plan.report.outcome)).into_iter().collect()
        }
        "compacted" => say(value == &Value::Bool(plan.summary.is_some()), format!("{:?}", plan.report.outcome))
            .into_iter()
            .collect(),
        "summary_count" => number(check::summaries(after).len()),
        "kept" | "dropped" => value
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(|i| {
                let raw = &before[i.as_u64().expect("an index") as usize];
                say(after.contains(raw) == (key == "kept"), format!("message {i}"))
            })
            .collect(),
        "adjusted" => {
            let names: Vec<&str> = plan.report.adjustments.iter().map(|a| a.option.as_str()).collect();
            all(&|t| names.contains(&t))
        }
        "outcome" => {
            let is = serde_json::to_value(plan.report.outcome).expect("a word");
            say(value == &is, is.to_string()).into_iter().collect()
        }
        "max_summary_tokens" => {
            let tokens = u64::from(plan.report.summary_tokens);
            say(value.as_u64().is_some_and(|most| tokens <= most), format!("{tokens}")).into_iter().collect()
        }
        "order" => {
            let mut from = 0;
            texts()
                .filter_map(|t| match summary[from..].find(t) {
                    Some(at) => {
                        from += at + t.len();
                        None
                    }
                    None => Some(format!("order: {t:?} after byte {from} in\n{summary}")),
                })
                .collect()
        }
        _ => vec![format!("{key}: there is no such expectation")],
    }
}

/// One line has the command and says how it ended. What stands before the command (a marker, the newest outcome)
/// counts as well as what stands behind it.
fn shows(summary: &str, command: &str, code: i64) -> bool {
    summary.lines().filter(|line| line.contains(command)).any(|line| {
        let rest = line.replace(command, " ").to_lowercase();
        let words: Vec<&str> =
            rest.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| !w.is_empty()).collect();
        let number = code.to_string();
        words.windows(2).any(|w| matches!(w[0], "exit" | "code" | "exited" | "rc" | "status") && w[1] == number)
            || (code == 0 && words.iter().any(|w| matches!(*w, "ok" | "passed" | "succeeded")))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_speaks_for_its_own_command_and_code() {
        let summary = "- [#7] `make all` -> exit 2, then exit 0\n- `make test` exit 1";
        assert!(shows(summary, "make all", 2) && shows(summary, "make all", 0) && shows(summary, "make test", 1));
        assert!(!shows(summary, "make test", 0) && !shows(summary, "make", 7));
    }

    #[test]
    fn a_wrong_expectation_is_named() {
        let case = r#"{"messages":[{"role":"user","content":"hi"}],"expect":{"unchanged":false,"outcom":"x"}}"#;
        assert_eq!(faults(case).len(), 2);
    }
}
