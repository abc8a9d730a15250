"""Lays the directory plugin into Hermes' plugins folder and takes it back.

The directory plugin is a few lines that import this package, and a manifest whose `config_schema` is made from the
settings. `enable` edits config.yaml by lines: a backup first, comments and order kept, and only the two keys it needs.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from hermes_cento import __version__
from hermes_cento.settings import schema

NAME = "cento"
MARK = "# Written by hermes-cento; `python -m hermes_cento uninstall-hermes` removes this folder.\n"
INIT = MARK + '''"""Cento for Hermes: hands over to the installed package `hermes_cento`."""

from hermes_cento.hermes import register  # calls ctx.register_context_engine

__all__ = ["register"]
'''
CONFIG_LINES = "context:\n  engine: cento\nplugins:\n  enabled:\n    - cento\n"


class ConfigError(Exception):
    """config.yaml is not of a form that can be edited by lines; nothing was written."""


def manifest() -> str:
    """The text of plugin.yaml."""
    lines = [
        MARK.rstrip(),
        "manifest_version: 2",
        f"name: {NAME}",
        f"version: {__version__}",
        "kind: standalone",
        "author: Cento",
        "license: MIT",
        "description: Compacts long conversations by exact quotes, in a sandbox and without a model.",
        "config_schema:",
    ]
    for name, entry in schema():
        lines.append(f"  {name}:")
        # JSON values are YAML values.
        lines += [f"    {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    return "\n".join(lines) + "\n"


def install(home: Path, say: Callable[[str], None]) -> Path:
    """Writes the directory plugin; an older one of ours is replaced. Raises FileExistsError for anybody else's."""
    folder = home / "plugins" / NAME
    if folder.exists() and not _is_ours(folder):
        raise FileExistsError(f"{folder} exists and was not written by hermes-cento")
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.py").write_text(INIT, encoding="utf-8")
    (folder / "plugin.yaml").write_text(manifest(), encoding="utf-8")
    say(f"installed {folder}")
    return folder


def uninstall(home: Path, say: Callable[[str], None]) -> bool:
    """Removes the directory plugin, if it is ours."""
    folder = home / "plugins" / NAME
    if not folder.exists():
        say(f"nothing to remove: {folder} does not exist")
        return False
    if not _is_ours(folder):
        raise FileExistsError(f"{folder} was not written by hermes-cento; it stays")
    shutil.rmtree(folder)
    say(f"removed {folder}")
    return True


def _is_ours(folder: Path) -> bool:
    try:
        return (folder / "__init__.py").read_text(encoding="utf-8").startswith(MARK)
    except OSError:
        return False


def enable(home: Path, say: Callable[[str], None]) -> bool:
    """Sets `context.engine: cento`, adds cento to `plugins.enabled` and takes it out of `plugins.disabled`. Raises
    ConfigError."""

    def change(lines: list[str]) -> list[str]:
        lines = _with(lines, ("context", "engine"), NAME, True)
        lines = _with(lines, ("plugins", "enabled"), NAME, False)
        return _without(lines, ("plugins", "disabled"), NAME, False)

    return _edit(home, say, change)


def disable(home: Path, say: Callable[[str], None]) -> bool:
    """Sets `context.engine: compressor` if it is cento, and takes cento out of `plugins.enabled`. Raises ConfigError."""

    def change(lines: list[str]) -> list[str]:
        lines = _without(lines, ("context", "engine"), "compressor", True)
        return _without(lines, ("plugins", "enabled"), NAME, False)

    return _edit(home, say, change)


def _edit(home: Path, say: Callable[[str], None], change: Callable[[list[str]], list[str]]) -> bool:
    path = home / "config.yaml"
    old = path.read_text(encoding="utf-8") if path.exists() else ""
    lines = change(old.splitlines())
    new = "\n".join(lines) + "\n" if lines else ""
    if new == old or (not new and not old):
        say(f"{path} needs no change")
        return False
    if path.exists():
        backup = path.with_name(f"config.yaml.{datetime.now():%Y%m%d-%H%M%S-%f}.bak")
        shutil.copy2(path, backup)
        say(f"backup {backup}")
    draft = path.with_name("config.yaml.cento-new")
    draft.write_text(new, encoding="utf-8")
    if path.exists():
        shutil.copymode(path, draft)
    draft.replace(path)
    say(f"changed {path}")
    return True


