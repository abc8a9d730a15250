"""How people and agents say a rule, a decision and a value: fourteen languages, with and without the words that a rule
is usually known by. Each gives a sentence that occurs once, since a name in it does.
"""

from __future__ import annotations

from made import words
from made.session import Dice

RULES = [
    "Never touch {x}, it belongs to somebody else.",
    "Do not run {x} without asking me first.",
    "{x} is off limits for you.",
    "Always put {x} into the subject line when you write to the team.",
    "I want {x} left exactly as it is, whatever happens.",
    "Please use {x} in this project and nothing else for that purpose.",
    "From now on every change to {x} needs a note in the changelog.",
    "Hands off {x}: the auditors read it every night.",
    "Keep {x} below 40 lines.",
    "No new dependencies for {x}.",
    "Only {name} may approve changes to {x}.",
    "It would upset {name} if {x} went out before Friday, so it must not.",
    "Fass {x} auf keinen Fall an, das gehört dem Hafenamt.",
    "{x} bleibt, wie es ist; da wird nichts geändert.",
    "Ne modifie jamais {x} sans mon accord.",
    "On garde {x} tel quel jusqu'à la livraison.",
    "No borres nunca {x}, lo usa el otro equipo.",
    "Quiero que {x} quede fuera de esta versión.",
    "Non toccare mai {x}, serve alla contabilità.",
    "Não altere {x} sem falar comigo antes.",
    "Nie ruszaj {x}, dopóki nie dam znać.",
    "{x} dosyasına sakın dokunma, denetim sürüyor.",
    "Никогда не трогай {x}, это чужая работа.",
    "{x} оставь как есть до конца месяца.",
    "不要修改 {x}，那是别的团队的。",
    "{x} は絶対に変更しないでください。",
    "{x} 은(는) 제가 말하기 전까지 건드리지 마세요.",
    "لا تغيّر {x} من دون إذني.",
    "{x} को मेरी अनुमति के बिना मत बदलना।",
]
DECISIONS = [
    "Decision: we use {x} for this, because the other way needs two locks.",
    "We will go with {x}; {name} agreed.",
    "I chose {x} over the {noun} since it can be rolled back.",
    "So it is {x} then, and the {noun} stays out.",
    "After weighing both I settle on {x}.",
    "{x} it is: one writer, many readers.",
    "Let us drop the {noun} and take {x}.",
    "Wir nehmen {x}, weil es ohne zweite Sperre auskommt.",
    "On part sur {x}, c'est plus simple à annuler.",
    "Nos quedamos con {x} por ahora.",
    "Решили: берём {x}, второй вариант медленнее.",
    "决定采用 {x}，因为可以回滚。",
    "{x} を採用します。理由は切り戻しが簡単だからです。",
]
TAKEN_BACK = [
    "Forget {old}: from now on it is {new}.",
    "I changed my mind about {old}. Take {new} instead.",
    "{old} is no longer what we want, {new} is.",
    "Doch nicht {old}, wir nehmen {new}.",
    "Finalement pas {old} mais {new}.",
]
KEYS = [
    "reference of the {a} {n}",
    "measured {a} {n} limit",
    "id of the {a} {n} batch",
    "{a} {n} port",
    "checksum of the {a} {n}",
    "price agreed for the {a} {n}",
    "build of the {a} {n} release",
    "seats left on the {a} {n}",
]


def thing(dice: Dice) -> str:
    """A name that occurs once: a file, a command, a flag or a plain name."""
    mark = dice.digits(4)
    return dice.pick(
        [
            f"config/{dice.pick(words.NOUNS)}_{mark}.yaml",
            f"{dice.pick(words.NOUNS)}-{dice.pick(words.NOUNS)}-{mark}",
            f"{words.camel(dice)}{mark}",
            f"`{dice.pick(words.VERBS)}-{dice.pick(words.NOUNS)} --{dice.pick(words.ADJECTIVES)}-{mark}`",
            f"the {dice.pick(words.NOUNS)} {mark}",
        ]
    )


def filled(dice: Dice, templates: list[str], **names: str) -> str:
    """One of the templates with its names filled in."""
    return dice.pick(templates).format(**({"name": dice.pick(words.NAMES), "noun": dice.pick(words.NOUNS)} | names))


def key(dice: Dice) -> str:
    """What a value is a value of."""
    return dice.pick(KEYS).format(a=dice.pick(words.ADJECTIVES), n=dice.pick(words.NOUNS) + "-" + dice.hexes(3))


def value(dice: Dice) -> str:
    """A value that occurs once."""
    return dice.pick(
        [
            dice.digits(6),
            dice.hexes(10),
            f"{dice.digits(3)}.{dice.digits(3)}",
            f"{dice.pick('ABCDEFXYZ')}{dice.digits(2)}-{dice.digits(5)}",
        ]
    )


def said(dice: Dice, name: str, amount: str) -> str:
    """A line that says what the value is."""
    return dice.pick(
        [
            f"{name}: {amount}",
            f"The {name} is {amount}.",
            f"| {name} | {amount} | ok |",
            f'  "{name}": "{amount}",',
            f"{name} = {amount}",
        ]
    )
