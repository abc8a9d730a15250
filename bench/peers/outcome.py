"""Which outcomes of a command a list of messages states.

Three places count: the line on which the command stands (or the next line, if this one says nothing); the result that is paired with the call by its id; and, in the shape that writes a code for
failures only, the presence of a result that is not marked as an error. A code anywhere else, such as in the middle of an
output, is nobody's statement.
"""

from __future__ import annotations

import json
import re

import tokens
from made.session import Fact, Message

CODE = re.compile(r"(?:\bexit(?:ed)?(?:[ _-]?code|[ _-]?status)?(?: with)?|\brc|\bcode)[\"'` ]*[:=]?\s*(\d{1,3})\b(?! (?:in )?(?:an )?earlier)")
GOOD = re.compile(r"\b(?:ok|passed|succeeded|success|successful)\b|[\u2713\u2714\u2705]")
BAD = re.compile(r"\b(?:failed|failing|fails|error)\b|[\u2717\u2718\u274c]")
LEADING = re.compile(r"\bexit(?:[ _-]?code)? (\d{1,3}):")
PREFIX = 60


class Shown:
    """The list, indexed for questions about commands."""

    def __init__(self, messages: list[Message], texts: list[str], originals: dict[str, Message]) -> None:
        self.texts, self.originals = texts, originals
        self.results = {str(m.get("tool_call_id")): m for m in messages if m.get("role") == "tool"}
        self.calls = [(str(c.get("id")), text) for m, text in zip(messages, texts, strict=True) for c in tokens.calls_of(m)]

    def of(self, fact: Fact) -> tuple[bool, list[str]]:
        """Whether the last outcome is stated, and what is stated wrong."""
        command = fact.command.casefold()[:PREFIX]
        codes: set[int] = set()
        good = bad = False
        for text in self.texts:
            start = text.find(command)
            while start >= 0:
                numbers, ok, failed = _stated(text, start, start + len(command))
                codes |= numbers
                good, bad = good or ok, bad or failed
                start = text.find(command, start + 1)
        for call, text in self.calls:
            if command in text and call in self.results:
                numbers, ok, failed = self._result(call)
                codes |= numbers
                good, bad = good or ok, bad or failed
        return _verdict(fact, codes, good, bad)

    def _result(self, call: str) -> tuple[set[int], bool, bool]:
        message, original = self.results[call], self.originals.get(call, {})
        text = tokens.text_of(message)
        try:
            envelope = json.loads(text)
        except ValueError:
            envelope = None
        if isinstance(envelope, dict) and isinstance(envelope.get("exit_code"), int):
            return {envelope["exit_code"]}, False, False
        lines = text.strip().casefold().split("\n")
        numbers = {int(m.group(1)) for m in CODE.finditer(lines[0]) if m.start() < 10}
        numbers |= {int(n) for n in CODE.findall(lines[-1][-80:])}
        if numbers:
            return numbers, False, False
        if message.get("is_error"):
            return set(), False, True
        silent = not CODE.findall(tokens.text_of(original).casefold()[:20]) and "exit_code" not in tokens.text_of(original)
        return set(), silent and not _footer(tokens.text_of(original)), False


def _footer(text: str) -> bool:
    return bool(CODE.search(text.casefold().rsplit("\n", 1)[-1]))


def _stated(text: str, start: int, end: int) -> tuple[set[int], bool, bool]:
    """Codes and words that belong to a command which stands from start to end. They stand behind it on its line, or in
    front of a list of commands (`exit 0: this; that`), or in the next line if that speaks of no other command."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    line, _, rest = text[end : end + 600].partition("\n")
    if "`" in line:
        line = line[line.find("`") + 1 :].partition("`")[0]
    numbers = CODE.findall(line[:300])
    if numbers:
        return {int(n) for n in numbers}, False, False
    leading = LEADING.findall(before)
    if leading:
        return {int(leading[-1])}, False, False
    if GOOD.search(line[:60]) or BAD.search(line[:60]):
        return set(), bool(GOOD.search(line[:60])), bool(BAD.search(line[:60]))
    following = rest.partition("\n")[0][:120]
    if "`" in following:
        return set(), False, False
    return {int(n) for n in CODE.findall(following)[:1]}, False, False


def _verdict(fact: Fact, codes: set[int], good: bool, bad: bool) -> tuple[bool, list[str]]:
    last, runs = fact.exits[-1], set(fact.exits)
    kept = last in codes or (good if last == 0 else bad)
    wrong = []
    if codes - runs:
        wrong.append(f"states exit {sorted(codes - runs)}, runs had {fact.exits}: {fact.command}")
    elif good and not codes and 0 not in runs:
        wrong.append(f"states success, runs had {fact.exits}: {fact.command}")
    elif bad and not codes and runs == {0}:
        wrong.append(f"states failure, runs had {fact.exits}: {fact.command}")
    elif (codes or bad) and not kept and last == 0 and len(runs) > 1:
        wrong.append(f"states only a replaced outcome, runs had {fact.exits}: {fact.command}")
    return kept, wrong
