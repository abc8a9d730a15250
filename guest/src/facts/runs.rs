//! Every run of every command, and every call that failed.
//!
//! Takes the steps; gives one track for each command (text and directory) or failed call (tool and target), in the
//! order of first runs. What only looks the same because a secret is masked in it is another command, and so is what
//! may have run in another directory. The end of a run that was still going comes from a later poll, list, kill or
//! notice of its process. Runs stand in the order in which they ended. What an earlier summary tells of the shell and
//! of what runs goes on.
//! Promises: states are the recorded ones, in order. Leaves out: calls of other tools that went well, but for the
//! one that repeats a failed call word for word.
use super::directory::{Directory, Shell, is_relative};
use super::notice;
use super::steps::{Answer, Called, Region, What, failing, passing};
use crate::ledger::{Command, Ledger, Ref};
use crate::opened::Action;
use crate::redact::has_mask;
use crate::shell;
use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use cento_contract::RunState;

/// All of them.
#[derive(Default)]
pub(super) struct Runs<'a> {
    /// In order of first runs.
    pub(super) tracks: Vec<Track<'a>>,
    /// The last known directory and the message that says so.
    pub(super) directory: Option<(String, u32)>,
    /// The directory that an earlier summary names is left, and where the shell stands is not for this one to say.
    pub(super) directory_left: bool,
    /// Ends of processes of which an earlier summary names no command: step, id, state and message.
    pub(super) ends: Vec<(usize, &'a str, RunState, u32)>,
}

/// One command or call, and how it went each time.
pub(super) struct Track<'a> {
    /// Tool name, empty for shell commands.
    pub(super) tool: &'a str,
    /// Command or target, whole.
    pub(super) text: Cow<'a, str>,
    /// Where it ran.
    pub(super) cwd: Option<String>,
    /// What tells it from others with the same text ([`crate::opened::Call::masked`]).
    masked: u64,
    /// What tells it from the same command in another directory, where that cannot be told ([`Shell::of`]).
    place: u64,
    /// Raw arguments of the newest failed call (no shell commands).
    arguments: &'a str,
    /// Runs in order.
    pub(super) runs: Vec<Seen<'a>>,
    /// A kept message runs it again.
    pub(super) continues: bool,
}

impl Track<'_> {
    /// Another command has the same words: a secret in it is masked, or where it ran cannot be told.
    pub(super) fn alone(&self) -> bool {
        self.place != 0 || has_mask(&self.text)
    }
}

/// One run.
pub(super) struct Seen<'a> {
    /// Index of the step of the call.
    pub(super) step: usize,
    /// Message of the call.
    pub(super) call: u32,
    /// Where a reader opens the run: its own result, else the call.
    pub(super) opens: u32,
    /// Message that records the state: the result, or a later poll or notice.
    pub(super) at: u32,
    /// How it ended.
    pub(super) state: RunState,
    /// What came back: the output that belongs to the state.
    pub(super) output: Option<Answer<'a>>,
    /// Id of its process.
    pub(super) process: Option<&'a str>,
    /// It was started in the background.
    pub(super) background: bool,
    /// How it ended, where a message that stays records it, and which message that is.
    pub(super) ends_below: Option<(RunState, u32)>,
}

/// A command as it is compared: two that only look the same have different numbers.
type Same<'a> = (&'a str, u64);

/// Where the run of a process is.
#[derive(Clone, Copy)]
enum Started<'a> {
    /// Track and run.
    Here(usize, usize),
    /// In a message that stays: its command and directory.
    Kept(Same<'a>, Option<&'a str>, u32),
    /// Before an earlier summary, which is this message, with its command if that is told.
    Told(u32, Option<&'a Command>),
}

type Key<'a> = (&'a str, Cow<'a, str>, Option<String>, u64, u64);

#[derive(Default)]
struct Collector<'a> {
    runs: Runs<'a>,
    index: BTreeMap<Key<'a>, usize>,
    processes: BTreeMap<&'a str, Started<'a>>,
    at: Shell,
    again: Again<'a>,
}

