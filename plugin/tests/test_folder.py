"""The plugin as a folder: its bytes are ours, what is compiled is kept, and the wheel goes first where there is one."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = os.environ.get("CENTO_FOLDER", "")
folder_only = pytest.mark.skipif(not FOLDER, reason="the wheel is tested")
COMPACT = """
import hermes_cento, json
rows = [{"role": "user", "content": f"Lamp {n} is lit. " * 90} for n in range(40)]
rows = [row | {"role": ("user", "assistant")[n % 2]} for n, row in enumerate(rows)]
print(json.dumps(hermes_cento.compact(rows, protect_last_n=2, tail_token_budget=0).report))
"""


def report(folder: Path, home: Path, before: str = "") -> dict[str, object]:
    environment = os.environ | {"PYTHONPATH": str(folder), "HERMES_HOME": str(home), "HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", before + COMPACT], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return dict(json.loads(done.stdout))


@folder_only
def test_what_is_compiled_is_kept_and_checked(tmp_path: Path) -> None:
    assert report(Path(FOLDER), tmp_path)["outcome"] == "compacted"
    kept = sorted((tmp_path / "cache" / "cento").iterdir())
    assert [file.name.split("-48.")[0].rsplit("-", 1)[0] for file in kept] == ["cento", "cento-verifier"]
    whole = kept[1].read_bytes()
    half = len(whole) // 2
    for damaged in (b"", whole[:-1], whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :]):
        kept[1].write_bytes(damaged)
        assert report(Path(FOLDER), tmp_path)["outcome"] == "compacted"
        again = kept[1].read_bytes()
        assert hashlib.sha256(again[32:]).digest() == again[:32] and again != damaged
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("no folder can be made here")
    assert report(Path(FOLDER), tmp_path)["outcome"] == "compacted"


@folder_only
@pytest.mark.parametrize("name", ["cento.wasm", "cento-verifier.wasm"])
def test_other_bytes_are_refused(tmp_path: Path, name: str) -> None:
    copy = tmp_path / "folder"
    shutil.copytree(FOLDER, copy)
    wasm = copy / "hermes_cento" / name
    wasm.write_bytes(wasm.read_bytes()[:-1] + b"\0")
    said = report(copy, tmp_path)
    assert said["outcome"] == "failed" and "is not the file that this version was made with" in str(said["reason"])


@folder_only
def test_without_wasmtime_nothing_is_changed(tmp_path: Path) -> None:
    said = report(Path(FOLDER), tmp_path, "import sys; sys.modules['wasmtime'] = None\n")
    assert said["outcome"] == "failed" and "pip install wasmtime" in str(said["reason"])


@folder_only
def test_the_manifest_asks_for_nothing_but_wasmtime() -> None:
    text = (Path(FOLDER) / "plugin.yaml").read_text()
    facts = json.loads((Path(FOLDER) / "hermes_cento" / "facts.json").read_text())
    assert text.endswith(f"python_dependencies:\n  - {facts['wasmtime']}\n") and "\nname: cento\n" in text
    assert not list(Path(FOLDER).rglob("*.so"))


@pytest.mark.skipif(bool(FOLDER), reason="the folder is tested")
def test_the_native_module_goes_first() -> None:
    from hermes_cento import _native, backend

    assert backend.Engine is _native.Engine
