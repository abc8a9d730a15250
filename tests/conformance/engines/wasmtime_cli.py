"""The command component in the wasmtime CLI, with nothing granted."""

import subprocess

from engine import Engine, Missing, Where, program


def start(where: Where) -> Engine:
    wasmtime = where.target / "wasmtime-cli" / "bin" / "wasmtime"
    if not wasmtime.is_file():
        raise Missing("make wasmtime-cli")
    # `wasmtime run cento-command.wasm` says the same and compiles for a second each time.
    compiled = where.components / "cento-command.cwasm"
    subprocess.run([wasmtime, "compile", where.components / "cento-command.wasm", "-o", compiled], check=True)
    return program(wasmtime, "run", "--allow-precompiled", compiled)
