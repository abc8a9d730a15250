//! Commands, failed calls, and how they went.
//!
//! Takes the steps and their runs; gives one [`Command`] for each track: its runs folded, what broke in the newest
//! failing one, and what was changed before it passed. Promises: order of first runs; key lines are whole lines of
//! the output that the stated outcome belongs to, or visibly cut. Leaves out: whether a fix was the cause.
use super::between::{self, Change};
use super::runs::{Runs, Seen, Track};
use super::steps::{Region, failing, line, passing};
use crate::cutting::begin;
use crate::key_lines;
use crate::ledger::{Command, Quote, Run, Source};
use crate::result;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::RunState;

/// Longest command that stands whole, and what stays of a longer one, in characters.
const WHOLE: usize = 300;
const HEAD: usize = 240;
/// Characters of a key line.
const WIDTH: usize = 200;
/// Picked lines of a failing run, and names of failing tests besides.
const PICKED: usize = 3;
const NAMES: usize = 8;

/// Gathers the commands.
pub(super) fn gather(region: &Region<'_>, runs: &Runs<'_>) -> Vec<Command> {
    let changes = between::changes(region);
    runs.tracks.iter().filter_map(|track| command(region, &changes, track)).collect()
}

fn command(region: &Region<'_>, changes: &[Change<'_>], track: &Track<'_>) -> Option<Command> {
    let newest = track.runs.last()?;
    let broken = track.runs.iter().rev().find(|run| failing(run.state));
    Some(Command {
        tool: track.tool.into(),
        text: shown(&track.text),
        cwd: track.cwd.clone(),
        source: Source { at: region.source(newest.opens).at, message: newest.call },
        runs: fold(region, &track.runs),
        key_lines: match broken {
            Some(run) => key_lines(region, run, &track.text),
            None => plain_failure(region, newest, &track.text).into_iter().collect(),
        },
        between: repair(region, changes, track),
        meaning: meaning(region, newest),
        ends_below: newest.ends_below.map(|(state, message)| (state, region.source(message))),
        continues: track.continues,
        alone: track.alone(),
    })
}

fn shown(text: &str) -> String {
    if text.char_indices().nth(WHOLE).is_none() {
        return text.into();
    }
    let end = text.char_indices().nth(HEAD).map_or(text.len(), |(at, _)| at);
    let head = begin(text, end);
    format!("{head}…+{}", text.chars().count().saturating_sub(head.chars().count()))
}

fn fold(region: &Region<'_>, seen: &[Seen<'_>]) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for run in seen {
        let source = region.source(run.at);
        match runs.last_mut() {
            Some(last) if last.state == run.state => {
                last.times = last.times.saturating_add(1);
                last.source = source;
            }
            _ => runs.push(Run { state: run.state, times: 1, source }),
        }
    }
    runs
}

/// The host's words for the code of a run.
fn meaning(region: &Region<'_>, run: &Seen<'_>) -> Option<Quote> {
    let output = run.output.filter(|_| failing(run.state))?;
    let text = line(output.head.meaning.as_deref()?, WIDTH);
    (!text.is_empty()).then(|| Quote { text, source: region.source(output.message) })
}

/// What a failing run says of the reason: the tool's own error, then lines of the output.
pub(super) fn key_lines(region: &Region<'_>, run: &Seen<'_>, command: &str) -> Vec<Quote> {
    let Some(output) = run.output else { return Vec::new() };
    let mut found: Vec<&str> = Vec::new();
    let picked = if output.head.stub { Vec::new() } else { key_lines::pick(output.text, command, PICKED) };
    let said = |words: &str| picked.iter().any(|l| l.contains(words));
    if let Some(words) = output.head.error.as_deref().filter(|words| !words.trim().is_empty() && !said(words)) {
        found.push(words);
    }
    found.extend(&picked);
    if !output.head.stub {
        let named = |name: &&str| !found.iter().any(|l| l.contains(*name));
        let names: Vec<&str> = key_lines::failing_tests(output.text).into_iter().filter(named).take(NAMES).collect();
        found.extend(names);
    }
    let mut quotes: Vec<Quote> = Vec::new();
    for words in found {
        let text = line(result::untagged(words), WIDTH);
        // A lone bracket says nothing.
        let says = text.chars().filter(|c| c.is_alphanumeric()).nth(2).is_some();
        if says && !quotes.iter().any(|q| q.text == text) {
            quotes.push(Quote { text, source: region.source(output.message) });
        }
    }
    quotes
}

