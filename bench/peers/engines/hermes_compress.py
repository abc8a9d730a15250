"""Hermes' own compaction where no model answers: its deterministic summary stands in for the model's."""

from __future__ import annotations

from collections.abc import Callable

from engines.hermes_home import compressor
from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    compressor(session.tokens)  # the imports, which a host has done long before
    window = session.tokens * 4 // 3

    def run(messages: list[Message]) -> list[Message]:
        return list(compressor(window).compress(messages, current_tokens=session.tokens, force=True))

    return run
