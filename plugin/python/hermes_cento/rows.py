"""The host's state.db, opened read-only: which saved row a message is, and what a row holds.

Only rows of the session and of the sessions it was continued from are given out. Content that the host stores as a list
is decoded. Every failure is a plain "not known": a busy or missing database never stops a compaction.
"""

from __future__ import annotations

import json
import sqlite3
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

# How the host marks a content that it stored as JSON.
_STORED_AS_JSON = "\x00json:"
# The host makes one message of neighbours that one side wrote, such as an interrupted request and the next.
_MERGED = ("user", "assistant")
_BETWEEN_MERGED = "\n\n"
_MOST_MERGED = 20
_SUMMARIES = ("[CENTO SUMMARY]", "[CONTEXT COMPACTION")


@dataclass(frozen=True, slots=True)
class Row:
    """One saved message; `also` are the rows that the host makes one message of together with it."""

    id: int
    session_id: str
    role: str
    tool_name: str | None
    text: str
    also: tuple[int, ...] = ()


@contextmanager
def _reading(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=1.0)) as connection:
        connection.execute("PRAGMA query_only = ON")
        yield connection


def ids_of(path: Path | None, session_id: str, messages: Sequence[Mapping[str, Any]]) -> list[int | None] | None:
    """The row id of each message that is saved in the session, by role, call and content, in order; None when the
    database cannot be read. Hosts before 0.22 do not keep the id on the message. A message that was made of several
    rows has the id of the first."""
    if path is None or not session_id:
        return None
    rows: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    order: list[tuple[int, str, str]] = []
    try:
        with _reading(path) as connection:
            select = "SELECT id, role, content, tool_call_id FROM messages WHERE session_id = ? AND active = 1 ORDER BY id"
            for row_id, role, content, call in connection.execute(select, (session_id,)):
                rows[role, call or "", content or ""].append(row_id)
                order.append((row_id, role, content or ""))
    except sqlite3.Error:
        return None
    found: list[int | None] = []
    last = -1
    for message in messages:
        content = message.get("content")
        key = (str(message.get("role")), str(message.get("tool_call_id") or ""), content or "")
        same = rows.get(key, []) if isinstance(key[2], str) else []
        place = bisect_right(same, last)
        if place < len(same):
            last = same[place]
            found.append(last)
        elif (first := _first_of(order, last, key[0], key[2])) is not None:
            last = first
            found.append(first)
        else:
            found.append(None)
    return found


def _first_of(order: list[tuple[int, str, str]], last: int, role: str, content: Any) -> int | None:
    """The first of the saved rows that a merged message was made of, among the next rows."""
    if role not in _MERGED or not isinstance(content, str):
        return None
    start = bisect_right(order, last, key=lambda row: row[0])
    for row_id, its_role, text in order[start : start + _MOST_MERGED]:
        if its_role == role and text and content.startswith(text + _BETWEEN_MERGED):
            return row_id
    return None


def words_behind_notices(path: Path | None, session_id: str, messages: Sequence[Mapping[str, Any]]) -> set[int]:
    """Indices of messages that the host marks as its notice, but that go on with words of the user: before 0.22 a merged
    message keeps the mark of its first row. Empty when the database cannot be read."""
    marked = {
        index: content
        for index, message in enumerate(messages)
        if message.get("display_kind") and isinstance(content := message.get("content"), str) and _BETWEEN_MERGED in content
    }
    if not marked or path is None or not path.exists():
        return set()
    try:
        with _reading(path) as connection:
            select = "SELECT content FROM messages WHERE session_id = ? AND role = 'user' AND display_kind IS NOT NULL"
            notices = {row[0] for row in connection.execute(select, (session_id,)) if row[0]}
    except sqlite3.Error:
        return set()
    rest = {
        index: content[len(notice) + len(_BETWEEN_MERGED) :]
        for index, content in marked.items()
        for notice in notices
        if content.startswith(notice + _BETWEEN_MERGED)
    }
    return {index for index, words in rest.items() if marked[index] not in notices and words not in notices}


def continues_another(path: Path | None, session_id: str) -> bool:
    """Whether the session goes on from another one; False when that is not known."""
    if path is None or not path.exists():
        return False
    try:
        with _reading(path) as connection:
            return len(_lineage(connection, session_id)) > 1
    except sqlite3.Error:
        return False


def open_row(path: Path, session_id: str, row_id: int, window: int) -> tuple[Row, list[Row], list[Row]] | None:
    """The row and up to `window` rows on either side of it; None when no session of this conversation has it.
    Raises sqlite3.Error."""
    with _reading(path) as connection:
        lineage = _lineage(connection, session_id)
        row = _fetch(connection, "id = ?", (row_id,), "id", 1)
        if not row or row[0].session_id not in lineage:
            return None
        session = row[0].session_id
        whole, first, last = _whole(connection, row[0])
        # Copies that a compaction made of kept messages would come up twice.
        shown = "session_id = ? AND (active = 1 OR compacted = 1) AND id"
        before = _fetch(connection, f"{shown} < ?", (session, first), "id DESC", window)
        after = _fetch(connection, f"{shown} > ?", (session, last), "id", window)
        return whole, before[::-1], after


