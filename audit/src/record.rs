//! What a message records on how a call ended.
//!
//! Takes a result, a later poll or a notice; gives the codes it holds and whether it says that the call failed. A code
//! counts where hosts write it: in a field of a JSON result, in a stub (`-> exit 2`), in the first and last lines of a
//! text (`Exit code 2`, `exited with code 2`, `(exit code 2)`), in the tags before an output, beside the text. A flag
//! beside the result of a command line outweighs its text: what says otherwise is output. Leaves out: which of several
//! codes is the call's; where only one can be, that is `code`.
use crate::message::{Call, Message, Role};
use serde_json::Value;

/// Codes and flags of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    /// Every number that stands for a code.
    pub(crate) codes: Vec<i64>,
    /// The code of the call, where one place says it alone.
    pub(crate) code: Option<i64>,
    /// A field or flag says that the call failed.
    pub(crate) failed: bool,
    /// It says that the call went on in the background; a code beside that is the start's. An object inside of it speaks
    /// for itself.
    pub(crate) running: bool,
    /// It says that something was stopped from outside.
    pub(crate) stopped: bool,
    /// Names of processes that it gives.
    pub(crate) processes: Vec<String>,
}

/// Fields that hold a code.
pub(crate) const CODES: [&str; 8] =
    ["exit_code", "exitCode", "returncode", "return_code", "returnCode", "exit_status", "exitStatus", "exit"];
/// Fields that hold the name of a process.
const NAMES: [&str; 8] = ["session_id", "sessionId", "process_id", "pid", "shell_id", "bash_id", "id", "task_id"];
/// Lines at both ends of a text in which hosts write.
const LINES: usize = 10;

impl Record {
    /// `call` is the one that the message answers.
    pub(crate) fn of(message: &Message<'_>, call: Option<&Call>) -> Record {
        let mut record = Record::default();
        let text = message.text.trim();
        match crate::lenient::value(text) {
            Some(value) => record.value(&value, 0, false),
            None => record.text(text),
        }
        if text.starts_with('[') && text.len() < 2_000 && !text.contains('\n') {
            if let Some(code) = text.rfind("-> exit ").and_then(|at| number(&text[at + "-> exit ".len()..])) {
                record.codes.push(code);
                record.code = Some(code);
            }
            record.failed |= text.contains(" FAILED");
        }
        if message.role == Role::Tool {
            match (message.is_error, writer(call)) {
                (Some(flag), Writer::Program) => record.flagged(flag),
                (Some(_), Writer::Unknown) => (record.code, record.failed, record.running) = (None, false, false),
                _ => {}
            }
            if let Some(code) = message.code {
                record.codes.push(code);
                // Two that differ: which of them is a program's is not known here.
                record.code = match record.code {
                    Some(own) if own != 0 && own != code => None,
                    _ => Some(code),
                };
            }
            record.failed |= message.is_error == Some(true);
        }
        record.codes.sort_unstable();
        record.codes.dedup();
        record
    }

    /// What the text says against the flag is not recorded.
    fn flagged(&mut self, failed: bool) {
        if !failed || self.code == Some(0) {
            self.codes.retain(|code| (*code == 0) != failed);
            (self.code, self.failed, self.running) = (None, false, false);
        }
    }

