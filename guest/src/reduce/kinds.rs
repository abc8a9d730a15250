//! The registry: which kinds of output there are, and who shortens them.
//!
//! Takes an output; gives the first reducer that knows it: by the program of the command ([`PROGRAMS`]), else by the
//! shape of the text, else by a program that only starts others ([`STARTERS`]). Promises: there is always one, the last
//! fits all; the command is read once and not beyond its beginning. Leaves out: how lines are weighed.
use super::{
    Output, build, cargo, check, code, columns, data, docker, dotnet, git, go, http, infra, install, js_tests, jvm,
    listing, noise, py_tests, rows, search, trace, web,
};
use crate::kind::ToolKind;
use crate::shell;
use alloc::string::String;

/// How a kind of output is shortened.
#[derive(Clone, Copy)]
pub(super) enum Reduce {
    /// Says what each line is worth; all are `USUAL` before.
    Lines(fn(&Output<'_>, &[&str], &mut [u8])),
    /// The same for the output of a run: names of failing tests, totals and exit codes are raised after it.
    Run(fn(&Output<'_>, &[&str], &mut [u8])),
    /// Writes a shorter text of about so many tokens, or nothing where it cannot.
    Whole(fn(&Output<'_>, u32) -> Option<String>),
}

/// A kind of output.
pub(super) struct Reducer {
    /// Its name in reports and golden files.
    pub(super) name: &'static str,
    /// Is it one of these? Looks at the command and at the beginning of the text, never at all of it.
    pub(super) fits: fn(&Output<'_>) -> bool,
    /// How it is shortened.
    pub(super) reduce: Reduce,
}

/// In the order of asking; by family, one a line.
#[rustfmt::skip]
pub(super) static REDUCERS: &[Reducer] = &[
    // Data, certain by the shape.
    Reducer { name: "json", fits: data::json_fits, reduce: Reduce::Whole(data::shorten) },
    Reducer { name: "jsonl", fits: data::jsonl_fits, reduce: Reduce::Whole(data::shorten) },
    Reducer { name: "html", fits: web::html_fits, reduce: Reduce::Whole(web::shorten_html) },
    Reducer { name: "json-in-text", fits: data::within_fits, reduce: Reduce::Whole(data::shorten_within) },
    Reducer { name: "line", fits: noise::line_fits, reduce: Reduce::Whole(noise::shorten_line) },
    Reducer { name: "blob", fits: noise::blob_fits, reduce: Reduce::Whole(noise::shorten_blob) },
    // Tests.
    Reducer { name: "pytest", fits: py_tests::is_pytest, reduce: Reduce::Run(py_tests::pytest) },
    Reducer { name: "unittest", fits: py_tests::is_unittest, reduce: Reduce::Run(py_tests::unittest) },
    Reducer { name: "js-tests", fits: js_tests::is_js_tests, reduce: Reduce::Run(js_tests::js_tests) },
    Reducer { name: "go", fits: go::is_go, reduce: Reduce::Run(go::go) },
    // Compilers and build tools.
    Reducer { name: "cargo", fits: cargo::is_cargo, reduce: Reduce::Run(cargo::cargo) },
    Reducer { name: "maven", fits: jvm::is_maven, reduce: Reduce::Run(jvm::maven) },
    Reducer { name: "gradle", fits: jvm::is_gradle, reduce: Reduce::Run(jvm::gradle) },
    Reducer { name: "dotnet", fits: dotnet::is_dotnet, reduce: Reduce::Run(dotnet::dotnet) },
    Reducer { name: "docker-build", fits: docker::is_build, reduce: Reduce::Run(docker::build) },
    Reducer { name: "make", fits: build::is_make, reduce: Reduce::Run(build::make) },
    // Checkers.
    Reducer { name: "tsc", fits: check::is_tsc, reduce: Reduce::Run(check::by_line) },
    Reducer { name: "eslint", fits: check::is_eslint, reduce: Reduce::Run(check::eslint) },
    Reducer { name: "ruff", fits: check::is_ruff, reduce: Reduce::Run(check::ruff) },
    Reducer { name: "mypy", fits: check::is_mypy, reduce: Reduce::Run(check::by_line) },
    // Packages.
    Reducer { name: "npm", fits: install::is_npm, reduce: Reduce::Run(install::npm) },
    Reducer { name: "pip", fits: install::is_pip, reduce: Reduce::Run(install::pip) },
    Reducer { name: "apt", fits: install::is_apt, reduce: Reduce::Run(install::apt) },
    Reducer { name: "brew", fits: install::is_brew, reduce: Reduce::Run(install::brew) },
    // Git.
    Reducer { name: "git-diff", fits: git::is_diff, reduce: Reduce::Lines(git::diff) },
    Reducer { name: "git-log", fits: git::is_log, reduce: Reduce::Lines(git::log) },
    Reducer { name: "git-status", fits: git::is_status, reduce: Reduce::Lines(git::status) },
    Reducer { name: "git-push", fits: git::is_push, reduce: Reduce::Run(git::push) },
    // Services.
    Reducer { name: "http", fits: http::is_http, reduce: Reduce::Lines(http::http) },
    Reducer { name: "terraform", fits: infra::is_terraform, reduce: Reduce::Run(infra::terraform) },
    Reducer { name: "kubectl", fits: infra::is_kubectl, reduce: Reduce::Lines(infra::kubectl) },
    // By the command or the path.
    Reducer { name: "code", fits: code::fits, reduce: Reduce::Lines(code::weigh) },
    Reducer { name: "csv", fits: rows::fits, reduce: Reduce::Lines(rows::weigh) },
    Reducer { name: "markdown", fits: web::fits, reduce: Reduce::Lines(web::weigh) },
    Reducer { name: "names", fits: listing::fits, reduce: Reduce::Lines(listing::weigh) },
    Reducer { name: "search", fits: search::fits, reduce: Reduce::Whole(search::shorten) },
    Reducer { name: "table", fits: columns::fits, reduce: Reduce::Lines(columns::weigh) },
    // By the shape, where no command is known.
    Reducer { name: "trace", fits: trace::fits, reduce: Reduce::Lines(trace::weigh) },
    Reducer { name: "progress", fits: noise::progress_fits, reduce: Reduce::Whole(noise::shorten_progress) },
    Reducer { name: "log", fits: noise::log_fits, reduce: Reduce::Lines(noise::weigh_log) },
    Reducer { name: "search", fits: search::shape, reduce: Reduce::Whole(search::shorten) },
    Reducer { name: "names", fits: listing::shape, reduce: Reduce::Lines(listing::weigh) },
    Reducer { name: "table", fits: columns::shape, reduce: Reduce::Lines(columns::weigh) },
    Reducer { name: "csv", fits: rows::shape, reduce: Reduce::Lines(rows::weigh) },
    Reducer { name: "markdown", fits: web::shape, reduce: Reduce::Lines(web::weigh) },
];

/// Programs, alone or with a first word, and the kind of what they print. Sorted.
static PROGRAMS: &[(&str, &str)] = &[
    ("apt install", "apt"),
    ("apt update", "apt"),
    ("apt upgrade", "apt"),
    ("apt-get", "apt"),
    ("ava", "js-tests"),
    ("brew", "brew"),
    ("bun add", "npm"),
    ("bun install", "npm"),
    ("bun test", "js-tests"),
    ("c++", "make"),
    ("cargo", "cargo"),
    ("cc", "make"),
    ("clang", "make"),
    ("clang++", "make"),
    ("cmake", "make"),
    ("conda install", "pip"),
    ("ctest", "make"),
    ("curl", "http"),
    ("dnf", "apt"),
    ("docker build", "docker-build"),
    ("docker buildx", "docker-build"),
    ("dotnet build", "dotnet"),
    ("dotnet publish", "dotnet"),
    ("dotnet restore", "dotnet"),
    ("dotnet test", "dotnet"),
    ("eslint", "eslint"),
    ("flake8", "ruff"),
    ("g++", "make"),
    ("gcc", "make"),
    ("git add", "git-push"),
    ("git clone", "git-push"),
    ("git commit", "git-push"),
    ("git diff", "git-diff"),
    ("git fetch", "git-push"),
    ("git log", "git-log"),
    ("git merge", "git-push"),
    ("git pull", "git-push"),
    ("git push", "git-push"),
    ("git rebase", "git-push"),
    ("git reflog", "git-log"),
    ("git show", "git-diff"),
    ("git status", "git-status"),
    ("go", "go"),
    ("gradle", "gradle"),
    ("gradlew", "gradle"),
    ("http", "http"),
    ("jest", "js-tests"),
    ("kubectl apply", "kubectl"),
    ("kubectl describe", "kubectl"),
    ("kubectl get", "kubectl"),
    ("ld", "make"),
    ("meson", "make"),
    ("mocha", "js-tests"),
    ("mvn", "maven"),
    ("mvnw", "maven"),
    ("mypy", "mypy"),
    ("ninja", "make"),
    ("npm ci", "npm"),
    ("npm i", "npm"),
    ("npm install", "npm"),
    ("npm update", "npm"),
    ("pip", "pip"),
    ("pip3", "pip"),
    ("pnpm add", "npm"),
    ("pnpm install", "npm"),
    ("podman build", "docker-build"),
    ("poetry add", "pip"),
    ("poetry install", "pip"),
    ("py.test", "pytest"),
    ("pylint", "ruff"),
    ("pyright", "mypy"),
    ("pytest", "pytest"),
    ("ruff", "ruff"),
    ("rustc", "cargo"),
    ("terraform", "terraform"),
    ("tofu", "terraform"),
    ("tsc", "tsc"),
    ("unittest", "unittest"),
    ("uv add", "pip"),
    ("uv pip", "pip"),
    ("uv sync", "pip"),
    ("vitest", "js-tests"),
    ("vue-tsc", "tsc"),
    ("wget", "http"),
    ("yarn add", "npm"),
    ("yarn install", "npm"),
    ("yum", "apt"),
];

/// Programs that start others: asked only when the text has no known shape.
static STARTERS: &[(&str, &str)] = &[
    ("docker compose", "docker-build"),
    ("docker-compose", "docker-build"),
    ("dotnet", "dotnet"),
    ("git", "git-push"),
    ("just", "make"),
    ("make", "make"),
    ("npm", "npm"),
    ("pnpm", "npm"),
    ("yarn", "npm"),
];

/// Anything else: the ends of the text say most.
static ANY: Reducer = Reducer { name: "text", fits: |_| true, reduce: Reduce::Run(|_, _, _| {}) };

/// The reducer of an output.
pub(super) fn find(output: &Output<'_>) -> &'static Reducer {
    let (program, word) = program(output);
    let by = |table: &[(&str, &str)]| {
        let find = |key: &str| table.binary_search_by(|(name, _)| (*name).cmp(key)).ok();
        let both = || (!word.is_empty()).then(|| find(&alloc::format!("{program} {word}"))).flatten();
        let (_, kind) = table.get(both().or_else(|| find(program))?)?;
        REDUCERS.iter().find(|reducer| reducer.name == *kind)
    };
    let by_shape = || REDUCERS.iter().find(|reducer| (reducer.fits)(output));
    // Many programs print data when asked to: what looks like it is asked for its shape first.
    let data = is_data(output.text);
    let known = if data { by_shape().or_else(|| by(PROGRAMS)) } else { by(PROGRAMS).or_else(by_shape) };
    known.or_else(|| by(STARTERS)).unwrap_or(&ANY)
}

/// JSON, markup or YAML by its first characters; `[ERROR]` and `[3/20]` are none.
fn is_data(text: &str) -> bool {
    let text = text.trim_start();
    let inside = |open: char, next: &[char]| text.strip_prefix(open).is_some_and(|rest| rest.starts_with(next));
    inside('{', &['"', '\n', '\r', ' ', '}'])
        || inside('[', &['{', '"', '[', '\n', '\r', ' ', ']'])
        || text
            .strip_prefix('<')
            .is_some_and(|rest| rest.starts_with(|c: char| c == '!' || c == '?' || c.is_ascii_alphabetic()))
        || text.starts_with("apiVersion:")
}

/// The program of a shell call without its directories, and the word after it.
fn program<'a>(output: &Output<'a>) -> (&'a str, &'a str) {
    /// A program stands near the beginning, or nobody would see it.
    const LOOK: usize = 2_000;
    if !matches!(output.kind, ToolKind::Shell | ToolKind::Process) {
        return ("", "");
    }
    let call = output.call.get(..output.call.floor_char_boundary(LOOK)).unwrap_or_default();
    let mut words = shell::head(call).split_whitespace();
    let program = words.next().unwrap_or_default();
    let program = program.rsplit('/').next().unwrap_or(program);
    (program, words.next().unwrap_or_default())
}

/// Lines at the beginning and at the end of a text, for a look at its shape; none for the text of a source file.
pub(super) fn peek<'a>(output: &Output<'a>) -> impl Iterator<Item = &'a str> {
    let (head, tail) = ends(output);
    head.lines().chain(tail.lines())
}

/// The words stand at the beginning or at the end of the text: a search without a look at each line.
pub(super) fn holds(output: &Output<'_>, words: &str) -> bool {
    let (head, tail) = ends(output);
    [head, tail].iter().any(|part| memchr::memmem::find(part.as_bytes(), words.as_bytes()).is_some())
}

fn ends<'a>(output: &Output<'a>) -> (&'a str, &'a str) {
    /// Bytes at the beginning, and at the end.
    const LOOK: usize = 2_048;
    let file = matches!(output.kind, ToolKind::Read | ToolKind::Change | ToolKind::Todo);
    let text = if file && !is_log(output.call) { "" } else { output.text };
    let head = text.get(..text.floor_char_boundary(LOOK)).unwrap_or(text);
    let tail = text.get(text.ceil_char_boundary(text.len().saturating_sub(LOOK)).max(head.len())..).unwrap_or_default();
    (head, tail)
}

/// A file that holds the output of a run.
fn is_log(path: &str) -> bool {
    [".log", ".out", ".txt"].iter().any(|end| path.trim_end().ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::*;
    use cento_contract::RunState;

    #[test]
    fn tables_are_sorted_and_name_kinds() {
        for table in [PROGRAMS, STARTERS] {
            assert!(table.is_sorted(), "{table:?}");
            for (_, kind) in table {
                assert!(REDUCERS.iter().any(|reducer| reducer.name == *kind), "{kind}");
            }
        }
    }

    #[test]
    fn by_command_and_by_shape() {
        let totals = "....\n2 failed, 48 passed in 1.20s\n";
        for (call, text, kind) in [
            ("cd lamp && cargo test 2>&1 | tail -50", "", "cargo"),
            ("CI=1 npx vitest run", "", "js-tests"),
            ("python -m pytest -q", "", "pytest"),
            ("/usr/bin/git -C lamp diff", "", "git-push"),
            ("git diff HEAD~1", "", "git-diff"),
            ("./gradlew test", "", "gradle"),
            ("npm test", "", "npm"),
            ("npm test", " RUN  v2.1.0 /lamp\n\n ✓ src/a.test.ts (3 tests) 4ms\n Test Files  1 passed (1)", "js-tests"),
            ("make check", "===== test session starts =====\n", "pytest"),
            ("make check", totals, "pytest"),
            ("cat notes", "a word", "text"),
            ("mvn -q test", "[ERROR] no wick", "maven"),
            ("curl -i lamp", "HTTP/1.1 200 OK\n", "http"),
            ("kubectl logs wick-1", "a word", "text"),
        ] {
            let output = Output { kind: ToolKind::Shell, call, state: RunState::Exited(0), text };
            assert_eq!(find(&output).name, kind, "{call}");
        }
    }
}