/// Where a run has no code, the line of its output that can hardly be anything but a failure. It is quoted; that the
/// run failed is not said.
pub(super) fn plain_failure(region: &Region<'_>, run: &Seen<'_>, command: &str) -> Option<Quote> {
    let output = run.output.filter(|output| run.state == RunState::NoExitCode && !output.head.stub)?;
    let text = line(key_lines::plain_failure(output.text, command)?, WIDTH);
    Some(Quote { text, source: region.source(output.message) })
}

/// Changes between the last failure and the first pass after it, where the last word is a pass.
fn repair(region: &Region<'_>, changes: &[Change<'_>], track: &Track<'_>) -> Vec<Quote> {
    let Some(last) = track.runs.iter().rposition(|run| failing(run.state)) else { return Vec::new() };
    let after = track.runs.get(last + 1..).unwrap_or_default();
    let ends_well = after.last().is_some_and(|run| passing(run.state));
    match (track.runs.get(last), after.iter().find(|run| passing(run.state))) {
        (Some(failed), Some(passed)) if ends_well => {
            between::within(region, changes, failed.step, passed.step, &track.text)
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;
    use crate::facts::runs;
    use crate::ledger::Ref;
    use crate::opened::Op;
    use cento_contract::RunState::{self, Exited, Killed, NoResult, Refused, Running, Succeeded};

    fn commands(case: &Case) -> Vec<Command> {
        let region = case.region();
        gather(&region, &runs::collect(&region, None))
    }

    fn states(command: &Command) -> Vec<(RunState, u32)> {
        command.runs.iter().map(|r| (r.state, r.times)).collect()
    }

    #[test]
    fn failed_then_passed_keeps_the_history_and_names_the_fix() {
        let mut case = Case::new();
        case.run("make test", Exited(2), "building\nerror: no rule for x\n").run(
            "make test",
            Exited(2),
            "error: again",
        );
        case.change("src/x.rs", Op::Patched, Succeeded).run("make test", Exited(0), "fine");
        let all = commands(&case);
        let [command] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!(states(command), [(Exited(2), 2), (Exited(0), 1)]);
        assert_eq!(command.key_lines.first().map(|q| (q.text.as_str(), q.source.message)), Some(("error: again", 3)));
        assert_eq!(command.between.iter().map(|q| q.text.as_str()).collect::<Vec<_>>(), ["src/x.rs"]);
        assert_eq!(command.source.message, 6);
        assert_eq!(command.runs.last().map(|r| r.source.message), Some(7));
    }

    #[test]
    fn a_failure_stays_until_the_command_is_known_to_pass() {
        use crate::ledger::Section;
        for (later, want) in [
            (RunState::NoExitCode, Section::Blocked),
            (NoResult, Section::Blocked),
            (Running, Section::Blocked),
            (Exited(0), Section::Fixes),
        ] {
            let mut case = Case::new();
            case.run("t", Exited(1), "1 failed").run("t", later, "");
            assert_eq!(commands(&case)[0].section(), want, "{later:?}");
        }
        let mut twice = Case::new();
        twice.run("t", Exited(1), "1 failed").run("t", RunState::NoExitCode, "[Duplicate tool output]").stub(None);
        assert_eq!(commands(&twice)[0].section(), Section::Blocked);
        let mut mended = Case::new();
        mended.run("t", Exited(1), "").run("t", Exited(0), "").run("t", RunState::NoExitCode, "");
        assert_eq!(commands(&mended)[0].section(), Section::Fixes);
    }

    #[test]
    fn without_a_code_a_plain_failure_is_quoted_and_nothing_is_said_of_the_end() {
        let of = |state, outputs: &[&str]| {
            let mut case = Case::new();
            for output in outputs {
                case.run("make", state, output);
            }
            let command = commands(&case).remove(0);
            let lines: Vec<_> = command.key_lines.iter().map(|q| q.text.clone()).collect();
            (command.last(), command.section(), lines)
        };
        let none = RunState::NoExitCode;
        let broken = "cc a.c\na.c:1:2: error: no such name\nmake: stop";
        let line = alloc::vec![String::from("a.c:1:2: error: no such name")];
        assert_eq!(of(none, &[broken]), (none, crate::ledger::Section::Commands, line));
        // The newest run speaks; and words that only mention errors are no plain failure.
        assert_eq!(of(none, &[broken, "fine"]).2, Vec::<String>::new());
        assert_eq!(of(none, &["fixed the error in the log"]).2, Vec::<String>::new());
        assert_eq!(of(Succeeded, &[broken]).2, Vec::<String>::new());
        assert_eq!(of(Running, &[broken]).2, Vec::<String>::new());
    }

    #[test]
    fn a_failure_after_the_pass_leaves_no_fix() {
        let mut case = Case::new();
        case.run("t", Exited(1), "").change("a", Op::Written, Succeeded).run("t", Exited(0), "").run(
            "t",
            Exited(1),
            "",
        );
        assert!(commands(&case).iter().all(|c| c.between.is_empty()));
    }

    #[test]
    fn the_directory_is_part_of_the_identity() {
        let mut case = Case::new();
        case.run_in("make", "/l", Exited(0)).run_in("make", "/r", Exited(2)).run_in("make", "/l", Exited(0));
        let all = commands(&case);
        let got: Vec<_> = all.iter().map(|c| (c.cwd.as_deref(), states(c))).collect();
        assert_eq!(got, [(Some("/l"), alloc::vec![(Exited(0), 2)]), (Some("/r"), alloc::vec![(Exited(2), 1)])]);
    }

    #[test]
    fn commands_that_only_look_the_same_are_two() {
        use crate::ledger::Section;
        let mut case = Case::new();
        let shown = "TOKEN=[redacted] make test";
        case.run(shown, Exited(1), "error: no").masked(1).run(shown, Exited(0), "").masked(2);
        case.run(shown, Exited(2), "").masked(1);
        let all = commands(&case);
        let got: Vec<_> = all.iter().map(|c| (c.section(), states(c))).collect();
        assert_eq!(
            got,
            [
                (Section::Blocked, alloc::vec![(Exited(1), 1), (Exited(2), 1)]),
                (Section::Commands, alloc::vec![(Exited(0), 1)])
            ]
        );
        // Only the same one runs again below.
        let mut case = Case::new();
        case.run(shown, Exited(1), "").masked(1).run(shown, Exited(1), "").masked(2).kept_run(shown, None).masked(2);
        assert_eq!(commands(&case).iter().map(|c| c.continues).collect::<Vec<_>>(), [false, true]);
        // So it is with other tools: the pass of one call is none of another.
        let mut case = Case::new();
        for (number, state) in [(1, RunState::Failed), (2, RunState::Failed), (2, Succeeded)] {
            case.other("fetch", "https://h/?token=[redacted]", state, "").masked(number);
        }
        let ends: Vec<_> = commands(&case).iter().map(Command::last).collect();
        assert_eq!(ends, [RunState::Failed, Succeeded]);
    }

    #[test]
    fn a_bare_cd_moves_later_commands_and_after_one_in_a_line_the_place_is_not_known() {
        let mut case = Case::new();
        case.run("cd /w/a", Exited(0), "").run("make", Exited(0), "").run("cd /w/b && ls", Exited(0), "");
        case.run("make", Exited(0), "").run("cd ../c", Exited(0), "").run("make", Exited(1), "");
        case.run("cd /nowhere", Exited(1), "").run("pwd", Exited(0), "");
        let all = commands(&case);
        let got: Vec<_> = all.iter().map(|c| (c.text.as_str(), c.cwd.as_deref(), c.runs.len())).collect();
        assert_eq!(
            got,
            [
                ("cd /w/a", None, 1),
                ("make", Some("/w/a"), 1),
                ("cd /w/b && ls", Some("/w/a"), 1),
                ("make", None, 1),
                ("cd ../c", None, 1),
                ("make", Some("/w/c"), 1),
                ("cd /nowhere", Some("/w/c"), 1),
                ("pwd", Some("/w/c"), 1),
            ]
        );
    }

    #[test]
    fn what_may_have_run_elsewhere_is_not_mended() {
        let mut case = Case::new();
        case.run("pytest", Exited(1), "").run("cd sub && ls", Exited(0), "").run("pytest", Exited(0), "");
        let all = commands(&case);
        let ends: Vec<_> = all.iter().filter(|c| c.text == "pytest").map(|c| (states(c), c.alone)).collect();
        assert_eq!(ends, [(alloc::vec![(Exited(1), 1)], false), (alloc::vec![(Exited(0), 1)], true)]);
    }

    #[test]
    fn the_end_of_a_background_run_comes_from_its_poll() {
        let mut case = Case::new();
        case.start("./serve", "p1").poll("p1", false, Running).poll("p1", false, Exited(3)).poll("p1", false, Running);
        let all = commands(&case);
        let [command] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((states(command), command.runs[0].source.message), (alloc::vec![(Exited(3), 1)], 5));
    }

    #[test]
    fn a_poll_by_another_spelling_of_the_id_counts_when_the_result_names_the_process() {
        let mut case = Case::new();
        case.start("./serve", "proc_12").poll("12", false, Exited(3)).process("proc_12");
        assert_eq!(states(&commands(&case)[0]), [(Exited(3), 1)]);
    }

    #[test]
    fn a_kill_stays_a_kill_when_a_notice_follows() {
        let mut case = Case::new();
        case.start("./serve", "p1").poll("p1", true, Killed(Some(-15)));
        case.notice("[IMPORTANT: Background process p1 finished (exit code 143). Command: ./serve. Output: ]");
        assert_eq!(states(&commands(&case)[0]), [(Killed(Some(-15)), 1)]);
    }

    #[test]
    fn a_notice_ends_a_run_or_records_one() {
        let mut case = Case::new();
        case.start("sleep 9", "p1");
        case.notice("[IMPORTANT: Background process p1 finished (exit code 2). Command: sleep 9. Output: full]");
        case.notice("[IMPORTANT: Background process p9 finished (exit code 143). Command: npm run dev. Output: ]");
        case.start("npm run dev", "p10");
        let all = commands(&case);
        let got: Vec<_> = all.iter().map(|c| (c.text.as_str(), states(c))).collect();
        assert_eq!(
            got,
            [("sleep 9", alloc::vec![(Exited(2), 1)]), ("npm run dev", alloc::vec![(Exited(143), 1), (Running, 1)]),]
        );
    }

    #[test]
    fn a_replayed_retry_is_one_run_and_a_lost_result_is_none() {
        let mut case = Case::new();
        case.run("up 014", Exited(0), "applied").replay_last_unit().lost("down 014").run("rm x", Refused(Some(-1)), "");
        let all = commands(&case);
        let got: Vec<_> = all.iter().map(states).collect();
        assert_eq!(
            got,
            [alloc::vec![(Exited(0), 1)], alloc::vec![(NoResult, 1)], alloc::vec![(Refused(Some(-1)), 1)],]
        );
    }

    #[test]
    fn the_meaning_of_a_code_stands_beside_it_and_is_no_key_line() {
        let mut case = Case::new();
        case.run("grep -c x f", Exited(1), "0").meaning("no matches (not an error)");
        let all = commands(&case);
        let meaning = all[0].meaning.as_ref().map(|q| (q.text.as_str(), q.source.message));
        assert_eq!(meaning, Some(("no matches (not an error)", 1)));
        assert!(all[0].key_lines.iter().all(|q| !q.text.contains("matches")), "{:?}", all[0].key_lines);
    }

    #[test]
    fn the_meaning_is_that_of_the_newest_run_and_of_a_failure() {
        let meaning = |case: &Case| commands(case)[0].meaning.as_ref().map(|q| (q.text.clone(), q.source.message));
        let mut case = Case::new();
        case.run("t", Exited(1), "").meaning("first").run("t", Exited(2), "").meaning(" two \n lines ");
        assert_eq!(meaning(&case), Some(("two ⏎ lines".into(), 3)));
        case.run("t", Exited(3), "");
        assert_eq!(meaning(&case), None);
        case.run("t", Exited(0), "").meaning("all is well");
        assert_eq!(meaning(&case), None);
        let mut blank = Case::new();
        blank.run("t", Exited(1), "").meaning(" \n");
        assert_eq!(meaning(&blank), None);
    }

    #[test]
    fn a_stub_gives_its_own_words_only() {
        let mut case = Case::new();
        case.run("make", Exited(1), "[terminal] ran `make` -> exit 1, error: 3 lines output").stub(Some("boom"));
        let lines: Vec<_> = commands(&case)[0].key_lines.iter().map(|q| q.text.clone()).collect();
        assert_eq!(lines, ["boom"]);
    }

    #[test]
    fn what_the_tool_says_stands_once_with_and_without_its_tags() {
        let mut case = Case::new();
        let said = "Two lamps match this name, one too many. ".repeat(12);
        case.run("patch", RunState::Failed, &format!("<tool_use_error>{said}\nname: lamp</tool_use_error>"))
            .error(&said);
        let lines = &commands(&case)[0].key_lines;
        assert_eq!(lines.iter().filter(|q| q.text.starts_with("Two lamps")).count(), 1, "{lines:?}");
        assert!(lines.iter().all(|q| !q.text.contains("tool_use_error")), "{lines:?}");
    }

    #[test]
    fn failed_calls_of_other_tools_are_listed_and_the_same_call_may_pass_later() {
        let mut case = Case::new();
        case.read("a.txt", RunState::Failed).error("not found").read("b.txt", Succeeded);
        case.read("a.txt", Succeeded).change("c.rs", Op::Patched, RunState::Failed).error("no match");
        let all = commands(&case);
        let got: Vec<_> = all.iter().map(|c| (c.tool.as_str(), c.text.as_str(), states(c))).collect();
        assert_eq!(
            got,
            [
                ("read_file", "a.txt", alloc::vec![(RunState::Failed, 1), (Succeeded, 1)]),
                ("patch", "c.rs", alloc::vec![(RunState::Failed, 1)]),
            ]
        );
        assert_eq!(all[1].key_lines[0].text, "no match");
    }

    #[test]
    fn a_command_goes_on_in_the_kept_messages_unless_they_name_another_place() {
        for (cwd, want) in [(None, true), (Some("/a"), true), (Some("/b"), false)] {
            let mut case = Case::new();
            case.run_in("make", "/a", Exited(1)).kept_run("make", cwd);
            assert_eq!(commands(&case)[0].continues, want, "{cwd:?}");
        }
    }

    #[test]
    fn long_commands_are_cut_and_still_told_apart() {
        let (a, b) = ("é".repeat(400), alloc::format!("{}x", "é".repeat(400)));
        let mut case = Case::new();
        case.run(&a, Exited(0), "").run(&b, Exited(0), "");
        let texts: Vec<_> = commands(&case).iter().map(|c| c.text.clone()).collect();
        assert_eq!(texts, [alloc::format!("{}…+160", "é".repeat(240)), alloc::format!("{}…+161", "é".repeat(240))]);
    }

    #[test]
    fn saved_rows_are_named_by_their_id() {
        let mut case = Case::new();
        case.run("ls", Exited(0), "").row(1, 77);
        let all = commands(&case);
        // The command opens at its own result, not at the call.
        assert_eq!((all[0].source.at, all[0].runs[0].source.at), (Ref::Row(77), Ref::Row(77)));
        assert_eq!((all[0].source.message, all[0].runs[0].source.message), (0, 1));
        let mut lost = Case::new();
        lost.lost("ls").row(0, 76);
        assert_eq!(commands(&lost)[0].source.at, Ref::Row(76));
    }

    #[test]
    fn a_command_opens_at_its_own_result_and_not_at_a_later_poll() {
        let mut case = Case::new();
        case.start("./serve", "p1").row(0, 70).row(1, 71).poll("p1", false, Exited(3)).row(2, 72).row(3, 73);
        let all = commands(&case);
        assert_eq!((all[0].source.at, all[0].runs[0].source.at), (Ref::Row(71), Ref::Row(73)));
    }
}
