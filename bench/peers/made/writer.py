"""Writes a session message by message and keeps the books: sizes, ids of calls, facts."""

from __future__ import annotations

import json

import tokens
from made import noise, words
from made.session import Dice, Fact, Message
from made.shapes import Act, call


class Writer:
    """A session in the making."""

    def __init__(self, dice: Dice, shape: str, kind: str, size: int) -> None:
        self.dice, self.shape, self.kind = dice, shape, kind
        longest = max(60, size // 250) if size >= 10_000 else 12
        self._lengths = [lines for lines in (5, 8, 12, 20, 35, 60, 100, 180, 400, 900) if lines <= longest]
        self._commands: set[str] = set()
        self.messages: list[Message] = []
        self.facts: list[Fact] = []
        self.asked: list[str] = []
        self.tokens = 0
        self.last_user = 0
        self.suffix = dice.pick(list(words.SUFFIXES))
        self._calls = 0

    def add(self, message: Message) -> None:
        """One more message."""
        self.messages.append(message)
        self.tokens += tokens.of_message(message)

    def user(self, text: str) -> None:
        """The user says something. Two in a row become one message: no host sends two."""
        if self.messages and self.messages[-1]["role"] == "user":
            text = self.messages[-1]["content"] + "\n\n" + text
            self.messages.pop()
        self.last_user = len(self.messages)
        self.add({"role": "user", "content": text})

    def assistant(self, text: str) -> None:
        """The agent says something and calls nothing. What it said just before becomes one message with it."""
        last = self.messages[-1] if self.messages else {}
        if last.get("role") == "assistant" and not last.get("tool_calls"):
            last["content"] += "\n\n" + text
            self.tokens += tokens.count(text)
        else:
            self.add({"role": "assistant", "content": text})

    def act(self, *acts: Act) -> None:
        """The agent calls tools, all at once, and gets their results."""
        calls, results = [], []
        for act in acts:
            self._calls += 1
            name, arguments, text, failed = call(self.shape, act)
            key = f"call_{self._calls:05}"
            function = {"name": name, "arguments": json.dumps(arguments, ensure_ascii=False)}
            calls.append({"id": key, "type": "function", "function": function})
            results.append({"role": "tool", "tool_call_id": key, "name": name, "content": text} | ({"is_error": True} if failed else {}))
        says = words.sentence(self.dice) if self.dice.chance(45) else ""
        last = self.messages[-1] if self.messages else {}
        if last.get("role") == "assistant" and not last.get("tool_calls"):
            says = self.messages.pop()["content"]
        self.add({"role": "assistant", "content": says, "tool_calls": calls})
        for result in results:
            self.add(result)

    def note(self, fact: Fact, message: int | None = None) -> None:
        """The newest message, or the one named, says this."""
        fact.message = len(self.messages) - 1 if message is None else message
        fact.call = self.messages[fact.message].get("tool_call_id", "")
        self.facts.append(fact)

    def length(self) -> int:
        """How many lines a long text has: mostly tens, in long sessions sometimes many hundreds."""
        return self.dice.pick(self._lengths)

    def text(self, lines: int) -> list[str]:
        """A long text of some sort."""
        kinds = {
            "coding": ["source", "tests", "found"],
            "ops": ["log", "log", "table", "records"],
            "research": ["page", "page", "records"],
            "chat": ["page"],
            "refactor": ["source", "source", "found"],
        }
        return self._text(self.dice.pick(kinds[self.kind]), lines)

    def _text(self, sort: str, lines: int) -> list[str]:
        match sort:
            case "source":
                return noise.source(self.dice, lines, self.suffix)
            case "found":
                return noise.found(self.dice, lines, self.suffix)
            case "log":
                return noise.log(self.dice, lines)
            case "tests":
                return noise.tests(self.dice, lines)
            case "table":
                return noise.table(self.dice, lines)
            case "records":
                return noise.records(self.dice, lines)
        return noise.page(self.dice, max(2, lines // 4))

    def command(self) -> str:
        """A command as such sessions have them; none is run by chance a second time."""
        while True:
            made = self._command()
            if made not in self._commands:
                self._commands.add(made)
                return made

    def _command(self) -> str:
        noun, path, number = self.dice.pick(words.NOUNS), words.path(self.dice, self.suffix), self.dice.digits(3)
        coding = [
            f"python3 -m pytest -q {path}",
            f"npm run check-{number} -- {noun}",
            f"cargo test {words.snake(self.dice)}_{number}",
            f"make {noun}-{number}",
        ]
        other = [
            f"kubectl -n {noun} logs deploy/{self.dice.pick(words.NOUNS)}-{self.dice.hexes(4)}",
            f"journalctl -u {noun}-{number} --since '2 hours ago'",
            f"ssh {self.dice.pick(words.HOSTS)}{number} 'systemctl restart {noun}'",
            f"curl -sS https://{noun}.example.org/{self.dice.pick(words.NOUNS)}/{number}",
        ]
        return self.dice.pick(coding if self.kind in ("coding", "refactor") else other)

    def address(self) -> str:
        """An address on the web."""
        return f"https://{self.dice.pick(words.NOUNS)}.example.org/{self.dice.pick(words.NOUNS)}/{self.dice.below(99999)}"

    def filler(self, steps: int) -> None:
        """So many steps with nothing in them that is asked for later."""
        for _ in range(steps):
            self._step()

    def _step(self) -> None:
        if self.dice.chance(70 if self.kind == "chat" else 12):
            self.user(" ".join(words.sentence(self.dice) for _ in range(self.dice.between(1, 6))))
            self.assistant("\n\n".join(words.sentence(self.dice) for _ in range(self.dice.between(1, 12))))
            return
        acts = {
            "run": Act("run", self.command(), self.text(self.length())),
            "read": Act("read", words.path(self.dice, self.suffix), self.text(self.length())),
            "search": Act("search", self.dice.pick(words.NOUNS), noise.found(self.dice, self.length() // 3, self.suffix)),
            "look": Act("look", words.phrase(self.dice, 4), noise.page(self.dice, 8)[2:]),
            "fetch": Act("fetch", self.address(), noise.page(self.dice, self.length() // 4 + 3)),
        }
        usual = {
            "coding": ["run", "read", "search"],
            "ops": ["run", "run", "read"],
            "research": ["look", "fetch", "fetch"],
            "chat": ["look", "fetch"],
            "refactor": ["read", "read", "search", "run"],
        }[self.kind]
        self.act(*(acts[self.dice.pick(usual)] for _ in range(1 if self.dice.chance(75) else 2)))
