"""LLMSlim's engine for Hermes, called directly. It needs Hermes' base class only, for which an empty one stands in.

Way `exact`: with the exact token counts that it documents; tiktoken loads its table from the network once.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

from made.session import Message, Session


class Base:
    """What the engine uses of Hermes' class: nothing that does anything."""

    def __init__(self, *_: Any, **__: Any) -> None:
        self.compression_count = 0

    def on_session_reset(self) -> None: ...

    def update_model(self, model: str, context_length: int, *_: Any, **__: Any) -> None:
        self.context_length = context_length


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    module = types.ModuleType("agent.context_engine")
    module.ContextEngine = Base  # type: ignore[attr-defined]
    sys.modules |= {"agent": types.ModuleType("agent"), "agent.context_engine": module}
    from llmslim.integrations.hermes import LLMSlimContextEngine  # type: ignore[import-not-found]

    from llmslim.tokens import count_tokens, get_active_token_counter_name  # type: ignore[import-not-found]

    counter = get_active_token_counter_name()
    if (option == "exact") != (counter == "tiktoken"):
        raise RuntimeError(f"counts tokens by {counter}")

    def text(message: Message) -> str:
        calls = [c["function"]["name"] + c["function"]["arguments"] for c in message.get("tool_calls") or []]
        return "".join([message.get("content") or "", *calls])

    size = sum(count_tokens(text(message)) for message in session.messages)  # by its own count, so that the share is right
    share = 0.5 if target is None else max(0.02, target / session.tokens)

    def run(messages: list[Message]) -> list[Message]:
        engine = LLMSlimContextEngine(protect_first_n=3, protect_last_n=6, target_percent=share)
        engine.context_length, engine.compression_count = size, 0
        return list(engine.compress(messages, current_tokens=size))

    return run
