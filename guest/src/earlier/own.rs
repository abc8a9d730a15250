//! The reader of our own grammar, line by line.
//!
//! Takes the text of a summary that `render` wrote; gives its ledger. The heading above a line says what it is; lines
//! of commands are read in `commands`. Promises: total; a line that does not parse is a carried line of the log.
//! Leaves out: weights of log lines, which are not printed; each label gets its own again.
use super::words::{clean, reference, reference_only, run_state};
use crate::ledger::{Command, Entry, EntryKind, File, Ledger, Packages, Quote, Ref, Rule, Section, Source, is_failure};
use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

/// Reads a summary of ours; `summary` says where it stands, the source of all that is carried.
pub fn read_own(text: &str, summary: Source) -> Ledger {
    let mut reader = Reader {
        ledger: Ledger::default(),
        section: None,
        directory: None,
        cd: None,
        summary: summary.at,
        message: summary.message,
    };
    // A host may put its own mark behind the summary; what follows is not ours.
    for line in text.lines().skip(1).take_while(|line| !line.starts_with("--- END OF ")) {
        reader.line(line);
    }
    part_alike(&mut reader.ledger.commands);
    reader.ledger
}

/// A summary tells of a command once: of two that look the same, each may be another one.
fn part_alike(commands: &mut [Command]) {
    let key = |command: &Command| (command.tool.clone(), command.cwd.clone(), command.text.clone());
    let mut times = BTreeMap::new();
    for command in commands.iter() {
        *times.entry(key(command)).or_insert(0) += 1;
    }
    for command in commands {
        command.alone |= times.get(&key(command)).is_some_and(|times| *times > 1);
    }
}

/// What is read so far, and where the reader stands.
pub(super) struct Reader {
    pub(super) ledger: Ledger,
    section: Option<Section>,
    /// Where the commands below ran.
    pub(super) directory: Option<String>,
    /// What the commands below begin with.
    pub(super) cd: Option<String>,
    /// The summary itself, for lines that name no message.
    summary: Ref,
    message: u32,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if let Some(heading) = line.strip_prefix("## ") {
            self.section = Section::ALL.into_iter().find(|s| s.heading() == heading);
            (self.directory, self.cd) = (None, None);
            return;
        }
        let Some(section) = self.section else { return };

