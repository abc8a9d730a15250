use super::*;

#[test]
fn errors_of_sqlite_are_told_apart() {
    let error = |code| DbError::from(rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(code), None));
    assert!(matches!(error(rusqlite::ffi::SQLITE_BUSY), DbError::Locked));
    assert!(matches!(error(rusqlite::ffi::SQLITE_READONLY_ROLLBACK), DbError::BrokenOff));
    assert!(matches!(error(rusqlite::ffi::SQLITE_NOTADB), DbError::NotDatabase));
    assert!(matches!(error(rusqlite::ffi::SQLITE_ERROR), DbError::Sqlite(_)));
}