/// What the kept messages run again.
#[derive(Default)]
struct Again<'a> {
    anywhere: BTreeMap<Same<'a>, usize>,
    unplaced: BTreeMap<Same<'a>, usize>,
    placed: BTreeMap<(Same<'a>, String), usize>,
    moved: bool,
}

/// Collects the runs.
pub(super) fn collect<'a>(region: &'a Region<'a>, earlier: Option<&'a Ledger>) -> Runs<'a> {
    let mut all = Collector::default();
    if let Some(earlier) = earlier {
        all.go_on(earlier);
    }
    let begin = all.at.known().map(ToString::to_string);
    for (step, at) in region.steps.iter().enumerate() {
        match &at.what {
            What::Call(called) => all.call(step, at.message, called),
            What::Kept(called) => all.kept(step, at.message, called),
            What::Notice(text) => all.notice(step, at.message, text),
            What::KeptNotice(text) => {
                if let Some(ended) = notice::read(text) {
                    all.ends_below(ended.id, RunState::Exited(ended.code), at.message);
                }
            }
            _ => {}
        }
    }
    all.runs.directory_left = all.runs.directory.is_none() && all.at.known() != begin.as_deref();
    all.finish()
}

impl<'a> Collector<'a> {
    /// What an earlier summary tells of the shell and of what runs.
    fn go_on(&mut self, earlier: &'a Ledger) {
        let mut running: BTreeMap<Ref, &Command> = BTreeMap::new();
        let (mut moves, mut again) = (false, false);
        for command in earlier.commands.iter().filter(|command| command.tool.is_empty()) {
            if let Some(run) = command.runs.last().filter(|run| run.state == RunState::Running) {
                running.insert(run.source.at, command);
            }
            moves |= shell::bare_cd(&command.text).is_none() && !shell::moves(&command.text).is_empty();
            // It ran twice: there is no such place below itself, so the first time did not last.
            let times = command.runs.iter().fold(0_u32, |sum, run| sum.saturating_add(run.times));
            again |= times > 1 && shell::leading_cd(&command.text).is_some_and(|(dir, _)| is_relative(dir));
        }
        self.at.go_on(earlier.state.directory.as_ref().map(|quote| quote.text.as_str()), moves, again);
        for (quote, state) in &earlier.state.processes {
            if *state == RunState::Running {
                let command = running.get(&quote.source.at).copied();
                self.processes.insert(&quote.text, Started::Told(quote.source.message, command));
            }
        }
    }

    fn call(&mut self, step: usize, message: u32, called: &'a Called<'a>) {
        match &called.call.action {
            Action::Run { command, cwd, background, .. } => {
                self.run(step, message, called, (command, called.call.masked), cwd.as_deref(), *background);
            }
            Action::Process { id, kill } => {
                let known = called.answer.is_some_and(|answer| match answer.head.state {
                    // It is not there any more, and how it ended nobody knows.
                    state if of_the_tool(state) && answer.head.error.as_deref().is_some_and(is_gone) => {
                        self.late(step, id, RunState::NoExitCode, true, answer.message, None)
                    }
                    state if of_the_tool(state) => false,
                    _ if !answer.head.listed.is_empty() => {
                        for (id, state) in &answer.head.listed {
                            self.late(step, id, *state, true, answer.message, None);
                        }
                        true
                    }
                    state => {
                        // Hosts answer to `12` with `proc_12`; the name that started it counts.
                        let told = answer.head.process.as_deref().filter(|told| self.processes.contains_key(told));
                        self.late(step, told.unwrap_or(id), state, *kill, answer.message, Some(answer))
                    }
                });
                if !known {
                    self.failed(step, message, called);
                }
            }
            _ => self.failed(step, message, called),
        }
    }

