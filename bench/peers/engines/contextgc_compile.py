"""contextgc with no schema: what it does to conversations of no known domain."""

from __future__ import annotations

from collections.abc import Callable

from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    from contextgc import compile_messages  # type: ignore[import-not-found]

    return lambda messages: list(compile_messages(messages)[0])
