//! Where a persistent shell stands.
//!
//! Takes the targets of `cd` and reported directories in order; gives the directory that the next command runs in.
//! Promises: lexical only, no guess: after a target that cannot be read (`cd -`, `cd $X`) nothing is known until an
//! absolute path comes, and two places that are not known are not the same. Leaves out: which `cd` lasts ([`Shell`]
//! keeps both answers).
use crate::bytes::hash;
use alloc::string::String;
use alloc::vec::Vec;

/// Longest directory that is followed; beyond it the place counts as unknown.
const MOST: usize = 4096;

/// The place of a shell.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Directory {
    /// Nobody moved it; a relative target is taken as it stands.
    #[default]
    Start,
    /// Here.
    At(String),
    /// It moved to a place that cannot be told, by the call of this number.
    Lost(u32),
}

impl Directory {
    /// The directory, where it is known.
    pub(super) fn known(&self) -> Option<&str> {
        match self {
            Directory::At(path) => Some(path),
            _ => None,
        }
    }

    /// The place after `cd TARGET`, which the call of this number does.
    pub(super) fn after(&self, target: &str, call: u32) -> Directory {
        let target = unquote(target.trim());
        if target.is_empty() {
            return Directory::At("~".into());
        }
        if target == "-" || target.contains(['$', '`', '*', '?', '{', '\n']) {
            return Directory::Lost(call);
        }
        let joined = if absolute(target) {
            resolve("", target)
        } else {
            match self {
                Directory::Start => resolve("", target),
                Directory::At(base) if base.len() <= MOST => resolve(base, target),
                _ => None,
            }
        };
        joined.filter(|path| path.len() <= MOST).map_or(Directory::Lost(call), Directory::At)
    }

    /// A number that is another one for another place.
    fn number(&self) -> u64 {
        match self {
            Directory::Start => 1,
            Directory::At(path) => hash(path.as_bytes()),
            Directory::Lost(call) => hash(&call.to_le_bytes()),
        }
    }
}

/// Where the shell stands. A `cd` alone is there to move it; whether `cd X && rest` lasts too depends on the agent, so
/// both places are kept, and where they are not the same one the place is not known. A line that goes to where it would
/// be already says that with this agent it does not last.
#[derive(Default)]
pub(super) struct Shell {
    /// If only a `cd` alone lasts.
    at: Directory,
    /// If every `cd` lasts.
    moved: Directory,
    /// A `cd` inside a line does not last.
    steady: bool,
}

impl Shell {
    /// Where an earlier summary leaves the shell: in this directory, if it names one. Else it stands where it began,
    /// or, if there was a `cd` inside a line that may last, elsewhere; `again` says that none lasts.
    pub(super) fn go_on(&mut self, directory: Option<&str>, moves: bool, again: bool) {
        self.steady = again;
        match directory {
            Some(path) => self.set(Directory::At(path.into())),
            None if moves && !again => self.moved = Directory::Lost(0),
            None => {}
        }
    }

    /// The directory, where both answers are the same.
    pub(super) fn known(&self) -> Option<&str> {
        self.at.known().filter(|_| self.at == self.moved)
    }

    /// The directory is this one for certain.
    pub(super) fn set(&mut self, place: Directory) {
        (self.at, self.moved) = (place.clone(), place);
    }

    /// A `cd` alone.
    pub(super) fn goes(&mut self, target: &str, call: u32) {
        self.at = self.at.after(target, call);
        self.moved = self.moved.after(target, call);
    }

    /// A `cd` inside a line; None where it cannot be read, or may not have run.
    pub(super) fn may_go(&mut self, target: Option<&str>, call: u32) {
        self.steady |= target.is_some_and(|target| self.goes_again(target));
        self.moved = match target {
            _ if self.steady => self.at.clone(),
            Some(target) => self.moved.after(target, call),
            None => Directory::Lost(call),
        };
    }

    /// The target is the place where the shell is if the line before lasted.
    fn goes_again(&self, target: &str) -> bool {
        !absolute(target) && self.at != self.moved && self.at.after(target, 0) == self.moved
    }