    fn run(
        &mut self,
        step: usize,
        message: u32,
        called: &'a Called<'a>,
        (command, masked): Same<'a>,
        named: Option<&'a str>,
        background: bool,
    ) {
        let head = called.answer.map(|a| a.head);
        let reported = head.and_then(|h| h.cwd.as_deref());
        let target = if named.is_none() { shell::bare_cd(command) } else { None };
        // What a `cd` reports is the place after it, not the one it ran in.
        let before = if target.is_some() { None } else { reported };
        let (cwd, place) = self.place(command, named.or(before));
        let track = self.track(("", Cow::Borrowed(command), cwd, masked, place));
        let process = head.and_then(|h| h.process.as_deref());
        let at = called.answer.map_or(message, |a| a.message);
        let seen = Seen {
            step,
            call: message,
            opens: at,
            at,
            state: called.state(),
            output: called.answer,
            process,
            background,
            ends_below: None,
        };
        if let Some(number) = self.push(track, seen)
            && let Some(id) = process
        {
            self.processes.insert(id, Started::Here(track, number));
        }
        if target.is_some() || reported.is_some() {
            self.follow(target, reported, called.answer.map(|a| a.head.state), at);
        } else if named.is_none() && !background {
            self.may_follow(command, called.answer, at);
        }
    }

    /// Where a command runs, and a number that tells it from the same one elsewhere ([`Shell::of`]).
    fn place(&self, command: &str, named: Option<&str>) -> (Option<String>, u64) {
        let (cwd, place) = match named {
            Some(cwd) => (Some(cwd), 0),
            None => self.at.of(shell::leading_cd(command).map(|(dir, _)| dir)),
        };
        (cwd.map(ToString::to_string), place)
    }

    /// Keeps the directory up to date. `ended` is None when the outcome of the command is not known.
    fn follow(&mut self, target: Option<&str>, reported: Option<&str>, ended: Option<RunState>, message: u32) {
        match (target, reported, ended) {
            (_, Some(path), _) => self.at.set(Directory::At(path.to_string())),
            (None, None, _) => return,
            (Some(_), None, Some(state)) if failing(state) => return,
            (Some(_), None, None) => self.at.set(Directory::Lost(message)),
            (Some(target), None, Some(_)) => self.at.goes(target, message),
        }
        self.runs.directory = self.at.known().map(|path| (path.to_string(), message));
    }

    /// A line with a `cd` in it moves the shell of some agents.
    fn may_follow(&mut self, command: &str, answer: Option<Answer<'_>>, message: u32) {
        let moves = shell::moves(command);
        if moves.is_empty() || answer.is_some_and(|a| matches!(a.head.state, RunState::Refused(_))) {
            return;
        }
        // The shell's own words for a `cd` that failed.
        let failed = answer.is_none_or(|a| ["cd: ", "can't cd to"].iter().any(|words| a.text.contains(words)));
        if let (true, [_], Some(_)) = (failed, moves.as_slice(), answer) {
            return;
        }
        let passed = answer.is_some_and(|a| passing(a.head.state));
        for step in &moves {
            let sure = !failed && (passed || !step.chained);
            self.at.may_go(step.target.as_deref().filter(|_| sure), message);
        }
        if self.at.known().is_none() {
            self.runs.directory = None;
        }
    }

    /// A poll, kill or notice says how a process is.
    fn late(
        &mut self,
        step: usize,
        id: &str,
        state: RunState,
        kill: bool,
        message: u32,
        output: Option<Answer<'a>>,
    ) -> bool {
        let Some((id, started)) = self.processes.get_key_value(id).map(|(id, started)| (*id, *started)) else {
            return false;
        };
        // A kill that says nothing of the end leaves just that: no code.
        let over = ended(state) || (kill && state == RunState::NoExitCode);
        // Where the words of the command stand: in the call, which stays, or in the summary.
        let (key, call, process) = match started {
            Started::Here(track, number) => {
                let run = self.runs.tracks.get_mut(track).and_then(|t| t.runs.get_mut(number));
                if let Some(run) = run
                    && !ended(run.state)
                    && (over || state == RunState::Running)
                {
                    (run.state, run.at, run.output) = (state, message, output);
                }
                return true;
            }
            Started::Told(_, None) if over => {
                self.runs.ends.push((step, id, state, message));
                return true;
            }
            Started::Told(summary, Some(command)) if over => {
                (("", Cow::Borrowed(&*command.text), command.cwd.clone(), 0, 0), summary, Some(id))
            }
            Started::Kept((command, masked), cwd, started) if ended(state) => {
                (("", Cow::Borrowed(command), cwd.map(ToString::to_string), masked, 0), started, None)
            }
            Started::Kept(..) | Started::Told(..) => return true,
        };
        let track = self.track(key);
        let seen = Seen {
            step,
            call,
            opens: message,
            at: message,
            state,
            output,
            process,
            background: true,
            ends_below: None,
        };
        self.push(track, seen);
        // One end is enough.
        self.processes.remove(id);
        true
    }

