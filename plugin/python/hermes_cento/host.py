"""What the engine asks of the running Hermes, each with an answer for when it is not there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent.context_engine import ContextEngine


def config() -> Mapping[str, Any]:
    """Hermes' config; empty when it cannot be read."""
    try:
        from hermes_cli.config import load_config_readonly

        loaded = load_config_readonly()
    except Exception:  # the host's own loader: whatever it raises, defaults do
        return {}
    return loaded if isinstance(loaded, Mapping) else {}


def redact(text: str) -> str:
    """Secrets masked as the host's config says; without the host's function nothing is shown."""
    try:
        from agent.redact import redact_sensitive_text
    except ImportError:
        return "[hidden: the host's redaction is missing]"
    return str(redact_sensitive_text(text))


def keeps_row_ids() -> bool:
    """Whether saved messages carry their row id (0.22 on)."""
    return hasattr(ContextEngine, "clone_for_agent")


def tags_tail() -> bool:
    """Whether the host reads, and takes away, the tag on copies of the tail (0.22 on)."""
    return hasattr(ContextEngine, "clone_for_agent")


def recall_hint(recall_tool: bool, session_id: str, continues_another: bool) -> str:
    """How a reader of the summary opens `[#N]` in this version. The host's search wants the session that has the row,
    and a session that continues another quotes rows of both."""
    ways = ["cento_open(ref=N)"] if recall_tool else []
    if ways and continues_another:
        return f"Open [#N]: {ways[0]}. [tN] was not saved."
    search = f"session_search(session_id='{session_id}', around_message_id=N)"
    if keeps_row_ids():
        ways.append(f"{search} (through tool_call where it is not in your tool list)")
    elif hasattr(ContextEngine, "select_context"):
        ways.append(search)
    elif not ways:
        # 0.19 shows archived rows only to other sessions.
        ways.append(f"{search} from another session")
    return f"Open [#N]: {' or '.join(ways)}. [tN] was not saved."