    /// Where a command runs: its directory, if known, and a number that tells it from the same command elsewhere; 0
    /// where nothing speaks for another place. `leading` is the target of a `cd` that the command begins with.
    pub(super) fn of(&self, leading: Option<&str>) -> (Option<&str>, u64) {
        let same = self.at == self.moved;
        if leading.is_some_and(absolute) {
            return (self.known(), 0);
        }
        if same || leading.is_some_and(|target| self.goes_again(target)) {
            let lost = matches!(self.at, Directory::Lost(_));
            return (self.at.known(), if lost { self.at.number() } else { 0 });
        }
        (None, self.at.number() ^ self.moved.number().rotate_left(1))
    }
}

fn unquote(text: &str) -> &str {
    for mark in ['"', '\''] {
        if let Some(inner) = text.strip_prefix(mark).and_then(|t| t.strip_suffix(mark)) {
            return inner;
        }
    }
    text
}

/// It depends on where the shell stands.
pub(super) fn is_relative(target: &str) -> bool {
    !absolute(unquote(target.trim()))
}

fn absolute(path: &str) -> bool {
    path.starts_with(['/', '~', '\\']) || path.as_bytes().get(1) == Some(&b':')
}

/// `base` and `path` as one path without `.` and `..`. None when `..` climbs out of what is known.
fn resolve(base: &str, path: &str) -> Option<String> {
    // Windows paths stand as given; their separators are not ours to mix.
    if path.contains('\\') || path.as_bytes().get(1) == Some(&b':') {
        return if absolute(path) { Some(path.into()) } else { None };
    }
    let root = if base.is_empty() { path.starts_with('/') } else { base.starts_with('/') };
    let mut parts: Vec<&str> = Vec::new();
    for part in base.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." => match parts.last() {
                Some(&"~") => return None,
                Some(_) => {
                    parts.pop();
                }
                None if root => {}
                None => return None,
            },
            name => parts.push(name),
        }
    }
    let mut out = String::new();
    for (index, part) in parts.iter().enumerate() {
        if root || index > 0 {
            out.push('/');
        }
        out.push_str(part);
    }
    if out.is_empty() {
        return root.then(|| "/".into());
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cd_is_followed_lexically_and_lost_where_it_cannot_be_read() {
        let cases: &[(&[&str], Option<&str>)] = &[
            (&["/w/app"], Some("/w/app")),
            (&["/w/app", "sub"], Some("/w/app/sub")),
            (&["/w/app", "../lib/."], Some("/w/lib")),
            (&["/w", "..", ".."], Some("/")),
            (&["pkg"], Some("pkg")),
            (&["pkg", "a"], Some("pkg/a")),
            (&["pkg", "..", "x"], None),
            (&["..", "x"], None),
            (&["-"], None),
            (&["$HOME/x", "y"], None),
            (&["$HOME/x", "/z"], Some("/z")),
            (&["~/src", "a"], Some("~/src/a")),
            (&["~", ".."], None),
            (&["\"/w/my app\""], Some("/w/my app")),
            (&["C:\\work"], Some("C:\\work")),
            (&[""], Some("~")),
        ];
        for (targets, want) in cases {
            let end = targets.iter().fold(Directory::Start, |at, target| at.after(target, 0));
            assert_eq!(end.known(), *want, "{targets:?}");
        }
    }

    #[test]
    fn an_endless_descent_is_bounded() {
        let mut at = Directory::At("/".into());
        for _ in 0..5_000 {
            at = at.after("deeper", 7);
        }
        assert_eq!(at, Directory::Lost(7));
    }

    #[test]
    fn after_a_cd_inside_a_line_two_places_are_possible() {
        let mut shell = Shell::default();
        shell.may_go(Some("sub"), 1);
        let (cwd, place) = shell.of(None);
        assert_eq!((cwd, place != 0, shell.known()), (None, true, None));
        // A line that goes to an absolute place says itself where it runs.
        assert_eq!(shell.of(Some("/w")).1, 0);
        assert_eq!(shell.of(Some("sub")).1, 0);
        // The next line goes there again: neither that one nor the first lasted.
        shell.may_go(Some("sub"), 2);
        assert_eq!(shell.of(None).1, 0);
        shell.may_go(Some("other"), 2);
        assert_eq!(shell.of(None).1, 0);
        let mut shell = Shell::default();
        // Where both come to the same place, it is known.
        shell.goes("/w", 2);
        shell.may_go(Some("/w"), 3);
        assert_eq!(shell.of(None), (Some("/w"), 0));
        // Two lost places are two.
        let lost = [4, 5].map(|call| {
            shell.may_go(None, call);
            shell.of(None).1
        });
        assert!(lost[0] != lost[1] && lost[0] != 0);
    }
}
