use super::*;
use std::format;

fn output<'a>(call: &'a str, state: RunState, text: &'a str) -> Output<'a> {
    Output { kind: ToolKind::Shell, call, state, text }
}

#[test]
fn a_short_text_stays() {
    assert_eq!(reduce(output("make", RunState::Exited(0), "ok"), 10), None);
}

#[test]
fn the_ends_and_what_broke_stay() {
    let middle =
        |from: usize| (from..from + 200).map(|n| format!("compiling part {n} of the lamp\n")).collect::<String>();
    let text = format!("start\n{}error: no wick in part 7\n{}done\n", middle(0), middle(200));
    let shorter = reduce(output("make", RunState::Exited(2), &text), 60).unwrap();
    for line in ["start", "error: no wick in part 7", "done", "lines left out]"] {
        assert!(shorter.contains(line), "{line}: {shorter}");
    }
    assert!(tokens::estimate(&shorter) < 90, "{shorter}");
    let gone: usize =
        shorter.lines().filter_map(|l| l.strip_prefix("[… ")?.split(' ').next()?.parse::<usize>().ok()).sum();
    let kept = shorter.lines().filter(|l| !l.starts_with("[… ")).count();
    assert_eq!(gone + kept, text.lines().count());
}

/// The numbers of lines that gaps say are missing, and the lines that are there.
fn count(shorter: &str) -> (usize, usize) {
    let gap = |line: &str| line.strip_prefix("[… ")?.split(' ').next()?.parse::<usize>().ok();
    (shorter.lines().filter_map(gap).sum(), shorter.lines().filter(|l| gap(l).is_none()).count())
}

#[test]
fn a_run_of_alike_lines_says_how_many() {
    let lines = |n: usize| format!("GET /lamp/{n} {}", if n == 170 { 500 } else { 200 });
    let text: String = (0..400).map(|n| lines(n) + "\n").collect();
    let shorter = reduce(output("./serve", RunState::Exited(0), &text), 80).unwrap();
    for line in ["GET /lamp/0 200", "GET /lamp/170 500", "GET /lamp/399 200", "alike lines left out]"] {
        assert!(shorter.contains(line), "{line}: {shorter}");
    }
    let (gone, kept) = count(&shorter);
    assert_eq!(gone + kept, 400, "{shorter}");
}

#[test]
fn a_huge_failing_log_is_counted_and_not_kept() {
    let text: String =
        (0..5_000).map(|n| format!("FAILED tests/test_lamp.py::test_{n} - assert {n} == 1\n")).collect::<String>()
            + "5000 failed in 9.1s\n";
    let shorter = reduce(output("pytest -q", RunState::Exited(1), &text), 500).unwrap();
    assert!(tokens::estimate(&shorter) <= 1_100, "{}", tokens::estimate(&shorter));
    assert!(shorter.contains("5000 failed in 9.1s") && shorter.contains("of them important]"), "{shorter}");
    let (gone, kept) = count(&shorter);
    assert_eq!(gone + kept, 5_001);
}

#[test]
fn a_line_that_is_cut_says_how_much_is_missing() {
    let text = "0123456789abcdef".repeat(60_000);
    let shorter = reduce(output("./dump", RunState::Exited(0), &text), 300).unwrap();
    let (head, rest) = shorter.split_once("…+").unwrap();
    let (missing, tail) = rest.split_once('…').unwrap();
    assert_eq!(head.len() + missing.parse::<usize>().unwrap() + tail.len(), text.len());
    assert!(text.starts_with(head) && text.ends_with(tail) && !tail.is_empty());
    assert!(tokens::estimate(&shorter) <= 400, "{}", tokens::estimate(&shorter));
}

