//! The host accepts a plan whatever the text is made of: scripts, signs, lists of names, one-letter words.
//!
//! Both sides estimate tokens in their own way and read the escapes of JSON in their own way; a text on which they
//! part must not cost the user the compaction.
use cento_contract::Strategy::{Project, Prune, Slim};
use cento_contract::{Message, Options, Role, ToolCall};

/// A name and some words of that kind.
const KINDS: &[(&str, &[&str])] = &[
    ("one letter", &["a", "b", "c"]),
    ("two letters", &["ax", "by", "cz"]),
    ("one digit", &["1", "2", "7"]),
    ("digits and letters", &["1a", "2b", "3c"]),
    ("hex", &["9f86d081884c7d659a2feaa0c55ad015", "a3bf4f1b2b0b822cd15d6c15b0f00a08"]),
    ("signs", &["!", "?", "%&", "$/()="]),
    ("emoji", &["😀", "🚀", "✅"]),
    ("joined emoji", &["👨\u{200d}👩\u{200d}👧"]),
    ("Chinese", &["你好世界代码", "错误原因未知"]),
    ("Korean", &["가나", "다라마"]),
    ("Japanese", &["あい", "うえお"]),
    ("Thai", &["กขคง", "จฉช"]),
    ("Arabic", &["ابتث", "جحخ"]),
    ("Hindi", &["कखग", "घङि"]),
    ("Greek", &["αβγ", "δεζη"]),
    ("Russian", &["а", "в", "сторона"]),
    ("accents", &["é", "à", "ü"]),
    ("formulas", &["∑", "∫", "√"]),
    ("frames", &["│", "────────"]),
    ("capitals", &["ABC", "DEFGH", "I"]),
    ("humps", &["aBaBaB", "aBcD"]),
    ("snakes", &["a_b_c_d", "b_c"]),
    ("paths", &["a/b/c/d", "c/a/b"]),
    ("JSON", &["{\"a\":1}", "{\"b\":2}"]),
    ("wide gaps", &["x         ", "y"]),
    ("escapes", &["\\u00e9", "\\n", "\\\\"]),
    ("long words", &["abcdefghijklmnopabcdefghijklmnop"]),
    ("control characters", &["\u{1}\u{2}", "\u{1b}[31m"]),
    ("lines", &["a\n", "b\n"]),
];

/// Where the text stands: in words of the user, of the assistant, or in a result that is plain, JSON, or JSON in ASCII.
const PLACES: [&str; 5] = ["user", "assistant", "plain", "json", "ascii"];

fn options() -> Vec<Options> {
    let ends = Options { protect_last_n: 2, tail_token_budget: 0, ..Options::default() };
    vec![
        Options { strategy: Project, summary_budget_tokens: Some(3_000), ..ends.clone() },
        Options { strategy: Project, max_output_tokens: Some(900), ..ends.clone() },
        Options { strategy: Slim, target_percent: 50, ..ends.clone() },
        Options { strategy: Prune, prune_permille: 900, ..ends },
    ]
}

/// Forty rounds of two hundred words.
fn session(words: &[&str], place: &str) -> Vec<Message> {
    let mut messages = vec![Message::new(Role::User, "Look at the files, one after the other.")];
    for round in 0..40 {
        let text = (0..200).map(|n| words[(n * 7 + round) % words.len()]).collect::<Vec<_>>().join(" ");
        let said = |here: &str, other: &str| if place == here { text.clone() } else { format!("{other} {round}") };
        messages.push(Message::new(Role::User, said("user", "go on with")));
        let mut call = Message::new(Role::Assistant, said("assistant", "I look at"));
        call.tool_calls.push(ToolCall {
            id: format!("c{round}"),
            name: "terminal".to_owned(),
            arguments: format!("{{\"command\":\"cat file_{round}\"}}"),
        });
        messages.push(call);
        let output = serde_json::to_string(&text).expect("JSON");
        let result = match place {
            "plain" => text,
            "json" => format!("{{\"output\": {output}, \"exit_code\": 1}}"),
            "ascii" => format!("{{\"output\": {}, \"exit_code\": 1}}", ascii(&output)),
            _ => "ok".to_owned(),
        };
        messages.push(Message { tool_call_id: Some(format!("c{round}")), ..Message::new(Role::Tool, result) });
    }
    messages
}

/// JSON as Python writes it: everything beyond ASCII is an escape.
fn ascii(json: &str) -> String {
    let mut units = [0; 2];
    json.chars().fold(String::new(), |mut out, c| {
        if c.is_ascii() {
            out.push(c);
        } else {
            out.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        }
        out
    })
}

#[test]
fn every_kind_of_text_is_compacted() {
    let mut refused = Vec::new();
    for (kind, words) in KINDS {
        for place in PLACES {
            let messages = session(words, place);
            for options in options() {
                let plan = cento_guest::compress(&messages, &options).expect("a plan");
                let findings = cento::verify::check(&messages, &plan);
                if !findings.is_empty() {
                    refused.push(format!(
                        "{kind}, {place}, {:?}: {}",
                        options.strategy,
                        cento::verify::sentence(&findings)
                    ));
                }
            }
        }
    }
    assert!(refused.is_empty(), "{} of them:\n{}", refused.len(), refused.join("\n"));
}
