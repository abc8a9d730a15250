//! Opens the database so that nothing is written, to it or beside it, and its owner is not kept waiting.
//!
//! SQLite makes the files of its write-ahead log even for a reader. So where the database uses one and there is none,
//! nobody is writing: it is read as a file that does not change, without any lock, and read again if it did change.
//! Where there is a log with its index the owner is running, and readers of a log keep nobody waiting. A log without
//! its index was left behind or copied: it is read in a copy.
use super::DbError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// How long to wait for a lock of another program.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// Runs a reader on the database.
pub(super) fn with<T>(db: &Path, read: impl Fn(&Connection) -> Result<T, DbError>) -> Result<T, DbError> {
    for _ in 0..5 {
        let before = State::of(db)?;
        match before.way() {
            Way::Shared => return read(&connect(db, "mode=ro")?),
            Way::Still => {
                let answer = connect(db, "mode=ro&immutable=1").and_then(|connection| read(&connection));
                if State::of(db)? == before {
                    return answer;
                }
            }
            Way::Copied => {
                let copy = Copy::of(db)?;
                if State::of(db)? == before {
                    return read(&connect(&copy.db(), "mode=rw")?);
                }
            }
        }
    }
    Err(DbError::Changed)
}

enum Way {
    Shared,
    Still,
    Copied,
}

/// What shows whether somebody writes.
#[derive(PartialEq, Eq)]
struct State {
    logged: bool,
    file: (u64, Option<SystemTime>),
    log: Option<(u64, Option<SystemTime>)>,
    index: bool,
}

impl State {
    fn of(db: &Path) -> Result<State, DbError> {
        // The 19th byte says whether readers need a write-ahead log.
        let mut head = [0; 20];
        let mut file = File::open(db)?;
        if file.metadata()?.is_dir() || file.read_exact(&mut head).is_err() || !head.starts_with(b"SQLite format 3\0") {
            return Err(DbError::NotDatabase);
        }
        let stamp = |path: &Path| fs::metadata(path).ok().map(|data| (data.len(), data.modified().ok()));
        Ok(State {
            logged: head[19] == 2,
            file: stamp(db).unwrap_or_default(),
            log: stamp(&beside(db, "-wal")).filter(|(size, _)| *size > 0),
            index: beside(db, "-shm").exists(),
        })
    }

    fn way(&self) -> Way {
        match (self.logged, &self.log) {
            (false, _) => Way::Shared,
            (true, None) => Way::Still,
            (true, Some(_)) if self.index => Way::Shared,
            (true, Some(_)) => Way::Copied,
        }
    }
}

fn beside(db: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(db);
    name.push(ending);
    PathBuf::from(name)
}

fn connect(db: &Path, mode: &str) -> Result<Connection, DbError> {
    let mut uri = "file:".to_string();
    for byte in std::path::absolute(db)?.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' => uri.push(char::from(*byte)),
            _ => uri.push_str(&format!("%{byte:02x}")),
        }
    }
    uri = format!("{uri}?{mode}");
    let access = if mode == "mode=rw" { OpenFlags::SQLITE_OPEN_READ_WRITE } else { OpenFlags::SQLITE_OPEN_READ_ONLY };
    let connection =
        Connection::open_with_flags(uri, access | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    // The log is its owner's to clear.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
    connection.execute_batch("PRAGMA query_only = 1")?;
    Ok(connection)
}

/// A copy of a database and its log in a folder of its own, which goes with it.
struct Copy(PathBuf);

impl Copy {
    fn of(db: &Path) -> Result<Copy, DbError> {
        let folder = (0..1_000)
            .map(|n| std::env::temp_dir().join(format!("cento-state-{}-{n}", std::process::id())))
            .find_map(|folder| match make(&folder) {
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => None,
                made => Some(made.map(|()| folder)),
            });
        let copy = Copy(folder.unwrap_or_else(|| Err(std::io::ErrorKind::AlreadyExists.into()))?);
        fs::copy(db, copy.db())?;
        fs::copy(beside(db, "-wal"), beside(&copy.db(), "-wal"))?;
        Ok(copy)
    }

    fn db(&self) -> PathBuf {
        self.0.join("state.db")
    }
}

impl Drop for Copy {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A folder that nobody else can look into.
fn make(folder: &Path) -> std::io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}