/// Lines of a failure as each kind prints it: the name, and the total that counts it.
const FAILING: &[(&str, &str, &str)] = &[
    ("pytest -v", "FAILED tests/test_a.py::test_{} - assert 1 == 2", "=== {} failed, 4 passed in 1.20s ==="),
    ("python -m unittest", "FAIL: test_{} (lamp.Wick.test_burns)", "FAILED (failures={})"),
    ("npx jest", "    ✕ burns {} hours (3 ms)", "Tests:       {} failed, 48 passed, 50 total"),
    ("npx vitest run", " FAIL  src/a.test.ts > burns {} hours", "      Tests  {} failed | 3 passed (9)"),
    ("npx mocha", "  {}) burns long", "  {} failing"),
    ("node --test", "  ✖ burns {} hours (1.25ms)", "ℹ fail {}"),
    ("go test ./...", "--- FAIL: TestBurns{} (0.00s)", "FAIL\texample.org/lamp{}\t0.021s"),
    ("cargo test", "test wick::burns_{} ... FAILED", "test result: FAILED. 3 passed; {} failed; 0 ignored"),
    ("cargo build", "error[E0308]: mismatched types in {}", "error: aborting due to {} previous errors"),
    ("npx tsc", "src/a.ts({},3): error TS2322: no", "Found {} errors in 3 files."),
    ("npx eslint .", "  {}:5  error  no wick  no-wick", "✖ {} problems (2 errors, 0 warnings)"),
    ("ruff check", "lamp.py:{}:5: F821 Undefined name `oil`", "Found {} errors."),
    ("mypy .", "lamp.py:{}: error: no wick  [misc]", "Found {} errors in 1 file (checked 3 source files)"),
    ("make", "src/lamp.c:{}:5: error: no wick", "make: *** [Makefile:{}: all] Error 2"),
    ("ninja", "FAILED: obj/lamp{}.o", "ninja: build stopped: subcommand {} failed."),
    ("./gradlew test", "LampTest > burns{}() FAILED", "BUILD FAILED in {}s"),
    ("mvn test", "[ERROR]   LampTest.burns:{} expected: <1>", "[ERROR] Tests run: 9, Failures: {}, Errors: 0"),
    ("dotnet test", "  Failed Lamp.Tests.Burns{} [2 ms]", "Failed!  - Failed:     {}, Passed:    88, Total: 90"),
    ("docker build .", "#8 ERROR: no wick {}", "ERROR: failed to solve: step did not complete: exit code: {}"),
    ("git push", " ! [rejected] main{} -> main (fetch first)", "error: failed to push some refs to 'depot{}'"),
    ("npm install", "npm ERR! code E{}", "npm error code {}"),
    ("pip install lamp", "ERROR: No matching distribution found for wick{}", "ERROR: failed with exit code {}"),
    ("apt-get install lamp", "E: Unable to locate package wick{}", "E: sub-process returned {}"),
    ("brew install lamp", "Error: no formula wick{}", "Error: {} formulae failed"),
    ("curl -i lamp", "HTTP/1.1 5{} Bad", "curl: ({}) no answer"),
    ("terraform plan", "│ Error: no wick {}", "Plan: 1 to add, {} to change, 0 to destroy."),
    ("kubectl get pods", "wick-{} 0/1 CrashLoopBackOff 3 5d", "error: {} pods"),
    ("./check", "--- FAIL: TestBurns{} (0.00s)", "{} failed, 48 passed in 1.20s"),
];

