use super::*;
use alloc::format;
use alloc::string::String;
use proptest::prelude::*;

/// An output and the line that has to come first.
const FIRST: &[(&str, &str, &str)] = &[
    (
        "pytest",
        "collected 3 items\n\n>       assert a == b\nE       assert 1 == 2\n\ntests/x.py:4: AssertionError\n=== 1 failed, 2 passed in 0.1s ===\nFAILED tests/x.py::test_a - assert 1 == 2",
        "FAILED tests/x.py::test_a - assert 1 == 2",
    ),
    (
        "unittest",
        "FAIL: test_sum (calc.T)\n-----\nAssertionError: 1 != 2\nRan 3 tests in 0.1s\nFAILED (failures=1)",
        "FAIL: test_sum (calc.T)",
    ),
    (
        "go test",
        "=== RUN   TestError\n--- PASS: TestError (0.00s)\n--- FAIL: TestAdd (0.00s)\n    add_test.go:9: got 3, want 4\nFAIL\tx.example/add\t0.01s",
        "--- FAIL: TestAdd (0.00s)",
    ),
    (
        "cargo test",
        "test a::error_is_kept ... ok\ntest a::adds ... FAILED\ntest result: FAILED. 1 passed; 1 failed; 0 ignored",
        "test a::adds ... FAILED",
    ),
    (
        "rustc",
        "warning: unused variable: `error`\nerror[E0308]: mismatched types\n --> src/a.rs:3:5\n  |\n3 |     1\nerror: could not compile `a` (lib) due to 1 previous error",
        "error[E0308]: mismatched types",
    ),
    (
        "gcc",
        "In file included from a.c:1:\na.c:3:5: error: expected ';' before 'x'\nmake: *** [a.o] Error 1",
        "a.c:3:5: error: expected ';' before 'x'",
    ),
    (
        "tsc",
        "> build\nsrc/a.ts(3,5): error TS2322: Type 'x' is not assignable.",
        "src/a.ts(3,5): error TS2322: Type 'x' is not assignable.",
    ),
    ("go build", "# x.example/a\n./a.go:12:3: undefined: thing", "./a.go:12:3: undefined: thing"),
    (
        "python",
        "Traceback (most recent call last):\n  File \"/w/a.py\", line 3, in <module>\n    f()\n  File \"/usr/lib/python3/x.py\", line 9, in f\n    raise KeyError(1)\nKeyError: 'name'",
        "KeyError: 'name'",
    ),
    (
        "java",
        "INFO start\nException in thread \"main\" java.lang.IllegalStateException: closed\n\tat java.base/x.Y(Y.java:1)\n\tat a.b.Main.run(Main.java:7)",
        "Exception in thread \"main\" java.lang.IllegalStateException: closed",
    ),
    (
        "ld",
        "main.o: in function `main':\nmain.c:(.text+0x5): undefined reference to `thing'\ncollect2: error: ld returned 1 exit status",
        "main.c:(.text+0x5): undefined reference to `thing'",
    ),
    (
        "git merge",
        "Auto-merging a.txt\nCONFLICT (content): Merge conflict in a.txt\nAutomatic merge failed; fix conflicts and then commit the result.",
        "CONFLICT (content): Merge conflict in a.txt",
    ),
    (
        "git push",
        "To x.example:r.git\n ! [rejected]        main -> main (fetch first)\nerror: failed to push some refs to 'x.example:r.git'",
        "! [rejected]        main -> main (fetch first)",
    ),
    ("./run", "bash: ./run: Permission denied", "bash: ./run: Permission denied"),
    ("x", "start\nbash: line 1: x: command not found", "bash: line 1: x: command not found"),
    ("./a", "working\nSegmentation fault (core dumped)", "Segmentation fault (core dumped)"),
    ("curl", "* connected\nHTTP/1.1 502 Bad Gateway\nserver: x", "HTTP/1.1 502 Bad Gateway"),
    (
        "npm run x",
        "npm error Missing script: \"x\"\nnpm error A complete log of this run can be found in: /h/_logs/1.log",
        "npm error Missing script: \"x\"",
    ),
    ("terraform", "Plan: 1 to add\n│ Error: no such network", "│ Error: no such network"),
    ("docker", "Error response from daemon: no such container: x", "Error response from daemon: no such container: x"),
    (
        "jest",
        "PASS a/error.test.js\n  ● sums › adds two\n\n    Expected: 4\n    Received: 3\n\nTests:       1 failed, 3 passed, 4 total",
        "● sums › adds two",
    ),
    ("bun test", "(pass) handles errors\n(fail) adds two [0.12ms]\n 1 pass\n 1 fail", "(fail) adds two [0.12ms]"),
    (
        "rust",
        "thread 'main' panicked at src/a.rs:3:5:\nindex out of bounds\nnote: run with `RUST_BACKTRACE=1`",
        "thread 'main' panicked at src/a.rs:3:5:",
    ),
    ("go run", "panic: nil map\n\ngoroutine 1 [running]:\nmain.f(...)\n\t/w/a.go:9 +0x1d", "panic: nil map"),
    (
        "eslint .",
        "\n/w/a.js\n  3:5  error  'x' is not defined  no-undef\n\n✖ 1 problem (1 error, 0 warnings)",
        "3:5  error  'x' is not defined  no-undef",
    ),
];

