//! Lines of commands, read back: single ones, groups, and the lines below a command.
//!
//! Takes the words of a line; puts commands, key lines and changes into the reader's ledger. Promises: a line
//! whose outcomes do not parse puts nothing in. Leaves out: sections; `ledger` says to which a command belongs.
use super::own::Reader;
use super::words::{clean, code_span, reference, reference_only, run_state};
use crate::ledger::{Command, Quote, Ref, Run, is_failure};
use crate::redact::has_mask;
use alloc::string::String;
use alloc::vec::Vec;

impl Reader {
    /// `[tool ]`text`[+N] states[; runs again below]`
    pub(super) fn command(&mut self, words: &str, at: Ref) -> Option<()> {
        let (tool, span) = words.split_at_checked(words.find('`')?)?;
        let (text, rest) = code_span(span)?;
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
        let text = self.whole(text, cut);
        let alone = has_mask(&text);
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
            alone,
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
            let (state, mut rest) = run_state(words)?;
            let (mut at, mut times) = (last, 1);
            // How often and where, in either order.
            for _ in 0..2 {
                if let Some(number) = rest.strip_prefix(" ×") {
                    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
                    (times, rest) = (number.get(..digits)?.parse().ok()?, number.get(digits..)?);
                } else if let Some(place) = rest.strip_prefix(" at ") {
                    (at, rest) = reference_only(place)?;
                }
            }
            runs.push(Run { state, times, source: self.source(at) });
            match rest.strip_prefix(", ") {
                Some(next) => words = next,
                None if rest.is_empty() => return Some(runs),
                None => return None,
            }
        }
    }

    /// The command with the `cd` that stands above it.
    fn whole(&self, text: &str, cut: &str) -> String {
        let mut whole = self.cd.as_ref().map_or_else(String::new, |directory| alloc::format!("cd {directory} && "));
        whole.push_str(&clean(text));
        whole.push_str(cut);
        whole
    }

    /// `exit 0: [#N] `a`; [#N] `b` ×2`
    pub(super) fn group(&mut self, body: &str) -> Option<()> {
        let (state, rest) = run_state(body)?;
        let mut rest = rest.strip_prefix(": ")?;
        let mut members = Vec::new();
        loop {
            let (at, words) = reference(rest)?;
            let (text, after) = code_span(words)?;
            let end = after.find("; ").unwrap_or(after.len());
            let (marks, next) = after.split_at_checked(end)?;
            let (cut, times) = match marks.split_once(" ×") {
                Some((cut, times)) => (cut, times.parse().ok()?),
                None => (marks, 1),
            };
            let source = self.source(at);
            let text = self.whole(text, cut);
            members.push(Command {
                tool: String::new(),
                alone: has_mask(&text),
                text,
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

    pub(super) fn key_line(&mut self, words: &str) {
        let Some(at) = self.ledger.commands.last().map(|command| {
            let failed = command.runs.iter().rev().find(|run| is_failure(run.state));
            failed.map_or(command.source.at, |run| run.source.at)
        }) else {
            return;
        };
        let quote = self.quote(words, at);
        if let Some(command) = self.ledger.commands.last_mut() {
            command.key_lines.push(quote);
        }
    }

    pub(super) fn change(&mut self, words: &str) {
        let Some((at, words)) = reference(words) else { return };
        let quote = self.quote(words, at);
        if let Some(command) = self.ledger.commands.last_mut() {
            command.between.push(quote);
        }
    }
}
