"""Angles in degrees.

Harmonic constants come in degrees, the standard library wants radians, and phases are only
known up to whole turns. All of that stays in this file.
"""

import math

FULL_TURN = 360.0


def wrap(degrees):
    """The same direction as an angle from 0 up to, not including, 360."""
    return degrees % FULL_TURN


def wrap_signed(degrees):
    """The same direction as an angle from -180 up to, not including, 180."""
    return (degrees + 180.0) % FULL_TURN - 180.0


def cos(degrees):
    """Cosine of an angle in degrees."""
    return math.cos(math.radians(degrees))


def sin(degrees):
    """Sine of an angle in degrees."""
    return math.sin(math.radians(degrees))


def difference(a, b):
    """Shortest way from `b` to `a`, signed."""
    return wrap_signed(a - b)


def mean(angles):
    """Circular mean; raises ValueError for an empty list or one without direction."""
    angles = list(angles)
    if not angles:
        raise ValueError("mean of no angles")
    x = sum(cos(a) for a in angles)
    y = sum(sin(a) for a in angles)
    if math.hypot(x, y) < 1e-9 * len(angles):
        raise ValueError("angles cancel out")
    return wrap(math.degrees(math.atan2(y, x)))


def parse(text):
    """Reads `123.4`, `123.4d` or `123d24m`."""
    text = text.strip()
    if text.endswith("d"):
        return float(text[:-1])
    if text.endswith("m") and "d" in text:
        whole, minutes = text[:-1].split("d", 1)
        sign = -1.0 if whole.startswith("-") else 1.0
        return float(whole) + sign * float(minutes) / 60.0
    return float(text)
