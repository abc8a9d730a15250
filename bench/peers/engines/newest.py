"""The newest messages that fit, and the system message: what is left when nobody compacts. A unit of call and results
stays or goes as a whole."""

from __future__ import annotations

from collections.abc import Callable

import tokens
from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    wanted = session.tokens // 4 if target is None else target

    def run(messages: list[Message]) -> list[Message]:
        left, start = wanted - tokens.of_message(messages[0]), len(messages)
        for i in range(len(messages) - 1, 0, -1):
            left -= tokens.of_message(messages[i])
            if left < 0:
                break
            if messages[i]["role"] != "tool":
                start = i
        return [messages[0], *messages[start:]]

    return run
