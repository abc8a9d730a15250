"""claw-compactor: its engine for lists of messages. It gives role and content; what else a message has is put back."""

from __future__ import annotations

from collections.abc import Callable

from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    from claw_compactor.fusion.engine import FusionEngine  # type: ignore[import-not-found]

    def run(messages: list[Message]) -> list[Message]:
        out = FusionEngine().compress_messages(messages)["messages"]
        if len(out) != len(messages):
            return list(out)
        return [old | {"content": new.get("content")} for old, new in zip(messages, out, strict=True)]

    return run
