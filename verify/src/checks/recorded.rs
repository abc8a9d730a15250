//! What a message records on how a run ended.
//!
//! Reads the shapes that hosts store: a JSON object with an exit code, a one-line stub that ends in `-> exit N`, a
//! line before or behind the output (`Exit code 1`, `Process exited with code 1`, `[... exit code 0.]`), a notice on
//! a background process. Numbers are read where a host writes them, not in the middle of an output.
//! Where the host flags how the run of a command line ended, what stands in the text and says otherwise was printed by
//! the program. The code that the host keeps beside the text takes the place of one in plain text, and of a zero in a JSON object or
//! stub. Of a failure there, either code is a recorded one: what looks like a result may be a program's output.
use super::lenient;
use cento_contract::{Message, ToolCall, json};
use regex_lite::Regex;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Codes and words that a message records.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Recorded {
    /// Every number that is recorded as a code.
    pub(super) codes: Vec<i32>,
    /// The code of the run, where the message is one result with one code.
    pub(super) code: Option<i32>,
    /// It says that the run was started or still runs; a code then is that of the start. What an object further in says
    /// of a process (one of a list) is said of that process alone.
    pub(super) running: bool,
    /// The tool says that it failed.
    pub(super) failed: bool,
    /// The code stands beside the text.
    pub(super) beside: bool,
    /// The host flags the call as failed.
    pub(super) flagged: bool,
}

/// Lines at either end of an output in which a host may write a code.
const END_LINES: usize = 8;

/// Of a longer line, this much at either end is read.
const END_BYTES: usize = 400;

static CODE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r#"(?i)(?:\bexit(?:ed|s)?|\breturn(?:ed|code)?|\brc|\bsignal|\bcode)[a-z _:=("'-]{0,24}?(-?\d{1,10})"#)
        .ok()
});

/// Reads a result and the call that it answers, if it is known.
pub(super) fn read(message: &Message, call: Option<&ToolCall>) -> Recorded {
    let mut recorded = of_content(&message.content);
    let source = source(call);
    match source {
        Source::Program if is_bare(&message.content) => recorded = Recorded::default(),
        Source::Unknown if is_bare(&message.content) => recorded.code = None,
        _ => {}
    }
    match (message.is_error, source) {
        (Some(false), Source::Program) => {
            let zero = recorded.codes.contains(&0).then_some(0);
            recorded = Recorded { codes: zero.into_iter().collect(), ..Recorded::default() };
        }
        (Some(true), Source::Program) if recorded.code == Some(0) => recorded = Recorded::default(),
        (Some(_), Source::Unknown) => (recorded.code, recorded.running) = (None, false),
        _ => {}
    }
    if let Some(code) = message.exit_code {
        let object = message.content.trim_start().starts_with('{');
        if recorded.code == Some(0) || (recorded.code.is_none() && !object) {
            recorded.codes.clear();
        }
        recorded.codes.push(code);
        if recorded.code.is_none_or(|own| own == 0) {
            (recorded.code, recorded.beside) = (Some(code), true);
        }
    }
    recorded.flagged = message.is_error == Some(true);
    recorded.failed |= recorded.flagged;
    recorded
}

/// An object with nothing that a host writes beside a code: as the result of a command line, a program printed it.
fn is_bare(content: &str) -> bool {
    const BESIDE: [&str; 7] = ["error", "status", "session_id", "pid", "metadata", "stderr", "exit_code_meaning"];
    keys(content).is_some_and(|keys| {
        let text = |key: &str| keys.get(key).is_some_and(|value| value.get().starts_with('"'));
        !BESIDE.iter().any(|key| keys.contains_key(*key)) && !["output", "stdout", "content"].into_iter().any(text)
    })
}

/// Who wrote the text of a result.
enum Source {
    /// The program that a command line started.
    Program,
    /// The tool.
    Tool,
    /// Nobody can tell.
    Unknown,
}

/// A command line, and nothing that makes it the word of another tool, says that a program wrote the result.
fn source(call: Option<&ToolCall>) -> Source {
    let Some(call) = call else { return Source::Unknown };
    // Hosts with these tools answer with an object, whatever the program prints.
    if matches!(call.name.as_str(), "terminal" | "execute_code") {
        return Source::Tool;
    }
    let Some(keys) = keys(&call.arguments) else { return Source::Unknown };
    let has = |of: &[&str]| keys.keys().any(|key| of.contains(&key.as_str()));
    let other = |key: &String| {
        let small = key.to_ascii_lowercase();
        small.ends_with("id") || ["path", "file", "prompt", "query"].iter().any(|word| small.contains(word))
    };
    match has(&["command", "cmd"]) {
        true if !keys.keys().any(other) => Source::Program,
        false if !has(&["script", "commands", "code", "calls"]) => Source::Tool,
        _ => Source::Unknown,
    }
}

