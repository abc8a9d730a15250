"""Questions about the compacted work that a program can grade.

Takes a session's facts; gives questions with the string that a right answer contains. Only facts of the part that a
compaction takes away are asked for. No question can be answered by guessing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from made.session import Fact, Session


@dataclass
class Question:
    """What is asked, and what the answer has to contain."""

    kind: str
    text: str
    wanted: str


def of(session: Session, until: int) -> list[Question]:
    """The questions about messages before `until`."""
    asked = [_question(fact) for fact in session.facts if fact.message < until]
    return [question for question in asked if question]


def _question(fact: Fact) -> Question | None:
    match fact.kind:
        case "value":
            return Question("value", f"What is the {fact.must[0]}? Copy it exactly.", fact.must[1])
        case "outcome":
            return Question(
                "exit code",
                f"With which exit code did the last run of `{fact.command}` end? Answer with the number.",
                str(fact.exits[-1]),
            )
        case "test":
            return Question("test", f"What is the full name of the failing test that begins with {fact.must[0][:12]}?", fact.must[0])
        case "changed":
            name = fact.must[0].rsplit("/", 1)[1]
            return Question(
                "path",
                f"In which folder is the file {name} that was changed? Answer with the whole path.",
                fact.must[0],
            )
        case "command" if " --" in fact.must[0]:
            start, flag = fact.must[0].rsplit(" --", 1)
            return Question("command", f"Which option was given at the end of `{start}`? Copy it exactly.", flag)
    return None


def right(question: Question, answer: str) -> bool:
    """Whether the answer is right: for a number the first one counts, else the string has to be in it."""
    if question.kind == "exit code":
        numbers = re.findall(r"\d+", re.sub(r"`[^`]*`", "", answer))
        return bool(numbers) and numbers[0] == question.wanted
    return question.wanted.casefold() in answer.casefold()
