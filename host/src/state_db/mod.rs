//! The state database of Hermes, `state.db`: a session of it as messages, and a search for sessions.
//!
//! Takes the path of the database and gives JSON text that [`crate::Session`] reads, with the row's number as
//! `_row_id`. Rows that a later generation of the conversation repeats are left out and counted. Promises: the
//! database is read and nothing is written, to it or beside it ([`open`]); no error quotes the conversation.
mod open;
mod repeats;
mod rows;

use crate::{BadInput, Session, Source};
use cento_sessions::LeftOut;
use rusqlite::{Connection, params};
use std::path::Path;

/// A session that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The whole id of the session.
    pub session: String,
    /// Its messages, a JSON list.
    pub messages: String,
    /// Rows that were read.
    pub rows: u32,
    /// Rows that repeat earlier ones.
    pub repeated: u32,
    /// What else is not among the messages.
    pub left_out: Vec<LeftOut>,
}

impl Stored {
    /// The conversation that it holds.
    pub fn session(self) -> Result<Session, BadInput> {
        let source = Source {
            agent: "Hermes",
            session: Some(self.session),
            read: self.rows,
            unit: "rows",
            repeated: Some(self.repeated),
            left_out: self.left_out,
        };
        Session::of_rows(self.messages, source)
    }
}

/// A session that a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its id.
    pub session: String,
    /// Its title, if it has one.
    pub title: Option<String>,
    /// Rows.
    pub rows: u32,
    /// Rows that are live context.
    pub active: u32,
    /// Calls of tools, each id once.
    pub calls: u32,
}

