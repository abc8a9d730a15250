//! Sessions of the state database: read, found, and what came of one in words.
use super::arguments::Source;
use super::progress::Progress;
use super::{BAD_INPUT, Stop};
use cento::verify::source::grouped;
use cento::{Report, Session, state_db};
use std::fmt::{Display, Write};
use std::path::{Path, PathBuf};

/// Reads a session.
pub(super) fn read(source: &Source, id: &str) -> Result<(Session, Progress), Stop> {
    let db = db(source)?;
    let named = |error: &dyn Display| Stop::new(BAD_INPUT, format!("{}: {error}", db.display()));
    let stored = state_db::read(&db, id, source.active_only).map_err(|error| named(&error))?;
    let progress = Progress::for_input(stored.messages.len());
    progress.say("reading");
    Ok((stored.session().map_err(|error| named(&error))?, progress))
}

/// The sessions that hold a text, one a line.
pub(super) fn find(source: &Source, text: &str) -> Result<String, Stop> {
    let db = db(source)?;
    let found = state_db::find(&db, text);
    let found = found.map_err(|error| Stop::new(BAD_INPUT, format!("{}: {error}", db.display())))?;
    let mut out = format!("{:>7}  {:>7}  {:>7}  session\n", "calls", "rows", "live");
    for session in &found {
        let title: String = session.title.iter().flat_map(|title| title.chars().take(60)).collect();
        let line = format!(
            "{:>7}  {:>7}  {:>7}  {}  {}",
            session.calls,
            session.rows,
            session.active,
            session.session.escape_debug(),
            title.replace(char::is_control, " ")
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let sessions = if found.len() == 1 { "session" } else { "sessions" };
    let _ = writeln!(out, "{} {sessions}", found.len());
    Ok(out)
}

fn db(source: &Source) -> Result<PathBuf, Stop> {
    source.db().ok_or_else(|| Stop::new(BAD_INPUT, "no home folder to look for state.db in; name it with --db"))
}

/// What came of a session, in words.
pub(super) fn told(report: &Report, out: Option<&Path>) -> String {
    let mut text = String::new();
    let mut line = |name: &str, words: &str| {
        let _ = writeln!(text, "{name:<10}{words}");
    };
    if let Some(source) = &report.source {
        line("session", source.session.as_deref().unwrap_or_default());
        line("read", &source.sentence());
    }
    line("messages", &format!("{} -> {}", grouped(report.messages_before), grouped(report.messages_after)));
    if let Some(numbers) = &report.numbers {
        line("tokens", &format!("about {} -> {}", grouped(numbers.tokens_before), grouped(numbers.tokens_after)));
        if let Some(calls) = &numbers.calls {
            let (keep, cut, dropped) = (calls.keep, calls.cut, calls.dropped);
            line("calls", &format!("{} judged: {keep} kept, {cut} cut, {dropped} dropped", calls.judged));
        }
        if numbers.inherited_orphans > 0 {
            line("orphans", &format!("{} came with the session", numbers.inherited_orphans));
        }
    }
    line("outcome", &report.reason);
    for note in &report.notes {
        line("note", note);
    }
    match out {
        Some(file) => line("written", &file.display().to_string()),
        None => line("written", "nothing; --out FILE writes the messages"),
    }
    text
}
