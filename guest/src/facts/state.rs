//! What holds now.
//!
//! Takes the steps and the runs; gives the directory, branch, commits, todo list, processes and test counts as last
//! recorded. Promises: copied words of git, of the test runner, of the todo list; a branch that a command makes
//! counts only if the command passed. Leaves out: what happened since in the messages that stay.
use super::runs::{Runs, Seen};
use super::steps::{Answer, Called, Region, What, failing, line, passing};
use crate::call::todo;
use crate::fields::Fields;
use crate::key_lines;
use crate::ledger::{ActiveState, Packages, Quote};
use crate::opened::Action;
use crate::shell;
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::RunState;

/// Test count lines that are kept.
const MOST_TESTS: usize = 8;
/// Characters of a line.
const WIDTH: usize = 200;
/// Characters of a process' command.
const COMMAND: usize = 120;

/// Gathers the state.
pub(super) fn gather(region: &Region<'_>, runs: &Runs<'_>) -> ActiveState {
    let mut state = ActiveState {
        directory: runs.directory.as_ref().map(|(path, at)| Quote { text: path.clone(), source: region.source(*at) }),
        directory_left: runs.directory_left,
        processes: processes(region, runs),
        tests: tests(region, runs),
        packages: packages(region, runs),
        ..ActiveState::default()
    };
    let mut numbers = Vec::new();
    for step in &region.steps {
        let What::Call(called) = &step.what else { continue };
        match &called.call.action {
            Action::Run { command, .. } if command.contains("git") => {
                git(region, &mut state, step.message, command, called)
            }
            Action::Todo { items: Some(items), single: true } if taken(called) => {
                for item in items {
                    task(region, &mut state, &mut numbers, step.message, item, called);
                }
            }
            Action::Todo { items, .. } if taken(called) => {
                // A call may name only what changes; then the answer has the whole list.
                let given = items.as_deref().map(|items| (Cow::Borrowed(items), step.message));
                if let Some((items, message)) = answered(region, called).or(given) {
                    let quotes = items.iter().map(|item| region.quote(message, item, WIDTH));
                    state.todo = quotes.filter(|q| !q.text.is_empty()).collect();
                    state.todo_cleared = items.is_empty();
                    numbers.clear();
                }
            }
            _ => {}
        }
    }
    state
}

fn git(region: &Region<'_>, state: &mut ActiveState, message: u32, command: &str, called: &Called<'_>) {
    if passing(called.state())
        && let Some(branch) = made_branch(command)
    {
        state.branch = Some(region.quote(message, branch, WIDTH));
    }
    let Some(Answer { message, text, head }) = called.answer else { return };
    if head.stub {
        return;
    }
    for output in text.lines() {
        if let Some(branch) = switched(output) {
            state.branch = Some(region.quote(message, branch, WIDTH));
        } else if let Some(branch) = committed(output) {
            state.commits.push(region.quote(message, output, WIDTH));
            if branch != "detached" {
                state.branch = Some(region.quote(message, branch, WIDTH));
            }
        }
    }
}

/// One task more, or a new mark for one that is known by the number that its tool gave it.
fn task(
    region: &Region<'_>,
    state: &mut ActiveState,
    numbers: &mut Vec<String>,
    message: u32,
    item: &str,
    called: &Called<'_>,
) {
    let Some((mark, words)) = item.split_at_checked(3) else { return };
    let words = words.trim_start();
    if words.bytes().all(|b| b.is_ascii_digit()) {
        match numbers.iter().position(|number| number == words).and_then(|at| state.todo.get_mut(at)) {
            Some(known) => known.text.replace_range(..3, mark),
            // A list of before that is not as it was.
            None => state.todo_cleared = true,
        }
        return;
    }
    let told = called.answer.and_then(|answer| answer.text.split_once('#'));
    let number = told.map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect::<String>());
    if numbers.is_empty() {
        state.todo.clear();
    }
    numbers.push(number.unwrap_or_default());
    state.todo.push(region.quote(message, item, WIDTH));
}

/// The list that the tool gives back, and where.
fn answered<'a>(region: &Region<'_>, called: &Called<'_>) -> Option<(Cow<'a, [String]>, u32)> {
    // As it is stored: words are decoded before they are cleaned.
    let message = called.answer?.message;
    let items = todo::whole(&Fields::read(region.stored(message).trim())?)?;
    Some((Cow::Owned(items), message))
}

