"""Hermes' own compressor, for the passes that Cento cannot do.

Built when it is first needed, from the host's public class and whatever constructor it has; where that fails, the
messages stay. What it reports is copied to the engine, because the host reads it there.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any

from hermes_cento.api import Message
from hermes_cento.settings import Settings

_REPORTED = (
    "_last_compress_aborted",
    "_last_summary_error",
    "_last_summary_fallback_used",
    "_last_summary_dropped_count",
    "_last_compression_made_progress",
    "_last_compression_savings_pct",
)


class Stock:
    """The built-in compressor under the engine's model and settings."""

    def __init__(self, settings: Settings, model: Mapping[str, Any], session_db: Any, session_id: str) -> None:
        from agent.context_compressor import ContextCompressor

        wanted = {
            "model": model.get("model", ""),
            "config_context_length": model.get("context_length"),
            "base_url": model.get("base_url", ""),
            "api_key": model.get("api_key", ""),
            "provider": model.get("provider", ""),
            "api_mode": model.get("api_mode", ""),
            "quiet_mode": True,
            "threshold_percent": settings.threshold,
            "threshold_tokens_cap": settings.threshold_tokens or None,
            "protect_first_n": settings.protect_first_n,
            "protect_last_n": settings.protect_last_n,
            "summary_target_ratio": settings.target_ratio,
            "tail_mode": settings.tail_mode,
            "min_tail_user_messages": settings.min_tail_user_messages,
            "abort_on_summary_failure": settings.abort_on_summary_failure,
            "model_thresholds": settings.model_thresholds,
        }
        known = inspect.signature(ContextCompressor.__init__).parameters
        self._compressor = ContextCompressor(**{k: v for k, v in wanted.items() if k in known})
        bind = getattr(self._compressor, "bind_session_state", None)
        if callable(bind):
            bind(session_db=session_db, session_id=session_id)

    def compress(
        self, messages: list[Message], given_up: Callable[[], bool], **arguments: Any
    ) -> tuple[list[Message], dict[str, Any]]:
        """One pass; gives the messages and what the host will look for. `given_up` says whether the host still waits:
        the compressor looks for that on itself."""
        self._compressor._compression_cancelled_check = given_up
        known = inspect.signature(self._compressor.compress).parameters
        output = self._compressor.compress(messages, **{k: v for k, v in arguments.items() if k in known})
        return output, {name: getattr(self._compressor, name) for name in _REPORTED if hasattr(self._compressor, name)}
