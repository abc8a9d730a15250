"""What a made session is: messages, and the facts that were planted in them.

A fact says which strings have to stand close together in one message for it to count as kept, and, where that can be
told, what would be a wrong statement about it. A session is plain JSON; `dump` and `load` are each other's inverse.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

Message = dict[str, Any]
T = TypeVar("T")


@dataclass
class Fact:
    """One thing that the next step of the work needs."""

    kind: str
    """command, outcome, changed, test, error, rule, decision or value."""
    must: list[str]
    """Strings that have to stand in one message, close together."""
    stale: list[str] = field(default_factory=list)
    """Strings that were true once: shown together, without what replaced them, they are a wrong statement."""
    command: str = ""
    """An outcome's command; `exits` are the codes of its runs in order."""
    exits: list[int] = field(default_factory=list)
    message: int = 0
    """Index of the message that says it last."""
    part: str = "short"
    """Where it stands in a long text: head, middle, tail; short: the text is not long."""
    call: str = ""
    """Id of the tool call that says it last."""


@dataclass
class Session:
    """A conversation and what is true in it."""

    name: str
    kind: str
    shape: str
    seed: int
    tokens: int
    messages: list[Message]
    facts: list[Fact]

    def dump(self, path: Path) -> None:
        """Writes it as JSON."""
        path.write_text(json.dumps(asdict(self), ensure_ascii=False), encoding="utf-8")

    @staticmethod
    def load(path: Path) -> Session:
        """Reads what `dump` wrote."""
        data = json.loads(path.read_text(encoding="utf-8"))
        data["facts"] = [Fact(**fact) for fact in data["facts"]]
        return Session(**data)


class Dice:
    """Chance from a seed. Only `random()` is used, which gives the same numbers in every version of Python."""

    def __init__(self, *seed: object) -> None:
        self._random = random.Random("/".join(map(str, seed)))

    def below(self, limit: int) -> int:
        """0 to limit - 1."""
        return int(self._random.random() * limit)

    def between(self, low: int, high: int) -> int:
        """low to high, both possible."""
        return low + self.below(high - low + 1)

    def pick(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def chance(self, percent: int) -> bool:
        """True in so many of a hundred cases."""
        return self.below(100) < percent

    def digits(self, count: int) -> str:
        """A number of so many digits that begins with none of 0."""
        return str(self.between(1, 9)) + "".join(str(self.below(10)) for _ in range(count - 1))

    def hexes(self, count: int) -> str:
        """So many hexadecimal digits."""
        return "".join(self.pick("0123456789abcdef") for _ in range(count))

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in another order."""
        left, out = list(items), []
        while left:
            out.append(left.pop(self.below(len(left))))
        return out
