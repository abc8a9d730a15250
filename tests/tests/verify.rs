//! `cento verify`: what comes out of the program holds, planted faults are found, and what it says goes by the book.
use cento_tests::{list, program, session};
use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn cento(arguments: &[&str]) -> Output {
    Command::new(program::cento()).args(arguments).env_clear().output().expect("cento ends")
}

fn said(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

fn example(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    path.to_str().expect("a path").to_owned()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("verify").join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn path(file: &Path) -> &str {
    file.to_str().expect("a path")
}

/// The short sample compacted into a file, perhaps changed there.
fn compacted(name: &str, options: &[&str], change: impl Fn(&str) -> String) -> String {
    let file = folder("short").join(name);
    let arguments = ["compact", &example("short.json"), "--out", path(&file)];
    let output = cento(&[&arguments[..], options].concat());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let text = std::fs::read_to_string(&file).expect("a result");
    std::fs::write(&file, change(&text)).expect("a result");
    path(&file).to_owned()
}

#[test]
fn every_planted_fault_is_found_and_good_outputs_have_none() {
    let output = cento(&["verify", "--self-test"]);
    let text = said(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    let value: Value = serde_json::from_slice(&cento(&["verify", "--self-test", "--json"]).stdout).expect("JSON");
    assert_eq!(value["holds"], true);
    assert_eq!(value["planted"], value["caught"]);
    let faults = value["faults"].as_array().expect("faults");
    assert!(faults.len() >= 60 && value["planted"].as_u64() > Some(250), "{} kinds", faults.len());
    assert!(text.trim_end().ends_with("planted"), "{text}");
}

#[test]
fn what_comes_out_holds_for_every_strategy() {
    let folder = folder("generated");
    let ways: [&[&str]; 4] = [
        &["--budget", "3000"],
        &["--budget", "800"],
        &["--strategy", "slim", "--target-percent", "30", "--context-length", "0"],
        &["--strategy", "prune"],
    ];
    for seed in 0..6 {
        let original = folder.join(format!("{seed}.json"));
        let session = session::long(seed, 60_000);
        std::fs::write(
            &original,
            list::session_text(&session.list, r#"{"protect_last_n": 4, "tail_token_budget": 200}"#),
        )
        .expect("a file");
        for (n, way) in ways.iter().enumerate() {
            let after = folder.join(format!("{seed}-{n}.json"));
            let arguments = ["compact", path(&original), "--out", path(&after)];
            assert_eq!(cento(&[&arguments[..], way].concat()).status.code(), Some(0));
            let output = cento(&["verify", path(&original), path(&after)]);
            assert_eq!(output.status.code(), Some(0), "seed {seed}, {way:?}: {}", said(&output));
        }
    }
}

#[test]
fn findings_are_exit_1_and_name_check_and_place() {
    let good = compacted("good.json", &[], str::to_owned);
    let output = cento(&["verify", &example("short.json"), &good]);
    assert_eq!((output.status.code(), said(&output).lines().last()), (Some(0), Some("no findings")));
    for (name, from, to, line) in [
        (
            "code",
            "2>&1` exit 1",
            "2>&1` exit 0",
            "outcomes: summary line 13: exit 0 is not what [#314] records; recorded is 1",
        ),
        (
            "word",
            "Never touch the files",
            "Never patch the files",
            "quotes: summary line 9: words that do not stand in [#312]",
        ),
        ("row", "[#323] `Ran", "[#999] `Ran", "references: summary line 20: [#999] names no row of the original"),
        (
            "number",
            "\"messages_after\":9",
            "\"messages_after\":8",
            "report: report.messages_after: says 8; counted are 9",
        ),
    ] {
        let bad = compacted(&format!("{name}.json"), &[], |text| text.replace(from, to));
        let output = cento(&["verify", &example("short.json"), &bad]);
        let text = said(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.lines().any(|said| said == line), "{line:?} is not in {text}");
        assert!(!text.contains("harbour"), "it quotes nothing: {text}");
        let json = cento(&["verify", &example("short.json"), &bad, "--json"]);
        let value: Value = serde_json::from_slice(&json.stdout).expect("JSON");
        assert_eq!((json.status.code(), &value["clean"]), (Some(1), &Value::Bool(false)));
        let finding = &value["findings"][0];
        let shown = format!(
            "{}: {}: {}",
            finding["check"].as_str().unwrap_or_default(),
            finding["place"].as_str().unwrap_or_default(),
            finding["what"].as_str().unwrap_or_default()
        );
        assert!(text.lines().any(|said| said == shown), "{shown}");
    }
}

#[test]
fn any_form_that_compact_reads_is_an_original() {
    let text = std::fs::read_to_string(example("short.json")).expect("a sample");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let lines: Vec<String> = value["messages"].as_array().expect("a list").iter().map(Value::to_string).collect();
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(lines.join("\n").as_bytes()).expect("packed");
    let file = folder("forms").join("lines.jsonl.gz");
    std::fs::write(&file, packed.finish().expect("packed")).expect("a file");
    let after = folder("forms").join("after.json");
    let options = ["--protect-last-n", "6", "--tail-token-budget", "0", "--protect-first-n", "0", "--budget", "800"];
    let arguments = [&["compact", path(&file), "--out", path(&after)][..], &options].concat();
    assert_eq!(cento(&arguments).status.code(), Some(0));
    let output = cento(&["verify", path(&file), path(&after)]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[test]
fn a_list_of_another_program_is_checked_as_far_as_it_goes() {
    let text = std::fs::read_to_string(example("short.json")).expect("a sample");
    let value: Value = serde_json::from_str(&text).expect("JSON");
    let all = value["messages"].as_array().expect("a list");
    let summary =
        serde_json::json!({"role": "user", "content": "Summary: the tests fail, the tables are being mended."});
    let written = |rows: Vec<Value>, name: &str| {
        let file = folder("other").join(name);
        std::fs::write(&file, Value::from(rows).to_string()).expect("a file");
        file
    };
    // The instructions, a summary, and the newest rows from an assistant on.
    let from = all.iter().rposition(|message| message["role"] == "assistant" && message["tool_calls"].is_array());
    let tail = &all[from.expect("a call")..];
    let file = written([&[all[0].clone(), summary.clone()], tail].concat(), "good.json");
    let output = cento(&["verify", &example("short.json"), path(&file)]);
    let text = said(&output);
    assert!(text.contains("not checked: report, size: there is no report of Cento"), "{text}");
    assert!(text.contains("not checked: grammar, references, quotes, outcomes"), "{text}");
    assert!(!text.contains("pairs: "), "{text}");
    let file = written([&[all[0].clone(), summary], &tail[1..]].concat(), "bad.json");
    let output = cento(&["verify", &example("short.json"), path(&file)]);
    assert_eq!(output.status.code(), Some(1));
    assert!(said(&output).contains("a result without its call"), "{}", said(&output));
}

#[test]
fn what_cannot_be_read_is_exit_2_and_one_line() {
    let good = compacted("read.json", &[], str::to_owned);
    let broken = folder("broken").join("broken.json");
    std::fs::write(&broken, "{\"messages\": [\n{\"role\": \"user\", }]}").expect("a file");
    for (arguments, said) in [
        (vec!["verify"], "verify takes two files: ORIGINAL COMPACTED"),
        (vec!["verify", &good], "verify takes two files: ORIGINAL COMPACTED"),
        (vec!["verify", "--session", "x", &good, &good], "verify --session takes one file: COMPACTED"),
        (vec!["verify", "no/such/file.json", &good], "no/such/file.json"),
        (vec!["verify", &good, path(&broken)], "broken.json: line 2"),
        (vec!["verify", &good, &good, &good], "see cento verify --help"),
        (vec!["verify", "--self-test", &good], "cannot be used with"),
    ] {
        let output = cento(&arguments);
        let line = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), line.lines().count(), output.stdout.len()), (Some(2), 1, 0), "{line}");
        assert!(line.starts_with("cento: ") && line.contains(said), "{said:?} is not in {line:?}");
    }
}
