"""Height of the tide at any time."""

from datetime import datetime, timedelta, timezone

from . import angles

EPOCH = datetime(2000, 1, 1, tzinfo=timezone.utc)


def hours_since_epoch(moment):
    """Hours from the epoch to an aware datetime."""
    return (moment - EPOCH) / timedelta(hours=1)


def height(port, moment):
    """Height in metres above chart datum."""
    hours = hours_since_epoch(moment)
    total = port.datum
    for part in port.constituents:
        total += part.amplitude * angles.cos(part.speed * hours - part.phase)
    return total


def slope(port, moment):
    """Change of the height in metres an hour."""
    hours = hours_since_epoch(moment)
    total = 0.0
    for part in port.constituents:
        rate = part.speed * 3.141592653589793 / 180.0
        total -= part.amplitude * rate * angles.sin(part.speed * hours - part.phase)
    return total


def curve(port, start, end, step):
    """Pairs of moment and height from `start` up to, not including, `end`."""
    moment = start
    while moment < end:
        yield moment, height(port, moment)
        moment += step
