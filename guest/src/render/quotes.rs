//! Lines of single facts: requests, rules, decisions, what holds now, the log; and the line of error names.
//!
//! Takes a fact; gives its line with the place it comes from. Promises: one line a fact, but for error names, which
//! share one; the state in a fixed order of labels. Leaves out: which facts are shown.
use super::page::Page;
use super::words::{reference, split_mark, split_pictures, state_words};
use crate::ledger::{ActiveState, Entry, EntryKind, Quote, Rule};
use alloc::format;
use alloc::vec::Vec;

/// `[#N] words`
pub(crate) fn quote_line(quote: &Quote) -> Page {
    let mut line = Page::item(quote.source.at);
    let (words, pictures) = split_pictures(&quote.text);
    line.quote(words, quote.source).say(pictures).say("\n");
    line
}

/// A rule; what supersedes it stands before the words, which run to the end of the line.
pub(crate) fn rule_line(rule: &Rule) -> Page {
    let mut line = Page::item(rule.quote.source.at);
    if let Some(later) = rule.superseded_by {
        line.say("(superseded by ").say(&reference(later)).say(") ");
    }
    line.quote(&rule.quote.text, rule.quote.source).say("\n");
    line
}

/// All error names on one line: `ImportError [#N], KeyError [#N]`.
pub(super) fn error_line(errors: &[Quote]) -> Option<Page> {
    let mut line = Page::default();
    for (n, error) in errors.iter().enumerate() {
        line.say(if n == 0 { "" } else { ", " });
        line.quote(&error.text, error.source).say(" ").say(&reference(error.source.at));
    }
    line.say("\n");
    if errors.is_empty() { None } else { Some(line) }
}

/// One line of the session log.
pub(crate) fn log_line(entry: &Entry) -> Page {
    let mut line = Page::item(entry.quote.source.at);
    match entry.kind {
        EntryKind::User => line.say("user: "),
        EntryKind::Assistant if entry.weight >= Entry::CLOSING => line.say("assistant: "),
        EntryKind::Assistant => line.say("assistant then: "),
        EntryKind::Notice => line.say("notice: "),
        EntryKind::Carried => line.say("earlier: "),
        EntryKind::Call => line.say("→ ").quote(&entry.tool, entry.quote.source).say(": "),
        EntryKind::Result(state) => {
            line.say("← ").quote(&entry.tool, entry.quote.source).say(" ");
            line.claim(&state_words(state), state, entry.quote.source).say(": ")
        }
    };
    line.quote(&entry.quote.text, entry.quote.source).say("\n");
    line
}

/// What holds now, one line each, labelled.
pub(super) fn state_lines(state: &ActiveState) -> Vec<Page> {
    let mut lines = Vec::new();
    let labelled = |label: &str, quote: &Quote| {
        let mut line = Page::default();
        line.say(label).say(" ").say(&reference(quote.source.at)).say(" ");
        let (mark, words) = split_mark(&quote.text);
        line.say(mark).say("`").quote(words, quote.source).say("`\n");
        line
    };
    lines.extend(state.directory.iter().map(|quote| {
        // Worked out from the `cd`s, so no quotation: `cd ../b` in `/w/a` is `/w/b`.
        let mut line = Page::default();
        line.say("directory ").say(&reference(quote.source.at)).say(" `").say(&quote.text).say("`\n");
        line
    }));
    lines.extend(state.branch.iter().map(|q| labelled("branch", q)));
    lines.extend(state.commits.iter().map(|q| labelled("commit", q)));
    lines.extend(state.tests.iter().map(|q| labelled("tests", q)));
    for packages in &state.packages {
        let mut line = Page::default();
        line.say("packages ").say(&reference(packages.source.at));
        let counts = [("ok", packages.passed), ("FAIL", packages.failed)];
        for (n, (word, count)) in counts.into_iter().filter(|(_, count)| *count > 0).enumerate() {
            line.say(if n == 0 { " `" } else { ", `" }).say(word).say(&format!("` ×{count}"));
        }
        line.say("\n");
        lines.push(line);
    }
    for (quote, run_state) in &state.processes {
        let mut line = Page::default();
        line.say("process ").say(&reference(quote.source.at)).say(" ");
        line.say("`").quote(&quote.text, quote.source).say("` ");
        line.claim(&state_words(*run_state), *run_state, quote.source).say("\n");
        lines.push(line);
    }
    lines.extend(state.todo.iter().map(|q| labelled("todo", q)));
    lines
}
