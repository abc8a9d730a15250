"""Runs the comparison anew and writes bench/results: `make bench-peers`.

    python bench/peers/run.py [--quick] [--cento FILE] [--wheel FILE] [--out FOLDER]

Takes the program and the wheel (built if not given) and makes everything else: sessions from seeds, an environment for
each engine. Gives peers.json with all figures, peers.md with the tables, facts.svg and time.svg. `--quick` takes fewer and
shorter sessions, to see that all works.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import environments  # noqa: E402
import generate  # noqa: E402
import jobs  # noqa: E402
import judge  # noqa: E402
import judges  # noqa: E402
import report  # noqa: E402
import tables  # noqa: E402
from engines import ENGINES, Entry  # noqa: E402
from made.session import Session  # noqa: E402

SHARES = (50, 25, 10, 5)
"""Targets, in percent of the session."""
QUALITY = [
    ("coding", "claude", 30_000, 1), ("ops", "plain", 30_000, 2), ("research", "hermes", 30_000, 3),
    ("chat", "editor", 30_000, 4), ("refactor", "hermes", 30_000, 5),
    ("coding", "hermes", 120_000, 6), ("ops", "claude", 120_000, 7), ("research", "plain", 120_000, 8),
    ("chat", "claude", 120_000, 9), ("refactor", "editor", 120_000, 10),
]  # fmt: skip
SPEED = [
    ("coding", "hermes", 20_000, 11),
    ("ops", "editor", 75_000, 12),
    ("refactor", "claude", 400_000, 13),
    ("coding", "plain", 2_000_000, 14),
]


def sessions(wanted: list[tuple[str, str, int, int]]) -> dict[str, Path]:
    """Makes the sessions and gives the files they are in, by name. The judge is tried on each first: of a session as it
    was, all facts are there and nothing is wrong."""
    place = environments.PLACE / "sessions"
    place.mkdir(parents=True, exist_ok=True)
    out = {}
    for kind, shape, size, seed in wanted:
        session = generate.make(kind, shape, size, seed)
        whole = judge.judge(session, session.messages)
        if whole.lost or whole.wrong or whole.broken:
            sys.exit(f"the judge is wrong about {session.name} as it was: {whole.lost} {whole.wrong}")
        out[session.name] = place / f"{session.name}.json"
        session.dump(out[session.name])
    return out


def pythons(wheel: Path | None, entries: list[Entry]) -> dict[str, Path]:
    """The Python of each engine; engines whose packages cannot be had are left out."""
    out = {"": Path(sys.executable), "cento": environments.python_of("cento", wheel or environments.wheel())}
    for name in sorted({entry.environment for entry in entries} - set(out)):
        try:
            out[name] = environments.python_of(name)
        except Exception as error:  # no registry, or no package for this Python
            print(f"left out: {name}: {error}", file=sys.stderr)
    return out


def quality(entries: list[Entry], python: dict[str, Path], made: dict[str, Path]) -> list[jobs.Row]:
    """Each engine at its own size and at the targets; Cento also at the size of each engine that takes no target."""
    size = {name: Session.load(path).tokens for name, path in made.items()}
    rows: list[jobs.Row] = []
    for entry in entries:
        wanted = [(name, 0) for name in made]
        if entry.targets:
            wanted += [(name, size[name] * share // 100) for share in SHARES for name in made]
        print(f"facts: {entry.name}, {len(wanted)} runs", file=sys.stderr, flush=True)
        rows += jobs.run(entry, python[entry.environment], made, wanted, seconds=20)
    others = [row for row in rows if not row.engine.startswith("cento") and not row.error and not row.target]
    matched = sorted({(row.session, row.verdict.tokens) for row in others if row.verdict.tokens < size[row.session] * 0.97})
    for entry in entries:
        if entry.name in tables.OURS:
            print(f"facts at the sizes of others: {entry.name}, {len(matched)} runs", file=sys.stderr, flush=True)
            rows += jobs.run(entry, python[entry.environment], made, matched, seconds=20)
    return rows


def speed(entries: list[Entry], python: dict[str, Path], made: dict[str, Path], runs: int) -> list[jobs.Row]:
    """Each engine by the clock, at its own size."""
    rows = []
    for entry in entries:
        print(f"time: {entry.name}", file=sys.stderr, flush=True)
        for name in made:
            rows += jobs.run(entry, python[entry.environment], made, [(name, 0)], runs=runs, seconds=8)
            if rows[-1].error:
                break  # longer sessions will not do better
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--cento", type=Path, default=environments.TARGET / "release" / "cento")
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--out", type=Path, default=environments.ROOT / "bench" / "results")
    parser.add_argument("--only", nargs="*", help="names of engines")
    given = parser.parse_args()
    os.environ["CENTO"] = str(given.cento.absolute())
    wanted = [entry for entry in ENGINES if not given.only or entry.name in given.only]
    python = pythons(given.wheel, wanted)
    entries = [entry for entry in wanted if entry.environment in python]
    made = sessions(QUALITY[:5] if given.quick else QUALITY)
    facts = quality(entries, python, made)
    clock = speed(entries, python, sessions(SPEED[:2] if given.quick else SPEED), 3 if given.quick else 15)
    outside = judges.run(entries, python, made)
    report.write(given.out, entries, facts, clock, outside, {name: Session.load(path) for name, path in made.items()})


if __name__ == "__main__":
    main()
