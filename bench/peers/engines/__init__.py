"""The engines that are compared. Each adapter is one small file; `ENGINES` lists them with what the tables say of them.

An adapter has one function, `prepare(session, target)`, which sets the engine up for the session and gives a function
from messages to messages: that one is timed. `target` is how many tokens are wanted, None for the engine's own choice.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Entry:
    """One line of the tables."""

    name: str
    adapter: str
    environment: str
    option: str = ""
    targets: bool = False
    note: str = ""


ENGINES = [
    Entry(
        "cento",
        "cento_wheel",
        "cento",
        "ladder",
        True,
        "the Python package, in process; shortens first, then a summary",
    ),
    Entry("cento project", "cento_wheel", "cento", "project", True, "the same, a summary at once"),
    Entry("cento slim", "cento_wheel", "cento", "slim", True, "the same, results shortened in place"),
    Entry("cento prune", "cento_wheel", "cento", "prune", False, "the same, calls that are not needed go"),
    Entry(
        "cento program",
        "cento_program",
        "cento",
        "project",
        False,
        "the command line: start, JSON in and out are in the time",
    ),
    Entry(
        "Hermes fallback",
        "hermes_compress",
        "hermes",
        note="Hermes 0.22.2, compress() with no model: its deterministic summary",
    ),
    Entry("Hermes prune", "hermes_prune", "hermes", note="Hermes 0.22.2, the prune pass alone"),
    Entry("LLMSlim", "llmslim_engine", "llmslim", targets=True, note="0.11.2, its engine for Hermes"),
    Entry("LLMSlim exact", "llmslim_engine", "llmslim-exact", "exact", note="the same with its exact token counts (tiktoken)"),
    Entry("slimctx", "slimctx_pipeline", "slimctx", note="0.1.0, asked for a quarter"),
    Entry("Headroom", "headroom_compress", "headroom", note="0.42.0, without its own model, which is a download"),
    Entry("claw-compactor", "claw_engine", "claw", note="7.1.0"),
    Entry("distil", "distil_messages", "distil", note="1.58.0, library"),
    Entry("contextgc", "contextgc_compile", "contextgc", note="0.4.6"),
    Entry("agent-ctx-compress", "agentctx_compress", "agentctx", targets=True, note="0.2.0; gives one text, no messages"),
    Entry("masking", "masking", "", targets=True, note="observation masking, 30 lines of our own"),
    Entry("newest only", "newest", "", targets=True, note="the newest messages that fit, nothing else: the floor"),
]
