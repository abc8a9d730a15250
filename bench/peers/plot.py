"""Two plots as SVG, written by hand so that they are small and the same for the same figures.

Takes series of points; gives the text of a file. Both axes may be logarithmic. Names stand in a list at the right, each
in the colour and with the mark of its line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 860, 420, 62, 34, 210, 48
COLOURS = (
    "#0b57d0 #1a9850 #7b3294 #d6604d #8c510a #e08214 #01665e #c51b7d #4d4d4d #b8860b #5e4fa2 #8a8a8a #5aa5e8 #b2182b #35978f #111111 #9ccc3c #ff7f9f"
).split()


@dataclass
class Series:
    """One line of a plot."""

    name: str
    points: list[tuple[float, float]]
    look: int
    """Which colour and mark: the same for the same engine in every plot."""
    bold: bool = False


@dataclass
class Axis:
    """One axis: its title, the values that are marked, how they are written, and whether it is logarithmic."""

    title: str
    marks: Sequence[float]
    write: Callable[[float], str]
    log: bool = False

    def at(self, value: float) -> float:
        """Where a value stands, 0 to 1."""
        low, high = self.marks[0], self.marks[-1]
        value = min(max(value, min(low, high)), max(low, high))
        if self.log:
            return (math.log(value) - math.log(low)) / (math.log(high) - math.log(low))
        return (value - low) / (high - low)


def plot(title: str, x: Axis, y: Axis, series: list[Series]) -> str:
    """The text of the SVG file."""
    width, height = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def place(point: tuple[float, float]) -> tuple[float, float]:
        return round(LEFT + width * x.at(point[0]), 1), round(TOP + height * (1 - y.at(point[1])), 1)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>',
        f'<text x="{LEFT}" y="20" font-size="14" font-weight="bold">{escape(title)}</text>',
    ]
    for mark in x.marks:
        at = place((mark, y.marks[0]))[0]
        out.append(f'<path d="M{at} {TOP}V{TOP + height}" stroke="#e4e4e4"/>')
        out.append(f'<text x="{at}" y="{TOP + height + 17}" text-anchor="middle">{escape(x.write(mark))}</text>')
    for mark in y.marks:
        at = place((x.marks[0], mark))[1]
        out.append(f'<path d="M{LEFT} {at}H{LEFT + width}" stroke="#e4e4e4"/>')
        out.append(f'<text x="{LEFT - 6}" y="{at + 4}" text-anchor="end">{escape(y.write(mark))}</text>')
    out.append(f'<text x="{LEFT + width / 2}" y="{HEIGHT - 10}" text-anchor="middle">{escape(x.title)}</text>')
    middle = TOP + height / 2
    out.append(f'<text x="14" y="{middle}" text-anchor="middle" transform="rotate(-90 14 {middle})">{escape(y.title)}</text>')
    for index, one in enumerate(series):
        colour, points = COLOURS[one.look % len(COLOURS)], [place(point) for point in sorted(one.points)]
        weight = 3 if one.bold else 1.4
        if len(points) > 1:
            line = "L".join(f"{a} {b}" for a, b in points)
            out.append(f'<path d="M{line}" fill="none" stroke="{colour}" stroke-width="{weight}"/>')
        out += [_mark(one.look, a, b, colour) for a, b in points]
        at = TOP + 8 + index * 18
        out.append(_mark(one.look, WIDTH - RIGHT + 22, at, colour))
        bold = ' font-weight="bold"' if one.bold else ""
        out.append(f'<text x="{WIDTH - RIGHT + 34}" y="{at + 4}"{bold}>{escape(one.name)}</text>')
    return "\n".join([*out, "</svg>", ""])


def _mark(look: int, a: float, b: float, colour: str) -> str:
    match look % 3:
        case 0:
            return f'<circle cx="{a}" cy="{b}" r="4" fill="{colour}"/>'
        case 1:
            return f'<rect x="{round(a - 3.5, 1)}" y="{round(b - 3.5, 1)}" width="7" height="7" fill="{colour}"/>'
    return f'<path d="M{a} {round(b - 5, 1)}l4.6 8h-9.2z" fill="{colour}"/>'
