"""High and low water: where the slope changes its sign."""

from dataclasses import dataclass
from datetime import timedelta

from .harmonics import height, slope

STEP = timedelta(minutes=25)
PRECISION = timedelta(seconds=1)


@dataclass(frozen=True)
class Turn:
    """One high or low water."""

    kind: str
    moment: object
    height: float


def bisect(port, left, right):
    """The moment between `left` and `right` at which the slope is zero."""
    rising = slope(port, left) > 0
    while right - left > PRECISION:
        middle = left + (right - left) / 2
        if (slope(port, middle) > 0) == rising:
            left = middle
        else:
            right = middle
    return left + (right - left) / 2


def turns(port, start, end):
    """All turns from `start` up to, not including, `end`, in order."""
    found = []
    left = start
    before = slope(port, left)
    while left < end:
        right = left + STEP
        after = slope(port, right)
        if before > 0 and after <= 0:
            moment = bisect(port, left, right)
            found.append(Turn("high", moment, height(port, moment)))
        elif before < 0 and after >= 0:
            moment = bisect(port, left, right)
            found.append(Turn("low", moment, height(port, moment)))
        left, before = right, after
    return found


def ranges(found):
    """Differences of height between neighbours."""
    return [abs(b.height - a.height) for a, b in zip(found, found[1:])]


def spring_days(port, days):
    """Days whose largest range is at least nine tenths of the largest of all."""
    by_day = {}
    for day, found in days:
        all_ranges = ranges(found)
        if all_ranges:
            by_day[day] = max(all_ranges)
    if not by_day:
        return []
    limit = 0.9 * max(by_day.values())
    return [day for day, value in sorted(by_day.items()) if value >= limit]
