"""Answers sessions with the Python package. Kept messages are the very objects, and stand for the bytes that they were
read from; a session that is no list of OpenAI-style messages is none for it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import hermes_cento

sys.path.insert(0, str(Path(__file__).parents[1]))
from cases import dumps, slices, spaced  # noqa: E402


def answer(text: str) -> list[str] | None:
    # Objects may be deeper than JSON, and hold what is no number.
    if "[" * 127 in text:
        return None
    try:
        given = json.loads(text, parse_constant=int)
    except ValueError:
        return None
    given = given if isinstance(given, dict) else {"messages": given}
    messages = given.get("messages")
    if not isinstance(messages, list) or not all(isinstance(m, dict) and "role" in m for m in messages):
        return None
    try:
        result = hermes_cento.compact(messages, **given.get("options", {}))
    except ValueError:
        return None
    raw = slices(text)
    rows = [row(message, source, messages, raw) for message, source in zip(result.messages, result.sources, strict=True)]
    report = dumps(result.report)
    return ["ok", '{"messages":[' + ",".join(f"\n{one}" for one in rows) + f'\n],"report":{report}}}\n']


def row(message: dict[str, Any], source: int, messages: list[Any], raw: list[str]) -> str:
    if source < 0:
        return dumps(message)
    return raw[source] if message is messages[source] else spaced(message)


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