    /// `running` says that a value around it goes on.
    fn value(&mut self, value: &Value, depth: usize, running: bool) {
        let keys = match value {
            Value::Object(keys) => keys,
            Value::Array(all) if depth < 4 => {
                return all.iter().for_each(|value| self.value(value, depth + 1, running));
            }
            _ => return,
        };
        let word = |key: &str| keys.get(key).and_then(Value::as_str).unwrap_or_default();
        let said = word("output");
        let running = running
            || matches!(word("status"), "running" | "started")
            || said.starts_with("Background process started")
            || said.starts_with("Command running in background");
        self.running |= running && depth == 0;
        self.stopped |= matches!(word("status"), "killed" | "terminated" | "stopped");
        self.failed |= keys.get("success") == Some(&Value::Bool(false))
            || keys.get("error").is_some_and(|error| !matches!(error, Value::Null | Value::Bool(false)) && error != "")
            || matches!(word("status"), "error" | "failed");
        let code = |value: &Value| match value {
            Value::Number(number) => number.as_i64().or_else(|| number.as_f64().map(|n| n as i64)),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        let own = CODES.iter().find_map(|key| keys.get(*key).and_then(code));
        if let Some(code) = own {
            // A process in a list that goes on has no end yet: its zero is that of the start.
            if depth == 0 || code != 0 || !running {
                self.codes.push(code);
            }
            if depth == 0 {
                self.code = Some(code);
            }
        }
        for name in NAMES.iter().filter_map(|key| keys.get(*key)) {
            self.processes.push(name.as_str().map_or_else(|| name.to_string(), str::to_string));
        }
        for (key, value) in keys {
            match value {
                Value::Object(_) | Value::Array(_) if depth < 4 => self.value(value, depth + 1, running),
                // With a field of its own, what the output says is the program's.
                Value::String(text) if own.is_none() => self.text(text),
                Value::Number(_) if CODES.contains(&key.as_str()) => {}
                Value::Number(number) if key.contains("code") || key.contains("signal") => {
                    self.codes.extend(number.as_i64());
                }
                _ => {}
            }
        }
    }

    fn text(&mut self, text: &str) {
        self.codes.extend(tag(text, "exit_code").or(tag(text, "returncode")).and_then(|code| code.parse::<i64>().ok()));
        self.processes.extend(["task_id", "shell_id", "bash_id"].iter().filter_map(|name| tag(text, name)));
        let lines: Vec<&str> = text.lines().collect();
        let ends = lines.iter().take(LINES).chain(lines.iter().rev().take(LINES));
        for line in ends {
            let line =
                if line.len() > 2_000 { line.get(..line.floor_char_boundary(2_000)).unwrap_or_default() } else { line };
            self.codes.extend(codes_of(line));
            for sign in ["session ID ", "with ID: ", "with ID ", "session_id: ", "shell ID: "] {
                if let Some((_, rest)) = line.split_once(sign) {
                    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || "_-".contains(*c)).collect();
                    self.processes.extend((!name.is_empty()).then_some(name));
                }
            }
        }
    }

    /// True when this code is recorded, as itself or as the signal that it stands for.
    pub(crate) fn has(&self, code: i64) -> bool {
        self.codes.contains(&code)
    }
}

/// Who wrote the words of a result.
enum Writer {
    /// What a command line started.
    Program,
    /// The tool itself.
    Tool,
    /// One of the two.
    Unknown,
}

/// A command line, and no argument of another tool: what the result says, a program may have printed. Tools of these
/// names answer with an object that is their own.
fn writer(call: Option<&Call>) -> Writer {
    let Some(call) = call else { return Writer::Unknown };
    if call.name == "terminal" || call.name == "execute_code" {
        return Writer::Tool;
    }
    let Ok(Value::Object(keys)) = serde_json::from_str(&call.arguments) else { return Writer::Unknown };
    let others = keys
        .keys()
        .map(|key| key.to_lowercase())
        .any(|key| ["path", "file", "prompt", "query"].iter().any(|part| key.contains(part)) || key.ends_with("id"));
    let any = |of: &[&str]| of.iter().any(|key| keys.contains_key(*key));
    match (any(&["command", "cmd"]), any(&["code", "script", "commands", "calls"])) {
        (true, _) if !others => Writer::Program,
        (false, false) => Writer::Tool,
        _ => Writer::Unknown,
    }
}

/// The value of one of the tags that stand before an output.
fn tag(text: &str, name: &str) -> Option<String> {
    let mut rest = text.trim_start();
    while let Some((this, after)) = rest.strip_prefix('<').and_then(|rest| rest.split_once('>')) {
        let (value, after) = after.split_once('<')?;
        if this == name {
            return Some(value.trim().to_string());
        }
        rest = after.strip_prefix('/')?.strip_prefix(this)?.strip_prefix('>')?.trim_start();
    }
    None
}

/// Codes in a line of a host.
fn codes_of(line: &str) -> impl Iterator<Item = i64> + '_ {
    const SIGNS: [&str; 8] =
        ["exit code", "exited with code", "exit status", "exited with", "return code", "returncode", "signal", "code"];
    let small = line.to_ascii_lowercase();
    let mut found = Vec::new();
    for sign in SIGNS {
        for (at, _) in small.match_indices(sign) {
            let rest = small[at + sign.len()..].trim_start_matches([':', '=', ' ', '(', '"', '\'']);
            found.extend(number(rest));
        }
    }
    for (at, _) in small.match_indices("exit ") {
        found.extend(number(&small[at + 5..]));
    }
    found.into_iter()
}

