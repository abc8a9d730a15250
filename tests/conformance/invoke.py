"""The component itself in the wasmtime CLI: calls written as WAVE, nothing of ours around them.

`python tests/conformance/invoke.py WASMTIME COMPONENT`. Exit code 1 and what was printed, if an answer is another one.
"""

from __future__ import annotations

import subprocess
import sys

MESSAGE = "images: 0, reasoning-bytes: 0, marks: {}"
OPTIONS = (
    "{strategy: project, context-length: 100000, protect-first-n: 0, protect-last-n: 1, tail-token-budget: 0, "
    "summary-budget-tokens: some(300), budget-permille: 60, min-budget-tokens: 1500, max-budget-tokens: 8000, "
    "threshold-percent: 75, force: false, target-percent: 50, min-tokens: 200, runway-tokens: 0, prune-permille: 500, "
    "truncate-chars: 300, protected-tools: [], scores: []}"
)
WORDS = "the lamp is lit, and so is the one beside it; " * 60
MESSAGES = ", ".join(
    (
        f'{{role: user, content: "Count the lamps. Never touch the well.", tool-calls: [], row-id: some(7), {MESSAGE}}}',
        '{role: assistant, content: "I count.", tool-calls: [{id: "c", name: "terminal", '
        f'arguments: "{{\\"command\\": \\"lamp count\\"}}"}}], row-id: some(8), {MESSAGE}}}',
        f'{{role: tool, content: "{WORDS}", tool-call-id: some("c"), exit-code: some(3), tool-calls: [], row-id: some(9), {MESSAGE}}}',
        f'{{role: user, content: "And now?", tool-calls: [], row-id: some(10), {MESSAGE}}}',
    )
)
CALLS = {
    f"should-compress({{prompt-tokens: some(80000), passes: []}}, {OPTIONS})": ["compress: true", "at-threshold"],
    f"should-compress({{prompt-tokens: some(10), passes: []}}, {OPTIONS})": ["compress: false", "below-threshold"],
    f"compress([{MESSAGES}], {OPTIONS})": ["ok(", "outcome: compacted", "`lamp count` exit 3", "state: exited(3)"],
    f"compress([], {OPTIONS})": ["ok(", "outcome: nothing-between", "edits: []"],
}


def main(wasmtime: str, component: str) -> int:
    wrong = 0
    for call, wanted in CALLS.items():
        command = [wasmtime, "run", "--invoke", call, component]
        done = subprocess.run(command, capture_output=True, text=True)
        absent = [words for words in wanted if words not in done.stdout]
        if done.returncode or absent:
            wrong += 1
            print(f"FAILED: {call[:60]}...: {absent} not in\n{done.stdout[:2000]}{done.stderr[-2000:]}")
    print(f"{len(CALLS)} calls in WAVE, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: invoke.py WASMTIME COMPONENT")
    sys.exit(main(*sys.argv[1:]))
