"""Times one compaction of about 75,000 tokens through the plugin, beside Hermes' own compressor without a model.

    python plugin/bench.py          # with a Python that has Hermes and hermes-cento

Both start from the same dicts and give dicts. CPU time of the thread and wall time; the best and the median of the runs.
"""

from __future__ import annotations

import atexit
import copy
import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HOME = tempfile.mkdtemp(prefix="cento-bench-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
os.environ.update(HERMES_HOME=HOME, HOME=HOME)

TOKENS = 75_000
WINDOW = 100_000
RUNS = 15


def session() -> list[dict[str, Any]]:
    """The sample session of the repository, grown by further copies of itself to the wanted size."""
    sample = json.loads((Path(__file__).parents[1] / "examples" / "tides.json").read_text())["messages"]
    messages: list[dict[str, Any]] = []
    size = row = 0
    while True:
        for message in sample:
            row += 1
            size += len(json.dumps(message))
            if size > TOKENS * 4:
                return messages
            messages.append(copy.deepcopy(message) | {"_row_id": row})


def timed(work: Callable[[], Any]) -> tuple[float, float]:
    wall, cpu = time.perf_counter(), time.thread_time()
    work()
    return (time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000


def runs(make: Callable[[], Callable[[], Any]]) -> str:
    all_wall, all_cpu = zip(*(timed(make()) for _ in range(RUNS)), strict=True)
    return (
        f"wall best {min(all_wall):.1f} median {statistics.median(all_wall):.1f} ms, "
        f"cpu best {min(all_cpu):.1f} median {statistics.median(all_cpu):.1f} ms"
    )


def main() -> None:
    messages = session()
    import run_agent  # noqa: F401  the host has all of this in memory long before a compaction
    from agent import context_compressor

    wall, cpu = timed(lambda: __import__("hermes_cento.engine"))
    print(f"import hermes_cento.engine: wall {wall:.1f} ms, cpu {cpu:.1f} ms")
    from hermes_cento.engine import CentoEngine

    def engine() -> CentoEngine:
        made = CentoEngine()
        made.update_model(model="toy", context_length=WINDOW)
        made.on_session_start("bench", hermes_home=HOME)
        return made

    chars = sum(len(str(m.get("content") or "")) for m in messages)
    print(f"session: {len(messages)} messages, {chars} characters of content")
    few = messages[:30]
    wall, cpu = timed(lambda: engine().compress(few, current_tokens=TOKENS))
    print(f"first use ({len(few)} messages): wall {wall:.1f} ms, cpu {cpu:.1f} ms")
    made = engine()
    print(f"cento: {runs(lambda: lambda: made.compress(messages, current_tokens=TOKENS))}")
    print(f"  {made.get_status()['last_compaction'].split('; kept')[0]}")

    def refuse(*_: Any, **__: Any) -> Any:
        raise RuntimeError("no model in this run")

    context_compressor.call_llm = refuse
    import logging

    logging.disable(logging.CRITICAL)

    def stock() -> Callable[[], Any]:
        compressor = context_compressor.ContextCompressor(model="toy", config_context_length=WINDOW, quiet_mode=True)
        given = copy.deepcopy(messages)
        return lambda: compressor.compress(given, current_tokens=TOKENS)

    print(f"stock without a model: {runs(stock)}")


if __name__ == "__main__":
    sys.exit(main())
