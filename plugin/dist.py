"""Writes the plugin as a folder that needs no wheel of ours and no compiler: `python plugin/dist.py` (`make plugin-dist`).

`target/plugin-dist/cento` goes into the plugins folder of Hermes as it is. It holds the Python files, the two components
and their sha256, and asks for nothing but PyPI's `wasmtime`. Where the wheel is installed too, that is used instead.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").absolute()
COMPONENTS = TARGET / "components"
FOLDER = TARGET / "plugin-dist" / "cento"
PACKAGE = ROOT / "plugin" / "python" / "hermes_cento"
# The version of the runtime in the program, as far as PyPI has it.
WASMTIME = "wasmtime==48.0.0"
NAMES = ("cento.wasm", "cento-verifier.wasm")

INIT = '''"""Cento for Hermes as a folder: the package beside this file, or the installed one where there is one."""

import importlib.util
import sys
from pathlib import Path

if importlib.util.find_spec("hermes_cento") is None:
    sys.path.append(str(Path(__file__).parent))

from hermes_cento.hermes import register  # noqa: E402  calls ctx.register_context_engine

__all__ = ["register"]
'''


def facts() -> dict[str, object]:
    """What the files cannot know of themselves."""
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    sums = {name: hashlib.sha256((COMPONENTS / name).read_bytes()).hexdigest() for name in NAMES}
    names = (ROOT / "wit" / "src" / "json.rs").read_text().split("OPTION_NAMES: [&str; ", 1)[1].split("];", 1)[0]
    return {"version": version, "wasmtime": WASMTIME, "sha256": sums, "option_names": names.split('"')[1::2]}


def main() -> int:
    if not all((COMPONENTS / name).is_file() for name in NAMES):
        sys.exit("the components are not built: make components")
    shutil.rmtree(FOLDER, ignore_errors=True)
    package = FOLDER / "hermes_cento"
    package.mkdir(parents=True)
    for file in sorted(PACKAGE.glob("*.py")):
        shutil.copy(file, package)
    for name in NAMES:
        shutil.copy(COMPONENTS / name, package)
    (package / "facts.json").write_text(json.dumps(facts(), indent=1) + "\n")
    (FOLDER / "__init__.py").write_text(INIT)
    shutil.copy(ROOT / "LICENSE", FOLDER)

    # The manifest is that of the installed plugin; its settings come from the package itself.
    sys.path.insert(0, str(FOLDER))
    from hermes_cento.install import MARK, manifest

    text = manifest().removeprefix(MARK) + f"python_dependencies:\n  - {WASMTIME}\n"
    (FOLDER / "plugin.yaml").write_text(text)
    size = sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file())
    shutil.rmtree(package / "__pycache__", ignore_errors=True)
    print(f"{FOLDER}: {size:,} bytes, needs {WASMTIME}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
