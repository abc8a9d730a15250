"""Answers sessions with the projector and the verifier in PyPI's wasmtime; the argument is the folder of both.

One session a line on standard input, as a JSON string; for each a line `["ok", output]` or `["error", why]`.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

if len(sys.argv) != 2:
    sys.exit("usage: components.py FOLDER (where `make components` wrote cento.wasm and cento-verifier.wasm)")

from wasmtime import Config, Engine, Store
from wasmtime.component import Component, Linker

config = Config()
config.consume_fuel = True
engine = Engine(config)
loaded = {}
for name in ("cento", "cento-verifier"):
    component = Component.from_file(engine, str(Path(sys.argv[1]) / f"{name}.wasm"))
    assert len(component.type.imports(engine)) == 0, f"{name} imports something"
    loaded[name] = component


def call(name: str, interface: str, function: str, *arguments: Any) -> Any:
    """One call in a fresh store."""
    store = Store(engine)
    store.set_fuel(20_000_000_000)
    instance = Linker(engine).instantiate(store, loaded[name])
    outer = instance.get_export_index(store, interface)
    inner = instance.get_export_index(store, function, outer)
    return instance.get_func(store, inner)(store, *arguments)


def answer(session: str) -> list[str]:
    opened = call("cento-verifier", "cento:verifier/verifier@0.1.0", "open", session, None)
    if opened.tag != "ok":
        return [opened.tag, opened.payload]
    plan = call("cento", "cento:compaction/compaction@0.1.0", "compress-json", opened.payload)
    if not isinstance(plan, str):
        return ["error", f"the projector gave no plan: {plan!r}"]
    finished = call("cento-verifier", "cento:verifier/verifier@0.1.0", "finish", session, plan, None)
    return [finished.tag, finished.payload]


for line in sys.stdin:
    said = answer(json.loads(line))
    print(json.dumps(["error" if said[0] == "err" else said[0], said[1]]), flush=True)
