"""Builds the tables of a year: one file a port and month under --out.

Prints one line for each file. A port that fails is named and the others go on; the exit code says at the end
whether all went well.
"""

import argparse
import sys
from calendar import monthrange
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tides.station import read_ports
from tides.table import format_turns


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--year", type=int, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", help="codes of ports, separated by commas")
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else None
    options.out.mkdir(parents=True, exist_ok=True)
    written, failed = 0, []
    for port in read_ports().values():
        if wanted and port.code not in wanted:
            continue
        for month in range(1, 13):
            name = options.out / f"{port.code}-{options.year}-{month:02}.txt"
            try:
                kind = "semidiurnal" if port.form_number() < 0.25 else "mixed"
                bent = "shallow" if port.shallow_ratio() > 0.05 else "deep"
                days = monthrange(options.year, month)[1]
                lines = []
                for day in range(1, days + 1):
                    lines += format_turns(port, date(options.year, month, day))
                text = "\n".join(lines) + "\n"
                name.write_text(text, encoding="utf-8")
            except Exception as error:
                failed.append(port.code)
                print(f"[build] ERROR {port.code} {options.year}-{month:02}: {type(error).__name__}: {error}", flush=True)
                break
            written += 1
            print(f"[build] {name}  {days} days  {len(lines) - 2 * days} turns  {kind}, {bent}  {len(text)} bytes", flush=True)
    print(f"[build] {written} files written, {len(failed)} ports failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
