//! What failed stays failed: for every kind of output, whatever room is asked for.
//!
//! Into each text of the golden tests the outcome of a failed run is planted: a failing test, a total and an exit code.
use super::*;
use golden_texts::samples::samples;
use proptest::prelude::*;
use std::string::ToString;
use std::sync::LazyLock;
use std::{format, fs};

const NAME: &str = "FAILED tests/test_hook.py::test_hangs - AssertionError: the hook is loose";
const TOTAL_LINE: &str = "=== 1 failed, 48 passed in 1.20s ===";
const EXIT: &str = "error: the process exited with exit code 3";

/// A text, its kind and how it came about.
struct Case {
    name: &'static str,
    tool: ToolKind,
    call: &'static str,
    text: String,
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let runs = golden::GOLDEN.iter().map(|run| Case {
        name: run.name,
        tool: ToolKind::Shell,
        call: run.call,
        text: fs::read_to_string(golden::path(run.name, "txt")).unwrap(),
    });
    let others = samples().into_iter().map(|sample| {
        let Output { kind: tool, .. } = sample.output("");
        Case { name: sample.name, tool, call: sample.call.trim_start_matches("read "), text: sample.text }
    });
    runs.chain(others).collect()
});

/// The outcome in the text, at places given in a thousand; where lines are no unit, in one place.
fn planted(case: &Case, at: [usize; 3]) -> String {
    let all: Vec<&str> = case.text.lines().collect();
    let insert = |lines: &[(usize, &str)]| {
        let mut out = String::new();
        for number in 0..=all.len() {
            for (_, line) in lines.iter().filter(|(at, _)| at * all.len() / 1_000 == number) {
                out += &format!("{line}\n");
            }
            if let Some(line) = all.get(number) {
                out += &format!("{line}\n");
            }
        }
        out
    };
    let fields = format!("\"log\": \"{NAME}\", \"total\": \"{TOTAL_LINE}\", \"end\": \"{EXIT}\"");
    match case.name {
        "json" => case.text.replacen("\"lamps\": [", &format!("\"lamps\": [{{{fields}}},"), 1),
        "jsonl" => insert(&[(at[0], &format!("{{\"seq\":7, {fields}}}"))]),
        "minified" => {
            let place = case.text.floor_char_boundary(case.text.len() * at[0] / 1_000);
            format!("{} {NAME} {TOTAL_LINE} {EXIT} {}", &case.text[..place], &case.text[place..])
        }
        // The ends of a page are style and script.
        "html" => insert(&[
            (200 + at[0] * 6 / 10, &format!("<p>{NAME}</p>")),
            (200 + at[1] * 6 / 10, &format!("<p>{TOTAL_LINE}</p>")),
            (200 + at[2] * 6 / 10, &format!("<p>{EXIT}</p>")),
        ]),
        _ => insert(&[(at[0], NAME), (at[1], TOTAL_LINE), (at[2], EXIT)]),
    }
}

/// What the text does not say of the outcome. Where the run itself told an exit code that one will do.
fn lost(case: &Case, short: &str) -> Vec<&'static str> {
    let failed = |line: &str| {
        line.contains("✖ ") || line.contains("FAIL") || line.contains("rror: ") || line.contains("ERROR: ")
    };
    let mut lost = Vec::new();
    if !failed(&short.replace(EXIT, "")) {
        lost.push("a line that says what failed");
    }
    if !short.contains(TOTAL_LINE) {
        lost.push(TOTAL_LINE);
    }
    let own = case.text.contains("exit code");
    if !short.contains(if own { "exit code" } else { EXIT }) {
        lost.push(EXIT);
    }
    lost
}

fn shorten(case: &Case, text: &str, most: u32) -> Option<String> {
    reduce(Output { kind: case.tool, call: case.call, state: RunState::Exited(3), text }, most)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]
    #[test]
    fn the_outcome_stays(which in 0..CASES.len(), at in prop::array::uniform3(0_usize..=1_000), share in 0_u32..700) {
        let case = &CASES[which];
        let text = planted(case, at);
        let most = (tokens::estimate(&text) * share / 1_000).max(LEAST);
        let Some(short) = shorten(case, &text, most) else { return Ok(()) };
        prop_assert!(lost(case, &short).is_empty(), "{} at {most} tokens lost {:?}:\n{short}", case.name, lost(case, &short));
    }
}

