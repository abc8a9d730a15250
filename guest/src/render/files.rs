//! Lines of files: a path and what happened to it.
//!
//! Takes files in the order of print; gives one line each, a directory of several named once above them.
//! Promises: no line can be read as another file. Leaves out: which files are shown.
use super::page::Page;
use super::words::directory_line;
use crate::ledger::File;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Files, a directory of several named once above them.
pub(super) fn files_by_directory(files: &[File]) -> Vec<Page> {
    let shared = shared_directories(files);
    let mut lines = Vec::new();
    let mut open = "";
    for (file, directory) in files.iter().zip(&shared) {
        if *directory != open {
            open = directory;
            lines.push(directory_line(open));
        }
        lines.push(file_line(file, directory));
    }
    lines
}

/// For each file: the directory above it that it shares with others (with its separator), or nothing.
///
/// The paths in order form a tree; from its leaves up, a directory stands above its files where that saves more than
/// its own line costs. What is left of a path is never the end of another one, so that no line can be read as the
/// other.
pub(crate) fn shared_directories(files: &[File]) -> Vec<&str> {
    let paths: Vec<&str> = files.iter().map(|file| file.path.as_str()).collect();
    let longest = longest_directories(&paths);
    let mut sorted: Vec<usize> = (0..paths.len()).collect();
    sorted.sort_unstable_by_key(|&i| paths[i]);
    let mut above = alloc::vec![""; paths.len()];
    // Directories open at this place of the order, each within the one before it: its length, and the files below it
    // that have no directory yet.
    let mut open: Vec<(usize, Vec<usize>)> = alloc::vec![(0, Vec::new())];
    for (n, &i) in sorted.iter().enumerate() {
        let next = sorted.get(n + 1).map_or(0, |&next| common_directory(paths[i], paths[next]));
        match open.last_mut() {
            Some((length, below)) if next <= *length => below.push(i),
            _ => open.push((next, alloc::vec![i])),
        }
        while let Some((length, below)) = open.pop_if(|(length, _)| *length > next) {
            let outer = open.last().map_or(0, |(outer, _)| *outer).max(next);
            let (fit, mut rest): (Vec<usize>, Vec<usize>) = below.into_iter().partition(|&i| longest[i] >= length);
            if fit.len() > 1 && fit.len() * (length - outer) > length + LINE {
                fit.into_iter().for_each(|i| above[i] = paths[i].get(..length).unwrap_or_default());
            } else {
                rest.extend(fit);
            }
            match open.last_mut() {
                Some((outer, below)) if *outer >= next => {
                    if below.len() < rest.len() {
                        core::mem::swap(below, &mut rest);
                    }
                    below.append(&mut rest);
                }
                _ => open.push((next, rest)),
            }
        }
    }
    above
}

/// Bytes that the line of a directory costs beside its path.
const LINE: usize = 8;

/// For each path the length of the longest directory that can stand above it: what is left of the path is then not
/// the end of another one.
fn longest_directories(paths: &[&str]) -> Vec<usize> {
    // Paths read from the end, in order: those that end most alike are neighbours.
    let mut sorted: Vec<usize> = (0..paths.len()).collect();
    sorted.sort_unstable_by(|&a, &b| paths[a].bytes().rev().cmp(paths[b].bytes().rev()));
    let mut longest: Vec<usize> = paths.iter().map(|path| directory(path.trim_end_matches(['/', '\\']))).collect();
    for (&a, &b) in sorted.iter().zip(sorted.iter().skip(1)) {
        let same = paths[a].bytes().rev().zip(paths[b].bytes().rev()).take_while(|(x, y)| x == y).count();
        for i in [a, b] {
            // The name that differs has to stand on the line; where the other path is all the same, one name more.
            let differs = paths[i].len().saturating_sub(same + 1);
            longest[i] = longest[i].min(directory(paths[i].get(..differs).unwrap_or_default()));
        }
    }
    longest
}

/// Length of the directory that both paths are in.
fn common_directory(a: &str, b: &str) -> usize {
    let same = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    // A separator is one byte and no part of a longer character.
    a.as_bytes().get(..same).map_or(0, |same| memchr::memrchr2(b'/', b'\\', same).map_or(0, |at| at + 1))
}

/// Length of the directory of a path, with its separator.
fn directory(path: &str) -> usize {
    path.rfind(['/', '\\']).map_or(0, |at| at + 1)
}

