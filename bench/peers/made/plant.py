"""Puts one fact of the wanted kind into the session that is being made.

Each function takes the writer, adds messages that contain the fact the way such a thing turns up in real work, and notes
the fact. Which of several ways is chosen, in which language, how long the text around it is and where in it the fact
stands, is left to the dice.
"""

from __future__ import annotations

from collections.abc import Callable

from made import noise, wording, words
from made.session import Fact
from made.shapes import Act
from made.writer import Writer


def rule(w: Writer) -> None:
    """The user says what always holds, alone or inside of a longer message."""
    text = wording.filled(w.dice, wording.RULES, x=wording.thing(w.dice))
    around = [words.sentence(w.dice) for _ in range(w.dice.pick([0, 1, 3, 12]))]
    lines, part = noise.with_line(w.dice, around, text) if len(around) > 3 else ([*around, text], "short")
    w.user(w.dice.pick(["\n", " "]).join(lines))
    w.assistant(w.dice.pick(["Understood.", "Noted, I go on.", "All right.", words.sentence(w.dice)]))
    w.note(Fact("rule", [text], part=part), w.last_user)


def decision(w: Writer) -> None:
    """One of the two settles a question; sometimes the user takes back what was settled before."""
    name = wording.thing(w.dice)
    text = wording.filled(w.dice, wording.DECISIONS, x=name)
    by_user = _say(w, text)
    fact = Fact("decision", [text])
    if w.dice.chance(35):
        new = wording.thing(w.dice)
        w.filler(w.dice.between(1, 3))
        later = wording.filled(w.dice, wording.TAKEN_BACK, old=name, new=new)
        w.user(later)
        w.assistant(words.sentence(w.dice))
        fact = Fact("decision", [later], stale=[text])
        by_user = True
    w.note(fact, w.last_user if by_user else None)


def _say(w: Writer, text: str) -> bool:
    """True if the user said it."""
    around = [words.sentence(w.dice) for _ in range(w.dice.pick([0, 2, 8]))]
    at = w.dice.below(len(around) + 1)
    whole = "\n".join([*around[:at], text, *around[at:]])
    if w.dice.chance(50):
        w.assistant(whole)
        return False
    w.user(whole)
    w.assistant(words.sentence(w.dice))
    return True


def value(w: Writer) -> None:
    """A number or id in a long text, which the end of the session asks for."""
    name, amount = wording.key(w.dice), wording.value(w.dice)
    lines, part = noise.with_line(w.dice, w.text(w.length()), wording.said(w.dice, name, amount))
    w.act(
        w.dice.pick(
            [
                Act("fetch", w.address(), lines),
                Act("read", words.path(w.dice, "json"), lines),
                Act("run", w.command(), lines),
            ]
        )
    )
    w.note(Fact("value", [name, amount], part=part))
    w.asked.append(name)


def error(w: Writer) -> None:
    """A run fails for one reason, which one line of its output names."""
    line = w.dice.pick(
        [
            f"{w.dice.pick(words.ERRORS)}: {words.phrase(w.dice, 3)} {w.dice.digits(5)} has no {w.dice.pick(words.NOUNS)}",
            f"error[E{w.dice.digits(4)}]: cannot find {words.snake(w.dice)} in this scope",
            f"fatal: {words.phrase(w.dice, 2)} '{words.path(w.dice, 'lock')}' is held by process {w.dice.digits(5)}",
            f"panic: {words.phrase(w.dice, 2)}: {words.snake(w.dice)} out of range [{w.dice.digits(4)}]",
            f"ERROR {words.path(w.dice, 'conf')}:{w.dice.digits(3)} {words.phrase(w.dice, 3)} refused",
        ]
    )
    command = w.command()
    lines, part = noise.with_line(w.dice, w.text(w.length()), line)
    code = w.dice.pick([1, 2, 101, 127, 137])
    w.act(Act("run", command, lines, code))
    w.note(Fact("error", [line], part=part))
    w.note(Fact("outcome", [command], command=command, exits=[code], part=part))


def test(w: Writer) -> None:
    """One test of many fails; sometimes it is repaired and passes."""
    name, command = f"test_{words.snake(w.dice)}_{w.dice.digits(3)}", f"{w.command()} -k {words.snake(w.dice)}"
    failed = w.dice.pick(
        [
            f"FAILED tests/{name[5:9]}.py::{name}",
            f"--- FAIL: {name} (0.04s)",
            f"not ok 41 - {name}",
            f"test {name} ... FAILED",
        ]
    )
    lines, part = noise.with_line(w.dice, noise.tests(w.dice, w.length() // 2), failed)
    count = len(lines)
    code = w.dice.pick([1, 1, 2, 101])
    w.act(Act("run", command, [*lines, f"{count - 1} passed, 1 failed"], code))
    w.note(Fact("test", [name], part=part))
    codes = [code]
    if w.dice.chance(50):
        edited(w)
        codes.append(0)
        w.act(Act("run", command, [*noise.tests(w.dice, 12), f"{count} passed, 0 failed"], 0))
    w.note(Fact("outcome", [command], command=command, exits=codes, part="short" if len(codes) > 1 else part))


def command(w: Writer) -> None:
    """An exact command that worked; the next one like it has to be written the same way."""
    text = f"{w.command()} --{w.dice.pick(words.ADJECTIVES)}-{w.dice.pick(words.NOUNS)}={w.dice.hexes(6)}"
    w.act(Act("run", text, w.text(w.dice.pick([2, 8, w.length()]))))
    w.note(Fact("command", [text]))
    w.note(Fact("outcome", [text], command=text, exits=[0]))


def edited(w: Writer) -> None:
    """A file is changed: by an edit, as a new file, or by a command."""
    path = words.path(w.dice, w.suffix)
    body = noise.source(w.dice, w.dice.between(4, 60), w.suffix)
    act = w.dice.pick([Act("edit", path, body, old=body[0]), Act("edit", path, body[:3], old=body[1]), Act("write", path, body)])
    w.act(act)
    w.note(Fact("changed", [path]))


PLANT: dict[str, Callable[[Writer], None]] = {
    "rule": rule,
    "decision": decision,
    "value": value,
    "error": error,
    "test": test,
    "command": command,
    "changed": edited,
}
