//! An earlier summary, read back into a ledger.
//!
//! Takes the messages and the cut; reads every earlier summary that goes. One of ours is read by the grammar of
//! `render`, line by line: `read_own(render(x)) == x` for every fitted ledger. One that somebody else wrote (the
//! host's own, by a model) is carried line by line as quoted notices: it is no user row, so nothing in it becomes
//! a rule or a request. All words are sanitised and redacted again, whoever wrote them.
//! Promises: total; a line that does not parse is carried as a notice, never dropped in silence.
use crate::boundaries::Cut;
use crate::ledger::{Command, Entry, EntryKind, File, Ledger, Packages, Quote, Ref, Rule, Run, Section, Source};
use crate::{merge, redact, render, sanitize};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use cento_contract::{Message, RunState};

/// Reads the earlier summaries of the cut into one ledger; none when there are none.
pub fn read(messages: &[Message], cut: &Cut) -> Option<Ledger> {
    let mut ledger: Option<Ledger> = None;
    for &index in &cut.earlier {
        let Some(message) = messages.get(index as usize) else { continue };
        let at = message.row_id.map_or(Ref::Turn(index), Ref::Row);
        let next = match own_text(&message.content) {
            Some(text) => read_own(text, index),
            None => read_foreign(&message.content, Source { at, message: index }),
        };
        ledger = Some(match ledger {
            Some(before) => merge::merge(before, next),
            None => next,
        });
    }
    ledger
}

/// The part of a message from our mark on, when a line begins with it.
fn own_text(content: &str) -> Option<&str> {
    if content.starts_with(render::MARK) {
        return Some(content);
    }
    let at = memchr::memmem::find(content.as_bytes(), b"\n[CENTO SUMMARY")?;
    content.get(at + 1..)
}

/// Reads a summary of ours; `message` is its index in the input, the source of all that is carried.
pub fn read_own(text: &str, message: u32) -> Ledger {
    let mut reader = Reader { ledger: Ledger::default(), section: None, directory: None, message };
    // A host may put its own mark behind the summary; what follows is not ours.
    for line in text.lines().skip(1).take_while(|line| !line.starts_with("--- END OF ")) {
        reader.line(line);
    }
    reader.ledger
}

struct Reader {
    ledger: Ledger,
    section: Option<Section>,
    /// Where the commands below ran.
    directory: Option<String>,
    message: u32,
}

impl Reader {
    fn line(&mut self, line: &str) {
        if let Some(heading) = line.strip_prefix("## ") {
            self.section = Section::ALL.into_iter().find(|s| s.heading() == heading);
            self.directory = None;
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
        } else if !line.is_empty() && self.item(section, line).is_none() {
            self.notice(line);
        }
    }

    fn source(&self, at: Ref) -> Source {
        Source { at, message: self.message }
    }

