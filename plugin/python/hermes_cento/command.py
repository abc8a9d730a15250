"""The chat command /cento: status, explain, preview.

Answers in numbers and names of sections. It never shows text of a conversation: on a gateway the command does not know
which chat asks.
"""

from __future__ import annotations

import sqlite3
from collections import Counter

from hermes_cento import __version__, api, component_sha256, engine

NAME = "cento"
DESCRIPTION = "Cento, the context engine: status, explain (the last compaction), preview (the next one)"
ARGUMENTS = "status|explain|preview"


def run(arguments: str = "") -> str:
    """Answers the command."""
    words = (arguments or "").split()
    verb = words[0].lower() if words else "status"
    answers = {"status": status, "explain": explain, "preview": preview}
    if verb not in answers:
        return f"/cento {ARGUMENTS}"
    live = engine.newest()
    if live is None:
        return f"Cento {__version__} is loaded, but no session uses it. Is `context.engine: cento` set?"
    return answers[verb](live)


def status(live: engine.CentoEngine) -> str:
    """What runs, and how full the window is."""
    now = live.get_status()
    return "\n".join(
        (
            f"Cento {__version__}, component {component_sha256[:12]}",
            f"prompt {now['last_prompt_tokens']} of {now['context_length']} tokens; "
            f"compaction starts at {now['threshold_tokens']}",
            f"compactions {now['compression_count']}; last: {now['last_compaction']}",
        )
    )


def explain(live: engine.CentoEngine) -> str:
    """What the last compaction did, and why."""
    result = live.last_result()
    return _describe(result) if result else "No compaction yet in this session."


def preview(live: engine.CentoEngine) -> str:
    """What a compaction would do now with what is saved."""
    try:
        messages = live.saved_messages()
    except sqlite3.Error as error:
        return f"The session database cannot be read ({type(error).__name__})."
    if not messages:
        return "Nothing is saved yet."
    return _describe(live.plan(messages))


def _describe(result: api.Result) -> str:
    report = result.report
    lines = [str(report["reason"])]
    dropped = Counter(f"{what} ({why})" for _, what, why in result.edits)
    lines += [f"{count} messages: {what}" for what, count in sorted(dropped.items())]
    for section in report.get("sections", []):
        left = f", {section['omitted']} left out" if section["omitted"] else ""
        lines.append(f"{section['heading']}: {section['shown']} lines{left}, {section['tokens']} tokens")
    if report.get("masked"):
        lines.append(f"{report['masked']} secrets masked")
    return "\n".join(lines)
