//! Lines of commands: one each, or plain ones that ended alike together.
//!
//! Takes commands in the order of print; gives their lines, each directory named once above those that ran there.
//! Commands with nothing to tell but that they passed share lines: their `Lead` says what they share. `budget` asks
//! here what a line would be before it decides.
//! Promises: a text that ran in two directories names its directory on the line. Leaves out: which are shown.
use super::page::{Page, count};
use super::words::{directory_line, reference, run_words, split_cd, split_cut, state_words, without_cd};
use crate::ledger::{Command, Section};
use crate::tokens;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use cento_contract::{Claim, RunState, Span};

/// A command with its outcomes, key lines and what was changed before it passed.
pub(crate) fn command_lines(command: &Command) -> Page {
    let mut line = Page::item(command.source.at);
    command_words(&mut line, command);
    line.say(" ");
    for (n, run) in command.runs.iter().enumerate() {
        if n > 0 {
            line.say(", ");
        }
        line.claim(&run_words(run), run.state, run.source);
        if run.source.at != command.source.at {
            line.say(" at ").say(&reference(run.source.at));
        }
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
fn command_words(line: &mut Page, command: &Command) {
    if !command.tool.is_empty() {
        line.quote(&command.tool, command.source).say(" ");
    }
    let (text, cut) = split_cut(&command.text);
    line.say("`").quote(text, command.source).say("`").say(cut);
}

/// Commands, each directory named once above those that ran there; plain ones that ended alike share lines, and the
/// lead says what they share: `exit 0 after `cd w &&`: [#N] `a`; [#N] `b` ×2`.
pub(super) fn commands_by_directory(
    commands: Vec<&Command>,
    leads: &[Option<Lead>],
    several: &BTreeSet<&str>,
) -> Vec<Page> {
    let mut lines: Vec<Page> = Vec::new();
    let mut open: Option<&Lead> = None;
    let mut directory: Option<&String> = None;
    for (command, lead) in commands.into_iter().zip(leads) {
        if command.cwd.as_ref() != directory {
            directory = command.cwd.as_ref();
            open = None;
            lines.push(directory_line(directory.map_or("", String::as_str)));
        }
        let again = several.contains(command.text.as_str());
        let (Some(lead), Some(run), false) = (lead, command.runs.last(), again) else {
            let mut line = command_lines(command);
            if let Some(directory) = command.cwd.as_ref().filter(|_| again) {
                // The same text ran elsewhere too: a reader of one line must not take one for the other.
                let end = line.text.find('\n').unwrap_or(line.text.len());
                line.insert(end, &format!(" in `{directory}`"));
            }
            lines.push(line);
            open = None;
            continue;
        };
        match lines.last_mut().filter(|line| open == Some(lead) && line.text.len() < GROUP_BYTES) {
            Some(line) => {
                line.text.truncate(line.text.len() - 1);
                line.say("; ");
            }
            None => {
                let mut line = Page::default();
                line.claim(&state_words(lead.state), lead.state, run.source);
                if let Some(directory) = &lead.cd {
                    line.say(" after `cd ").say(directory).say(" &&`");
                }
                line.say(": ");
                lines.push(line);
                open = Some(lead);
            }
        }
        if let Some(line) = lines.last_mut() {
            let start = count(line.text.len());
            member(line, command, lead);
            let at = Span { start, len: count(line.text.len()).saturating_sub(start) };
            line.claims.push(Claim { at, message: run.source.message, state: run.state });
            line.say("\n");
        }
    }
    lines
}

/// Texts of commands that ran in more than one directory.
pub(super) fn in_several_directories(commands: &[Command]) -> BTreeSet<&str> {
    let mut first: BTreeMap<&str, Option<&String>> = BTreeMap::new();
    let mut several = BTreeSet::new();
    for command in commands {
        let directory = command.cwd.as_ref();
        if *first.entry(command.text.as_str()).or_insert(directory) != directory {
            several.insert(command.text.as_str());
        }
    }
    several
}

/// A group line is closed when it is this long.
const GROUP_BYTES: usize = 2_000;

/// One command of a group: `[#N] `text` ×2`.
pub(crate) fn member(line: &mut Page, command: &Command, lead: &Lead) {
    line.say(&reference(command.source.at)).say(" `");
    let (text, cut) = split_cut(&command.text);
    let text = lead.cd.as_ref().and_then(|directory| without_cd(text, directory)).unwrap_or(text);
    line.quote(text, command.source).say("`").say(cut);
    let times = command.runs.last().map_or(1, |run| run.times);
    if times > 1 {
        line.say(" ×").say(&times.to_string());
    }
}

/// What the commands of a group share.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Lead {
    state: RunState,
    cd: Option<String>,
}

impl Lead {
    /// Tokens of the lead of a group line.
    pub(crate) fn tokens(&self) -> u32 {
        6 + self.cd.as_deref().map_or(0, |directory| tokens::estimate(directory) + 4)
    }
}

/// For each command of a section: the lead of the group that it can join. A `cd` goes into the lead only where no
/// other command of the ledger (`all`) would look the same without it.
pub(crate) fn leads(commands: &[&Command], all: &[Command]) -> Vec<Option<Lead>> {
    let mut bare: BTreeMap<&str, u32> = BTreeMap::new();
    for command in all {
        let text = split_cut(&command.text).0;
        *bare.entry(split_cd(text).map_or(text, |(_, rest)| rest)).or_default() += 1;
    }
    let lead = |command: &Command| {
        let run = command.runs.last().filter(|_| groups(command))?;
        let (text, _) = split_cut(&command.text);
        let alone = |rest: &str| bare.get(rest).is_none_or(|n| *n == 1);
        let cd = split_cd(text).filter(|(_, rest)| alone(rest)).map(|(directory, _)| directory.to_string());
        Some(Lead { state: run.state, cd })
    };
    commands.iter().map(|command| lead(command)).collect()
}

/// The commands in the order of print: by section, by directory, single ones before groups.
pub(crate) fn sort_commands(commands: Vec<Command>, grouped: bool) -> Vec<Command> {
    let each: Vec<&Command> = commands.iter().collect();
    let leads = if grouped { leads(&each, &commands) } else { alloc::vec![None; commands.len()] };
    let mut keyed: Vec<_> = leads
        .iter()
        .zip(&commands)
        .enumerate()
        .map(|(i, (lead, command))| {
            let section = command.section();
            (section, &command.cwd, lead.as_ref().filter(|_| section == Section::Commands), i)
        })
        .collect();
    keyed.sort();
    keyed.iter().filter_map(|(.., i)| commands.get(*i).cloned()).collect()
}

/// One outcome that is no failure, nothing else to say, and no words in the command that read like an outcome.
pub(super) fn groups(command: &Command) -> bool {
    const LIKE_OUTCOMES: [&str; 7] = ["exit", "code", "rc", "status", "; [#", "; [t", " ×"];
    command.tool.is_empty()
        && !command.continues
        && command.meaning.is_none()
        && command.ends_below.is_none()
        && command.key_lines.is_empty()
        && command.between.is_empty()
        && command.runs.len() == 1
        && command.runs.iter().all(|run| matches!(run.state, RunState::Exited(0) | RunState::NoExitCode))
        && command.runs.iter().all(|run| run.source.at == command.source.at)
        && !LIKE_OUTCOMES.iter().any(|word| command.text.contains(word))
}