    fn quote(&self, words: &str, at: Ref) -> Quote {
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
            Section::Files => self.file(words, at)?,
            Section::Log => self.log(words, at)?,
            Section::Blocked | Section::Fixes | Section::Commands => self.command(words, at)?,
            Section::State | Section::Errors => {}
        }
        Some(())
    }

    /// A line that is not of our grammar: kept, as what it is.
    fn notice(&mut self, words: &str) {
        let (at, words) = reference(words).unwrap_or((Ref::Turn(self.message), words));
        let quote = self.quote(words, at);
        self.ledger.log.push(Entry { kind: EntryKind::Notice, tool: String::new(), quote, weight: 5 });
    }

    fn rule(&mut self, words: &str, at: Ref) {
        let later = words.strip_prefix("(superseded by ").and_then(reference);
        let (superseded_by, words) = match later.and_then(|(by, rest)| Some((by, rest.strip_prefix(") ")?))) {
            Some((by, rest)) => (Some(by), rest),
            None => (None, words),
        };
        self.ledger.rules.push(Rule { quote: self.quote(words, at), superseded_by });
    }

    fn key_line(&mut self, words: &str) {
        let Some(at) = self.ledger.commands.last().map(|command| {
            let failed = command.runs.iter().rev().find(|run| crate::ledger::is_failure(run.state));
            failed.map_or(command.source.at, |run| run.source.at)
        }) else {
            return;
        };
        let quote = self.quote(words, at);
        if let Some(command) = self.ledger.commands.last_mut() {
            command.key_lines.push(quote);
        }
    }

    fn change(&mut self, words: &str) {
        let Some((at, words)) = reference(words) else { return };
        let quote = self.quote(words, at);
        if let Some(command) = self.ledger.commands.last_mut() {
            command.between.push(quote);
        }
    }

    /// `[tool ]`text`[+N] states[; runs again below]`
    fn command(&mut self, words: &str, at: Ref) -> Option<()> {
        let (tool, rest) = words.split_once('`')?;
        let (text, rest) = rest.split_once('`')?;
        let (cut, rest) = rest.split_once(' ')?;
        // The directory is named above; on the line it stands for readers of one line only.
        let inline = self.directory.as_ref().map(|directory| alloc::format!(" in `{directory}`"));
        let rest = inline.and_then(|inline| rest.strip_suffix(inline.as_str())).unwrap_or(rest);
        let (rest, continues) = match rest.strip_suffix("; runs again below") {
            Some(rest) => (rest, true),
            None => (rest, false),
        };
        let (rest, ends_below) = match rest.rsplit_once("; ended below: ") {
            Some((rest, state)) => (rest, Some((run_state(state)?.0, self.source(at)))),
            None => (rest, None),
        };
        let (rest, meaning) = self.meaning(rest, at);
        let runs = self.runs(rest, at)?;
        let cwd = self.directory.clone();
        let mut text = clean(text);
        text.push_str(cut);
        self.ledger.commands.push(Command {
            tool: clean(tool.trim_end()),
            text,
            cwd,
            source: self.source(at),
            runs,
            key_lines: Vec::new(),
            between: Vec::new(),
            meaning,
            ends_below,
            continues,
        });
        Some(())
    }

    /// `states (meaning)`: the states end at the first parenthesis that none of them has.
    fn meaning<'t>(&self, words: &'t str, at: Ref) -> (&'t str, Option<Quote>) {
        let mut from = 0;
        while let Some(open) = words.get(from..).and_then(|rest| rest.find(" (")).map(|open| from + open) {
            let rest = words.get(open + 2..).unwrap_or_default();
            if !["killed)", "timed out)", "interrupted)", "refused, not run)"].iter().any(|own| rest.starts_with(own)) {
                let states = words.get(..open).unwrap_or_default();
                return (states, rest.strip_suffix(')').map(|meaning| self.quote(meaning, at)));
            }
            from = open + 2;
        }
        (words, None)
    }

    /// `exit 1 ×2 at [#N], exit 0`
    fn runs(&self, mut words: &str, last: Ref) -> Option<Vec<Run>> {
        let mut runs = Vec::new();
        loop {
            let (state, rest) = run_state(words)?;
            let (times, rest) = match rest.strip_prefix(" ×") {
                Some(rest) => {
                    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                    (rest.get(..digits)?.parse().ok()?, rest.get(digits..)?)
                }
                None => (1, rest),
            };
            let (at, rest) = match rest.strip_prefix(" at ") {
                Some(rest) => reference_only(rest)?,
                None => (last, rest),
            };
            runs.push(Run { state, times, source: self.source(at) });
            match rest.strip_prefix(", ") {
                Some(next) => words = next,
                None if rest.is_empty() => return Some(runs),
                None => return None,
            }
        }
    }

    /// `exit 0 after `cd dir &&`: [#N] `a`; [#N] `b` ×2`
    fn group(&mut self, body: &str) -> Option<()> {
        let (state, rest) = run_state(body)?;
        let (cd, rest) = match rest.strip_prefix(" after `cd ") {
            Some(rest) => rest.split_once(" &&`").map(|(directory, rest)| (Some(clean(directory)), rest))?,
            None => (None, rest),
        };
        let mut rest = rest.strip_prefix(": ")?;
        let mut members = Vec::new();
        loop {
            let (at, words) = reference(rest)?;
            let (text, after) = words.strip_prefix('`')?.split_once('`')?;
            let end = after.find("; ").unwrap_or(after.len());
            let (marks, next) = after.split_at_checked(end)?;
            let (cut, times) = match marks.split_once(" ×") {
                Some((cut, times)) => (cut, times.parse().ok()?),
                None => (marks, 1),
            };
            let mut whole = cd.as_ref().map_or_else(String::new, |directory| alloc::format!("cd {directory} && "));
            whole.push_str(&clean(text));
            whole.push_str(cut);
            let source = self.source(at);
            members.push(Command {
                tool: String::new(),
                text: whole,
                cwd: self.directory.clone(),
                source,
                runs: alloc::vec![Run { state, times, source }],
                key_lines: Vec::new(),
                between: Vec::new(),
                meaning: None,
                ends_below: None,
                continues: false,
            });
            match next.strip_prefix("; ") {
                Some(next) => rest = next,
                None => break,
            }
        }
        self.ledger.commands.extend(members);
        Some(())
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
            let (passed, failed) = words.strip_prefix("`ok` ×")?.split_once(", `FAIL` ×")?;
            let (passed, failed) = (passed.parse().ok()?, failed.parse().ok()?);
            self.ledger.state.packages.push(Packages { passed, failed, source: self.source(at) });
            return Some(());
        }
        let (words, rest) = words.strip_prefix('`')?.rsplit_once('`')?;
        let quote = self.quote(words, at);
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
        let (kind, tool, words) = if let Some(words) = words.strip_prefix("user: ") {
            (EntryKind::User, "", words)
        } else if let Some(words) = words.strip_prefix("assistant: ") {
            (EntryKind::Assistant, "", words)
        } else if let Some(words) = words.strip_prefix("notice: ") {
            (EntryKind::Notice, "", words)
        } else if let Some(rest) = words.strip_prefix("→ ") {
            let (tool, words) = rest.split_once(": ")?;
            (EntryKind::Call, tool, words)
        } else {
            let (tool, rest) = words.strip_prefix("← ")?.split_once(' ')?;
            let (state, rest) = run_state(rest)?;
            (EntryKind::Result(state), tool, rest.strip_prefix(": ")?)
        };
        // The weight is not printed: what was worth a line then is worth one of its kind now.
        let weight = match kind {
            EntryKind::User => 7,
            EntryKind::Assistant => 8,
            EntryKind::Result(state) if crate::ledger::is_failure(state) => 6,
            _ => 2,
        };
        self.ledger.log.push(Entry { kind, tool: clean(tool), quote: self.quote(words, at), weight });
        Some(())
    }
}

