"""A Hermes with a home folder of its own and without a model: every call of one raises."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import tempfile
from typing import Any


def compressor(window: int, **settings: Any) -> Any:
    """Hermes' own compressor for a window."""
    home = tempfile.mkdtemp(prefix="peers-hermes-")
    atexit.register(shutil.rmtree, home, ignore_errors=True)
    os.environ.update(HERMES_HOME=home, HOME=home)
    import run_agent  # type: ignore[import-not-found]  # noqa: F401  the host has all of this in memory before a compaction
    from agent import context_compressor  # type: ignore[import-not-found]

    logging.disable(logging.CRITICAL)

    def refuse(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no model in this run")

    context_compressor.call_llm = refuse
    made = context_compressor.ContextCompressor(model="none", config_context_length=window, quiet_mode=True, **settings)
    made.update_model(model="none", context_length=window)
    return made
