"""Settings and the model's window, made into options of one call and into the size at which compaction starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hermes_cento import handoff
from hermes_cento.settings import Settings

# Numbers of Hermes' own compressor, so that a changed engine does not change when and how much is kept.
SMALL_WINDOW = 512_000
SMALL_WINDOW_THRESHOLD = 0.75
LEAST_THRESHOLD = 64_000
MOST_OF_WINDOW = 0.85
LEAN_SHARE = 0.025
LEAN_LEAST, LEAN_MOST = 10_000, 25_000
TAIL_SHARE = 0.20
LEAST_ROWS = 8
# Of the threshold; the host has no such number.
MOST_AFTER = 0.80


def threshold_percent(settings: Settings, model: str, provider: str, window: int) -> float:
    """The share of the window at which compaction starts: the longest matching part of the model's name, else the
    general one."""
    best, share = -1, settings.threshold
    for key, value in settings.model_thresholds.items():
        owner, _, part = key.rpartition(":")
        if part in model and (not owner or owner == provider):
            rank = 2 * len(part) + bool(owner)
            if rank > best:
                best, share = rank, value
    return max(share, SMALL_WINDOW_THRESHOLD) if 0 < window < SMALL_WINDOW else share


def threshold_tokens(settings: Settings, percent: float, window: int) -> int:
    """The same in tokens."""
    if window <= 0:
        return 0
    tokens = int(window * percent)
    if tokens < LEAST_THRESHOLD:
        tokens = max(tokens, min(LEAST_THRESHOLD, int(window * MOST_OF_WINDOW)))
    tokens = min(tokens, window - 1)
    return min(tokens, settings.threshold_tokens) if settings.threshold_tokens else tokens


def tail_tokens(settings: Settings, percent: float, window: int) -> int:
    """Tokens that the tail may take whole."""
    if window <= 0:
        return LEAN_LEAST
    if settings.tail_mode == "legacy":
        tokens = int(window * percent * settings.target_ratio)
    else:
        tokens = min(max(int(window * LEAN_SHARE), LEAN_LEAST), LEAN_MOST)
    return min(tokens, int(window * TAIL_SHARE))


def rows_to_keep(
    settings: Settings, messages: Sequence[Mapping[str, Any]], window: int, current_tokens: int | None
) -> int:
    """How many of the newest rows stay: `protect_last_n` as far as a fifth of the window, at least some, and back to
    the newest answer and the user's newest messages where those fit too."""
    room = int(window * TAIL_SHARE) if window > 0 else LEAN_MOST
    sizes = [handoff.rough_tokens(message) for message in messages]
    total = sum(sizes)
    if current_tokens and current_tokens > total:
        # Letters say too little of this text, and the provider has counted it.
        room = room * total // current_tokens
    wanted = [len(messages) - handoff.newest_reply(messages)]
    wanted.append(len(messages) - handoff.newest_user(messages, settings.min_tail_user_messages))
    least = min(settings.protect_last_n, LEAST_ROWS)
    kept = fitting = size = 0
    for tokens in reversed(sizes):
        size += tokens
        if size > room:
            break
        fitting += 1
    kept = max(min(settings.protect_last_n, fitting), least)
    return max([kept, *(rows for rows in wanted if rows <= fitting)])


def output_tokens(threshold: int, frame: int) -> int:
    """What the whole list may take without the frame: results that are too large for it are shortened, or the next
    prompt would be over the threshold again."""
    return max(int(threshold * MOST_AFTER) - frame, 1)


def summary_tokens(settings: Settings, window: int, frame: int) -> int:
    """Budget of the summary without the host's frame around it."""
    budget = min(int(window * settings.budget_ratio), settings.max_budget_tokens) if window > 0 else 0
    return max(max(budget, settings.min_budget_tokens) - frame, 300)