/// True when the tool took the list, or at least says nothing else.
fn taken(called: &Called<'_>) -> bool {
    called.answer.is_some_and(|a| !failing(a.head.state) && a.head.state != RunState::Pending)
}

/// The branch that a command makes and switches to.
fn made_branch(command: &str) -> Option<&str> {
    let mut words = command.split_ascii_whitespace();
    while let Some(word) = words.next() {
        let makes = matches!(
            (word, words.clone().next(), words.clone().nth(1)),
            ("git", Some("checkout"), Some("-b" | "-B")) | ("git", Some("switch"), Some("-c" | "-C" | "--create"))
        );
        if makes {
            return words.nth(2).filter(|b| plain(b));
        }
    }
    None
}

/// The branch in git's words on where one is.
fn switched(line: &str) -> Option<&str> {
    let line = line.trim_end();
    let quoted = |rest: &'_ str| -> Option<usize> { rest.strip_suffix('\'').map(str::len) };
    for mark in ["Switched to a new branch '", "Switched to branch '", "Already on '"] {
        if let Some(rest) = line.strip_prefix(mark) {
            return rest.get(..quoted(rest)?).filter(|b| plain(b));
        }
    }
    line.strip_prefix("On branch ").filter(|b| plain(b))
}

/// The branch in a line such as `[main 1a2b3c4] Words`.
fn committed(line: &str) -> Option<&str> {
    let (inside, rest) = line.strip_prefix('[')?.split_once(']')?;
    let (branch, hash) = (inside.split(' ').next()?, inside.rsplit(' ').next()?);
    let hash_like = (7..=40).contains(&hash.len()) && hash.bytes().all(|b| b.is_ascii_hexdigit());
    let words = inside.split(' ').count();
    (hash_like && (2..=4).contains(&words) && plain(branch) && rest.starts_with(' ')).then_some(branch)
}

fn plain(branch: &str) -> bool {
    let safe = |c: char| c.is_alphanumeric() || "-_./+#@".contains(c);
    !branch.is_empty() && branch.len() <= 120 && branch.chars().all(safe) && !branch.starts_with('-')
}

/// Processes that still run, and ended ones that were started in the background.
fn processes(region: &Region<'_>, runs: &Runs<'_>) -> Vec<(Quote, RunState)> {
    let mut found: Vec<(usize, Quote, RunState)> = Vec::new();
    for track in &runs.tracks {
        for run in &track.runs {
            // One that ends in a message that stays is told of there.
            let open = run.state == RunState::Running && run.ends_below.is_none();
            if open || (run.state != RunState::Running && run.background && run.process.is_some()) {
                // The command itself stands among the commands; a process without an id has no other name.
                let text = run.process.map_or_else(|| line(&track.text, COMMAND), |id| line(id, COMMAND));
                found.push((run.step, Quote { text, source: region.source(run.at) }, run.state));
            }
        }
    }
    for (step, id, state, at) in &runs.ends {
        found.push((*step, Quote { text: line(id, COMMAND), source: region.source(*at) }, *state));
    }
    found.sort_by_key(|(step, ..)| *step);
    found.into_iter().map(|(_, quote, state)| (quote, state)).collect()
}

