"""Four ways in which agents write down the same work: names of tools, names of arguments, form of the results.

A shape turns an action into a call and the text of its result. All are messages in OpenAI style, which every engine of
this bench takes. None is made for one engine: `hermes` is how Hermes Agent stores it, `claude` has the tools and texts of
Claude Code, `editor` those of agents with one editor tool, `plain` is what one writes without a model to follow.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any


@dataclass
class Act:
    """What the agent does: run, read, edit, write, search, look or fetch."""

    verb: str
    target: str
    """The command, path, pattern, question or address."""
    lines: list[str]
    """What comes back; for edit and write what is put into the file."""
    exit: int = 0
    old: str = ""


def call(shape: str, act: Act) -> tuple[str, dict[str, Any], str, bool]:
    """Name of the tool, its arguments, the text of the result, and whether the result is marked as an error."""
    return {"hermes": _hermes, "claude": _claude, "editor": _editor, "plain": _plain}[shape](act)


SHAPES = ("hermes", "claude", "editor", "plain")


def _hermes(act: Act) -> tuple[str, dict[str, Any], str, bool]:
    text = "\n".join(act.lines)
    match act.verb:
        case "run":
            result: dict[str, Any] = {"output": text, "exit_code": act.exit, "error": None}
            return "terminal", {"command": act.target}, _json(result), False
        case "read":
            numbered = "\n".join(f"{i}|{line}" for i, line in enumerate(act.lines, 1))
            result = {"content": numbered, "total_lines": len(act.lines), "truncated": False}
            return "read_file", {"path": act.target}, _json(result), False
        case "edit":
            diff = f"--- a/{act.target}\n+++ b/{act.target}\n@@ -1,1 +1,{len(act.lines)} @@\n-{act.old}\n+{text}"
            arguments = {"mode": "replace", "path": act.target, "old_string": act.old, "new_string": text}
            return "patch", arguments, _json({"success": True, "diff": diff}), False
        case "write":
            return "write_file", {"path": act.target, "content": text}, _json({"bytes_written": len(text)}), False
        case "search":
            matches = [dict(zip(("path", "line", "content"), line.split(":", 2), strict=False)) for line in act.lines]
            return (
                "search_files",
                {"pattern": act.target},
                _json({"total_count": len(matches), "matches": matches}),
                False,
            )
        case "look":
            web = [{"title": line[:60], "url": f"https://example.org/{i}", "description": line} for i, line in enumerate(act.lines)]
            return "web_search", {"query": act.target}, _json({"success": True, "data": {"web": web}}), False
    results = [{"url": act.target, "title": act.lines[0] if act.lines else "", "content": text, "error": None}]
    return "web_extract", {"urls": [act.target]}, _json({"results": results}), False


def _claude(act: Act) -> tuple[str, dict[str, Any], str, bool]:
    text = "\n".join(act.lines)
    match act.verb:
        case "run":
            failed = f"Exit code {act.exit}\n" if act.exit else ""
            return "Bash", {"command": act.target, "description": "Run it"}, failed + text, bool(act.exit)
        case "read":
            return (
                "Read",
                {"file_path": f"/work/{act.target}"},
                "\n".join(f"{i:6}\t{x}" for i, x in enumerate(act.lines, 1)),
                False,
            )
        case "edit":
            arguments = {"file_path": f"/work/{act.target}", "old_string": act.old, "new_string": text}
            return "Edit", arguments, f"The file /work/{act.target} has been updated successfully.", False
        case "write":
            return (
                "Write",
                {"file_path": f"/work/{act.target}", "content": text},
                f"File created successfully at: /work/{act.target}",
                False,
            )
        case "search":
            return "Grep", {"pattern": act.target, "output_mode": "content"}, text, False
        case "look":
            return "WebSearch", {"query": act.target}, text, False
    return "WebFetch", {"url": act.target, "prompt": "What does it say?"}, text, False


def _editor(act: Act) -> tuple[str, dict[str, Any], str, bool]:
    text = "\n".join(act.lines)
    match act.verb:
        case "run":
            return (
                "execute_bash",
                {"command": act.target},
                f"{text}\n[The command completed with exit code {act.exit}.]",
                False,
            )
        case "read":
            numbered = "\n".join(f"{i:6}\t{line}" for i, line in enumerate(act.lines, 1))
            shown = f"Here's the result of running `cat -n` on {act.target}:\n{numbered}"
            return "str_replace_editor", {"command": "view", "path": act.target}, shown, False
        case "edit":
            arguments = {"command": "str_replace", "path": act.target, "old_str": act.old, "new_str": text}
            return "str_replace_editor", arguments, f"The file {act.target} has been edited.", False
        case "write":
            arguments = {"command": "create", "path": act.target, "file_text": text}
            return "str_replace_editor", arguments, f"File created successfully at: {act.target}", False
        case "search":
            return (
                "execute_bash",
                {"command": f"grep -rn '{act.target}' ."},
                f"{text}\n[The command completed with exit code 0.]",
                False,
            )
        case "look":
            return "browser_search", {"q": act.target}, text, False
    return "browser_open", {"url": act.target}, text, False


def _plain(act: Act) -> tuple[str, dict[str, Any], str, bool]:
    text = "\n".join(act.lines)
    match act.verb:
        case "run":
            return "shell", {"cmd": act.target}, f"{text}\n[exit code: {act.exit}]", False
        case "read":
            return "open_file", {"file": act.target}, text, False
        case "edit":
            return "edit_file", {"file": act.target, "find": act.old, "replace": text}, f"edited {act.target}", False
        case "write":
            return "create_file", {"file": act.target, "text": text}, f"created {act.target} ({len(text)} bytes)", False
        case "search":
            return "find_in_files", {"text": act.target}, text, False
        case "look":
            return "search_web", {"question": act.target}, text, False
    return "open_page", {"address": act.target}, text, False


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
