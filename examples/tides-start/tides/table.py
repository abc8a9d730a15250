"""Tables for people: one day, one port, local time."""

from datetime import datetime, time, timedelta, timezone

from .harmonics import curve
from .turns import turns


def local_zone(port, day):
    """Time zone of the port on this day."""
    return timezone(timedelta(minutes=port.offset_on(day)))


def day_bounds(port, day):
    """Start and end of the local day as aware datetimes."""
    start = datetime.combine(day, time(), tzinfo=local_zone(port, day))
    return start, start + timedelta(days=1)


def hourly(port, day):
    """Heights at full hours, local time."""
    start, end = day_bounds(port, day)
    return list(curve(port, start, end, timedelta(hours=1)))


def day_turns(port, day):
    """High and low water of the local day."""
    start, end = day_bounds(port, day)
    return turns(port, start, end)


def format_height(metres):
    """`3.42 m`; a minus sign keeps its place."""
    return f"{metres:6.2f} m"


def format_hourly(port, day):
    """Lines of the hourly table."""
    lines = [f"{port.name} ({port.code})  {day.isoformat()}", "hour    height"]
    for moment, metres in hourly(port, day):
        lines.append(f"{moment:%H:%M}  {format_height(metres)}")
    return lines


def format_turns(port, day):
    """Lines of the table of turns."""
    lines = [f"{port.name} ({port.code})  {day.isoformat()}", "turn  time    height"]
    for turn in day_turns(port, day):
        lines.append(f"{turn.kind:<4}  {turn.moment:%H:%M}  {format_height(turn.height)}")
    return lines