        if let Some(count) = line.strip_prefix('(').and_then(|l| l.strip_suffix(" more left out)")) {
            if let Ok(count) = count.parse::<u32>() {
                let sum = self.ledger.omitted.entry(section).or_default();
                *sum = sum.saturating_add(count);
            }
        } else if let Some(words) = line.strip_prefix("  | ") {
            self.key_line(words);
        } else if let Some(words) = line.strip_prefix("  ~ ") {
            self.change(words);
        } else if let Some(directory) = line.strip_prefix("in `").and_then(|l| l.strip_suffix("`:")) {
            self.directory = Some(clean(directory)).filter(|directory| !directory.is_empty());
            self.cd = None;
        } else if let Some(cd) = line.strip_prefix("after `cd ").and_then(|l| l.strip_suffix(" &&`:")) {
            self.cd = Some(clean(cd));
        } else if !line.is_empty() && self.item(section, line).is_none() {
            self.notice(line);
        }
    }

    pub(super) fn source(&self, at: Ref) -> Source {
        Source { at, message: self.message }
    }

    pub(super) fn quote(&self, words: &str, at: Ref) -> Quote {
        Quote { text: clean(words), source: self.source(at) }
    }

    fn item(&mut self, section: Section, body: &str) -> Option<()> {
        match section {
            Section::State => return self.state(body),
            Section::Errors => return self.errors(body),
            Section::Commands if !body.starts_with('[') => return self.group(body),
            _ => {}
        }
        let (at, words) = reference(body)?;
        match section {
            Section::Snapshot => self.ledger.snapshot.push(self.quote(words, at)),
            Section::Goal => self.ledger.goal = Some(self.quote(words, at)),
            Section::Rules => self.rule(words, at),
            Section::Decisions => self.ledger.decisions.push(self.quote(words, at)),
            Section::Users => self.ledger.users.push(self.quote(words, at)),
            Section::Names => self.names(words, at),
            Section::Files => self.file(words, at)?,
            Section::Log => self.log(words, at)?,
            Section::Blocked | Section::Fixes | Section::Commands => self.command(words, at)?,
            Section::State | Section::Errors => {}
        }
        Some(())
    }

    /// A line that is not of our grammar: kept, as what it is.
    fn notice(&mut self, words: &str) {
        let (at, words) = reference(words).unwrap_or((self.summary, words));
        let quote = self.quote(words, at);
        self.ledger.log.push(Entry { kind: EntryKind::Carried, tool: String::new(), quote, weight: 5 });
    }

    fn rule(&mut self, words: &str, at: Ref) {
        let later = words.strip_prefix("(superseded by ").and_then(reference);
        let (superseded_by, words) = match later.and_then(|(by, rest)| Some((by, rest.strip_prefix(") ")?))) {
            Some((by, rest)) => (Some(by), rest),
            None => (None, words),
        };
        self.ledger.rules.push(Rule { quote: self.quote(words, at), superseded_by });
    }

    fn file(&mut self, words: &str, at: Ref) -> Option<()> {
        let (path, rest) = words.strip_prefix('`')?.split_once("` ")?;
        let mut whole = self.directory.clone().unwrap_or_default();
        whole.push_str(&clean(path));
        let mut file = File {
            path: whole,
            reads: 0,
            patches: 0,
            writes: 0,
            created: false,
            deleted: false,
            moved_to: None,
            by_command: false,
            stale: false,
            lines: None,
            defines: Vec::new(),
            source: self.source(at),
        };
        let (rest, defines) = rest.split_once("; defines ").unwrap_or((rest, ""));
        file.defines = defines.split(' ').filter(|name| !name.is_empty()).map(clean).collect();
        let (rest, moved) = match rest.split_once("moved to `") {
            Some((rest, to)) => (rest.strip_suffix(", ").unwrap_or(rest), Some(to.strip_suffix('`')?)),
            None => (rest, None),
        };
        file.moved_to = moved.map(clean);
        for word in rest.split(", ").filter(|word| !word.is_empty()) {
            let (done, times) = word.split_once(" ×").unwrap_or((word, "1"));
            let times: u32 = times.parse().ok()?;
            match done {
                "read" => file.reads = times,
                "patched" => file.patches = times,
                "written" => file.writes = times,
                "created" => file.created = true,
                "deleted" => file.deleted = true,
                "by command" => file.by_command = true,
                "changed since read" => file.stale = true,
                other => file.lines = Some(other.strip_suffix(" lines")?.parse().ok()?),
            }
        }
        self.ledger.files.push(file);
        Some(())
    }

    /// `ImportError [#N], KeyError [#N]`
    fn errors(&mut self, body: &str) -> Option<()> {
        for part in body.split(", ") {
            let (name, at) = part.rsplit_once(' ')?;
            let (at, _) = reference_only(at)?;
            self.ledger.errors.push(self.quote(name, at));
        }
        Some(())
    }

    /// `directory [#N] `words``, `process [#N] `id` state`
    fn state(&mut self, body: &str) -> Option<()> {
        let (label, rest) = body.split_once(' ')?;
        let (at, words) = reference(rest)?;
        if label == "packages" {
            let (mut passed, mut failed) = (0, 0);
            for count in words.split(", ") {
                match count.split_once(" ×")? {
                    ("`ok`", n) => passed = n.parse().ok()?,
                    ("`FAIL`", n) => failed = n.parse().ok()?,
                    _ => return None,
                }
            }
            self.ledger.state.packages.push(Packages { passed, failed, source: self.source(at) });
            return Some(());
        }
        let (mark, words) = words.split_once('`')?;
        let (words, rest) = words.rsplit_once('`')?;
        let mut quote = self.quote(words, at);
        quote.text.insert_str(0, mark);
        let state = &mut self.ledger.state;
        match label {
            "directory" => state.directory = Some(quote),
            "branch" => state.branch = Some(quote),
            "commit" => state.commits.push(quote),
            "tests" => state.tests.push(quote),
            "todo" => state.todo.push(quote),
            "process" => {
                let (run_state, _) = run_state(rest.strip_prefix(' ')?)?;
                state.processes.push((quote, run_state));
            }
            _ => return None,
        }
        Some(())
    }

    fn log(&mut self, words: &str, at: Ref) -> Option<()> {
        // What a line was worth is not printed; what was worth a line then is worth one of its label now.
        let labels = [
            ("user: ", EntryKind::User, 7),
            ("assistant: ", EntryKind::Assistant, Entry::CLOSING),
            ("assistant then: ", EntryKind::Assistant, 4),
            ("notice: ", EntryKind::Notice, 2),
            ("earlier: ", EntryKind::Carried, 5),
        ];
        let labelled =
            labels.into_iter().find_map(|(label, kind, weight)| Some((kind, weight, words.strip_prefix(label)?)));
        let (kind, weight, tool, words) = if let Some((kind, weight, words)) = labelled {
            (kind, weight, "", words)
        } else if let Some(rest) = words.strip_prefix("→ ") {
            let (tool, words) = rest.split_once(": ")?;
            (EntryKind::Call, 2, tool, words)
        } else {
            let (tool, rest) = words.strip_prefix("← ")?.split_once(' ')?;
            let (state, rest) = run_state(rest)?;
            let weight = if is_failure(state) { 6 } else { 2 };
            (EntryKind::Result(state), weight, tool, rest.strip_prefix(": ")?)
        };
        self.ledger.log.push(Entry { kind, tool: clean(tool), quote: self.quote(words, at), weight });
        Some(())
    }
}