def _with(lines: list[str], key: tuple[str, str], value: str, scalar: bool) -> list[str]:
    section, name = key
    top = _find(lines, section, 0, len(lines), 0)
    if top is None:
        gap = [""] if lines and lines[-1].strip() else []
        body = [f"  {name}: {value}"] if scalar else [f"  {name}:", f"    - {value}"]
        return [*lines, *gap, f"{section}:", *body]
    _must_be_block(lines, top, section)
    end = _end(lines, top)
    indent = _indent_of_first(lines, top + 1, end) or 2
    at = _find(lines, name, top + 1, end, indent)
    pad = " " * indent
    if at is None:
        body = [f"{pad}{name}: {value}"] if scalar else [f"{pad}{name}:", f"{pad}  - {value}"]
        return [*lines[: top + 1], *body, *lines[top + 1 :]]
    if scalar:
        return [*lines[:at], _with_value(lines[at], value), *lines[at + 1 :]]
    given = _value(lines[at])
    if given in ("", "null", "~"):
        last = _end(lines, at, block_list=True)
        items = range(at + 1, last)
        if any(_item(lines[i]) == value for i in items):
            return lines
        lead = next((len(lines[i]) - len(lines[i].lstrip()) for i in items if lines[i].lstrip().startswith("-")), indent + 2)
        return [*lines[:at], _with_value(lines[at], ""), *lines[at + 1 : last], f"{' ' * lead}- {value}", *lines[last:]]
    if given.startswith("[") and given.endswith("]"):
        items_given = [item.strip() for item in given[1:-1].split(",") if item.strip()]
        if value in (item.strip("'\"") for item in items_given):
            return lines
        return [*lines[:at], _with_value(lines[at], f"[{', '.join([*items_given, value])}]"), *lines[at + 1 :]]
    raise ConfigError(f"{section}.{name} is of a form that is not edited here")


def _without(lines: list[str], key: tuple[str, str], value: str, scalar: bool) -> list[str]:
    section, name = key
    top = _find(lines, section, 0, len(lines), 0)
    if top is None or _value(lines[top]):
        return lines
    end = _end(lines, top)
    at = _find(lines, name, top + 1, end, _indent_of_first(lines, top + 1, end) or 2)
    if at is None:
        return lines
    given = _value(lines[at])
    if scalar:
        ours = given.strip("'\"") == NAME
        return [*lines[:at], _with_value(lines[at], value), *lines[at + 1 :]] if ours else lines
    if given.startswith("[") and given.endswith("]"):
        kept = [item.strip() for item in given[1:-1].split(",") if item.strip().strip("'\"") not in ("", value)]
        return [*lines[:at], _with_value(lines[at], f"[{', '.join(kept)}]"), *lines[at + 1 :]]
    last = _end(lines, at, block_list=True)
    body = [line for line in lines[at + 1 : last] if _item(line) != value]
    left = any(_item(line) for line in body)
    return [*lines[:at], lines[at] if left else _with_value(lines[at], "[]"), *body, *lines[last:]]


def _find(lines: list[str], name: str, start: int, end: int, indent: int) -> int | None:
    for at in range(start, end):
        if lines[at].startswith(f"{' ' * indent}{name}:"):
            return at
    return None


def _must_be_block(lines: list[str], at: int, section: str) -> None:
    if _value(lines[at]) not in ("", "{}"):
        raise ConfigError(f"{section} is of a form that is not edited here")
    if _value(lines[at]) == "{}":
        lines[at] = _with_value(lines[at], "")


def _end(lines: list[str], at: int, block_list: bool = False) -> int:
    """The line after the last one that belongs to the key in `at`. Items of a list may stand under their key."""
    indent = len(lines[at]) - len(lines[at].lstrip())
    last = at
    for i in range(at + 1, len(lines)):
        text = lines[i].strip()
        if not text or text.startswith("#"):
            continue
        here = len(lines[i]) - len(lines[i].lstrip())
        if here > indent or (block_list and here == indent and text.startswith("-")):
            last = i
        else:
            break
    return last + 1


def _indent_of_first(lines: list[str], start: int, end: int) -> int:
    for line in lines[start:end]:
        if line.strip() and not line.lstrip().startswith("#"):
            return len(line) - len(line.lstrip())
    return 0


def _split_comment(line: str) -> tuple[str, str]:
    """The line without its comment, and the comment with the space before it."""
    quote = ""
    for i, char in enumerate(line):
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char == "#" and (i == 0 or line[i - 1] in " \t"):
            text = line[:i].rstrip()
            return text, line[len(text) :]
    return line.rstrip(), ""


def _value(line: str) -> str:
    return _split_comment(line)[0].partition(":")[2].strip()


def _item(line: str) -> str:
    text = _split_comment(line)[0].strip()
    return text[1:].strip().strip("'\"") if text.startswith("-") else ""


def _with_value(line: str, value: str) -> str:
    text, comment = _split_comment(line)
    key = text.partition(":")[0]
    return f"{key}: {value}{comment}" if value else f"{key}:{comment}"