/// Why a session cannot be read. Quotes nothing but ids of sessions.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The file cannot be read.
    #[error("{0}")]
    File(#[from] std::io::Error),
    /// The file is no SQLite database.
    #[error("not a SQLite database")]
    NotDatabase,
    /// The tables of Hermes are missing.
    #[error("not a state database of Hermes: it has no table {0}")]
    NotHermes(&'static str),
    /// A column is missing that is needed.
    #[error("the table messages has no column {0}")]
    NoColumn(&'static str),
    /// Another program does not let go of it.
    #[error("the database is locked by another program; try again")]
    Locked,
    /// It changed again and again while it was read without a lock.
    #[error("the database changed while it was read; try again")]
    Changed,
    /// What a program that broke off left behind has to be put right by one that may write.
    #[error("a transaction was broken off and has to be rolled back first: start Hermes once")]
    BrokenOff,
    /// No such session.
    #[error("no session has an id that begins with {0:?}; --find TEXT lists sessions")]
    NoSession(String),
    /// The beginning of an id fits several.
    #[error("{count} sessions have ids that begin with {given:?}: {shown}")]
    Ambiguous {
        /// What was given.
        given: String,
        /// How many fit.
        count: usize,
        /// The first of them.
        shown: String,
    },
    /// Anything else that SQLite says: its own words about the code, never the statement or a value.
    #[error("SQLite: {0}")]
    Sqlite(String),
}

impl From<rusqlite::Error> for DbError {
    fn from(error: rusqlite::Error) -> DbError {
        use rusqlite::ffi;
        match error.sqlite_error().map(|e| (e.code, e.extended_code)) {
            Some((_, ffi::SQLITE_READONLY_ROLLBACK | ffi::SQLITE_READONLY_RECOVERY)) => DbError::BrokenOff,
            Some((rusqlite::ErrorCode::NotADatabase, _)) => DbError::NotDatabase,
            Some((rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DatabaseLocked, _)) => DbError::Locked,
            Some((_, code)) => DbError::Sqlite(ffi::code_to_str(code).to_string()),
            None => DbError::Sqlite("a value has an unexpected type".to_string()),
        }
    }
}

/// Ids that the error for several sessions lists.
const LISTED: usize = 10;

/// Reads the session whose id is, or alone begins with, `given`; `active_only` leaves out rows that are not live.
pub fn read(db: &Path, given: &str, active_only: bool) -> Result<Stored, DbError> {
    open::with(db, |connection| {
        let session = resolve(connection, given)?;
        let (rows, mut left_out) = rows::read(connection, &session, active_only)?;
        let fates = repeats::find(&rows);
        let repeated = fates.iter().filter(|fate| **fate == repeats::Fate::Repeated).count();
        let cut: Vec<usize> = (0..fates.len()).filter(|at| matches!(fates[*at], repeats::Fate::Without(_))).collect();
        if let Some(first) = cut.first() {
            let kind = "call that stands in an earlier row".to_string();
            left_out.push(LeftOut { kind, count: size(cut.len()), first: size(first + 1) });
        }
        let messages = rows::list(&rows, &fates);
        Ok(Stored { session, messages, rows: size(rows.len()), repeated: size(repeated), left_out })
    })
}

fn size(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

fn resolve(connection: &Connection, given: &str) -> Result<String, DbError> {
    needed(connection)?;
    // Sessions without a row of their own still have messages, and the other way round.
    let sessions = columns(connection, "sessions")?.iter().any(|column| column == "id");
    let sessions = if sessions { "SELECT id FROM sessions UNION " } else { "" };
    let sql = format!(
        "SELECT id FROM ({sessions}SELECT session_id AS id FROM messages) \
         WHERE typeof(id) = 'text' AND substr(id, 1, length(?1)) = ?1 ORDER BY id"
    );
    let mut statement = connection.prepare(&sql)?;
    let found = statement.query_map(params![given], |row| row.get::<_, String>(0))?;
    let ids = found.collect::<Result<Vec<String>, _>>()?;
    match ids.as_slice() {
        _ if ids.iter().any(|id| id == given) => Ok(given.to_string()),
        [] => Err(DbError::NoSession(given.to_string())),
        [id] => Ok(id.clone()),
        ids => {
            let mut shown = ids.iter().take(LISTED).map(|id| id.escape_debug().to_string()).collect::<Vec<_>>();
            shown.extend((ids.len() > LISTED).then(|| "...".to_string()));
            Err(DbError::Ambiguous { given: given.to_string(), count: ids.len(), shown: shown.join(", ") })
        }
    }
}

/// The columns of the table `messages`, which has all that a session cannot be read without.
fn needed(connection: &Connection) -> Result<Vec<String>, DbError> {
    let found = columns(connection, "messages")?;
    if found.is_empty() {
        return Err(DbError::NotHermes("messages"));
    }
    match ["id", "session_id", "role", "content"].into_iter().find(|name| !found.iter().any(|column| column == name)) {
        Some(missing) => Err(DbError::NoColumn(missing)),
        None => Ok(found),
    }
}

/// Names of the columns of a table; none if there is no such table.
fn columns(connection: &Connection, table: &str) -> Result<Vec<String>, DbError> {
    let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?1)")?;
    let names = statement.query_map(params![table], |row| row.get::<_, String>(0))?;
    Ok(names.collect::<Result<Vec<String>, _>>()?)
}

/// The sessions that hold a text in a message, a call, their title or their id, the newest first. ASCII letters of
/// both cases are one.
pub fn find(db: &Path, text: &str) -> Result<Vec<Found>, DbError> {
    open::with(db, |connection| {
        let messages = needed(connection)?;
        let has = |name: &str| messages.iter().any(|column| column == name);
        let sessions = columns(connection, "sessions")?;
        let titled = ["id", "title"].iter().all(|name| sessions.iter().any(|column| column == name));
        let title = if titled { "(SELECT CAST(title AS TEXT) FROM sessions WHERE id = s.id)" } else { "NULL" };
        let active = if has("active") { "sum(active = 1)" } else { "count(*)" };
        let calls = if has("tool_calls") { "tool_calls" } else { "NULL" };
        // `instr` and not `like`: content with parts begins with a NUL, where `like` ends.
        let sql = format!(
            "SELECT s.id, {title}, s.rows, s.active,
               (SELECT count(DISTINCT coalesce(json_extract(c.value, '$.id'), m.id || ' ' || c.key))
                  FROM messages m, json_each(CASE WHEN json_valid({calls}) THEN {calls} ELSE '[]' END) c
                  WHERE m.session_id = s.id)
             FROM (SELECT session_id AS id, count(*) AS rows, {active} AS active, max(id) AS newest,
                     max(instr(lower(coalesce(content, '')), lower(?1)) > 0
                       OR instr(lower(coalesce({calls}, '')), lower(?1)) > 0) AS holds
                   FROM messages WHERE typeof(session_id) = 'text' GROUP BY session_id) s
             WHERE s.holds OR instr(lower(s.id), lower(?1)) > 0 OR instr(lower(coalesce({title}, '')), lower(?1)) > 0
             ORDER BY s.newest DESC"
        );
        let mut statement = connection.prepare(&sql)?;
        let found = statement.query_map(params![text], |row| {
            let session = row.get(0)?;
            Ok(Found { session, title: row.get(1)?, rows: row.get(2)?, active: row.get(3)?, calls: row.get(4)? })
        })?;
        Ok(found.collect::<Result<Vec<Found>, _>>()?)
    })
}

#[cfg(test)]
mod tests;
