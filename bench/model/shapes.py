"""A list of messages as a small model's chat template takes it: system, user and assistant in turn, calls as text.

The templates of small models know neither tool calls nor results, so both contexts are written down in the same plain
way. What an engine made of a conversation is not changed: only roles and calls become text.
"""

from __future__ import annotations

import json
from typing import Any

Message = dict[str, Any]


def plain(messages: list[Message]) -> list[Message]:
    """The same messages with calls and results as text, neighbours of one role joined."""
    out: list[Message] = []
    for message in messages:
        role, text = message["role"], message.get("content") or ""
        if role == "tool":
            role, text = "user", f"Result of {message.get('name', 'tool')}:\n{_decoded(text)}"
        for call in message.get("tool_calls") or []:
            text += f"\nCall {call['function']['name']} {call['function']['arguments']}"
        if out and out[-1]["role"] == role:
            out[-1]["content"] += "\n\n" + text
        else:
            out.append({"role": role, "content": text})
    return out


def _decoded(text: str) -> str:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    if isinstance(value, dict) and isinstance(value.get("output"), str):
        return f"{value['output']}\nexit code {value.get('exit_code')}"
    return text
