"""Cento through its Python package."""

from __future__ import annotations

from collections.abc import Callable

from engines.cento_options import options
from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    from hermes_cento import compact

    given = options(session, target, option)

    def run(messages: list[Message]) -> list[Message]:
        result = compact(messages, **given)
        if result.report["outcome"] == "failed":
            raise RuntimeError(result.report["reason"])
        return list(result.messages)

    return run
