//! Builds the WebAssembly components with cargo, always in the same way: the same sources give the same bytes in every
//! folder.
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// One component.
#[derive(Clone, Copy, Debug)]
pub struct Component {
    /// Its package in this workspace.
    pub package: &'static str,
    /// The file that cargo leaves, without its ending.
    pub file: &'static str,
    /// What it is compiled for.
    pub target: &'static str,
    /// Cargo's arguments besides.
    pub arguments: &'static [&'static str],
    /// Bytes of its stack, which is part of its memory.
    pub stack: usize,
}

/// What a component has for a stack if nobody says so.
pub const STACK: usize = 1 << 20;

/// The projector: no standard library, imports nothing. No phase recurses on its input (the JSON reader stops at a
/// depth of 128), so a quarter of the usual stack is enough; of a short session it would be the larger part of the memory.
pub const PROJECTOR: Component = Component {
    package: "cento-guest",
    file: "cento_guest",
    target: "wasm32-wasip2",
    arguments: &[],
    stack: STACK / 4,
};

/// The verifier: a standard library that has nothing behind it, so that it imports nothing either.
pub const VERIFIER: Component = Component {
    package: "cento-verify",
    file: "cento_verify",
    target: "wasm32-unknown-unknown",
    arguments: &["--lib"],
    stack: STACK,
};

/// The command: a program, so it imports what WASI gives a program.
pub const COMMAND: Component = Component {
    package: "cento-command",
    file: "cento-command",
    target: "wasm32-wasip2",
    arguments: &[],
    stack: STACK,
};

/// Builds a component below a folder of its own and gives its bytes. Nothing of an outer cargo's settings gets in.
pub fn build(root: &Path, component: Component, target_dir: &Path) -> Result<Vec<u8>> {
    let Component { package, file, target, arguments, stack } = component;
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
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
    let mut flags = vec!["-Ctarget-feature=+simd128".to_string(), format!("-Clink-arg=-zstack-size={stack}")];
    // Half of what the optimiser copies into callers by itself: the page is 4 % smaller for it.
    flags.push("-Cllvm-args=-inline-threshold=120".to_string());
    flags.push(format!("--remap-path-prefix={}=/cento", root.display()));
    if let Some(home) = cargo_home() {
        flags.push(format!("--remap-path-prefix={}=/cargo", home.display()));
    }
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
    // This target's own linker leaves a module; the other target has this one already.
    cargo.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-component-ld");
    cargo.args(["build", "--locked", "-p", package, "--profile", "guest", "--target", target]).args(arguments);
    cargo.arg("--target-dir").arg(target_dir);
    let status = cargo.status().context("cargo runs")?;
    if !status.success() {
        bail!(
            "{package} did not build. If the target is missing: rustup target add {target}. Else see cargo's messages above."
        );
    }
    let file = target_dir.join(target).join("guest").join(file).with_extension("wasm");
    fs::read(&file).with_context(|| format!("cargo leaves {}", file.display()))
}

/// Where cargo keeps the sources of dependencies.
fn cargo_home() -> Option<PathBuf> {
    let home = || Some(PathBuf::from(env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"))?).join(".cargo"));
    env::var_os("CARGO_HOME").map(PathBuf::from).or_else(home)
}

/// Names of a component's own imports. Modules and components inside it have imports of their own, which the
/// component itself satisfies: they are skipped.
pub fn imports(wasm: &[u8]) -> Result<Vec<String>> {
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

/// sha256 in hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
