//! Builds the component and compiles it for the target, so that the host embeds both and starts in milliseconds.
//!
//! Runs cargo once more for the guest (own target directory: no lock is shared with the outer cargo), asserts that
//! the component imports nothing, compiles it for common and for plain CPUs of the target, and writes
//! `component.wasm` and a `.cwasm` for either room of memory to `OUT_DIR` with the sha256 of the former as `CENTO_COMPONENT_SHA256`.
use anyhow::{Context, Result, bail, ensure};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

#[path = "src/engine_config.rs"]
mod engine_config;
use engine_config::Room;

const GUEST_TARGET: &str = "wasm32-wasip2";

fn main() -> Result<()> {
    let manifest = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let root = manifest.parent().context("the crate lies in the workspace")?.to_path_buf();
    let out = PathBuf::from(variable("OUT_DIR")?);
    for path in ["guest/src", "guest/Cargo.toml", "wit", "Cargo.lock", "Cargo.toml", "host/src/engine_config.rs"] {
        println!("cargo:rerun-if-changed={}", root.join(path).display());
    }
    println!("cargo:rerun-if-changed=build.rs");

    let wasm = build_guest(&root, &out)?;
    let imports = top_level_imports(&wasm)?;
    ensure!(imports.is_empty(), "the component must import nothing, and imports {imports:?}");

    fs::write(out.join("component.wasm"), &wasm)?;
    for (room, name) in [(Room::Whole, "whole.cwasm"), (Room::Little, "little.cwasm")] {
        let config = engine_config::engine_config(Some(&variable("TARGET")?), room).map_err(plain)?;
        let engine = wasmtime::Engine::new(&config).map_err(plain)?;
        fs::write(out.join(name), engine.precompile_component(&wasm).map_err(plain)?)?;
    }
    let digest: String = Sha256::digest(&wasm).iter().map(|byte| format!("{byte:02x}")).collect();
    println!("cargo:rustc-env=CENTO_COMPONENT_SHA256={digest}");
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

/// Runs cargo for the guest with nothing of the outer cargo's settings in its environment.
fn build_guest(root: &Path, out: &Path) -> Result<Vec<u8>> {
    let target_dir = out.join("guest");
    let mut cargo = Command::new(variable("CARGO")?);
    cargo.current_dir(root);
    for (name, _) in env::vars_os() {
        let text = name.to_string_lossy();
        let outer = text.starts_with("CARGO_") && !matches!(&*text, "CARGO_HOME" | "CARGO_NET_OFFLINE");
        let flags =
            matches!(&*text, "RUSTFLAGS" | "RUSTDOCFLAGS" | "RUSTC" | "RUSTC_WRAPPER" | "RUSTC_WORKSPACE_WRAPPER");
        if outer || flags || matches!(&*text, "TARGET" | "HOST" | "PROFILE" | "OPT_LEVEL" | "DEBUG" | "OUT_DIR") {
            cargo.env_remove(&name);
        }
    }
    // simd128: two to three times the speed of byte search; every runtime that has the component model has it.
    // The remapped prefixes keep the builder's folders out of the component's bytes.
    let mut flags = vec!["-Ctarget-feature=+simd128".to_string()];
    flags.push(format!("--remap-path-prefix={}=/cento", root.display()));
    if let Some(home) = cargo_home() {
        flags.push(format!("--remap-path-prefix={}=/cargo", home.display()));
    }
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    cargo.args(["build", "--locked", "-p", "cento-guest", "--profile", "guest", "--target", GUEST_TARGET]);
    cargo.arg("--target-dir").arg(&target_dir);
    let status = cargo.status().context("cargo runs")?;
    if !status.success() {
        bail!(
            "the component did not build. If the target is missing: rustup target add {GUEST_TARGET}. Else see cargo's messages above."
        );
    }
    let file = target_dir.join(GUEST_TARGET).join("guest").join("cento_guest.wasm");
    fs::read(&file).with_context(|| format!("cargo leaves {}", file.display()))
}

/// Where cargo keeps the sources of dependencies.
fn cargo_home() -> Option<PathBuf> {
    let home = || Some(PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"))?).join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home)
}

/// Names of the component's own imports. Modules and components inside it have imports of their own, which the
/// component itself satisfies: they are skipped.
fn top_level_imports(wasm: &[u8]) -> Result<Vec<String>> {
    use wasmparser::Payload;
    let (mut depth, mut names) = (0_u32, Vec::new());
    for payload in wasmparser::Parser::new(0).parse_all(wasm) {
        match payload? {
            Payload::ModuleSection { .. } | Payload::ComponentSection { .. } => depth += 1,
            Payload::End(_) => depth = depth.saturating_sub(1),
            Payload::ComponentImportSection(section) if depth == 0 => {
                for import in section {
                    names.push(import?.name.name.to_string());
                }
            }
            _ => {}
        }
    }
    Ok(names)
}
