//! Golden texts of each kind, and what holds for all of them.
//!
//! The texts are made here; beside them, in `golden/<name>.short.txt`, stands what is left of each at a tenth of its
//! tokens. With `BLESS=1` in the environment those files are written again.
use super::*;
use proptest::prelude::*;
use std::format;
use std::path::Path;
use std::string::ToString;

pub(super) mod samples;
use samples::samples;

#[test]
#[expect(clippy::print_stdout, reason = "the table is the result; cargo shows it on demand")]
fn a_tenth_of_each_says_what_matters() {
    let mut bad = Vec::new();
    let bless = std::env::var_os("BLESS").is_some();
    for sample in samples() {
        let kind = kinds::find(&sample.output(&sample.text)).name;
        let short = reduce(sample.output(&sample.text), sample.tenth()).unwrap_or_default();
        let (all, left) = (tokens::estimate(&sample.text), tokens::estimate(&short));
        let permille = u64::from(left) * 1_000 / u64::from(all);
        println!(
            "{:<18}{:<10}{:>5} lines {all:>6} -> {left:>5} tokens {permille:>4} ‰",
            sample.name,
            kind,
            sample.text.lines().count()
        );
        if kind != sample.kind {
            bad.push(format!("{}: taken for {kind}", sample.name));
        }
        if !(5..=120).contains(&permille) {
            bad.push(format!("{}: {permille} of a thousand", sample.name));
        }
        for keep in sample.keeps.iter().filter(|keep| !short.contains(**keep)) {
            bad.push(format!("{}: without {keep}", sample.name));
        }
        if matches!(sample.kind, "json") && serde_json::from_str::<serde_json::Value>(&short).is_err() {
            bad.push(format!("{}: no JSON", sample.name));
        }
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("src/reduce/golden/{}.short.txt", sample.name));
        if bless {
            std::fs::write(&path, &short).unwrap();
        } else if std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n") != short {
            bad.push(format!("{}: differs from its file", sample.name));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// A failing line wherever it stands, in kinds where a line can stand anywhere.
#[test]
fn a_failing_line_stays() {
    const PLANTED: &str = "src/shed/hook.rs:41:9: error: the hook is loose";
    for sample in samples().into_iter().filter(|sample| sample.kind != "json") {
        let count = sample.text.lines().count();
        for permille in [30, 250, 500, 750, 970] {
            // The ends of the page are style and script.
            if sample.kind == "html" && !(200..=800).contains(&permille) {
                continue;
            }
            let text = if sample.kind == "line" {
                let at = sample.text.floor_char_boundary(sample.text.len() * permille / 1_000);
                format!("{} {PLANTED} {}", &sample.text[..at], &sample.text[at..])
            } else {
                let mut all: Vec<&str> = sample.text.lines().collect();
                let object = format!("{{\"log\": \"{PLANTED}\"}}");
                all.insert(count * permille / 1_000, if sample.kind == "jsonl" { &object } else { PLANTED });
                all.join("\n")
            };
            let short = reduce(sample.output(&text), sample.tenth()).unwrap();
            assert!(short.contains(PLANTED), "{} at {permille}: {short}", sample.name);
            assert!(tokens::estimate(&short) <= sample.tenth() * 13 / 10 + 60, "{}: too long", sample.name);
        }
    }
}

/// Every kept line is one of the text, in its order; the gaps count the others.
#[test]
fn order_and_count_are_those_of_the_text() {
    for sample in samples() {
        if !matches!(kinds::find(&sample.output(&sample.text)).reduce, kinds::Reduce::Lines(_)) {
            continue;
        }
        for share in [2, 5, 10, 40] {
            let Some(short) = reduce(sample.output(&sample.text), tokens::estimate(&sample.text) / share) else {
                continue;
            };
            let mut rest = sample.text.lines();
            let mut gone = 0_usize;
            for line in short.lines() {
                if let Some(count) = line.strip_prefix("[… ").and_then(|l| l.split(' ').next()?.parse::<usize>().ok())
                {
                    gone += count;
                    continue;
                }
                let begins = line.rsplit_once("…+").map_or(line, |(begins, _)| begins);
                assert!(rest.any(|of| of.starts_with(begins)), "{}: {line}", sample.name);
            }
            let kept = short.lines().filter(|line| !line.starts_with("[… ")).count();
            assert_eq!(kept + gone, sample.text.lines().count(), "{}", sample.name);
        }
    }
}

/// What would take forever or a deep stack, were it not read in one pass.
#[test]
fn hostile_texts_are_survived() {
    let calls = ["x", "cat a.rs", "cat a.csv", "cat a.md", "ls", "grep -n x", "ps", "cat a.json"];
    let texts = [
        "[".repeat(100_000),
        "{\"a\":".repeat(100_000),
        format!("{}{}", "[".repeat(100_000), "]".repeat(100_000)),
        format!("{}1{}", "{\"a\":".repeat(50_000), "}".repeat(50_000)),
        "x".repeat(1_000_000),
        "rror src/a.rs:1 ".repeat(60_000),
        "<div".repeat(100_000),
        format!("<html>{}", "<script>".repeat(60_000)),
        "a,b,c\n".repeat(200_000),
        "2031-01-02 10:00:00 INFO x\n".repeat(40_000),
        "  at a.b(c.js:1:2)\n".repeat(40_000),
        "src/a.rs:1:x\n".repeat(40_000),
        format!("[\"{}\"]", "\\\\n".repeat(100_000)),
        "\"".repeat(100_000),
        "é".repeat(100_000),
    ];
    for (at, text) in texts.iter().enumerate() {
        // Each text as it is, and as if it came from elsewhere.
        for call in ["x", calls[at % calls.len()]] {
            let kind = if call == "x" { ToolKind::Other } else { ToolKind::Shell };
            let output = Output { kind, call, state: RunState::Exited(0), text };
            if let Some(short) = reduce(output, 300) {
                assert!(short.len() < text.len(), "{call}: {}", &text[..20]);
            }
        }
    }
}

#[test]
fn deep_json_is_named_by_its_size() {
    let text = format!("{}1{}", "{\"lamp\":[".repeat(5_000), "]}".repeat(5_000));
    let output = Output { kind: ToolKind::Other, call: "x", state: RunState::Exited(0), text: &text };
    let short = reduce(output, 100).unwrap();
    assert!(serde_json::from_str::<serde_json::Value>(&short).is_ok() && short.contains('…'), "{short}");
    assert!(tokens::estimate(&short) <= 100, "{short}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_text_is_survived_and_gets_shorter(
        text in "(\\{|\\[|\"|:|,|\n|\t|a|é|12|src/a.rs:3: error: x|  at x\\(y.js:1:2\\)|Traceback \\(most recent call last\\):|# h|```|<p>|\\||%|█| |2031-01-02 10:00:00){0,120}",
        call in prop::sample::select(&["x", "cat a.py", "cat a.csv", "cat a.md", "ls -l", "rg x", "df", "cat a.min.js"][..]),
        most in 1_u32..60,
    ) {
        let kind = if call == "x" { ToolKind::Other } else { ToolKind::Shell };
        let output = Output { kind, call, state: RunState::Exited(0), text: &text };
        let short = reduce(output, most);
        if let Some(short) = &short {
            prop_assert!(tokens::estimate(short) < tokens::estimate(&text));
        }
        prop_assert_eq!(short.map(|s| s.to_string()), reduce(output, most));
    }
}
