"""The tool `cento_open`: shows the original message of a `[#N]`, in pages.

Reads the host's database, never writes. Secrets are masked as the host's config says. Gives JSON text in every case.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hermes_cento import rows

NAME = "cento_open"
PAGE = 6000
"""Characters of one page."""
NEAR = 400
"""Characters shown of a neighbouring message."""
MOST_NEIGHBOURS = 10

SCHEMA: dict[str, Any] = {
    "name": NAME,
    "description": (
        "Shows the original message behind a [#N] of a [CENTO SUMMARY], exactly as it was saved. "
        "Use it before you rely on a detail that the summary shortened."
    ),
    "parameters": {
        "type": "object",
        "properties": {
            "ref": {"type": "string", "description": "The number N of [#N], such as 312."},
            "window": {
                "type": "integer",
                "description": f"How many messages before and after to show in short. 0 to {MOST_NEIGHBOURS}, default 0.",
            },
            "part": {"type": "integer", "description": "Which page of a long message, from 1. Default 1."},
        },
        "required": ["ref"],
    },
}


def open_ref(args: Mapping[str, Any], path: Path | None, session_id: str, redact: Callable[[str], str]) -> str:
    """Answers a call of the tool."""
    given = str(args.get("ref", "")).strip()
    if re.fullmatch(r"\[?t\d+\]?", given):
        return _error("[tN] names a message that was not saved; it cannot be opened")
    match = re.fullmatch(r"\[?#?(\d{1,18})\]?", given)
    if not match:
        return _error("ref: expected the number of a [#N], such as 312")
    window = _whole(args.get("window"), 0, 0, MOST_NEIGHBOURS)
    part = _whole(args.get("part"), 1, 1, 1_000_000)
    if window is None or part is None:
        return _error("window and part: expected whole numbers")
    if path is None or not session_id:
        return _error("no session database is known here")
    number = int(match[1])
    try:
        found = rows.open_row(path, session_id, number, window)
    except sqlite3.Error as error:
        return _error(f"the session database cannot be read ({type(error).__name__})")
    if found is None:
        return _error(f"[#{number}] is no message of this conversation")
    row, before, after = found
    text = redact(row.text)
    parts = max(1, -(-len(text) // PAGE))
    if part > parts:
        return _error(f"[#{number}] has {parts} parts")
    answer: dict[str, Any] = {"success": True, "ref": number, "session_id": row.session_id, "role": row.role}
    if row.also:
        answer["also"] = list(row.also)
    if row.tool_name:
        answer["tool_name"] = row.tool_name
    answer |= {"content": text[(part - 1) * PAGE : part * PAGE], "part": part, "parts": parts, "chars": len(text)}
    if window:
        answer["before"] = [_near(near, redact) for near in before]
        answer["after"] = [_near(near, redact) for near in after]
    # Half characters, which stored JSON can hold, would not reach the provider.
    return json.dumps(answer, ensure_ascii=False).encode("utf-8", "replace").decode()


def _near(row: rows.Row, redact: Callable[[str], str]) -> dict[str, Any]:
    text = redact(row.text)
    return {"ref": row.id, "role": row.role, "content": text[:NEAR], "chars": len(text)}


def _whole(given: Any, default: int, least: int, most: int) -> int | None:
    if given is None or given == "":
        return default
    try:
        return min(max(int(given), least), most)
    except (TypeError, ValueError, OverflowError):
        return None


def _error(message: str) -> str:
    return json.dumps({"success": False, "error": message})
