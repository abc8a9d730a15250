//! A shell command read for its effects.
//!
//! Takes a command line; gives what its text says on files, the directory it changes to, and the program that
//! matters. Promises: total and linear; an effect says when it is sure (`chain`); nothing inside quotes, heredocs or comments is taken for a command; a path
//! with a variable or glob is left out. Leaves out: what the command really did.
use crate::opened::{self, Effect, Op, When};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use memchr::memmem;
use program::{base, program};
use split::{Joint, Simple, Word, split};

pub use changes::changes;
pub use code::{acts, alters};

mod chain;
mod changes;
mod code;
mod files;
mod looks;
mod program;
mod quoting;
mod split;

/// A command line inside `bash -c '...'` is read too, this many levels deep.
const MAX_DEPTH: usize = 3;

/// What a command does to files, as far as its text says so.
pub fn effects(command: &str) -> Vec<Effect> {
    let mut all = Vec::new();
    within(command, 0, When::Ran, &mut all);
    all
}

fn within(command: &str, depth: usize, outer: When, all: &mut Vec<Effect>) {
    let simples = split(command);
    let sure = chain::sureness(&simples);
    let mut place = Place::Here;
    for (simple, when) in simples.iter().zip(sure) {
        // What is sure inside a script is no surer than the script.
        let when = match (outer, when) {
            (When::Ran, when) => when,
            (When::Passed, When::Ran | When::Passed) => When::Passed,
            _ => When::Unsure,
        };
        let mut own = Vec::new();
        files::effects(simple, &mut own);
        for effect in own {
            let effect = Effect { when, ..place.of(effect) };
            // A loop of appends to one file is one effect.
            if !all.iter().rev().take(8).any(|seen| *seen == effect) {
                all.push(effect);
            }
        }
        // `rm -rf a && mkdir a`: it is there.
        for made in files::there(simple, false) {
            let made = place.of(made).path;
            let inside =
                |path: &str| made.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
            all.retain(|effect| effect.op != Op::Deleted || !inside(effect.path.trim_end_matches('/')));
        }
        if simple.depth == 0 {
            place.follow(simple);
        }
        if depth < MAX_DEPTH
            && let Some((first, arguments)) = simple.words.get(program(simple)..).and_then(<[_]>::split_first)
            && matches!(base(&first.value), "bash" | "sh" | "zsh" | "dash")
            && let Some(script) = script(arguments).filter(|w| !w.open)
        {
            within(&script.value, depth + 1, when, all);
        }
    }
}

/// What is there when a command went well: paths that it made or could not have done without, and names of what its
/// programs may make unsaid.
pub fn there(command: &str) -> (Vec<String>, Vec<&'static str>) {
    let (mut paths, mut names) = (Vec::new(), Vec::new());
    let simples = split(command);
    let sure = chain::sureness(&simples);
    let mut place = Place::Here;
    for (simple, when) in simples.iter().zip(sure) {
        if when != When::Unsure {
            paths.extend(files::there(simple, true).into_iter().map(|effect| place.of(effect).path));
            names.extend(files::may_make(simple));
        }
        if simple.depth == 0 {
            place.follow(simple);
        }
    }
    (paths, names)
}

/// Where a command line has moved to.
enum Place {
    /// Where it started, or a place that its words do not tell.
    Here,
    /// Into this directory below, as `cd` names it.
    Below(String),
}

impl Place {
    fn follow(&mut self, simple: &Simple<'_>) {
        let words = simple.words.get(program(simple)..).unwrap_or_default();
        let [first, rest @ ..] = words else { return };
        if base(&first.value) != "cd" {
            return;
        }
        let below = |dir: &str| {
            !dir.is_empty()
                && !dir.starts_with(['/', '~', '-', '\\'])
                && !dir.contains("..")
                && !dir.contains(':')
                && dir != "."
        };
        *self = match (&self, rest) {
            (Place::Here, [dir]) if !dir.open && below(&dir.value) => {
                Place::Below(opened::clean_path(dir.value.trim_end_matches('/')))
            }
            // A second step would make a path that stands nowhere as a whole.
            _ => Place::Here,
        };
    }

