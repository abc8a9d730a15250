//! Outputs of real size made a tenth: what has to stay, stays.
//!
//! `golden/NAME.txt` is an output, `golden/NAME.short.txt` what is left of it; `BLESS=1` writes the latter anew.
use super::*;
use std::path::PathBuf;
use std::{env, format, fs, println};

/// An output, how it came about, and words that have to stay.
pub(super) struct Golden {
    pub(super) name: &'static str,
    kind: &'static str,
    pub(super) call: &'static str,
    state: RunState,
    stays: &'static [&'static str],
}

const fn golden(
    name: &'static str,
    kind: &'static str,
    call: &'static str,
    code: i32,
    stays: &'static [&'static str],
) -> Golden {
    Golden { name, kind, call, state: RunState::Exited(code), stays }
}

#[rustfmt::skip]
pub(super) const GOLDEN: &[Golden] = &[
    golden("pytest", "pytest", "cd app && python -m pytest -v 2>&1", 1, &[
        "FAILED tests/test_wick.py::test_wick_dims_slowly", "FAILED tests/test_plug.py::test_plug_merges_rows",
        "FAILED tests/test_dimmer.py::test_dimmer_burns", "3 failed, 189 passed, 4 skipped, 1 warning",
        "AssertionError: assert 41 == 40", "KeyError: 'oil_level'", "tests/test_wick.py:118:",
    ]),
    golden("unittest", "unittest", "python3 -m unittest -v", 1, &[
        "FAIL: test_counts_hours (test_shade.ShadeTest", "ERROR: test_writes_log (test_glass.GlassTest",
        "FAILED (failures=1, errors=1, skipped=1)", "Ran 156 tests", "KeyError: 'oil_level'",
        "AssertionError: {'hours': 4} != {'hours': 5}", "test_shade.py\", line 14", "test_glass.py\", line 23",
    ]),
    golden("jest", "js-tests", "npm test", 1, &[
        "socket › splits lines", "switch › skips empty", "Tests:       2 failed, 160 passed, 162 total",
        "Test Suites: 2 failed, 16 passed", "FAIL src/socket/socket.test.ts", "socket.test.ts:40:28", "npm error code 1",
        "Expected: {\"hours\": 4", "Received: {\"hours\": 5",
    ]),
    golden("vitest", "js-tests", "npx vitest run", 1, &[
        "bulb > splits_lines", "tripod > refuses_rain", "2 failed | 20 passed (22)", "2 failed | 311 passed (313)",
        "expected 12 to be 13", "bulb.spec.ts:77:24",
    ]),
    golden("mocha", "js-tests", "npx mocha --recursive", 2, &[
        "1) refuses rain", "2) writes log", "268 passing", "2 failing", "shade.test.js:31:14",
    ]),
    golden("node-test", "js-tests", "node --test", 1, &[
        "✖ dims", "✖ merges rows", "ℹ tests 120", "ℹ pass 118", "ℹ fail 2", "41 !== 40", "lamp.test.js:41:",
    ]),
    golden("go-test", "go", "go test -v ./...", 1, &[
        "--- FAIL: TestBulbRefusesRain", "--- FAIL: TestGlassBurns", "FAIL\texample.org/depot/bulb",
        "FAIL\texample.org/depot/glass", "got 41 hours, want 40",
    ]),
    golden("cargo-test", "cargo", "cargo test 2>&1 | tail -300", 101, &[
        "bulb::dims", "oil::merges_rows", "test result: FAILED. 142 passed; 2 failed", "src/lib.rs:91:17",
        "left: 41", "right: 40", "index out of bounds", "error: test failed",
    ]),
    golden("cargo-build", "cargo", "cargo build", 101, &[
        "error[E0308]: mismatched types", "error[E0425]", "src/lib.rs:76", "due to 2 previous errors",
        "generated 24 warnings",
    ]),
    golden("cargo-clippy", "cargo", "cargo clippy", 0, &[
        "generated 48 warnings", "Finished `dev`", "warning: unused variable: `spare`", "--> src/lib.rs:4:9",
    ]),
    golden("tsc", "tsc", "npm run typecheck", 2, &[
        "Found 110 errors in 42 files", "exited with code 2", "error TS2307: Cannot find module './shade/base'",
        "error TS2322", "error TS7006",
    ]),
    golden("eslint", "eslint", "npx eslint src", 1, &["166 problems (25 errors, 141 warnings)", "prefer-const", "no-floating-promises"]),
    golden("ruff", "ruff", "ruff check .", 1, &["Found 60 errors", "F821 Undefined name `flame_lvl`", "F401", "E501", "17 fixable"]),
    golden("mypy", "mypy", "mypy src", 1, &["Found 130 errors in 31 files", "Name \"flame_lvl\" is not defined", "[union-attr]"]),
    golden("make", "make", "make -j4", 2, &[
        "src/flame.c:88:12: error:", "src/flame.c:91:5: error:", "*** [Makefile:42: build/obj/flame.o] Error 1",
        "make: *** [Makefile:7: all] Error 2",
    ]),
    golden("ninja", "make", "cmake -B build -G Ninja && ninja -C build", 1, &[
        "tank.cpp:57:16: error:", "FAILED: src/CMakeFiles/lamp.dir/oil/tank.cpp.o", "ninja: build stopped",
        "Could NOT find Doxygen",
    ]),
    golden("gradle", "gradle", "./gradlew test", 1, &[
        "WickTest > refusesRain() FAILED", "CordTest > parsesDate() FAILED", "BUILD FAILED in 41s",
        "Execution failed for task ':wick:test'", "118 actionable tasks", "WickTest.java:48", "6 tests completed, 1 failed",
    ]),
    golden("maven", "maven", "mvn -B test", 1, &[
        "CordTest.keepsState:61 expected: <4> but was: <5>", "MirrorTest.keepsState:61", "BUILD FAILURE",
        "Tests run: 241, Failures: 2",
    ]),
    golden("dotnet-test", "dotnet", "dotnet test", 1, &[
        "Failed Depot.Tests.FlameTests.ReadsConfig22", "Failed Depot.Tests.LedgerTests.Burns70",
        "Failed:     2, Passed:    88", "FlameTests.cs:line 42", "Expected: 4", "Actual:   5",
    ]),
    golden("docker-build", "docker-build", "docker build -t lamp .", 1, &[
        "No matching distribution found for wick-tools==9.9.1", "exit code: 1", "failed to solve", "[5/6] RUN pip install",
        ">>> RUN pip install",
    ]),
    golden("git-diff", "git-diff", "git diff main", 0, &[
        "diff --git a/src/clamp/pallet0.py", "diff --git a/src/dimmer/shade2.py", "diff --git a/src/lamp/plug6.py", "@@ -",
    ]),
    golden("git-log", "git-log", "git log -45", 0, &[
        "commit 08d467b6ffa6e83dd81e6f5dca3d1e39d35126b0\n", "    Panel: merges rows when the bracket is 0\n", "commit 7a5e2232be",
    ]),
    golden("git-status", "git-status", "git status", 0, &[
        "On branch feature/wick", "have diverged", "both modified:   src/flame/core.py", "Untracked files:", "Changes to be committed",
    ]),
    golden("git-push", "git-push", "git push origin main", 1, &[
        "[remote rejected] main -> main (protected branch hook declined)", "GH006", "error: failed to push some refs",
    ]),
    golden("npm-install", "npm", "npm install", 1, &[
        "npm error code ERESOLVE", "unable to resolve dependency tree", "peer lamp-ui@\"^17.0.0\" from wick-grid@4.1.0",
    ]),
    golden("pip-install", "pip", "pip install -r requirements.txt", 1, &[
        "fatal error: oil.h: No such file", "exit code: 1", "Failed building wheel for flame-core",
    ]),
    golden("apt-install", "apt", "sudo apt-get install -y libflame9", 100, &[
        "48 newly installed", "E: Failed to fetch", "libflame9_9.1-2_amd64.deb", "E: Unable to fetch",
    ]),
    golden("brew-install", "brew", "brew install wickd", 1, &["Error: wickd: the bottle needs", "xcode-select --install"]),
    golden("curl", "http", "curl -v https://api.example.org/v1/lamps/7/burn", 0, &[
        "< HTTP/2 503", "> POST /v1/lamps/7/burn", "retry-after: 30", "\"error\": \"no oil\"",
    ]),
    golden("terraform-plan", "terraform", "terraform plan -no-color", 1, &[
        "Plan: 10 to add, 0 to change, 1 to destroy", "Error: Invalid index", "on main.tf line 41",
        "lamp_instance.main must be replaced", "forces replacement",
    ]),
    golden("kubectl-get", "kubectl", "kubectl get pods -A", 0, &[
        "hinge-panel-1a4de8415-7aa1f", "CrashLoopBackOff", "socket-oil-f65b41075-573be", "ImagePullBackOff", "1/2",
        "NAMESPACE",
    ]),
];

