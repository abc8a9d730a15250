"""Python messages as the JSON that the contract reads, and a plan applied to them.

For hosts without the native module, whose `read` and `assemble` do the same: the record that is read from this JSON is
the one that they give. Only what the contract reads is written, so that nothing else of a message can be in the way.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

SIGNED_KEYS = ["reasoning_details", "codex_reasoning_items", "_anthropic_content_blocks", "bedrock_content_blocks"]
SYNTHETIC_KEYS = [
    "_todo_snapshot_synthetic",
    "_empty_recovery_synthetic",
    "_verification_stop_synthetic",
    "_pre_verify_synthetic",
    "_dropped_toolcall_nudge",
]
TEXT_KEYS = ["name", "tool_name", "tool_call_id", "display_kind", "reasoning", "reasoning_content"]

_HALF = re.compile("[\ud800-\udfff]")


def session(messages: Sequence[Any], row_ids: Sequence[int | None] | None) -> str:
    """The messages as a session. Raises TypeError and ValueError, which name the place."""
    if row_ids is not None and len(row_ids) != len(messages):
        raise ValueError("row_ids: expected one entry for each message")
    ids = row_ids if row_ids is not None else [None] * len(messages)
    rows = [_message(message, index, ids[index]) for index, message in enumerate(messages)]
    # Half characters are written as escapes, which the reader replaces and counts.
    return _HALF.sub(lambda half: f"\\u{ord(half[0]):04x}", json.dumps(rows, ensure_ascii=False))


def _message(message: Any, index: int, row_id: int | None) -> dict[str, Any]:
    if not isinstance(message, dict):
        raise TypeError(f"messages[{index}]: expected a dict")
    if not isinstance(message.get("role"), str):
        raise ValueError(f"messages[{index}].role: expected a string")
    row: dict[str, Any] = {"role": message["role"], "content": _content(message.get("content"))}
    row |= {key: message[key] for key in TEXT_KEYS if isinstance(message.get(key), str)}
    row |= {key: True for key in (*SYNTHETIC_KEYS, "_compressed_summary") if message.get(key) is True}
    row |= {key: message[key] for key in ("is_error", "isError") if isinstance(message.get(key), bool)}
    row |= {key: message[key] for key in ("exit_code", "exitCode") if _is_code(message.get(key))}
    row |= {key: "signed" for key in SIGNED_KEYS if message.get(key)}
    own = message.get("_row_id")
    number = own if _is_row(own) else row_id
    if _is_row(number):
        row["_row_id"] = int(number)  # type: ignore[arg-type]
    calls = message.get("tool_calls")
    if isinstance(calls, list | tuple):
        row["tool_calls"] = [_call(call) for call in calls if is_call(call)]
    return row


def _content(content: Any) -> Any:
    if content is None or isinstance(content, str):
        return content
    if isinstance(content, list | tuple):
        return [_part(part) for part in content]
    if isinstance(content, dict) and content.get("_multimodal") is True:
        parts = content.get("content")
        if parts is not None and not isinstance(parts, dict):
            return _content(parts)
    # Any other value is its JSON.
    text = _json(content)
    try:
        return json.loads(text, parse_constant=_no_json)
    except (ValueError, RecursionError):
        return text


def _no_json(name: str) -> None:
    raise ValueError(name)


def _part(part: Any) -> Any:
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return 0
    row = {key: part[key] for key in ("type", "text") if isinstance(part.get(key), str)}
    return row | {key: True for key in ("signature", "data") if key in part}


def _call(call: Any) -> dict[str, Any]:
    inner = _field(call, "function")
    function = call if inner is None else inner
    named = {key: _text(_field(function, key)) for key in ("name", "arguments")}
    return {"id": _text(_field(call, "id")), "function": named}


def is_call(call: Any) -> bool:
    """A dict or object with one of the keys of a call."""
    return any(_field(call, key) is not None for key in ("function", "name", "id"))


def _field(holder: Any, name: str) -> Any:
    return holder.get(name) if isinstance(holder, dict) else getattr(holder, name, None)


def _text(value: Any) -> str:
    return "" if value is None else value if isinstance(value, str) else _json(value)


def _json(value: Any) -> str:
    try:
        return json.dumps(value, ensure_ascii=False, default=str)
    except (TypeError, ValueError, RecursionError):
        return str(value)


def _is_code(value: Any) -> bool:
    """What the reader takes for an exit code, or may."""
    if isinstance(value, float):
        return math.isfinite(value)
    return isinstance(value, int | str) and not isinstance(value, bool)


def _is_row(value: Any) -> bool:
    if isinstance(value, str):
        return value.isascii() and value.isdigit()
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 64


def applied(
    given: Sequence[Any], plan: Mapping[str, Any]
) -> tuple[list[dict[str, Any]], list[int], list[tuple[int, str, str]]]:
    """A plan that holds, applied: kept messages are the objects that came in, changed ones are copies."""
    changes = {edit["message"]: edit["change"] for edit in plan["edits"]}
    summary = plan["summary"]
    output: list[dict[str, Any]] = []
    sources: list[int] = []
    for index in range(len(given) + 1):
        if summary and summary["before"] == index:
            role = "user" if summary["role"] == "user" else "assistant"
            output.append({"role": role, "content": summary["text"], "_compressed_summary": True})
            sources.append(-1)
        if index == len(given) or changes.get(index) == "drop":
            continue
        change = changes.get(index)
        output.append(given[index] if change is None else _changed(given[index], change))
        sources.append(index)
    edits = [(e["message"], e["change"] if e["change"] == "drop" else next(iter(e["change"])), e["reason"]) for e in plan["edits"]]
    return output, sources, edits


def _changed(message: dict[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    if "rewrite" in change:
        return message | {"content": change["rewrite"]}
    gone, left, number = set(change["drop-calls"]), [], 0
    for call in message["tool_calls"]:
        # What is no call has no number.
        if not is_call(call):
            left.append(call)
            continue
        if number not in gone:
            left.append(call)
        number += 1
    if any(is_call(call) for call in left):
        return message | {"tool_calls": left}
    return {key: value for key, value in message.items() if key != "tool_calls"}
