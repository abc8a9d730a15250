"""Cento through its command line: a process for each call, JSON on standard input and output."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable

from engines.cento_options import options
from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    program, given = os.environ["CENTO"], options(session, target, option)

    def run(messages: list[Message]) -> list[Message]:
        text = json.dumps({"messages": messages, "options": given})
        done = subprocess.run([program, "compact", "-"], input=text, capture_output=True, text=True, check=True)
        return list(json.loads(done.stdout)["messages"])

    return run
