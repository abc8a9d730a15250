//! What the host keeps beside the text of a result: an exit code, a flag for failures.
//!
//! Takes the head as read from the content and the two fields; brings the state up to date. Promises: no failure
//! becomes a success. A code in plain text may have been printed by the program, one beside it not: the field wins. A
//! JSON result is the tool's own record of the run, the field perhaps only that of a wrapper: the record wins, unless
//! only the field tells of a failure.
//! The flag says that a call failed where no code does. That it is not set says nothing by itself: hosts leave it off
//! beside failing codes too (`silence` knows where it does say something). But where the content of a run says
//! otherwise than the flag, it was the program that wrote the content: it printed an object or a line like a host's.
use super::{Asked, line};
use crate::kind::ToolKind;
use crate::opened::ResultHead;
use cento_contract::{Message, RunState};

/// The fields of one message.
#[derive(Clone, Copy, Debug, Default)]
pub struct Beside {
    /// The exit code.
    pub code: Option<i32>,
    /// The flag.
    pub failed: Option<bool>,
}

impl Beside {
    /// Those of a message.
    pub fn of(message: &Message) -> Self {
        Beside { code: message.exit_code, failed: message.is_error }
    }

    /// The flag says otherwise than the content, which then is no record. Not where the host answers in objects only,
    /// and not of a poll: what it says is the state of its process, and its own flag that the poll went well.
    pub(super) fn denies(self, asked: Asked<'_>, recorded: bool, found: &ResultHead) -> bool {
        use RunState::{Exited, Failed, Interrupted, Killed, Refused, Running, Succeeded, TimedOut};
        let runs = matches!(asked.kind, ToolKind::Shell | ToolKind::Code) && !asked.answers_in_objects();
        let object = recorded && !found.stub;
        runs && match (self.failed, found.state) {
            (Some(true), Exited(0) | Succeeded) => true,
            (Some(true), Killed(Some(0)) | TimedOut(Some(0)) | Interrupted(Some(0)) | Refused(Some(0))) => true,
            (Some(true), state) => object && state == Running,
            (Some(false), Exited(0) | Succeeded) => false,
            // No program's output is waited for there.
            (Some(false), Running) => object && !asked.background,
            (Some(false), Exited(_) | Failed | TimedOut(Some(_)) | Killed(Some(_)) | Interrupted(Some(_))) => true,
            (Some(false), _) => object,
            (None, _) => false,
        }
    }

    /// Applies both. `recorded` tells that the content is a JSON result or a stub; `body` is the opened text.
    pub(super) fn apply(self, asked: Asked<'_>, recorded: bool, body: &str, found: ResultHead) -> ResultHead {
        let state = self.code.map_or(found.state, |code| coded(asked, recorded, found.state, code));
        let runs = matches!(asked.kind, ToolKind::Shell | ToolKind::Code | ToolKind::Process);
        let mild = match state {
            RunState::NoExitCode | RunState::Succeeded => true,
            // The code of a call that runs nothing is no more than another flag.
            RunState::Exited(0) => !runs,
            _ => false,
        };
        if self.failed == Some(true) && mild {
            let says = || if runs || found.stub { None } else { body.lines().find_map(line) };
            let error = found.error.or_else(says);
            return ResultHead { error, state: RunState::Failed, ..found };
        }
        ResultHead { state, ..found }
    }
}

fn coded(asked: Asked<'_>, recorded: bool, state: RunState, code: i32) -> RunState {
    let filled = |own: Option<i32>| own.filter(|own| recorded && *own != 0).or(Some(code));
    match state {
        RunState::Running | RunState::Pending => state,
        RunState::Refused(own) => RunState::Refused(filled(own)),
        RunState::TimedOut(own) => RunState::TimedOut(filled(own)),
        RunState::Killed(own) => RunState::Killed(filled(own)),
        RunState::Interrupted(own) => RunState::Interrupted(filled(own)),
        // A failure in plain text may be a program's, where one ran.
        RunState::Failed if code == 0 && (recorded || !matches!(asked.kind, ToolKind::Shell | ToolKind::Code)) => state,
        RunState::Exited(own) if recorded && own != 0 => state,
        // The code of a start in the background is not that of the run.
        RunState::NoExitCode if asked.background && code == 0 => RunState::Running,
        _ => RunState::Exited(code),
    }
}