/// Less room than this does not hold the outcome of a run that tells its end in several long lines of its own.
const LEAST: u32 = 140;

/// Every kind at the smallest room and at a tenth; and without any of the three lines the check fails.
#[test]
fn the_outcome_of_every_kind_stays_and_the_check_can_fail() {
    let mut bad = Vec::new();
    for case in CASES.iter() {
        for at in [[0, 500, 1_000], [900, 100, 500], [500, 1_000, 0]] {
            let text = planted(case, at);
            for most in [LEAST, (tokens::estimate(&text) / 10).max(LEAST)] {
                let Some(short) = shorten(case, &text, most) else { continue };
                for gone in lost(case, &short) {
                    bad.push(format!("{} {at:?} {most}: {gone}", case.name));
                }
                // Each of the three is missed when it goes.
                for (words, line) in [(TOTAL_LINE, TOTAL_LINE), ("exit code", EXIT)] {
                    assert!(lost(case, &short.replace(words, "")).contains(&line), "{}: {line}", case.name);
                }
                let silent = short.replace("FAIL", "").replace("rror: ", "").replace("ERROR: ", "").replace("✖ ", "");
                assert!(lost(case, &silent).contains(&"a line that says what failed"), "{}", case.name);
            }
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

/// Texts made to break it, four times as long the second time: total, shorter, the same twice, and about four times as slow.
#[test]
#[expect(clippy::disallowed_methods, reason = "a measure")]
fn hostile_texts_take_linear_time() {
    let base64 =
        |n: usize| (0..n / 64).map(|k| format!("{:064}\n", k * 7_919).replace('0', "aB3+")).collect::<String>();
    let deep = |n: usize| format!("{}{}", "{\"a\":[".repeat(n / 14), "]}".repeat(n / 14));
    let kinds: [(&str, &dyn Fn(usize) -> String); 12] = [
        ("one line", &|n| "lamp oil ".repeat(n / 9)),
        ("one word", &|n| "w".repeat(n)),
        ("short lines", &|n| "a\nb\n".repeat(n / 4)),
        ("blank lines", &|n| "\n".repeat(n)),
        ("blanks", &|n| " \t\n".repeat(n / 3)),
        ("crlf", &|n| "error: no oil\r\nok 1\r\n".repeat(n / 21)),
        ("mixed ends", &|n| "a\r\nb\nc\rd\n\r".repeat(n / 9)),
        ("emoji", &|n| "👩‍👩‍👧 error: 🔥\n".repeat(n / 34)),
        ("right to left", &|n| "שגיאה: אין פתיל \u{202e}FAILED x\n".repeat(n / 40)),
        ("deep", &deep),
        ("deep and cut", &|n| deep(n).split_at(n / 2).0.to_string()),
        ("base64", &base64),
    ];
    const CALLS: [&str; 4] = ["./x", "cargo test", "git diff", "cat a.rs"];
    for (name, make) in kinds {
        for call in CALLS {
            let time = |n: usize| {
                let text = make(n);
                let output = Output { kind: ToolKind::Shell, call, state: RunState::Exited(1), text: &text };
                let start = std::time::Instant::now();
                let short = reduce(output, 300);
                let time = start.elapsed().as_micros();
                if let Some(short) = &short {
                    assert!(short.len() <= text.len() && tokens::estimate(short) < tokens::estimate(&text), "{name}");
                    assert!(tokens::estimate(short) < 1_000, "{name} {call}: {}", tokens::estimate(short));
                }
                (time, text, short)
            };
            let (mut small, ..) = time(20_000);
            let (mut large, text, short) = time(80_000);
            // On a busy machine the one that was interrupted is measured again.
            for _ in 0..3 {
                if large >= 12 * small.max(4_000) {
                    (small, large) = (time(20_000).0, time(80_000).0);
                }
            }
            assert!(large < 12 * small.max(4_000), "{name} {call}: {small} us, then {large} us");
            let output = Output { kind: ToolKind::Shell, call, state: RunState::Exited(1), text: &text };
            assert_eq!(short, reduce(output, 300), "{name} {call}");
        }
    }
}
