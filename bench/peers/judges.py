"""Two judges that others wrote, run as they are: compact-audit and compaction-conformance-kit, both from PyPI.

Takes the engines and the sessions; gives for each engine what the judges say. compact-audit compares a transcript with
what replaced it, by surface; it gets each session and each engine's output at a quarter of its size (engines with no
target: at their own). The kit plants its own canaries in conversations without tools and compacts five times over; it
takes engines that take a target, at 30 % and 20 % of the text.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import environments
import jobs
from engines import Entry
from made.session import Session

HERE = Path(__file__).parent


def run(entries: list[Entry], python: dict[str, Path], made: dict[str, Path]) -> dict[str, Any]:
    """What both judges say of each engine."""
    try:
        judge = environments.python_of("judges")
    except Exception as error:
        print(f"left out: judges: {error}", file=sys.stderr)
        return {}
    out: dict[str, Any] = {"compact-audit": {}, "kit": {}}
    for entry in entries:
        print(f"judges: {entry.name}", file=sys.stderr, flush=True)
        out["compact-audit"][entry.name] = audit(judge, entry, python[entry.environment], made)
        if entry.targets:
            out["kit"][entry.name] = kit(judge, entry, python[entry.environment])
    return out


def audit(judge: Path, entry: Entry, python: Path, made: dict[str, Path]) -> dict[str, Any]:
    """Items found and kept by category, over all sessions."""
    total: dict[str, Any] = {"sessions": 0, "tokens": 0, "kept": {}, "items": {}}
    with tempfile.TemporaryDirectory(prefix="peers-audit-") as place:
        folder = Path(place)
        sizes = {name: Session.load(path).tokens for name, path in made.items()}
        wanted = [(name, sizes[name] // 4 if entry.targets else 0) for name in made]
        for row in jobs.run(entry, python, made, wanted, seconds=20, keep=folder):
            if row.error:
                continue
            session = Session.load(made[row.session])
            transcript = folder / "transcript.jsonl"
            lines = [json.dumps({"content": jobs.shown(message)}) for message in session.messages]
            transcript.write_text("\n".join(lines), encoding="utf-8")
            command = [judge, "-m", "compact_audit", "audit", transcript, folder / f"{row.session}.md", "--json"]
            done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
            answer = json.loads(done.stdout)
            total["sessions"] += 1
            total["tokens"] += row.verdict.tokens
            for category, numbers in answer["totals"].items():
                total["kept"][category] = total["kept"].get(category, 0) + numbers["kept"]
                total["items"][category] = total["items"].get(category, 0) + numbers["kept"] + numbers["dropped"]
    return total


def kit(judge: Path, entry: Entry, python: Path) -> dict[str, Any]:
    """The kit's own benchmark, two seeds of each of its corpora."""
    named = {
        "PEERS_PYTHON": python,
        "PEERS_ADAPTER": entry.adapter,
        "PEERS_OPTION": entry.option,
        "PEERS_NAME": entry.name,
    }
    command = [judge, "-m", "compaction_kit.cli", "benchmark", "--spec", f"{HERE / 'kit_compactor.py'}:Compactor"]
    options = ["--budgets", "30%,20%", "--seeds", "1-2", "--format", "json"]
    done = subprocess.run(
        [*map(str, command), *options],
        capture_output=True,
        text=True,
        timeout=120,
        env=os.environ | {k: str(v) for k, v in named.items()},
    )
    if done.returncode > 1 or not done.stdout.strip():
        return {"error": (done.stderr.strip().splitlines() or ["no answer"])[-1][:200]}
    entries = json.loads(done.stdout)["entries"]
    return {
        f"{round(one['budget_fraction'] * 100)} %": {
            "survival": one["randomized"]["overall_final_survival"],
            "updates resolved": one["semantic"]["resolved_rate"],
            "size": one["mean_final_output_ratio"],
            "within budget": one["budget_compliant"],
        }
        for one in entries
    }
