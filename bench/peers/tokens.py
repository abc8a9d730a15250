"""How many tokens a text has, by one rule for everybody.

Takes text or messages in OpenAI style; gives whole numbers. No tokenizer is needed, so the figure is an estimate: runs
of letters, digits, marks and white space are priced by class. It errs in the same direction for every engine; README.md
says by how much on the sessions of this bench.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

Message = dict[str, Any]

_PIECES = re.compile(r"[A-Za-z]+|[0-9]+|[ \t]+|[\r\n]+|[!-/:-@\[-`{-~]+|[\u2e80-\u9fff\uac00-\ud7af\uff00-\uffef]|[^\x00-\x7f]")


def count(text: str) -> int:
    """Tokens of a text."""
    tenths = 0
    for piece in _PIECES.findall(text):
        first = piece[0]
        if first.isascii() and first.isalpha():
            tenths += 10 + 2 * max(0, len(piece) - 7)
        elif first.isdigit():
            tenths += 10 * -(-len(piece) // 3)
        elif first in " \t":
            tenths += 0 if len(piece) == 1 else 9
        elif first in "\r\n":
            tenths += 10
        elif first.isascii():
            tenths += 5 + 3 * len(piece)
        else:
            tenths += 10 if "\u2e80" <= first else 5
    return tenths // 10


def text_of(message: Message) -> str:
    """The text of a message; parts of a list are joined."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return "" if content is None else json.dumps(content, ensure_ascii=False)


def calls_of(message: Message) -> list[dict[str, Any]]:
    """The tool calls of a message."""
    return [call for call in message.get("tool_calls") or [] if isinstance(call, dict)]


def of_message(message: Message) -> int:
    """Tokens of a message with its calls."""
    calls = [call.get("function") or {} for call in calls_of(message)]
    return 4 + count(text_of(message)) + sum(4 + count(f"{c.get('name')} {c.get('arguments')}") for c in calls)


def of_messages(messages: Iterable[Message]) -> int:
    """Tokens of a list of messages."""
    return sum(map(of_message, messages))