/// How the call ended is recorded in the new text as it was: the same code, failure and start, or, where an object was
/// cut through, the field with the code as it stood, if it had one.
pub(super) fn is_kept(message: &Message, call: Option<&ToolCall>, text: &str) -> bool {
    let of = |content: &str| {
        let mut one = Message::new(message.role, content);
        (one.exit_code, one.is_error) = (message.exit_code, message.is_error);
        let recorded = read(&one, call);
        (recorded.code, recorded.failed, recorded.running)
    };
    // A line that a program printed may go.
    let printed = message.is_error == Some(false) && matches!(source(call), Source::Program);
    let own = printed || own_code(&message.content).is_none_or(|line| text.lines().any(|of| of.trim() == line));
    own && (of(text) == of(&message.content) || shows_field(&message.content, text))
}

/// The line in which a host writes the code of a run: the first or the last of a plain text.
fn own_code(content: &str) -> Option<&str> {
    const SAYS: [&str; 2] = ["Exit code ", "Process exited with code "];
    let lines = content.lines().map(str::trim).filter(|line| !line.is_empty());
    let number = |line: &&str| {
        let rest = SAYS.iter().find_map(|says| line.strip_prefix(says));
        rest.is_some_and(|rest| rest.parse::<i32>().is_ok())
    };
    lines.clone().take(1).chain(lines.rev().take(1)).find(number)
}

/// An object that is none any more, but has its code in the words of the object.
fn shows_field(old: &str, new: &str) -> bool {
    let Some(old) = lenient::object(old).filter(|_| lenient::object(new).is_none()) else { return false };
    let fields = json::entries(&old).unwrap_or_default();
    // Without a code it may as well be a file: that a key is called `error` says nothing then.
    let code = fields.iter().rev().find(|(key, _)| CODES.contains(&key.get().trim_matches('"')));
    code.is_none_or(|(key, value)| {
        let start = key.get().as_ptr() as usize - old.as_ptr() as usize;
        let end = value.get().as_ptr() as usize - old.as_ptr() as usize + value.get().len();
        old.get(start..end).is_some_and(|field| new.contains(field))
    })
}

/// Keys that hold a code.
const CODES: [&str; 7] = ["exit_code", "exitCode", "returncode", "return_code", "returnCode", "exit_status", "exit"];

fn of_content(content: &str) -> Recorded {
    let mut recorded = Recorded::default();
    match keys(content) {
        Some(keys) => read_object(&keys, 0, false, &mut recorded),
        None => {
            let mended = lenient::object(content).unwrap_or_default();
            match keys(&mended) {
                Some(keys) => read_object(&keys, 0, false, &mut recorded),
                None => {
                    read_text(content, &mut recorded.codes);
                    recorded.codes.extend(tagged_code(content));
                }
            }
        }
    }
    if let Some(code) = stub_code(content) {
        recorded.code = Some(code);
        recorded.codes = vec![code];
    }
    recorded
}

fn keys(content: &str) -> Option<BTreeMap<String, &RawValue>> {
    serde_json::from_str(content).ok()
}

/// `started` says that the object is part of one that still runs.
fn read_object(keys: &BTreeMap<String, &RawValue>, depth: usize, started: bool, recorded: &mut Recorded) {
    let text = |key: &str| keys.get(key).and_then(|v| serde_json::from_str::<String>(v.get()).ok());
    let status = text("status").unwrap_or_default();
    let said = text("output").unwrap_or_default();
    let started = started
        || matches!(status.as_str(), "running" | "started")
        || said.starts_with("Background process started")
        || said.starts_with("Command running in background");
    recorded.running |= started && depth == 0;
    recorded.failed |= keys.get("success").is_some_and(|v| v.get() == "false")
        || keys.get("error").is_some_and(|v| !matches!(v.get(), "null" | "\"\"" | "false"))
        || matches!(status.as_str(), "error" | "failed");
    let own = CODES
        .iter()
        .find_map(|key| keys.get(*key))
        .and_then(|v| v.get().trim_matches('"').trim_end_matches(".0").parse::<i32>().ok());
    if let Some(code) = own {
        // Of one process among others, the zero of a start is no end.
        if depth == 0 || code != 0 || !started {
            recorded.codes.push(code);
        }
        if depth == 0 {
            // The tool's own field is the last word; what the output says does not count.
            recorded.code = Some(code);
            return;
        }
    }
    for (key, value) in keys {
        let raw = value.get();
        match raw.as_bytes().first() {
            Some(b'{' | b'[') if depth < 4 => {
                let one = || serde_json::from_str::<BTreeMap<String, &RawValue>>(raw).map(|inner| vec![inner]);
                for inner in one().or_else(|_| serde_json::from_str(raw)).unwrap_or_default() {
                    read_object(&inner, depth + 1, started, recorded);
                }
            }
            Some(b'"') => read_text(&serde_json::from_str::<String>(raw).unwrap_or_default(), &mut recorded.codes),
            _ if CODES.contains(&key.as_str()) => {}
            _ if key.contains("code") || key.contains("signal") => recorded.codes.extend(raw.parse::<i32>().ok()),
            _ => {}
        }
    }
}