/// A summary that somebody else wrote: its lines as notices, headings as weights.
fn read_foreign(content: &str, source: Source) -> Ledger {
    let mut ledger = Ledger::default();
    let mut weight = 5;
    let mut code = false;
    for line in content.lines().map(str::trim) {
        if line.starts_with("```") {
            code = !code;
        }
        // Code of a summary is code of the session, and a line of two words says nothing alone.
        if code || line.split(' ').filter(|word| word.chars().any(char::is_alphanumeric)).nth(3).is_none() {
            continue;
        }
        if let Some(heading) = line.strip_prefix("## ") {
            weight = if WEIGHTY.iter().any(|word| heading.contains(word)) { 7 } else { 5 };
            continue;
        }
        let quote = Quote { text: clean(line), source };
        ledger.log.push(Entry { kind: EntryKind::Notice, tool: String::new(), quote, weight });
    }
    ledger
}

/// Headings whose lines matter most when a model wrote the summary.
const WEIGHTY: [&str; 6] = ["Task", "Goal", "Constraint", "Blocked", "Error", "User"];

/// `[#N] rest` or `[tN] rest`.
fn reference(text: &str) -> Option<(Ref, &str)> {
    let (at, rest) = reference_only(text)?;
    Some((at, rest.strip_prefix(' ').unwrap_or(rest)))
}

fn reference_only(text: &str) -> Option<(Ref, &str)> {
    let (inner, rest) = text.strip_prefix('[')?.split_once(']')?;
    let at = match inner.split_at_checked(1)? {
        ("#", row) => Ref::Row(row.parse().ok()?),
        ("t", turn) => Ref::Turn(turn.parse().ok()?),
        _ => return None,
    };
    Some((at, rest))
}

