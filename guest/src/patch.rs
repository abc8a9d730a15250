//! A patch text read for the files that it changes.
//!
//! Takes the V4A form (`*** Update File: p`) or a unified diff (`--- a/p`, `+++ b/p`); gives the effects in order and
//! the added lines. Promises: linear; paths as they stand, without a closing carriage return. Leaves out: whether it
//! applied.
use crate::opened::{Effect, Op, When, clean_path};
use alloc::string::String;
use alloc::vec::Vec;

/// What a patch does, in order.
pub(crate) fn effects(patch: &str) -> Vec<Effect> {
    let mut all: Vec<Effect> = Vec::new();
    let mut add = |path: &str, op: Op, to: Option<&str>| {
        if !path.trim().is_empty() {
            all.push(Effect { path: clean_path(path), op, to: to.map(clean_path), when: When::Ran });
        }
    };
    let mut updated = "";
    let mut old = None;
    for line in patch.lines() {
        let line = line.strip_suffix('\r').unwrap_or(line);
        if let Some(marker) = line.strip_prefix("*** ") {
            if let Some(path) = marker.strip_prefix("Update File: ") {
                updated = path;
                add(path, Op::Patched, None);
            } else if let Some(path) = marker.strip_prefix("Add File: ") {
                add(path, Op::Created, None);
            } else if let Some(path) = marker.strip_prefix("Delete File: ") {
                add(path, Op::Deleted, None);
            } else if let Some(to) = marker.strip_prefix("Move to: ")
                && !updated.is_empty()
            {
                add(updated, Op::Moved, Some(to));
            }
            old = None;
        } else if let Some(path) = line.strip_prefix("--- ") {
            old = Some(diff_path(path));
        } else if let (Some(path), Some(from)) = (line.strip_prefix("+++ "), old.take()) {
            match (from, diff_path(path)) {
                ("/dev/null", new) => add(new, Op::Created, None),
                (gone, "/dev/null") => add(gone, Op::Deleted, None),
                (_, new) => add(new, Op::Patched, None),
            }
        }
    }
    all
}

/// The lines a patch adds.
pub(crate) fn added(patch: &str) -> String {
    let mut out = String::new();
    for line in patch.lines().filter_map(|l| l.strip_prefix('+')) {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The path in a diff header: no `a/`, no time after a tab.
fn diff_path(header: &str) -> &str {
    let path = header.split('\t').next().unwrap_or(header);
    path.strip_prefix("a/").or(path.strip_prefix("b/")).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(patch: &str) -> Vec<String> {
        let show = |e: Effect| match e.to {
            Some(to) => std::format!("{:?} {} > {to}", e.op, e.path),
            None => std::format!("{:?} {}", e.op, e.path),
        };
        effects(patch).into_iter().map(show).collect()
    }

    #[test]
    fn every_marker_is_read_and_content_is_not() {
        let patch = "*** Begin Patch\n*** Update File: src/a b.rs\r\n*** Move to: src/c.rs\n@@\n-*** Delete File: no\n\
                     +*** Add File: no\n*** Add File: C:\\x\\new.txt\n+one\n*** Delete File: old.txt\n*** End Patch";
        assert_eq!(
            told(patch),
            ["Patched src/a b.rs", "Moved src/a b.rs > src/c.rs", "Created C:\\x\\new.txt", "Deleted old.txt"]
        );
        assert_eq!(added(patch), "*** Add File: no\none\n");
    }

    #[test]
    fn unified_diffs_are_read() {
        let diff = "--- a/x.py\t2020\n+++ b/x.py\t2021\n@@\n-a\n+b\n--- /dev/null\n+++ b/new.py\n--- a/gone.py\n+++ /dev/null\n";
        assert_eq!(told(diff), ["Patched x.py", "Created new.py", "Deleted gone.py"]);
        assert!(told("-- a\n++ b\n+++ lonely\n").is_empty());
    }
}
