"""install-hermes and uninstall-hermes: what they write, and that they take it back."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hermes_cento import install
from hermes_cento.__main__ import main

CONFIGS = {
    "empty": "",
    "none of ours": "model:\n  default: toy   # mine\n",
    "both": "# top\ncontext:\n  engine: compressor # stock\n  other: 1\n\nplugins:\n  # which\n  enabled:\n    - alpha # a\n  disabled: []\nend: 1\n",
    "flow list": "plugins:\n    enabled: [alpha, 'beta']  # two\ncontext: {}\n",
    "list at its key's column": "plugins:\n  enabled:\n  - alpha\n  entries: {}\n",
    "null list": "plugins:\n  enabled:\n",
}


def flags(path: Path) -> str:
    return path.read_text()


@pytest.mark.parametrize("name", CONFIGS)
def test_enable_and_back(tmp_path: Path, name: str) -> None:
    config = tmp_path / "config.yaml"
    if CONFIGS[name]:
        config.write_text(CONFIGS[name])
        os.chmod(config, 0o600)
    home = str(tmp_path)
    assert main(["install-hermes", "--enable", "--hermes-home", home]) == 0
    enabled = config.read_text()
    assert "engine: cento" in enabled
    assert "- cento" in enabled or "cento]" in enabled
    for comment in ("# top", "# mine", "# which", "# a", "# two", "# stock"):
        assert (comment in enabled) == (comment in CONFIGS[name])
    if CONFIGS[name]:
        backups = list(tmp_path.glob("config.yaml.*.bak"))
        assert len(backups) == 1 and backups[0].read_text() == CONFIGS[name]
        assert config.stat().st_mode & 0o777 == 0o600
    assert main(["install-hermes", "--enable", "--hermes-home", home]) == 0
    assert config.read_text() == enabled, "the second time changes nothing"
    assert main(["uninstall-hermes", "--hermes-home", home]) == 0
    left = config.read_text()
    assert "engine: compressor" in left and "cento" not in left
    assert not (tmp_path / "plugins" / "cento").exists()
    for line in CONFIGS[name].splitlines():
        if line.strip() and "engine" not in line and "enabled:" not in line and "{}" not in line:
            assert line in left.splitlines(), line


@pytest.mark.parametrize("disabled", ["  disabled: [cento, beta]\n", "  disabled:\n    - cento # not now\n    - beta\n"])
def test_enable_takes_it_out_of_what_is_disabled(tmp_path: Path, disabled: str) -> None:
    config = tmp_path / "config.yaml"
    config.write_text(f"plugins:\n  enabled: []\n{disabled}")
    assert main(["install-hermes", "--enable", "--hermes-home", str(tmp_path)]) == 0
    text = config.read_text()
    assert "enabled: [cento]" in text and "beta" in text and text.count("cento") == 2, text


def test_without_enable_the_lines_are_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install-hermes", "--hermes-home", str(tmp_path)]) == 0
    assert install.CONFIG_LINES in capsys.readouterr().out
    assert not (tmp_path / "config.yaml").exists()


@pytest.mark.parametrize("config", ["context: [1]\n", "plugins: {enabled: [a]}\n", "plugins:\n  enabled: &x\n    - a\n"])
def test_forms_that_are_not_edited_stay(tmp_path: Path, config: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "config.yaml").write_text(config)
    assert main(["install-hermes", "--enable", "--hermes-home", str(tmp_path)]) == 1
    assert (tmp_path / "config.yaml").read_text() == config
    assert "not edited here" in capsys.readouterr().err


def test_what_others_wrote_stays(tmp_path: Path) -> None:
    folder = tmp_path / "plugins" / "cento"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("mine = 1\n")
    for verb in ("install-hermes", "uninstall-hermes"):
        assert main([verb, "--hermes-home", str(tmp_path)]) == 1
        assert (folder / "__init__.py").read_text() == "mine = 1\n"


@pytest.mark.parametrize("name", ["none", "file"])
def test_a_home_that_is_none_is_not_made(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    home = tmp_path / name
    assert main(["install-hermes", "--enable", "--hermes-home", str(home)]) == 1
    said = capsys.readouterr().err
    assert said.startswith(f"error: {home} is no folder; run Hermes once") and "--hermes-home DIR" in said
    assert not home.is_dir()
