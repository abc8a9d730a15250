"""The two sealed components in PyPI's wasmtime, with no module of ours that is compiled for a machine."""

import subprocess

from engine import ROOT, Engine, Missing, Where, server


def start(where: Where) -> Engine:
    python = where.python()
    if not python.is_file() or subprocess.run([python, "-c", "import wasmtime"], capture_output=True).returncode != 0:
        raise Missing("make plugin-test")
    return server(python, ROOT / "tests" / "conformance" / "programs" / "components.py", where.components)
