"""The context engine: Hermes' public interface on one side, `hermes_cento.api` on the other.

Promises, whatever happens: `compress` does not raise and does not change its input; two passes on one engine do not
disturb each other, and the late one leaves no trace; nothing of the conversation is logged.
"""

from __future__ import annotations

import logging
import math
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agent.context_engine import ContextEngine

from hermes_cento import api, backend, budget, handoff, host, prune, recall, rows
from hermes_cento.api import Message, Result
from hermes_cento.fallback import Stock
from hermes_cento.settings import Settings

NAME = "cento"
# One name for both ways that the host loads the plugin.
logger = logging.getLogger("hermes_cento")

_live: weakref.WeakSet[CentoEngine] = weakref.WeakSet()


def newest() -> CentoEngine | None:
    """The engine whose session began last, for the chat command."""
    return max(list(_live), key=lambda engine: engine.started, default=None)


class CentoEngine(ContextEngine):  # type: ignore[misc]
    """Compacts by exact quotes, without a model."""

    emit_automatic_compaction_status = False

    def __init__(self) -> None:
        self.settings = Settings()
        self._warned: set[str] = set()
        self._model: dict[str, Any] = {}
        self._session_id = ""
        self._session_db: Any = None
        self._database: Path | None = None
        self._last: Result | None = None
        self._last_line = "no compaction yet"
        self._passes: list[tuple[int, int]] = []
        self._told = False
        self._told_of_memory = False
        self._newest_pass = 0
        self._pruned_in_vain: int | None = None
        self._guard = threading.Lock()
        self.started = 0.0
        self.summary_target_ratio = 0.20
        self.last_real_prompt_tokens = 0
        self.last_compression_rough_tokens = 0
        self.awaiting_real_usage_after_compression = False
        self._usage_is_missing = False
        self._last_compress_aborted = False
        self._last_summary_error: str | None = None
        self._last_summary_fallback_used = False
        self._last_compression_made_progress = False
        self.configure()

    @property
    def name(self) -> str:
        return NAME

    # Copies: locks and handles stay behind, settings and sizes come along.

    def clone_for_agent(self) -> CentoEngine:
        clone = type(self)()
        for name in ("context_length", "threshold_tokens", "threshold_percent", "protect_first_n", "protect_last_n"):
            setattr(clone, name, getattr(self, name))
        clone.settings, clone._model, clone._warned = self.settings, dict(self._model), set(self._warned)
        return clone

    def __deepcopy__(self, memo: dict[int, Any]) -> CentoEngine:
        return self.clone_for_agent()

    # Settings and sizes.

    def configure(self) -> None:
        """Reads the settings; says once what is wrong with them."""
        self.settings = Settings.read(host.config(), self._warn)
        self.protect_first_n = self.settings.protect_first_n
        self.protect_last_n = self.settings.protect_last_n
        self.summary_target_ratio = self.settings.target_ratio

    def _warn(self, message: str) -> None:
        if message not in self._warned:
            self._warned.add(message)
            logger.warning("cento: %s", message)

    def update_model(
        self,
        model: str,
        context_length: int,
        base_url: str = "",
        api_key: Any = "",
        provider: str = "",
        api_mode: str = "",
        **_: Any,
    ) -> None:
        self.configure()
        self._model = {"model": model, "context_length": context_length, "base_url": base_url, "api_key": api_key}
        self._model |= {"provider": provider, "api_mode": api_mode}
        self.context_length = int(context_length or 0)
        self.threshold_percent = budget.threshold_percent(self.settings, model or "", provider or "", self.context_length)
        self.threshold_tokens = budget.threshold_tokens(self.settings, self.threshold_percent, self.context_length)

    def update_from_response(self, usage: dict[str, Any]) -> None:
        usage = usage or {}
        prompt = _whole(usage.get("prompt_tokens"))
        self.last_prompt_tokens = prompt
        self.last_completion_tokens = _whole(usage.get("completion_tokens"))
        self.last_total_tokens = _whole(usage.get("total_tokens")) or prompt + self.last_completion_tokens
        self.awaiting_real_usage_after_compression = False
        self._usage_is_missing = prompt <= 0
        if prompt > 0:
            self.last_real_prompt_tokens = prompt

    # When.

    def should_compress(self, prompt_tokens: int | None = None) -> bool:
        return self.should_compress_info(prompt_tokens)[0]

    def should_compress_info(self, prompt_tokens: int | None = None) -> tuple[bool, str | None]:
        tokens = self.last_prompt_tokens if prompt_tokens is None else _whole(prompt_tokens)
        if self.threshold_tokens <= 0 or tokens < self.threshold_tokens:
            return False, None
        if len(self._passes) < 2:
            return True, None
        # The component knows when earlier passes gained too little; its window is such that the threshold is ours.
        window = -(-self.threshold_tokens * 100 // 75)
        try:
            decision = api.should_compress(
                tokens, passes=self._passes, context_length=window, threshold_percent=75
            )
        except (api.CentoError, OverflowError):
            return True, None
        return (False, "ineffective") if decision.verdict == "no-gain-until" else (True, None)

    def should_defer_preflight_to_real_usage(self, rough_tokens: int) -> bool:
        """Right after a compaction a rough count says little: one answer of the provider says more."""
        if rough_tokens < self.threshold_tokens or self._usage_is_missing:
            return False
        return bool(self.awaiting_real_usage_after_compression)

    def has_content_to_compress(self, messages: list[Message]) -> bool:
        try:
            return self.plan(messages).changed
        except Exception:  # the host asks only to word its answer
            return True

    def get_automatic_compaction_status_message(self, *, phase: str, default_message: str, **context: Any) -> str | None:
        """Silent: it is over before the line could be read."""
        return None

    # What.

    def compress(
        self,
        messages: list[Message],
        current_tokens: int | None = None,
        focus_topic: str | None = None,
        force: bool = False,
        memory_context: str = "",
        bypass_cooldown: bool = False,
    ) -> list[Message]:
        attempt = self._begin()
        # What Hermes' own compressor would be given.
        arguments = {"current_tokens": current_tokens, "focus_topic": focus_topic, "force": force}
        arguments |= {"memory_context": memory_context, "bypass_cooldown": bypass_cooldown}
        self._last_compress_aborted = False
        self._last_summary_error = None
        self._last_summary_fallback_used = False
        self._last_compression_made_progress = False
        try:
            start = time.perf_counter()
            result = self._plan(messages, current_tokens, focus_topic, force)
            if result.report["outcome"] == "failed":
                return self._fall_back(attempt, messages, result.report["reason"], arguments)
            if not result.changed:
                self._note(attempt, result, f"nothing done: {result.report['outcome']}")
                return messages
            reply = handoff.reply_to_keep(messages, result, self.context_length)
            added = handoff.frame_tokens() + (handoff.rough_tokens(messages[reply]) if reply is not None else 0)
            if result.report["tokens_after"] + added >= result.report["tokens_before"]:
                # The component does not know the host's frame.
                self._note(attempt, result, "nothing done: would-not-shrink")
                return messages
            if memory_context and not self._told_of_memory:
                self._told_of_memory = True
                logger.info("cento: what memory providers offer for the summary is not used")
            output = handoff.dress(messages, result, reply)
            seconds = time.perf_counter() - start
            self._done(attempt, result, messages, output, seconds, added)
            return output
        except Exception as error:  # an exception would end the user's turn
            return self._fall_back(attempt, messages, f"unexpected {type(error).__name__}", arguments)

    def _plan(
        self, messages: Sequence[Mapping[str, Any]], current_tokens: int | None, focus: str | None, force: bool
    ) -> Result:
        settings, window = self.settings, self.context_length
        options: dict[str, Any] = {
            "context_length": window,
            "protect_first_n": self.protect_first_n,
            "protect_last_n": budget.rows_to_keep(settings, messages, window, current_tokens),
            "tail_token_budget": budget.tail_tokens(settings, self.threshold_percent, window),
            "summary_budget_tokens": budget.summary_tokens(settings, window, handoff.frame_tokens()),
            "recall_hint": self._recall_hint(),
            "focus_topic": focus,
            "force": bool(force),
        }
        if self.threshold_tokens > 0:
            options["max_output_tokens"] = budget.output_tokens(self.threshold_tokens, handoff.frame_tokens())
        if current_tokens and current_tokens > 0:
            options["current_tokens"] = int(current_tokens)
        try:
            words = rows.words_behind_notices(self._database, self._session_id, messages)
            return api.compact(handoff.marked(messages, words), row_ids=self._row_ids(messages), **options)
        except (TypeError, ValueError) as error:
            # Names a place such as messages[3].role, and no text.
            return api.unchanged(messages, str(error))

    def _recall_hint(self) -> str | None:
        if not self._session_id:
            return None
        continues = rows.continues_another(self._database, self._session_id)
        return host.recall_hint(self.settings.recall_tool, self._session_id, continues)

    def _row_ids(self, messages: Sequence[Mapping[str, Any]]) -> list[int | None] | None:
        """Ids of saved rows, where the host does not keep them on the message: before 0.22, and after some reloads.
        Rows that stay in any case need none."""
        if all("_row_id" in message for message in messages[: -budget.LEAST_ROWS]):
            return None
        return rows.ids_of(self._database, self._session_id, messages)

    # Between compactions.

    def prune_tool_results_only(
        self, messages: list[Message], current_tokens: int | None = None
    ) -> tuple[list[Message], int]:
        """Old results made shorter and saved so, where the settings ask for it: a new list and how many; else the very
        list that came in, and 0."""
        try:
            return self._prune(messages, _whole(current_tokens)) or (messages, 0)
        except Exception as error:  # of the host's database among others
            self._warn(f"old results stay as they are ({type(error).__name__})")
            return messages, 0

    def _prune(self, messages: list[Message], current_tokens: int) -> tuple[list[Message], int] | None:
        trigger = self.settings.proactive_prune_tokens
        if trigger <= 0 or 0 < current_tokens < trigger or not prune.can_save(self._session_db, self._session_id):
            return None
        start = time.perf_counter()
        before = prune.size(messages)
        tokens = current_tokens or before
        vain = self._pruned_in_vain
        if tokens < trigger or (vain is not None and abs(before - vain) < prune.LEAST_GAIN):
            return None
        # The mark knows the messages only: what is sent besides them can fill the window too.
        full = 0 < self.threshold_tokens <= tokens
        if before < prune.mark(self._session_db, self._session_id) and not full:
            return None
        options: dict[str, Any] = {
            "strategy": "slim",
            "context_length": self.context_length,
            "protect_first_n": self.protect_first_n,
            "protect_last_n": self.protect_last_n,
            "tail_token_budget": min(
                budget.tail_tokens(self.settings, self.threshold_percent, self.context_length), trigger // 4
            ),
            "runway_tokens": prune.LEAST_GAIN,
            "protected_tools": [recall.NAME],
            "current_tokens": tokens,
        }
        given = handoff.marked(messages, rows.words_behind_notices(self._database, self._session_id, messages))
        ids = self._row_ids(messages)
        shorter = prune.shorten(
            messages,
            max(self.protect_last_n, 1),
            tokens,
            trigger // 2,
            lambda target: api.compact(given, row_ids=ids, target_tokens=target, **options),
        )
        if shorter is None:
            self._pruned_in_vain = before
            return None
        output, count = shorter
        after = prune.size(output)
        # As much as it took, and as the setting says, has to come before the next one.
        prune.save(self._session_db, self._session_id, messages, output, after + max(before - after, trigger))
        self._pruned_in_vain = None
        seconds = time.perf_counter() - start
        logger.info(f"cento: {count} old results shortened, ~{before} -> ~{after} tokens, {seconds * 1000:.1f} ms")
        return output, count

    def plan(self, messages: Sequence[Mapping[str, Any]]) -> Result:
        """What a compaction would do; nothing is changed."""
        return self._plan(messages, None, None, True)

    def last_result(self) -> Result | None:
        """What the last pass of this session did."""
        return self._last

    def saved_messages(self) -> list[Message]:
        """The session as it is saved. Raises sqlite3.Error."""
        return rows.live_messages(self._database, self._session_id) if self._database else []

    # What came of it.

    def _begin(self) -> int:
        with self._guard:
            self._newest_pass += 1
            return self._newest_pass

    def _is_current(self, attempt: int) -> bool:
        """Whether the host still waits for this pass: one that it gave up may run on, even while the next one does."""
        given_up = getattr(self, "_compression_cancelled_check", None)
        try:
            return attempt == self._newest_pass and not (callable(given_up) and given_up())
        except Exception:  # the host's own code
            return attempt == self._newest_pass

    def _done(
        self,
        attempt: int,
        result: Result,
        messages: list[Message],
        output: list[Message],
        seconds: float,
        added: int,
    ) -> None:
        report = result.report
        shown = ", ".join(f"{s['shown']} {s['heading']}" for s in report.get("sections", []))
        line = (
            f"{report['messages_before']} -> {len(output)} messages, "
            f"~{report['tokens_before']} -> ~{report['tokens_after'] + added} tokens, "
            f"{_chars(messages)} -> {_chars(output)} characters, {seconds * 1000:.1f} ms, no LLM call; kept: {shown}"
        )
        if not self._note(attempt, result, line):
            return
        with self._guard:
            self.compression_count += 1
            self._passes = [*self._passes[-3:], (report["tokens_before"], report["tokens_after"])]
            self._last_compression_made_progress = True
        logger.info("cento: %s", line)

    def _note(self, attempt: int, result: Result, line: str) -> bool:
        """Remembers a pass; False when nobody waits for it any more."""
        if not self._is_current(attempt):
            return False
        self._last, self._last_line = result, line
        return True

    def _fall_back(
        self, attempt: int, messages: list[Message], reason: str, arguments: dict[str, Any]
    ) -> list[Message]:
        """Hermes' own compressor does the pass, or nobody does."""
        if not self._is_current(attempt):
            return messages
        reason = reason.removesuffix("; the messages are unchanged")
        if not self.settings.fallback_to_llm:
            logger.warning("cento: no plan (%s); the messages stay as they are", reason)
            self._last_line = f"no plan: {reason}"
            self._last_compress_aborted = True
            self._last_summary_error = f"Cento gave no plan ({reason})"
            return messages
        logger.warning("cento: no plan (%s); Hermes' own compressor does this pass", reason)
        self._last_line = f"no plan: {reason}; Hermes' own compressor did it"
        try:
            stock = Stock(self.settings, self._model, self._session_db, self._session_id)
            output, reported = stock.compress(messages, lambda: not self._is_current(attempt), **arguments)
        except Exception as error:  # the host's code: whatever it raises must not end the user's turn
            if not self._is_current(attempt):
                return messages
            logger.warning("cento: Hermes' own compressor failed too (%s); the messages stay", type(error).__name__)
            self._last_compress_aborted = True
            self._last_summary_error = f"Cento gave no plan ({reason}), and Hermes' own compressor failed"
            return messages
        if not self._is_current(attempt):
            return messages
        for name, value in reported.items():
            setattr(self, name, value)
        if output is not messages and not self._last_compress_aborted:
            self.compression_count += 1
            if not self._told and not self._last_summary_error:
                self._told = True
                self._last_summary_error = f"Cento gave no plan ({reason}); Hermes' own compressor made the summary"
        return output

    # Sessions.

    def bind_session_state(self, session_db: Any = None, session_id: str = "") -> None:
        self._session_db = session_db
        path = getattr(session_db, "db_path", None)
        if isinstance(path, str | Path) and str(path) != ":memory:":
            self._database = Path(path)
        self._session_id = session_id or self._session_id

    def on_session_start(self, session_id: str, **kwargs: Any) -> None:
        if session_id != self._session_id and kwargs.get("boundary_reason") != "compression":
            self._passes = []
        self._session_id = session_id
        self.started = time.monotonic()
        _live.add(self)
        backend.prepare()
        home = kwargs.get("hermes_home")
        if self._database is None and home:
            self._database = Path(str(home)) / "state.db"

    def on_session_end(self, session_id: str, messages: list[Message]) -> None:
        """Called inside every commit too: nothing that the next pass needs may go here."""

    def on_session_reset(self) -> None:
        super().on_session_reset()
        self._passes = []
        self._last, self._last_line = None, "no compaction yet"
        self.last_real_prompt_tokens = 0
        self.awaiting_real_usage_after_compression = False

    # Tool and status.

    def get_tool_schemas(self) -> list[dict[str, Any]]:
        return [recall.SCHEMA] if self.settings.recall_tool else []

    def handle_tool_call(self, name: str, args: dict[str, Any], **kwargs: Any) -> str:
        if name != recall.NAME:
            return str(super().handle_tool_call(name, args, **kwargs))
        return recall.open_ref(args if isinstance(args, Mapping) else {}, self._database, self._session_id, host.redact)

    def get_status(self) -> dict[str, Any]:
        last = max(self.last_prompt_tokens, 0)
        return {
            "engine": NAME,
            "last_prompt_tokens": last,
            "threshold_tokens": self.threshold_tokens,
            "context_length": self.context_length,
            "usage_percent": min(100.0, last / self.context_length * 100) if self.context_length else 0,
            "compression_count": self.compression_count,
            "last_compaction": self._last_line,
        }


def _whole(value: Any) -> int:
    return int(value) if isinstance(value, int | float) and math.isfinite(value) else 0


def _chars(messages: Sequence[Mapping[str, Any]]) -> int:
    return sum(len(handoff.text_of(message)) for message in messages)
