"""slimctx: its pipeline with a budget of a quarter. It does what it can do without loss of what it finds important, and
comes to the same size whatever less it is asked for: so it has no target here."""

from __future__ import annotations

from collections.abc import Callable

from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    from slimctx import Config, Pipeline  # type: ignore[import-not-found]

    return lambda messages: list(Pipeline(Config(target_tokens=session.tokens // 4)).compress(messages).messages)
