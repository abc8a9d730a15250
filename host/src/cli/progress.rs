//! A line that says what is going on, for people who wait.
use std::io::{IsTerminal, Write};

/// Inputs below this are done before the line could be read.
const LONG: usize = 2 << 20;

/// Says steps on stderr if a person is looking and the step takes long; else nothing.
pub(crate) struct Progress {
    shown: bool,
}

impl Progress {
    /// For steps that take as long as the input is.
    pub(crate) fn for_input(bytes: usize) -> Progress {
        Progress { shown: bytes > LONG && std::io::stderr().is_terminal() }
    }

    /// For a step that takes seconds whatever the input.
    pub(crate) fn for_people() -> Progress {
        Progress { shown: std::io::stderr().is_terminal() }
    }

    /// Replaces the line.
    pub(crate) fn say(&self, step: &str) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K{step}...");
        }
    }

    /// Clears the line.
    pub(crate) fn done(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\u{1b}[K");
        }
    }
}
