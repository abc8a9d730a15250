"""Makes sessions from a seed: the same seed, kind, shape and size give the same bytes on every machine.

    python bench/peers/generate.py --kind ops --shape claude --tokens 50000 --seed 7 > session.json

Takes a kind (coding, ops, research, chat, refactor), a shape (see made/shapes.py), a size of 10,000 to 2,000,000 tokens
and a seed; gives the session with the facts that were planted in it, as JSON. README.md says how it avoids to favour
anybody.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from made import words
from made.plant import PLANT
from made.session import Dice, Session
from made.shapes import SHAPES
from made.writer import Writer

KINDS = {
    "coding": {"test": 4, "error": 2, "changed": 4, "command": 2, "rule": 2, "decision": 2, "value": 1},
    "ops": {"error": 5, "command": 5, "value": 3, "rule": 2, "decision": 1, "changed": 1},
    "research": {"value": 7, "decision": 3, "rule": 2, "command": 1},
    "chat": {"rule": 5, "decision": 5, "value": 2},
    "refactor": {"changed": 7, "command": 2, "error": 2, "rule": 2, "decision": 2, "value": 1, "test": 1},
}
"""What there is to remember in each kind of work, by weight."""
STARTS = {
    "coding": "The {n} of the {m} is wrong for some users. Find out why and repair it.",
    "ops": "Since this morning the {n} answers slowly. Look at the {m} and at whatever else you need.",
    "research": "Find out what is known about the {n} and the {m}. I need figures that I can quote.",
    "chat": "I want to think aloud about the {n}. Ask back where I am vague about the {m}.",
    "refactor": "Take the {n} out of the {m} and put it into a module of its own, file by file.",
}


def make(kind: str, shape: str, tokens: int, seed: int) -> Session:
    """A session of about so many tokens."""
    dice = Dice(kind, shape, tokens, seed)
    writer = Writer(dice, shape, kind, tokens)
    writer.add({"role": "system", "content": "You are an agent with tools. Say in a few words what you do and what came out."})
    writer.user(STARTS[kind].format(n=dice.pick(words.NOUNS), m=dice.pick(words.NOUNS)))
    weighted = [name for name, weight in KINDS[kind].items() for _ in range(weight)]
    wanted = min(250, max(14 if tokens >= 10_000 else 7, tokens // 2000))
    end = tokens * 95 // 100
    places = sorted(dice.below(end) for _ in range(wanted))
    for place in places:
        while writer.tokens < place:
            writer.filler(1)
        PLANT[dice.pick(weighted)](writer)
    while writer.tokens < tokens:
        writer.filler(1)
    asked = dice.shuffled(writer.asked)[:3]
    writer.user("Go on from here." + "".join(f" You will need the {name} again." for name in asked))
    name = f"{kind}-{shape}-{tokens // 1000}k"
    return Session(name, kind, shape, seed, writer.tokens, writer.messages, writer.facts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kind", choices=list(KINDS), default="coding")
    parser.add_argument("--shape", choices=SHAPES, default="hermes")
    parser.add_argument("--tokens", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    if not 10_000 <= given.tokens <= 2_000_000:
        parser.error("--tokens: 10,000 to 2,000,000")
    json.dump(asdict(make(given.kind, given.shape, given.tokens, given.seed)), sys.stdout, ensure_ascii=False)


if __name__ == "__main__":
    main()
