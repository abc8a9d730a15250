"""An engine as compaction-conformance-kit wants it: `compaction-kit benchmark --spec kit_compactor.py:Compactor`.

Runs in the environment of the kit; the engine runs in its own and is named by PEERS_PYTHON, PEERS_ADAPTER and
PEERS_OPTION. Turns become messages, a budget in characters becomes one in tokens. The kit gives a round the text of the
round before as one message; the engine gets the messages that it returned, as a real host would give them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from compaction_kit.compacted import CompactedContext  # type: ignore[import-not-found]

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))
import tokens  # noqa: E402

COMMAND = [
    os.environ["PEERS_PYTHON"],
    str(HERE / "worker.py"),
    os.environ["PEERS_ADAPTER"],
    os.environ.get("PEERS_OPTION", ""),
    "-",
]
SERVER = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


class Compactor:
    """One session of the kit."""

    name = os.environ.get("PEERS_NAME", "engine")

    def __init__(self) -> None:
        self._text, self._messages = "", list[dict[str, Any]]()

    def compact(self, turns: list[Any], round_num: int = 1, budget_chars: int | None = None) -> CompactedContext:
        """One round."""
        if len(turns) != 1 or turns[0].text != self._text:
            self._messages = [{"role": turn.role, "content": turn.text} for turn in turns]
        size, chars = tokens.of_messages(self._messages), len(_text(self._messages))
        target = None if budget_chars is None else max(1, budget_chars * size * 95 // 100 // max(1, chars))
        assert SERVER.stdin and SERVER.stdout
        print(json.dumps({"messages": self._messages, "target": target}), file=SERVER.stdin, flush=True)
        answer = json.loads(SERVER.stdout.readline())
        self._messages = answer.get("messages", self._messages)
        self._text = _text(self._messages)
        return CompactedContext(text=self._text, compactor_name=self.name, round_num=round_num)


def _text(messages: list[dict[str, Any]]) -> str:
    return "\n".join(f"[{message['role']}] {tokens.text_of(message)}" for message in messages)
