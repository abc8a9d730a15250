"""What Cento is asked for. With no target: its defaults for a window of which the session fills three quarters.

With a target a quarter of it is for the newest messages and the summary gets what is left; `ladder` shortens results
first and makes a summary only where that does not reach the target. The same rule holds for all sessions and sizes;
changed once after a first look (a shorter head, a smaller tail), and not again.
"""

from __future__ import annotations

from typing import Any

import tokens
from made.session import Session


def options(session: Session, target: int | None, way: str) -> dict[str, Any]:
    """Options of the call. Ways are the strategies, and `ladder`."""
    given: dict[str, Any] = {
        "strategy": "project" if way == "ladder" else way,
        "context_length": session.tokens * 4 // 3,
    }
    if target is None:
        return given | ({"target_percent": 50, "context_length": 0} if way == "slim" else {})
    if way == "slim":
        return given | {"target_tokens": target, "protect_first_n": 1, "protect_last_n": 6, "tail_token_budget": 0}
    tail, head = target // 4, tokens.of_messages(session.messages[:2])
    given |= {"protect_first_n": 1, "protect_last_n": 2, "tail_token_budget": tail, "max_output_tokens": target}
    given["summary_budget_tokens"] = max(300, target - tail - head)
    return given | ({"target_tokens": target} if way == "ladder" else {})
