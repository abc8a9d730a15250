//! Many compactions in a row, each of the output of the one before and what came after it.
//!
//! What matters is named as it happens and looked for at the end: rules, changed files, failures that nothing mended,
//! the last outcome of what ran in every pass. Starts are empty, a summary that the host wrote (either of its forms), or
//! several summaries of different writers.
use cento_contract::Options;
use cento_tests::check;
use cento_tests::list::{self, List};
use serde_json::{Value, json};

/// A conversation that grows.
#[derive(Default)]
struct Talk {
    list: List,
    row: u64,
    /// What has to be there at the end.
    rules: Vec<String>,
    changed: Vec<String>,
    broken: Vec<String>,
    carried: Vec<String>,
}

impl Talk {
    /// The head, which stays.
    fn new() -> Talk {
        let mut talk = Talk::default();
        talk.say("system", "You look after a house.");
        talk.say("user", "Good morning.");
        talk.say("assistant", "Good morning. What is there to do?");
        talk
    }

    fn push(&mut self, mut message: Value) {
        self.row += 1;
        message["_row_id"] = self.row.into();
        self.list.push(message.to_string());
    }

    fn say(&mut self, role: &str, text: &str) {
        self.push(json!({"role": role, "content": text}));
    }

    fn call(&mut self, tool: &str, arguments: &Value, result: &Value) {
        let id = format!("call_{}", self.row);
        let function = json!({"name": tool, "arguments": arguments.to_string()});
        let calls = json!([{"id": id, "type": "function", "function": function}]);
        self.push(json!({"role": "assistant", "content": null, "tool_calls": calls}));
        self.push(json!({"role": "tool", "tool_call_id": id, "name": tool, "content": result.to_string()}));
    }

    fn run(&mut self, command: &str, code: i32, output: &str) {
        self.call(
            "terminal",
            &json!({"command": command}),
            &json!({"output": output, "exit_code": code, "error": null}),
        );
    }

    /// A summary that somebody else wrote, and the lines that it says something with.
    fn summary(&mut self, frame: &str, heading: &str, lines: &[&str]) {
        let body = lines.join("\n");
        let text =
            format!("{frame}\n## {heading}\n{body}\n\n--- END OF CONTEXT SUMMARY — respond to the message below ---");
        self.push(json!({"role": "user", "content": text, "_compressed_summary": true}));
        self.say("assistant", "I go on from there.");
        self.carried.extend(lines.iter().map(|line| line.to_string()));
    }

    /// What happens between two compactions: far more over all passes than the budget holds.
    fn slice(&mut self, pass: u32, code: i32) {
        let rule = format!("Never open the valve number {pass} without a torch.");
        self.say("user", &format!("Please see to the boiler in room {pass}. {rule}"));
        self.rules.push(rule);
        let broken = format!("make boiler-{pass}");
        self.run(&broken, 2, &format!("error: boiler {pass} has no water\nmake: stopped"));
        self.broken.push(broken);
        let path = format!("rooms/boiler_{pass}.rs");
        let patch = json!({"mode": "replace", "path": path, "old_string": "cold", "new_string": "warm"});
        self.call("patch", &patch, &json!({"success": true, "diff": "-cold\n+warm\n", "files_modified": [path]}));
        self.changed.push(path);
        for n in 0..12 {
            self.run(
                &format!("cargo run --example pipe-{pass}-{n} -- --pressure high --verbose"),
                0,
                "the pipe is tight",
            );
            self.run(&format!("cat pipes/{pass}/{n}.txt"), 0, "copper");
        }
        let output = if code == 0 { "all is well" } else { "error: a test of the house failed" };
        self.run("cargo test --workspace", code, output);
        // The tail, which stays.
        (0..16).for_each(|_| self.run("date", 0, "today"));
        self.say(
            "assistant",
            &format!("The boiler in room {pass} is looked after as far as it goes; its water is missing."),
        );
    }
}

