"""Six turns of a conversation, five automatic compactions, a restart in between, one of them for idleness where the
version knows that: as the chat does it, with `run_conversation` and nothing else."""

from __future__ import annotations

import time

import checks
import sandbox as box

IDLE = 3600
box.configure(compression={"protect_last_n": 4, "idle_compact_after_seconds": IDLE})
box.install_plugin()
db = box.database()
agent = box.agent(db)
assert agent.context_compressor.name == "cento"
called = box.forbid_models()
lines = checks.log_lines()
SHELL = "for n in $(seq 1 330); do echo wheel {0} cog $n turns at $((n * 7 + {0})) rpm; done; echo CogError: cog {0} is cracked; exit {1}"


def turn(number: int, ask: str, full: bool) -> str:
    """One turn of six steps. When it is `full`, the provider's count passes the threshold once, at the fourth step."""
    global history
    for n in range(number * 100, number * 100 + 6):
        step = box.call(n, "terminal", {"command": SHELL.format(n, int(n % 3 == 0))})
        message = {"role": "assistant", "content": f"Checking wheel {n}.", "tool_calls": [step]}
        box.SERVER.script.append((message, 78_000 if full and n % 100 == 3 else 20_000 + n))
    box.SERVER.script.append(({"role": "assistant", "content": f"Wheels of part {number} are checked."}, 21_000 if full else 40_000))
    result = agent.run_conversation(ask, conversation_history=history)
    history = result["messages"]
    return str(result["final_response"])


def grown_idle(of: object) -> None:
    """As if the last turn lay two hours back. 0.22 sets its clock when a turn begins, before it looks at it."""
    touch = of._touch_activity  # type: ignore[attr-defined]

    def late(what: str, *more: object, **named: object) -> None:
        if what != "starting new turn":
            touch(what, *more, **named)

    of._touch_activity = late  # type: ignore[attr-defined]
    of._last_activity_ts = time.time() - 2 * IDLE  # type: ignore[attr-defined]


history: list[dict[str, object]] = []
opened = done = 0
for number in range(1, 7):
    idle = number == 3 and checks.version() != "old"
    if number == 4:
        # A restart: a new agent reads the conversation from the database.
        session = agent.session_id
        agent.close()
        db.reopen_session(session)
        agent = box.agent(db, session_id=session)
        history = box.reload(db, session, True)
    engine = agent.context_compressor
    before, asked = engine.compression_count, len(box.SERVER.main)
    if idle:
        grown_idle(agent)
    ask = "Check the wheels of part 1. Never touch the brake." if number == 1 else f"Go on with part {number}."
    assert turn(number, ask, not idle and number != 2) == f"Wheels of part {number} are checked."
    assert engine.compression_count == before + (number != 2), (number, before, engine.get_status())
    done += engine.compression_count - before
    checks.wire_is_clean(box.SERVER.main[-1]["messages"])
    if idle:
        first = box.SERVER.main[asked]["messages"]
        assert sum("[CENTO SUMMARY]" in str(m["content"]) for m in first) == 1, "the compaction came too late"
        assert first[-1]["content"].startswith(ask), first[-1]
    opened += checks.open_all(box.summary_of(history), agent, db)
assert done == 5 and not called, (done, called)
assert len([line for line in lines if "no LLM call" in line]) == 5
for request in box.SERVER.side:
    assert "wheel 101 cog 3 turns" not in str(request), "a side request carries the transcript"
said = "".join(str(m.get("content")) for m in history)
assert "Never touch the brake" in said and "CogError" in said, "facts of the first turn are gone"
# Nothing is lost: every row that went is marked and kept.
kept = box.sql("SELECT count(DISTINCT content) FROM messages WHERE content LIKE '%wheel 10_ cog 3 turns%' AND compacted = 1")[0][0]
assert kept == 6, kept
agent.close()
print(f"ok: {done} compactions, {opened} references opened, {len(box.SERVER.main)} calls of the chat, 0 for compaction")
