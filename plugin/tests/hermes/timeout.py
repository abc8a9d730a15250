"""A pass that outlasts the host's patience: the host goes on, the next pass overlaps it, and the late one leaves no trace."""

from __future__ import annotations

import inspect
import sys
import threading

import checks
import sandbox as box

if checks.version() == "old":
    print("ok: this version waits")
    sys.exit(0)
box.configure(compression={"context_timeout_seconds": 0.4, "context_total_ceiling_seconds": 60})
box.install_plugin()
import agent.auxiliary_client as auxiliary  # noqa: E402

# The host waits as long as for a model, five minutes at least.
auxiliary._effective_aux_timeout = lambda *_: 0.0
db = box.database()
agent = box.agent(db)
engine = agent.context_compressor
called = box.forbid_models()
lines = checks.log_lines()
messages = box.work(1, 20)
box.flush(agent, messages)

real, begun, let_go, ended = engine.compress, threading.Event(), threading.Event(), threading.Event()


def slow(*arguments: object, **named: object) -> object:
    engine.compress = real
    begun.set()
    during = engine._plan

    def plan(*more: object) -> object:
        del engine._plan
        assert let_go.wait(60)
        return during(*more)

    engine._plan = plan
    try:
        return real(*arguments, **named)
    finally:
        ended.set()


# The host reads which arguments the method takes.
slow.__signature__ = inspect.signature(real)  # type: ignore[attr-defined]
engine.compress = slow
for _ in range(20):
    # On a busy machine the host gives up before it comes to the engine.
    assert box.compress(agent, messages) is messages, "the host was expected to give up"
    if begun.is_set():
        break
assert begun.is_set() and not ended.is_set() and engine.compression_count == 0
auxiliary._effective_aux_timeout = lambda *_: 60.0
output = box.compress(agent, messages)
assert output is not messages and "[CENTO SUMMARY]" in box.summary_of(output)
result, status = engine.last_result(), engine.get_status()
assert engine.compression_count == 1 and len([line for line in lines if "no LLM call" in line]) == 1
let_go.set()
assert ended.wait(60)
assert engine.compression_count == 1 and engine.last_result() is result and engine.get_status() == status
assert len([line for line in lines if "no LLM call" in line]) == 1
assert checks.open_all(box.summary_of(output), agent, db) >= 5 and not called
agent.close()
print("ok")
