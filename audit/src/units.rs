//! What a reference opens: a row, and what belongs to it.
//!
//! Takes the original list. A result is opened together with its call, an assistant message with the results of its
//! calls. A row that only an earlier summary names is opened there: what that summary says is all that is left of it.
//! A poll or a notice tells of a process that another call started. Texts are read once. Leaves out: what is looked for.
use crate::Case;
use crate::message::{Message, OWN, Role};
use crate::pairs::{Pairs, pairs};
use crate::record::Record;
use crate::summary::Ref;
use crate::words::Source;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(crate) struct Units<'a, 'b> {
    pub(crate) original: &'a [Message<'b>],
    pub(crate) pairs: Pairs,
    rows: BTreeMap<u64, Vec<usize>>,
    /// Texts of earlier summaries, and each as a source.
    earlier: Vec<(&'a str, Rc<Source>)>,
    sources: RefCell<BTreeMap<usize, Rc<Source>>>,
}

impl<'a, 'b> Units<'a, 'b> {
    pub(crate) fn of(case: &'a Case<'b>) -> Units<'a, 'b> {
        let mut rows: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
        for (at, message) in case.original.iter().enumerate() {
            if let Some(row) = message.row {
                rows.entry(row).or_default().push(at);
            }
        }
        let source = |message: &'a Message<'b>| {
            let mut source = Source::default();
            source.add(&message.text);
            (message.text.as_str(), Rc::new(source))
        };
        Units {
            original: &case.original,
            pairs: pairs(&case.original),
            rows,
            earlier: case.earlier().map(source).collect(),
            sources: RefCell::default(),
        }
    }

    /// Rows of the original that a reference names.
    pub(crate) fn named(&self, at: Ref) -> Vec<usize> {
        match at {
            Ref::Row(row) => self.rows.get(&row).cloned().unwrap_or_default(),
            Ref::Turn(turn) => (turn < self.original.len()).then_some(turn).into_iter().collect(),
        }
    }

    /// Earlier summaries that have this reference.
    fn carried(&self, at: Ref) -> impl Iterator<Item = &(&'a str, Rc<Source>)> {
        let name = at.to_string();
        self.earlier.iter().filter(move |(text, _)| text.contains(&name))
    }

    /// It is told of in an earlier summary.
    pub(crate) fn is_carried(&self, at: Ref) -> bool {
        self.carried(at).next().is_some()
    }

    /// Lines of earlier summaries that have this reference.
    pub(crate) fn carried_lines(&self, at: Ref) -> Vec<&'a str> {
        let name = at.to_string();
        self.carried(at).flat_map(|(text, _)| text.lines()).filter(|line| line.contains(&name)).collect()
    }

    /// Rows that belong together: a result and its call, calls and their results.
    pub(crate) fn unit(&self, at: usize) -> Vec<usize> {
        match self.original[at].role {
            Role::Assistant => {
                let results = self.pairs.results[at].iter().flatten().copied();
                std::iter::once(at).chain(results).collect()
            }
            _ => vec![at],
        }
    }

    /// What a row records on how a call ended.
    pub(crate) fn record(&self, row: usize) -> Record {
        let call = self.pairs.call[row].map(|(from, n)| &self.original[from].calls[n]);
        Record::of(&self.original[row], call)
    }

    /// The row tells of a process, and the call that started it has the words.
    pub(crate) fn started(&self, at: Ref, words: &str) -> bool {
        self.named(at).into_iter().any(|row| {
            let told = &self.original[row];
            let asked = self.pairs.call[row].map_or("", |(from, n)| self.original[from].calls[n].arguments.as_str());
            (0..row).rev().filter(|start| self.original[*start].role == Role::Tool).any(|start| {
                let named = |name: &String| name.len() > 1 && (told.text.contains(name) || asked.contains(name));
                self.record(start).processes.iter().any(named) && self.source(start).has(words)
            })
        })
    }

    /// The words stand in what the reference opens.
    pub(crate) fn has(&self, at: Ref, words: &str) -> bool {
        let own = self.named(at);
        own.iter().any(|row| self.source(*row).has(words))
            || self.carried(at).any(|(text, all)| told(text, all, at, words))
    }

    /// The words stand somewhere.
    pub(crate) fn anywhere(&self, words: &str) -> bool {
        (0..self.original.len()).any(|row| self.source(row).has(words))
    }

    fn source(&self, row: usize) -> Rc<Source> {
        if let Some(source) = self.sources.borrow().get(&row) {
            return source.clone();
        }
        let mut source = Source::default();
        for at in self.unit(row) {
            self.add(&self.original[at], &mut source);
        }
        if let Some((from, n)) = self.pairs.call[row] {
            let call = &self.original[from].calls[n];
            source.add(&call.name);
            source.add(&call.arguments);
        }
        let source = Rc::new(source);
        self.sources.borrow_mut().insert(row, source.clone());
        source
    }

    fn add(&self, message: &Message<'_>, source: &mut Source) {
        source.add(&message.text);
        source.add(&message.tool);
        for call in &message.calls {
            source.add(&call.name);
            source.add(&call.arguments);
        }
    }
}

/// An earlier summary has the words on a line with this reference, or on the lines that belong to it: those below a
/// command, and directories that stand above. A summary that is not ours has no such lines and is looked through whole.
fn told(text: &str, all: &Source, at: Ref, words: &str) -> bool {
    if !all.has(words) {
        return false;
    }
    if !text.starts_with(OWN) {
        return true;
    }
    let name = at.to_string();
    let (mut source, mut inside) = (Source::default(), false);
    for line in text.lines() {
        inside = line.contains(&name) || (inside && line.starts_with("  "));
        if inside || line.starts_with("in `") || line.starts_with("after `cd ") {
            source.add(line);
        }
    }
    // What stood apart there may stand together here: `after` and the rest of a command.
    source.has(words)
        || words.strip_prefix("cd ").and_then(|rest| rest.split_once(" && ")).is_some_and(|(_, rest)| source.has(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_poll_opens_the_start_of_its_process_only() {
        let call = |row, name, arguments: serde_json::Value| {
            let call = serde_json::json!({"id": "a", "function": {"name": name, "arguments": arguments.to_string()}});
            serde_json::json!({"role": "assistant", "tool_calls": [call], "_row_id": row})
        };
        let result = |row, content: serde_json::Value| serde_json::json!({"role": "tool", "tool_call_id": "a", "content": content.to_string(), "_row_id": row});
        let poll = |id| serde_json::json!({"action": "poll", "session_id": id});
        let rows: Vec<String> = [
            call(1, "terminal", serde_json::json!({"command": "npm start", "background": true})),
            result(2, serde_json::json!({"output": "Background process started", "session_id": "p1", "exit_code": 0})),
            call(3, "process", poll("p1")),
            result(4, serde_json::json!({"status": "exited", "exit_code": 1})),
            call(5, "process", poll("p2")),
            result(6, serde_json::json!({"status": "exited", "exit_code": 1})),
        ]
        .iter()
        .map(ToString::to_string)
        .collect();
        let rows: Vec<&[u8]> = rows.iter().map(String::as_bytes).collect();
        let case = Case::of(&rows, &[], None, 0);
        let units = Units::of(&case);
        for (row, words, want) in [(4, "npm start", true), (4, "npm stop", false), (6, "npm start", false)] {
            assert_eq!(units.started(Ref::Row(row), words), want, "{row} {words}");
        }
    }
}