def _whole(connection: sqlite3.Connection, row: Row) -> tuple[Row, int, int]:
    """The row together with those that the host makes one message of with it, and the ids of the first and last."""
    if row.role not in _MERGED or _is_summary(row):
        return row, row.id, row.id
    shown = "session_id = ? AND (active = 1 OR compacted = 1) AND id"
    run = [row]
    for near in _fetch(connection, f"{shown} > ?", (row.session_id, row.id), "id", _MOST_MERGED):
        if near.role != row.role or _is_summary(near):
            break
        run.append(near)
    # A notice of the host before words of the user goes by the number of the words.
    if any(column[1] == "display_kind" for column in connection.execute("PRAGMA table_info(messages)")):
        notice = "role = 'user' AND display_kind IS NOT NULL AND display_kind != 'steer'"
        before = f"{shown} = (SELECT max(id) FROM messages WHERE session_id = ? AND (active = 1 OR compacted = 1) AND id < ?)"
        while row.role == "user" and len(run) < _MOST_MERGED:
            values = (row.session_id, row.session_id, run[0].id)
            found = _fetch(connection, f"{before} AND {notice}", values, "id", 1)
            if not found:
                break
            run.insert(0, found[0])
    text = _BETWEEN_MERGED.join(part.text for part in run if part.text)
    also = tuple(part.id for part in run if part.id != row.id)
    return replace(row, text=text, also=also), run[0].id, run[-1].id


def _is_summary(row: Row) -> bool:
    return any(mark in row.text for mark in _SUMMARIES)


def live_messages(path: Path, session_id: str) -> list[dict[str, Any]]:
    """The messages that the next prompt is made of, as far as they are saved. Raises sqlite3.Error."""
    select = (
        "SELECT id, role, content, tool_calls, tool_call_id, tool_name FROM messages "
        "WHERE session_id = ? AND active = 1 ORDER BY id"
    )
    messages = []
    with _reading(path) as connection:
        for row_id, role, content, calls, call, tool in connection.execute(select, (session_id,)):
            message = {"role": role, "content": _text(content), "_row_id": row_id}
            if calls:
                message["tool_calls"] = _json(calls)
            if role == "tool":
                message |= {"tool_call_id": call, "tool_name": tool}
            messages.append(message)
    return messages


def _lineage(connection: sqlite3.Connection, session_id: str) -> set[str]:
    """The session, and those that it continues."""
    seen: set[str] = set()
    while session_id and session_id not in seen and len(seen) < 1000:
        seen.add(session_id)
        parent = connection.execute("SELECT parent_session_id FROM sessions WHERE id = ?", (session_id,)).fetchone()
        session_id = parent[0] if parent and parent[0] else ""
    return seen


def _fetch(connection: sqlite3.Connection, where: str, values: tuple[Any, ...], order: str, limit: int) -> list[Row]:
    select = f"SELECT id, session_id, role, tool_name, content, tool_calls FROM messages WHERE {where} ORDER BY {order} LIMIT ?"
    rows = connection.execute(select, (*values, limit)).fetchall()
    return [Row(r[0], r[1], r[2], r[3], "\n".join(filter(None, (_text(r[4]), _calls(r[5]))))) for r in rows]


def _text(stored: Any) -> str:
    if not isinstance(stored, str):
        return "" if stored is None else str(stored)
    if not stored.startswith(_STORED_AS_JSON):
        return stored
    try:
        return _words(json.loads(stored[len(_STORED_AS_JSON) :]))
    except ValueError:
        return stored


def _words(content: Any) -> str:
    """Text of decoded content; pictures are named, not shown."""
    if isinstance(content, dict) and isinstance(content.get("content"), list):
        content = content["content"]
    if not isinstance(content, list):
        return content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    parts = []
    for part in content:
        if isinstance(part, dict) and "image" in str(part.get("type")):
            parts.append("[image]")
        elif isinstance(part, dict):
            parts.append(str(part.get("text", "")))
        else:
            parts.append(str(part))
    return "\n".join(parts)


def _calls(stored: Any) -> str:
    """The calls of an assistant row, one a line."""
    functions = [call.get("function") for call in _json(stored) if isinstance(call, dict)]
    return "\n".join(f"→ {f.get('name')}: {f.get('arguments')}" for f in functions if isinstance(f, dict))


def _json(stored: Any) -> list[Any]:
    try:
        value = json.loads(stored) if isinstance(stored, str) else []
    except ValueError:
        return []
    return value if isinstance(value, list) else []
