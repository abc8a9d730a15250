"""The same sessions through every runtime: `python tests/conformance/run.py [--allow-missing NAME,...] [--only NAME,...]`.

The first engine is `cento compact -`; every other one has to give its bytes, report and all, or the same sentence on why
there are none. Exit code 1 for any difference, and for a runtime that is not here and not allowed to be missing.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import cases  # noqa: E402
from engine import ROOT, Answer, Engine, Missing, Where  # noqa: E402

# The module of each engine, and its name in the table.
ENGINES = {
    "host": "cento (wasmtime crate)",
    "native": "native, no sandbox",
    "wheel": "Python wheel",
    "wasmtime_cli": "wasmtime CLI",
    "wasmtime_py": "wasmtime-py, no wheel",
    "node": "Node (jco)",
    "chromium": "Chromium (jco)",
}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--allow-missing", default="", metavar="NAME,...", help=f"of {', '.join(ENGINES)}")
    parser.add_argument("--only", default=",".join(ENGINES), metavar="NAME,...")
    arguments = parser.parse_args()
    allowed, asked = (set(given.split(",")) - {""} for given in (arguments.allow_missing, arguments.only))
    if unknown := (allowed | asked) - set(ENGINES):
        parser.error(f"no engine is called {', '.join(sorted(unknown))}")

    target = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").absolute()
    where = Where(target, target / "components")
    started: dict[str, Engine] = {}
    missing: dict[str, str] = {}
    for name in ENGINES:
        if name == "host" or name in asked:
            try:
                started[name] = importlib.import_module(f"engines.{name}").start(where)
            except Missing as how:
                missing[name] = str(how)
    if "host" in missing:
        sys.exit(f"there is nothing to compare with: {missing['host']}")

    reference = started["host"]
    named = list(cases.all_cases(lambda session: output(reference([session])[0])))
    sessions = [session for _, session in named]
    wanted_of = reference(sessions)
    rows, wrong = [], 0
    for name, engine in started.items():
        start, equal, other = time.perf_counter(), 0, 0
        for (case, _), wanted, answer in zip(named, wanted_of, engine(sessions), strict=True):
            if answer == wanted:
                equal += 1
            elif answer is None:
                other += 1
            else:
                wrong += 1
                print(f"DIFFERENT: {ENGINES[name]}, {case}: {difference(wanted, answer)}")
        rows.append((ENGINES[name], equal, len(named) - equal - other, other, time.perf_counter() - start))
    print(f"\n{len(named)} sessions\n\n{'runtime':<24}{'equal':>8}{'different':>11}{'not for it':>12}{'seconds':>9}")
    for title, equal, different, other, seconds in rows:
        print(f"{title:<24}{equal:>8}{different:>11}{other:>12}{seconds:>9.1f}")
    for name, how in missing.items():
        print(f"{ENGINES[name]:<24}{'MISSING':>8}   needs: {how}{' (allowed)' if name in allowed else ''}")
    refused = set(missing) - allowed
    if refused:
        print(f"\nfailed: {', '.join(ENGINES[name] for name in sorted(refused))} could not be compared")
    return 1 if wrong or refused else 0


def output(answer: Answer | None) -> bytes:
    assert answer and answer.output, "a pass of a case gave nothing"
    return answer.output


def difference(wanted: Answer | None, answer: Answer) -> str:
    """Where two answers part; these are the repository's own sessions, so their words may be shown."""
    assert wanted
    if wanted.error or answer.error:
        return f"{wanted.error or 'output'!r} wanted, {answer.error or 'output'!r} given"
    pairs = zip(wanted.output, answer.output, strict=False)
    at = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(wanted.output), len(answer.output)))
    show = slice(max(at - 40, 0), at + 60)
    return f"byte {at}: {wanted.output[show]!r} wanted, {answer.output[show]!r} given"


if __name__ == "__main__":
    sys.exit(main())
