"""Adds up the rows of sessions of one size: facts kept by all of them, tokens of all of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from jobs import Row


@dataclass
class Group:
    """Rows of one engine that belong together, added up."""

    engine: str
    share: int
    size: str
    before: int = 0
    tokens: int = 0
    kept: int = 0
    facts: int = 0
    wrong: int = 0
    broken: int = 0
    by_kind: dict[str, tuple[int, int]] = field(default_factory=dict)
    rows: list[Row] = field(default_factory=list)

    def per_thousand(self) -> float:
        """Facts kept for each 1,000 tokens that are left."""
        return 1000 * self.kept / max(1, self.tokens)


def groups(rows: list[Row], sizes: dict[str, int]) -> list[Group]:
    """Adds up by engine, size of the session and target as a share of it; targets that are somebody's size are left out."""
    out: dict[tuple[str, int, str], Group] = {}
    for row in rows:
        before = sizes[row.session]
        share = round(100 * row.target / before) if row.target else 0
        if row.target and row.target != before * share // 100:
            continue
        size = row.session.rsplit("-", 1)[1]
        group = out.setdefault((row.engine, share, size), Group(row.engine, share, size))
        add(group, row, before)
    return list(out.values())


def add(group: Group, row: Row, before: int) -> None:
    """Adds a row to a group."""
    verdict = row.verdict
    group.before += before
    group.tokens += verdict.tokens
    group.kept += sum(verdict.kept.values())
    group.facts += sum(verdict.facts.values())
    group.wrong += len(verdict.wrong)
    group.broken += verdict.broken
    for kind, count in verdict.facts.items():
        kept, facts = group.by_kind.get(kind, (0, 0))
        group.by_kind[kind] = kept + verdict.kept.get(kind, 0), facts + count
    group.rows.append(row)
