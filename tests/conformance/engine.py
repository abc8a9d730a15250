"""What an engine is here: sessions in, answers out. Three kinds of programs can be one."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
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
Engine = Callable[[list[bytes]], list[Answer | None]]


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

    return lambda sessions: [compact(session) for session in sessions]


def batch(*command: str | Path) -> Engine:
    """A program that is started once: a folder and files in it; it leaves FILE, or FILE.error, beside each other there."""

    def compact(sessions: list[bytes]) -> list[Answer | None]:
        with tempfile.TemporaryDirectory() as folder:
            given, made = Path(folder, "given"), Path(folder, "made")
            given.mkdir()
            made.mkdir()
            files = [given / f"{number}.json" for number in range(len(sessions))]
            for file, session in zip(files, sessions, strict=True):
                file.write_bytes(session)
            subprocess.run([str(part) for part in (*command, made, *files)], cwd=ROOT, check=True)
            return [left(made / file.name) if is_text(file.read_bytes()) else None for file in files]

    def left(file: Path) -> Answer:
        error = file.with_name(f"{file.name}.error")
        if file.exists():
            return Answer(file.read_bytes())
        said = error.read_text().strip() if error.exists() else "nothing was written"
        # A browser's driver says where the error was thrown.
        return Answer(error=said.removeprefix("page.evaluate: "))

    return compact


def is_text(session: bytes) -> bool:
    try:
        session.decode()
    except UnicodeDecodeError:
        return False
    return True


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
        if not is_text(session):
            return None
        assert process.stdin and process.stdout
        process.stdin.write(json.dumps(session.decode()).encode() + b"\n")
        process.stdin.flush()
        line = process.stdout.readline()
        if not line:
            return Answer(error=f"{command[0]} ended with {process.wait()}")
        answer = json.loads(line)
        if answer is None:
            return None
        kind, said = answer
        return Answer(said.encode()) if kind == "ok" else Answer(error=said)

    return lambda sessions: [compact(session) for session in sessions]
