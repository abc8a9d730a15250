"""What of a session's facts stands in a list of messages, and what the list says that is not true.

Takes the session and the list that an engine made of it; gives a Verdict. It knows no engine: a fact is kept wherever its
strings stand close together in one message, whether that is a message that stayed, a shortened result or a summary. White
space, upper and lower case and JSON escapes do not matter. Outcomes of commands are read in `outcome`.

Wrong statements are: an outcome that no run of the command had, an outcome that a later run replaced when the later one
is missing, and a decision that was taken back when that it was taken back is missing. Broken is what a provider refuses:
results without call, calls without result, arguments that are no JSON.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import outcome
import tokens
from made.session import Fact, Message, Session
import contextlib

NEAR = 300
"""How close the strings of a fact have to stand, in characters."""
CHANGE = re.compile(r"edit|patch|writ|wrote|creat|modif|chang|updat|replac|old_str|new_str|file_text|diff|\bfind\b")


@dataclass
class Verdict:
    """What came out."""

    kept: dict[str, int] = field(default_factory=dict)
    facts: dict[str, int] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)
    lost: list[Fact] = field(default_factory=list)
    broken: int = 0
    tokens: int = 0


def judge(session: Session, messages: list[Message]) -> Verdict:
    """Judges a list of messages."""
    out = Verdict(tokens=tokens.of_messages(messages))
    texts = [flat(message) for message in messages]
    originals = {m["tool_call_id"]: m for m in session.messages if m["role"] == "tool"}
    paths = {plain(fact.must[0]) for fact in session.facts if fact.kind == "changed"}
    shown = outcome.Shown(messages, texts, originals)
    for fact in session.facts:
        out.facts[fact.kind] = out.facts.get(fact.kind, 0) + 1
        if fact.kind == "outcome":
            good, wrong = shown.of(fact)
            out.wrong += wrong
        else:
            good = _kept(fact, texts, paths)
            if not good and fact.stale and any(_close(text, fact.stale) for text in texts):
                out.wrong.append(f"taken back, but stands alone: {fact.stale[0]}")
        out.kept[fact.kind] = out.kept.get(fact.kind, 0) + good
        if not good:
            out.lost.append(fact)
    out.broken = max(0, broken(messages) - broken(session.messages))
    return out


def _kept(fact: Fact, texts: list[str], paths: set[str]) -> bool:
    if fact.kind == "changed":
        path = plain(fact.must[0])
        short = path.partition("/")[2]  # folder and file: as long as no other file of the session ends so, it can be found
        wanted = short if "/" in short and len({p for p in paths if p.endswith(short)}) == 1 else path
        return any(_changed(text, wanted) for text in texts)
    return any(_close(text, fact.must) for text in texts)


def _changed(text: str, path: str) -> bool:
    start = text.find(path)
    while start >= 0:
        around = text[max(0, start - 150) : start] + text[start + len(path) : start + len(path) + 150]
        if CHANGE.search(around):
            return True
        start = text.find(path, start + 1)
    return False


def _close(text: str, wanted: list[str]) -> bool:
    first, *others = [plain(one) for one in wanted]
    start = text.find(first)
    while start >= 0:
        around = text[max(0, start - NEAR) : start + len(first) + NEAR]
        if all(other in around for other in others):
            return True
        start = text.find(first, start + 1)
    return False


def plain(text: str) -> str:
    """Text without differences that do not matter; line breaks stay."""
    text = text.replace("\\n", "\n").replace("\\t", " ").replace('\\"', '"').replace("\u23ce", "\n").replace("\r", "\n")
    return re.sub(r" *\n[ \n]*", "\n", re.sub(r"[ \t\u00a0]+", " ", text)).casefold().strip()


def flat(message: Message) -> str:
    """All that a reader of the message sees."""
    text = tokens.text_of(message)
    if message.get("role") == "tool" and text[:1] in ("{", "["):
        with contextlib.suppress(ValueError):
            text = "\n".join(strings(json.loads(text)))
    parts = [text]
    for call in tokens.calls_of(message):
        function = call.get("function") or {}
        arguments = function.get("arguments")
        try:
            decoded = json.loads(arguments) if isinstance(arguments, str) else arguments
        except ValueError:
            decoded = arguments
        parts.append(" ".join([str(function.get("name")), *strings(decoded, keys=True)]))
    return plain("\n".join(parts))


def strings(value: Any, keys: bool = False) -> list[str]:
    """All texts in a JSON value, with its keys if wanted."""
    if isinstance(value, dict):
        return [text for key, inner in value.items() for text in ([key] if keys else []) + strings(inner, keys)]
    if isinstance(value, list):
        return [text for inner in value for text in strings(inner, keys)]
    return [value] if isinstance(value, str) else [json.dumps(value)]


def broken(messages: list[Message]) -> int:
    """How many things in the list a provider refuses."""
    count = 0
    waiting: set[str] = set()
    for message in messages:
        if message.get("role") == "tool":
            if message.get("tool_call_id") not in waiting:
                count += 1
            waiting.discard(str(message.get("tool_call_id")))
            continue
        count += len(waiting)
        waiting = set()
        for call in tokens.calls_of(message):
            waiting.add(str(call.get("id")))
            try:
                json.loads((call.get("function") or {}).get("arguments") or "{}")
            except (ValueError, TypeError):
                count += 1
    return count + len(waiting)
