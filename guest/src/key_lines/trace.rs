//! Tracebacks, and the places that belong to an error.
//!
//! Fed line by line. Says which line ends a Python traceback, and which line names the place of an error seen before:
//! rustc's `-->`, the first frame of a stack that is not a library's, the message under a Rust panic, the `Received:`
//! under an `Expected:`. Promises: constant work a line. Leaves out: frames of libraries and runtimes.
use super::shape::{Kind, place_of, within};
use crate::bytes::{Set, holds};

/// Paths and names of frames that belong to a library or a runtime.
#[rustfmt::skip]
const FOREIGN: [&str; 26] = [
    // Python
    "site-packages", "dist-packages", "/lib/python", "<frozen", "\\Lib\\",
    // Node
    "node_modules", "node:", "(internal/", "<anonymous>)", "bun:",
    // Java, Kotlin, Scala
    "at java.", "at javax.", "at jdk.", "at sun.", "at org.junit", "at org.springframework", "at kotlin.", "at scala.",
    // C#
    "at System.", "at Microsoft.", "at Xunit.",
    // Go
    "/usr/local/go/", "/src/runtime/", "/pkg/mod/", "/libexec/src/", "/src/testing/",
];
/// What a line that is only a path has none of.
static NO_PATH: Set = Set::of_bytes(b" :=");
/// How many lines after an error its place may stand.
const REACH: usize = 40;

/// What a line is in its trace.
pub(super) enum Step {
    /// Nothing of a trace.
    None,
    /// The exception line under a Python traceback.
    Exception,
    /// A place; of this candidate, if one waits for it.
    Place(Option<usize>),
}

/// State between lines.
#[derive(Default)]
pub(super) struct Trace<'a> {
    /// Indentation of the traceback that is open.
    open: Option<usize>,
    /// Newest own Python frame and its line.
    frame: Option<(&'a str, usize)>,
    /// Newest line that is only a path, as linters print above their findings.
    file: Option<&'a str>,
    /// Candidate that waits for its place: index, kind, line.
    waiting: Option<(usize, Kind, usize)>,
    /// The next line is the message of a panic.
    message: bool,
    /// The waiting line is one half of a comparison that this word begins the other half of.
    other: &'static str,
}

impl<'a> Trace<'a> {
    /// A blank line: linters end their block of findings with it.
    pub(super) fn blank(&mut self) {
        self.file = None;
    }

    /// Takes the next line, without the blanks that it is indented by.
    pub(super) fn step(&mut self, indent: usize, line: &'a str, number: usize) -> Step {
        if line.starts_with("Traceback (most recent call last)") {
            (self.open, self.frame) = (Some(indent), None);
            return Step::None;
        }
        if line.starts_with("File \"") && holds(line, "\", line ") {
            if !is_foreign(line) {
                self.frame = Some((line, number));
            }
            return Step::Place(None);
        }
        if self.open.is_some_and(|open| indent <= open) {
            self.open = None;
            if !line.starts_with(['[', '^', '~']) {
                return Step::Exception;
            }
        }
        if self.message {
            self.message = false;
            return Step::Place(self.take(number));
        }
        if !self.other.is_empty() && line.starts_with(self.other) {
            self.other = "";
            return Step::Place(self.take(number));
        }
        if indent == 0 && line.len() < 300 && NO_PATH.places(line.as_bytes()).next().is_none() && line.contains('/') {
            self.file = Some(line);
        }
        if self.waiting.is_none() || !is_frame(line) {
            return Step::None;
        }
        Step::Place(if is_foreign(line) { None } else { self.take(number) })
    }

    /// The place of a line that stands before it: the innermost own frame, or the file a linter printed above.
    pub(super) fn place_before(&mut self, kind: Kind, number: usize) -> Option<&'a str> {
        match kind {
            // A syntax error has its frame four lines up and no traceback around it.
            Kind::Exception => self.frame.take().filter(|(_, at)| number - at <= REACH).map(|(f, _)| super::cut(f, 0)),
            Kind::Finding => self.file,
            _ => None,
        }
    }

    /// From here on, places belong to this candidate.
    pub(super) fn wait(&mut self, candidate: Option<usize>, kind: Kind, text: &str, number: usize) {
        let Some(index) = candidate else { return };
        if !matches!(kind, Kind::Compiler | Kind::Panic | Kind::Exception | Kind::Assertion | Kind::Label) {
            return;
        }
        self.message = kind == Kind::Panic && within(text, "panicked at") && text.ends_with(':');
        self.other = if text.starts_with("left: ") {
            "right: "
        } else if text.starts_with("Expected") {
            "Received"
        } else {
            ""
        };
        self.waiting = Some((index, kind, number));
    }

    fn take(&mut self, number: usize) -> Option<usize> {
        self.waiting.take().filter(|(_, _, at)| number - at <= REACH).map(|(index, _, _)| index)
    }
}

/// A line that names a place: a frame of a stack or rustc's arrow.
fn is_frame(line: &str) -> bool {
    let line = super::cut(line, 0);
    line.starts_with("--> ")
        || (line.starts_with("at ") && (line.ends_with(')') || line.contains(':') || holds(line, " in ")))
        || (line.starts_with("❯ ") && place_of(line.trim_start_matches("❯ ")).is_some())
        || (holds(line, ".go:") && holds(line, " +0x"))
        || (line.starts_with("from ") && holds(line, ".rb:"))
        || place_of(line).is_some_and(|rest| rest.ends_with("Error"))
}

fn is_foreign(line: &str) -> bool {
    let line = super::cut(line, 0);
    FOREIGN.iter().any(|f| holds(line, f))
}
