"""slimctx: its pipeline with a budget."""

from __future__ import annotations

from collections.abc import Callable

from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    from slimctx import Config, Pipeline  # type: ignore[import-not-found]

    wanted = session.tokens // 2 if target is None else target
    return lambda messages: list(Pipeline(Config(target_tokens=wanted)).compress(messages).messages)
