use super::*;
use proptest::prelude::*;
use std::format;

fn of(name: &str, arguments: &str) -> Call {
    read(&ToolCall { id: "c".into(), name: name.into(), arguments: arguments.into() })
}

/// Effects as text: `Patched a`, `Moved a > b`.
fn effects_of(call: &Call) -> Vec<String> {
    let (Action::Run { effects, .. } | Action::Change { effects, .. }) = &call.action else { return Vec::new() };
    let to = |e: &Effect| e.to.as_ref().map(|to| format!(" > {to}")).unwrap_or_default();
    effects.iter().map(|e| format!("{:?} {}{}", e.op, e.path, to(e))).collect()
}

#[test]
fn calls_that_only_look_the_same_have_different_numbers() {
    let run = |command: &str| {
        let arguments = serde_json::json!({"command": command, "timeout": command.len()}).to_string();
        of("terminal", &arguments)
    };
    let (a, b) = (run("API_TOKEN=corn77aa make test"), run("API_TOKEN=rye88bbb make test"));
    assert_eq!(a.target, b.target);
    assert!(a.masked != b.masked && a.masked != 0 && b.masked != 0);
    // Blanks and the other arguments make no other command; nothing masked, no number.
    assert_eq!(run("API_TOKEN=corn77aa  make test").masked, a.masked);
    assert_eq!(run("make test").masked, 0);
    // What stands behind a masked cookie is part of the command.
    let cookie = run("curl -b x -H Cookie:session=abc123 http://h/one");
    assert!(cookie.target.ends_with("http://h/one"), "{}", cookie.target);
    let fetch = |token: &str| of("fetch", &format!("{{\"url\":\"https://h/x?token={token}\"}}"));
    let (a, b) = (fetch("9f86d081884c7d65"), fetch("1f86d081884c7d65"));
    assert!(a.target == b.target && a.masked != b.masked);
    let inner = |token: &str| {
        let arguments = format!(
            r#"{{"calls":[{{"name":"terminal","arguments":{{"command":"API_TOKEN={token} make","workdir":"/w"}}}}]}}"#
        );
        of("tool_call", &arguments).masked
    };
    assert_ne!(inner("corn77aa"), inner("rye88bbb"));
}

