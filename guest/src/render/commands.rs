//! Lines of commands: one each, or plain ones that ended alike together.
//!
//! Takes commands in the order of print; gives their lines, each directory named once above those that ran there, each
//! `cd` once above those that begin with it. Commands with nothing to tell but how they ended share lines. `budget`
//! asks here what a line would be before it decides.
//! Promises: a text that ended differently in two directories names its directory on the line. Leaves out: which are shown.
use super::page::{Page, count};
use super::words::{code_fence, directory_line, reference, split_cd, split_cut, state_words, times, without_cd};
use crate::ledger::{Command, Section};
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use cento_contract::{Claim, RunState, Span};

/// A command with its outcomes, key lines and what was changed before it passed.
/// What a `cd` that stands above has said, the line does not say again.
pub(crate) fn command_lines(command: &Command, above: Option<&str>) -> Page {
    let mut line = Page::item(command.source.at);
    command_words(&mut line, command, above);
    line.say(" ");
    for (n, run) in command.runs.iter().enumerate() {
        if n > 0 {
            line.say(", ");
        }
        // Beside codes, a bare `ok` is easily read as one more word on the code before it: its place comes first.
        let bare = run.state == RunState::Succeeded;
        line.claim(&state_words(run.state), run.state, run.source);
        let at = || format!(" at {}", reference(run.source.at));
        let elsewhere = run.source.at != command.source.at;
        match (bare, elsewhere || n > 0) {
            (true, true) => line.say(&at()).say(&times(run)),
            (false, _) if elsewhere => line.say(&times(run)).say(&at()),
            _ => line.say(&times(run)),
        };
    }
    if let Some(meaning) = &command.meaning {
        line.say(" (").quote(&meaning.text, meaning.source).say(")");
    }
    if let Some((state, source)) = command.ends_below {
        line.say("; ended below: ").claim(&state_words(state), state, source);
    }
    if command.continues {
        line.say("; runs again below");
    }
    line.say("\n");
    for key in &command.key_lines {
        line.say("  | ").quote(&key.text, key.source).say("\n");
    }
    for change in &command.between {
        line.say("  ~ ").say(&reference(change.source.at)).say(" ").quote(&change.text, change.source).say("\n");
    }
    line
}

/// The tool, if it is no shell command, and the text in a code span; `+N` after it counts what was cut.
fn command_words(line: &mut Page, command: &Command, above: Option<&str>) {
    if !command.tool.is_empty() {
        line.quote(&command.tool, command.source).say(" ");
    }
    let (text, cut) = split_cut(&command.text);
    let (open, close) = code_fence(text);
    line.say(&open);
    match (above.and_then(|directory| without_cd(text, directory)), split_cd(text)) {
        (Some(rest), _) => line.quote(rest, command.source),
        // In an earlier summary the two may stand apart.
        (None, Some((directory, rest))) => {
            line.say("cd ").quote(directory, command.source).say(" && ").quote(rest, command.source)
        }
        (None, None) => line.quote(text, command.source),
    };
    line.say(&close).say(cut);
}

/// The line above commands that begin with this `cd`.
pub(crate) fn cd_line(directory: &str) -> Page {
    let mut line = Page::default();
    line.say("after `cd ").say(directory).say(" &&`:\n");
    line
}

/// Commands of a section, each directory named once above those that ran there; with `grouped`, plain ones that ended
/// alike share lines: `exit 0: [#N] `a`; [#N] `b` ×2`.
pub(super) fn commands_by_directory(commands: &[Command], section: Section, grouped: bool) -> Vec<Page> {
    let mut own = commands.iter().zip(places(commands)).filter(|(command, _)| command.section() == section).peekable();
    if own.peek().is_none() {
        return Vec::new();
    }
    let differing = differing_by_directory(commands);
    let mut lines: Vec<Page> = Vec::new();
    let mut open: Option<RunState> = None;
    let (mut directory, mut above): (Option<&String>, Option<&str>) = (None, None);
    for (command, cd) in own {
        if command.cwd.as_ref() != directory || (cd.is_none() && above.is_some()) {
            (directory, above, open) = (command.cwd.as_ref(), None, None);
            lines.push(directory_line(directory.map_or("", String::as_str)));
        }
        if let Some(cd) = cd.filter(|cd| above != Some(*cd)) {
            (above, open) = (Some(cd), None);
            lines.push(cd_line(cd));
        }
        let again = differing.contains(command.text.as_str());
        let run = command.runs.last().filter(|_| !again && lead(command, grouped).is_some());
        let Some(run) = run else {
            let mut line = command_lines(command, cd);
            if let Some(directory) = command.cwd.as_ref().filter(|_| again) {
                // The same text ended otherwise elsewhere: a reader of one line must not take one for the other.
                let end = line.text.find('\n').unwrap_or(line.text.len());
                line.insert(end, &format!(" in `{directory}`"));
            }
            lines.push(line);
            open = None;
            continue;
        };
        match lines.last_mut().filter(|line| open == Some(run.state) && line.text.len() < GROUP_BYTES) {
            Some(line) => {
                line.text.truncate(line.text.len() - 1);
                line.say("; ");
            }
            None => {
                let mut line = Page::default();
                line.claim(&state_words(run.state), run.state, run.source).say(": ");
                lines.push(line);
                open = Some(run.state);
            }
        }
        if let Some(line) = lines.last_mut() {
            let start = count(line.text.len());
            member(line, command, cd);
            let at = Span { start, len: count(line.text.len()).saturating_sub(start) };
            line.claims.push(Claim { at, message: run.source.message, state: run.state });
            line.say("\n");
        }
    }
    lines
}

