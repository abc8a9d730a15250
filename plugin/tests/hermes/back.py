"""To Hermes' own compressor and back: each reads the other's summary, and what was said stays known."""

from __future__ import annotations

import checks
import sandbox as box

box.configure(compression={"protect_last_n": 4})
box.install_plugin()
db = box.database()
agent = box.agent(db)
session = agent.session_id
messages = box.work(1, 20, ask="Repair the mill. Never touch the brake of the mill.")
box.flush(agent, messages)
messages = box.compress(agent, messages)
summary = box.summary_of(messages)


def go_on(engine: str, first: int) -> tuple[object, list[dict[str, object]]]:
    """The same session under another engine, as after a restart, with more work done."""
    agent.close()
    box.configure(engine=engine, compression={"protect_last_n": 4})
    db.reopen_session(session)
    next_agent = box.agent(db, session_id=session)
    assert next_agent.context_compressor.name == engine, next_agent.context_compressor.name
    saved = box.reload(db, session, True)
    loaded = saved + box.work(first, 30)
    next_agent._flush_messages_to_session_db(loaded, conversation_history=saved)
    return next_agent, loaded


# The stock compressor takes the row for its own: its model is given the facts, and one summary is left.
from agent.context_compressor import ContextCompressor  # noqa: E402

agent, messages = go_on("compressor", 200)
row = next(m for m in messages if "[CENTO SUMMARY]" in str(m.get("content")))
assert ContextCompressor._is_context_summary_content(row["content"])
box.SERVER.aside = "## Goal\nThe mill has to run again.\n\n## Key Decisions\nThe brake stays as it is; gear 205 gets new teeth."
messages = box.compress(agent, messages, force=True)
asked = str(box.SERVER.side[-1])
assert "GearError" in asked and "Never touch the brake" in asked, "the model was not given Cento's summary"
assert sum(ContextCompressor._is_context_summary_content(m.get("content")) for m in messages) == 1
stock = next(m["content"] for m in messages if ContextCompressor._is_context_summary_content(m.get("content")))
assert "gear 205 gets new teeth" in stock

# And back: what the model decided is carried over.
agent, messages = go_on("cento", 300)
called = box.forbid_models()
messages = box.compress(agent, messages)
summary = box.summary_of(messages)
assert "gear 205 gets new teeth" in summary, "the stock compressor's summary is lost"
assert sum(ContextCompressor._is_context_summary_content(m.get("content")) for m in messages) == 1
checks.shape_is_sound(messages)
assert not called
agent.close()
print("ok")
