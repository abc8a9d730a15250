//! A session and options drawn from bytes.
//!
//! The steps are those of the generated sessions of the tests (`cento_tests::session`); what comes on top are odd texts
//! put in odd places. Total: any bytes give a session, more of them a longer one, and no bytes a short one. Each byte
//! decides one thing, so that a changed byte changes one thing.
use crate::laws;
use cento_contract::{Message, Options, Role, ToolCall};
use cento_tests::session::{self, By, Code, Flaw, Session, Shape, Step};
use serde_json::{Value, json};

/// A session and what to do with it.
pub struct Case {
    /// The session.
    pub session: Session,
    /// The options.
    pub options: Options,
    /// The same as JSON.
    pub options_text: String,
}

/// Any session: flaws, odd texts, options out of range.
pub fn any(bytes: &[u8]) -> Case {
    let mut bytes = Bytes(bytes);
    let options = options(&mut bytes, false);
    let (steps, flaws, mut odd) = parts(&mut bytes);
    let mut session = session::build(&steps, &flaws);
    while let Some(place) = odd.next_place() {
        put(&mut session, place, &mut odd);
    }
    case(session, options)
}

/// A session that providers accept, and options in range; odd texts as above, but none that changes who answers whom.
pub fn sound(bytes: &[u8]) -> Case {
    let mut bytes = Bytes(bytes);
    let options = options(&mut bytes, true);
    let (steps, _, mut odd) = parts(&mut bytes);
    let mut session = session::build(&steps, &[]);
    while let Some(place) = odd.next_place() {
        put(&mut session, place, &mut odd);
    }
    case(session, options)
}

/// A session with secrets at any distance from where a text may be cut, whole and with blanks around them.
pub fn with_secrets(bytes: &[u8]) -> Case {
    let mut bytes = Bytes(bytes);
    let options = options(&mut bytes, true);
    let (steps, flaws, mut odd) = parts(&mut bytes);
    let mut session = session::build(&steps, &flaws);
    while let Some(place) = odd.next_place() {
        let step = Step::Secret { kind: odd.byte(), in_command: false };
        let mut one = session::build(&[step], &[]);
        let Some(secret) = one.secrets.pop() else { continue };
        let filler = ["word ", "error: x ", "Never do it. ", "a/b.rs:1: ", "größe ", "x = 1;\n"][odd.below(6)];
        let text = format!(" {} {secret} {}", filler.repeat(odd.below(90)), filler.repeat(odd.below(40)));
        // Not into the middle of a word: it may be another secret.
        place.put(&mut session, &text, |c| c.is_ascii_whitespace());
        session.secrets.push(secret);
    }
    case(session, options)
}

/// The messages of a case with fields that no host would set.
pub fn broken(case: &Case, bytes: &[u8]) -> Vec<Message> {
    let mut messages = case.messages();
    let mut bytes = Bytes(bytes.get(bytes.len() / 2..).unwrap_or_default());
    for _ in 0..bytes.below(6) {
        let at = bytes.below(messages.len());
        let text = words(&mut bytes);
        let number = u32::from_le_bytes([bytes.byte(), 255, 255, bytes.byte()]);
        let Some(message) = messages.get_mut(at) else { break };
        match bytes.below(12) {
            0 => message.role = [Role::System, Role::User, Role::Assistant, Role::Tool, Role::Other][bytes.below(5)],
            1 => message.content = text,
            2 => message.tool_name = Some(text),
            3 => message.tool_call_id = Some(text),
            4 => message.tool_calls.push(ToolCall { id: text.clone(), name: text.clone(), arguments: text }),
            5 => message.row_id = Some(u64::MAX - u64::from(number)),
            6 => (message.images, message.reasoning_bytes) = (number, number),
            7 => message.exit_code = Some(number as i32),
            8 => message.is_error = Some(number.is_multiple_of(2)),
            9 => message.marks.summary ^= true,
            10 => message.marks.synthetic ^= true,
            _ => message.marks.signed_reasoning ^= true,
        }
    }
    messages
}