/// The code in the list of tags that a poll begins with, `<status>failed</status><exit_code>1</exit_code>`.
fn tagged_code(text: &str) -> Option<i32> {
    let mut rest = text.trim_start();
    for _ in 0..12 {
        let (tag, after) = rest.strip_prefix('<')?.split_once('>')?;
        let (value, after) = after.split_once("</")?;
        rest = after.strip_prefix(tag)?.strip_prefix('>')?.trim_start();
        if matches!(tag, "exit_code" | "returncode") {
            return value.parse().ok();
        }
    }
    None
}

/// Codes in the first and last lines.
fn read_text(text: &str, codes: &mut Vec<i32>) {
    let Some(pattern) = CODE.as_ref() else { return };
    let lines = text.lines().take(END_LINES).chain(text.lines().rev().take(END_LINES));
    for line in lines {
        for end in [head(line), tail(line)].into_iter().filter(|end| may_hold_code(end)) {
            for found in pattern.captures_iter(end) {
                codes.extend(found.get(1).and_then(|number| number.as_str().parse::<i32>().ok()));
            }
        }
    }
    codes.sort_unstable();
    codes.dedup();
}

/// A number and one of the words that stand before a code; the pattern is slow.
fn may_hold_code(text: &str) -> bool {
    let words = || ["exit", "return", "rc", "signal", "code"].into_iter();
    text.bytes().any(|b| b.is_ascii_digit()) && {
        let text = text.to_ascii_lowercase();
        words().any(|word| text.contains(word))
    }
}

/// The code of a host's stub, `[terminal] ran ... -> exit N, ...`: the last one, for a command may hold the words.
fn stub_code(content: &str) -> Option<i32> {
    let line = content.strip_prefix("[terminal] ran `").filter(|line| line.len() < 1_000 && !line.contains('\n'))?;
    let (_, end) = line.rsplit_once("` -> exit ")?;
    let (code, size) = end.split_once(", ")?;
    let count = size.strip_suffix(" lines output").or(size.strip_suffix(" line output"))?;
    let is_count = !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit() || b == b',');
    code.parse().ok().filter(|_| is_count)
}

fn head(line: &str) -> &str {
    &line[..line.floor_char_boundary(END_BYTES)]
}

