"""The Python package: dicts in, dicts out, the native module behind it."""

import subprocess

from engine import ROOT, Engine, Missing, Where, server


def start(where: Where) -> Engine:
    python = where.python()
    if not python.is_file():
        raise Missing("make plugin-test")
    asked = [str(python), "-c", "from hermes_cento import component_sha256; print(component_sha256)"]
    said = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    # A wheel of other sources says nothing of these.
    if f"{said}  cento.wasm" not in (where.components / "SHA256SUMS").read_text().splitlines():
        raise Missing("make plugin-test: the wheel that is installed holds another component, or there is none")
    return server(python, ROOT / "tests" / "conformance" / "programs" / "dicts.py")
