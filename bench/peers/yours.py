"""Engines on sessions of your own: `make bench-yours FILES="a.json b.json.gz"`.

    python bench/peers/yours.py FILE... [--engines NAME...] [--runs 5] [--cento FILE] [--wheel FILE]

Takes sessions in OpenAI style: a list of messages or an object with `messages`, gzipped or not. Content in parts becomes
its text, since not every engine takes parts. Each engine makes what it makes of a session by itself (slim and LLMSlim:
half of it), in a process of its own. Prints a table in Markdown: size after, how many of the user's messages are still
there word for word, milliseconds (median) and how many times those of the first engine that is.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
import environments  # noqa: E402
import jobs  # noqa: E402
import report  # noqa: E402
import tokens  # noqa: E402
from engines import ENGINES  # noqa: E402
from made.session import Session  # noqa: E402
from run import pythons  # noqa: E402


def read(path: Path) -> Session:
    """A session without facts. Raises SystemExit with the file's name where there are no messages."""
    try:
        data = json.loads((gzip.open if path.suffix == ".gz" else open)(path, "rb").read())
    except (OSError, ValueError) as error:
        sys.exit(f"{path}: {error}")
    messages = data.get("messages") if isinstance(data, dict) else data
    if not isinstance(messages, list) or not all(isinstance(m, dict) and "role" in m for m in messages):
        sys.exit(f"{path}: neither a list of messages nor an object with `messages`")
    messages = [m | {"content": tokens.text_of(m)} for m in messages]
    return Session(path.name.split(".")[0], "", "", 0, tokens.of_messages(messages), messages, [])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--engines", nargs="+", default=["cento slim", "LLMSlim", "LLMSlim exact"], choices=[e.name for e in ENGINES])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--cento", type=Path, default=environments.TARGET / "release" / "cento")
    parser.add_argument("--wheel", type=Path)
    given = parser.parse_args()
    os.environ["CENTO"] = str(given.cento.absolute())
    entries = [next(e for e in ENGINES if e.name == name) for name in given.engines]
    sessions = {session.name: session for session in map(read, given.files)}
    python = pythons(given.wheel, entries)
    place = environments.PLACE / "yours"
    place.mkdir(parents=True, exist_ok=True)
    files = {name: place / f"{name}.json" for name in sessions}
    for name, session in sessions.items():
        session.dump(files[name])
    total = [0.0] * len(entries)
    print(f"{report.machine()}\n\n| session | tokens | {' | '.join(e.name for e in entries)} |\n|---|---:|{'---:|' * len(entries)}")
    for name, session in sessions.items():
        cells = []
        for n, entry in enumerate(entries):
            if entry.environment not in python:
                sys.exit(f"{entry.name} could not be installed")
            (row,) = jobs.run(entry, python[entry.environment], files, [(name, 0)], runs=given.runs, seconds=120)
            if row.error:
                sys.exit(f"{entry.name} on {name}: {row.error}")
            time = 1000 * statistics.median(row.times or [row.cold])
            total[n] += time
            asked = sum(m["role"] == "user" for m in session.messages)
            size = 100 * row.verdict.tokens / max(1, session.tokens)
            cells.append(f"{size:.0f} %, user {row.user}/{asked}, {time:.1f} ms")
        print(f"| {name} | {session.tokens:,} | {' | '.join(cells)} |", flush=True)
    sums = [f"{one:.0f} ms, {one / max(total[0], 0.001):.1f} times" for one in total]
    print(f"| all | {sum(s.tokens for s in sessions.values()):,} | {' | '.join(sums)} |")


if __name__ == "__main__":
    main()