fn tail(line: &str) -> &str {
    if line.len() <= END_BYTES { "" } else { &line[line.ceil_char_boundary(line.len() - END_BYTES)..] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_code_is_read() {
        for (content, codes) in [
            (r#"{"output":"exit code 9","exit_code":2,"error":null}"#, vec![2]),
            (r#"{"output":"x","metadata":{"exit_code":1}}"#, vec![1]),
            (r#"{"processes":[{"id":"p","exit_code":143}]}"#, vec![143]),
            (r#"{"processes":[{"status":"running","exit_code":0},{"exit_code":3}]}"#, vec![3]),
            (r#"{"processes":[{"status":"running"},{"status":"exited","exit_code":0}]}"#, vec![0]),
            (r#"{"status":"running","job":{"exit_code":0}}"#, vec![]),
            ("[terminal] ran `echo '-> exit 7'` -> exit 3, 1 lines output", vec![3]),
            ("[terminal] ran `make` -> exit ?, 1 lines output", vec![]),
            ("Exit code 1\nboom", vec![1]),
            ("Process exited with code 101\nOutput:\nx", vec![101]),
            ("ok\n[The command completed with exit code 0.]", vec![0]),
            ("<exited with exit code -15>", vec![-15]),
            ("[IMPORTANT: Background process p completed (exit code 143).]", vec![143]),
            ("terminated by signal 15", vec![15]),
            ("<status>failed</status>\n\n<exit_code>1</exit_code>\n\n<stdout>\nboom\n</stdout>", vec![1]),
            (
                "<retrieval_status>success</retrieval_status>\n\n<task_id>b1</task_id>\n\n<task_type>local_bash</task_type>\n\n<status>completed</status>\n\n<exit_code>0</exit_code>\n\n<output>\nx\n</output>",
                vec![0],
            ),
            ("<returncode>2</returncode>\n<output>\nx\n</output>", vec![2]),
            ("<status>running</status>\n<stdout>\n<exit_code>3</exit_code>\n</stdout>", vec![]),
            ("plain words", vec![]),
        ] {
            assert_eq!(of_content(content).codes, codes, "{content}");
        }
        for (content, running) in [
            (r#"{"status":"running","exit_code":0}"#, true),
            (r#"{"processes":[{"status":"running"},{"status":"exited","exit_code":0}]}"#, false),
            (r#"{"p1":{"status":"running"},"p2":{"exit_code":0}}"#, false),
        ] {
            assert_eq!(of_content(content).running, running, "{content}");
        }
        let buried = format!("{}exit code 5\n{}", "line\n".repeat(20), "line\n".repeat(20));
        assert_eq!(of_content(&buried).codes, Vec::<i32>::new());
    }

    #[test]
    fn only_the_hosts_own_form_is_a_stub() {
        assert_eq!(stub_code("[terminal] ran `make` -> exit 3, 1,200 lines output"), Some(3));
        for other in [
            "[terminal] ran `make`12 -> exit 3, 1 lines output",
            "[terminal] ran `make` -> exit 3, 1 lines of output",
            "[terminal] ran `make` -> exit 3",
            "[terminal]x ran `make` -> exit 3, 1 lines output",
            "\n[terminal] ran `make` -> exit 3, 1 lines output",
            "[terminal] ran `make` -> exit 3a, 1 lines output",
        ] {
            assert_eq!(stub_code(other), None, "{other}");
        }
    }

    #[test]
    fn a_code_beside_the_text_wins_over_the_text_and_no_failure_is_lost() {
        use cento_contract::Role;
        for (content, beside, codes) in [
            ("plain words", 3, vec![3]),
            ("Exit code 1\nboom", 0, vec![0]),
            (r#"{"output":"x","exit_code":0}"#, 2, vec![2]),
            (r#"{"output":"x","exit_code":1}"#, 0, vec![1, 0]),
            (r#"{"output":"x","metadata":{"exit_code":1}}"#, 0, vec![1, 0]),
            ("[terminal] ran `make` -> exit 3, 1 lines output", 0, vec![3, 0]),
            ("[terminal] ran `make` -> exit 0, 1 lines output", 3, vec![3]),
            ("[terminal] ran `make` -> exit ?, 1 lines output", 4, vec![4]),
        ] {
            let mut message = Message::new(Role::Tool, content);
            message.exit_code = Some(beside);
            assert_eq!(read(&message, None).codes, codes, "{content}");
        }
        let mut message = Message::new(Role::Tool, "x");
        message.is_error = Some(true);
        assert_eq!(read(&message, None), Recorded { failed: true, flagged: true, ..Recorded::default() });
    }

    #[test]
    fn what_says_otherwise_than_the_flag_was_printed() {
        use cento_contract::Role;
        let (bash, hermes) = (("Bash", r#"{"command":"x"}"#), ("terminal", r#"{"command":"x"}"#));
        let (poll, strange) = (("poll", r#"{"task_id":"b1"}"#), ("python", r#"{"code":"x"}"#));
        let three = r#"{"exit_code":3,"error":"no"}"#;
        for ((name, arguments), content, flag, codes, code, failed) in [
            (bash, three, false, vec![], None, false),
            (bash, "Exit code 9", false, vec![], None, false),
            (bash, r#"{"exit_code":0,"output":"x"}"#, false, vec![0], None, false),
            (bash, r#"{"exit_code":0}"#, false, vec![], None, false),
            (bash, r#"{"exit_code":0,"output":"x"}"#, true, vec![], None, true),
            (bash, three, true, vec![3], Some(3), true),
            (bash, "Exit code 9", true, vec![9], None, true),
            (hermes, three, false, vec![3], Some(3), true),
            (poll, three, false, vec![3], Some(3), true),
            (poll, r#"{"exit_code":3}"#, false, vec![3], Some(3), false),
            (bash, r#"{"exit_code":3}"#, true, vec![], None, true),
            (poll, "<exit_code>3</exit_code>", false, vec![3], None, false),
            (strange, three, false, vec![3], None, true),
        ] {
            let mut message = Message::new(Role::Tool, content);
            message.is_error = Some(flag);
            let call = ToolCall { id: String::new(), name: name.into(), arguments: arguments.into() };
            let read = read(&message, Some(&call));
            assert_eq!((read.codes, read.code, read.failed), (codes, code, failed), "{name} {content} {flag}");
        }
    }
}
