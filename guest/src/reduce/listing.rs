//! Listings of names.
//!
//! Takes what `ls`, `find`, `tree` and their like print; gives worths: counts, the first of each directory, names that
//! say what a directory is, then the others, what was built or fetched last. Promises: one pass. Leaves out: which of
//! the names matter to the task.
use super::signs;
use super::{HIGH, LOW, MUST, NOISE, Output};
use crate::kind::ToolKind;
use alloc::string::String;

/// Directories of things that were fetched or built.
const BUILT: [&str; 12] = [
    "node_modules",
    "target",
    ".git",
    "__pycache__",
    "dist",
    "build",
    ".venv",
    "venv",
    ".cache",
    "vendor",
    ".tox",
    ".next",
];
/// Names that say what a directory is.
const TELLING: [&str; 12] = [
    "README",
    "Cargo.toml",
    "package.json",
    "pyproject.toml",
    "go.mod",
    "Makefile",
    "Dockerfile",
    "pom.xml",
    "build.gradle",
    "CMakeLists.txt",
    "setup.py",
    "tsconfig.json",
];

/// A command or tool that lists names.
pub(super) fn fits(output: &Output<'_>) -> bool {
    let tool = signs::program(output);
    if output.kind == ToolKind::Shell {
        return matches!(tool, "ls" | "find" | "tree" | "fd" | "fdfind" | "dir" | "eza" | "exa" | "du" | "locate")
            || output.call.contains("git ls-files");
    }
    output.kind == ToolKind::Other
        && is_named(tool, &["listdir", "listdirectory", "listfiles", "glob", "ls", "findfiles"])
}

/// Nearly all of the first lines are paths and nothing else.
pub(super) fn shape(output: &Output<'_>) -> bool {
    signs::mostly(output.text, 90, |line| line.contains('/') && !line.contains([' ', ':', '(', '"', '=', '<']))
}

/// What each name is worth.
pub(super) fn weigh(output: &Output<'_>, lines: &[&str], worth: &mut [u8]) {
    let drawn = lines.iter().take(40).any(|line| line.contains("── "));
    let mut last_directory = "";
    for (line, worth) in lines.iter().zip(worth.iter_mut()) {
        let text = line.trim();
        let path = text.rsplit([' ', '\t']).next().unwrap_or(text).trim_end_matches('/');
        let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
        let built = text.split('/').any(|part| BUILT.contains(&part)) || (drawn && BUILT.contains(&name));
        *worth = if text.is_empty() {
            NOISE
        } else if is_count(text) || text.ends_with("Permission denied") || text.contains("No such file") {
            MUST
        } else if built {
            if directory == last_directory { NOISE } else { LOW }
        } else if TELLING.iter().any(|telling| name.starts_with(telling)) {
            HIGH
        } else if drawn {
            // By depth: each level is drawn four characters wide.
            let depth = line.chars().take_while(|c| !c.is_alphanumeric() && *c != '.' && *c != '_').count() / 4;
            HIGH.saturating_sub(u8::try_from(depth).unwrap_or(HIGH)).max(LOW)
        } else if text.ends_with(':')
            || text.starts_with('d') && line.len() > 10 && line.as_bytes().get(4) == Some(&b'-')
        {
            HIGH
        } else if directory != last_directory {
            AROUND
        } else {
            LOW
        };
        last_directory = directory;
    }
    // The last line of `du` is the whole.
    if signs::program(output) == "du"
        && let Some(last) = worth.last_mut()
    {
        *last = MUST;
    }
    signs::limit_must(worth);
    signs::raise_failing(lines, worth);
}

/// Between `USUAL` and `HIGH`.
const AROUND: u8 = 5;

/// `total 48`, `12 directories, 40 files`, `(120 rows)`.
pub(super) fn is_count(text: &str) -> bool {
    let text = text.trim_matches(['(', ')']);
    if text.strip_prefix("total ").is_some_and(|n| n.len() < 12 && n.bytes().any(|b| b.is_ascii_digit())) {
        return true;
    }
    let Some((number, rest)) = text.split_once(' ') else { return false };
    let of = ["director", "files", "rows", "matches", "results", "row in set", "rows in set", "items"];
    number.len() < 12
        && number.bytes().all(|b| b.is_ascii_digit())
        && text.len() < 80
        && of.iter().any(|o| rest.starts_with(o))
}

/// The tool's name without its server and signs is one of these.
pub(super) fn is_named(tool: &str, names: &[&str]) -> bool {
    let last = tool.rsplit_once("__").map_or(tool, |(_, last)| last);
    let plain: String =
        last.chars().take(60).filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    names.contains(&plain.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts() {
        assert!(is_count("total 48") && is_count("12 directories, 40 files") && is_count("(120 rows)"));
        assert!(!is_count("12 monkeys") && !is_count("total rubbish"));
    }
}
