"""Ports and their harmonic constants, read from data/.

`ports.csv` has one line a port: code, name, latitude, longitude, UTC offset in minutes, whether summer time is
kept, and the height of mean sea level above chart datum. `constants.csv` has one line for each constituent of
each port: code, constituent, amplitude in metres, phase in degrees. `speeds.csv` has the constituents' speeds
in degrees an hour.
"""

import csv
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from . import angles

DATA = Path(__file__).resolve().parent.parent / "data"


class UnknownPort(LookupError):
    """No port has this code."""


class BadRow(ValueError):
    """A line of a data file that cannot be read."""


@dataclass(frozen=True)
class Constituent:
    """One cosine of the tide."""

    name: str
    speed: float
    amplitude: float
    phase: float


@dataclass
class Port:
    """A place with a tide."""

    code: str
    name: str
    latitude: float
    longitude: float
    utc_offset: int
    summer_time: bool
    datum: float
    constituents: list = field(default_factory=list)

    def offset_on(self, day):
        """Minutes that local time is ahead of UTC on this day."""
        offset = self.utc_offset
        if self.summer_time and in_summer(day):
            offset -= 60
        return offset

    def amplitude(self, name):
        """Amplitude of one constituent."""
        return next(c for c in self.constituents if c.name == name).amplitude

    def form_number(self):
        """(K1 + O1) / (M2 + S2): below 0.25 semidiurnal, above 3 diurnal."""
        diurnal = self.amplitude("K1") + self.amplitude("O1")
        return diurnal / (self.amplitude("M2") + self.amplitude("S2"))

    def shallow_ratio(self):
        """M4 / M2: how much the shallow water bends the curve."""
        return self.amplitude("M4") / self.amplitude("M2")


def last_sunday(year, month):
    """The last Sunday of a month."""
    day = date(year, month, 31 if month in (3, 10) else 30)
    return day - timedelta(days=(day.weekday() + 1) % 7)


def in_summer(day):
    """True from the last Sunday of March up to, not including, the last Sunday of October."""
    return last_sunday(day.year, 3) <= day < last_sunday(day.year, 10)


def read_speeds(folder=DATA):
    """Speed of each constituent by name."""
    with open(folder / "speeds.csv", newline="", encoding="utf-8") as file:
        return {row["name"]: float(row["speed"]) for row in csv.DictReader(file)}


def read_ports(folder=DATA):
    """All ports by code, each with its constituents, largest first."""
    ports = {}
    with open(folder / "ports.csv", newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            try:
                port = Port(
                    code=row["code"],
                    name=row["name"],
                    latitude=angles.parse(row["latitude"]),
                    longitude=angles.parse(row["longitude"]),
                    utc_offset=int(row["utc_offset"]),
                    summer_time=row["summer_time"] == "yes",
                    datum=float(row["datum"]),
                )
            except (KeyError, ValueError) as error:
                raise BadRow(f"ports.csv line {number}: {error}") from error
            ports[port.code] = port
    speeds = read_speeds(folder)
    with open(folder / "constants.csv", newline="", encoding="utf-8") as file:
        for number, row in enumerate(csv.DictReader(file), start=2):
            try:
                name = row["constituent"]
                part = Constituent(name, speeds[name], float(row["amplitude"]), angles.parse(row["phase"]))
            except (KeyError, ValueError) as error:
                raise BadRow(f"constants.csv line {number}: {error!r}") from error
            ports[row["code"]].constituents.append(part)
    for port in ports.values():
        port.constituents.sort(key=lambda c: (-c.amplitude, c.name))
    return ports


def find_port(code, folder=DATA):
    """One port by its code; raises UnknownPort with the codes that are close."""
    ports = read_ports(folder)
    if code not in ports:
        close = sorted(c for c in ports if c[:1] == code[:1])
        raise UnknownPort(f"no port {code!r}; ports with the same first letter: {', '.join(close) or 'none'}")
    return ports[code]
