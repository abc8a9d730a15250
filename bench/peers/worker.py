"""Runs one engine in a process of its own: `python worker.py ADAPTER OPTION JOBS`.

Takes `-` (see `serve`) or a JSON list of jobs: a session that `generate` made, a target in tokens (0: the engine's own choice), how often it is
timed and for how many seconds at most, and where the answer goes. The answer is JSON: the messages that came out first,
the seconds of each timed run, and by how many KiB memory grew. The first run is not timed: it warms up. Each run gets a
deep copy, which is made outside of the time. An engine that raises gives an answer with the error.
"""

from __future__ import annotations

import copy
import importlib
import json
import resource
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
import tokens  # noqa: E402
from made.session import Session  # noqa: E402
import contextlib


def resident(name: str) -> int:
    """KiB that are resident now (VmRSS) or were at the peak (VmHWM); 0 where the system does not say."""
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith(name)), 0)


def forget_peak() -> None:
    """Lets the peak begin anew, where the system can do that."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def answer(prepare: Any, option: str, job: dict[str, Any]) -> dict[str, Any]:
    """Does one job."""
    session = Session.load(Path(job["session"]))
    run = prepare(session, job["target"] or None, option)
    given = copy.deepcopy(session.messages)
    forget_peak()
    before = resident("VmRSS")
    start = time.perf_counter()
    first = run(given)
    cold = time.perf_counter() - start
    child = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    memory = child or resident("VmHWM") - before
    times: list[float] = []
    while len(times) < job["runs"] and cold + sum(times) < job["seconds"]:
        given = copy.deepcopy(session.messages)
        start = time.perf_counter()
        run(given)
        times.append(time.perf_counter() - start)
    return {"messages": first, "times": times, "cold": cold, "memory": memory}


def serve(prepare: Any, option: str) -> None:
    """Answers jobs that come one a line: messages and a target, for a caller in another environment."""
    replies, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        job = json.loads(line)
        session = Session("", "", "", 0, tokens.of_messages(job["messages"]), job["messages"], [])
        try:
            given = {"messages": prepare(session, job["target"], option)(copy.deepcopy(session.messages))}
        except Exception as error:
            given = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(given), file=replies, flush=True)


def main(adapter: str, option: str, jobs: str) -> None:
    prepare = importlib.import_module(f"engines.{adapter}").prepare
    if jobs == "-":
        return serve(prepare, option)
    for job in json.loads(Path(jobs).read_text()):
        try:
            given = answer(prepare, option, job)
        except Exception as error:  # what an engine raises is a result of the bench
            given = {"error": f"{type(error).__name__}: {error}"[:200]}
        Path(job["out"]).write_text(json.dumps(given, ensure_ascii=False), encoding="utf-8", errors="surrogatepass")


if __name__ == "__main__":
    main(*sys.argv[1:])
