"""Writes what was measured: peers.json with every figure, peers.md with tables, facts.svg and time.svg.

Takes the rows of the facts, those of the clock, what the judges from outside said, and the sessions; gives the four files
in the folder. Times, memory and the machine differ from run to run; all else is the same for the same versions.
"""

from __future__ import annotations

import json
import os
import platform
import statistics
from dataclasses import asdict
from pathlib import Path
from typing import Any

import tables
from engines import Entry
from groups import groups
from jobs import Row
from made.session import Session
from plot import Axis, Series, plot


def write(
    out: Path,
    entries: list[Entry],
    facts: list[Row],
    clock: list[Row],
    outside: dict[str, Any],
    made: dict[str, Session],
) -> None:
    """Writes the files."""
    out.mkdir(parents=True, exist_ok=True)
    sizes = {name: session.tokens for name, session in made.items()}
    data = {
        "machine": machine(),
        "sessions": [{"name": s.name, "seed": s.seed, "tokens": s.tokens, "messages": len(s.messages), "facts": len(s.facts)} for s in made.values()],
        "facts": [_facts(row) for row in facts],
        "clock": [
            {
                "engine": r.engine,
                "session": r.session,
                "seconds": [round(one, 6) for one in r.times],
                "first": round(r.cold, 6),
                "kib": r.memory,
                "error": r.error,
            }
            for r in clock
        ],
        "judges": outside,
    }
    (out / "peers.json").write_text(lines(data), encoding="utf-8")
    text = tables.page(machine(), entries, facts, clock, outside, sizes)
    (out / "peers.md").write_text(text, encoding="utf-8")
    (out / "facts.svg").write_text(_facts_plot(entries, facts, sizes), encoding="utf-8")
    (out / "time.svg").write_text(_time_plot(entries, clock), encoding="utf-8")


def lines(data: dict[str, Any]) -> str:
    """JSON with one entry of a list in a line: small, and a change of one row is a change of one line."""
    parts = []
    for name, value in data.items():
        if isinstance(value, list):
            rows = ",\n".join(json.dumps(row, ensure_ascii=False) for row in value)
            parts.append(f'"{name}": [\n{rows}\n]')
        else:
            parts.append(f'"{name}": {json.dumps(value, ensure_ascii=False)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


def machine() -> str:
    """What it ran on, in a line."""
    cpu = platform.processor() or platform.machine()
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        cpu = next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        pass
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{cpu}, {os.cpu_count()} cores{load}; {platform.system()}, Python {platform.python_version()}"


def _facts(row: Row) -> dict[str, Any]:
    verdict = asdict(row.verdict)
    verdict["lost"] = (
        [f"{fact.kind}: {fact.must[-1]}"[:120] for fact in row.verdict.lost] if row.engine.startswith("cento") and row.target == 0 else []
    )
    return {
        "engine": row.engine,
        "session": row.session,
        "target": row.target,
        "error": row.error,
        "unchanged": row.unchanged,
    } | verdict


def _facts_plot(entries: list[Entry], facts: list[Row], sizes: dict[str, int]) -> str:
    longest = max(map(_size, sizes))
    series = []
    for look, entry in enumerate(entries):
        if entry.name == "cento program":
            continue
        rows = [row for row in facts if row.engine == entry.name and not row.error and _size(row.session) == longest]
        found = [group for group in groups(rows, sizes) if group.share or not entry.targets]
        points = [(max(2.0, 100 * g.tokens / g.before), 100 * g.kept / g.facts) for g in found]
        series.append(Series(entry.name, points, look, entry.name.startswith("cento")))
    x = Axis("tokens after, in % of the session", [2, 5, 10, 25, 50, 100], lambda v: f"{v:g} %", log=True)
    y = Axis("facts kept", [0, 20, 40, 60, 80, 100], lambda v: f"{v:g} %")
    return plot(f"Facts kept by size of what is left; sessions of {longest:,} tokens", x, y, series)


def _time_plot(entries: list[Entry], clock: list[Row]) -> str:
    series = []
    for look, entry in enumerate(entries):
        rows = [row for row in clock if row.engine == entry.name and not row.error]
        points = [(float(_size(row.session)), 1000 * statistics.median(row.times or [row.cold])) for row in rows]
        series.append(Series(entry.name, points, look, entry.name.startswith("cento")))
    x = Axis("tokens of the session", [20_000, 100_000, 1_000_000, 2_000_000], lambda v: f"{v / 1000:,.0f}k", log=True)
    y = Axis("one compaction, ms (median)", [0.1, 1, 10, 100, 1000, 10_000], lambda v: f"{v:g}", log=True)
    return plot("Time of one compaction", x, y, series)


def _size(name: str) -> int:
    return int(name.rsplit("-", 1)[1].rstrip("k")) * 1000
