"""The tables of peers.md.

Takes rows; gives Markdown.
"""

from __future__ import annotations

import statistics
from typing import Any

from engines import Entry
from groups import Group, add, groups
from jobs import Row

KINDS = ("rule", "decision", "command", "outcome", "changed", "test", "error", "value")
OURS = ("cento", "cento slim")
"""What is measured at the size of others."""


def page(
    machine: str,
    entries: list[Entry],
    facts: list[Row],
    clock: list[Row],
    outside: dict[str, Any],
    sizes: dict[str, int],
) -> str:
    """The whole page."""
    good = [row for row in facts if not row.error]
    out = [
        "# Beside other engines",
        "",
        f"Made by `make bench-peers` on: {machine}. What is measured and how: [bench/peers](../peers/README.md).",
        "",
        "![facts](facts.svg)",
        "",
        "![time](time.svg)",
    ]
    found = groups(good, sizes)
    for size in dict.fromkeys(name.rsplit("-", 1)[1] for name in sizes):
        here = [g for g in found if g.size == size]
        out += ["", f"## Sessions of {size} tokens: at the same size", "", *_targets(entries, here)]
        out += ["", f"## Sessions of {size} tokens: each at its own size", "", *_own(entries, here, good, sizes)]
        out += [
            "",
            f"## Sessions of {size} tokens: kinds of facts kept, at 10 % where there is a target",
            "",
            *_kinds(entries, here),
        ]
    out += ["", "## Time and memory", "", *_clock(entries, clock), "", "## Judges from outside", "", *_outside(outside)]
    failed = sorted({f"{row.engine} on {row.session}: {row.error}" for row in facts + clock if row.error})
    out += ["", "## What did not run", "", *([f"- {line}" for line in failed] or ["Everything ran."]), ""]
    return "\n".join(out)


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return ["| " + " | ".join(row) + " |" for row in [head, ["---"] + ["---:"] * (len(head) - 1), *rows]]


def _targets(entries: list[Entry], here: list[Group]) -> list[str]:
    shares = sorted({g.share for g in here if g.share}, reverse=True)
    rows = []
    for entry in entries:
        cells = []
        for share in shares:
            g = next((g for g in here if g.engine == entry.name and g.share == share), None)
            if g:
                cells += [
                    f"{100 * g.tokens / g.before:.0f} %",
                    f"{100 * g.kept / g.facts:.0f} %",
                    f"{g.per_thousand():.2f}",
                    f"{g.wrong}/{g.broken}",
                ]
        if cells:
            rows.append([entry.name, *cells])
    head = [text for share in shares for text in (f"{share} % wanted: size", "facts kept", "per 1,000 tokens", "wrong/broken")]
    return _table(["engine", *head], rows)


def _own(entries: list[Entry], here: list[Group], good: list[Row], sizes: dict[str, int]) -> list[str]:
    rows = []
    for entry in entries:
        g = next((g for g in here if g.engine == entry.name and not g.share), None)
        if not g:
            continue
        cells = [
            f"{100 * g.tokens / g.before:.1f} %",
            f"{100 * g.kept / g.facts:.0f} %",
            f"{g.per_thousand():.2f}",
            str(g.wrong),
            str(g.broken),
        ]
        for name in OURS:
            ours = Group(name, 0, g.size)
            for row in g.rows:
                match = [r for r in good if r.engine == name and r.session == row.session and r.target == row.verdict.tokens]
                for one in match[:1]:
                    add(ours, one, sizes[row.session])
            whole = len(ours.rows) == len(g.rows) and not entry.name.startswith("cento")
            cells.append(f"{100 * ours.kept / ours.facts:.0f} % ({100 * ours.tokens / ours.before:.1f} %)" if whole else "")
        rows.append([entry.name, *cells])
    head = [
        "engine",
        "size",
        "facts kept",
        "per 1,000 tokens",
        "wrong",
        "broken",
        *(f"{name} at that size (size)" for name in OURS),
    ]
    return _table(head, rows)


def _kinds(entries: list[Entry], here: list[Group]) -> list[str]:
    rows = []
    for entry in entries:
        g = next((g for g in here if g.engine == entry.name and g.share == (10 if entry.targets else 0)), None)
        if g:
            shares = [g.by_kind.get(kind) for kind in KINDS]
            rows.append(
                [
                    entry.name,
                    f"{100 * g.tokens / g.before:.0f} %",
                    *(f"{100 * s[0] / s[1]:.0f} %" if s else "" for s in shares),
                ]
            )
    return _table(["engine", "size", *KINDS], rows)


def _clock(entries: list[Entry], clock: list[Row]) -> list[str]:
    names = list(dict.fromkeys(row.session for row in clock))
    rows = []
    for entry in entries:
        cells = [entry.name, entry.note]
        for name in names:
            row = next((r for r in clock if r.engine == entry.name and r.session == name and not r.error), None)
            if not row:
                cells.append("")
                continue
            times = [1000 * one for one in row.times or [row.cold]]
            once = "" if row.times else " (once)"
            same = ", unchanged" if row.unchanged else ""
            cells.append(f"{statistics.median(times):.1f} / {min(times):.1f} ms{once}, {row.memory / 1024:.0f} MB{same}")
        rows.append(cells)
    head = [f"{name}: median / best, memory" for name in names]
    return [
        "Memory is by how much the peak of the process grew; for the program, its whole peak.",
        "",
        *_table(["engine", "", *head], rows),
    ]


def _outside(outside: dict[str, Any]) -> list[str]:
    out = [
        "[compact-audit](https://pypi.org/project/compact-audit/), items it finds in the transcript and again in what is left:",
        "",
    ]
    audits = outside.get("compact-audit", {})
    categories = list(dict.fromkeys(c for one in audits.values() for c in one["items"]))
    rows = []
    for name, one in audits.items():
        kept, items = sum(one["kept"].values()), sum(one["items"].values())
        shares = [f"{one['kept'].get(c, 0)}/{one['items'].get(c, 0)}" for c in categories]
        rows.append(
            [
                name,
                f"{one['tokens']:,}",
                f"{100 * kept / max(1, items):.0f} %",
                f"{1000 * kept / max(1, one['tokens']):.1f}",
                *shares,
            ]
        )
    out += _table(["engine", "tokens left", "items kept", "per 1,000 tokens", *categories], rows)
    out += [
        "",
        "[compaction-conformance-kit](https://pypi.org/project/compaction-conformance-kit/), its benchmark after five rounds:",
        "",
    ]
    rows = []
    for name, budgets in outside.get("kit", {}).items():
        if "error" in budgets:
            rows.append([name, "", budgets["error"], "", "", ""])
            continue
        for budget, one in budgets.items():
            within = "yes" if one["within budget"] else "no"
            rows.append(
                [
                    name,
                    budget,
                    f"{100 * one['survival']:.0f} %",
                    f"{100 * one['updates resolved']:.0f} %",
                    f"{100 * one['size']:.0f} %",
                    within,
                ]
            )
    return out + _table(["engine", "budget", "canaries kept", "updates resolved", "size", "within budget"], rows)
