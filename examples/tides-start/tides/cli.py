"""Command line: table, turns, info, ports."""

import argparse
import sys
from datetime import date

from . import table
from .station import UnknownPort, find_port, read_ports


def parse_arguments(arguments):
    """Reads the command line."""
    parser = argparse.ArgumentParser(prog="tides", description="Tide tables from harmonic constants.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("table", "turns"):
        one = commands.add_parser(name)
        one.add_argument("--port", required=True)
        one.add_argument("--day", required=True, type=date.fromisoformat)
    info = commands.add_parser("info")
    info.add_argument("--port", required=True)
    commands.add_parser("ports")
    return parser.parse_args(arguments)


def info_lines(port):
    """What is known of a port."""
    yield f"{port.name} ({port.code})"
    yield f"position       {port.latitude:.3f} {port.longitude:.3f}"
    yield f"form number    {port.form_number():.2f}"
    yield f"shallow ratio  {port.shallow_ratio():.3f}"
    for part in port.constituents:
        yield f"  {part.name:<5} {part.amplitude:7.3f} m  {part.phase:6.1f} deg"


def main(arguments=None):
    """Returns the exit code."""
    options = parse_arguments(arguments)
    try:
        if options.command == "ports":
            lines = [f"{p.code}  {p.name}" for p in read_ports().values()]
        elif options.command == "info":
            lines = info_lines(find_port(options.port))
        elif options.command == "table":
            lines = table.format_hourly(find_port(options.port), options.day)
        else:
            lines = table.format_turns(find_port(options.port), options.day)
        for line in lines:
            print(line)
    except UnknownPort as error:
        print(f"tides: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
