"""Settings: read, clamped, and the same in the manifest."""

from __future__ import annotations

from typing import Any

import pytest
from hermes_cento import install
from hermes_cento.settings import Settings, schema


def read(config: dict[str, Any]) -> tuple[Settings, list[str]]:
    warnings: list[str] = []
    return Settings.read(config, warnings.append), warnings


@pytest.mark.parametrize(
    ("section", "name", "given", "used", "warns"),
    [
        ("cento", "budget_ratio", 0.1, 0.1, False),
        ("cento", "budget_ratio", 5, 0.30, True),
        ("cento", "budget_ratio", "abc", 0.06, True),
        ("cento", "budget_ratio", float("nan"), 0.06, True),
        ("cento", "min_budget_tokens", -1, 300, True),
        ("cento", "max_budget_tokens", "9000", 9000, False),
        ("cento", "fallback_to_llm", "no", False, False),
        ("cento", "fallback_to_llm", "perhaps", True, True),
        ("cento", "protect_last_n", True, 20, True),
        ("compression", "protect_last_n", 7, 7, False),
        ("compression", "threshold", 0.7, 0.7, False),
        ("compression", "threshold_tokens", 50_000, 50_000, False),
        ("compression", "proactive_prune_tokens", 48_000, 48_000, False),
        ("compression", "proactive_prune_tokens", -1, 0, True),
        ("compression", "tail_mode", "Legacy", "legacy", False),
        ("compression", "tail_mode", "odd", "lean", True),
        ("compression", "model_thresholds", {"m": 0.6, "x": "y"}, {"m": 0.6}, False),
        ("compression", "model_thresholds", [1], {}, True),
        ("compression", "budget_ratio", 0.2, 0.06, False),
        ("compression", "no_such", 1, None, False),
        ("cento", "no_such", 1, None, True),
    ],
)
def test_one_setting(section: str, name: str, given: Any, used: Any, warns: bool) -> None:
    config = {"context": {"cento": {name: given}}} if section == "cento" else {"compression": {name: given}}
    settings, warnings = read(config)
    assert used is None or getattr(settings, name) == used
    assert bool(warnings) == warns and all(name in warning for warning in warnings)


def test_ours_wins_over_the_hosts() -> None:
    entry = {"entries": {"cento": {"settings": {"protect_last_n": 3, "recall_tool": False}}}}
    settings, _ = read({"plugins": entry, "compression": {"protect_last_n": 9, "protect_first_n": 1}})
    assert (settings.protect_last_n, settings.protect_first_n, settings.recall_tool) == (3, 1, False)
    settings, _ = read({"plugins": entry, "context": {"cento": {"protect_last_n": 5}}})
    assert settings.protect_last_n == 5


@pytest.mark.parametrize("config", [{}, {"context": None}, {"context": {"cento": 3}}, {"compression": []}, {"plugins": {"entries": "x"}}])
def test_any_config_is_read(config: dict[str, Any]) -> None:
    assert read(config) == (Settings(), [])


def test_the_manifest_lists_every_setting() -> None:
    text = install.manifest()
    for name, entry in schema():
        assert f"\n  {name}:\n    type: \"{entry['type']}\"\n" in text
        assert entry["default"] == getattr(Settings(), name)
