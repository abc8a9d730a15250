"""What Cento is asked for. With no target: its defaults for a window of which the session fills three quarters.

With a target the tail gets a third of it at most and the summary what head and tail leave. The same rule holds for all
sessions and sizes; nothing is tried out to find the best.
"""

from __future__ import annotations

from typing import Any

import tokens
from made.session import Session


def options(session: Session, target: int | None, strategy: str) -> dict[str, Any]:
    """Options of the call."""
    given: dict[str, Any] = {"strategy": strategy, "context_length": session.tokens * 4 // 3}
    if target is None:
        return given | ({"target_percent": 50, "context_length": 0} if strategy == "slim" else {})
    if strategy == "slim":
        return given | {"target_tokens": target, "protect_last_n": 6, "tail_token_budget": 0}
    tail = target // 3
    head = tokens.of_messages(session.messages[:4])
    left = max(300, target - tail - head)
    return given | {"protect_last_n": 2, "tail_token_budget": tail, "summary_budget_tokens": left, "max_output_tokens": target}
