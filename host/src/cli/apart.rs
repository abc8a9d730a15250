//! What is written never lies over what is read.
//!
//! Takes the files that a run writes and those that it reads. Two names are one file when the system says so (links of
//! both kinds) or when they are the same name in the same folder, which also holds for a file that is not there yet.
//! Files that belong to a database are the database. Leaves out: files that nobody named to this run.
use super::{BAD_INPUT, Stop};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What SQLite puts beside a database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A file that is written, with its flag.
pub(super) type Written<'a> = (&'static str, Option<&'a Path>);

/// Refuses to write over anything that is read, or twice to one file.
pub(super) fn keep(written: &[Written<'_>], read: &[(&str, Option<&Path>)], db: Option<&Path>) -> Result<(), Stop> {
    let written = || written.iter().filter_map(|(flag, file)| Some((*flag, (*file)?)));
    let beside = db.into_iter().flat_map(|db| BESIDE.map(|end| with_end(db, end)));
    let database: Vec<PathBuf> = db.map(Path::to_path_buf).into_iter().chain(beside).collect();
    for (at, (flag, file)) in written().enumerate() {
        let refuse = |what: &str| Err(Stop::new(BAD_INPUT, format!("{flag} {}: this is {what}", file.display())));
        if database.iter().any(|db| same(file, db)) {
            return refuse("the database");
        }
        if let Some((what, _)) = read.iter().find(|(_, other)| other.is_some_and(|other| same(file, other))) {
            return refuse(what);
        }
        if let Some((other, _)) = written().take(at).find(|(_, other)| same(file, other)) {
            return refuse(&format!("the file of {other}"));
        }
    }
    Ok(())
}

fn with_end(file: &Path, end: &str) -> PathBuf {
    let mut name = OsString::from(file);
    name.push(end);
    name.into()
}

fn same(a: &Path, b: &Path) -> bool {
    let place = |file: &Path| {
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some((folder.canonicalize().ok()?, file.file_name()?.to_os_string()))
    };
    // Pipes and terminals may be read and written by the same name.
    let is_file = |file: &Path| file.metadata().map_or(true, |found| found.is_file());
    is_file(a) && (same_file::is_same_file(a, b).unwrap_or(false) || place(a).is_some_and(|at| Some(at) == place(b)))
}
