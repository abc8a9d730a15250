"""Runs one engine on one session in a process of its own: `python worker.py ADAPTER OPTION SESSION OUT TARGET RUNS SECONDS`.

Takes what to run, a session that `generate` wrote, a target in tokens (0: the engine's own choice), how often and for how
long at most; writes JSON: the messages that came out first, the seconds of each run, and the memory that they needed. One
run before the timed ones warms up. Each run gets a deep copy, which is made outside of the time.
"""

from __future__ import annotations

import copy
import importlib
import json
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from made.session import Session  # noqa: E402


def peak(who: int) -> int:
    """Largest resident memory in KiB so far."""
    return resource.getrusage(who).ru_maxrss


def main(adapter: str, option: str, path: str, out: str, target: str, runs: str, seconds: str) -> None:
    session = Session.load(Path(path))
    run = importlib.import_module(f"engines.{adapter}").prepare(session, int(target) or None, option)
    given = copy.deepcopy(session.messages)
    before = peak(resource.RUSAGE_SELF)
    start = time.perf_counter()
    first = run(given)
    times, cold = [], time.perf_counter() - start
    child = peak(resource.RUSAGE_CHILDREN)
    memory = child if child > 4096 else peak(resource.RUSAGE_SELF) - before
    spent = cold
    while len(times) < int(runs) and spent + cold < float(seconds):
        given = copy.deepcopy(session.messages)
        start = time.perf_counter()
        run(given)
        times.append(time.perf_counter() - start)
        spent += times[-1]
    Path(out).write_text(json.dumps({"messages": first, "times": times, "cold": cold, "memory": memory}, ensure_ascii=False))


if __name__ == "__main__":
    main(*sys.argv[1:])
