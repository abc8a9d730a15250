"""The Python package: dicts in, dicts out, the native module behind it."""

import subprocess

from engine import ROOT, Engine, Missing, Where, server


def start(where: Where) -> Engine:
    python = where.python()
    has = [str(python), "-c", "from hermes_cento import component_sha256; print(component_sha256)"]
    if not python.is_file() or subprocess.run(has, capture_output=True).returncode != 0:
        raise Missing("make plugin-test")
    return server(python, ROOT / "tests" / "conformance" / "programs" / "dicts.py")
