"""Writes model.json and model.md: raw figures for each conversation, then sums with their spread."""

from __future__ import annotations

import json
import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "peers"))
import report  # noqa: E402

Row = dict[str, Any]


def write(out: Path, rows: list[Row]) -> None:
    """Writes both files."""
    out.mkdir(parents=True, exist_ok=True)
    data = {"machine": report.machine(), "model": "SmolLM2-135M-Instruct Q4_1, window 8192", "rows": rows}
    (out / "model.json").write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    ways = list(dict.fromkeys(row["way"] for row in rows))
    lines = [
        "# Beside a summary by a small model",
        "",
        f"Made by `make bench-model` on: {report.machine()}.",
        "The model is SmolLM2-135M-Instruct (Q4_1) in llama.cpp, the window 8,192 tokens. It is as small as a model can be: seconds and tokens say something, answers say what such a model can find in a context, and little about larger ones.",
        "`whole` is the conversation as it was, `nothing` has none of it. Questions ask for values, exit codes, names of tests, paths and options of the part that was compacted.",
        "",
        "| context | compaction, s: median (least to most) | first token of the next call, s | tokens | right answers |",
        "|---|---:|---:|---:|---:|",
    ]
    for way in ways:
        here = [row for row in rows if row["way"] == way]
        right = sum(a["right"] for row in here for a in row["answers"])
        asked = sum(len(row["answers"]) for row in here)
        cells = [_spread([row[key] for row in here], digits) for key, digits in (("seconds", 2), ("first_token", 2), ("tokens", 0))]
        cells[0] = "" if way in ("whole", "nothing") else cells[0]
        lines.append(f"| {way} | {' | '.join(cells)} | {right} of {asked} |")
    lines += [
        "",
        "Right answers by kind of question:",
        "",
        f"| kind | {' | '.join(ways)} |",
        "|---|" + "---:|" * len(ways),
    ]
    for kind in dict.fromkeys(a["kind"] for row in rows for a in row["answers"]):
        cells = []
        for way in ways:
            found = [a["right"] for row in rows if row["way"] == way for a in row["answers"] if a["kind"] == kind]
            cells.append(f"{sum(found)} of {len(found)}")
        lines.append(f"| {kind} | {' | '.join(cells)} |")
    lines += [
        "",
        "Each conversation:",
        "",
        "| conversation | context | compaction, s | first token, s | tokens | right | summary by the model |",
        "|---|---|---:|---:|---:|---:|---|",
    ]
    for row in rows:
        right = f"{sum(a['right'] for a in row['answers'])} of {len(row['answers'])}"
        by_model = {True: "yes", False: "no, Hermes' fallback"}.get(row["by_model"], "")
        lines.append(
            f"| {row['session']} | {row['way']} | {row['seconds']:.2f} | {row['first_token']:.2f} | {row['tokens']} | {right} | {by_model} |"
        )
    (out / "model.md").write_text("\n".join([*lines, ""]), encoding="utf-8")


def _spread(values: list[float], digits: int) -> str:
    return f"{statistics.median(values):.{digits}f} ({min(values):.{digits}f} to {max(values):.{digits}f})"