/// Lines that say nothing of a failure, for any kind.
fn filler(kind: u8, n: u32) -> String {
    match kind % 12 {
        0 => format!("   Compiling lamp-core{n} v0.{n}.0"),
        1 => format!("test wick::opens_{n} ... ok"),
        2 => format!("tests/test_b.py::test_{n} PASSED [ {}%]", n % 100),
        3 => format!("ok  \texample.org/depot/part{n}\t0.0{}s", n % 10),
        4 => format!("    ✓ opens {n} times ({} ms)", n % 40),
        5 => std::string::String::new(),
        6 => format!("warning: unused wick number {n}"),
        7 => format!("    at step{n} (src/lamp.ts:{n}:3)"),
        8 => format!("[INFO] Running org.example.Lamp{n}Test"),
        9 => format!("{n}% [{}>", "=".repeat((n % 30) as usize)),
        10 => format!("Collecting wick-{n}"),
        _ => format!("a word on lamp {n} and its shade, in the words of nobody"),
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(128))]
    #[test]
    fn failed_stays_failed(
        fill in proptest::collection::vec((0_u8..12, 0_u32..2_000), 60..300),
        at in proptest::collection::vec(0_usize..10_000, 1..5),
        which in 0..FAILING.len(),
        share in 5_u32..40,
    ) {
        let (call, name, total) = FAILING[which];
        let mut lines: Vec<String> = fill.into_iter().map(|(kind, n)| filler(kind, n)).collect();
        let mut planted = Vec::new();
        for (n, at) in at.iter().enumerate() {
            let line = name.replace("{}", &format!("{}", n + 11));
            lines.insert(at % (lines.len() + 1), line.clone());
            planted.push(line);
        }
        let total = total.replace("{}", "7");
        lines.push(total.clone());
        let text = lines.join("\n");
        let most = tokens::estimate(&text) * share / 100;
        let output = output(call, RunState::Exited(1), &text);
        let Some(shorter) = reduce(output, most.max(90)) else { return Ok(()) };
        let again = reduce(output, most.max(90));
        proptest::prop_assert_eq!(Some(&shorter), again.as_ref());
        proptest::prop_assert!(shorter.len() <= text.len());
        for line in planted.iter().chain([&total]) {
            proptest::prop_assert!(shorter.contains(line.as_str()), "{} ({}) lost {:?}:\n{}", call, kind_of(&output), line, shorter);
        }
        // Order stays, every line is one of the text, and what is missing is counted.
        let mut rest = lines.iter();
        for line in shorter.lines().filter(|line| !line.starts_with("[… ")) {
            proptest::prop_assert!(rest.any(|own| own == line), "{:?} out of order:\n{}", line, shorter);
        }
        let (gone, kept) = count(&shorter);
        proptest::prop_assert_eq!(gone + kept, text.lines().count());
    }

    #[test]
    fn any_text_gives_a_shorter_one(text in "(?s)[ -~\n✕é…]{0,2000}", which in 0..FAILING.len(), most in 0_u32..200) {
        let output = output(FAILING[which].0, RunState::Exited(1), &text);
        if let Some(shorter) = reduce(output, most) {
            proptest::prop_assert!(shorter.len() <= text.len());
            proptest::prop_assert!(tokens::estimate(&shorter) < tokens::estimate(&text));
        }
    }
}

#[test]
#[expect(clippy::print_stdout, reason = "the times are the result; cargo shows them on demand")]
fn linear_on_hostile_texts() {
    let lines = |n: u32| (0..n).map(|n| filler((n * 7 % 12) as u8, n) + "\n").collect::<String>();
    let same = |n: u32| "error: no wick [\n".repeat(n as usize);
    let long = |n: u32| "error ".repeat(n as usize * 3);
    for (name, make) in [("lines", &lines as &dyn Fn(u32) -> String), ("same", &same), ("long", &long)] {
        let time = |n: u32| {
            let text = make(n);
            let mut best = u128::MAX;
            for _ in 0..2 {
                #[expect(clippy::disallowed_methods, reason = "a measure")]
                let start = std::time::Instant::now();
                for (call, ..) in FAILING.iter().step_by(9) {
                    reduce(output(call, RunState::Exited(1), &text), 2_000);
                }
                best = best.min(start.elapsed().as_micros());
            }
            best
        };
        let (small, large) = (time(800), time(6_400));
        std::println!("{name}: {small} us, eight times as much: {large} us");
        assert!(large < 30 * small.max(1_000), "{name}: {small} us, then {large} us");
    }
}
