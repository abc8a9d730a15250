//! `cento-components FOLDER`: completes a folder that holds `cento.wasm`, the component that is embedded in the host,
//! with the other components and `SHA256SUMS`.
use anyhow::{Context, Result, ensure};
use cento_components::{COMMAND, VERIFIER, build, imports, sha256_hex};
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() -> Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from).context("usage: cento-components FOLDER")?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("the crate lies in the workspace")?;
    fs::create_dir_all(&folder)?;
    let folder = folder.canonicalize()?;
    let target_dir = folder.join("build");
    let projector = fs::read(folder.join("cento.wasm")).context("cento component --out writes cento.wasm")?;
    let verifier = build(root, VERIFIER, &target_dir)?;
    let command = build(root, COMMAND, &target_dir)?;
    for (name, wasm) in [("the projector", &projector), ("the verifier", &verifier)] {
        let imports = imports(wasm)?;
        ensure!(imports.is_empty(), "{name} must import nothing, and imports {imports:?}");
    }
    let mut sums = String::new();
    for (name, wasm) in [("cento.wasm", projector), ("cento-verifier.wasm", verifier), ("cento-command.wasm", command)]
    {
        sums.push_str(&format!("{}  {name}\n", sha256_hex(&wasm)));
        fs::write(folder.join(name), wasm)?;
    }
    fs::write(folder.join("SHA256SUMS"), sums)?;
    Ok(())
}