#[test]
fn commands_are_found_in_every_form() {
    for (name, arguments) in [
        ("terminal", r#"{"command":"make all","workdir":"/w"}"#),
        ("exec_command", r#"{"cmd":"make all","workdir":"/w","yield_time_ms":10}"#),
        ("shell", r#"{"command":["bash","-lc","make all"],"workdir":"/w"}"#),
        ("mcp__box__run_command", r#"{"command":"make all","cwd":"/w"}"#),
        ("unheard_of", r#"{"command":"make all","cwd":"/w"}"#),
        ("tool_call", r#"{"calls":[{"name":"terminal","arguments":{"command":"make all","workdir":"/w"}}]}"#),
        ("tool_call", r#"{"calls":[{"name":"terminal","arguments":"{\"command\":\"make all\",\"workdir\":\"/w\"}"}]}"#),
        ("terminal", r#""{\"command\":\"make all\",\"workdir\":\"/w\"}""#),
    ] {
        let call = of(name, arguments);
        let Action::Run { command, cwd, background, .. } = &call.action else { panic!("{name} {arguments}") };
        assert_eq!((command.as_str(), cwd.as_deref(), *background), ("make all", Some("/w"), false));
        assert_eq!(call.target, "make all");
    }
    let Action::Run { command, background, .. } = of("Bash", r#"{"command":"a\nb","run_in_background":true}"#).action
    else {
        panic!("no run")
    };
    assert_eq!((command.as_str(), background), ("a ⏎ b", true));
}

#[test]
fn what_cannot_be_read_is_not_guessed() {
    for bad in ["", "{\"command\": \"probe", "[1,2]", "null", "7", "{\"command\":\"[Compacted history removed]\"}"] {
        let call = of("terminal", bad);
        assert_eq!((call.action, call.target.as_str(), call.readable), (Action::Other, "", false), "{bad}");
    }
    assert!(of("list_all", "{}").readable);
    // Escapes that are no Unicode are still arguments.
    assert_eq!(of("terminal", r#"{"command":"cat n\udc97.txt"}"#).target, "cat n\u{fffd}.txt");
}

#[test]
fn processes_are_named_and_kills_seen() {
    let table = [
        ("process", r#"{"action":"poll","session_id":"p1"}"#, "p1", false),
        ("process", r#"{"action":"kill","session_id":"p1"}"#, "p1", true),
        ("write_stdin", r#"{"session_id":75259,"chars":""}"#, "75259", false),
        ("write_stdin", r#"{"session_id":75259,"chars":"\u0003"}"#, "75259", true),
        ("BashOutput", r#"{"bash_id":"b1"}"#, "b1", false),
        ("KillShell", r#"{"shell_id":"b1"}"#, "b1", true),
        ("stop_bash", r#"{"shellId":"3"}"#, "3", true),
    ];
    for (name, arguments, id, kill) in table {
        assert_eq!(of(name, arguments).action, Action::Process { id: id.into(), kill }, "{name} {arguments}");
    }
}

#[test]
fn paths_stay_byte_for_byte() {
    for path in [
        "C:\\Users\\dev\\My Project\\a.cs",
        "\\\\nas\\share\\l.txt",
        "~/to do.md",
        "./a/../b",
        "/数据/表.txt",
        "/a:b/12:30.txt",
    ] {
        let json = serde_json::json!({ "path": path }).to_string();
        assert_eq!(of("read_file", &json).action, Action::Read { path: path.into() });
        assert_eq!(effects_of(&of("patch", &json)), [format!("Patched {path}")]);
    }
}

#[test]
fn ranges_of_lines_are_no_part_of_a_path() {
    for (given, want) in [
        ("src/a.rs:10-40", "src/a.rs"),
        ("a.rs:1-1", "a.rs"),
        ("C:\\src\\a.rs:10-40", "C:\\src\\a.rs"),
        ("src/a.rs:raw", "src/a.rs"),
        ("/data/a:b/12:30.txt", "/data/a:b/12:30.txt"),
        ("/data/12:30-40", "/data/12:30-40"),
        ("C:\\x", "C:\\x"),
        ("C:10-40", "C:10-40"),
        ("src/a.rs:10", "src/a.rs:10"),
        ("src/a.rs:10-", "src/a.rs:10-"),
        ("src/a.rs:-40", "src/a.rs:-40"),
        ("src/a.rs:a-b", "src/a.rs:a-b"),
        ("src.d/a:10-40", "src.d/a:10-40"),
        (":10-40", ":10-40"),
        ("", ""),
    ] {
        assert_eq!(without_range(given), want, "{given}");
        if !given.is_empty() {
            let json = serde_json::json!({ "path": given }).to_string();
            assert_eq!(of("read_file", &json).action, Action::Read { path: want.into() });
            // What is written to is named byte for byte.
            assert_eq!(effects_of(&of("patch", &json)), [format!("Patched {given}")]);
        }
    }
}

#[test]
fn changes_say_what_happens_to_each_file() {
    let table: &[(&str, &str, &[&str])] = &[
        ("Write", r#"{"file_path":"a","content":"x"}"#, &["Written a"]),
        ("write_file", r#"{"path":"a","content":"x"}"#, &["Written a"]),
        ("edit", r#"{"path":"a","oldText":"x","newText":"y"}"#, &["Patched a"]),
        ("NotebookEdit", r#"{"notebook_path":"a.ipynb","new_source":"x","edit_mode":"delete"}"#, &["Patched a.ipynb"]),
        ("create_file", r#"{"filePath":"a","content":"x"}"#, &["Created a"]),
        ("str_replace_editor", r#"{"command":"create","path":"a","file_text":"x"}"#, &["Created a"]),
        ("str_replace_editor", r#"{"command":"str_replace","path":"a","old_str":"x"}"#, &["Patched a"]),
        ("memory_store", r#"{"command":"rename","old_path":"a","new_path":"b","path":"a"}"#, &["Moved a > b"]),
        ("delete_file", r#"{"target_file":"a"}"#, &["Deleted a"]),
        ("mcp__files__move_file", r#"{"source":"a","destination":"b"}"#, &["Moved a > b"]),
        ("copy_file", r#"{"source":"a","destination":"b"}"#, &["Copied a > b"]),
        ("patch", r#"{"mode":"patch","patch":"*** Begin Patch\n*** Add File: n\n+x\n*** End Patch"}"#, &["Created n"]),
        ("apply_patch", r#"{"input":"*** Begin Patch\n*** Delete File: n\n*** End Patch"}"#, &["Deleted n"]),
        ("apply_patch", "*** Begin Patch\n*** Update File: raw\n@@\n*** End Patch", &["Patched raw"]),
        (
            "Bash",
            r#"{"command":"apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: n\n+> no\n*** End Patch\nEOF"}"#,
            &["Created n"],
        ),
        ("insert", r#"{"text":"x"}"#, &[]),
    ];
    for (name, arguments, want) in table {
        let call = of(name, arguments);
        assert_eq!(effects_of(&call), *want, "{name} {arguments}");
        assert!(call.readable);
    }
    let view = of("str_replace_editor", r#"{"command":"view","path":"a"}"#);
    assert_eq!(view.action, Action::Read { path: "a".into() });
}

#[test]
fn new_texts_give_names() {
    let defines = |name, arguments| match of(name, arguments).action {
        Action::Change { defines, .. } => defines,
        other => panic!("{other:?}"),
    };
    assert_eq!(
        defines("Edit", r#"{"file_path":"a","old_string":"def gone_name():","new_string":"def fresh_name():"}"#),
        ["fresh_name"]
    );
    let edits = r#"{"file_path":"a","edits":[{"new_string":"class Alpha:"},{"new_string":"class Gamma:"}]}"#;
    assert_eq!(defines("MultiEdit", edits), ["Alpha", "Gamma"]);
    let patch =
        r#"{"patch":"*** Begin Patch\n*** Update File: a\n-fn removed() {}\n+fn inserted() {}\n fn context() {}"}"#;
    assert_eq!(defines("patch", patch), ["inserted"]);
}

#[test]
fn todo_items_get_marks() {
    let items = |name, arguments| match of(name, arguments).action {
        Action::Todo { items, .. } => items.unwrap_or_default(),
        other => panic!("{other:?}"),
    };
    let list = r#"{"todos":[{"content":"one","status":"completed"},{"content":"two","status":"in_progress"},"three"]}"#;
    assert_eq!(items("TodoWrite", list), ["[x] one", "[~] two", "[ ] three"]);
    assert_eq!(items("update_plan", r#"{"plan":[{"step":"one","status":"pending"}]}"#), ["[ ] one"]);
    assert_eq!(items("update_todo", r#"{"todos":"- [x] one\n- [ ] two"}"#), ["[x] one", "[ ] two"]);
    assert_eq!(items("TaskCreate", r#"{"subject":"one","description":"long"}"#), ["[ ] one"]);
    assert_eq!(items("TaskUpdate", r#"{"taskId":"4","status":"completed"}"#), ["[x] 4"]);
    assert!(items("todo", "{}").is_empty());
}

#[test]
fn todo_marks_follow_the_status_in_its_spellings() {
    for (status, mark) in [
        (r#""status":"completed""#, "[x]"),
        (r#""status":"done""#, "[x]"),
        (r#""state":"closed""#, "[x]"),
        (r#""completed":true"#, "[x]"),
        (r#""checked":true"#, "[x]"),
        (r#""done":false"#, "[ ]"),
        (r#""status":"in_progress""#, "[~]"),
        (r#""status":"in-progress""#, "[~]"),
        (r#""status":"cancelled""#, "[-]"),
        (r#""status":"skipped""#, "[-]"),
        (r#""status":"pending""#, "[ ]"),
        (r#""status":"unheard of""#, "[ ]"),
        // The status has the word.
        (r#""status":"pending","done":true"#, "[ ]"),
        (r#""status":7"#, "[ ]"),
    ] {
        let list = format!(r#"{{"todos":[{{"content":"one",{status}}}]}}"#);
        assert_eq!(
            of("TodoWrite", &list).action,
            Action::Todo { items: Some(vec![format!("{mark} one")]), single: false },
            "{status}"
        );
    }
    for (line, want) in [
        ("[X] one", Some("[x] one")),
        ("* [~] one", Some("[~] one")),
        ("- [-] one", Some("[-] one")),
        ("[?] one", Some("[ ] [?] one")),
        // A mark without words is no item.
        ("[x]", None),
        ("- ", None),
    ] {
        let list = serde_json::json!({ "todos": [line] }).to_string();
        let items = want.map(|want| vec![want.into()]);
        assert_eq!(of("todo", &list).action, Action::Todo { items, single: false }, "{line}");
    }
    for (list, items) in [
        (r#"{"todos":[{"content":" ","status":"done"}]}"#, None),
        (r#"{"todos":[]}"#, Some(vec![])),
        (r#"{"todos":[],"merge":true}"#, None),
        (r#"{"todos":"x","merge":true}"#, Some(vec!["[ ] x".into()])),
        ("{}", None),
    ] {
        assert_eq!(of("todo", list).action, Action::Todo { items, single: list == "{}" }, "{list}");
    }
}

#[test]
fn other_calls_show_their_most_telling_argument() {
    let table = [
        ("search_files", r#"{"pattern":"a|b","target":"content","path":"/src"}"#, "a|b … /src"),
        ("web_search", r#"{"query":"wool price"}"#, "wool price"),
        ("web_extract", r#"{"urls":["https://e.org/a","https://e.org/b"]}"#, "https://e.org/a"),
        ("delegate_task", r#"{"context":"long","goal":"count sheep"}"#, "count sheep"),
        ("list_dir", r#"{"path":"/src"}"#, "/src"),
        ("search_flight", r#"{"origin":"AAA","destination":"BBB","n":2,"x":null}"#, "AAA … BBB … 2"),
        ("task", r#"{"command":"review","prompt":"look at it","description":"Review"}"#, "Review"),
        ("nothing", "{}", ""),
    ];
    for (name, arguments, want) in table {
        let call = of(name, arguments);
        assert_eq!((call.target.as_str(), call.action), (want, Action::Other), "{name}");
    }
    let long = format!("{{\"query\":\"{}\"}}", "é".repeat(500));
    assert_eq!(of("web_search", &long).target.chars().count(), target::MAX_TARGET + 1);
}

proptest! {
    #[test]
    fn any_arguments_are_survived(
        name in "(terminal|patch|todo|process|read_file|tool_call|x)",
        arguments in "(\\{|\\}|\\[|\\]|\"|:|,|command|path|calls|name|arguments|\\\\|é|1|null|\n){0,25}",
    ) {
        let _ = of(&name, &arguments);
    }
}
