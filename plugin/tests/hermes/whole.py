"""A whole conversation with an automatic compaction in the middle: nothing but the chat's own calls of the model."""

from __future__ import annotations

import json
import sys

import checks
import sandbox as box

way = sys.argv[1]
# folder: the folder alone; both: the folder, enabled too; entry: only what pip installed.
box.configure(enabled=way != "folder", compression={"idle_compact_after_seconds": 3600})
if way != "entry":
    box.install_plugin()
db = box.database()
agent = box.agent(db)
engine = agent.context_compressor
if way == "folder" and not checks.loads_folders():
    assert engine.name == "compressor", "this version is not expected to load engines from a folder"
    print("ok: not offered by this version")
    sys.exit(0)
assert engine.name == "cento", engine.name
called = box.forbid_models()
lines = checks.log_lines()

SHELL = "for n in $(seq 1 260); do echo gear {0} tooth $n turns at $((n * 7 + {0})) rpm; done; exit {1}"
for n in range(14):
    step = box.call(n, "terminal", {"command": SHELL.format(n, int(n % 4 == 1))})
    message = {"role": "assistant", "content": f"Checking gear {n}.", "tool_calls": [step]}
    # The provider's count passes the threshold once, at the twelfth step.
    box.SERVER.script.append((message, 76_000 if n == 11 else 20_000 + n * 1000))
box.SERVER.script.append(({"role": "assistant", "content": "All gears are checked."}, 21_000))
first = agent.run_conversation("Check every gear of the mill. Never touch the brake.")
assert first["final_response"] == "All gears are checked.", first["final_response"]
assert engine.compression_count == 1, engine.compression_count
summary = box.summary_of(first["messages"])
hint = next(line for line in summary.splitlines() if line.startswith("Open [#N]: "))
assert "cento_open(ref=N)" in hint and ("session_search(session_id='" in hint) == (checks.version() != "old"), hint
assert ("through tool_call" in hint) == (checks.version() == "new"), hint
# The model opens a reference, with our tool and with the host's own where it can.
number, _ = box.references(summary)[0]
session = agent.session_id
box.SERVER.script.append(({"role": "assistant", "content": "", "tool_calls": [box.call("o", "cento_open", {"ref": f"{number}"})]}, 22_000))
search = {"session_id": session, "around_message_id": number}
bridge = {"calls": [{"name": "session_search", "arguments": search}]}
step = box.call("s", "tool_call", bridge) if checks.version() == "new" else box.call("s", "session_search", search)
box.SERVER.script.append(({"role": "assistant", "content": "", "tool_calls": [step]}, 23_000))
second = agent.run_conversation("And now?", conversation_history=first["messages"])
assert second["final_response"] == "done"
opened_by_us, opened_by_host = [m["content"] for m in box.SERVER.main[-1]["messages"] if m["role"] == "tool"][-2:]
assert json.loads(opened_by_us)["ref"] == number, opened_by_us
assert (checks.version() == "old") == ("rejected" in opened_by_host), opened_by_host[:500]

assert not called, called
assert len(box.SERVER.main) == 18, f"{len(box.SERVER.main)} calls of the model"
for request in box.SERVER.side:
    assert "gear 3 tooth" not in json.dumps(request), "a side request carries the transcript"
line = [line for line in lines if "no LLM call" in line]
assert len(line) == 1 and " messages, " in line[0] and " characters, " in line[0] and " ms, " in line[0], lines
assert "gear" not in line[0], "the log holds text of the conversation"
archived = box.sql("SELECT count(*) FROM messages WHERE active = 0 AND compacted = 1")[0][0]
assert archived >= 10, archived
assert sum("Never touch the brake" in str(m.get("content")) for m in second["messages"]) >= 1
checks.wire_is_clean(box.SERVER.main[-1]["messages"])
opened = checks.open_all(summary, agent, db)
assert opened >= 5, opened
agent.close()
print(f"ok: {opened} references opened, {len(box.SERVER.main)} calls of the chat, 0 for compaction")
