//! Builds the component and compiles it for the target, so that the host embeds both and starts in milliseconds.
//!
//! Runs cargo once more for the guest (own target directory: no lock is shared with the outer cargo), asserts that
//! the component imports nothing, compiles it for common and for plain CPUs of the target, and writes
//! `component.wasm` and a `.cwasm` for either room of memory to `OUT_DIR` with the sha256 of the former as `CENTO_COMPONENT_SHA256`.
use anyhow::{Context, Result, ensure};
use cento_components::{PROJECTOR, build, imports, sha256_hex};
use std::path::PathBuf;
use std::{env, fs};

#[path = "src/engine_config.rs"]
mod engine_config;
use engine_config::Room;

fn main() -> Result<()> {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let root = manifest.parent().context("the crate lies in the workspace")?.to_path_buf();
    let out = PathBuf::from(variable("OUT_DIR")?);
    for path in [
        "guest/src",
        "guest/Cargo.toml",
        "wit/src",
        "wit/Cargo.toml",
        "wit/compaction.wit",
        "Cargo.lock",
        "Cargo.toml",
        "host/src/engine_config.rs",
    ] {
        println!("cargo:rerun-if-changed={}", root.join(path).display());
    }
    println!("cargo:rerun-if-changed=build.rs");

    let wasm = build(&root, PROJECTOR, &out.join("guest"))?;
    let imports = imports(&wasm)?;
    ensure!(imports.is_empty(), "the component must import nothing, and imports {imports:?}");

    fs::write(out.join("component.wasm"), &wasm)?;
    for (room, name) in [(Room::Whole, "whole.cwasm"), (Room::Little, "little.cwasm")] {
        let config = engine_config::engine_config(Some(&variable("TARGET")?), room).map_err(plain)?;
        let engine = wasmtime::Engine::new(&config).map_err(plain)?;
        fs::write(out.join(name), engine.precompile_component(&wasm).map_err(plain)?)?;
    }
    println!("cargo:rustc-env=CENTO_COMPONENT_SHA256={}", sha256_hex(&wasm));
    Ok(())
}

/// The runtime's error type is none of std's.
fn plain(error: wasmtime::Error) -> anyhow::Error {
    anyhow::anyhow!("{error:#}")
}

#[expect(clippy::disallowed_methods, reason = "cargo talks to build scripts through the environment")]
fn variable(name: &str) -> Result<String> {
    env::var(name).with_context(|| format!("cargo sets {name}"))
}
