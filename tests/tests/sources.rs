//! Sessions that are no OpenAI-style files: the state database of Hermes, and the files of other agents.
use cento_tests::program;
use rusqlite::{Connection, params};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn cento(arguments: &[&str]) -> Output {
    Command::new(program::cento()).args(arguments).env_clear().output().expect("cento ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

fn refused(arguments: &[&str]) -> String {
    let output = cento(arguments);
    let said = text(&output.stderr);
    assert_eq!((output.status.code(), said.lines().count(), output.stdout.len()), (Some(2), 1, 0), "{said}");
    said
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sources").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries.map(|e| e.expect("an entry").file_name().display().to_string()).collect();
    names.sort();
    names
}

/// A database with two generations of one conversation, the second of them live, and a short session.
fn database(folder: &Path, journal: &str) -> PathBuf {
    let file = folder.join("state.db");
    let db = Connection::open(&file).expect("a database");
    db.pragma_update(None, "journal_mode", journal).expect("a journal");
    db.execute_batch(
        "CREATE TABLE sessions (id TEXT PRIMARY KEY, title TEXT);
         CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, role TEXT NOT NULL,
           content TEXT, tool_call_id TEXT, tool_calls TEXT, tool_name TEXT, timestamp REAL NOT NULL,
           active INTEGER NOT NULL DEFAULT 1, compacted INTEGER NOT NULL DEFAULT 0);
         INSERT INTO sessions VALUES ('20260914_a', 'Harbour tables'), ('20260914_b', NULL);",
    )
    .expect("tables");
    for generation in 0..2 {
        let row = |role: &str, content: &str, id: Option<String>, calls: Option<Value>| {
            db.execute(
                "INSERT INTO messages (session_id, role, content, tool_call_id, tool_calls, timestamp, active)
                 VALUES ('20260914_a', ?1, ?2, ?3, ?4, ?5, ?6)",
                params![role, content, id, calls.map(|c| c.to_string()), f64::from(generation) + 0.5, generation],
            )
            .expect("a row");
        };
        row("user", "Never touch the tables of the harbour.", None, None);
        for n in 0..40 {
            let call = json!([{"id": format!("c{n}"), "type": "function",
                "function": {"name": "terminal", "arguments": json!({"command": format!("make t{n}")}).to_string()}}]);
            row("assistant", &format!("Step {n}."), None, Some(call));
            let result = json!({"output": "a line\n".repeat(100), "exit_code": n % 2, "error": null}).to_string();
            row("tool", &result, Some(format!("c{n}")), None);
        }
    }
    let parts = "\0json:[{\"type\":\"text\",\"text\":\"A Fjord\"}]";
    db.execute(
        "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('20260914_b', 'user', ?1, 1)",
        [parts],
    )
    .expect("a row");
    file
}

#[test]
fn a_session_is_read_once_and_nothing_is_written() {
    for journal in ["wal", "delete"] {
        let folder = folder(&format!("dry-{journal}"));
        let file = database(&folder, journal);
        let path = file.to_str().expect("a path");
        let before = (std::fs::read(&file).expect("bytes"), file.metadata().expect("data").modified().expect("a time"));
        let output = cento(&["compact", "--db", path, "--session", "20260914_a"]);
        let said = text(&output.stdout);
        assert_eq!((output.status.code(), text(&output.stderr)), (Some(0), String::new()));
        for line in [
            "session   20260914_a",
            "read      Hermes, 162 rows read, 81 repeated",
            "messages  81 -> ",
            "outcome   compacted: 81 messages",
            "written   nothing; --out FILE writes the messages",
        ] {
            assert!(said.contains(line), "{line:?} is not in {said}");
        }
        assert_eq!(names(&folder), ["state.db"], "{journal}");
        let after = (std::fs::read(&file).expect("bytes"), file.metadata().expect("data").modified().expect("a time"));
        assert!(before == after, "{journal}: the database is another one");
    }
}

#[test]
fn a_result_goes_into_the_file_that_is_named() {
    let folder = folder("out");
    let file = database(&folder, "wal");
    let (path, out) = (file.to_str().expect("a path"), folder.join("out.json"));
    let arguments = ["compact", "--db", path, "--session", "20260914_a", "--out", out.to_str().expect("a path")];
    let said = text(&cento(&arguments).stdout);
    assert!(said.contains("written   ") && said.contains("out.json"), "{said}");
    let json: Value = serde_json::from_slice(&std::fs::read(&out).expect("a result")).expect("JSON");
    assert_eq!(
        json["report"]["source"],
        json!({"agent": "Hermes", "session": "20260914_a", "read": 162, "unit": "rows", "repeated": 81})
    );
    assert_eq!(json["messages"][0]["_row_id"], 1, "the first occurrence stays");
    let summary = json["messages"].as_array().expect("a list").iter().find(|m| m["_compressed_summary"] == true);
    let summary = summary.and_then(|m| m["content"].as_str()).expect("a summary");
    assert!(summary.contains("session_search(session_id='20260914_a', around_message_id=N)"), "{summary}");
    let live = cento(&[&arguments[..], &["--active-only"]].concat());
    assert_eq!(live.status.code(), Some(0));
    let json: Value = serde_json::from_slice(&std::fs::read(&out).expect("a result")).expect("JSON");
    assert_eq!((&json["messages"][0]["_row_id"], &json["report"]["source"]["repeated"]), (&json!(82), &json!(0)));
    let report = cento(&["compact", "--db", path, "--session", "20260914_a", "--report-only"]);
    assert_eq!(serde_json::from_slice::<Value>(&report.stdout).expect("JSON")["outcome"], "compacted");
    let of = ["compact", "--db", path, "--session", "20260914_a", "--strategy", "prune"];
    let before = std::fs::read(&file).expect("a database");
    let link = file.with_extension("link");
    let _ = std::fs::remove_file(&link);
    std::fs::hard_link(&file, &link).expect("a link");
    let (wal, link) = (format!("{path}-wal"), link.display().to_string());
    for (flag, target) in [("--out", path), ("--dump", path), ("--out", &wal), ("--dump", &link)] {
        let line = refused(&[&of[..], &[flag, target]].concat());
        assert!(line.contains(&format!("{flag} {target}: this is the database")), "{line}");
    }
    let out = out.to_str().expect("a path");
    assert!(refused(&[&of[..], &["--out", out, "--dump", out]].concat()).contains("this is the file of --out"));
    assert!(refused(&["compact", out, "--out", out]).contains("this is the input"));
    assert_eq!(std::fs::read(&file).expect("a database"), before);
}

#[test]
fn nobody_waits_for_anybody() {
    for journal in ["wal", "delete"] {
        let file = database(&folder(&format!("busy-{journal}")), journal);
        let path = file.to_str().expect("a path");
        let writer = Connection::open(&file).expect("a database");
        writer.busy_timeout(std::time::Duration::ZERO).expect("no patience");
        writer.execute_batch("BEGIN IMMEDIATE").expect("a transaction");
        let insert =
            "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('20260914_b', 'user', 'x', 2)";
        writer.execute(insert, []).expect("a row");
        let read = |rows: &str| {
            let said = text(&cento(&["compact", "--db", path, "--session", "20260914_b"]).stdout);
            assert!(said.contains(rows), "{journal}: {said}");
        };
        read("1 rows read");
        writer.execute_batch("COMMIT").expect("the transaction is not blocked");
        read("2 rows read");
        writer.execute(insert, []).expect("a row");
        read("3 rows read");
    }
}

#[test]
fn a_log_without_index_is_read_in_a_copy() {
    let folder = folder("copied");
    let owner = database(&self::folder("owner"), "wal");
    let writer = Connection::open(&owner).expect("a database");
    writer
        .execute(
            "INSERT INTO messages (session_id, role, content, timestamp) VALUES ('20260914_b', 'user', 'x', 2)",
            [],
        )
        .expect("a row");
    for ending in ["", "-wal"] {
        let name = |path: &Path| PathBuf::from(format!("{}{ending}", path.display()));
        std::fs::copy(name(&owner), name(&folder.join("state.db"))).expect("a copy");
    }
    let file = folder.join("state.db");
    let said = text(&cento(&["compact", "--db", file.to_str().expect("a path"), "--session", "20260914_b"]).stdout);
    assert!(said.contains("2 rows read"), "{said}");
    assert_eq!(names(&folder), ["state.db", "state.db-wal"]);
}

#[test]
fn sessions_are_found_with_their_calls() {
    let folder = folder("found");
    let file = database(&folder, "wal");
    let find = |words: &str| text(&cento(&["compact", "--db", file.to_str().expect("a path"), "--find", words]).stdout);
    let line = "     40      162       81  20260914_a  Harbour tables\n";
    for words in ["HARBOUR", "make t7", "0914_a", "never touch"] {
        assert_eq!(find(words), format!("  calls     rows     live  session\n{line}1 session\n"), "{words}");
    }
    assert!(find("fjord").contains("      0        1        1  20260914_b\n"));
    assert_eq!(find("nowhere"), "  calls     rows     live  session\n0 sessions\n");
    let home = Command::new(program::cento())
        .args(["compact", "--find", "harbour"])
        .env_clear()
        .env("HERMES_HOME", &folder)
        .output()
        .expect("cento ends");
    assert!(text(&home.stdout).contains(line));
}

#[test]
fn what_cannot_be_read_is_exit_2_and_one_line() {
    let folder = folder("refused");
    let file = database(&folder, "delete");
    let path = file.to_str().expect("a path");
    let session = |db: &str, id: &str| refused(&["compact", "--db", db, "--session", id]);
    assert!(session(path, "2026").contains("2 sessions have ids that begin with \"2026\": 20260914_a, 20260914_b"));
    assert!(session(path, "x").contains("no session has an id that begins with \"x\"; --find TEXT lists sessions"));
    assert!(session("no such file", "x").contains("no such file: "));
    let other = folder.join("other");
    std::fs::write(&other, "no database at all, though longer than a head").expect("a file");
    assert!(session(other.to_str().expect("a path"), "x").contains("not a SQLite database"));
    let empty = folder.join("empty.db");
    Connection::open(&empty).expect("a database").execute_batch("CREATE TABLE t (a)").expect("a table");
    assert!(session(empty.to_str().expect("a path"), "x").contains("it has no table messages"));
    let old = folder.join("old.db");
    let tables = "CREATE TABLE messages (id INTEGER PRIMARY KEY, session_id TEXT, role TEXT, content TEXT);
        INSERT INTO messages VALUES (7, 's', 'user', 'Hello.')";
    Connection::open(&old).expect("a database").execute_batch(tables).expect("a table");
    let old = old.to_str().expect("a path");
    assert!(refused(&["compact", "--db", old, "--session", "s", "--active-only"]).contains("no column active"));
    assert!(text(&cento(&["compact", "--db", old, "--session", "s"]).stdout).contains("1 rows read"));
    for (tables, said) in [
        ("CREATE TABLE messages (id INTEGER, foo TEXT)", "the table messages has no column session_id"),
        (
            "CREATE TABLE messages (id TEXT, session_id, role, content); INSERT INTO messages VALUES ('x', 's', 'user', 'y')",
            "SQLite: a value has an unexpected type",
        ),
        (
            "CREATE TABLE messages (id INTEGER, session_id, role, content); INSERT INTO messages VALUES (1, NULL, 'user', 'y')",
            "no session has an id",
        ),
    ] {
        let odd = folder.join("odd.db");
        let _ = std::fs::remove_file(&odd);
        Connection::open(&odd).expect("a database").execute_batch(tables).expect("a table");
        let line = session(odd.to_str().expect("a path"), "s");
        assert!(line.contains(said) && !line.contains("SELECT"), "{line}");
        let found = cento(&["compact", "--db", odd.to_str().expect("a path"), "--find", ""]);
        let line = text(&found.stderr);
        assert!(!line.contains("SELECT") && found.status.code() != Some(0) || line.is_empty(), "{line}");
    }
    let writer = Connection::open(&file).expect("a database");
    writer.execute_batch("BEGIN EXCLUSIVE").expect("a transaction");
    assert!(session(path, "20260914_a").contains("the database is locked by another program; try again"));
    for (arguments, place) in [
        (&["compact", "--db", path][..], "<FILE>"),
        (&["compact", "-", "--session", "x"], "--session"),
        (&["compact", "-", "--active-only"], "--active-only"),
        (&["compact", "--find", "x", "--active-only"], "--active-only"),
        (&["compact", "--find", "x", "--session", "x"], "--session"),
    ] {
        assert!(refused(arguments).contains(place), "{arguments:?}");
    }
}

#[test]
fn a_file_of_another_agent_becomes_openai_style_and_what_is_left_out_is_said() {
    let folder = folder("agents");
    let file = folder.join("session.jsonl");
    let mut lines = vec![
        json!({"type": "file-history-snapshot"}),
        json!({"type": "user", "uuid": "u", "message": {"content": "Make it green."}}),
    ];
    for n in 0..40 {
        let call = json!({"type": "tool_use", "id": format!("c{n}"), "name": "Bash", "input": {"command": format!("make t{n}")}});
        lines.push(json!({"type": "assistant", "uuid": format!("a{n}"), "message": {"id": format!("m{n}"), "content": [call]}}));
        let result = json!({"type": "tool_result", "tool_use_id": format!("c{n}"), "is_error": true, "content": format!("Exit code 2\n{}", "a line\n".repeat(100))});
        lines.push(json!({"type": "user", "uuid": format!("r{n}"), "message": {"content": [result]}}));
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(&file, lines.join("\n")).expect("a file");
    let path = file.to_str().expect("a path");
    let output = cento(&["compact", path]);
    assert_eq!(text(&output.stderr), format!("cento: {path}: left out: 1 file-history-snapshot (first in line 1)\n"));
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["report"]["source"]["agent"], "Claude Code");
    assert_eq!(json["messages"][0], json!({"role": "user", "content": "Make it green.", "_row_id": 2}));
    let summary = json["messages"].as_array().expect("a list").iter().find(|m| m["_compressed_summary"] == true);
    let summary = summary.and_then(|m| m["content"].as_str()).expect("a summary");
    assert!(summary.contains("[#N] is line N of the session file.") && summary.contains("exit 2"), "{summary}");
    // The agent died while it wrote a line, and went on later.
    let torn = format!("{}\n{{\"type\":\"assist{}\n{}\n", lines[..4].join("\n"), lines[4], lines[5..].join("\n"));
    std::fs::write(&file, torn).expect("a file");
    let said = text(&cento(&["compact", path]).stderr);
    assert!(said.contains("1 line that is no JSON (first in line 5)"), "{said}");
}

#[test]
fn session_files_of_older_hermes_are_read() {
    let file = folder("legacy").join("session.json");
    let text = r#"{"session_id":"s","system_prompt":"p","tools":[],"messages":[{"role":"user","content":"Hello."}]}"#;
    std::fs::write(&file, text).expect("a file");
    let output = cento(&["compact", file.to_str().expect("a path")]);
    let json: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((output.status.code(), &json["messages"][0]["content"]), (Some(0), &json!("Hello.")));
    assert!(json["report"].get("source").is_none());
}
