//! What one simple command does to files.
//!
//! Takes the words; gives effects for the few programs whose arguments say it plainly. A path with a variable or a
//! glob is left out, and so is what a program only may do.
use super::program::{base, program};
use super::split::{Simple, Word};
use crate::opened::{Effect, Op, When, clean_path};
use crate::patch;
use alloc::borrow::Cow;
use alloc::format;
use alloc::vec::Vec;

/// Adds the effects of one command.
pub(super) fn effects(command: &Simple<'_>, all: &mut Vec<Effect>) {
    let start = program(command);
    let words = command.words.get(start..).unwrap_or_default();
    let (name, arguments) = match words.split_first() {
        Some((first, rest)) => (base(&first.value), rest),
        None => ("", words),
    };
    match name {
        "mv" => pairs(arguments, Op::Moved, all),
        "cp" => pairs(arguments, Op::Copied, all),
        "rm" | "unlink" => each(operands(arguments), Op::Deleted, all),
        "tee" => {
            let append = arguments.iter().any(|w| matches!(w.value.as_ref(), "-a" | "--append"));
            each(operands(arguments), if append { Op::Patched } else { Op::Written }, all);
        }
        "git" => git(arguments, all),
        "sed" | "gsed" => sed(arguments, all),
        "perl" => perl(arguments, all),
        "curl" => after(arguments, &["-o", "--output"], all),
        "wget" => after(arguments, &["-O", "--output-document"], all),
        "apply_patch" | "applypatch" => {
            let text = command.heredoc.or(arguments.first().map(|w| w.value.as_ref()));
            all.extend(patch::effects(text.unwrap_or("")));
        }
        _ => {}
    }
    for (target, append) in &command.writes {
        add(target, if *append { Op::Patched } else { Op::Written }, None, all);
    }
}

/// What a command makes, by its operands, and where `needed` what it could not have done without.
pub(super) fn there(command: &Simple<'_>, needed: bool) -> Vec<Effect> {
    let mut all = Vec::new();
    let words = command.words.get(program(command)..).unwrap_or_default();
    let Some((first, rest)) = words.split_first() else { return all };
    let is = |n: usize, value: &str| rest.get(n).is_some_and(|w| w.value == value);
    let named = match base(&first.value) {
        "mkdir" | "touch" | "ln" | "install" | "virtualenv" | "cmake" => true,
        "git" => is(0, "clone"),
        "python" | "python3" if is(0, "-m") => is(1, "venv"),
        "ls" | "cat" | "head" | "tail" | "wc" | "stat" | "du" | "cd" | "chmod" | "python" | "python3" => needed,
        _ => false,
    };
    if named {
        each(operands(rest), Op::Created, &mut all);
    }
    all
}

/// What programs make without naming it.
#[rustfmt::skip]
const MAKES: [(&str, &[&str]); 10] = [
    ("npm", &["node_modules", "package-lock.json", "dist", "build"]),
    ("pnpm", &["node_modules", "pnpm-lock.yaml", "dist", "build"]),
    ("yarn", &["node_modules", "yarn.lock", "dist", "build"]),
    ("bun", &["node_modules", "bun.lock", "bun.lockb", "dist", "build"]),
    ("cargo", &["target", "Cargo.lock"]), ("uv", &[".venv", "uv.lock"]), ("poetry", &["poetry.lock", "dist"]),
    ("bundle", &["Gemfile.lock"]), ("go", &["go.sum"]), ("make", &["build", "dist", "out", "bin", "obj"]),
];

/// Names of what the program of a command may make without naming it.
pub(super) fn may_make(command: &Simple<'_>) -> &'static [&'static str] {
    let name = command.words.get(program(command)).map_or("", |first| base(&first.value));
    MAKES.iter().find(|(program, _)| *program == name).map_or(&[], |(_, names)| names)
}

/// Arguments that are no options.
fn operands<'w, 'a>(arguments: &'w [Word<'a>]) -> impl Iterator<Item = &'w Word<'a>> {
    let mut only = false;
    arguments.iter().filter(move |word| {
        if word.value == "--" && !only {
            only = true;
            return false;
        }
        only || !word.value.starts_with('-')
    })
}

fn each<'w, 'a: 'w>(words: impl Iterator<Item = &'w Word<'a>>, op: Op, all: &mut Vec<Effect>) {
    for word in words {
        add(word, op, None, all);
    }
}

