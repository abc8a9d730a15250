"""Observation masking as two papers describe it: old results of tools are hidden, everything else stays.

Lindenbauer et al., "The Complexity Trap: Simple Observation Masking Is as Efficient as LLM Summarization for Agent
Context Management" (arXiv 2508.21433): a rolling window of the newest results stays, each older one is replaced by a
line that says how much was there. Their window is 10 turns; with a target it is the largest that fits.
"""

from __future__ import annotations

from collections.abc import Callable

import tokens
from made.session import Message, Session

WINDOW = 10


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    def run(messages: list[Message]) -> list[Message]:
        results = [i for i, message in enumerate(messages) if message["role"] == "tool"]
        if target is None:
            return _masked(messages, set(results[:-WINDOW]))
        hidden = _masked(messages, set(results))
        left = target - tokens.of_messages(hidden)
        keep: set[int] = set()
        for i in reversed(results):
            left -= tokens.of_message(messages[i]) - tokens.of_message(hidden[i])
            if left < 0:
                break
            keep.add(i)
        return _masked(messages, set(results) - keep)

    return run


def _masked(messages: list[Message], old: set[int]) -> list[Message]:
    def line(message: Message) -> str:
        return f"[Old result hidden: {message['content'].count(chr(10)) + 1} lines]"

    return [m | {"content": line(m)} if i in old else m for i, m in enumerate(messages)]