/// The state that `render::state_words` wrote at the start of a text, and the rest.
fn run_state(text: &str) -> Option<(RunState, &str)> {
    const PLAIN: [RunState; 9] = [
        RunState::Pending,
        RunState::Running,
        RunState::Failed,
        RunState::Succeeded,
        RunState::NoExitCode,
        RunState::NoResult,
        RunState::Killed(None),
        RunState::TimedOut(None),
        RunState::Interrupted(None),
    ];
    if let Some(rest) = text.strip_prefix("exit ") {
        let digits =
            rest.bytes().enumerate().take_while(|(i, b)| b.is_ascii_digit() || (*i == 0 && *b == b'-')).count();
        let code: i32 = rest.get(..digits)?.parse().ok()?;
        let rest = rest.get(digits..)?;
        for state in [
            RunState::Killed(Some(code)),
            RunState::TimedOut(Some(code)),
            RunState::Interrupted(Some(code)),
            RunState::Refused(Some(code)),
        ] {
            let words = render::state_words(state);
            if let Some(rest) = text.strip_prefix(words.as_str()) {
                return Some((state, rest));
            }
        }
        return Some((RunState::Exited(code), rest));
    }
    for state in PLAIN.into_iter().chain([RunState::Refused(None)]) {
        if let Some(rest) = text.strip_prefix(render::state_words(state).as_str()) {
            return Some((state, rest));
        }
    }
    None
}

