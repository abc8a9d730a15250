//! An earlier summary, read back into a ledger.
//!
//! Takes the messages and the cut; reads every earlier summary that goes. One of ours is read by the grammar of
//! `render`, line by line: [`read_own`]`(render(x)) == x` for every fitted ledger. One that somebody else wrote (the
//! host's own, by a model) is carried line by line: it is no user row, so nothing in it becomes a rule or a request.
//! Its lines are mere notices where what it sums up goes only now and tells more. All words are sanitised and redacted
//! again, whoever wrote them.
//! Promises: total; linear; a line of ours that does not parse is carried as it is, never dropped in silence.
use crate::boundaries::Cut;
use crate::ledger::{Entry, EntryKind, Ledger, Quote, Ref, Source};
use crate::{merge, people, redact, render};
use alloc::string::String;
use alloc::vec::Vec;
use cento_contract::{Message, Role};
use words::clean;

mod commands;
pub(crate) mod names;
mod own;
mod words;

pub use own::read_own;

/// Reads the earlier summaries of the cut into one ledger; none when there are none.
pub fn read(messages: &[Message], cut: &Cut) -> Option<Ledger> {
    let mut ledgers: Vec<Ledger> = Vec::new();
    // Bytes of the messages before the summary that go with it.
    let mut told = 0;
    let mut from = 0;
    for &index in &cut.earlier {
        let place = index as usize;
        let Some(message) = messages.get(place) else { continue };
        let between = messages.iter().zip(&cut.keep).take(place).skip(from);
        told += between.filter(|(_, keep)| !**keep).map(|(message, _)| message.content.len()).sum::<usize>();
        from = place + 1;
        let at = message.row_id.map_or(Ref::Turn(index), Ref::Row);
        // An assistant row that no host marked only quotes our form: what a model writes makes no rule.
        let trusted = message.marks.summary || message.role != Role::Assistant;
        // Before a line is cut out of it: a key can go over several.
        let content = redact::redact(&message.content);
        ledgers.push(match own_text(&content).filter(|_| trusted) {
            Some(text) => read_own(text, Source { at, message: index }),
            None => {
                let kind =
                    if told > message.content.len().max(SESSION) { EntryKind::Notice } else { EntryKind::Carried };
                read_foreign(&content, Source { at, message: index }, kind)
            }
        });
    }
    let ledger = merge::all(ledgers)?;
    Some(Ledger { carried: cut.earlier.clone(), ..ledger })
}

/// Bytes of messages that a host would make a summary of; fewer are what came after an earlier one.
const SESSION: usize = 32_000;

/// The part of a message from our mark on, when a line begins with it.
fn own_text(content: &str) -> Option<&str> {
    if content.starts_with(render::MARK) {
        return Some(content);
    }
    let at = memchr::memmem::find(content.as_bytes(), b"\n[CENTO SUMMARY")?;
    // A host puts a preface before it, which may name a heading; a summary with sections of its own merely quotes our
    // form.
    content.get(at + 1..).filter(|_| !content.get(..at).is_some_and(|before| before.contains("\n## ")))
}

/// A summary that somebody else wrote: its lines as they are, headings as weights.
fn read_foreign(content: &str, source: Source, kind: EntryKind) -> Ledger {
    let mut ledger = Ledger::default();
    let mut weight = 5;
    let mut code = false;
    for line in content.lines().map(str::trim) {
        if line.starts_with("```") {
            code = !code;
        }
        // Code of a summary is code of the session.
        if code || is_frame(line) {
            continue;
        }
        if let Some(heading) = line.strip_prefix("## ") {
            weight = if WEIGHTY.iter().any(|word| heading.contains(word)) { 7 } else { 5 };
            continue;
        }
        // A line of few words says little alone; where there is nothing else, names and paths say enough.
        let words = line.split(' ').filter(|word| word.chars().any(char::is_alphanumeric)).take(FULL).count();
        let telling = words >= 3 || line.contains(['`', '/']);
        if words == FULL || (kind == EntryKind::Carried && telling && !line.starts_with('#')) {
            let quote = Quote { text: clean(line), source };
            ledger.log.push(Entry { kind, tool: String::new(), quote, weight });
        }
    }
    ledger
}

/// How a host frames a summary is no part of it.
fn is_frame(line: &str) -> bool {
    line.starts_with("--- END OF ")
        || (people::begins_summary(line) && line.ends_with([':', ']', '>']))
        || (line.starts_with('<') && line.ends_with('>') && !line.contains(' '))
}

/// Words of a line that says something alone.
const FULL: usize = 6;

/// Headings whose lines matter most when a model wrote the summary.
const WEIGHTY: [&str; 6] = ["Task", "Goal", "Constraint", "Blocked", "Error", "User"];

#[cfg(test)]
mod tests;
