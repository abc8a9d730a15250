//! Lines of files: a path and what happened to it.
//!
//! Takes files in the order of print; gives one line each, a directory of several named once above them.
//! Promises: no line can be read as another file. Leaves out: which files are shown.
use super::page::Page;
use super::words::directory_line;
use crate::ledger::File;
use alloc::collections::BTreeMap;
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

/// For each file: the directory that it shares with others (with its separator), or nothing. A name that stands in
/// two directories keeps its whole path, so that no line can be read as the other.
pub(crate) fn shared_directories(files: &[File]) -> Vec<&str> {
    let mut directories: BTreeMap<&str, u32> = BTreeMap::new();
    let mut names: BTreeMap<&str, u32> = BTreeMap::new();
    for file in files {
        let (directory, name) = split_path(&file.path);
        *directories.entry(directory).or_default() += 1;
        *names.entry(name).or_default() += 1;
    }
    let several = |path| {
        let (directory, name) = split_path(path);
        let alone = names.get(name).is_none_or(|n| *n == 1) && !name.is_empty();
        if alone && directories.get(directory).is_some_and(|n| *n > 1) { directory } else { "" }
    };
    files.iter().map(|file| several(&file.path)).collect()
}

/// Directory with its separator, and name.
fn split_path(path: &str) -> (&str, &str) {
    path.split_at(path.rfind(['/', '\\']).map_or(0, |at| at + 1))
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
