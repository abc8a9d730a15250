"""Cento: long agent conversations made short again by fixed rules, without a language model.

`compact` is the main call. Messages are OpenAI-style dicts (`role`, `content`, `tool_calls`, `tool_call_id`); `_row_id`
is the host's number of the saved row and `_compressed_summary: True` marks a summary. A result of a tool may say beside
its content how the call ended: `exit_code` (or `exitCode`), `is_error` (or `isError`). All text
is handled inside a WebAssembly component that imports nothing, and every plan is checked against the messages before it
is applied.

The Hermes plugin is in `hermes_cento.hermes`; nothing of it is imported here.
"""

from hermes_cento.backend import CentoError, PlanRejected, SandboxError, __version__, component
from hermes_cento.backend import COMPONENT_SHA256 as component_sha256
from hermes_cento.api import Anchor, Decision, Fate, Result, anchors, compact, explain, should_compress

__all__ = [
    "Anchor",
    "CentoError",
    "Decision",
    "Fate",
    "PlanRejected",
    "Result",
    "SandboxError",
    "__version__",
    "anchors",
    "compact",
    "component",
    "component_sha256",
    "explain",
    "should_compress",
]