    fn notice(&mut self, step: usize, message: u32, text: &'a str) {
        let Some(ended) = notice::read(text) else { return };
        let state = RunState::Exited(ended.code);
        if self.late(step, ended.id, state, false, message, None) {
            return;
        }
        if let Some(command) = ended.command {
            // What is masked in a notice is not known; it is taken for no other command's.
            let masked = if has_mask(&command) { u64::from(message) + 1 } else { 0 };
            let track = self.track(("", command, None, masked, 0));
            let process = Some(ended.id);
            let seen = Seen {
                step,
                call: message,
                opens: message,
                at: message,
                state,
                output: None,
                process,
                background: true,
                ends_below: None,
            };
            if let Some(number) = self.push(track, seen) {
                self.processes.insert(ended.id, Started::Here(track, number));
            }
        }
    }

    /// A call that is no shell command: it leaves a track when it fails.
    fn failed(&mut self, step: usize, message: u32, called: &'a Called<'a>) {
        let state = called.state();
        let change = matches!(called.call.action, Action::Change { .. });
        let lost = change && state == RunState::NoResult;
        let process = matches!(called.call.action, Action::Process { .. }) && state == RunState::NoResult;
        if process || !(failing(state) || passing(state) || lost) {
            return;
        }
        let call = called.call;
        let key = (call.tool.as_str(), Cow::Borrowed(call.target.as_str()), None, call.masked, 0);
        let at = called.answer.map_or(message, |a| a.message);
        let seen = Seen {
            step,
            call: message,
            opens: at,
            at,
            state,
            output: called.answer,
            process: None,
            background: false,
            ends_below: None,
        };
        if passing(state) {
            let Some(&track) = self.index.get(&key) else { return };
            let same = self.runs.tracks.get(track).is_some_and(|t| {
                t.arguments == called.arguments && t.runs.last().is_some_and(|run| failing(run.state))
            });
            if same {
                self.push(track, seen);
            }
        } else {
            let track = self.track(key);
            if let Some(track) = self.runs.tracks.get_mut(track) {
                track.arguments = called.arguments;
            }
            self.push(track, seen);
        }
    }

