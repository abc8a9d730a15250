#!/usr/bin/env python3
"""Shows to people what `cento compact` printed: the summary, then the report.

    cento compact examples/tides.json | python3 examples/show.py [--summary | --report]

Standard library only.
"""

import argparse
import json
import signal
import sys


def main():
    """Reads the answer from standard input and prints it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    only = parser.add_mutually_exclusive_group()
    only.add_argument("--summary", action="store_true", help="the summary alone")
    only.add_argument("--report", action="store_true", help="the report alone")
    options = parser.parse_args()
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `| head` ends it without a word
    text = sys.stdin.read()
    if not text:
        sys.exit(1)  # cento has said why on stderr
    answer = json.loads(text)
    report = answer["report"]
    summaries = [m["content"] for m in answer["messages"] if m.get("_compressed_summary")]
    if not options.report:
        if not options.summary:
            print("== The summary message ==\n")
        print("\n\n".join(summaries) or "(no summary: " + report["reason"] + ")")
    if options.summary:
        return
    if not options.report:
        print("\n== The report ==\n")
    for key, value in report.items():
        if key == "sections":
            for section in value:
                left = f", {section['omitted']} left out" if section["omitted"] else ""
                lines = "line" if section["shown"] == 1 else "lines"
                print(f"  {section['heading']:<28} {section['shown']:>4} {lines}{left}, {section['tokens']} tokens")
        elif isinstance(value, list):
            print(f"{key}: {json.dumps(value) if value else 'none'}")
        else:
            print(f"{key}: {value:,}" if isinstance(value, int) else f"{key}: {value}")


if __name__ == "__main__":
    main()
