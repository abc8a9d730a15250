"""No plan: Hermes' own compressor does the pass, or the messages stay; the user is told once."""

from __future__ import annotations

import copy
import json

import checks
import sandbox as box

box.configure()
box.install_plugin()
box.make_importable()
db = box.database()
lines = checks.log_lines()

from hermes_cento import api, backend, engine as engine_module  # noqa: E402

real = api.compact


def limited(messages: object, **options: object) -> api.Result:
    return real(messages, engine=backend.Engine(fuel=1000), **options)  # type: ignore[arg-type]


def missing(messages: object, **options: object) -> api.Result:
    raise ImportError("no component here")


def rejected(messages: object, **options: object) -> api.Result:
    return api.unchanged(list(messages), "plan rejected: 1 finding")  # type: ignore[call-overload]


def told(agent: object) -> list[str]:
    found: list[str] = []
    agent._emit_warning = found.append  # type: ignore[attr-defined]
    return found


def begin(llm: bool, turns: int) -> tuple[object, list[str], list[str], list[dict[str, object]]]:
    """An agent with a conversation behind it; what is asked of models and what the user is told, as it comes."""
    box.configure(context={"cento": {"fallback_to_llm": llm}})
    agent = box.agent(db)
    asked = box.forbid_models()
    said = told(agent)
    messages = box.work(1, turns)
    box.flush(agent, messages)
    return agent, asked, said, messages


for name, broken in (("limit", limited), ("missing", missing), ("rejected", rejected)):
    # false: nothing happens, nobody is asked.
    agent, asked, said, messages = begin(False, 20)
    frozen = copy.deepcopy(messages)
    engine_module.api.compact = broken
    for _ in range(3):
        output = box.compress(agent, messages, force=True)
        assert output is messages and messages == frozen
    assert not asked, name
    assert len([w for w in said if "Cento gave no plan" in w]) == 1, said
    assert any("no plan" in line and "stay as they are" in line for line in lines), lines
    # Repaired, the next pass works.
    engine_module.api.compact = real
    assert "[CENTO SUMMARY]" in box.summary_of(box.compress(agent, messages, force=True))
    agent.close()

    # true: the stock compressor is asked, with a model or without.
    agent, asked, _, messages = begin(True, 40)
    engine_module.api.compact = broken
    output = box.compress(agent, messages, force=True)
    assert asked, f"{name}: Hermes' own compressor was not asked"
    assert any("Hermes' own compressor does this pass" in line for line in lines)
    assert not any("gear" in line for line in lines), "the log holds text of the conversation"
    engine_module.api.compact = real
    agent.close()
    lines.clear()

# The stock compressor has its model: its summary stands, and the user is told the first time and not again.
box.configure()
box.allow_models()
agent = box.agent(db)
said = told(agent)
messages = box.work(1, 40)
box.flush(agent, messages)
engine = agent.context_compressor
engine_module.api.compact = rejected
asked_before = len(box.SERVER.side)
for expected in (1, 2):
    given = messages
    messages = box.compress(agent, given, focus_topic="gear 7")
    assert messages is not given and engine.compression_count == expected
    assert len(box.SERVER.side) > asked_before and any("A title" in str(m.get("content")) for m in messages)
    assert "gear 7" in json.dumps(box.SERVER.side[-1]), "the focus is lost on the way"
    assert len([words for words in said if "Cento gave no plan" in words]) == 1, said
    messages = messages + box.work(expected * 100, 40)
    agent._flush_messages_to_session_db(messages, conversation_history=None)
    asked_before = len(box.SERVER.side)
checks.shape_is_sound(messages)

# The host gave the pass up while its own compressor was at work: what comes late changes nothing.
work = box.work(1, 40)
stock = engine_module.Stock.compress


def superseded(self: object, *arguments: object, **named: object) -> object:
    engine_module.Stock.compress = stock
    output = stock(self, *arguments, **named)
    engine_module.api.compact = real
    engine.compress(work, current_tokens=90_000)
    return output


engine_module.Stock.compress = superseded
count = engine.compression_count
given_up = engine.compress(work, current_tokens=90_000)
assert given_up is work and engine.compression_count == count + 1 and not engine._last_summary_error
assert "no LLM call" in engine.get_status()["last_compaction"]

# Without the stock compressor nothing is lost, and the user is told.
import agent.context_compressor as theirs  # noqa: E402

engine_module.api.compact = missing
kept_class = theirs.ContextCompressor
del theirs.ContextCompressor
assert engine.compress(work, current_tokens=90_000) is work
theirs.ContextCompressor = kept_class
assert engine._last_compress_aborted and "Hermes' own compressor failed" in engine._last_summary_error
assert any("Hermes' own compressor failed too (ImportError)" in line for line in lines)
assert not any("gear" in line for line in lines), "the log holds text of the conversation"
agent.close()
print("ok")