#[test]
fn what_broke_comes_first() {
    let wrong: Vec<_> =
        FIRST.iter().filter(|(c, o, w)| pick(o, c, 3).first() != Some(w)).map(|(c, o, _)| (c, pick(o, c, 4))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn places_follow_their_errors() {
    for (output, line, place) in [
        (FIRST[4].1, "error[E0308]: mismatched types", "--> src/a.rs:3:5"),
        (FIRST[8].1, "KeyError: 'name'", "File \"/w/a.py\", line 3, in <module>"),
        (FIRST[9].1, FIRST[9].2, "at a.b.Main.run(Main.java:7)"),
        (FIRST[22].1, FIRST[22].2, "index out of bounds"),
        (FIRST[23].1, FIRST[23].2, "/w/a.go:9 +0x1d"),
        ("left is not right\n  left: 1\n right: 2", "left: 1", "right: 2"),
    ] {
        let picked = pick(output, "", 5);
        let at = picked.iter().position(|l| *l == line);
        assert_eq!(at.and_then(|i| picked.get(i + 1)), Some(&place), "{picked:#?}");
    }
}

#[test]
fn counts_of_none_are_no_errors() {
    for line in
        ["0 errors", "no failures", "error-free", "found 0 failed", "errors: 0", "failures=0", "0 errors, 0 warnings"]
    {
        assert!(!signs::read(line).strong, "{line}");
        let output = format!("{line}\ndone here");
        assert!(pick(&output, "check", 3).contains(&"done here"), "{line}");
    }
    for line in ["10 errors", "error: 0x1f", "errors: 07 of them", "no error handler: fatal", "2 failed, 0 errors"] {
        assert!(signs::read(line).strong, "{line}");
    }
}

#[test]
fn source_code_ranks_below_speech() {
    let output = "12:    except ValueError:\n13:        raise ParseError(x)\ngrep: b: No such file or directory";
    assert_eq!(pick(output, "grep -n Error a b", 3).first(), Some(&"grep: b: No such file or directory"));
    let output = "+    throw new ParseError(x);\nerror: build stopped";
    assert_eq!(pick(output, "make", 3).first(), Some(&"error: build stopped"));
}

#[test]
fn no_strong_line_gives_the_last_one() {
    assert_eq!(pick("one\ntwo\n\n  three \n\n", "x", 3), ["three"]);
    assert!(pick("", "x", 3).is_empty() && pick("\n \n", "x", 3).is_empty());
    assert!(pick("error: x", "x", 0).is_empty());
}

#[test]
fn long_lines_are_cut_around_the_word() {
    let line = format!("{}fatal: {}", "é ".repeat(200_000), "y".repeat(900));
    let picked = pick(&line, "x", 2);
    assert!(
        picked.first().is_some_and(|l| l.contains("fatal") && l.chars().count() <= LONGEST && line.contains(l)),
        "{picked:?}"
    );
}

#[test]
fn names_of_failing_tests() {
    let output = "FAILED a/b.py::T::test_x[1] - boom\n--- FAIL: TestA/sub (0.0s)\n(fail) suite > adds [1.2ms]\n  ✕ adds two (3 ms)\n × ends 12ms\n\
                  test m::t ... FAILED\nFAIL: test_q (m.T)\nnot ok 3 - name here\n  ● s › t\nFAILED (failures=1)\n--- FAIL: TestA/sub (0.0s)\n\
                  FAIL\tx.example/a\t0.1s\nERROR a/c.py - ImportError: x";
    let want = [
        "a/b.py::T::test_x[1]",
        "TestA/sub",
        "suite > adds",
        "adds two",
        "ends",
        "m::t",
        "test_q (m.T)",
        "name here",
        "s › t",
        "a/c.py",
    ];
    assert_eq!(failing_tests(output), want);
}

#[test]
fn counts_of_tests() {
    for line in [
        "===== 2 failed, 48 passed in 1.20s =====",
        "Tests:       1 failed, 3 passed, 4 total",
        "Tests  1 failed | 4 passed (5)",
        "test result: ok. 3 passed; 0 failed; 0 ignored",
        "Ran 12 tests in 0.1s",
        "FAILED (failures=1)",
        "12 passing (3s)",
        "5 fail",
        "2 of 300 failed",
        "3 examples, 1 failure",
        "Tests run: 5, Failures: 1, Errors: 0",
    ] {
        assert_eq!(test_totals(line), [line]);
    }
    for line in ["ok then", "Tests are good", "12 files", "3 tests", "FAIL", "Ran away", "=== heading ===", "Tests 1"] {
        assert!(test_totals(line).is_empty(), "{line}");
    }
    let many: String = (0..9)
        .map(|i| format!("ok  \tx.example/p{i}\t0.1s\n"))
        .chain([String::from("FAIL\tx.example/q\t0.1s\nok then\nFAIL\n?   \tx.example/r\t[no test files]\n")])
        .collect();
    assert_eq!(packages(&many), (9, 1));
    assert!(test_totals(&many).is_empty());
    let many: String = (1..9).map(|i| format!("{i} passing (3s)\n")).collect();
    assert_eq!(test_totals(&many).last(), Some(&"8 passing (3s)"));
    assert!(test_totals(&many).len() <= 4);
}

#[test]
fn a_plain_failure_needs_no_code() {
    for (command, output, want) in [
        ("ls src/lib", "ls: cannot access 'src/lib': No such file or directory", true),
        ("pytest", "FAILED tests/test_a.py::test_b - assert 1 == 2", true),
        ("./x", "Segmentation fault (core dumped)", true),
        ("tsc", "a.ts(5,13): error TS2769: No overload matches this call.", true),
        ("cat notes.txt", "a.c:1:2: error: an old one", false),
        ("grep -rn error src", "src/a.rs:4: return Err(Error::Missing)", false),
        ("make", "0 errors, 2 warnings", false),
        ("./run", "retry after error, then done", false),
        ("./run", "", false),
    ] {
        assert_eq!(plain_failure(output, command).is_some(), want, "{command}: {output}");
    }
}

proptest! {
    #[test]
    fn picks_are_parts_of_lines(text in "(?s)(error|FAIL|: |at |\n|Traceback|File \"|\u{301}|✕ |[a-z0-9é\t(){}:,.]|.){0,80}", most in 0usize..8) {
        let picked = pick(&text, "run", most);
        prop_assert!(picked.len() <= most);
        for line in &picked {
            prop_assert!(text.contains(line) && !line.contains('\n') && line.chars().count() <= LONGEST);
        }
        prop_assert_eq!(&picked, &pick(&text, "run", most));
        let _ = (failing_tests(&text), test_totals(&text));
    }

    #[test]
    fn the_first_strong_line_is_among_three(before in proptest::collection::vec("[b-dg-z ]{1,20}", 0..20), after in proptest::collection::vec("[a-z :]{1,20}|E  x|panic: y|(fail) zz|a.c:1:2: error: q", 0..20)) {
        let text = format!("{}\nsome error happened\n{}", before.join("\n"), after.join("\n"));
        prop_assert!(pick(&text, "run", 3).contains(&"some error happened"));
    }
}
