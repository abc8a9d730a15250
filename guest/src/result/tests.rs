use super::*;
use proptest::prelude::*;
use std::format;

fn state(tool: &str, content: &str) -> RunState {
    open(tool, content).1.state
}

#[test]
fn the_state_is_the_recorded_one() {
    use RunState::*;
    let table: &[(&str, &str, RunState)] = &[
        // Envelopes.
        ("terminal", r#"{"output":"0 files","exit_code":2,"error":null}"#, Exited(2)),
        ("terminal", r#"{"output":"copied","exit_code":0,"error":"warning: clock skew"}"#, Exited(0)),
        ("terminal", r#"{"output":"{\"exit_code\": 0}","exit_code":5}"#, Exited(5)),
        ("terminal", r#"{"output":{"exit_code":0},"exit_code":6}"#, Exited(6)),
        ("terminal", r#"{"output":"x","exit_code":null}"#, NoExitCode),
        ("process", r#"{"status":"timeout","output":"x","process_running":true,"timeout_note":"n"}"#, NoExitCode),
        ("process", r#"{"status":"interrupted","output":"x","note":"User sent a new message"}"#, NoExitCode),
        ("process", r#"{"status":"timeout","exit_code":124}"#, TimedOut(Some(124))),
        ("terminal", r#"{"status":"timeout","output":"x"}"#, TimedOut(None)),
        ("Read", "<tool_use_error>Sibling tool call errored</tool_use_error>", Refused(None)),
        ("Bash", "<tool_use_error>Sibling tool call errored</tool_use_error>", Refused(None)),
        ("terminal", r#"{"output":"x","exit_code":1.0}"#, Exited(1)),
        ("terminal", r#"{"output":"x","exit_code":0.0}"#, Exited(0)),
        ("terminal", r#"{"output":"tests passed, exit code 0"}"#, NoExitCode),
        ("terminal", r#"{"output":"","exit_code":1,"error":"BLOCKED: rm","status":"blocked"}"#, Refused(Some(1))),
        ("terminal", r#"{"output":"","exit_code":-1,"error":"Command denied by user."}"#, Refused(Some(-1))),
        ("terminal", r#"{"output":"","exit_code":-1,"status":"pending_approval"}"#, Pending),
        ("terminal", r#"{"output":"…\n[Command timed out after 1s]","exit_code":124}"#, TimedOut(Some(124))),
        ("terminal", r#"{"output":"","exit_code":124}"#, Exited(124)),
        ("terminal", r#"{"output":"[Command interrupted]","exit_code":130}"#, Interrupted(Some(130))),
        ("terminal", r#"{"output":"Background process started","session_id":"p1","exit_code":0}"#, Running),
        ("terminal", r#"{"output":"","exit_code":0,"session_id":"p1","status":"running"}"#, Running),
        ("terminal", r#"{"error":"Unknown tool: terminal"}"#, Failed),
        ("terminal", r#"{"output":"","exit_code":3000000000}"#, Failed),
        ("terminal", r#"{"output":"","exit_code":99999999999999999999}"#, Failed),
        ("terminal", r#"{"output":"","exit_code":"-99999999999999999999"}"#, Failed),
        ("bash", "[exit code: 99999999999999999999]", Failed),
        ("process", r#"{"session_id":"p1","status":"running","output_preview":"x"}"#, Running),
        ("process", r#"{"session_id":"p1","status":"killed","exit_code":-15}"#, Killed(Some(-15))),
        ("process", r#"{"session_id":"p1","status":"exited","exit_code":0}"#, Exited(0)),
        ("process", r#"{"status":"exited","exit_code":-9,"completion_reason":"killed"}"#, Killed(Some(-9))),
        ("shell", r#"{"output":"x","metadata":{"exit_code":1,"duration_seconds":0.1}}"#, Exited(1)),
        ("patch", r#"{"success":true,"diff":"-a\n+b"}"#, Succeeded),
        ("patch", r#"{"success":false,"error":"no match"}"#, Failed),
        ("read_file", r#"{"content":"1|a","total_lines":1}"#, Succeeded),
        ("read_file", r#"{"error":"File not found: x"}"#, Failed),
        ("write_file", r#"{"bytes_written":3,"files_modified":["a"]}"#, Succeeded),
        ("search_files", r#"{"total_count":0,"error":"bad regex"}"#, Failed),
        // Objects that a program printed or a file holds are text.
        ("bash", r#"{"success":false,"error":"not found","status":"blocked"}"#, NoExitCode),
        ("bash", r#"{"exit_code":7}"#, NoExitCode),
        ("read", r#"{"name":"app","error":"x","success":false}"#, NoExitCode),
        ("get_order", r#"{"id":4,"status":"cancelled"}"#, NoExitCode),
        ("run_job", r#"{"status":"running","exit_code":0}"#, Running),
        // Stubs.
        ("terminal", "[terminal] ran `make` -> exit 2, 1,044 lines output", Exited(2)),
        ("terminal", "[terminal] ran `x` -> exit 0` -> exit 7, 9 lines output", Exited(7)),
        ("terminal", "[terminal] ran `x` -> exit -1, 1 lines output", Exited(-1)),
        ("terminal", "[terminal] ran `x` -> exit ?, 1 lines output", NoExitCode),
        ("terminal", "[terminal] ran `x` -> exit 0 and more", NoExitCode),
        ("terminal", "[terminal] `rm x` BLOCKED, not run", Refused(None)),
        ("terminal", "[terminal] `rm x` awaiting the user's approval, not run", Pending),
        ("patch", "[patch] replace in a.rs (90 chars result) FAILED: no match", Failed),
        ("process", "[process] poll session=p1 FAILED: exit code 3", Exited(3)),
        ("read_file", "[read_file] read a.rs from line 1 (90 chars)", NoExitCode),
        // Headers.
        ("Bash", "Exit code 1\n[a] failed", Exited(1)),
        ("Bash", "Exit code 143\nCommand timed out after 2m 0s", TimedOut(Some(143))),
        ("Bash", "Exit code 1 was expected", NoExitCode),
        ("Bash", "Command running in background with ID: b1", Running),
        ("Bash", "half\nCommand was manually backgrounded by user with ID: b1. See below.", Running),
        ("Bash", "half\n<error>Command was aborted before completion</error>", Interrupted(None)),
        ("Bash", "ok\nExit code 1\n", NoExitCode),
        (
            "exec_command",
            "Chunk ID: a\nWall time: 0.1 seconds\nProcess exited with code 128\nOutput:\nx\n",
            Exited(128),
        ),
        ("exec_command", "Wall time: 9 seconds\nProcess running with session ID 12\nOutput:\n", Running),
        ("shell", "Exit code: 0\nWall time: 0 seconds\nOutput:\nProcess exited with code 1\n", Exited(0)),
        ("shell", "Exit code: 1\nmade by hand", NoExitCode),
        ("BashOutput", "<status>completed</status>\n\n<exit_code>3</exit_code>\n\n<stdout>\nx\n</stdout>", Exited(3)),
        ("BashOutput", "<status>running</status>\n\n<stdout>\n<exit_code>0</exit_code>\n</stdout>", Running),
        ("KillShell", "Successfully killed shell: b1 (npm start)", Killed(None)),
        ("bash", "<returncode>2</returncode>\n<output>\nx\n</output>", Exited(2)),
        // Footers.
        ("bash", "x\n\n\nCommand exited with code 2", Exited(2)),
        ("bash", "Command exited with code 1", Exited(1)),
        ("bash", "make: Command exited with code 1", NoExitCode),
        ("bash", "x\nCommand exited with code 1", NoExitCode),
        ("bash", "x\n\nCommand aborted", Interrupted(None)),
        ("bash", "exit: 0\n<shellId: 51 completed with exit code 128>", Exited(128)),
        ("bash", "<exited with exit code 0>", Exited(0)),
        ("bash", "<command with shellId: 3 is still running after 30 seconds. Use read_bash.>", Running),
        ("stop_bash", "<command with id: 3 stopped>", Killed(None)),
        ("execute_bash", "x\n[The command completed with exit code 1.]\n[Current working directory: /w]", Exited(1)),
        ("execute_bash", "x\n[Python Interpreter: /py]\n[Command finished with exit code 0]", Exited(0)),
        ("execute_bash", "x\n[The command has no new output after 10 seconds. You may wait longer]", Running),
        ("run_shell_command", "Command: ls\nOutput: a\nExit Code: 2\nSignal: (none)", Exited(2)),
        ("terminal", "x\n[exit code: 0]", Exited(0)),
        ("terminal", "x\n[exit code 1]\n", Exited(1)),
        ("bash", "x\n(exit code 2)", Exited(2)),
        ("bash", "x\n[Exit code: 127]", Exited(127)),
        ("bash", "x\n[exit code: -9]", Exited(-9)),
        ("bash", "[exit code: 1]\nboom", Exited(1)),
        ("bash", "(exit code 3)", Exited(3)),
        ("unheard_of", "x\n[exit code: 4]", Exited(4)),
        ("bash", "x\n[exit code: 99999999999]", Failed),
        ("bash", "x [exit code: 1]", NoExitCode),
        ("bash", "x\n[exit code: 1] of make", NoExitCode),
        ("bash", "x\n[exit code: 1]\ny", NoExitCode),
        ("bash", "x\n[exit code: one]", NoExitCode),
        ("bash", "x\n[exit code: 1)", NoExitCode),
        ("bash", "x\nexit code: 1", NoExitCode),
        ("bash", "[exit code: 1]\nx\n[exit code: 0]", NoExitCode),
        ("read_file", "x\n[exit code: 1]", NoExitCode),
        // Not run, or said by the tool.
        ("Bash", "The user doesn't want to proceed with this tool use. STOP.", Refused(None)),
        ("Bash", "[Request interrupted by user for tool use]", Interrupted(None)),
        ("terminal", "BLOCKED: needs approval", Refused(None)),
        ("bash", "BLOCKED: line of a log", NoExitCode),
        ("Edit", "<tool_use_error>File has not been read yet.</tool_use_error>", Failed),
        ("nope", "Tool 'nope' does not exist. Available tools: a", Failed),
        ("fetch", "Error: no such host", Failed),
        ("read", "Error: this is line one of a log\nmore", NoExitCode),
        ("Edit", "The file a.rs has been updated.", Succeeded),
        ("bash", "all 12 tests passed", NoExitCode),
        ("bash", "", NoExitCode),
        ("", "", NoExitCode),
    ];
    for (tool, content, want) in table {
        assert_eq!(state(tool, content), *want, "{tool}: {content}");
    }
}

#[test]
fn what_the_command_prints_itself_is_no_record() {
    let call = |command: &str, background| Call {
        tool: "Bash".into(),
        action: Action::Run { command: command.into(), cwd: None, background, effects: Vec::new() },
        target: String::new(),
        readable: true,
        masked: 0,
    };
    let of = |command, background, content| {
        open_for("Bash", Some(&call(command, background)), content, Beside::default()).1.state
    };
    assert_eq!(of("x; echo \"Exit code $?\"", false, "Exit code 1"), RunState::NoExitCode);
    assert_eq!(of("x", false, "Exit code 1"), RunState::Exited(1));
    assert_eq!(of("x; echo \"[exit code: $?]\"", false, "y\n[exit code: 1]"), RunState::NoExitCode);
    assert_eq!(of("x; echo \"(Exit Code $?)\"", false, "y\n(Exit Code 1)"), RunState::NoExitCode);
    assert_eq!(of("x", false, "y\n[exit code: 1]"), RunState::Exited(1));
    assert_eq!(of("x", true, r#"{"output":"","exit_code":0,"error":null}"#), RunState::Running);
    assert_eq!(of("x", true, r#"{"output":"","exit_code":1,"error":null}"#), RunState::Exited(1));
}

#[test]
fn what_stands_beside_the_content_is_a_record() {
    use RunState::*;
    let (code, flag) =
        (|code| Beside { code: Some(code), failed: None }, |failed| Beside { code: None, failed: Some(failed) });
    let both = |code, failed| Beside { code: Some(code), failed: Some(failed) };
    let table: &[(&str, &str, Beside, RunState)] = &[
        ("bash", "all 12 tests passed", code(1), Exited(1)),
        ("bash", "error: none", code(0), Exited(0)),
        // What a program prints is no record where the host keeps one.
        ("bash", "Exit code 1\nof the log", code(0), Exited(0)),
        ("bash", "<exited with exit code 0>", code(3), Exited(3)),
        ("bash", r#"{"exit_code":0}"#, code(4), Exited(4)),
        // The tool's own record of the run, but no failure is lost.
        ("terminal", r#"{"output":"x","exit_code":1}"#, code(0), Exited(1)),
        ("terminal", r#"{"output":"x","exit_code":1}"#, code(2), Exited(1)),
        ("terminal", r#"{"output":"x","exit_code":0}"#, code(2), Exited(2)),
        ("terminal", r#"{"output":"x","exit_code":null}"#, code(2), Exited(2)),
        ("terminal", "[terminal] ran `x` -> exit 7, 9 lines output", code(0), Exited(7)),
        ("terminal", "[terminal] ran `x` -> exit ?, 9 lines output", code(5), Exited(5)),
        // Other ends stay and take the code along.
        ("terminal", r#"{"output":"Background process started","session_id":"p","exit_code":0}"#, code(0), Running),
        ("Bash", "Exit code 143\nCommand timed out after 2m 0s", code(143), TimedOut(Some(143))),
        ("bash", "x\n\nCommand aborted", code(130), Interrupted(Some(130))),
        ("Bash", "The user doesn't want to proceed with this tool use. STOP.", code(1), Refused(Some(1))),
        ("fetch", "Error: no such host", code(0), Failed),
        ("fetch", "Error: no such host", code(1), Exited(1)),
        // The flag.
        ("bash", "boom", flag(true), Failed),
        ("bash", "Exit code 2\nboom", flag(true), Exited(2)),
        ("bash", "boom", both(2, true), Exited(2)),
        ("bash", "boom", both(0, true), Exited(0)),
        ("Edit", "The file a.rs has been updated.", flag(true), Failed),
        ("Edit", "done", both(0, true), Failed),
        ("bash", "[Old tool output cleared]", flag(true), Failed),
        ("Bash", "[Request interrupted by user for tool use]", flag(true), Interrupted(None)),
        // A flag against what the content says: a program printed that.
        ("Bash", r#"{"exit_code": 3, "output": "x"}"#, flag(false), NoExitCode),
        ("Bash", r#"{"exit_code": 3, "output": "x"}"#, both(0, false), Exited(0)),
        ("Bash", r#"{"status":"running","exit_code":null}"#, flag(false), NoExitCode),
        ("Bash", r#"{"output":"","error":"denied","status":"blocked"}"#, flag(false), NoExitCode),
        ("Bash", r#"{"exit_code": 0, "output": "x"}"#, flag(true), Failed),
        ("Bash", r#"{"status":"running","exit_code":null}"#, flag(true), Failed),
        ("Bash", r#"{"exit_code": 3, "output": "x"}"#, flag(true), Exited(3)),
        ("Bash", r#"{"exit_code": 0, "output": "x"}"#, flag(false), Exited(0)),
        ("Bash", "Exit code 9", flag(false), NoExitCode),
        ("Bash", "x\n[exit code: 1]", flag(false), NoExitCode),
        ("Bash", "Exit code 143\nCommand timed out after 2m 0s", flag(false), NoExitCode),
        ("Bash", "x\n[exit code: 0]", flag(true), Failed),
        ("Bash", "Command running in background with ID: b1", flag(false), Running),
        ("python", r#"{"exit_code": 3, "output": "x"}"#, flag(false), NoExitCode),
        ("Bash", r#"{"output":"x","exit_code":0,"status":"killed"}"#, flag(true), Failed),
        ("Bash", r#"{"output":"x","exit_code":-9,"status":"killed"}"#, flag(true), Killed(Some(-9))),
        ("bash", "[exit code: 99999999999]", code(0), Exited(0)),
        // Not of a host that answers in objects only, and not what a poll says of its process.
        ("terminal", r#"{"exit_code": 3, "output": "x"}"#, flag(false), Exited(3)),
        ("BashOutput", "<status>failed</status>\n<exit_code>1</exit_code>", flag(false), Exited(1)),
        ("process", r#"{"status":"exited","exit_code":3}"#, flag(false), Exited(3)),
        // That it is not set says nothing else.
        ("bash", "boom", flag(false), NoExitCode),
        ("edit", "ERROR:\nno such text", flag(false), Failed),
        ("bash", "boom", both(2, false), Exited(2)),
    ];
    for (tool, content, beside, want) in table {
        let (_, head) = open_for(tool, None, content, *beside);
        assert_eq!(head.state, *want, "{tool}: {content} {beside:?}");
    }
    let started = Call {
        tool: "bash".into(),
        action: Action::Run { command: "x".into(), cwd: None, background: true, effects: Vec::new() },
        target: String::new(),
        readable: true,
        masked: 0,
    };
    assert_eq!(open_for("bash", Some(&started), "log: x", code(0)).1.state, Running);
    let object = r#"{"output":"","exit_code":0,"error":null}"#;
    assert_eq!(open_for("bash", Some(&started), object, flag(false)).1.state, Running);
    let printed = r#"{"exit_code": 3, "output": "x"}"#;
    assert_eq!(open_for("Bash", None, printed, flag(false)).0, printed);
    let error = open_for("fetch", None, "\nno such host\nx", flag(true)).1.error;
    assert_eq!(error.as_deref(), Some("no such host"));
}

#[test]
fn the_body_is_what_the_tool_put_out() {
    let table: &[(&str, &str, &str)] = &[
        ("terminal", r#"{"output":"a\n\"b\"","exit_code":0}"#, "a\n\"b\""),
        ("terminal", r#"{"output":"","exit_code":1,"error":"no shell"}"#, "no shell"),
        ("terminal", r#"{"output":"","exit_code":0,"error":null}"#, ""),
        ("read_file", r#"{"content":"1|a\n2|b","total_lines":2}"#, "1|a\n2|b"),
        ("patch", r#"{"success":true,"diff":"-a\n+b"}"#, "-a\n+b"),
        ("shell", r#"{"stdout":"out","stderr":"err","exit_code":1}"#, "out\nerr"),
        ("delegate", r#"{"results":[{"summary":"one\ntwo"}]}"#, "one\ntwo"),
        ("get_order", r#" {"id":"A1","content":"box"} "#, r#"{"id":"A1","content":"box"}"#),
        ("Bash", "Exit code 1\nx", "x"),
        ("exec_command", "Wall time: 1\nProcess exited with code 0\nOutput:\nx\n", "x\n"),
        ("bash", "x\n\n\nCommand exited with code 2", "x"),
        ("bash", "x\n<shellId: 1 completed with exit code 0>", "x"),
        ("bash", "x\n\n[exit code: 1]\n", "x"),
        ("bash", "(exit code 1)\nx\n", "x\n"),
        ("execute_bash", "x\n[The command completed with exit code 1.]\n[Current working directory: /w]", "x"),
        ("BashOutput", "<status>completed</status>\n<exit_code>0</exit_code>\n<stdout>\nx\n</stdout>", "x\n"),
        ("Read", "     1→a\n<system-reminder>\nnote\n</system-reminder>\n", "     1→a"),
        ("bash", "ls\r\n(Open file: n/a)\n(Current directory: /w)\nbash-$", "ls"),
    ];
    for (tool, content, want) in table {
        assert_eq!(open(tool, content).0, *want, "{tool}: {content}");
    }
}

#[test]
fn the_head_tells_the_rest() {
    let head = |tool, content| open(tool, content).1;
    let run =
        head("terminal", r#"{"output":"0","exit_code":1,"error":"a\nb","exit_code_meaning":"no match","cwd":"/w"}"#);
    assert_eq!(
        (run.error.as_deref(), run.meaning.as_deref(), run.cwd.as_deref()),
        (Some("a ⏎ b"), Some("no match"), Some("/w"))
    );
    // The second is damaged: no word of it may be made whole.
    for (error, want) in [("true", Some("true")), ("tnull", None)] {
        let content = format!(r#"{{"output":"","exit_code":2,"error":{error}}}"#);
        assert_eq!(open("terminal", &content).1.error.as_deref(), want);
    }
    assert_eq!(head("process", r#"{"session_id":77,"status":"running"}"#).process.as_deref(), Some("77"));
    assert_eq!(head("exec_command", "Process running with session ID 5\nOutput:\n").process.as_deref(), Some("5"));
    assert_eq!(head("bash", "<command with shellId: 3 is still running>").process.as_deref(), Some("3"));
    assert_eq!(head("bash", "x\n(Open file: n/a)\n(Current directory: /w)\nbash-$").cwd.as_deref(), Some("/w"));
    let list = r#"{"processes":[{"session_id":"p1","status":"exited","exit_code":2,"output_preview":"a\nb"},
        {"session_id":"p2","status":"running","exit_code":null},{"session_id":"p3","status":"exited","exit_code":null},
        {"session_id":"p4"},{"status":"exited","exit_code":0}]}"#;
    let states = [("p1", RunState::Exited(2)), ("p2", RunState::Running), ("p3", RunState::NoExitCode)];
    assert_eq!(head("process", list).listed, states.map(|(id, state)| (id.into(), state)));
    assert_eq!(head("records", list).listed, []);
    assert_eq!(head("read_file", r#"{"content":"a","total_lines":9}"#).total_lines, Some(9));
    assert_eq!(head("read", "<content>1: a\n\n(End of file - total 21 lines)\n</content>").total_lines, Some(21));
    assert_eq!(head("edit", "ERROR:\nno such text").error.as_deref(), Some("no such text"));
    assert!(head("terminal", "[terminal] ran `x` -> exit 0, 1 lines output").stub);
    assert!(head("bash", "[Old tool output cleared to save context space]").stub);
    assert!(!head("bash", "[test] $ go test ./...").stub);
    assert!(!head("bash", "[lint] done -> exit 1, 3 lines output").stub);
}

#[test]
fn hostile_results_take_linear_time() {
    let deep = format!("{{\"output\":{}1{},\"exit_code\":4}}", "[".repeat(300_000), "]".repeat(300_000));
    assert_eq!(state("terminal", &deep), RunState::Exited(4));
    let lines = "[x]\n".repeat(200_000);
    assert_eq!(state("execute_bash", &lines), RunState::NoExitCode);
    let quotes = "{\"output\":\"".to_string() + &"\\\"".repeat(500_000);
    assert_eq!(state("terminal", &quotes), RunState::NoExitCode);
}

proptest! {
    #[test]
    fn words_in_the_output_never_change_the_code(output in ".{0,80}", code in -3_i32..300) {
        let json = serde_json::json!({ "output": output, "exit_code": code, "error": null }).to_string();
        let (body, head) = open("terminal", &json);
        if output.is_empty() || code != 124 && code != 130 {
            prop_assert_eq!(head.state, RunState::Exited(code));
        }
        prop_assert_eq!(body, output);
    }

    #[test]
    fn any_content_is_survived(
        tool in "(terminal|bash|read|Edit|process|)",
        content in "(\\[|\\]|\\{|\\}|\"|exit_code|:|<|>|shellId: |Exit code 1|\n|Command exited with code |-> exit |é|\\)|Output:|Wall time: |,| |4){0,25}",
    ) {
        let _ = open(&tool, &content);
    }
}

#[test]
fn of_a_read_whose_arguments_nobody_can_read_the_hosts_record_counts() {
    let content = r#"{"output":"no such file","exit_code":127,"error":null}"#;
    for (arguments, wanted) in
        [("{\"path\": \"src/a.p", RunState::Exited(127)), (r#"{"path": "a.json"}"#, RunState::NoExitCode)]
    {
        let made = cento_contract::ToolCall { id: "a".into(), name: "read_file".into(), arguments: arguments.into() };
        let call = crate::call::read(&made);
        assert_eq!(open_for(&call.tool, Some(&call), content, Beside::default()).1.state, wanted, "{arguments}");
    }
}
