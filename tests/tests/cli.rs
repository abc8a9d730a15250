//! The command line: exit codes, formats, kept bytes, places of errors, no files and little address space.
use cento_tests::{check, list, program, session};
use flate2::{Compression, write::GzEncoder};
use serde_json::Value;
use serde_json::value::RawValue;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const TIGHT: &str =
    r#"{"protect_first_n": 0, "protect_last_n": 4, "tail_token_budget": 200, "summary_budget_tokens": 2000}"#;

fn cento(arguments: &[&str], input: &[u8]) -> Output {
    run(&program::cento(), arguments, input)
}

fn run(program: &Path, arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin");
    let input = input.to_vec();
    // A bad option ends the program before it reads: a broken pipe is no error of the test.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    output
}

fn example(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name)
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The answer and its messages as the bytes that were printed.
fn printed(output: &Output) -> (Value, Vec<String>) {
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    answer(output)
}

fn answer(output: &Output) -> (Value, Vec<String>) {
    #[derive(serde::Deserialize)]
    struct Answer<'a> {
        #[serde(borrow)]
        messages: Vec<&'a RawValue>,
        report: Value,
    }
    let answer: Answer<'_> = serde_json::from_slice(&output.stdout).expect("one JSON object");
    (answer.report, answer.messages.into_iter().map(|m| m.get().to_owned()).collect())
}

/// Exit code and the single line on stderr.
fn refusal(arguments: &[&str], input: &[u8]) -> (Option<i32>, String) {
    let output = cento(arguments, input);
    assert!(output.stdout.is_empty(), "a refusal prints nothing on stdout");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(said.starts_with("cento: ") && said.trim_end().lines().count() == 1, "one line: {said}");
    (output.status.code(), said)
}

#[test]
fn a_sample_is_compacted() {
    let output = cento(&["compact", example("tides.json").to_str().expect("a path")], b"");
    let (report, messages) = printed(&output);
    assert_eq!(report["outcome"], "compacted");
    assert_eq!(report["messages_after"], messages.len());
    assert!(report["tokens_after"].as_u64() < report["tokens_before"].as_u64());
    assert_eq!(check::summaries(&messages).len(), 1);
}

#[test]
fn file_and_standard_input_give_the_same_bytes() {
    let path = example("short.json");
    let from_file = cento(&["compact", path.to_str().expect("a path")], b"");
    let from_stdin = cento(&["compact", "-"], &std::fs::read(&path).expect("a sample"));
    assert_eq!(from_file.stdout, from_stdin.stdout);
    assert_eq!(from_file.status.code(), Some(0));
}

#[test]
fn law_04_kept_messages_come_out_byte_for_byte() {
    for seed in 0..8 {
        let session = session::long(seed, 60_000);
        let text = list::session_text(&session.list, TIGHT);
        let (report, messages) = printed(&cento(&["compact", "-"], text.as_bytes()));
        assert_eq!(report["outcome"], "compacted", "seed {seed}");
        let mut rest = session.list.iter();
        let mut changed = 0;
        for message in &messages {
            if !rest.any(|given| given == message) {
                changed += 1;
                rest = session.list.iter();
                assert!(message.contains("_compressed_summary"), "seed {seed}: not what came in: {message}");
            }
        }
        assert_eq!(changed, 1, "seed {seed}");
    }
}