    fn kept(&mut self, step: usize, started: u32, called: &'a Called<'a>) {
        match &called.call.action {
            Action::Run { command, cwd, .. } => {
                let reported = called.answer.and_then(|a| a.head.cwd.as_deref());
                let target = if cwd.is_none() { shell::bare_cd(command) } else { None };
                let (known, place) = self.place(command, cwd.as_deref());
                let again = &mut self.again;
                let same = (command.as_str(), called.call.masked);
                match known {
                    Some(known) => {
                        again.placed.insert((same, known), step);
                        // Where a call names its directory, one that named none may have run there.
                        if cwd.is_some() {
                            again.anywhere.insert(same, step);
                        }
                    }
                    // After a `cd` in the kept messages the same text is another command.
                    None if !again.moved && place == 0 => {
                        again.unplaced.insert(same, step);
                        again.anywhere.insert(same, step);
                    }
                    None => {}
                }
                // Only a `cd` behind the first dropped run parts the two; the head comes before all of them.
                again.moved |= target.is_some() && !self.runs.tracks.is_empty();
                if let Some(id) = called.answer.and_then(|a| a.head.process.as_deref()) {
                    self.processes.insert(id, Started::Kept(same, cwd.as_deref(), started));
                }
                let message = called.answer.map_or(0, |a| a.message);
                self.follow(target, reported, called.answer.map(|a| a.head.state), message);
                if target.is_none() && reported.is_none() && cwd.is_none() {
                    self.may_follow(command, called.answer, message);
                }
                // The kept message itself says where the shell stands; nothing to cite here.
                if target.is_some() || reported.is_some() {
                    self.runs.directory = None;
                }
            }
            Action::Process { id, .. } => {
                let told = called.answer.and_then(|a| a.head.process.as_deref());
                let told = told.filter(|told| self.processes.contains_key(told));
                if let Some(answer) = called.answer.filter(|a| ended(a.head.state) && !of_the_tool(a.head.state)) {
                    self.ends_below(told.unwrap_or(id), answer.head.state, answer.message);
                }
                let listed =
                    called.answer.iter().flat_map(|answer| answer.head.listed.iter().map(move |one| (answer, one)));
                for (answer, (id, state)) in listed {
                    if ended(*state) {
                        self.ends_below(id, *state, answer.message);
                    }
                }
            }
            _ => {}
        }
    }

    /// A message that stays tells the end of a dropped run.
    fn ends_below(&mut self, id: &str, state: RunState, message: u32) {
        let Some(Started::Here(track, number)) = self.processes.get(id).copied() else { return };
        let run = self.runs.tracks.get_mut(track).and_then(|t| t.runs.get_mut(number));
        if let Some(run) = run.filter(|run| !ended(run.state) && run.ends_below.is_none()) {
            run.ends_below = Some((state, message));
        }
    }

    fn track(&mut self, key: Key<'a>) -> usize {
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        let track = self.runs.tracks.len();
        let (tool, text, cwd, masked, place) = key.clone();
        self.index.insert(key, track);
        let runs = Vec::new();
        self.runs.tracks.push(Track { tool, text, cwd, masked, place, arguments: "", runs, continues: false });
        track
    }

    fn push(&mut self, track: usize, seen: Seen<'a>) -> Option<usize> {
        let runs = &mut self.runs.tracks.get_mut(track)?.runs;
        runs.push(seen);
        Some(runs.len() - 1)
    }

    fn finish(mut self) -> Runs<'a> {
        let again = &self.again;
        for track in &mut self.runs.tracks {
            track.runs.sort_by_key(|run| run.at);
        }
        for track in self.runs.tracks.iter_mut().filter(|t| t.tool.is_empty()) {
            let same = (&*track.text, track.masked);
            let newest = match &track.cwd {
                Some(cwd) => again.placed.get(&(same, cwd.clone())).max(again.unplaced.get(&same)),
                None => again.anywhere.get(&same),
            };
            let last = track.runs.iter().map(|run| run.step).max().unwrap_or(0);
            track.continues = newest.is_some_and(|&step| step > last);
        }
        self.runs
    }
}

/// That the tool failed or was refused says nothing on the process that it looks after.
fn of_the_tool(state: RunState) -> bool {
    matches!(state, RunState::Failed | RunState::Refused(_))
}

/// Hosts' words for a process that they do not know.
fn is_gone(error: &str) -> bool {
    ["No process with ID ", "No task found with ID", "No shell found with ID"]
        .iter()
        .any(|words| error.starts_with(words))
}

