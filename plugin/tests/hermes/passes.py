"""Two and five compactions, a restart before the last, in place or by a new session: the references stay openable."""

from __future__ import annotations

import copy
import sys

import checks
import sandbox as box
from agent.agent_runtime_helpers import repair_message_sequence

mode = sys.argv[1]
box.configure(compression={"in_place": mode != "rotate", "protect_last_n": 4})
box.install_plugin()
db = box.database()
agent = box.agent(db)
assert agent.context_compressor.name == "cento"
called = box.forbid_models()
messages = box.work(1, 20, ask="Repair the mill. Never touch the brake of the mill.")
first_session = agent.session_id
box.flush(agent, messages)
for turn in range(2, 7):
    before = copy.deepcopy(messages)
    given = messages
    messages = box.compress(agent, given)
    assert messages is not given, f"pass {turn - 1} did nothing: {agent.context_compressor.get_status()}"
    assert len(messages) < len(before)
    checks.shape_is_sound(messages)
    summary = box.summary_of(messages)
    opened = checks.open_all(summary, agent, db)
    if turn == 6:
        break
    more = box.work(turn * 100, 12)
    if turn == 5:
        # A notice of the host and two requests in a row, as an interrupted turn leaves them: a reload makes one message
        # of them, which 0.20 marks as a notice.
        requests = [
            {"role": "user", "content": "Switched over to the evening model.", "display_kind": "model_switch"},
            {"role": "user", "content": "Oil the seventh wheel with linseed. Never open the sluice."},
            {"role": "user", "content": "Paint the northern shutter green. Never wake the miller."},
        ]
        more[:1] = requests if checks.version() != "old" else requests[1:]
    messages = messages + more
    agent._flush_messages_to_session_db(messages, conversation_history=None)
    if turn == 5:
        # A restart: a new agent reads the conversation from the database.
        session = agent.session_id
        agent.close()
        db.reopen_session(session)
        agent = box.agent(db, session_id=session)
        with_ids = mode == "inplace"
        messages = box.reload(db, session, with_ids)
        repair_message_sequence(agent, messages)
        merged = [m for m in messages if "linseed" in str(m.get("content")) and "shutter" in str(m.get("content"))]
        assert len(merged) == 1
        assert bool(merged[0].get("_absorbed_row_ids")) == (with_ids and checks.version() == "new"), merged
        saved = list(messages)
        messages += box.work(700, 12)
        agent._flush_messages_to_session_db(messages, conversation_history=saved)
        engine = agent.context_compressor
        assert engine.name == "cento" and engine.compression_count == 0
assert not called
for request in ("linseed", "sluice", "shutter", "miller"):
    assert request in summary, f"{request} is gone"
    assert any(request in quoted for _, quoted in box.references(summary)), f"{request} has no reference"
assert "Never touch the brake" in "".join(str(m.get("content")) for m in messages)
assert "GearError" in summary and "./mill --gear 3 --check" in summary, "facts of the first pass are gone"
assert (agent.session_id != first_session) == (mode == "rotate")
answer = agent.context_compressor.handle_tool_call("cento_open", {"ref": "999999"})
assert "no message of this conversation" in answer, answer
print(f"ok: five passes, {opened} references of the last opened")