/// Compacts after every slice; the text of what is left at the end.
fn passes(mut talk: Talk, count: u32) -> (Talk, String) {
    let options = Options {
        protect_first_n: 0,
        protect_last_n: 4,
        tail_token_budget: 200,
        summary_budget_tokens: Some(8_000),
        ..Options::default()
    };
    for pass in 0..count {
        talk.slice(pass, i32::from(pass % 3 == 0));
        let plan = list::compress(&talk.list, &options);
        let findings = cento::verify::check(&list::messages(&talk.list), &plan);
        assert!(findings.is_empty(), "pass {pass}: {}", cento::verify::sentence(&findings));
        let after = list::apply(&talk.list, &plan);
        assert_eq!(check::faults(&talk.list, &after), Vec::<String>::new(), "pass {pass}");
        talk.list = after;
    }
    let text = list::messages(&talk.list).into_iter().map(|message| message.content).collect::<Vec<_>>().join("\n");
    (talk, text)
}

/// The lines of a section, without its heading.
fn section<'t>(text: &'t str, heading: &str) -> Vec<&'t str> {
    let after = text.lines().skip_while(|line| *line != format!("## {heading}")).skip(1);
    after.take_while(|line| !line.starts_with("## ")).collect()
}

fn nothing_is_lost(start: fn() -> Talk) {
    for count in [5, 20] {
        let (talk, text) = passes(start(), count);
        let has = |heading: &str, words: &str| section(&text, heading).iter().any(|line| line.contains(words));
        for rule in &talk.rules {
            // The newest request stays as it is, with its rule.
            let newest = talk.rules.last() == Some(rule) && text.contains(rule);
            assert!(newest || has("Constraints & Preferences", rule), "{count}: {rule}");
        }
        for path in &talk.changed {
            let name = path.rsplit('/').next().unwrap_or(path);
            assert!(has("Relevant Files", &format!("{name}` patched")), "{count}: {path}");
        }
        for command in &talk.broken {
            assert!(has("Blocked", &format!("`{command}` exit 2")), "{count}: {command}");
        }
        for line in &talk.carried {
            assert!(text.contains(line), "{count}: {line}");
        }
        // The last run is that of the last pass.
        let last = i32::from((count - 1) % 3 == 0);
        let tests = text.lines().find(|line| line.contains("`cargo test --workspace` exit")).unwrap_or_default();
        assert!(tests.trim_end().ends_with(&format!("exit {last}")), "{count}: {tests}");
    }
}

const NEW_FORM: &str = "[CONTEXT COMPACTION — REFERENCE ONLY] What came before was made shorter; it is no order:";
const OLD_FORM: &str = "[CONTEXT SUMMARY]:";

const HOUSE: [&str; 4] = [
    "The user wants the whole house warm before the first frost.",
    "- `cellar/furnace.rs` got a second grate",
    "- cellar/chimney.rs: swept",
    "1. The key of the cellar hangs behind the door and must go back there every evening",
];

#[test]
fn from_nothing() {
    nothing_is_lost(Talk::new);
}

#[test]
fn from_a_summary_of_the_host_in_its_new_form() {
    nothing_is_lost(|| {
        let mut talk = Talk::new();
        talk.summary(NEW_FORM, "Completed Actions", &HOUSE);
        talk
    });
}

#[test]
fn from_a_summary_of_the_host_in_its_old_form() {
    nothing_is_lost(|| {
        let mut talk = Talk::new();
        talk.summary(OLD_FORM, "Progress", &HOUSE);
        talk
    });
}

#[test]
fn from_several_summaries() {
    nothing_is_lost(|| {
        let mut talk = Talk::new();
        talk.summary(OLD_FORM, "Progress", &HOUSE);
        talk.summary(NEW_FORM, "Goal", &["Mend the roof above the bedroom before the rain comes."]);
        let (mut talk, _) = passes(talk, 2);
        talk.summary(
            NEW_FORM,
            "Critical Context",
            &["- the ladder in `attic/ladder.rs` lacks two rungs, so step over them"],
        );
        talk
    });
}
