"""docs/hermes.md against the code: every message that can be printed, every setting with its default and range."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hermes_cento.settings import Settings, schema

DOCS = (Path(__file__).parents[2] / "docs" / "hermes.md").read_text(encoding="utf-8")
SOURCES = Path(__file__).parents[1] / "python" / "hermes_cento"
PRINTS = {"_error", "warn", "_warn", "say", "print", "info", "warning", "error"}


def literals(node: ast.AST) -> list[str]:
    """The fixed parts of a text, as far as they are long enough to be looked for."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        found = [node.value]
    elif isinstance(node, ast.JoinedStr):
        found = [str(part.value) for part in node.values if isinstance(part, ast.Constant)]
    elif isinstance(node, ast.IfExp):
        return [*literals(node.body), *literals(node.orelse)]
    else:
        return []
    return [part for text in found for part in re.split(r"%s|\n|`|:$", text) if len(part.strip(" ,;:()")) >= 6]


def messages() -> Iterator[tuple[str, str]]:
    """Where a message stands, and a fixed part of it."""
    for name in ("engine", "recall", "settings", "install", "__main__", "command"):
        for node in ast.walk(ast.parse((SOURCES / f"{name}.py").read_text(encoding="utf-8"))):
            texts: list[ast.AST] = []
            if isinstance(node, ast.Call):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                texts = list(node.args[:1]) if called in PRINTS else []
            elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                texts = list(node.exc.args)
            elif isinstance(node, ast.Return) and name == "command" and node.value is not None:
                texts = [node.value]
            elif isinstance(node, ast.Assign) and "_last_" in ast.unparse(node.targets[0]):
                texts = [node.value]
            for text in texts:
                for part in literals(text):
                    yield f"{name}.py:{node.lineno}", part.strip()


def test_every_message_is_explained() -> None:
    words = " ".join(DOCS.replace("`", "").split())
    missing = [(where, part) for where, part in messages() if " ".join(part.split()) not in words]
    assert not missing, missing
    assert len(list(messages())) > 30


@pytest.mark.parametrize("name", [name for name, _ in schema()])
def test_every_setting_is_in_the_table(name: str) -> None:
    row = next(line for line in DOCS.splitlines() if re.match(rf"\| `{name}`", line))
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    field = Settings.__dataclass_fields__[name]
    default, least, most = getattr(Settings(), name), field.metadata["least"], field.metadata["most"]
    stated = {"true": True, "false": False, "{}": {}}.get(cells[1], cells[1])
    assert (type(default)(stated) if isinstance(default, int | float) and not isinstance(default, bool) else stated) == default
    if least is not None and cells[2]:
        low, high = (float(number.replace(",", "")) for number in cells[2].split(" to "))
        assert (low, high) == (least, most)
    assert ("*host*" in cells[0]) == field.metadata["host"]
