"""Old results are shortened between compactions where the settings ask for it, and saved so; else nothing happens."""

from __future__ import annotations

import copy
import json
import sqlite3
import sys
from typing import Any

import checks
import sandbox as box

TRIGGER = 20_000
KEY = "proactive_prune_tokens"
box.configure(compression={"protect_last_n": 4})
box.install_plugin()
db = box.database()
lines = checks.log_lines()
LONG = "\n".join(f"The {n}th cog was looked at by hand, and it is sound." for n in range(80))


def talk() -> list[dict[str, Any]]:
    messages = box.work(1, 12, ask="Look at the mill.")
    # Texts of the assistant stay, and so does what was opened.
    messages[5]["content"] += LONG
    opened = {"success": True, "content": "\n".join(f"line {n} of what was opened" for n in range(400))}
    call = box.call("open", "cento_open", {"ref": 3})
    messages[7:7] = [
        {"role": "assistant", "content": "I open it.", "tool_calls": [call]},
        {"role": "tool", "name": "cento_open", "tool_name": "cento_open", "tool_call_id": call["id"], "content": json.dumps(opened)},
    ]
    return messages + box.work(50, 4, ask="Go on.")


def begin(**compression: Any) -> tuple[Any, Any, list[dict[str, Any]]]:
    box.configure(compression={"protect_last_n": 4} | compression)
    agent = box.agent(db)
    assert agent.context_compressor.name == "cento"
    messages = talk()
    box.flush(agent, messages)
    return agent, agent.context_compressor, messages


def saved(agent: Any) -> list[tuple[Any, ...]]:
    select = "SELECT id, role, content, tool_call_id FROM messages WHERE session_id = ? AND active = 1 ORDER BY id"
    return box.sql(select, agent.session_id)


def nothing(agent: Any, messages: list[dict[str, Any]], tokens: int | None = 90_000) -> None:
    """Neither the list nor the database changes."""
    before, rows = copy.deepcopy(messages), saved(agent)
    output, count = agent.context_compressor.prune_tool_results_only(messages, current_tokens=tokens)
    assert output is messages and count == 0, count
    assert messages == before and saved(agent) == rows


# Off, as it is in the host.
agent, engine, messages = begin()
assert engine.settings.proactive_prune_tokens == 0
nothing(agent, messages)
agent.close()

agent, engine, messages = begin(**{KEY: TRIGGER})
assert engine.settings.proactive_prune_tokens == TRIGGER
if checks.version() == "old":
    # This version never asks, and cannot save it.
    nothing(agent, messages)
    agent.close()
    print("ok: not offered by this version")
    sys.exit(0)

# Below the trigger, too little to gain, nothing old, odd lists.
nothing(agent, messages, TRIGGER - 1)
nothing(agent, messages[:3])
nothing(agent, [])
nothing(agent, messages[:1] + [{"role": "user", "content": LONG * 40}])
nothing(agent, [None, *messages])  # type: ignore[list-item]
assert any("old results stay as they are" in line for line in lines)

# Errors of the host: nothing is changed or saved, and the log says so once.
lines.clear()
real_archive = db.archive_and_compact


def fails(session_id: str, compacted: object, model_config_patch: object = None, **_: object) -> int:
    raise sqlite3.OperationalError("gear 7 is locked")


db.archive_and_compact = fails
nothing(agent, messages, 31_000)
nothing(agent, messages, 31_000)
assert lines == ["cento: old results stay as they are (OperationalError)"], lines
# A store that cannot save it, and none.
db.archive_and_compact = lambda session_id, compacted: 0
nothing(agent, messages)
db.archive_and_compact = None
nothing(agent, messages)
db.archive_and_compact = real_archive
engine._session_db = None
nothing(agent, messages)
engine._session_db = db

# On: results in the middle become shorter, the rest stays.
frozen, rows, before = copy.deepcopy(messages), saved(agent), {id(m) for m in messages}
output, count = engine.prune_tool_results_only(messages, current_tokens=31_000)
assert output is not messages and messages == frozen and not before & {id(m) for m in output}
changed = [n for n, (old, new) in enumerate(zip(messages, output, strict=True)) if old["content"] != new["content"]]
assert count == len(changed) > 3, (count, changed)
for n in changed:
    assert output[n]["role"] == "tool" and len(output[n]["content"]) < len(messages[n]["content"])
    kept = json.loads(output[n]["content"])
    assert set(kept) == {"output", "exit_code", "error"} and (not kept["exit_code"] or "GearError" in kept["output"])
