//! The programs that were built with these tests.
use std::path::{Path, PathBuf};

/// The path of `cento`.
pub fn cento() -> PathBuf {
    named("cento")
}

/// The path of one of them: the folder above that of the running test.
///
/// Cargo names a program to the tests of its own package only. They are built by `make test`; alone, run
/// `make build` first.
pub fn named(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("the running test");
    let folder = test.parent().and_then(Path::parent).expect("target/PROFILE");
    let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "{} is not built; run `make test`", program.display());
    program
}