/// The last operand is where the others go.
fn pairs(arguments: &[Word<'_>], op: Op, all: &mut Vec<Effect>) {
    // With a target directory given as an option the order is another one.
    if arguments.iter().any(|w| w.value == "-t" || w.value.starts_with("--target-directory")) {
        return;
    }
    let words: Vec<&Word<'_>> = operands(arguments).collect();
    let Some((to, from)) = words.split_last() else { return };
    if to.open {
        return;
    }
    for word in from {
        let path = word.value.as_ref();
        let inside = from.len() > 1 || to.value.ends_with('/') || matches!(to.value.as_ref(), "." | "..");
        let to = if inside {
            let name = path.trim_end_matches('/').rsplit('/').next().unwrap_or(path);
            Cow::Owned(format!("{}/{name}", to.value.strip_suffix('/').unwrap_or(&to.value)))
        } else {
            Cow::Borrowed(to.value.as_ref())
        };
        add(word, op, Some(&to), all);
    }
}

fn git(arguments: &[Word<'_>], all: &mut Vec<Effect>) {
    let Some((at, sub)) = super::program::sub_command(arguments) else { return };
    let rest = arguments.get(at + 1..).unwrap_or_default();
    let has = |option: &str| rest.iter().any(|w| w.value == option);
    match sub {
        "mv" => pairs(rest, Op::Moved, all),
        "rm" if !has("--cached") && !has("-n") && !has("--dry-run") => each(operands(rest), Op::Deleted, all),
        "restore" if !has("--staged") && !has("-S") && !has("-s") => each(operands(rest), Op::Patched, all),
        "checkout" => {
            let paths = rest.iter().position(|w| w.value == "--").map_or(rest.len(), |p| p + 1);
            each(rest.get(paths..).unwrap_or_default().iter(), Op::Patched, all);
        }
        _ => {}
    }
}

/// `sed -i 's/a/b/' files`, with the empty suffix of BSD as a word of its own.
fn sed(arguments: &[Word<'_>], all: &mut Vec<Effect>) {
    let (mut in_place, mut script) = (false, false);
    let mut files = Vec::new();
    let mut rest = arguments.iter().peekable();
    while let Some(word) = rest.next() {
        let value = word.value.as_ref();
        match value {
            "-e" | "--expression" | "-f" | "--file" => {
                script = true;
                rest.next();
            }
            _ if value.starts_with("--expression=") || value.starts_with("--file=") => script = true,
            _ if value.starts_with("--in-place") => in_place = true,
            _ if value.starts_with("--") => {}
            _ if value.len() > 1 && value.starts_with('-') => {
                in_place |= value.contains('i');
                if value.ends_with('i') && rest.peek().is_some_and(|next| next.value.is_empty()) {
                    rest.next();
                }
                if !value.contains('i') && value.ends_with('e') {
                    script = true;
                    rest.next();
                }
            }
            _ => files.push(word),
        }
    }
    let from = usize::from(!script).min(files.len());
    if in_place {
        each(files.get(from..).unwrap_or_default().iter().copied(), Op::Patched, all);
    }
}

/// `perl -pi -e 's/a/b/' files`; without `-e` the first operand is a program that does who knows what.
fn perl(arguments: &[Word<'_>], all: &mut Vec<Effect>) {
    let (mut in_place, mut script) = (false, false);
    let mut files = Vec::new();
    let mut rest = arguments.iter();
    while let Some(word) = rest.next() {
        let value = word.value.as_ref();
        if value.len() > 1 && value.starts_with('-') {
            // Modules and include paths have letters of their own.
            let cluster = !value.starts_with("-M") && !value.starts_with("-I") && !value.starts_with("--");
            in_place |= cluster && value.contains('i');
            if cluster && value.ends_with(['e', 'E']) {
                script = true;
                rest.next();
            }
        } else {
            files.push(word);
        }
    }
    if in_place && script {
        each(files.into_iter(), Op::Patched, all);
    }
}

/// The file after an option.
fn after(arguments: &[Word<'_>], options: &[&str], all: &mut Vec<Effect>) {
    for (word, next) in arguments.iter().zip(arguments.iter().skip(1)) {
        if options.contains(&word.value.as_ref()) {
            add(next, Op::Written, None, all);
        }
    }
}

fn add(word: &Word<'_>, op: Op, to: Option<&str>, all: &mut Vec<Effect>) {
    let path = word.value.as_ref();
    let device = path.starts_with("/dev/") || path.eq_ignore_ascii_case("nul");
    if word.open || path.is_empty() || path == "-" || device || to.is_some_and(|t| t.starts_with("/dev/")) {
        return;
    }
    all.push(Effect { path: clean_path(path), op, to: to.map(clean_path), when: When::Ran });
}
