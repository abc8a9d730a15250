"""Plugins in a process of their own (0.22): the engine is loaded from its folder and compacts."""

from __future__ import annotations

import sys

import checks
import sandbox as box

if not checks.loads_folders():
    print("ok: not offered by this version")
    sys.exit(0)
box.configure(enabled=sys.argv[1] == "both", isolation="host")
box.install_plugin()
db = box.database()
agent = box.agent(db)
engine = agent.context_compressor
assert engine.name == "cento" and "Hosted" in type(engine).__name__, type(engine)
called = box.forbid_models()
messages = box.work(1, 20)
box.flush(agent, messages)
output = box.compress(agent, messages)
assert output is not messages
opened = checks.open_all(box.summary_of(output), agent, db)
assert opened >= 5 and not called
agent.close()
print(f"ok: {opened} references opened")