#[test]
fn surrogates_and_odd_numbers_come_out_as_they_came_in() {
    let odd = r#"{"role":"user","content":"half \ud83d of a pair","x":1.0000000000000000001,"y":1e400,"role":"user"}"#;
    let mut session = session::long(2, 30_000).list;
    session.push(r#"{"role":"assistant","content":"Yes."}"#.to_owned());
    session.push(odd.to_owned());
    let (_, messages) = printed(&cento(&["compact", "-"], list::session_text(&session, TIGHT).as_bytes()));
    assert_eq!(messages.last().map(String::as_str), Some(odd));
}

#[test]
fn a_plain_list_json_lines_and_gzip_are_read() {
    let session = session::long(4, 30_000).list;
    let object = cento(&["compact", "-"], list::session_text(&session, "{}").as_bytes());
    let (_, expected) = printed(&object);
    let bare = cento(&["compact", "-"], format!("[{}]", session.join(", ")).as_bytes());
    assert_eq!(printed(&bare).1, expected);
    let lines = cento(&["compact", "-"], session.join("\n").as_bytes());
    assert_eq!(printed(&lines).1, expected);
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(list::session_text(&session, "{}").as_bytes()).expect("packed");
    let packed = packed.finish().expect("packed");
    assert_eq!(printed(&cento(&["compact", "-"], &packed)).1, expected);
    let file = folder("formats").join("session.json.gz");
    std::fs::write(&file, packed).expect("a file");
    assert_eq!(printed(&cento(&["compact", file.to_str().expect("a path")], b"")).1, expected);
}

#[test]
fn nothing_to_do_is_exit_0_and_the_same_messages() {
    let list = [r#"{"role":"user","content":"Hello."}"#, r#"{ "role" : "assistant", "content" : "Hello." }"#];
    let (report, messages) = printed(&cento(&["compact", "-"], format!("[{}]", list.join(",")).as_bytes()));
    assert_eq!(report["outcome"], "nothing-between");
    assert_eq!(messages, list);
    let (report, messages) = printed(&cento(&["compact", "-"], b"[]"));
    assert_eq!((report["messages_after"].as_u64(), messages.len()), (Some(0), 0));
}

#[test]
fn an_output_file_of_what_did_not_change_is_told() {
    let file = folder("unchanged").join("out.json");
    let file = file.to_str().expect("a path");
    let list = r#"[{"role":"user","content":"Hello."}]"#;
    let said = |arguments: &[&str], input: &[u8]| {
        let output = cento(&[&["compact", "-"], arguments].concat(), input);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    let nothing = format!("cento: {file}: nothing to do: no message lies between the protected head and tail\n");
    assert_eq!(said(&["--out", file], list.as_bytes()), nothing);
    assert_eq!(said(&["--out", file, "--report-only"], list.as_bytes()), nothing);
    // The report on standard output says it itself, and where something was done nothing has to be said.
    assert_eq!(said(&[], list.as_bytes()), "");
    let sample = std::fs::read(example("short.json")).expect("a sample");
    assert_eq!(said(&["--out", file], &sample), "");
}

#[test]
fn flags_of_a_pruning_without_one_are_refused() {
    let folder = folder("no-pruning");
    let (dump, scores) = (folder.join("dump.json"), folder.join("scores.json"));
    std::fs::write(&scores, "[]").expect("a file");
    let (dump, scores) = (dump.to_str().expect("a path"), scores.to_str().expect("a path"));
    for (verb, flag, file) in
        [("compact", "--dump", dump), ("compact", "--scores", scores), ("explain", "--scores", scores)]
    {
        for strategy in [&[][..], &["--strategy", "slim"]] {
            let (code, said) = refusal(&[&[verb, "-", flag, file], strategy].concat(), b"[]");
            assert_eq!(code, Some(2), "{said}");
            assert_eq!(said, format!("cento: {flag}: only the strategy prune judges calls; add --strategy prune\n"));
        }
        let prune = br#"{"messages": [], "options": {"strategy": "prune"}}"#;
        assert_eq!(cento(&[verb, "-", flag, file], prune).status.code(), Some(0), "{verb} {flag}");
    }
}

#[test]
fn bad_input_is_exit_2_and_one_line_that_names_the_place() {
    let deep = format!(
        "{{\"messages\": [{{\"role\": \"user\", \"content\": {}{}}}]}}",
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    let cases: [(&[u8], &str); 9] = [
        (b"", "empty"),
        (b"{\"messages\": [\n{\"role\": \"user\", }]}", "line 2"),
        (b"{\"messages\": [{\"role\": \"user\", \"content\": NaN}]}", "line 1"),
        (b"{\"messages\": 3}", "messages"),
        (b"{\"messages\": [\n3]}", "messages[0]"),
        (b"{\"messages\": [], \"options\": {\"protect_lst_n\": 3}}", "protect_lst_n"),
        (b"{\"messages\": [], \"options\": {\"protect_last_n\": \"many\"}}", "protect_last_n"),
        (b"{\"messages\": [\xff]}", "offset 14"),
        (deep.as_bytes(), "nested"),
    ];
    for (input, place) in cases {
        let (code, said) = refusal(&["compact", "-"], input);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(place), "{place:?} is not in {said:?}");
    }
    let (code, said) = refusal(&["compact", "no/such/file.json"], b"");
    assert_eq!(code, Some(2));
    assert!(said.contains("no/such/file.json"), "{said}");
}

#[test]
fn an_error_quotes_nothing_of_the_conversation() {
    let (_, said) =
        refusal(&["compact", "-"], b"{\"messages\": [{\"role\": \"user\", \"content\": \"the secret plan\" 7}]}");
    assert!(!said.contains("secret plan"), "{said}");
}

#[test]
fn bad_options_are_exit_2_and_the_place_is_their_value() {
    for (options, place) in [
        (r#"{"force": true, "context_length": 1.5}"#, "line 2, column 47: options.context_length: expected a whole"),
        (r#"{"context_length": 1e30}"#, "line 2, column 32: options.context_length: expected a whole number"),
        (r#"{"context_length": 123456789012345678901}"#, "line 2, column 32: options.context_length: expected a whole"),
        (r#"{"max_output_tokens": "9000"}"#, "line 2, column 35: options.max_output_tokens: expected a whole"),
        (r#"{"threshold_percent": {"of": 5}}"#, "line 2, column 35: options.threshold_percent: expected a whole"),
        (r#"{"budget_ratio": "0.1"}"#, "line 2, column 30: options.budget_ratio: expected a number"),
        (r#"{"budget_ratio": NaN}"#, "line 2, column 30: not JSON"),
        (r#"{"focus_topic": 7}"#, "line 2, column 29: options.focus_topic: expected a string"),
        (r#"{"strategy": "guess"}"#, "line 2, column 26: options.strategy: expected \"project\""),
        (r#"{"contxt_length": 7}"#, "line 2, column 31: options.contxt_length: no option of this name"),
        (r#"7"#, "line 2, column 13: options: expected an object"),
    ] {
        let input = format!("{{\"messages\": [],\n \"options\": {options}}}");
        let (code, said) = refusal(&["compact", "-"], input.as_bytes());
        assert_eq!(code, Some(2), "{said}");
        assert!(said.starts_with(&format!("cento: stdin: {place}")), "{options}: {said}");
    }
}

#[test]
fn numbers_out_of_range_are_clamped_and_reported() {
    let options = r#"{"context_length": -5, "protect_last_n": 9223372036854775807, "summary_budget_tokens": 1e5}"#;
    let input = format!("{{\"messages\": [], \"options\": {options}}}");
    let (report, _) = printed(&cento(&["compact", "-", "--protect-first-n", "-1"], input.as_bytes()));
    let adjusted: Vec<_> =
        report["adjustments"].as_array().expect("a list").iter().map(|a| a["option"].clone()).collect();
    assert_eq!(adjusted, ["context_length", "protect_first_n", "protect_last_n"]);
    // Shares as they are given, not in thousandths.
    let shares = r#"{"messages": [], "options": {"budget_ratio": 0.75, "prune_threshold": 50}}"#;
    let (report, _) = printed(&cento(&["compact", "-"], shares.as_bytes()));
    let clamped = serde_json::json!([
        {"option": "budget_ratio", "given": 0.75, "used": 0.3},
        {"option": "prune_threshold", "given": 50.0, "used": 1.0},
    ]);
    assert_eq!(report["adjustments"], clamped);
    let table = cento(&["explain", "-"], shares.as_bytes());
    let table = String::from_utf8(table.stdout).expect("UTF-8");
    assert!(table.contains("option    budget_ratio: 0.75 given, 0.3 used\n"), "{table}");
}

#[test]
fn a_wrong_command_line_is_exit_2_and_one_line_that_names_the_place() {
    for (arguments, place) in [
        (&["compact", "--no-such-option", "-"][..], "'--no-such-option'"),
        (&["compact"], "<FILE>"),
        (&["compact", "-", "-"], "'-'"),
        (&["compact", "-", "--fuel", "much"], "'much' for '--fuel <FUEL>': expected a whole number"),
        (&["compact", "-", "--fuel", "-1"], "'-1' for '--fuel <FUEL>': expected a whole number"),
        (&["compact", "-", "--max-memory", "1.5"], "'1.5' for '--max-memory <MIB>': expected a whole number"),
        (&["anchors", "-", "--max-bytes", "7k"], "'7k' for '--max-bytes <MAX_BYTES>': expected a whole number"),
        (&["compact", "-", "--budget"], "'--budget <TOKENS>'"),
        (&["compact", "-", "--budget", "1.5"], "--budget: expected a whole number"),
        (&["compact", "-", "--budget-ratio", "much"], "--budget-ratio: expected a number"),
        (&["compact", "-", "--strategy", "guess"], "--strategy: expected \"project\""),
        (&["anchors", "-", "--max-bytes", "-1"], "--max-bytes"),
        (&["component"], "--out <FILE.wasm>"),
        (&["should-compress", "--tokens", "5"], "--window"),
        (
            &["should-compress", "--tokens", "x", "--window", "9"],
            "'x' for '--tokens <TOKENS>': expected a whole number",
        ),
        (
            &["should-compress", "--tokens", "5", "--window", "0"],
            "'--window <WINDOW>': expected a whole number from 1 to",
        ),
        (&["should-compress", "--tokens", "5", "--window", "100000001"], "'100000001' for '--window <WINDOW>'"),
        (&["should-compress", "--tokens", "100000001", "--window", "9"], "from 0 to 100,000,000"),
        (&["should-compress", "--tokens", "-5", "--window", "9"], "'-5' for '--tokens <TOKENS>': expected"),
        (&["should-compress", "--tokens", "5", "--window", "9", "--threshold-percent", "0"], "from 10 to 95"),
        (&["no-such-command"], "'no-such-command'"),
        (&["no\nsuch\u{1b}[31mcommand"], "command"),
        (&[], "no command"),
    ] {
        let (code, said) = refusal(arguments, b"[]");
        assert_eq!(code, Some(2), "{said}");
        assert!(said.starts_with("cento: ") && said.contains(place), "{arguments:?}: {place:?} is not in {said:?}");
        assert!(!said.trim_end().contains(char::is_control), "{said:?}");
    }
}

/// Options of a component that takes no flags would be lost without a word.
#[test]
fn the_command_component_takes_no_arguments() {
    let command = program::named("cento-command");
    let plain = run(&command, &[], b"[]");
    assert_eq!((plain.status.code(), plain.stderr.is_empty()), (Some(0), true));
    for arguments in [&["--budget", "3000"][..], &["compact", "-"], &["--help"], &[""]] {
        let output = run(&command, arguments, b"[]");
        let said = String::from_utf8(output.stderr).expect("UTF-8");
        assert_eq!((output.status.code(), output.stdout.is_empty()), (Some(1), true), "{arguments:?}: {said}");
        assert!(said.starts_with("cento: no arguments are taken: ") && said.contains("\"options\""), "{said}");
        assert_eq!(said.lines().count(), 1, "{said}");
    }
}

/// Options beside `options` are not read. Hosts put much else there, which is theirs.
#[test]
fn options_that_stand_beside_the_options_are_told() {
    let told = |beside: &str| {
        let input = format!("{{\"messages\": [],\n{beside}}}");
        let output = cento(&["compact", "-"], input.as_bytes());
        assert_eq!(output.status.code(), Some(0), "{beside}");
        let command = run(&program::named("cento-command"), &[], input.as_bytes());
        assert_eq!((&command.stderr, &command.stdout), (&output.stderr, &output.stdout), "{beside}");
        String::from_utf8(output.stderr).expect("UTF-8")
    };
    for (beside, place) in [
        (r#""option": {"budget": "hunter2"}"#, "line 2, column 11: option"),
        (r#""Options": {"budget": "hunter2"}"#, "line 2, column 12: Options"),
        (r#""optoins": "hunter2", "options": {}"#, "line 2, column 12: optoins"),
        (r#""strategy": "hunter2""#, "line 2, column 13: strategy"),
        (r#""max_output_tokens": "hunter2""#, "line 2, column 22: max_output_tokens"),
        (r#""protectLastN": "hunter2""#, "line 2, column 17: protectLastN"),
        (r#""protect_lst_n": "hunter2""#, "line 2, column 18: protect_lst_n"),
        (r#""force": true, "scores": []"#, "line 2, column 10: force"),
    ] {
        let said = told(beside);
        let line = format!("cento: stdin: {place}: not read, options stand in \"options\"\n");
        assert!(said.starts_with(&line), "{beside}: {said}");
        assert!(!said.contains("hunter2"), "{said}");
        assert_eq!(said.lines().count(), if beside.contains("scores") { 2 } else { 1 }, "{said}");
    }
    for beside in [
        r#""options": {"strategy": "slim"}"#,
        r#""model": "m", "tools": [], "metadata": {"strategy": "x"}, "session_id": "s", "report": {}, "message": "x""#,
        r#""max_tokens": 1, "max_completion_tokens": 1, "temperature": 0, "score": 1, "source": "x", "stream_options": {}"#,
        r#""id": 1, "title": "x", "forced": 1, "target": 1, "context": {}, "opts": {}, "budget": 1, "": 0"#,
    ] {
        assert_eq!(told(beside), "", "{beside}");
    }
    // One message a line: what stands in a message is no option.
    let lines = b"{\"role\":\"user\",\"content\":\"a\",\"force\":true}\n{\"role\":\"assistant\",\"content\":\"b\"}\n";
    assert!(cento(&["compact", "-"], lines).stderr.is_empty());
}

#[test]
fn help_and_version_are_no_errors() {
    for arguments in
        [&["--help"][..], &["compact", "--help"], &["anchors", "--help"], &["help", "explain"], &["--version"]]
    {
        let output = cento(arguments, b"");
        assert_eq!((output.status.code(), output.stderr.is_empty()), (Some(0), true), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("cento"), "{arguments:?}");
    }
}

#[test]
fn defaults_of_the_limits_stand_in_the_help_and_in_the_readme() {
    let readme = std::fs::read_to_string(example("../README.md")).expect("README.md");
    for (verb, flag, value) in [
        ("compact", "--fuel <FUEL>", "20000000000"),
        ("compact", "--max-memory <MIB>", "512"),
        ("anchors", "--max-bytes <MAX_BYTES>", "7000"),
    ] {
        let output = cento(&[verb, "--help"], b"");
        let help = String::from_utf8(output.stdout).expect("UTF-8");
        let said = help.split(flag).nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
        assert!(said.contains(&format!("[default: {value}]")), "{flag}: {said}");
        let name = flag.split(' ').next().unwrap_or_default();
        let row = readme.lines().find(|line| line.contains(&format!("`{name} "))).unwrap_or_default();
        assert!(row.replace(',', "").contains(&format!("(default {value})")), "{flag}: {row}");
    }
}

#[test]
fn should_compress_says_yes_from_its_threshold_on() {
    for (window, tokens, answer) in [
        ("100000", "74999", "no: 74999 tokens, threshold 75000\n"),
        ("100000", "75000", "yes: 75000 tokens, threshold 75000\n"),
        // 4,096 tokens are left for the answer, or a third of a window below 12,288.
        ("14000", "9904", "yes: 9904 tokens, threshold 9904\n"),
        ("6000", "3999", "no: 3999 tokens, threshold 4000\n"),
        ("100000000", "100000000", "yes: 100000000 tokens, threshold 75000000\n"),
    ] {
        let output = cento(&["should-compress", "--window", window, "--tokens", tokens], b"");
        assert_eq!((output.status.code(), output.stdout), (Some(0), answer.as_bytes().to_vec()));
    }
}

#[test]
fn flags_do_what_their_options_do() {
    let list = session::long(5, 60_000).list;
    let options = r#"{"protect_last_n": 4, "tail_token_budget": 0, "budget_ratio": 0.02, "min_budget_tokens": 400}"#;
    let flags = ["--protect-last-n=4", "--tail-token-budget=0", "--budget-ratio", "0.02", "--min-budget-tokens", "400"];
    let given = cento(&["compact", "-"], list::session_text(&list, options).as_bytes());
    let flagged = cento(&[&["compact", "-"], &flags[..]].concat(), format!("[{}]", list.join(",")).as_bytes());
    assert_eq!(given.stdout, flagged.stdout);
    assert_eq!(printed(&given).0["summary_budget"], 2_560);
    let most = cento(
        &[&["compact", "-", "--max-budget-tokens=900"], &flags[..]].concat(),
        format!("[{}]", list.join(",")).as_bytes(),
    );
    assert_eq!(printed(&most).0["summary_budget"], 900);
}

#[test]
fn an_output_that_stays_larger_than_it_was_to_be_is_reported() {
    let list = session::long(6, 60_000).list;
    let report = |option: &str, most: &str| {
        let arguments = ["compact", "-", "--protect-last-n=4", "--tail-token-budget=200", option, most];
        printed(&cento(&arguments, format!("[{}]", list.join(",")).as_bytes())).0
    };
    for (option, named) in
        [("--max-output-tokens", "max_output_tokens (50)"), ("--target-tokens", "target_tokens (50)")]
    {
        let (tight, wide) = (report(option, "50"), report(option, "10000"));
        assert_eq!((&tight["outcome"], &wide["outcome"]), (&"compacted".into(), &"compacted".into()), "{option}");
        assert!(tight["notes"][0].as_str().is_some_and(|note| note.contains(named)), "{tight}");
        assert!(wide.get("notes").is_none(), "{wide}");
    }
}

/// As with every other failure of the sandbox, the messages come out as they went in.
#[test]
fn an_engine_that_is_none_is_exit_3_and_the_messages_are_unchanged() {
    let file = folder("engines").join("none.wasm");
    std::fs::write(&file, b"no component").expect("a file");
    let file = file.to_str().expect("a path");
    let list = [r#"{"role":"user","content":"Hello.","n":1.0}"#, r#"{ "role" : "assistant", "content" : "Hello." }"#];
    let input = format!("[{}]", list.join(","));
    let output = cento(&["compact", "--engine", file, "-"], input.as_bytes());
    let said = String::from_utf8(output.stderr.clone()).expect("UTF-8");
    assert_eq!((output.status.code(), said.lines().count()), (Some(3), 1), "{said}");
    assert!(said.starts_with("cento: ") && said.contains("not a WebAssembly component"), "{said}");
    let (report, messages) = answer(&output);
    assert_eq!((report["outcome"].as_str(), report["messages_after"].as_u64()), (Some("failed"), Some(2)));
    assert!(report["reason"].as_str().is_some_and(|reason| reason.contains("not a WebAssembly component")), "{report}");
    assert_eq!(messages, list);
    for verb in ["explain", "anchors"] {
        let (code, said) = refusal(&[verb, "--engine", file, "-"], input.as_bytes());
        assert_eq!(code, Some(3), "{said}");
    }
}

#[test]
fn an_engine_that_cannot_be_read_is_exit_2() {
    let folder = folder("engines");
    for file in [folder.join("no-such.wasm"), folder] {
        let file = file.to_str().expect("a path");
        for verb in ["compact", "explain", "anchors"] {
            let (code, said) = refusal(&[verb, "--engine", file, "-"], b"[]");
            assert_eq!(code, Some(2), "{said}");
            assert!(said.starts_with(&format!("cento: --engine {file}: ")), "{said}");
        }
    }
}

#[test]
fn the_component_written_out_is_an_engine_that_gives_the_same_bytes() {
    let file = folder("engines").join("out.wasm");
    let written = cento(&["component", "--out", file.to_str().expect("a path")], b"");
    assert_eq!(written.status.code(), Some(0), "{}", String::from_utf8_lossy(&written.stderr));
    assert!(std::fs::read(&file).expect("the component") == cento::COMPONENT, "other bytes");
    let path = example("short.json");
    let path = path.to_str().expect("a path");
    let own = cento(&["compact", path], b"");
    let other = cento(&["compact", "--engine", file.to_str().expect("a path"), path], b"");
    assert_eq!(own.stdout, other.stdout);
}

#[test]
fn the_version_names_the_component() {
    let output = cento(&["--version"], b"");
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    assert_eq!(output.status.code(), Some(0));
    assert!(said.contains(env!("CARGO_PKG_VERSION")) && said.contains(&cento::COMPONENT_SHA256[..12]), "{said}");
}

/// Two gigabytes of address space, as containers and shared machines set it.
#[cfg(unix)]
#[test]
fn it_runs_in_two_gigabytes_of_address_space() {
    let path = example("tides.json");
    let limited = Command::new("sh")
        .args(["-c", "ulimit -v 2097152 && exec \"$0\" compact \"$1\""])
        .arg(program::cento())
        .arg(&path)
        .stdin(Stdio::null())
        .output()
        .expect("sh");
    let free = cento(&["compact", path.to_str().expect("a path")], b"");
    assert_eq!(limited.status.code(), Some(0), "{}", String::from_utf8_lossy(&limited.stderr));
    assert_eq!(limited.stdout, free.stdout);
}

#[cfg(unix)]
#[test]
fn a_reader_that_goes_away_is_no_crash() {
    let path = example("tides.json");
    let output = Command::new("sh")
        .args(["-c", "\"$0\" compact \"$1\" | head -c 10 > /dev/null"])
        .arg(program::cento())
        .arg(&path)
        .stdin(Stdio::null())
        .output()
        .expect("sh");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
}

/// The cases in the folder `shared` beside the checkout, where there is one.
#[test]
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn the_cases_beside_the_checkout_hold() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/tools/run_cases.py");
    if !script.is_file() {
        eprintln!("\n*** SKIPPED: no case folder beside the checkout ({} is missing) ***\n", script.display());
        return;
    }
    let output = Command::new("python3")
        .arg(&script)
        .args(["--engine", &format!("'{}' compact -", program::cento().display())])
        .stdin(Stdio::null())
        .output()
        .expect("python3");
    let said = String::from_utf8_lossy(&output.stdout);
    let start = said.len().saturating_sub(6_000);
    let start = (start..said.len()).find(|&i| said.is_char_boundary(i)).unwrap_or(0);
    assert_eq!(output.status.code(), Some(0), "{}\n{}", &said[start..], String::from_utf8_lossy(&output.stderr));
}

/// What is printed is read again and held against what went in.
#[test]
fn a_pruning_takes_calls_and_leaves_every_other_byte() {
    let session = session::long(5, 120_000).list;
    let text = list::session_text(&session, r#"{"protect_last_n": 4, "tail_token_budget": 0}"#);
    let dump = folder("prune").join("dump.json");
    let dump_path = dump.to_str().expect("a path");
    let arguments = ["compact", "-", "--strategy", "prune", "--prune-threshold", ".5", "--truncate-chars", "200"];
    let output = cento(&[&arguments[..], &["--dump", dump_path]].concat(), text.as_bytes());
    let (report, messages) = printed(&output);
    assert_eq!(report["outcome"], "compacted");
    assert_eq!(
        (report["messages_after"].as_u64(), report["summary_tokens"].as_u64()),
        (Some(messages.len() as u64), Some(0))
    );
    assert_eq!(check::role_clashes(&session, &messages), Vec::<String>::new());
    assert_eq!(check::orphans(&list::messages(&messages)).len(), check::orphans(&list::messages(&session)).len());
    // Users and answers without calls are the bytes that came in, in order.
    let whole = |list: &[String]| -> Vec<String> {
        let records = list::messages(list);
        let plain = |i: &usize| records[*i].role != cento_contract::Role::Tool && !list[*i].contains("tool_calls");
        (0..list.len()).filter(plain).map(|i| list[i].clone()).collect()
    };
    let (given, left) = (whole(&session), whole(&messages));
    let mut rest = left.iter();
    assert!(
        given.iter().all(|message| rest.any(|m| m == message)),
        "a message of a user or an answer is not what it was"
    );
    // Every decision stands in the dump, and the counts of the report are those of the dump.
    let rows: Value = serde_json::from_slice(&std::fs::read(&dump).expect("a dump")).expect("JSON");
    let rows = rows.as_array().expect("a list");
    let count = |verdict: &str| rows.iter().filter(|row| row["verdict"] == verdict).count() as u64;
    let calls = &report["calls"];
    assert_eq!(calls["judged"].as_u64(), Some(rows.len() as u64));
    for (name, verdict) in [("keep", "keep"), ("cut", "cut-result"), ("dropped", "drop")] {
        assert_eq!(calls[name].as_u64(), Some(count(verdict)), "{name}");
        assert!(count(verdict) > 0, "no call is {verdict}");
    }
    assert!(rows.iter().all(|row| !row["reasons"].as_array().expect("reasons").is_empty() && row["tool"].is_string()));
    // A dump given back as scores decides the same.
    let again = cento(&[&arguments[..], &["--scores", dump_path]].concat(), text.as_bytes());
    assert_eq!(printed(&again).1, messages);
    // A protected tool stays.
    let kept = cento(&[&arguments[..], &["--protected-tool", "search_files"]].concat(), text.as_bytes());
    let searches = |list: &[String]| {
        list::messages(list).iter().flat_map(|m| &m.tool_calls).filter(|c| c.name == "search_files").count()
    };
    assert!(searches(&session) > 0 && searches(&messages) < searches(&session));
    assert_eq!(searches(&printed(&kept).1), searches(&session));
}

#[test]
fn scores_that_cannot_be_read_are_named() {
    let file = folder("scores").join("scores.json");
    let path = file.to_str().expect("a path");
    for (text, said) in [
        ("[{\"message\":1}]", "expected a list of objects with \"message\""),
        ("[", "expected a list of objects with \"message\""),
        ("\u{fe}", "not UTF-8"),
    ] {
        // The last one in Latin-1.
        let bytes: Vec<u8> = text.chars().map(|c| c as u8).collect();
        std::fs::write(&file, bytes).expect("a file");
        let (code, line) = refusal(&["compact", "-", "--strategy", "prune", "--scores", path], b"[]");
        assert!(code == Some(2) && line.contains("--scores") && line.contains(said), "{line}");
    }
    let (code, line) = refusal(&["compact", "-", "--scores", "no-such-file"], b"[]");
    assert!(code == Some(2) && line.contains("--scores no-such-file: "), "{line}");
}

/// The reader in `examples/` shares no code with anything here.
#[test]
fn a_separate_reader_finds_nothing_wrong_and_finds_what_is() {
    let folder = folder("separate-reader");
    let path = |name: &str| folder.join(name).to_str().expect("a path").to_owned();
    let read = |before: &str, after: &str| {
        let mut command = Command::new("python3");
        command.arg(example("check_written.py")).args([before, after]);
        command.output().expect("python3")
    };
    for seed in 0..6 {
        let session = session::long(seed, 60_000).list;
        let strategy = if seed % 2 == 0 { "prune" } else { "slim" };
        let text = list::session_text(
            &session,
            &format!(
                r#"{{"strategy": "{strategy}", "target_tokens": 9000, "protect_last_n": 4, "tail_token_budget": 0}}"#
            ),
        );
        std::fs::write(path("before.json"), &text).expect("a file");
        let done = cento(&["compact", &path("before.json"), "--out", &path("after.json")], b"");
        assert_eq!(done.status.code(), Some(0));
        let read_it = read(&path("before.json"), &path("after.json"));
        assert!(read_it.status.success(), "seed {seed}: {}", String::from_utf8_lossy(&read_it.stdout));
        let (_, mut messages) = answer(&Output { stdout: std::fs::read(path("after.json")).expect("a file"), ..done });
        let victim = messages.iter().position(|m| m.contains("\"tool_calls\"")).expect("a call");
        messages.remove(victim);
        std::fs::write(path("after.json"), list::session_text(&messages, "{}")).expect("a file");
        assert!(
            !read(&path("before.json"), &path("after.json")).status.success(),
            "seed {seed}: a lost call is not seen"
        );
    }
}

/// A script that cannot do its work says so in a line, without a traceback.
#[test]
fn scripts_say_what_they_want() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("its number").port().to_string();
    let summary = folder("scripts").join("summary.json");
    let summary = summary.to_str().expect("a path");
    let short = example("short.json");
    let short = short.to_str().expect("a path");
    assert_eq!(cento(&["compact", short, "--out", summary], b"").status.code(), Some(0));
    for (script, arguments, words) in [
        ("examples/check_written.py", &[][..], "usage: check_written.py BEFORE AFTER"),
        ("examples/check_written.py", &[short], "usage: check_written.py BEFORE AFTER"),
        ("examples/check_written.py", &[short, summary], "a summary, which only `cento verify` reads"),
        ("tests/conformance/programs/components.py", &[], "usage: components.py FOLDER"),
        ("tests/conformance/invoke.py", &["wasmtime"], "usage: invoke.py WASMTIME COMPONENT"),
        ("demo/serve.py", &[], "usage: serve.py FOLDER PORT"),
        ("demo/serve.py", &["demo", "many"], "usage: serve.py FOLDER PORT"),
        ("demo/serve.py", &["demo", &port], "is in use by another program; another one: make demo-web PORT="),
    ] {
        let output = Command::new("python3").arg(root.join(script)).args(arguments).output().expect("python3");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && output.stdout.is_empty(), "{script} {arguments:?}");
        assert!(said.contains(words) && said.lines().count() == 1, "{script} {arguments:?}: {said}");
    }
}

/// What is printed is read again: the report, the bytes before the first change, and a second pass.
#[test]
fn a_shortening_says_what_it_did_and_leaves_the_rest() {
    let session = session::long(5, 120_000).list;
    let text = list::session_text(&session, r#"{"protect_last_n": 4, "tail_token_budget": 0}"#);
    let slim = ["compact", "-", "--strategy", "slim", "--min-tokens", "100"];
    let output = cento(&[&slim[..], &["--target-tokens", "14000"]].concat(), text.as_bytes());
    let (report, messages) = printed(&output);
    let number = |name: &str| report[name].as_u64().unwrap_or_else(|| panic!("{name} in {report}"));
    assert_eq!((number("target"), messages.len(), session.len()), (14_000, session.len(), messages.len()));
    assert!(number("tokens_after") <= 14_000);
    let changed: Vec<usize> = (0..session.len()).filter(|i| session[*i] != messages[*i]).collect();
    assert_eq!(number("shortened") as usize, changed.len());
    assert_eq!(number("unchanged_prefix") as usize, changed[0]);
    let reason = report["reason"].as_str().expect("a sentence");
    let end = format!(
        "; target 14,000; {} shortened, 0 dropped; prefix unchanged up to message {}",
        changed.len(),
        changed[0]
    );
    assert!(reason.ends_with(&end), "{reason}");
    let again =
        cento(&[&slim[..], &["--target-tokens", "14000"]].concat(), list::session_text(&messages, "{}").as_bytes());
    let (report, twice) = printed(&again);
    assert_eq!((report["outcome"].as_str(), twice), (Some("small-enough"), messages));
    // Out of range is clamped and said.
    let (report, _) = printed(&cento(&[&slim[..], &["--target-percent", "-7"]].concat(), text.as_bytes()));
    assert_eq!(report["adjustments"], serde_json::json!([{"option": "target_percent", "given": -7, "used": 5}]));
}
