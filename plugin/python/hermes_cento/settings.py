"""The settings: one frozen dataclass, documented and bounded here and nowhere else.

They stand under `context.cento` in Hermes' config.yaml, or under `plugins.entries.cento.settings`; the former wins.
Where neither sets one of the host's own keys, the `compression:` section counts, so that one config serves both engines.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any


def _setting(default: Any, doc: str, least: float | None = None, most: float | None = None, host: bool = False) -> Any:
    """`host`: also read from the `compression:` section, under the same name."""
    metadata = {"doc": doc, "least": least, "most": most, "host": host}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class Settings:
    """Settings of the engine; sizes in tokens."""

    budget_ratio: float = _setting(0.06, "Share of the context window for the summary.", 0.01, 0.30)
    min_budget_tokens: int = _setting(1500, "Least budget of the summary.", 300, 50_000)
    max_budget_tokens: int = _setting(8000, "Most budget of the summary.", 500, 100_000)
    fallback_to_llm: bool = _setting(True, "When Cento gives no plan: Hermes' own compressor does that pass.")
    recall_tool: bool = _setting(True, "Offer the tool cento_open, which shows the original of a [#N].")
    threshold: float = _setting(0.50, "Share of the window at which compaction starts.", 0.10, 0.95, host=True)
    threshold_tokens: int = _setting(0, "Upper bound of that start in tokens; 0 is none.", 0, 100_000_000, host=True)
    protect_first_n: int = _setting(3, "Messages after the system message that stay.", 0, 1000, host=True)
    protect_last_n: int = _setting(20, "Newest messages that stay, as far as a fifth of the window.", 1, 10_000, host=True)
    target_ratio: float = _setting(0.20, "Tail as a share of the threshold, in tail_mode legacy.", 0.10, 0.80, host=True)
    tail_mode: str = _setting("lean", "lean: 2.5 % of the window, 10,000 to 25,000. legacy: by target_ratio.", host=True)
    min_tail_user_messages: int = _setting(1, "Newest messages of the user that stay.", 1, 100, host=True)
    proactive_prune_tokens: int = _setting(0, "Prompt at which old results are shortened; 0 is off.", 0, 100_000_000, host=True)
    abort_on_summary_failure: bool = _setting(False, "Leave the messages when Hermes' own compressor fails.", host=True)
    model_thresholds: dict[str, float] = _setting({}, "Threshold by part of the model's name.", host=True)

    @classmethod
    def read(cls, config: Mapping[str, Any], warn: Callable[[str], None]) -> Settings:
        """Reads Hermes' config. What is out of range is clamped, what cannot be read keeps its default; both warn."""
        own = _section(config, "context", "cento")
        entry = _section(config, "plugins", "entries", "cento", "settings")
        host = _section(config, "compression")
        known = {f.name for f in fields(cls)}
        for name in sorted({str(key) for key in (*own, *entry)} - known):
            warn(f"context.cento.{name}: no setting of this name")
        found: dict[str, Any] = {}
        for f in fields(cls):
            sections = [("context.cento", own), ("plugins.entries.cento.settings", entry)]
            if f.metadata["host"]:
                sections.append(("compression", host))
            for where, section in sections:
                if section.get(f.name) is not None:
                    value = _value(f"{where}.{f.name}", section[f.name], getattr(cls(), f.name), f.metadata, warn)
                    found[f.name] = value
                    break
        return replace(cls(), **found)


def schema() -> Iterator[tuple[str, dict[str, Any]]]:
    """The settings for the manifest's `config_schema`: name, and type, default and description."""
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", dict: "object"}
    for f in fields(Settings):
        default = getattr(Settings(), f.name)
        doc = f.metadata["doc"]
        if f.metadata["least"] is not None:
            doc = f"{doc} {f.metadata['least']:,} to {f.metadata['most']:,}."
        entry: dict[str, Any] = {"type": kinds[type(default)], "default": default, "description": doc}
        if f.name == "tail_mode":
            entry["choices"] = ["lean", "legacy"]
        yield f.name, entry


def _section(config: Any, *path: str) -> Mapping[str, Any]:
    for key in path:
        config = config.get(key) if isinstance(config, Mapping) else None
    return config if isinstance(config, Mapping) else {}


def _value(name: str, given: Any, default: Any, metadata: Mapping[str, Any], warn: Callable[[str], None]) -> Any:
    read: Any
    if isinstance(default, bool):
        read = _flag(given)
    elif isinstance(default, str):
        word = str(given).strip().lower()
        read = word if word in ("lean", "legacy") else None
    elif isinstance(default, dict):
        if not isinstance(given, Mapping):
            read = None
        else:
            read = {str(k): float(v) for k, v in given.items() if isinstance(v, int | float) and not isinstance(v, bool)}
    else:
        return _number(name, given, default, metadata, warn)
    if read is None:
        warn(f"{name}: cannot be read, the default {default!r} is used")
        return default
    return read


def _flag(given: Any) -> bool | None:
    words = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
    return given if isinstance(given, bool) else words.get(str(given).strip().lower())


def _number(name: str, given: Any, default: Any, metadata: Mapping[str, Any], warn: Callable[[str], None]) -> Any:
    try:
        number = float(given) if not isinstance(given, bool) else math.nan
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if math.isnan(number):
        warn(f"{name}: not a number, the default {default!r} is used")
        return default
    used = min(max(number, metadata["least"]), metadata["most"])
    if used != number:
        warn(f"{name}: {given} is out of range, {used:g} is used")
    return type(default)(used)