assert max(changed) < len(messages) - 4 and 8 not in changed
assert sum(len(m["content"]) for m in messages) - sum(len(m["content"]) for m in output) > 4 * 4096
assert len([line for line in lines if "old results shortened" in line]) == 1
assert not any("gear" in line for line in lines), "the log holds text of the conversation"
checks.shape_is_sound(output)

# What is saved is what lives; the originals are kept and can be opened.
live = [(m["role"], m["content"], m.get("tool_call_id")) for m in output]
assert [row[1:] for row in saved(agent)] == live
again = box.reload(db, agent.session_id, True)
assert [(m["role"], m["content"], m.get("tool_call_id")) for m in again] == live
assert all(m["_db_persisted"] for m in output)
if checks.version() == "new":
    assert [m["_row_id"] for m in output] == [row[0] for row in saved(agent)]
agent._flush_messages_to_session_db(output, conversation_history=None)
assert [row[1:] for row in saved(agent)] == live, "a later flush saves it twice"
number = rows[changed[0]][0]
answer = json.loads(engine.handle_tool_call("cento_open", {"ref": number}, messages=[]))
assert answer["success"] and answer["chars"] == len(messages[changed[0]]["content"])

# Not again before as much has come; a restart knows that too, and a compaction forgets it.
nothing(agent, output)
more = output + box.work(100, 3)
agent._flush_messages_to_session_db(more, conversation_history=None)
nothing(agent, more, 60_000)
session = agent.session_id
agent.close()
db.reopen_session(session)
agent = box.agent(db, session_id=session)
engine = agent.context_compressor
more = box.reload(db, session, True)
nothing(agent, more, 60_000)
large = more + box.work(200, 16)
agent._flush_messages_to_session_db(large, conversation_history=more)
shorter, count = engine.prune_tool_results_only(large, current_tokens=60_000)
assert shorter is not large and count > 3
assert [m["content"] for m in shorter[: len(messages) - 10]] == [m["content"] for m in output[:-10]], "the old part changed"
assert [row[2] for row in saved(agent)] == [m["content"] for m in shorter]
compacted = box.compress(agent, shorter)
assert compacted is not shorter and "[CENTO SUMMARY]" in box.summary_of(compacted)
assert "_proactive_prune_rearm_tokens" not in str(box.sql("SELECT model_config FROM sessions WHERE id = ?", session))
agent.close()

# Long texts of the assistant are no reason to touch what is newest; much that is not in the messages does not matter.
agent, engine, messages = begin(**{KEY: TRIGGER})
talked = box.work(1, 30, lines=6)
for message in talked[1::2]:
    message["content"] += LONG
nothing(agent, talked, 70_000)
output, count = engine.prune_tool_results_only(messages, current_tokens=79_000)
assert count > 3 and [m["content"] for m in output[-4:]] == [m["content"] for m in messages[-4:]]
agent.close()

# Another process changed the session meanwhile: nothing is done.
if checks.version() == "new":
    agent, engine, messages = begin(**{KEY: TRIGGER})
    db.archive_and_compact(agent.session_id, copy.deepcopy(messages))
    nothing(agent, messages, 31_000)
    assert any("StaleHeldHistory" in line for line in lines), lines
    agent.close()

# In a conversation, as the host asks for it.
box.configure(compression={"protect_last_n": 4, KEY: TRIGGER})
agent = box.agent(db)
engine = agent.context_compressor
called = box.forbid_models()
lines.clear()
SHELL = "for n in $(seq 1 330); do echo wheel {0} cog $n turns at $((n * 7 + {0})) rpm; done"
for n in range(9):
    step = box.call(n, "terminal", {"command": SHELL.format(n)})
    box.SERVER.script.append(({"role": "assistant", "content": f"Checking wheel {n}.", "tool_calls": [step]}, 6_000 + 4_000 * n))
box.SERVER.script.append(({"role": "assistant", "content": "The wheels are checked."}, 30_000))
result = agent.run_conversation("Check the wheels.", conversation_history=[])
assert result["final_response"] == "The wheels are checked." and not called and engine.compression_count == 0
assert len([line for line in lines if "old results shortened" in line]) == 1, lines
sent = box.SERVER.main[-1]["messages"]
checks.wire_is_clean(sent)
marks = [m for m in sent if m["role"] == "tool" and "left out" in m["content"] or "alike lines" in str(m["content"])]
assert marks, "the shorter results were not sent"
live = [(m["role"], m["content"]) for m in result["messages"]]
assert [row[1:3] for row in saved(agent)] == live
assert [(m["role"], m["content"]) for m in box.reload(db, agent.session_id, False)] == live
agent.close()
print(f"ok: {len(changed)} results shortened, then {count}; {len(marks)} in the conversation")
