//! What the program is made of: every dependency is locked, comes from crates.io and has a checksum, and what is
//! embedded is what the sources give.
use cento_components::{PROJECTOR, build, sha256_hex};
use std::path::Path;

const CRATES_IO: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[test]
fn every_dependency_is_locked_with_a_checksum() {
    let lock = include_str!("../../Cargo.lock");
    let mut packages = 0;
    for package in lock.split("[[package]]").skip(1) {
        let field =
            |name: &str| package.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(" = \"")?.strip_suffix('"'));
        let name = field("name").expect("a name");
        match field("source") {
            Some(source) => {
                assert_eq!(source, CRATES_IO, "{name}");
                assert!(field("checksum").is_some_and(|sum| sum.len() == 64), "{name} has no checksum");
            }
            None => assert!(name.starts_with("cento") || name == "hermes-cento", "{name} is no package of ours"),
        }
        packages += 1;
    }
    assert!(packages > 100, "only {packages} packages");
}

/// Builds the component once more, in another folder, and compares it with the embedded one. Takes a minute:
/// `make reproduce`.
#[test]
#[ignore = "compiles the component once more"]
fn the_embedded_component_is_what_the_sources_give() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("again");
    let _ = std::fs::remove_dir_all(&folder);
    let again = build(root, PROJECTOR, &folder).expect("the component");
    assert_eq!(sha256_hex(&again), cento::COMPONENT_SHA256);
    assert_eq!(again.len(), cento::COMPONENT.len());
}
