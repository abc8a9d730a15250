"""An environment of its own for each engine, below the target folder, so that no two of them can disturb each other.

Takes the name of a file in requirements/; gives the Python of an environment that has what the file pins. An environment
is made anew when the file or the Python changes. Needs Python 3.11+ and the package registry, once.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").absolute()
PLACE = TARGET / "peers"


def python_of(name: str, *further: str | Path, listed: Path | None = None, later: Sequence[str] = ()) -> Path:
    """The Python of the environment. `further` are packages that no registry has, `listed` is a list somewhere else,
    `later` are arguments for pip after all else is there."""
    listed = listed or HERE / "requirements" / f"{name}.txt"
    wanted = listed.read_text(encoding="utf-8") if listed.exists() else ""
    parts = [sys.version, wanted, *(_digest(one) for one in further), *later]
    stamp, folder = hashlib.sha256("\n".join(parts).encode()).hexdigest(), PLACE / name
    python, complete = folder / "bin" / "python", folder / "complete"
    if complete.exists() and complete.read_text() == stamp:
        return python
    print(f"making the environment {name}", file=sys.stderr, flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    try:
        venv.create(folder, with_pip=True)
    except subprocess.CalledProcessError:
        sys.exit("python cannot make environments; on Debian and Ubuntu: apt-get install python3-venv")
    packages = [*(["-r", str(listed)] if wanted.strip() else []), *map(str, further)]
    if packages:
        subprocess.run([python, "-m", "pip", "install", "--quiet", *packages], check=True)
    if later:
        subprocess.run([python, "-m", "pip", "install", "--quiet", *later], check=True)
    complete.write_text(stamp)
    return python


def _digest(path: str | Path) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()


def wheel() -> Path:
    """The wheel of this repository's Python package, built with the target folder of everything else."""
    folder = PLACE / "wheels"
    shutil.rmtree(folder, ignore_errors=True)
    command = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--no-deps",
        "--wheel-dir",
        str(folder),
        str(ROOT / "plugin"),
    ]
    subprocess.run(command, check=True, env=os.environ | {"CARGO_TARGET_DIR": str(TARGET)})
    (built,) = folder.glob("*.whl")
    return built
