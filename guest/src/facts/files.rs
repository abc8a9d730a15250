//! Files and what happened to them.
//!
//! Takes the steps; gives one [`File`] for each path of a file tool or of a command's text, in the order of first
//! touch. Promises: a path is the bytes of the argument; a file tool that failed changed and read nothing; a file is
//! not said to be deleted where a later command made it again, or may have. Leaves out: paths that only stand in
//! outputs, and whether two spellings are one file, but for `./` before one.
use super::steps::{Called, Region, What, failing, passing};
use crate::ledger::File;
use crate::opened::{Action, Effect, Op, When};
use crate::shell;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::ToString;
use alloc::vec::Vec;
use cento_contract::RunState;
use memchr::memmem;

/// Names that are kept for one file.
const MOST_NAMES: usize = 60;

struct Track<'a> {
    file: File,
    /// Step and message of the move that took it away, and its new name.
    moved: Option<(usize, u32, &'a str)>,
    names: BTreeSet<&'a str>,
    read: Option<usize>,
    changed: Option<usize>,
}

struct Collector<'a> {
    region: &'a Region<'a>,
    tracks: Vec<Track<'a>>,
    index: BTreeMap<&'a str, usize>,
    /// Tracks of files that are deleted, by their paths.
    gone: BTreeMap<&'a str, usize>,
    /// The last step in which something of this name may have been made.
    made: BTreeMap<&'static str, usize>,
}

/// The path without `./` before it.
fn plain(path: &str) -> &str {
    path.strip_prefix("./").unwrap_or(path)
}

/// The same without `/` behind it.
fn bare(path: &str) -> &str {
    plain(path).trim_end_matches('/')
}

/// Gathers the files.
pub(super) fn gather<'a>(region: &'a Region<'a>) -> Vec<File> {
    let mut all =
        Collector { region, tracks: Vec::new(), index: BTreeMap::new(), gone: BTreeMap::new(), made: BTreeMap::new() };
    for (step, at) in region.steps.iter().enumerate() {
        let What::Call(called) = &at.what else { continue };
        match &called.call.action {
            Action::Read { path } if done(called) => {
                all.touch(step, at.message, path, Op::Read, None, false);
                all.size(path, called);
            }
            Action::Change { effects, defines } if done(called) => {
                for effect in effects {
                    all.touch(step, at.message, &effect.path, effect.op, effect.to.as_deref(), false);
                }
                if let [effect] = effects.as_slice() {
                    all.size(&effect.path, called);
                }
                all.defines(called.arguments, effects, defines);
            }
            Action::Run { command, effects, .. } if ran(called.state(), command) => {
                for effect in effects.iter().filter(|effect| sure(effect, called.state())) {
                    all.touch(step, at.message, &effect.path, effect.op, effect.to.as_deref(), true);
                }
                if passing(called.state()) && !all.gone.is_empty() {
                    all.there(step, command);
                }
            }
            _ => {}
        }
    }
    let stale = |t: &Track<'_>| t.read.is_some() && t.changed > t.read;
    let again = |t: &Track<'_>| {
        let name = bare(&t.file.path).rsplit('/').next().unwrap_or_default();
        all.made.get(name).is_some_and(|made| t.changed <= Some(*made))
    };
    all.tracks
        .into_iter()
        .map(|t| File {
            stale: stale(&t),
            deleted: t.file.deleted && !again(&t),
            moved_to: t.moved.map(|(_, _, to)| to.to_string()),
            ..t.file
        })
        // The source of a copy was neither read nor changed by a file tool: nothing to tell.
        .filter(|f| !f.path.is_empty() && (f.reads > 0 || f.changed()))
        .collect()
}

/// True when a file tool says nothing of a failure.
fn done(called: &Called<'_>) -> bool {
    called.answer.is_some_and(|a| !failing(a.head.state) && a.head.state != RunState::Pending)
}

/// True when a command did, or may well have done, what its text says. One that exits with a failure did so only
/// when it has parts before the one that failed.
fn ran(state: RunState, command: &str) -> bool {
    let parts = || ["&&", ";", "||", "⏎"].iter().any(|mark| command.contains(mark));
    match state {
        RunState::Exited(0) | RunState::Succeeded | RunState::NoExitCode | RunState::Running => true,
        RunState::Exited(_) | RunState::Killed(_) | RunState::TimedOut(_) | RunState::Interrupted(_) => parts(),
        RunState::Refused(_) | RunState::Pending | RunState::Failed | RunState::NoResult => false,
    }
}

