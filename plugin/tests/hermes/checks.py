"""What several scenarios look at."""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import sandbox as box


def version() -> str:
    """new: 0.22 on; middle: 0.20; old: 0.19."""
    from agent.context_engine import ContextEngine

    if hasattr(ContextEngine, "clone_for_agent"):
        return "new"
    return "middle" if hasattr(ContextEngine, "select_context") else "old"


def loads_folders() -> bool:
    return version() == "new"


def log_lines() -> list[str]:
    """Lines of our logger, as they come."""
    lines: list[str] = []

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            lines.append(record.getMessage())

    logger = logging.getLogger("hermes_cento")
    logger.setLevel(logging.INFO)
    logger.addHandler(Keep())
    return lines


def words(text: str) -> list[str]:
    return re.findall(r"\w{4,}", text.replace("\\n", " "))


def open_all(summary: str, agent: Any, db: Any) -> int:
    """Opens every [#N] with our tool, and with the host's search where it can; each holds the words quoted from it."""
    engine = agent.context_compressor
    references = box.references(summary)
    assert references, "no references"
    for number, quoted in references:
        answer = json.loads(engine.handle_tool_call("cento_open", {"ref": f"[#{number}]"}, messages=[]))
        assert answer["success"], (number, answer)
        parts = [answer["content"]]
        for part in range(2, answer["parts"] + 1):
            parts.append(json.loads(engine.handle_tool_call("cento_open", {"ref": number, "part": part}))["content"])
        whole = "".join(parts)
        assert len(whole) == answer["chars"]
        # A result is quoted together with its call, which stands in the row before it or a little earlier.
        calls = "".join(
            str(row)
            for row in box.sql(
                "SELECT content, tool_calls FROM messages WHERE id < ? AND role = 'assistant' "
                "AND session_id = ? ORDER BY id DESC LIMIT 3",
                number,
                answer["session_id"],
            )
        )
        ours = {"assistant", "user", "notice", "earlier", "then", "exit", "terminal", "code", "after", "more", "left"}
        ours |= {"background", "times", "running"}
        missing = [w for w in words(quoted) if w not in whole + calls and w not in ours]
        assert not missing, (number, quoted, missing)
        found = search(number, answer["session_id"], agent, db)
        if version() == "old":
            assert not found.get("success"), "0.19 was not expected to show rows of the current session"
        else:
            assert found.get("success"), (number, found.get("error"))
            anchor = next(m for m in found["messages"] if m.get("anchor") or m["id"] == number)
            assert anchor["id"] == number and anchor["role"] == answer["role"]
    return len(references)


def search(number: int, session: str, agent: Any, db: Any) -> dict[str, Any]:
    from tools.session_search_tool import session_search

    found = session_search(
        session_id=session, around_message_id=number, window=1, db=db, current_session_id=agent.session_id
    )
    return dict(json.loads(found))


def wire_is_clean(messages: list[dict[str, Any]]) -> None:
    """What reached the provider: pairs whole, roles alternate, no keys of ours."""
    known = {"role", "content", "tool_calls", "tool_call_id", "name", "reasoning_content", "reasoning"}
    open_calls: list[str] = []
    previous = ""
    for message in messages:
        assert set(message) <= known, sorted(set(message) - known)
        role = message["role"]
        if role == "tool":
            assert message["tool_call_id"] in open_calls, "a result without its call"
            open_calls.remove(message["tool_call_id"])
            continue
        assert not open_calls, "a call without its result"
        assert role != previous or role == "system" or (role == "assistant" and previous_calls), "roles do not alternate"
        open_calls = [call["id"] for call in message.get("tool_calls") or []]
        previous, previous_calls = role, bool(open_calls)
    visible = [m for m in messages if m["role"] != "system"]
    assert visible[0]["role"] == "user"


def shape_is_sound(messages: list[dict[str, Any]]) -> None:
    """The same of a list before it is sent."""
    wire_is_clean([{k: m[k] for k in ("role", "content", "tool_calls", "tool_call_id") if m.get(k) is not None} for m in messages])
