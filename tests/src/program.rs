//! The `cento` program that was built with these tests.
use std::path::{Path, PathBuf};

/// Its path: the folder above that of the running test.
///
/// Cargo names a program to the tests of its own package only. Both are built by `make test`; alone, run
/// `cargo build --release -p cento -p cento-tests` first.
pub fn cento() -> PathBuf {
    let test = std::env::current_exe().expect("the running test");
    let folder = test.parent().and_then(Path::parent).expect("target/PROFILE");
    let program = folder.join(format!("cento{}", std::env::consts::EXE_SUFFIX));
    assert!(program.is_file(), "{} is not built; run `make test`", program.display());
    program
}
