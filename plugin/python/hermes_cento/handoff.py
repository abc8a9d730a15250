"""What Hermes wants of a compacted list: its own frame around the summary, and marks on copies of kept rows.

The frame is the host's text, so that resume, display, undo and the stock compressor know the row. Where the host does
not have it, the summary stands without: it carries its own header.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hermes_cento import host, recall
from hermes_cento.backend import SIGNED_KEYS
from hermes_cento.api import Message, Result

PERSISTED = "_db_persisted"
# The newest answer comes back behind the summary when it takes no more than this share of the window.
_REPLY_SHARE = 0.05
# Copies of whole turns that hold the signed blocks once more, beside the keys that the component knows.
_SIGNED = (*SIGNED_KEYS, "anthropic_content_blocks")


def frame() -> tuple[str, str]:
    """What stands before and behind a summary in this host."""
    try:
        from agent.context_compressor import _SUMMARY_END_MARKER, SUMMARY_PREFIX
    except ImportError:
        return "", ""
    return f"{SUMMARY_PREFIX}\n", f"\n\n{_SUMMARY_END_MARKER}"


def frame_tokens() -> int:
    """What the frame costs, estimated."""
    return -(-sum(map(len, frame())) // 4)


def marked(messages: Sequence[Mapping[str, Any]], words: set[int]) -> list[Mapping[str, Any]]:
    """The messages with the mark of a summary on those that the host frames as one: some reloads lose it, and without
    it the component trusts no row of the assistant that looks like a summary. Those in `words` lose the mark of a
    notice."""
    before, _ = frame()
    messages = [
        {key: value for key, value in message.items() if key != "display_kind"} if index in words else message
        for index, message in enumerate(messages)
    ]
    return [
        {**message, "_compressed_summary": True}
        if before and isinstance(content := message.get("content"), str) and content.startswith(before)
        else message
        for message in messages
    ]


def reply_to_keep(messages: Sequence[Mapping[str, Any]], result: Result, window: int) -> int | None:
    """Index of the newest answer in words, where the plan drops it and it can stand between the summary and the words
    of the user that follow it. People still read it, and the host shows what is live."""
    reply = newest_reply(messages)
    if reply == len(messages) or reply in result.sources or -1 not in result.sources:
        return None
    at = result.sources.index(-1)
    before, behind = result.sources[:at], result.sources[at + 1 :]
    if not behind or behind[0] < reply or (before and before[-1] > reply):
        return None
    # The summary then speaks as the user does.
    alternates = messages[behind[0]].get("role") == "user" and not (before and messages[before[-1]].get("role") == "user")
    return reply if alternates and rough_tokens(messages[reply]) <= window * _REPLY_SHARE else None


def dress(messages: Sequence[Mapping[str, Any]], result: Result, reply: int | None) -> list[Message]:
    """The list for the host: copies, never the input's own objects. `reply` is put behind the summary."""
    before, behind = frame()
    has_user = any(is_users_own(message) for message in messages)
    signed_from = _first_change(result)
    open_turn = newest_user(messages)
    output: list[Message] = []
    sources = list(result.sources)
    rows = list(result.messages)
    if reply is not None:
        at = sources.index(-1)
        rows[at] = {**rows[at], "role": "user"}
        rows.insert(at + 1, dict(messages[reply]))
        sources.insert(at + 1, reply)
    for row, source in zip(rows, sources, strict=True):
        row = dict(row)
        if source < 0:
            row["content"] = f"{before}{row['content'].rstrip()}{behind}"
            row["_compressed_summary_has_user_turn"] = has_user
            output.append(row)
            continue
        original = messages[source]
        if row.get("content") is not original.get("content"):
            if tool_name(messages, source) == recall.NAME:
                # What the model asked to see whole stays whole.
                row["content"] = original["content"]
            else:
                row.pop("api_content", None)
        row.pop(PERSISTED, None)
        # Signed reasoning holds for the history it was signed in; an open round of tools has to come back whole.
        if source >= signed_from and source < open_turn:
            for key in _SIGNED:
                row.pop(key, None)
        output.append(row)
    if host.tags_tail():
        _tag_tail(output, sources, len(messages))
    return output


def _tag_tail(output: list[Message], sources: list[int], count: int) -> None:
    """The host takes as many of its newest rows for the originals of the tail as rows carry the tag."""
    for distance, source in enumerate(reversed(sources), 1):
        if source != count - distance:
            break
        output[-distance]["_compaction_tail"] = True


def _first_change(result: Result) -> int:
    """Index of the first message that did not stay."""
    return min((index for index, _, _ in result.edits), default=len(result.messages))


def tool_name(messages: Sequence[Mapping[str, Any]], index: int) -> str | None:
    """The tool of a result: as the row says, else as the nearest call before it with its id says."""
    row = messages[index]
    named = row.get("tool_name") or row.get("name")
    if named:
        return str(named)
    for message in reversed(messages[:index]):
        calls = message.get("tool_calls")
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, Mapping) and call.get("id") == row.get("tool_call_id"):
                function = call.get("function")
                return str(function.get("name")) if isinstance(function, Mapping) else None
    return None


def text_of(message: Mapping[str, Any]) -> str:
    """The words of a message."""
    content = message.get("content")
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else ()
    return "\n".join(str(p.get("text", "")) if isinstance(p, Mapping) else str(p) for p in parts)


def rough_tokens(message: Mapping[str, Any]) -> int:
    """Size of a message by its letters."""
    size = len(text_of(message)) + len(str(message.get("reasoning_content") or message.get("reasoning") or ""))
    calls = message.get("tool_calls")
    for call in calls if isinstance(calls, list) else ():
        function = call.get("function") if isinstance(call, Mapping) else None
        size += len(str(function.get("arguments", ""))) if isinstance(function, Mapping) else 0
    return 4 + size // 4


def is_users_own(message: Mapping[str, Any]) -> bool:
    """Whether a person wrote the row, as the host sees it."""
    if message.get("role") != "user" or message.get("_compressed_summary"):
        return False
    try:
        from agent.conversation_compression import _is_real_user_message
    except ImportError:
        return bool(text_of(message).strip())
    return bool(_is_real_user_message(message))


def newest_user(messages: Sequence[Mapping[str, Any]], count: int = 1) -> int:
    """Index of the newest message of the user, or of the `count`th from the end; the length where there is none."""
    found = len(messages)
    for index in range(len(messages) - 1, -1, -1):
        if is_users_own(messages[index]):
            found, count = index, count - 1
            if count <= 0:
                break
    return found


def newest_reply(messages: Sequence[Mapping[str, Any]]) -> int:
    """Index of the newest answer in words; the length where there is none."""
    for index in range(len(messages) - 1, -1, -1):
        row = messages[index]
        if row.get("role") == "assistant" and not row.get("tool_calls") and not row.get("_compressed_summary"):
            if text_of(row).strip():
                return index
    return len(messages)
