"""What an engine is here: bytes of a session in, an answer out. Two kinds of programs can be one."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Missing(Exception):
    """The runtime is not here; the message says how to get it."""


@dataclass(frozen=True)
class Answer:
    """What `cento compact -` prints, or one sentence on why there is nothing to print."""

    output: bytes = b""
    error: str = ""


# None: the engine takes text only, or Python objects only, and the session is neither.
Engine = Callable[[bytes], Answer | None]


@dataclass(frozen=True)
class Where:
    """Where things are built."""

    target: Path
    components: Path

    def python(self) -> Path:
        """Python with the packages of the tests: the wheel, and wasmtime."""
        return self.target / "plugin-tests" / "tools" / "bin" / "python"


def program(*command: str | Path) -> Engine:
    """A program that is started for each session: standard input, standard output, one line on standard error."""

    def compact(session: bytes) -> Answer:
        done = subprocess.run([str(part) for part in command], input=session, capture_output=True, cwd=ROOT)
        if done.returncode == 0:
            return Answer(done.stdout)
        # A runtime may add lines of its own.
        lines = [line for line in done.stderr.decode().splitlines() if line.startswith("cento: ")]
        said = lines[0] if lines else f"cento: exit code {done.returncode}, {done.stderr.decode()[-200:]!r}"
        return Answer(error=said.removeprefix("cento: ").removeprefix("stdin: "))

    return compact


def server(*command: str | Path, **environment: str) -> Engine:
    """A program that stays: a JSON string with the session a line, a JSON list `["ok", output]` or `["error", sentence]`
    a line; null where the session is none for it."""
    process = subprocess.Popen(
        [str(part) for part in command],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=os.environ | environment,
    )

    def compact(session: bytes) -> Answer | None:
        try:
            text = session.decode()
        except UnicodeDecodeError:
            return None
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(text).encode() + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            return Answer(error=f"{command[0]} ended with {process.wait()}")
        answer = json.loads(line)
        if answer is None:
            return None
        kind, said = answer
        return Answer(said.encode()) if kind == "ok" else Answer(error=said)

    return compact