/// The newest counts of each suite, and counts with failures, the newest first where it is tight.
fn tests(region: &Region<'_>, runs: &Runs<'_>) -> Vec<Quote> {
    let mut lines: Vec<(u32, usize, &str)> = Vec::new();
    let mut newest: BTreeMap<&str, (u32, usize, &str)> = BTreeMap::new();
    for track in runs.tracks.iter().filter(|t| t.tool.is_empty()) {
        let mut suite = None;
        let outputs = track.runs.iter().filter_map(|run: &Seen<'_>| run.output).filter(|o| !o.head.stub);
        for output in outputs {
            for (number, total) in key_lines::test_totals(output.text).into_iter().enumerate() {
                let place = (output.message, number, total);
                lines.push(place);
                let last = newest.entry(suite.get_or_insert_with(|| shell::head(&track.text))).or_insert(place);
                *last = place.max(*last);
            }
        }
    }
    lines.sort_unstable();
    let mut last: Vec<(u32, usize, &str)> = newest.into_values().collect();
    last.sort_unstable_by(|a, b| b.cmp(a));
    let failed = lines.iter().rev().filter(|l| shows_failures(l.2));
    let mut kept: Vec<(u32, usize, &str)> = Vec::new();
    for place in last.iter().chain(failed) {
        if kept.len() == MOST_TESTS {
            break;
        }
        if !kept.iter().any(|k| k.2 == place.2) {
            kept.push(*place);
        }
    }
    kept.sort_unstable();
    kept.into_iter().map(|(message, _, total)| region.quote(message, total, WIDTH)).collect()
}

/// The newest report of packages, and the newest ones with failures.
fn packages(region: &Region<'_>, runs: &Runs<'_>) -> Vec<Packages> {
    let outputs = runs.tracks.iter().flat_map(|t| &t.runs).filter_map(|run| run.output).filter(|o| !o.head.stub);
    let mut all: Vec<Packages> = outputs
        .map(|output| (output, key_lines::packages(output.text)))
        .filter(|(_, (passed, failed))| passed + failed > 0)
        .map(|(output, (passed, failed))| Packages { passed, failed, source: region.source(output.message) })
        .collect();
    all.sort_by_key(|packages| packages.source.message);
    let newest = all.last().map(|packages| packages.source);
    let skip = all.len().saturating_sub(MOST_TESTS);
    all.into_iter().skip(skip).filter(|packages| packages.failed > 0 || Some(packages.source) == newest).collect()
}

/// True when a line of counts has a count of failures above zero: `2 failed`, `Failures: 2`.
fn shows_failures(line: &str) -> bool {
    let count = |w: &str| w.parse::<u64>().is_ok_and(|n| n > 0);
    let mut before = "";
    let mut words = line.split([' ', ',', ';', '(', ')', '|', '=']).filter(|w| !w.is_empty()).peekable();
    while let Some(word) = words.next() {
        let (name, named) = word.strip_suffix(':').map_or((word, false), |name| (name, true));
        let bad = ["failed", "failures", "failure", "failing", "fail", "errors", "error"];
        if bad.iter().any(|b| name.eq_ignore_ascii_case(b))
            && (if named { words.peek().is_some_and(|w| count(w)) } else { count(before) })
        {
            return true;
        }
        before = word;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;
    use crate::facts::runs;
    use cento_contract::RunState::{Exited, Killed, Running, Succeeded};

    fn state(case: &Case) -> ActiveState {
        let region = case.region();
        gather(&region, &runs::collect(&region, None))
    }

    #[test]
    fn git_says_the_branch_and_the_commits() {
        let mut case = Case::new();
        case.run("git status", Exited(0), "On branch main\nnothing to commit");
        case.run("git checkout -b fix/lamp", Exited(128), "fatal: exists");
        assert_eq!(state(&case).branch.map(|q| q.text).as_deref(), Some("main"));
        case.run("git checkout -b fix/lamp", Exited(0), "Switched to a new branch 'fix/lamp'");
        case.run("git commit -qam x", Exited(0), "[fix/lamp 1a2b3c4] Mend the lamp\n 1 file changed");
        case.run("cat notes", Exited(0), "[main 1a2b3c4] not by git");
        let state = state(&case);
        assert_eq!(state.branch.map(|q| q.text).as_deref(), Some("fix/lamp"));
        assert_eq!(
            state.commits.iter().map(|q| q.text.as_str()).collect::<Vec<_>>(),
            ["[fix/lamp 1a2b3c4] Mend the lamp"]
        );
    }

    #[test]
    fn lines_of_git_are_told_from_look_alikes() {
        for (line, want) in [
            ("[main (root-commit) 1a2b3c4] First", Some("main")),
            ("[detached HEAD 1a2b3c4] x", Some("detached")),
            ("[main 1a2b3c4]", None),
            ("[INFO deadbee] started", Some("INFO")),
            ("[a b] c", None),
            ("[x", None),
        ] {
            assert_eq!(committed(line), want, "{line}");
        }
        assert_eq!(switched("On branch a b"), None);
        assert_eq!(made_branch("cd x && git switch -c topic"), Some("topic"));
        assert_eq!(made_branch("git checkout -b $NAME"), None);
    }

    #[test]
    fn the_list_that_comes_back_is_the_whole_one() {
        let mut case = Case::new();
        let list = r#"{"todos":[{"content":"one","status":"completed"},{"content":"two","status":"pending"}],"summary":{"total":2}}"#;
        case.todo(&["[x] one"], Succeeded).output(list);
        let got: Vec<_> = state(&case).todo.into_iter().map(|q| (q.text, q.source.message)).collect();
        assert_eq!(got, [("[x] one".into(), 1), ("[ ] two".into(), 1)]);
    }

    #[test]
    fn tasks_that_come_one_by_one_are_a_list() {
        let mut case = Case::new();
        case.task("[ ] one", "Task #1 created successfully: one").task("[ ] two", "Task #2 created successfully: two");
        case.task("[x] 1", "Updated task #1 status").task("[~] 2", "Updated task #2 status");
        let got: Vec<_> = state(&case).todo.into_iter().map(|q| (q.text, q.source.message)).collect();
        assert_eq!(got, [("[x] one".into(), 0), ("[~] two".into(), 2)]);
        let mut case = Case::new();
        case.task("[x] 7", "Updated task #7 status");
        assert_eq!((state(&case).todo, state(&case).todo_cleared), (vec![], true));
    }

    #[test]
    fn the_newest_todo_list_counts_if_it_was_taken() {
        let mut case = Case::new();
        case.todo(&["[x] one", "[ ] two"], Succeeded).todo(&["[x] other"], RunState::Failed);
        assert_eq!(state(&case).todo.iter().map(|q| q.text.as_str()).collect::<Vec<_>>(), ["[x] one", "[ ] two"]);
    }

    #[test]
    fn processes_have_their_last_state() {
        let mut case = Case::new();
        case.start("./a", "p1").start("./b", "p2").poll("p1", true, Killed(None));
        // The id only: the command stands among the commands.
        let got: Vec<_> = state(&case).processes.into_iter().map(|(q, s)| (q.text, q.source.message, s)).collect();
        assert_eq!(got, [("p1".into(), 5, Killed(None)), ("p2".into(), 3, Running)]);
    }

    #[test]
    fn a_process_without_an_id_is_named_by_its_command() {
        let mut case = Case::new();
        case.run("./serve &", Running, "").run("ls", Exited(0), "");
        let got: Vec<_> = state(&case).processes.into_iter().map(|(q, s)| (q.text, s)).collect();
        assert_eq!(got, [("./serve &".into(), Running)]);
    }

    #[test]
    fn the_last_directory_is_known() {
        let mut case = Case::new();
        case.run("cd /w/a", Exited(0), "").run("make", Exited(0), "");
        assert_eq!(state(&case).directory.map(|q| (q.text, q.source.message)), Some(("/w/a".into(), 1)));
    }

    #[test]
    fn each_suite_has_its_newest_counts_and_those_with_failures() {
        let mut case = Case::new();
        case.run("pytest", Exited(1), "2 failed, 3 passed in 1.00s").run("pytest", Exited(0), "4 passed in 1.00s");
        case.run("pytest", Exited(0), "5 passed in 1.00s").run("cat log", Exited(0), "nothing");
        let got: Vec<_> = state(&case).tests.into_iter().map(|q| (q.text, q.source.message)).collect();
        assert_eq!(got, [("2 failed, 3 passed in 1.00s".into(), 1), ("5 passed in 1.00s".into(), 5)]);
    }

    #[test]
    fn counts_of_failures_are_found() {
        for (line, want) in [
            ("2 failed, 3 passed in 1.2s", true),
            ("0 failed, 3 passed", false),
            ("test result: ok. 3 passed; 0 failed; 1 ignored", false),
            ("Tests: 1 failed, 5 total", true),
            ("Tests run: 4, Failures: 2, Errors: 0", true),
            ("Tests run: 4, Failures: 0, Errors: 0", false),
            (" 12 pass", false),
            (" 1 fail", true),
        ] {
            assert_eq!(shows_failures(line), want, "{line}");
        }
    }
}