pub(super) fn path(name: &str, end: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/reduce/golden").join(format!("{name}.{end}"))
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is the result; cargo shows it on demand")]
fn a_tenth_says_it_all() {
    let bless = env::var_os("BLESS").is_some();
    let mut wrong = std::vec::Vec::new();
    for Golden { name, kind, call, state, stays } in GOLDEN {
        let text = fs::read_to_string(path(name, "txt")).unwrap();
        let output = Output { kind: ToolKind::Shell, call, state: *state, text: &text };
        if kind_of(&output) != *kind {
            wrong.push(format!("{name}: taken for {}", kind_of(&output)));
        }
        let size = tokens::estimate(&text);
        let short = reduce(output, size / 10).unwrap();
        let permille = tokens::estimate(&short) * 1000 / size;
        println!("{name:<16}{size:>7} tokens, {:>3}.{} % kept", permille / 10, permille % 10);
        for words in stays.iter().filter(|words| !short.contains(**words)) {
            wrong.push(format!("{name}: lost {words}"));
        }
        if permille > 105 {
            wrong.push(format!("{name}: {permille} of a thousand"));
        }
        if bless {
            fs::write(path(name, "short.txt"), format!("{short}\n")).unwrap();
        } else if fs::read_to_string(path(name, "short.txt")).ok().as_deref() != Some(&format!("{short}\n")) {
            wrong.push(format!("{name}: not as in {name}.short.txt"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