/// Texts of commands that ran in more than one directory and did not end the same in all of them.
fn differing_by_directory(commands: &[Command]) -> BTreeSet<&str> {
    let mut first: BTreeMap<&str, &Command> = BTreeMap::new();
    let mut differing = BTreeSet::new();
    let end = |command: &Command| command.runs.last().map(|run| run.state);
    for command in commands {
        let other = *first.entry(command.text.as_str()).or_insert(command);
        if other.cwd != command.cwd && (end(other) != end(command) || command.runs.len() > 1 || other.runs.len() > 1) {
            differing.insert(command.text.as_str());
        }
    }
    differing
}

/// A group line is closed when it is this long.
const GROUP_BYTES: usize = 2_000;

/// One command of a group: `[#N] `text` ×2`.
pub(crate) fn member(line: &mut Page, command: &Command, above: Option<&str>) {
    line.say(&reference(command.source.at)).say(" ");
    command_words(line, command, above);
    let times = command.runs.last().map_or(1, |run| run.times);
    if times > 1 {
        line.say(" ×").say(&times.to_string());
    }
}

/// For each command: the `cd` that stands above it, because it shares it with others of its section and directory. It
/// stays on the line where another command would look the same, or begin the same, without it.
pub(crate) fn places(commands: &[Command]) -> Vec<Option<&str>> {
    let mut bare: BTreeMap<&str, u32> = BTreeMap::new();
    for command in commands {
        let text = split_cut(&command.text).0;
        *bare.entry(split_cd(text).map_or(text, |(_, rest)| rest)).or_default() += 1;
    }
    let alone = |rest: &str| {
        let mut from = bare.range(rest..).take_while(|(text, _)| text.starts_with(rest));
        from.all(|(text, n)| *text == rest && *n == 1)
    };
    // Commands that can stand below one line.
    let below = |command| {
        let Command { text, cwd, tool, .. }: &Command = command;
        let (directory, rest) = split_cd(split_cut(text).0).filter(|_| tool.is_empty())?;
        alone(rest).then(|| (command.section(), cwd.as_deref(), directory))
    };
    let each: Vec<_> = commands.iter().map(below).collect();
    let mut shared: BTreeMap<_, u32> = BTreeMap::new();
    for key in each.iter().flatten() {
        *shared.entry(*key).or_default() += 1;
    }
    let several = |key| shared.get(&key).is_some_and(|n| *n > 1);
    each.into_iter().map(|key| key.filter(|key| several(*key)).map(|(.., directory)| directory)).collect()
}

/// How the commands of a group ended, for one that can join a group.
pub(crate) fn lead(command: &Command, grouped: bool) -> Option<RunState> {
    let joins = grouped && command.section() == Section::Commands && groups(command);
    command.runs.last().filter(|_| joins).map(|run| run.state)
}

/// The commands in the order of print: by section, directory and `cd` above, single ones before groups.
pub(crate) fn sort_commands(commands: Vec<Command>, grouped: bool) -> Vec<Command> {
    let mut keyed: Vec<_> = commands
        .iter()
        .zip(places(&commands))
        .enumerate()
        .map(|(i, (command, cd))| (command.section(), &command.cwd, cd, lead(command, grouped), i))
        .collect();
    keyed.sort();
    keyed.iter().filter_map(|(.., i)| commands.get(*i).cloned()).collect()
}

/// One outcome that is no failure, nothing else to say, and no words in the command that read like an outcome: a line
/// that speaks for several has to name a code beside each of them.
pub(super) fn groups(command: &Command) -> bool {
    command.tool.is_empty()
        && !command.continues
        && command.meaning.is_none()
        && command.ends_below.is_none()
        && command.key_lines.is_empty()
        && command.between.is_empty()
        && command.runs.len() == 1
        && command.runs.iter().all(|run| matches!(run.state, RunState::Exited(0) | RunState::NoExitCode))
        && command.runs.iter().all(|run| run.source.at == command.source.at)
        && !["`", "; [#", "; [t", " ×"].iter().any(|sign| command.text.contains(sign))
        && !names_an_outcome(&command.text)
}

/// A word for the end of a run with a number right behind it: `|| exit 1`, `rc=0`, `status: 200`.
fn names_an_outcome(text: &str) -> bool {
    ["exit", "code", "rc", "status"].iter().any(|word| {
        text.match_indices(word).any(|(at, _)| {
            let inside = text.get(..at).is_some_and(|head| head.ends_with(|c: char| c.is_alphanumeric()));
            let behind = text.get(at + word.len()..).unwrap_or_default();
            !inside && behind.bytes().take(4).any(|b| b.is_ascii_digit())
        })
    })
}
