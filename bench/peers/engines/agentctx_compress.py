"""agent-ctx-compress: it gives one text, which becomes the only message. Calls are given to it as text."""

from __future__ import annotations

from collections.abc import Callable

from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    from context_compressor import compress  # type: ignore[import-not-found]

    ratio = 0.3 if target is None else target / session.tokens

    def text(message: Message) -> str:
        calls = [f"{c['function']['name']} {c['function']['arguments']}" for c in message.get("tool_calls") or []]
        return "\n".join([message.get("content") or "", *calls])

    def run(messages: list[Message]) -> list[Message]:
        given = [{"role": m["role"], "content": text(m)} for m in messages]
        return [{"role": "user", "content": compress(given, target_ratio=ratio).compressed}]

    return run
