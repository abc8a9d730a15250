//! The program that a simple command runs.
use super::split::{Simple, Word};

/// Index of the program among the words: after keywords, assignments and programs that only start another one.
pub(super) fn program(command: &Simple<'_>) -> usize {
    program_of(&command.words)
}

/// The same among words.
pub(super) fn program_of(words: &[Word<'_>]) -> usize {
    let value = |at: usize| words.get(at).map_or("", |w| w.value.as_ref());
    let mut at = 0;
    while at < words.len() {
        let word = value(at);
        match base(word) {
            "{" | "}" | "!" | "then" | "do" | "else" | "elif" | "if" | "while" | "until" | "time" | "nohup"
            | "command" | "exec" | "builtin" | "chronic" => at += 1,
            "sudo" | "doas" | "env" | "nice" | "stdbuf" | "ionice" | "setsid" => {
                at += 1;
                while value(at).starts_with('-') {
                    // `sudo -u name`, `nice -n 5`: the value is the next word.
                    at += if matches!(value(at), "-u" | "-g" | "-n" | "-C") { 2 } else { 1 };
                }
            }
            "timeout" | "gtimeout" => {
                at += 1;
                while value(at).starts_with('-') {
                    at += if matches!(value(at), "-k" | "-s") { 2 } else { 1 };
                }
                at += 1;
            }
            _ if is_assignment(word) => at += 1,
            _ => break,
        }
    }
    at.min(words.len())
}

/// The last part of a program's path.
pub(super) fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// `NAME=value` before a program.
fn is_assignment(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| {
        let first = name.bytes().next();
        first.is_some_and(|b| b.is_ascii_alphabetic() || b == b'_')
            && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
    })
}

/// The sub-command of `git` and its place, after global options.
pub(super) fn sub_command<'w>(arguments: &'w [Word<'_>]) -> Option<(usize, &'w str)> {
    let mut at = 0;
    loop {
        let word = arguments.get(at)?.value.as_ref();
        if !word.starts_with('-') {
            return Some((at, word));
        }
        at += if matches!(word, "-C" | "-c" | "--git-dir" | "--work-tree") { 2 } else { 1 };
    }
}