    /// The effect with a bare name put where it is. A path with directories of its own stays as it stands.
    fn of(&self, effect: Effect) -> Effect {
        let Place::Below(dir) = self else { return effect };
        let bare = |path: &str| !path.contains(['/', '\\', ':']) && !path.starts_with('~') && path != "..";
        if !bare(&effect.path) || !effect.to.as_deref().is_none_or(bare) {
            return effect;
        }
        let at = |name: &str| format!("{dir}/{name}");
        Effect { path: at(&effect.path), to: effect.to.as_deref().map(at), ..effect }
    }
}

/// The script among the arguments of `bash -c 'script'`.
fn script<'s, 'w>(arguments: &'s [Word<'w>]) -> Option<&'s Word<'w>> {
    let at = arguments
        .iter()
        .position(|w| matches!(w.value.as_ref(), "-c" | "-lc" | "-ec" | "-ic" | "-xc" | "-euc" | "-lic"))?;
    arguments.get(at + 1)
}

/// The directory, when the whole command is `cd DIR`: where the shell stays open, that lasts.
pub fn bare_cd(command: &str) -> Option<&str> {
    let (dir, rest) = cd(command)?;
    rest.trim_matches([';', ' ', '\t', '\n', '\r']).is_empty().then_some(dir)
}

/// A `cd` in a command line.
pub struct Move {
    /// Where to, as given; None where that cannot be read.
    pub target: Option<String>,
    /// It runs only if what stands before it goes well.
    pub chained: bool,
}

/// What in a command line may move the shell that runs it, in order: not what stands in parentheses, in a pipe or in
/// the background.
pub fn moves(command: &str) -> Vec<Move> {
    let mut found = Vec::new();
    if !["cd", "pushd", "popd"].iter().any(|word| memmem::find(command.as_bytes(), word.as_bytes()).is_some()) {
        return found;
    }
    let all = split(command);
    let mut apart = false;
    let mut nested = false;
    let mut places: Vec<usize> = Vec::new();
    for (at, simple) in all.iter().enumerate().rev() {
        let next = all.get(at + 1).map_or(Joint::Then, |next| next.joint);
        // The whole chain before `&` runs in the background.
        apart = simple.background || (apart && next != Joint::Then);
        if !apart && simple.depth == 0 && simple.joint != Joint::Pipe && next != Joint::Pipe {
            places.push(at);
        }
    }
    for simple in places.iter().rev().filter_map(|at| all.get(*at)) {
        let words = simple.words.get(program(simple)..).unwrap_or_default();
        nested |= simple.words.first().is_some_and(|w| {
            matches!(w.value.as_ref(), "if" | "for" | "while" | "until" | "case" | "select" | "function" | "!")
        });
        let Some((first, rest)) = words.split_first() else { continue };
        let target = match (base(&first.value), rest) {
            ("cd", []) => Some("~".into()),
            ("cd", [dir]) if !dir.open => Some(dir.value.clone().into_owned()),
            ("cd" | "pushd" | "popd", _) => None,
            _ => continue,
        };
        let unsure = nested || simple.joint == Joint::Or;
        found.push(Move { target: target.filter(|_| !unsure), chained: simple.joint == Joint::And });
    }
    found
}

/// Directory and rest of `cd DIR && rest` or `cd DIR; rest`.
pub fn leading_cd(command: &str) -> Option<(&str, &str)> {
    let (dir, rest) = cd(command)?;
    let rest = rest.trim_start_matches([' ', '\t', '\r']);
    let rest = rest.strip_prefix("&&").or_else(|| rest.strip_prefix([';', '\n', '⏎'])).map(str::trim_start)?;
    (!rest.is_empty()).then_some((dir, rest))
}

