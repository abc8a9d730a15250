//! What was changed between a failure and the pass after it.
//!
//! Takes the steps; gives every change to files or to the machine in order, and for a span of steps the newest few.
//! Promises: file tools count only when they went well, commands unless they were refused or went wrong. Leaves out:
//! whether the change is what helped.
use super::steps::{Region, What, failing, line, passing};
use crate::ledger::Quote;
use crate::opened::{Action, Effect, Op};
use crate::shell;
use alloc::vec::Vec;
use cento_contract::RunState;

/// Changes that are named for one span.
const MOST: usize = 4;
/// Changes that are looked at for one span.
const LOOK: usize = 64;
/// Characters of a change.
const WIDTH: usize = 120;

/// One change.
pub(super) struct Change<'a> {
    step: usize,
    message: u32,
    /// Path, or the command.
    words: &'a str,
    /// Of a command, what it does to files; whether it counts is read from its text only when somebody asks.
    effects: Option<&'a [Effect]>,
}

/// Lists the changes, and the commands that may be some.
pub(super) fn changes<'a>(region: &'a Region<'a>) -> Vec<Change<'a>> {
    let mut all = Vec::new();
    for (step, at) in region.steps.iter().enumerate() {
        let What::Call(called) = &at.what else { continue };
        let state = called.state();
        match &called.call.action {
            Action::Change { effects, .. } if !failing(state) && called.answer.is_some() => {
                for effect in effects.iter().filter(|e| e.op != Op::Read) {
                    all.push(Change { step, message: at.message, words: &effect.path, effects: None });
                }
            }
            Action::Run { command, effects, .. }
                if passing(state) || matches!(state, RunState::NoExitCode | RunState::Running) =>
            {
                all.push(Change { step, message: at.message, words: command, effects: Some(effects) });
            }
            _ => {}
        }
    }
    all
}

/// The newest few changes after step `from` and before step `to`, oldest first, each once; `but` is not one of them.
pub(super) fn within(region: &Region<'_>, changes: &[Change<'_>], from: usize, to: usize, but: &str) -> Vec<Quote> {
    let start = changes.partition_point(|c| c.step <= from);
    let end = changes.partition_point(|c| c.step < to);
    let mut found: Vec<&Change<'_>> = Vec::new();
    for change in changes.get(start..end).unwrap_or_default().iter().rev().take(LOOK) {
        if found.len() < MOST
            && !change.words.trim().is_empty()
            && change.words != but
            && !found.iter().any(|f| f.words == change.words)
            && change.effects.is_none_or(|effects| alters(change.words, effects))
        {
            found.push(change);
        }
    }
    let quote = |c: &&Change<'_>| Quote { text: line(c.words, WIDTH), source: region.source(c.message) };
    found.iter().rev().map(quote).collect()
}

/// True when a command changes files or the machine, as far as its text says so.
fn alters(command: &str, effects: &[Effect]) -> bool {
    if effects.iter().any(|e| e.op != Op::Read) {
        return true;
    }
    let head = shell::head(command);
    let (program, verb) = head.split_once(' ').unwrap_or((head, ""));
    match program {
        "git" => matches!(
            verb,
            "checkout"
                | "switch"
                | "restore"
                | "reset"
                | "pull"
                | "merge"
                | "rebase"
                | "stash"
                | "apply"
                | "am"
                | "revert"
                | "cherry-pick"
                | "commit"
                | "clean"
                | "submodule"
        ),
        "npm" | "pnpm" | "yarn" | "bun" | "pip" | "pip3" | "uv" | "cargo" | "go" | "bundle" | "brew" | "apt"
        | "apt-get" | "poetry" => matches!(
            verb,
            "install"
                | "i"
                | "ci"
                | "add"
                | "remove"
                | "uninstall"
                | "update"
                | "upgrade"
                | "sync"
                | "get"
                | "mod"
                | "pip"
                | "fix"
                | "fmt"
        ),
        "docker" | "docker-compose" | "podman" | "systemctl" | "service" | "kubectl" => matches!(
            verb,
            "start"
                | "stop"
                | "restart"
                | "up"
                | "down"
                | "run"
                | "build"
                | "rm"
                | "enable"
                | "disable"
                | "apply"
                | "delete"
        ),
        "kill" | "pkill" | "killall" | "chmod" | "chown" | "ln" => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;

    #[test]
    fn the_newest_changes_of_a_span_each_once() {
        let mut case = Case::new();
        case.change("early.rs", Op::Patched, RunState::Succeeded);
        case.run("t", RunState::Exited(1), "");
        for path in ["a", "b", "a", "c", "d", "e"] {
            case.change(path, Op::Patched, RunState::Succeeded);
        }
        case.change("refused.rs", Op::Patched, RunState::Failed);
        case.run("t", RunState::Exited(0), "");
        let region = case.region();
        let found = within(&region, &changes(&region), 1, 9, "t");
        let names: Vec<&str> = found.iter().map(|q| q.text.as_str()).collect();
        assert_eq!(names, ["a", "c", "d", "e"]);
    }
}
