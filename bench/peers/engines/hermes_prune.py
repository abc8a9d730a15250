"""Hermes' prune pass alone: old results become one line each."""

from __future__ import annotations

from collections.abc import Callable

from engines.hermes_home import compressor
from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    compressor(session.tokens)  # the imports, which a host has done long before
    settings = {
        "proactive_prune_tokens": 1,
        "proactive_prune_min_result_chars": 200,
        "proactive_prune_min_reclaim_tokens": 1,
    }

    def run(messages: list[Message]) -> list[Message]:
        made = compressor(session.tokens * 4 // 3, **settings)
        return list(made.prune_tool_results_only(messages, current_tokens=session.tokens)[0])

    return run