/// Files in the order of print: whole paths first, then by directory.
pub(crate) fn sort_files(files: Vec<File>) -> Vec<File> {
    let shared = shared_directories(&files);
    let mut keyed: Vec<(&str, usize)> =
        shared.iter().copied().enumerate().map(|(i, directory)| (directory, i)).collect();
    keyed.sort();
    keyed.iter().filter_map(|(_, i)| files.get(*i).cloned()).collect()
}

/// A file and what happened to it; `directory` stands in a line above.
pub(crate) fn file_line(file: &File, directory: &str) -> Page {
    let mut line = Page::item(file.source.at);
    let name = file.path.strip_prefix(directory).unwrap_or(&file.path);
    line.say("`").quote_path(name, file.source).say("` ");
    let times = |n: u32| if n > 1 { format!(" ×{n}") } else { String::new() };
    let mut words: Vec<String> = Vec::new();
    for (n, done) in [(file.reads, "read"), (file.patches, "patched"), (file.writes, "written")] {
        if n > 0 {
            words.push(format!("{done}{}", times(n)));
        }
    }
    for (flag, done) in [(file.created, "created"), (file.deleted, "deleted")] {
        if flag {
            words.push(done.to_string());
        }
    }
    if let Some(lines) = file.lines {
        words.push(format!("{lines} lines"));
    }
    for (flag, done) in [(file.by_command, "by command"), (file.stale, "changed since read")] {
        if flag {
            words.push(done.to_string());
        }
    }
    line.say(&words.join(", "));
    if let Some(path) = &file.moved_to {
        line.say(if words.is_empty() { "moved to `" } else { ", moved to `" }).quote_path(path, file.source).say("`");
    }
    if !file.defines.is_empty() {
        line.say("; defines ").quote(&file.defines.join(" "), file.source);
        // The names come from several places of the new text: no quotation of one run of words.
        line.quotes.pop();
    }
    line.say("\n");
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::samples::file;
    use proptest::prelude::*;

    fn above(paths: &[&str]) -> Vec<String> {
        let files: Vec<File> = paths.iter().zip(1..).map(|(path, row)| file(path, row)).collect();
        shared_directories(&files).into_iter().map(str::to_string).collect()
    }

    #[test]
    fn a_directory_stands_above_files_where_that_is_shorter() {
        let far = "/home/ann/work/lamps/";
        let paths = [
            "/home/ann/work/lamps/src/hall.rs",
            "/home/ann/work/lamps/docs/plan.md",
            "/home/ann/work/lamps/lib.rs",
            "/var/log/lamp.log",
            "a/b",
            "a/c",
        ];
        assert_eq!(above(&paths), [far, far, far, "", "", ""]);
        // Many in one place have their own line.
        let near = "/home/ann/work/lamps/tests/fixtures/";
        let many: Vec<String> = (0..9).map(|n| format!("{near}{n}.json")).collect();
        let all: Vec<&str> = many.iter().map(String::as_str).chain(paths).collect();
        let got = above(&all);
        assert!(got[..9].iter().all(|d| d == near) && got[9..12].iter().all(|d| d == far), "{got:?}");
    }

    #[test]
    fn what_is_left_of_a_path_ends_no_other_path() {
        let paths = ["/work/of/ann/a/mod.rs", "/work/of/ann/b/mod.rs", "/work/of/ann/c.rs", "a/mod.rs", "mod.rs"];
        // `a/mod.rs` below `/work/of/ann/` would read like the relative path.
        assert_eq!(above(&paths), ["", "/work/of/ann/", "/work/of/ann/", "", ""]);
    }

    proptest! {
        #[test]
        fn any_paths_are_told_apart(paths in prop::collection::btree_set("([a-c]{1,2}[/\\\\]?|é/){1,7}", 0..30)) {
            let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
            for (path, directory) in paths.iter().zip(above(&paths)) {
                prop_assert!(path.starts_with(&directory) && (directory.is_empty() || directory.ends_with(['/', '\\'])));
                if !directory.is_empty() {
                    let left = &path[directory.len()..];
                    let alike = |other: &&&str| {
                        other.strip_suffix(left).is_some_and(|d| d.is_empty() || d.ends_with(['/', '\\']))
                    };
                    prop_assert!(!left.is_empty() && paths.iter().filter(alike).count() == 1, "{path} {directory}");
                }
            }
        }
    }
}