/// The directory of a `cd` at the start, and all that follows it.
fn cd(command: &str) -> Option<(&str, &str)> {
    let after = command.trim_start().strip_prefix("cd")?;
    let word = after.trim_start_matches([' ', '\t']);
    if word.len() == after.len() {
        return None;
    }
    let word = word.strip_prefix("-- ").unwrap_or(word);
    let (dir, rest) = match word.chars().next()? {
        quote @ ('"' | '\'') => word.get(1..)?.split_once(quote)?,
        _ => word.split_at_checked(
            word.find([' ', '\t', '\n', '\r', ';', '&', '|', '<', '>', '(', ')']).unwrap_or(word.len()),
        )?,
    };
    // A variable or glob names no directory, `-` the one before; a quote further on is beyond this reader.
    let known = !dir.is_empty() && dir != "-" && !dir.contains(['$', '`', '*', '?', '"', '\'', '\n']);
    known.then_some((dir, rest))
}

/// The program that matters, as it stands in the command: `cd app && CI=1 npx vitest run` is `vitest`,
/// `git commit -m x` is `git commit`, `npm run build` stays whole. Empty when there is none.
pub fn head(command: &str) -> &str {
    let all = split(command);
    let quiet = |simple: &&Simple<'_>| {
        let name = simple.words.get(program(simple)).map_or("", |w| base(&w.value));
        matches!(
            name,
            "" | "cd"
                | "set"
                | "export"
                | "echo"
                | "printf"
                | "source"
                | "."
                | "true"
                | "pushd"
                | "popd"
                | "sleep"
                | "test"
                | "["
                | "[["
                | "for"
                | "case"
                | "done"
                | "fi"
        )
    };
    let first = all.iter().find(|simple| !quiet(simple)).or_else(|| all.iter().find(|s| program(s) < s.words.len()));
    first.and_then(|simple| head_of(command, simple)).unwrap_or("")
}

fn head_of<'a>(command: &'a str, simple: &Simple<'a>) -> Option<&'a str> {
    let words = simple.words.get(program(simple)..)?;
    let value = |at: usize| words.get(at).map_or("", |w| w.value.as_ref());
    let plain = |at: usize| {
        !value(at).is_empty() && value(at).bytes().all(|b| b.is_ascii_alphanumeric() || b"-_:./@".contains(&b))
    };
    let word = |at: usize| plain(at) && !value(at).starts_with('-');
    let (mut from, mut to) = (0, 0);
    let python =
        |name: &str| name.strip_prefix("python").is_some_and(|v| v.bytes().all(|b| b.is_ascii_digit() || b == b'.'));
    match base(value(0)) {
        name if python(name) && value(1) == "-m" && word(2) => (from, to) = (2, 2),
        "npx" | "bunx" | "pnpx" | "uvx" if word(1) => (from, to) = (1, 1),
        "uv" | "poetry" | "pipenv" | "rye" | "hatch" | "pdm" if value(1) == "run" && word(2) => (from, to) = (2, 2),
        "bundle" | "pnpm" | "yarn" | "npm" if value(1) == "exec" && word(2) => (from, to) = (2, 2),
        "npm" | "pnpm" | "yarn" | "bun" | "deno" | "mise" | "just" if value(1) == "run" && word(2) => to = 2,
        "npm" | "pnpm" | "yarn" | "bun" | "deno" | "mise" | "just" | "make" | "cargo" | "git" | "go" | "docker"
        | "kubectl" | "gh" | "pip" | "pip3" | "uv" | "poetry" | "dotnet" | "gradle" | "gradlew" | "mvn" | "rake"
        | "rails" | "bundle" | "brew" | "apt" | "apt-get" | "systemctl" | "terraform" | "helm" | "mix" | "swift"
        | "flutter" | "turbo" | "nx"
            if word(1) =>
        {
            to = 1;
        }
        _ => {}
    }
    let (start, end) = (words.get(from)?.span.0, words.get(to)?.span.1);
    command.get(start..end)
}

#[cfg(test)]
mod tests;
