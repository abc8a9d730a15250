"""Gives jobs to engines and judges what comes back.

Takes an engine, sessions and targets; gives one Row for each: size, facts, wrong statements, times, memory. A batch of
jobs of one engine is one process, so that an import that takes seconds is paid once; jobs that are timed get a process
each. What takes longer than it may is reported as that.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import tokens
from engines import Entry
from judge import Verdict, judge, strings
from made.session import Message, Session
import contextlib

HERE = Path(__file__).parent


@dataclass
class Row:
    """One engine on one session."""

    engine: str
    session: str
    target: int
    verdict: Verdict = field(default_factory=Verdict)
    times: list[float] = field(default_factory=list)
    cold: float = 0.0
    memory: int = 0
    error: str = ""
    unchanged: bool = False
    user: int = 0
    """How many of the user's messages stand there, word for word, anywhere."""


def run(
    entry: Entry, python: Path, sessions: dict[str, Path], wanted: list[tuple[str, int]], runs: int = 0, seconds: int = 60,
    keep: Path | None = None,
) -> list[Row]:  # fmt: skip
    """Runs the engine on the sessions, each with its target; `runs` times each for the clock. `keep` is a folder in which
    the text of each answer stays, for judges from outside."""
    with tempfile.TemporaryDirectory(prefix="peers-") as place:
        jobs = [
            {
                "session": str(sessions[name]),
                "target": target,
                "out": f"{place}/{i}.json",
                "runs": runs,
                "seconds": seconds,
            }
            for i, (name, target) in enumerate(wanted)
        ]
        listed = Path(place) / "jobs.json"
        listed.write_text(json.dumps(jobs))
        command = [str(python), str(HERE / "worker.py"), entry.adapter, entry.option, str(listed)]
        limit = seconds * len(jobs) + 60
        failed = ""
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=limit, env=os.environ | {"PYTHONHASHSEED": "0"})
            failed = done.stderr.strip().splitlines()[-1][:200] if done.returncode and done.stderr.strip() else ""
        except subprocess.TimeoutExpired:
            failed = f"not done after {limit} s"
        return [_row(entry, sessions[name], name, target, Path(f"{place}/{i}.json"), failed, keep) for i, (name, target) in enumerate(wanted)]


def _row(entry: Entry, path: Path, name: str, target: int, out: Path, failed: str, keep: Path | None) -> Row:
    row = Row(entry.name, name, target)
    if not out.exists():
        row.error = failed or "no answer"
        return row
    answer = json.loads(out.read_text(encoding="utf-8", errors="surrogatepass"))
    if "error" in answer:
        row.error = answer["error"]
        return row
    session = Session.load(path)
    if keep:
        text = "\n\n".join(shown(message) for message in answer["messages"])
        (keep / f"{name}.md").write_text(text, encoding="utf-8", errors="replace")
    row.verdict = judge(session, answer["messages"])
    row.times, row.cold, row.memory = answer["times"], answer["cold"], answer["memory"]
    row.unchanged = answer["messages"] == session.messages
    text = "\n".join(map(tokens.text_of, answer["messages"]))
    row.user = sum(tokens.text_of(message) in text for message in session.messages if message["role"] == "user")
    return row


def shown(message: Message) -> str:
    """A message as text, with its calls; the text of a result in JSON is taken out of it."""
    text = tokens.text_of(message)
    if message.get("role") == "tool" and text[:1] == "{":
        with contextlib.suppress(ValueError):
            text = "\n".join(strings(json.loads(text)))
    calls = [f"{c['function']['name']} {c['function']['arguments']}" for c in tokens.calls_of(message)]
    return "\n".join([f"[{message.get('role')}] {text}", *calls])
