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
    let mut child = Command::new(program::cento())
        .args(arguments)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("cento starts");
    let mut stdin = child.stdin.take().expect("stdin");
    let input = input.to_vec();
    // A bad option ends the program before it reads: a broken pipe is no error of the test.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("cento ends");
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
    assert_eq!(said.trim_end().lines().count(), 1, "one line: {said}");
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
fn a_wrong_command_line_is_exit_2() {
    for arguments in [&["compact", "--no-such-option", "-"][..], &["no-such-command"], &[]] {
        assert_eq!(cento(arguments, b"").status.code(), Some(2), "{arguments:?}");
    }
}

#[test]
fn an_engine_that_is_none_is_exit_3() {
    let file = folder("engines").join("none.wasm");
    std::fs::write(&file, b"no component").expect("a file");
    let (code, said) = refusal(&["compact", "--engine", file.to_str().expect("a path"), "-"], b"[]");
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("not a WebAssembly component"), "{said}");
}

#[test]
fn the_component_written_out_is_an_engine_that_gives_the_same_bytes() {
    let file = folder("engines").join("out.wasm");
    let written = cento(&["component", "--out", file.to_str().expect("a path")], b"");
    assert_eq!(written.status.code(), Some(0), "{}", String::from_utf8_lossy(&written.stderr));
    assert_eq!(std::fs::read(&file).expect("the component"), cento::COMPONENT);
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
