//! Where a persistent shell stands.
//!
//! Takes bare `cd` commands and reported directories in order; gives the directory that the next command runs in.
//! Promises: lexical only, no guess: after a target that cannot be read (`cd -`, `cd $X`) nothing is known until an
//! absolute path comes. Leaves out: `cd X && rest`, which the command line itself shows.
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
    /// It moved to a place that cannot be told.
    Lost,
}

impl Directory {
    /// The directory, where it is known.
    pub(super) fn known(&self) -> Option<&str> {
        match self {
            Directory::At(path) => Some(path),
            _ => None,
        }
    }

    /// The place after `cd TARGET`.
    pub(super) fn after(&self, target: &str) -> Directory {
        let target = unquote(target.trim());
        if target.is_empty() {
            return Directory::At("~".into());
        }
        if target == "-" || target.contains(['$', '`', '*', '?', '{', '\n']) {
            return Directory::Lost;
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
        joined.filter(|path| path.len() <= MOST).map_or(Directory::Lost, Directory::At)
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
            let end = targets.iter().fold(Directory::Start, |at, target| at.after(target));
            assert_eq!(end.known(), *want, "{targets:?}");
        }
    }

    #[test]
    fn an_endless_descent_is_bounded() {
        let mut at = Directory::At("/".into());
        for _ in 0..5_000 {
            at = at.after("deeper");
        }
        assert_eq!(at, Directory::Lost);
    }
}
