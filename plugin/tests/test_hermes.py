"""The scenarios in `hermes/`, each in a fresh process of each real version."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

SCENARIOS = [
    "whole.py entry",
    "whole.py both",
    "whole.py folder",
    "passes.py inplace",
    "passes.py rotate",
    "prune.py",
    "conversation.py",
    "command.py",
    "shapes.py",
    "fallback.py",
    "timeout.py",
    "back.py",
    "isolation.py folder",
    "isolation.py both",
]
# The plugin as a folder, which needs no wheel: the roads that lead to it, and a whole conversation.
OF_THE_FOLDER = ["whole.py both", "whole.py folder", "conversation.py", "fallback.py", "command.py", "isolation.py folder"]
FOLDER = os.environ.get("CENTO_FOLDER")
VERSIONS = dict(pair.split("=", 1) for pair in os.environ.get("CENTO_HERMES", "").split(",") if pair)
HERE = Path(__file__).parent


@pytest.mark.parametrize("scenario", OF_THE_FOLDER if FOLDER else SCENARIOS)
@pytest.mark.parametrize("version", VERSIONS)
def test_in_hermes(version: str, scenario: str) -> None:
    command = [VERSIONS[version], *scenario.split()]
    # The folder has to be found as Hermes finds it.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=HERE / "hermes", env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0 and "ok" in done.stdout, done.stdout[-3000:] + done.stderr[-3000:]


@pytest.mark.skipif("0.22.2" not in VERSIONS, reason="only this version has the command")
def test_validate_accepts_the_folder(tmp_path: Path) -> None:
    environment = os.environ | {"HERMES_HOME": str(tmp_path), "HOME": str(tmp_path)}
    python = VERSIONS["0.22.2"]
    if FOLDER:
        shutil.copytree(FOLDER, tmp_path / "plugins" / "cento")
    else:
        install = [python, "-m", "hermes_cento", "install-hermes", "--hermes-home", str(tmp_path)]
        subprocess.run(install, check=True, capture_output=True, env=environment)
    hermes = str(Path(python).parent / "hermes")
    validate = [python, hermes, "plugins", "validate", str(tmp_path / "plugins" / "cento")]
    done = subprocess.run(validate, capture_output=True, text=True, env=environment, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


def test_there_are_versions() -> None:
    assert VERSIONS or "run.py" not in " ".join(sys.argv)