/// A whole number at the start of a text.
pub(crate) fn number(text: &str) -> Option<i64> {
    let sign = usize::from(text.starts_with('-'));
    let digits = text.bytes().skip(sign).take_while(u8::is_ascii_digit).count();
    text.get(..sign + digits)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_where_hosts_write_them() {
        let of = |content: &str| {
            let raw = serde_json::json!({"role": "tool", "content": content}).to_string();
            let record = Record::of(&Message::read(raw.leak().as_bytes()), None);
            (record.codes.clone(), record.code, record.failed)
        };
        for (content, codes, code, failed) in [
            (r#"{"output":"exit code 9","exit_code":2,"error":null}"#, vec![2], Some(2), false),
            (r#"{"output":"","exit_code":1,"error":"BLOCKED: no"}"#, vec![1], Some(1), true),
            (r#"{"output":"x","metadata":{"exit_code":1}}"#, vec![1], None, false),
            (r#"{"processes":[{"status":"running","exit_code":0},{"exit_code":3}]}"#, vec![3], None, false),
            (r#"{"processes":[{"status":"running"},{"exit_code":0}]}"#, vec![0], None, false),
            (r#"{"status":"running","job":{"exit_code":0}}"#, vec![], None, false),
            ("[terminal] ran `echo '-> exit 7'` -> exit 3, 1 lines output", vec![3, 7], Some(3), false),
            ("[patch] replace in a.py FAILED: no match", vec![], None, true),
            ("plain words", vec![], None, false),
        ] {
            assert_eq!(of(content), (codes, code, failed), "{content}");
        }
        let running = |content: &str| {
            let raw = serde_json::json!({"role": "tool", "content": content}).to_string();
            Record::of(&Message::read(raw.leak().as_bytes()), None).running
        };
        assert!(running(r#"{"status":"running","exit_code":0}"#));
        assert!(!running(r#"{"processes":[{"status":"running"},{"exit_code":0}]}"#));
        assert!(of("Exit code 1\nboom").0.contains(&1));
        assert!(of("ok\n[The command completed with exit code 0.]").0.contains(&0));
        assert!(of("[IMPORTANT: Background process p completed (exit code 143).]").0.contains(&143));
        assert_eq!(of("<status>failed</status>\n<exit_code>1</exit_code>\n<stdout>\nx\n</stdout>").0, [1]);
        assert_eq!(of("<returncode>2</returncode>\n<output>\nx\n</output>").0, [2]);
        assert_eq!(of("<status>running</status>\n<stdout>\n<exit_code>1</exit_code>\n</stdout>").0, [0_i64; 0]);
    }

    #[test]
    fn a_kill_is_no_code() {
        for (status, stopped) in [("killed", true), ("running", false)] {
            let raw = serde_json::json!({"role": "tool", "content": format!(r#"{{"status":"{status}"}}"#)}).to_string();
            let record = Record::of(&Message::read(raw.as_bytes()), None);
            assert_eq!((record.stopped, record.codes), (stopped, vec![]), "{status}");
        }
    }

    #[test]
    fn what_stands_beside_the_text_outweighs_it() {
        let (line, poll) = (r#"{"command":"x"}"#, r#"{"bash_id":"x"}"#);
        for (tool, arguments, beside, content, codes, code, failed) in [
            ("Bash", line, r#""is_error":false"#, r#"{"exit_code":3,"error":"no"}"#, vec![], None, false),
            ("Bash", line, r#""is_error":false"#, r#"{"success":false,"status":"failed"}"#, vec![], None, false),
            ("Bash", line, r#""is_error":false"#, "Exit code 9", vec![], None, false),
            ("Bash", line, r#""is_error":false"#, r#"{"exit_code":0}"#, vec![0], None, false),
            ("python", r#"{"code":"x"}"#, r#""is_error":false"#, r#"{"exit_code":3}"#, vec![3], None, false),
            ("Bash", line, r#""is_error":true"#, r#"{"exit_code":0}"#, vec![], None, true),
            ("Bash", line, r#""is_error":true"#, "Exit code 9", vec![9], None, true),
            ("Poll", poll, r#""is_error":false"#, "<exit_code>9</exit_code>", vec![9], None, false),
            ("terminal", line, r#""is_error":false"#, r#"{"exit_code":3}"#, vec![3], Some(3), false),
            ("shell", line, r#""exit_code":0"#, r#"{"exit_code":5}"#, vec![0, 5], None, false),
            ("shell", line, r#""exit_code":2"#, r#"{"exit_code":0}"#, vec![0, 2], Some(2), false),
        ] {
            let raw = format!(r#"{{"role":"tool",{beside},"content":{}}}"#, Value::from(content));
            let call = Call { id: String::new(), name: tool.into(), arguments: arguments.into(), value: Value::Null };
            let record = Record::of(&Message::read(raw.as_bytes()), Some(&call));
            assert_eq!((record.codes, record.code, record.failed), (codes, code, failed), "{tool} {beside} {content}");
        }
    }
}