/// Words carried over are made harmless again: the text may have been stored by an older version or edited.
fn clean(words: &str) -> String {
    let sanitized = sanitize::sanitize(words);
    let redacted = redact::redact(&sanitized);
    sanitize::one_line(&redacted).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Fitted;
    use crate::ledger::ActiveState;
    use crate::settings::clamp;
    use cento_contract::Options;
    use proptest::collection::vec;
    use proptest::prelude::*;

    fn words() -> impl Strategy<Value = String> {
        vec("[a-zA-Z0-9(),:;.…|~\"'#*_/×é語→←-]{1,9}", 1..6).prop_map(|w| w.join(" "))
    }

    fn at() -> impl Strategy<Value = Source> {
        prop_oneof![any::<u64>().prop_map(Ref::Row), (0..9_000u32).prop_map(Ref::Turn)]
            .prop_map(|at| Source { at, message: 7 })
    }

    fn quote() -> impl Strategy<Value = Quote> {
        (words(), at()).prop_map(|(text, source)| Quote { text, source })
    }

    fn state() -> impl Strategy<Value = RunState> {
        prop_oneof![
            any::<i32>().prop_map(RunState::Exited),
            any::<Option<i32>>().prop_map(RunState::Killed),
            any::<Option<i32>>().prop_map(RunState::TimedOut),
            any::<Option<i32>>().prop_map(RunState::Interrupted),
            any::<Option<i32>>().prop_map(RunState::Refused),
            Just(RunState::Pending),
            Just(RunState::Running),
            Just(RunState::Failed),
            Just(RunState::Succeeded),
            Just(RunState::NoExitCode),
            Just(RunState::NoResult),
        ]
    }

    fn command() -> impl Strategy<Value = Command> {
        let runs = vec((state(), 1..5u32, at()), 1..4);
        let cut = proptest::option::of(1..999u32);
        (
            words(),
            cut,
            proptest::option::of(words()),
            runs,
            vec(quote(), 0..3),
            vec(quote(), 0..2),
            any::<(bool, bool)>(),
        )
            .prop_map(|(text, cut, cwd, runs, mut key_lines, between, (continues, ends))| {
                let runs: Vec<Run> =
                    runs.into_iter().map(|(state, times, source)| Run { state, times, source }).collect();
                let source = if continues { runs[0].source } else { runs[runs.len() - 1].source };
                let failed = runs.iter().rev().find(|run| crate::ledger::is_failure(run.state));
                let failed = failed.map_or(source, |run| run.source);
                key_lines.iter_mut().for_each(|key| key.source = failed);
                let text = match cut {
                    Some(cut) => alloc::format!("{text}…+{cut}"),
                    None => text,
                };
                let meaning = ends.then(|| Quote { text: "no matches (not an error)".to_string(), source });
                let ends_below = ends.then_some((RunState::Exited(3), source));
                Command {
                    tool: String::new(),
                    text,
                    cwd,
                    source,
                    runs,
                    key_lines,
                    between,
                    meaning,
                    ends_below,
                    continues,
                }
            })
    }

    fn file() -> impl Strategy<Value = File> {
        let counts = (1..4u32, 0..4u32, 0..3u32);
        let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
        let more = (proptest::option::of(words()), proptest::option::of(0..9_999u32), vec("[a-zA-Z_]{5,12}", 0..3));
        (words(), counts, flags, more, at()).prop_map(|(path, (reads, patches, writes), flags, more, source)| File {
            path,
            reads,
            patches,
            writes,
            created: flags.0,
            deleted: flags.1,
            moved_to: more.0,
            by_command: flags.2,
            stale: flags.3,
            lines: more.1,
            defines: more.2,
            source,
        })
    }

    fn entry() -> impl Strategy<Value = Entry> {
        let kind = prop_oneof![
            Just((EntryKind::User, 7)),
            Just((EntryKind::Assistant, 8)),
            Just((EntryKind::Notice, 2)),
            Just((EntryKind::Call, 2)),
            Just((EntryKind::Result(RunState::Exited(1)), 6)),
            Just((EntryKind::Result(RunState::Succeeded), 2)),
        ];
        (kind, "[a-z_]{3,9}", quote()).prop_map(|((kind, weight), tool, quote)| {
            let tool = if matches!(kind, EntryKind::Call | EntryKind::Result(_)) { tool } else { String::new() };
            Entry { kind, tool, quote, weight }
        })
    }

    fn ledger() -> impl Strategy<Value = Ledger> {
        let rule = (quote(), proptest::option::of(at().prop_map(|s| s.at)))
            .prop_map(|(quote, superseded_by)| Rule { quote, superseded_by });
        let name = ("[A-Z][a-z]{2,6}Error", at()).prop_map(|(text, source)| Quote { text, source });
        let active = (
            (proptest::option::of(quote()), proptest::option::of(quote())),
            vec(quote(), 0..3),
            vec(quote(), 0..3),
            vec((quote(), state()), 0..3),
            vec(quote(), 0..3),
        )
            .prop_map(|((directory, branch), commits, todo, processes, tests)| ActiveState {
                packages: tests.iter().map(|q: &Quote| Packages { passed: 3, failed: 1, source: q.source }).collect(),
                directory,
                branch,
                commits,
                todo,
                processes,
                tests,
            });
        let one = (vec(quote(), 0..2), proptest::option::of(quote()), vec(rule, 0..3), vec(command(), 0..6));
        let two = (vec(file(), 0..4), vec(name, 0..3), vec(quote(), 0..3), active);
        (one, two, vec(quote(), 0..4), vec(entry(), 0..5), 0..40u32).prop_map(|(one, two, users, log, omitted)| {
            let mut commands = one.3;
            commands.sort_by_key(Command::section);
            let mut ledger = Ledger {
                snapshot: one.0,
                goal: one.1,
                rules: one.2,
                commands,
                files: two.0,
                errors: two.1,
                decisions: two.2,
                state: two.3,
                users,
                log,
                ..Ledger::default()
            };
            if omitted > 0 {
                ledger.omitted.insert(Section::Log, omitted);
            }
            ledger
        })
    }

    proptest! {
        #[test]
        fn what_is_rendered_reads_back_the_same(ledger in ledger(), grouped: bool) {
            let (settings, _) = clamp(&Options::default());
            let mut fitted = Fitted { ledger, grouped };
            fitted.ledger.commands = render::sort_commands(fitted.ledger.commands, grouped);
            fitted.ledger.files = render::sort_files(fitted.ledger.files);
            let text = render::render(&fitted, &settings).text;
            prop_assert_eq!(read_own(&text, 7), fitted.ledger, "{}", text);
        }

        #[test]
        fn any_text_is_read(text in "(?s).{0,400}") {
            let _ = read_own(&text, 0);
        }
    }
}
