"""Old results of tools made shorter between compactions.

`shorten` makes the new list, `save` puts it into state.db as Hermes' own compressor does. The input is never changed:
the host writes into the rows that it saves, so all of the new list are copies.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hermes_cento import handoff, recall
from hermes_cento.api import Message, Result

# The host's own numbers: less is not worth the provider's cache.
LEAST_GAIN = 4096
# Where the host keeps how large the messages must have grown before the next one; a compaction takes it away.
_REARM = "_proactive_prune_rearm_tokens"
# Steps that take from what lies between head and tail, and from no result much more than two thirds.
_CHEAP = ("newest", "results")
# Parts of the wish that are tried where the whole would take more than results.
_PARTS = (1.0, 2 / 3, 1 / 3)


def size(messages: Sequence[Mapping[str, Any]]) -> int:
    """Tokens of the messages by their letters."""
    return sum(map(handoff.rough_tokens, messages))


def shorten(
    messages: Sequence[Mapping[str, Any]], newest: int, tokens: int, target: int, compact: Callable[[int], Result]
) -> tuple[list[Message], int] | None:
    """The list with shorter results and how many there are, None where too little can be had from results alone.
    `newest`: messages that stay; `tokens`: the request as it was counted; `compact` gives a plan for a target."""
    results = size([message for message in messages[:-newest] if message.get("role") == "tool"])
    if results < LEAST_GAIN:
        return None
    # No more than there is.
    target = max(target, tokens - results, 1)
    result = compact(target)
    need = max(tokens, result.report.get("tokens_before", 0)) - target
    for part in _PARTS:
        if need * part < LEAST_GAIN or not result.changed:
            return None
        if part < 1:
            result = compact(target + need - int(need * part))
        if result.changed and result.report.get("last_step") in _CHEAP:
            break
    else:
        return None
    if result.sources != list(range(len(messages))):
        return None
    output = [dict(message) for message in messages]
    count = 0
    for index, what, _ in result.edits:
        # Texts of the assistant stay, and so does what the model asked to see whole.
        is_result = what == "rewrite" and messages[index].get("role") == "tool"
        if is_result and handoff.tool_name(messages, index) != recall.NAME:
            output[index]["content"] = result.messages[index]["content"]
            output[index].pop("api_content", None)
            count += 1
    return (output, count) if size(messages) - size(output) >= LEAST_GAIN else None


def can_save(session_db: Any, session_id: str) -> bool:
    """Whether this host saves a changed list together with its mark (0.20 on)."""
    archive = getattr(session_db, "archive_and_compact", None)
    return bool(session_id) and callable(archive) and "model_config_patch" in inspect.signature(archive).parameters


def mark(session_db: Any, session_id: str) -> int:
    """How many tokens the messages must have before the next one; 0 where nothing is noted."""
    read = getattr(session_db, "get_session_model_config_value", None)
    found = read(session_id, _REARM, 0) if callable(read) else 0
    return found if isinstance(found, int) else 0


def save(
    session_db: Any, session_id: str, messages: Sequence[Mapping[str, Any]], output: list[Message], next_mark: int
) -> None:
    """Puts the list in place of the saved one. Raises whatever the host raises, and then nothing was saved."""
    arguments: dict[str, Any] = {"model_config_patch": {_REARM: next_mark}}
    if "covered_ids" in inspect.signature(session_db.archive_and_compact).parameters:
        from agent.context_compressor import _archive_watermark_for
        from agent.conversation_compression_archive import coverage_for_commit

        covered, unresolved = coverage_for_commit(session_db, session_id, messages)
        arguments |= {"covered_ids": covered, "unresolved_held": unresolved}
        # Raises when another process has changed the session meanwhile.
        arguments["watermark"] = _archive_watermark_for(session_db, session_id, messages)
    session_db.archive_and_compact(session_id, output, **arguments)
    for row in output:
        row[handoff.PERSISTED] = True
