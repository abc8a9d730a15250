"""The Python API: plain data in, plain data out.

Every function is total over what conversations hold. What it refuses is the caller's: `TypeError` for messages that are
no list (or other iterable) and for a message that is no dict, `ValueError` for one without a role, for an unknown option and for a value of the wrong type. Errors name the
place and quote nothing of the conversation.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hermes_cento.backend import CentoError, Engine

__all__ = ["Anchor", "CentoError", "Decision", "Fate", "Result", "anchors", "compact", "explain", "should_compress"]

Message = dict[str, Any]

DEFAULT_ENGINE = Engine()


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a compaction.

    `messages`: the new list. Kept messages are the very objects that came in, a shortened result is a shallow copy,
    the summary is a new dict with `_compressed_summary: True`.
    `sources`: for each message of the new list its index in the old one, -1 for the summary.
    `edits`: what does not stay, as (index, "drop", "rewrite" or "drop-calls", why); calls go only with
    `strategy="prune"`. With it and with `strategy="slim"`, which only rewrites, the list has no summary.
    `report`: numbers and the outcome, by the names that the README lists; sizes in tokens are estimates.
    """

    messages: list[Message]
    sources: list[int]
    edits: list[tuple[int, str, str]]
    report: dict[str, Any]

    @property
    def changed(self) -> bool:
        """Whether the new list differs from the old one."""
        return bool(self.report["outcome"] == "compacted")

    @property
    def summary(self) -> str | None:
        """Text of the new summary, None if there is none."""
        return str(self.messages[self.sources.index(-1)]["content"]) if -1 in self.sources else None


@dataclass(frozen=True, slots=True)
class Anchor:
    """An exact identifier of what would go: `kind` is issue, commit, branch, file, error, handle or url; `first` and
    `last` are indices of messages."""

    kind: str
    text: str
    count: int
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether it is time: `tokens` was compared with `threshold`; `retry_at` is set when earlier passes gained too
    little, and says from how many tokens on the next one is worth trying."""

    compress: bool
    verdict: str
    tokens: int
    threshold: int
    retry_at: int | None


@dataclass(frozen=True, slots=True)
class Fate:
    """What becomes of one message: `fate` is kept, drop, rewrite or drop-calls."""

    index: int
    role: str
    fate: str
    why: str


def compact(
    messages: Iterable[Mapping[str, Any]],
    *,
    engine: Engine = DEFAULT_ENGINE,
    row_ids: Sequence[int | None] | None = None,
    **options: Any,
) -> Result:
    """Compacts a conversation.

    `options` are those of the README (`context_length`, `protect_last_n`, `summary_budget_tokens`, ...), sizes in
    tokens; numbers out of range are clamped and listed in `report["adjustments"]`. `row_ids` gives row ids for messages
    without `_row_id`, one entry for each message.

    Nothing to do is no error: the same messages come back and `report["reason"]` says why.
    When the sandbox fails or the plan does not hold, the same messages come back too, with the outcome "failed".
    Raises TypeError and ValueError as the module says.
    """
    given = _list(messages)
    try:
        output, sources, edits, report = engine.compact(given, _json(options), row_ids)
    except CentoError as error:
        return unchanged(given, str(error))
    return Result(output, sources, edits, json.loads(report))


def unchanged(messages: Sequence[Mapping[str, Any]], reason: str) -> Result:
    """The result of a pass that failed: everything stays."""
    count = len(messages)
    report = {
        "outcome": "failed",
        "reason": f"{reason}; the messages are unchanged",
        "messages_before": count,
        "messages_after": count,
    }
    return Result(list(messages), list(range(count)), [], report)  # type: ignore[arg-type]


def anchors(
    messages: Iterable[Mapping[str, Any]], *, max_bytes: int = 7000, engine: Engine = DEFAULT_ENGINE, **options: Any
) -> list[Anchor]:
    """Exact identifiers of the messages that `compact` would drop, most frequent first, up to `max_bytes` of them.

    Raises TypeError and ValueError as the module says, SandboxError when a limit is hit.
    """
    return [Anchor(*found) for found in engine.anchors(_list(messages), _json(options), max_bytes)]


def should_compress(
    prompt_tokens: int | None = None,
    *,
    rough_tokens: int | None = None,
    passes: Sequence[tuple[int, int]] = (),
    engine: Engine = DEFAULT_ENGINE,
    **options: Any,
) -> Decision:
    """Says whether the time has come.

    `prompt_tokens`: the last prompt as the provider counted it; `rough_tokens` stands in where it did not. `passes`:
    tokens before and after each earlier pass, oldest first. Of the options `context_length`, `threshold_percent` and
    `force` count. Raises ValueError for a bad option, SandboxError when a limit is hit.
    """
    return Decision(*engine.should_compress(prompt_tokens, rough_tokens, list(passes), _json(options)))


def explain(messages: Iterable[Mapping[str, Any]], *, engine: Engine = DEFAULT_ENGINE, **options: Any) -> list[Fate]:
    """What `compact` would do with each message, and why; one entry for each message, in order. Changes nothing.

    Raises TypeError and ValueError as the module says.
    """
    given = _list(messages)
    return fates(given, compact(given, engine=engine, **options))


def fates(messages: Sequence[Mapping[str, Any]], result: Result) -> list[Fate]:
    """The fate of each message in a result."""
    edits = {index: (what, why) for index, what, why in result.edits}
    head, tail = result.report.get("head_end", 0), result.report.get("tail_start", 0)

    def one(index: int, message: Mapping[str, Any]) -> Fate:
        fate, why = edits.get(index, ("kept", ""))
        if not why and not result.changed:
            why = str(result.report["outcome"])
        elif not why:
            why = "head" if index < head else "tail" if index >= tail else "between"
        return Fate(index, str(message.get("role")), fate, why)

    return [one(index, message) for index, message in enumerate(messages)]


def _list(messages: Iterable[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    # A text or a dict can be iterated too, and gives no messages.
    if isinstance(messages, Iterable) and not isinstance(messages, str | bytes | Mapping):
        return list(messages)
    raise TypeError(f"messages: expected a list of messages (dicts), not {type(messages).__name__}")


def _json(options: Mapping[str, Any]) -> str:
    texts = []
    for name, value in options.items():
        try:
            texts.append(f"{json.dumps(name)}:{json.dumps(value, allow_nan=False, ensure_ascii=False)}")
        except (TypeError, ValueError, RecursionError):
            raise ValueError(f"{name}: expected a finite number, a text, true or false") from None
    # Half characters, which a focus topic can hold, are not JSON.
    return f"{{{','.join(texts)}}}".encode("utf-8", "replace").decode()
