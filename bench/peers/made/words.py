"""Words that the sessions are made of, and names that occur once only. No sentence of any product stands here."""

from __future__ import annotations

from made.session import Dice

NOUNS = (
    "anchor badge barrel basin beacon berth bridge bucket buoy cabin cable canal cargo carton chart claim clerk coast "
    "column crane crate cursor customs dealer depot dock draft ferry field fleet folder freight gate grain gauge harbour "
    "hatch header index invoice island journal kernel keel label ledger letter lock loop manifest marker matrix meter "
    "mirror module mooring notice number object octave offer order packet parcel patrol permit pilot plank policy pond "
    "queue quay quota radar range record region relay report ribbon river roster route sail sample schema season sector "
    "sensor shard signal socket stamp station stock storm stream string survey switch table tariff tender ticket tide "
    "token tower track trade truck tunnel vessel voyage wagon weight window worker yard zone"
).split()
VERBS = (
    "accept add align append apply assign balance bind build cache cancel carry check clean close collect commit compare "
    "convert copy count cover create decode delay deliver derive detach drain emit encode expand export fetch fill filter "
    "find flush fold format gather group hold import insert join keep limit list load lookup mark match measure merge move "
    "normalise notify open order pack parse patch plan poll prepare print publish pull push query read rebuild record "
    "reduce refresh release remove rename render repair replace report reset resolve resume retry return rotate route save "
    "scan select send sort split start stop store submit sweep switch sync take test track trim update verify wait write"
).split()
ADJECTIVES = (
    "actual basic blank brief broad busy central clean clear closed cold daily dense direct early empty equal exact extra "
    "fast final fixed flat foreign former free fresh full green heavy hidden idle inner joint large late legal light local "
    "long lower major manual middle minor mixed narrow new next odd old open outer partial past plain pending public quick "
    "raw ready recent remote right rough round safe second short single slow small stale steady strict third tight total "
    "upper usual valid warm weekly whole wide"
).split()
NAMES = "Aino Bela Chidi Dana Emre Farida Goran Hanna Ivo Jun Kofi Lena Mateo Nadia Olek Priya Rosa Sven Tomas Uma Vera Wen Yara Zoe".split()
SUFFIXES = {"py": "Python", "ts": "TypeScript", "go": "Go", "rs": "Rust", "java": "Java", "rb": "Ruby"}
ERRORS = "ValueError KeyError TypeError ConnectionResetError PermissionError TimeoutError IndexError LookupError OSError".split()
HOSTS = "edge core mail db cache build proxy queue".split()


def snake(dice: Dice) -> str:
    """A name such as `fold_late_ledger`."""
    return f"{dice.pick(VERBS)}_{dice.pick(ADJECTIVES)}_{dice.pick(NOUNS)}"


def camel(dice: Dice) -> str:
    """A name such as `LateLedger`."""
    return dice.pick(ADJECTIVES).title() + dice.pick(NOUNS).title()


def path(dice: Dice, suffix: str) -> str:
    """A path such as `src/quay/late_ledger.py`."""
    top = dice.pick(["src", "lib", "app", "pkg", "internal", "services"])
    return f"{top}/{dice.pick(NOUNS)}/{dice.pick(ADJECTIVES)}_{dice.pick(NOUNS)}{dice.below(90)}.{suffix}"


def phrase(dice: Dice, words: int) -> str:
    """So many words with no meaning."""
    return " ".join(dice.pick([NOUNS, VERBS, ADJECTIVES, NOUNS][i % 4]) for i in range(words))


def sentence(dice: Dice) -> str:
    """A plain sentence with little in it."""
    noun, other, third = dice.pick(NOUNS), dice.pick(NOUNS), dice.pick(NOUNS)
    verb, adjective = dice.pick(VERBS), dice.pick(ADJECTIVES)
    return dice.pick(
        [
            f"The {adjective} {noun} is there to {verb} the {other} before the {third} is read.",
            f"Most of the time the {noun} waits for the {other}, and then the {third} has to {verb} it again.",
            f"I had a look at the {noun}: it can {verb} a {third}, but the {other} looks {adjective} to me.",
            f"Whoever wrote the {noun} wanted to {verb} every {other} in one go.",
            f"After that the {other} and the {third} are {adjective}, as one would expect of a {noun}.",
            f"There is a {adjective} {noun} between the {other} and the {third}, which nobody seems to {verb}.",
        ]
    )