/// True when nothing can come after this state.
fn ended(state: RunState) -> bool {
    failing(state) || state == RunState::Exited(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::earlier::read_own;
    use crate::facts::case::Case;
    use crate::facts::commands;
    use crate::ledger::Source;
    use cento_contract::RunState::{Exited, Failed, Killed, NoExitCode, Running};

    /// State and place of each run, and how it ends in a message that stays.
    type Told = (RunState, u32, Option<(RunState, u32)>);

    fn told(case: &Case) -> Vec<Told> {
        let region = case.region();
        let runs = collect(&region, None);
        // The command says the same as its newest run.
        for (command, track) in commands::gather(&region, &runs).iter().zip(&runs.tracks) {
            let last = track.runs.last().and_then(|run| run.ends_below);
            assert_eq!(command.ends_below.map(|(state, source)| (state, source.message)), last);
        }
        runs.tracks.iter().flat_map(|t| &t.runs).map(|r| (r.state, r.at, r.ends_below)).collect()
    }

    fn ended_notice(id: &str, code: i32) -> String {
        alloc::format!("[IMPORTANT: Background process {id} finished (exit code {code}). Command: ./a. Output: x]")
    }

    #[test]
    fn a_kept_notice_tells_the_end_below_and_leaves_the_state_as_it_was_recorded() {
        let mut case = Case::new();
        case.start("./a", "p1").start("./b", "p2").notice(&ended_notice("p1", 3)).kept();
        assert_eq!(told(&case), [(Running, 1, Some((Exited(3), 4))), (Running, 3, None)]);
        // A notice of another process, and one that is no notice, tell nothing.
        for words in [ended_notice("p9", 3), "p1 finished (exit code 3)".into()] {
            let mut case = Case::new();
            case.start("./a", "p1").notice(&words).kept();
            assert_eq!(told(&case), [(Running, 1, None)], "{words}");
        }
    }

    #[test]
    fn a_kept_poll_tells_the_end_below_when_it_is_one() {
        for (kill, state, want) in [
            (false, Exited(0), Some((Exited(0), 3))),
            (false, Exited(7), Some((Exited(7), 3))),
            (true, Killed(Some(-15)), Some((Killed(Some(-15)), 3))),
            (false, Running, None),
            (false, NoExitCode, None),
        ] {
            let mut case = Case::new();
            case.start("./a", "p1").poll("p1", kill, state).kept();
            assert_eq!(told(&case), [(Running, 1, want)], "{state:?}");
        }
    }

    fn told_before(lines: &str) -> Ledger {
        let text = alloc::format!("[CENTO SUMMARY] x\n\n{lines}");
        read_own(&text, Source { at: Ref::Row(9), message: 0 })
    }

    #[test]
    fn what_runs_and_where_the_shell_stands_goes_on_after_a_summary() {
        let earlier = told_before(
            "## Active State\ndirectory [#4] `/w/sub`\nprocess [#5] `p1` running in background\n\
             process [#6] `p2` running in background\n\n## Commands Run\n[#5] `./a` running in background\n",
        );
        let mut case = Case::new();
        case.poll("p1", false, Exited(3)).poll("p2", true, NoExitCode).run("make", Exited(0), "");
        let region = case.region();
        let runs = collect(&region, Some(&earlier));
        let tracks: Vec<_> = runs.tracks.iter().map(|t| (&*t.text, t.cwd.as_deref(), t.runs[0].state)).collect();
        assert_eq!(tracks, [("./a", None, Exited(3)), ("make", Some("/w/sub"), Exited(0))]);
        assert_eq!(runs.ends, [(1, "p2", NoExitCode, 3)]);
        assert!(!runs.directory_left);
        for (command, directory, left) in [
            ("cd ..", Some("/w"), false),
            ("cd $X", None, true),
            ("cd x; ls", None, true),
            ("cd /w/sub", Some("/w/sub"), false),
        ] {
            let mut case = Case::new();
            case.run(command, Exited(0), "");
            let region = case.region();
            let runs = collect(&region, Some(&earlier));
            assert_eq!(
                (runs.directory.map(|(path, _)| path).as_deref(), runs.directory_left),
                (directory, left),
                "{command}"
            );
        }
    }

    #[test]
    fn a_cd_inside_a_line_before_a_summary_may_last() {
        for (lines, alone) in [
            ("[#3] `cd sub && ls` exit 0\n", true),
            ("[#3] `cd sub && ls` exit 0 ×2\n", false),
            ("[#3] `cd sub` exit 0\n", false),
            ("[#3] `make` exit 1\n", false),
        ] {
            let earlier = told_before(&alloc::format!("## Commands Run\n{lines}"));
            let mut case = Case::new();
            case.run("make", Exited(0), "");
            let region = case.region();
            assert_eq!(collect(&region, Some(&earlier)).tracks[0].alone(), alone, "{lines}");
        }
    }

    #[test]
    fn a_run_that_ends_last_is_the_last_word() {
        let mut case = Case::new();
        case.start("./a", "p1").run("./a", Exited(0), "").poll("p1", false, Exited(2));
        assert_eq!(told(&case), [(Exited(0), 3, None), (Exited(2), 5, None)]);
    }

    #[test]
    fn a_process_that_the_host_does_not_know_runs_no_more() {
        let mut case = Case::new();
        case.start("./a", "p1").poll("p1", false, Failed).error("No process with ID p1");
        assert_eq!(told(&case), [(NoExitCode, 3, None)]);
    }

    #[test]
    fn a_run_in_another_directory_is_no_run_again() {
        for (before, directory, again) in [("cd /w", "/x", false), ("cd /w", "/w", true), ("ls", "/x", false)] {
            let mut case = Case::new();
            case.run(before, Exited(0), "").run("make", Exited(2), "");
            case.run(&alloc::format!("cd {directory}"), Exited(0), "").kept_run("make", None);
            let region = case.region();
            assert_eq!(collect(&region, None).tracks[1].continues, again, "{before} {directory}");
        }
    }

    #[test]
    fn a_list_of_processes_tells_the_end_of_each() {
        let listed = [("p1", Exited(2)), ("p2", NoExitCode), ("p3", Running), ("p9", Exited(1))];
        let mut case = Case::new();
        case.start("./a", "p1").start("./b", "p2").start("./c", "p3").poll("", false, NoExitCode).listed(&listed);
        assert_eq!(told(&case), [(Exited(2), 7, None), (NoExitCode, 7, None), (Running, 7, None)]);
        case.kept();
        let below = Some((Exited(2), 7));
        assert_eq!(told(&case), [(Running, 1, below), (Running, 3, None), (Running, 5, None)]);
    }

    #[test]
    fn calls_of_one_message_end_in_the_order_of_their_results() {
        let mut case = Case::new();
        case.run_twice("make", Exited(1), Exited(0));
        assert_eq!(told(&case), [(Exited(0), 1, None), (Exited(1), 2, None)]);
    }

    #[test]
    fn a_failed_kept_poll_is_no_end_of_the_process() {
        let mut case = Case::new();
        case.start("./a", "p1").poll("p1", false, Failed).kept();
        assert_eq!(told(&case), [(Running, 1, None)]);
    }

    #[test]
    fn a_kept_poll_by_another_spelling_of_the_id_counts() {
        for (started, asked, reported) in [("proc_12", "12", "proc_12"), ("12", "12", "proc_12")] {
            let mut case = Case::new();
            case.start("./a", started).poll(asked, false, Exited(3)).process(reported).kept();
            assert_eq!(told(&case), [(Running, 1, Some((Exited(3), 3)))], "{started}");
        }
    }

    #[test]
    fn a_run_that_has_ended_does_not_end_again_below() {
        let mut case = Case::new();
        case.start("./a", "p1").poll("p1", false, Exited(2)).notice(&ended_notice("p1", 0)).kept();
        assert_eq!(told(&case), [(Exited(2), 3, None)]);
    }

    #[test]
    fn the_first_end_that_stays_is_the_one() {
        let mut case = Case::new();
        case.start("./a", "p1").poll("p1", true, Killed(None)).kept().notice(&ended_notice("p1", 143)).kept();
        assert_eq!(told(&case), [(Running, 1, Some((Killed(None), 3)))]);
    }

    #[test]
    fn an_end_below_belongs_to_the_run_of_its_process() {
        let mut case = Case::new();
        case.start("./a", "p1").start("./a", "p2").notice(&ended_notice("p1", 3)).kept();
        assert_eq!(told(&case), [(Running, 1, Some((Exited(3), 4))), (Running, 3, None)]);
    }
}