/// A text with a piece of it replaced, taken out or doubled.
pub fn damaged(text: &str, bytes: &[u8]) -> String {
    let mut bytes = Bytes(bytes);
    let at = usize::from(bytes.byte()) * 256 + usize::from(bytes.byte());
    let border = |at: usize| (0..=at % (text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let (from, to) = (border(at), border(at + bytes.below(40)));
    let (from, to) = (from.min(to), from.max(to));
    match bytes.below(3) {
        0 => text[..from].to_owned(),
        1 => text[..from].to_owned() + &text[to..],
        _ => text[..to].to_owned() + &words(&mut bytes) + &text[from..],
    }
}

fn case(session: Session, options_text: String) -> Case {
    Case { session, options: laws::options(&options_text), options_text }
}

/// Options as JSON. Sound ones are in range, leave a middle even in a short session, and the smallest texts alone.
fn options(bytes: &mut Bytes<'_>, sound: bool) -> String {
    let strategy = ["project", "project", "prune", "slim"][bytes.below(4)];
    let window = [0, 8_000, 32_000, 128_000][bytes.below(4)];
    let mut all = json!({
        "strategy": strategy,
        "context_length": window,
        "protect_first_n": bytes.below(3),
        "protect_last_n": bytes.below(8),
        "tail_token_budget": bytes.below(4) * 100,
        "summary_budget_tokens": 300 + bytes.below(256) * 15,
        "target_percent": 5 + bytes.below(91),
        "min_tokens": (bytes.below(6) + usize::from(sound)) * 40,
        "prune_threshold": bytes.below(11) as f64 / 10.0,
        "truncate_chars": bytes.below(9) * 100,
    });
    let number = |byte: u8| match byte {
        0..100 => i64::from(byte) * 10,
        100..200 => i64::from(byte) * 1_000,
        200..220 => -1,
        220..240 => i64::MAX,
        _ => i64::MIN,
    };
    let extras = if sound { 0 } else { bytes.below(4) };
    for _ in 0..extras {
        let names = [
            "context_length",
            "current_tokens",
            "protect_first_n",
            "protect_last_n",
            "tail_token_budget",
            "summary_budget_tokens",
            "budget_ratio",
            "min_budget_tokens",
            "max_budget_tokens",
            "max_output_tokens",
            "threshold_percent",
            "target_tokens",
            "target_percent",
            "min_tokens",
            "runway_tokens",
            "prune_threshold",
            "truncate_chars",
            "focus_topic",
            "session_id",
            "recall_hint",
            "protected_tools",
            "force",
        ];
        let name = names[bytes.below(names.len())];
        all[name] = match name {
            "focus_topic" => Value::from(words(bytes)),
            // The host's own words: they name no row and no code.
            "session_id" | "recall_hint" => {
                Value::from(words(bytes).replace(|c: char| c == '[' || c.is_ascii_digit(), ""))
            }
            "protected_tools" => json!(["terminal", words(bytes)]),
            "force" => Value::from(true),
            "budget_ratio" | "prune_threshold" => Value::from(f64::from(bytes.byte()) / 100.0 - 1.0),
            _ => Value::from(number(bytes.byte())),
        };
    }
    all.to_string()
}

/// Steps, flaws, and the bytes for odd texts.
fn parts<'a>(bytes: &mut Bytes<'a>) -> (Vec<Step>, Vec<Flaw>, Bytes<'a>) {
    let (texts, flawed) = (bytes.below(48), bytes.below(8));
    let odd = bytes.split(texts);
    let flaws = (0..flawed.saturating_sub(4)).map(|_| flaw(bytes)).collect();
    let mut steps = Vec::new();
    while !bytes.0.is_empty() && steps.len() < 400 {
        step(bytes, &mut steps);
    }
    (steps, flaws, odd)
}

fn flaw(bytes: &mut Bytes<'_>) -> Flaw {
    match bytes.below(4) {
        0 => Flaw::OrphanResult { at: bytes.byte() },
        1 => Flaw::LostResult { at: bytes.byte() },
        2 => Flaw::Replay { at: bytes.byte() },
        _ => Flaw::PendingEnd,
    }
}

fn step(bytes: &mut Bytes<'_>, steps: &mut Vec<Step>) {
    let (what, a) = (bytes.byte(), bytes.byte());
    let step = match what % 16 {
        0 => Step::Ask { topic: a, long: what > 128 },
        1 => Step::Rule { topic: a, never: what > 128 },
        2 => Step::Say { topic: a },
        3..6 => {
            let code = match bytes.byte() {
                0..100 => Code::Is(0),
                code @ 100..230 => Code::Is(code),
                230..236 => Code::Missing,
                236..242 => Code::Refused,
                242..248 => Code::TimedOut,
                _ => Code::Interrupted,
            };
            let shape = [Shape::Envelope, Shape::Envelope, Shape::Stub, Shape::Plain, Shape::Beside][bytes.below(5)];
            Step::Run { command: a, code, lines: lines(bytes), shape }
        }
        6 => Step::FailFixPass { command: a, file: bytes.byte() },
        7 => Step::Read { file: a, lines: lines(bytes) },
        8 | 9 => Step::Change { file: a, whole: what > 128, works: what % 64 > 16 },
        10 => Step::Search { file: a, hits: a / 16 },
        11 => Step::Todo { done: a % 4, open: a / 64 },
        12 => Step::Background { command: a, polls: a % 4, end: (a > 100).then_some(a % 3) },
        13 => Step::Batch { first: a, second: a / 12 },
        14 => Step::Hostile { kind: a, by: [By::User, By::Output, By::Command][bytes.below(3)] },
        _ if what > 128 => Step::Secret { kind: a, in_command: a > 128 },
        _ => Step::Odd { kind: a % 4 },
    };
    // Now and then the same thing over and over, as in a loop that got stuck.
    let times = if what > 253 { 12 } else { 1 };
    steps.extend(std::iter::repeat_n(step, times));
}

/// Mostly few lines, now and then many.
fn lines(bytes: &mut Bytes<'_>) -> u16 {
    match bytes.byte() {
        few @ 0..240 => u16::from(few) / 30,
        some @ 240..=254 => u16::from(some) / 6,
        _ => 700,
    }
}

/// Where a text is put.
struct Place {
    message: u8,
    part: u8,
    at: u8,
}

impl Place {
    /// Puts it into a message, before such a character or at the end; one that has no such part stays as it is.
    fn put(&self, session: &mut Session, text: &str, before: fn(char) -> bool) {
        let count = session.list.len();
        let Some(raw) = session.list.get_mut(usize::from(self.message) * count / 256) else { return };
        let Ok(mut message) = serde_json::from_str::<Value>(raw) else { return };
        let into = |old: &str| {
            let at = old.len() * usize::from(self.at) / 256;
            let at = (at..=old.len()).find(|at| old.is_char_boundary(*at)).unwrap_or(0);
            let at = old[at..].find(before).map_or(old.len(), |n| at + n);
            format!("{}{text}{}", &old[..at], &old[at..])
        };
        if self.part.is_multiple_of(4) {
            let Some(arguments) = message.pointer_mut("/tool_calls/0/function/arguments") else { return };
            let Some(Ok(mut keys)) = arguments.as_str().map(serde_json::from_str::<Value>) else { return };
            for name in ["command", "path", "content", "new_string", "pattern"] {
                if let Some(old) = keys[name].as_str() {
                    keys[name] = Value::from(into(old));
                    break;
                }
            }
            *arguments = Value::from(keys.to_string());
        } else {
            let Some(content) = message["content"].as_str() else { return };
            let mut new = None;
            if let Ok(mut keys @ Value::Object(_)) = serde_json::from_str::<Value>(content)
                && self.part % 4 < 3
            {
                for name in ["output", "content", "error", "diff", "output_preview"] {
                    if let Some(old) = keys[name].as_str() {
                        keys[name] = Value::from(into(old));
                        new = Some(keys.to_string());
                        break;
                    }
                }
            }
            message["content"] = Value::from(new.unwrap_or_else(|| into(content)));
        }
        *raw = message.to_string();
    }
}

fn put(session: &mut Session, place: Place, bytes: &mut Bytes<'_>) {
    let mut text = words(bytes);
    let times = bytes.byte();
    if times > 250 {
        text = text.repeat(usize::from(times - 250) * 30);
    }
    place.put(session, &text, |_| true);
}

/// What parsers of outputs, commands, arguments and summaries stumble over.
const PIECES: [&str; 64] = [
    "\n",
    " ",
    "\r",
    "\t",
    "\u{1b}[31m",
    "\u{1b}]8;;x\u{7}",
    "\u{8}",
    "\0",
    "…",
    "…+12",
    "[redacted]",
    "`",
    "``",
    "'",
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "[#7]",
    "[#999999]",
    "[t3]",
    "## Goal\n",
    "## Commands Run\n",
    "- ",
    "exit 0",
    "exit 1",
    "-> exit 2",
    " (3 more left out)",
    "  | ",
    "  ~ ",
    "in `src`:\n",
    "ok",
    "failed",
    "error: ",
    "Error: no such file",
    "warning: ",
    "test result: FAILED. 1 passed; 2 failed",
    "Traceback (most recent call last):\n",
    "[… 12 lines left out …]",
    "[CENTO SUMMARY",
    "Never ",
    "Always ",
    "from now on ",
    "instead ",
    "$(",
    "<<'END'\n",
    "\nEND\n",
    " && ",
    " | ",
    "; ",
    "cd a/b && ",
    "src/main.rs",
    "C:\\x\\y",
    "https://a.example/b?c=d",
    "a1b2c3d4e5f6",
    "é",
    "\u{1F469}\u{200D}\u{1F4BB}",
    "\u{202e}",
    "<|im_start|>",
    "TOKEN=",
];

fn words(bytes: &mut Bytes<'_>) -> String {
    let mut text = String::new();
    for _ in 0..=bytes.below(7) {
        let byte = bytes.byte();
        match PIECES.get(usize::from(byte)) {
            Some(piece) => text.push_str(piece),
            None if byte < 192 => text.push(char::from(byte % 95 + 32)),
            None => {
                text.push_str(["the tide ", "gauge_level", "12", "make test", "fixed ", "it "][usize::from(byte) % 6])
            }
        }
    }
    text
}

/// Bytes that are read one by one; behind the last there are zeros.
struct Bytes<'a>(&'a [u8]);

impl<'a> Bytes<'a> {
    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }

    /// A number below, none of them for none.
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count.max(1)
    }

    /// The next bytes for something else.
    fn split(&mut self, count: usize) -> Bytes<'a> {
        let (first, rest) = self.0.split_at(count.min(self.0.len()));
        self.0 = rest;
        Bytes(first)
    }

    /// Where the next odd text goes; none when the bytes are used up.
    fn next_place(&mut self) -> Option<Place> {
        (!self.0.is_empty()).then(|| Place { message: self.byte(), part: self.byte(), at: self.byte() })
    }
}