/// That a file is gone is said only where the shell leaves no doubt; that one was written, where it well may be.
fn sure(effect: &Effect, state: RunState) -> bool {
    match (effect.op, effect.when) {
        (Op::Deleted | Op::Moved, When::Unsure) => false,
        (Op::Deleted | Op::Moved, When::Passed) => passing(state),
        _ => true,
    }
}

impl<'a> Collector<'a> {
    fn track(&mut self, path: &'a str) -> Option<&mut Track<'a>> {
        let next = self.tracks.len();
        let at = *self.index.entry(plain(path)).or_insert(next);
        if at == next {
            let file = File {
                path: path.to_string(),
                reads: 0,
                patches: 0,
                writes: 0,
                created: false,
                deleted: false,
                moved_to: None,
                by_command: false,
                stale: false,
                lines: None,
                defines: Vec::new(),
                source: self.region.source(0),
            };
            self.tracks.push(Track { file, moved: None, names: BTreeSet::new(), read: None, changed: None });
        }
        let track = self.tracks.get_mut(at)?;
        if track.file.path != path {
            track.file.path = plain(path).to_string();
        }
        Some(track)
    }

    fn touch(&mut self, step: usize, message: u32, path: &'a str, op: Op, to: Option<&'a str>, by_command: bool) {
        let source = self.region.source(message);
        let Some(track) = self.track(path) else { return };
        let mut left = None;
        // A copy leaves its source alone, and what was moved away is gone already: what it is called now says more.
        if op != Op::Copied && !(op == Op::Deleted && track.moved.is_some()) {
            let file = &mut track.file;
            file.source = source;
            file.by_command |= by_command;
            match op {
                Op::Read => file.reads = file.reads.saturating_add(1),
                Op::Patched => file.patches = file.patches.saturating_add(1),
                Op::Created if !file.created => file.created = true,
                Op::Written | Op::Created => file.writes = file.writes.saturating_add(1),
                Op::Deleted | Op::Moved | Op::Copied => {}
            }
            // It was there again; what it was moved to before has a line of its own now.
            file.deleted = op == Op::Deleted;
            left = track.moved.take();
            if op == Op::Moved {
                track.moved = to.map(|to| (step, message, to));
            }
            *(if op == Op::Read { &mut track.read } else { &mut track.changed }) = Some(step);
        }
        match (op, self.index.get(plain(path))) {
            (Op::Deleted, Some(at)) => _ = self.gone.insert(bare(path), *at),
            (Op::Moved | Op::Copied, _) => {}
            _ => self.back(path),
        }
        match (op, to) {
            (Op::Copied, Some(to)) => self.touch(step, message, to, Op::Written, None, by_command),
            // The new name shows in the old one's line; only a file that was there before hears of it.
            (Op::Moved, Some(to)) if self.index.contains_key(plain(to)) => {
                self.touch(step, message, to, Op::Written, None, by_command);
            }
            _ => {}
        }
        if let Some((step, message, was)) =
            left.filter(|(_, _, was)| Some(*was) != to && !self.index.contains_key(plain(was)))
        {
            self.touch(step, message, was, Op::Written, None, true);
        }
    }

    /// The path is there, and what it lies in.
    fn back(&mut self, path: &str) {
        let path = bare(path);
        if self.gone.is_empty() {
            return;
        }
        for end in path.match_indices('/').map(|(at, _)| at).chain([path.len()]) {
            let track = path.get(..end).and_then(|path| self.gone.remove(path)).and_then(|at| self.tracks.get_mut(at));
            if let Some(track) = track {
                track.file.deleted = false;
            }
        }
    }

    /// A command went well that makes or needs files.
    fn there(&mut self, step: usize, command: &str) {
        let (paths, names) = shell::there(command);
        paths.iter().for_each(|path| self.back(path));
        self.made.extend(names.into_iter().map(|name| (name, step)));
    }

    fn size(&mut self, path: &'a str, called: &Called<'_>) {
        let lines = called.answer.and_then(|a| a.head.total_lines);
        if let Some(track) = self.track(path)
            && lines.is_some()
        {
            track.file.lines = lines;
        }
    }

    /// Gives each name to the file whose new text has it. With several files in one call that is the one part of
    /// the arguments, from its path to the next path, that has the name; a name in two parts is nobody's.
    fn defines(&mut self, arguments: &str, effects: &'a [Effect], names: &'a [alloc::string::String]) {
        if let [effect] = effects {
            for name in names {
                self.define(&effect.path, name);
            }
            return;
        }
        let mut starts: Vec<(usize, &'a str)> = Vec::new();
        let mut from = 0;
        for effect in effects {
            let rest = arguments.as_bytes().get(from..).unwrap_or_default();
            let Some(at) = memmem::find(rest, effect.path.as_bytes()) else { return };
            starts.push((from + at, &effect.path));
            from += at + effect.path.len();
        }
        for name in names.iter().take(MOST_NAMES) {
            let finder = memmem::Finder::new(name.as_bytes());
            let mut owner = None;
            let mut owners = 0;
            for (number, &(start, path)) in starts.iter().enumerate() {
                let end = starts.get(number + 1).map_or(arguments.len(), |next| next.0);
                if finder.find(arguments.as_bytes().get(start + path.len()..end).unwrap_or_default()).is_some() {
                    owner = Some(path);
                    owners += 1;
                }
            }
            if let (Some(path), 1) = (owner, owners) {
                self.define(path, name);
            }
        }
    }

    fn define(&mut self, path: &'a str, name: &'a str) {
        if let Some(track) = self.track(path)
            && track.file.defines.len() < MOST_NAMES
            && track.names.insert(name)
        {
            track.file.defines.push(name.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::case::Case;
    use alloc::string::String;
    use cento_contract::RunState::{Exited, Failed, Refused, Succeeded};

    fn files(case: &Case) -> Vec<File> {
        gather(&case.region())
    }

    #[test]
    fn reads_and_patches_are_counted_and_a_later_change_makes_a_read_stale() {
        let mut case = Case::new();
        case.read("a.rs", Succeeded).lines(40).change("a.rs", Op::Patched, Succeeded).read("b.rs", Succeeded);
        case.change("a.rs", Op::Patched, Failed).read("c.rs", Failed).change("b.rs", Op::Patched, Succeeded);
        case.read("b.rs", Succeeded);
        let got: Vec<_> = files(&case).into_iter().map(|f| (f.path, f.reads, f.patches, f.stale, f.lines)).collect();
        assert_eq!(got, [("a.rs".into(), 1, 1, true, Some(40)), ("b.rs".into(), 2, 1, false, None)]);
    }

    #[test]
    fn a_rename_names_the_new_path_and_a_deletion_stands_until_it_is_written_again() {
        let mut case = Case::new();
        case.moved("a", "b", Exited(0)).change("c", Op::Deleted, Succeeded).change("d", Op::Deleted, Succeeded);
        case.change("d", Op::Written, Succeeded);
        let got: Vec<_> =
            files(&case).into_iter().map(|f| (f.path, f.moved_to, f.deleted, f.writes, f.by_command)).collect();
        assert_eq!(
            got,
            [
                ("a".into(), Some("b".into()), false, 0, true),
                ("c".into(), None, true, 0, false),
                ("d".into(), None, false, 1, false),
            ]
        );
    }

    #[test]
    fn what_was_made_again_is_not_deleted() {
        for (gone, command, deleted) in [
            ("venv", "python3 -m venv venv", false),
            ("data.db", "touch data.db", false),
            ("./build/", "cmake -B build && cmake --build build", false),
            ("vendor/lib", "git clone https://example.org/lib vendor/lib", false),
            ("out", "tar xf out.tgz && ls out/a", false),
            ("node_modules", "npm ci", false),
            ("web/Cargo.lock", "cargo generate-lockfile", false),
            ("data.db", "git add data.db", true),
            ("data.db", "grep -rn data.db .", true),
            ("data.db", "ls other.db", true),
            ("data.db", "cargo build", true),
            ("data.db", "ls . || ls data.db", true),
        ] {
            let mut case = Case::new();
            case.run("rm -rf it", Exited(0), "").effect(gone, Op::Deleted).run(command, Exited(0), "");
            assert_eq!(files(&case).iter().any(|f| f.deleted), deleted, "{gone}: {command}");
            let mut case = Case::new();
            case.run("rm -rf it", Exited(0), "").effect(gone, Op::Deleted).run(command, Exited(1), "");
            assert!(files(&case).iter().any(|f| f.deleted), "{gone}: {command}, failed");
        }
        let mut case = Case::new();
        case.run("rm -rf a/b", Exited(0), "").effect("a/b", Op::Deleted).change("./a/b/c", Op::Written, Succeeded);
        case.change("a/b/c", Op::Written, Succeeded);
        let told: Vec<(String, bool, u32)> = files(&case).into_iter().map(|f| (f.path, f.deleted, f.writes)).collect();
        assert_eq!(told, [("a/b/c".into(), false, 2)]);
    }

    #[test]
    fn a_file_that_is_read_again_was_neither_moved_nor_deleted_for_good() {
        let mut case = Case::new();
        case.moved("a", "b", Exited(0)).read("a", Succeeded).change("c", Op::Deleted, Succeeded).read("c", Succeeded);
        case.moved("d", "e", Exited(0)).read("d", Failed);
        let got: Vec<_> = files(&case)
            .into_iter()
            .map(|f| (f.path, f.moved_to, f.deleted, f.reads, f.writes, f.source.message))
            .collect();
        assert_eq!(
            got,
            [
                ("a".into(), None, false, 1, 0, 2),
                ("b".into(), None, false, 0, 1, 0),
                ("c".into(), None, false, 1, 0, 6),
                ("d".into(), Some("e".into()), false, 0, 0, 8),
            ]
        );
    }

    /// `>b` moves the file there, `-` removes it, `+` writes it.
    #[test]
    fn what_was_moved_away_may_go_again() {
        for (steps, want) in [
            // Nothing tells that it was there again: it is gone, and what it was stands elsewhere.
            (&[">b", "-"][..], "a>b 0 | "),
            (&[">b", "-", "-"], "a>b 0 | "),
            (&[">b", "+", "-"], "a- 4 | b+ 0 | "),
            (&[">b", "-", "+"], "a+ 4 | b+ 0 | "),
            (&[">b", "+", "-", "-"], "a- 6 | b+ 0 | "),
            (&[">b", ">c"], "a>c 2 | b+ 0 | "),
            (&[">b", "-", ">b"], "a>b 4 | "),
            (&["-", ">b"], "a>b 2 | "),
            (&[">b", "+", ">c", "-"], "a>c 4 | b+ 0 | "),
        ] {
            let mut case = Case::new();
            for step in steps {
                match step.split_at(1) {
                    (">", to) => case.moved("a", to, Exited(0)),
                    ("-", _) => case.run("rm -f a", Exited(0), "").effect("a", Op::Deleted),
                    _ => case.change("a", Op::Written, Succeeded),
                };
            }
            let mut got = String::new();
            for f in files(&case) {
                let end = match (&f.moved_to, f.deleted) {
                    (Some(to), false) => alloc::format!(">{to}"),
                    (None, true) => "-".into(),
                    (None, false) => "+".into(),
                    both => panic!("{both:?}"),
                };
                got += &alloc::format!("{}{end} {} | ", f.path, f.source.message);
            }
            assert_eq!(got, want, "{steps:?}");
        }
    }

    #[test]
    fn a_command_that_did_not_run_changed_nothing() {
        for (state, command, want) in [
            (Refused(None), "rm -rf x", 0),
            (Exited(1), "rm -rf x", 0),
            (Exited(1), "rm -rf x && make", 1),
            (Exited(0), "rm -rf x", 1),
        ] {
            let mut case = Case::new();
            case.run(command, state, "").effect("x", Op::Deleted);
            assert_eq!(files(&case).len(), want, "{command} {state:?}");
        }
    }

    #[test]
    fn a_deletion_is_told_where_it_is_sure() {
        for (when, state, want) in [
            (When::Passed, Exited(0), 1),
            (When::Passed, Exited(1), 0),
            (When::Passed, RunState::NoExitCode, 0),
            (When::Unsure, Exited(0), 0),
            (When::Ran, Exited(1), 1),
        ] {
            let mut case = Case::new();
            case.run("rm x && make", state, "").effect("x", Op::Deleted).sure(when);
            assert_eq!(files(&case).len(), want, "{when:?} {state:?}");
        }
    }

    #[test]
    fn names_go_to_the_file_that_has_them() {
        let mut case = Case::new();
        case.change("a.rs", Op::Patched, Succeeded).effect("b.rs", Op::Created).defining(&["one", "two", "both"]);
        case.arguments("*** a.rs +fn one both *** b.rs +fn two both");
        let got: Vec<_> = files(&case).into_iter().map(|f| (f.path, f.defines)).collect();
        assert_eq!(got, [("a.rs".into(), alloc::vec!["one".into()]), ("b.rs".into(), alloc::vec!["two".into()])]);
    }

    #[test]
    fn paths_are_bytes() {
        let mut case = Case::new();
        for path in ["./a", "a", "A", "C:\\a b", "2024-01-02:03.log"] {
            case.read(path, Succeeded);
        }
        let paths: Vec<String> = files(&case).into_iter().map(|f| f.path).collect();
        assert_eq!(paths, ["a", "A", "C:\\a b", "2024-01-02:03.log"]);
    }
}
