"""Hermes' summary by a small model beside Cento, on the same conversations, here on this machine: `make bench-model`.

    python bench/model/run.py [--cento FILE] [--sessions N] [--out FOLDER]

For each conversation and each way of compacting it: the conversation is sent first, as an agent would have it in the
model's cache; then it is compacted; then the next call goes out. Measured are the seconds of the compaction, the seconds
until the first token of the next call, the tokens of the new context as the model counts them, and how many questions
about the compacted work the model answers right. The whole conversation and an empty one are asked the same questions:
what is possible at most, and by guessing. Gives model.json and model.md.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "peers")]
import environments  # noqa: E402
import generate  # noqa: E402
import page  # noqa: E402
import questions  # noqa: E402
from made.session import Session  # noqa: E402
from server import Model, python, served  # noqa: E402
from shapes import plain  # noqa: E402

Message = dict[str, Any]
SIZE = 4200
"""Tokens of a conversation. With the request for a summary it has to fit into the model's window of 8,192."""
TAIL = 900
SESSIONS = [(kind, shape, seed) for seed in (1, 2) for kind, shape in (("coding", "hermes"), ("ops", "plain"), ("research", "claude"))]


def cento(program: Path) -> Callable[[Session, int], list[Message]]:
    """Cento with the tokens that a summary of Hermes may have at most."""

    def run(session: Session, tail: int) -> list[Message]:
        options = {
            "context_length": SIZE * 4 // 3,
            "protect_first_n": 1,
            "protect_last_n": 4,
            "tail_token_budget": TAIL,
            "summary_budget_tokens": 1200,
        }
        text = json.dumps({"messages": session.messages, "options": options})
        done = subprocess.run([str(program), "compact", "-"], input=text, capture_output=True, text=True, check=True)
        return list(json.loads(done.stdout)["messages"])

    return run


def hermes(given: Path, model: Model) -> Callable[[Session, int], list[Message]]:
    """Hermes' compressor in its own environment, its model calls sent to the server."""

    def run(session: Session, tail: int) -> list[Message]:
        job = {"messages": session.messages, "port": model.port, "window": SIZE * 4 // 3, "tokens": session.tokens}
        command = [str(given), str(HERE / "hermes_summary.py")]
        done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=True)
        answer = json.loads(done.stdout.splitlines()[-1])
        run.note = {"seconds": answer["seconds"], "summary by the model": answer["by_model"], "calls": answer["calls"]}  # type: ignore[attr-defined]
        return list(answer["messages"])

    return run


def one(model: Model, session: Session, name: str, compact: Callable[[Session, int], list[Message]] | None) -> dict[str, Any]:
    """Everything about one way of compacting one conversation."""
    model.ask(plain(session.messages), 1)
    start = time.perf_counter()
    messages = session.messages if name == "whole" else session.messages[:1] if compact is None else compact(copy.deepcopy(session), TAIL)
    seconds = time.perf_counter() - start
    note = getattr(compact, "note", {})
    context = plain(messages)
    following = (
        [*context[:-1], {"role": "user", "content": context[-1]["content"] + "\n\nGo on."}]
        if context[-1]["role"] == "user"
        else [*context, {"role": "user", "content": "Go on."}]
    )
    first = model.first_token(following)
    tokens = model.ask(context, 1)[1].get("prompt_tokens", 0)
    answers = [ask(model, context, question) for question in questions.of(session, len(session.messages) * 8 // 10)]
    return {
        "session": session.name,
        "way": name,
        "seconds": note.get("seconds", seconds),
        "first_token": first,
        "tokens": tokens,
        "note": note,
        "answers": answers,
    }


def ask(model: Model, context: list[Message], question: questions.Question) -> dict[str, Any]:
    """One question, asked at the end of the context."""
    text = f"Question about the work so far: {question.text}"
    last = context[-1]
    asked = (
        [*context[:-1], last | {"content": f"{last['content']}\n\n{text}"}]
        if last["role"] == "user"
        else [*context, {"role": "user", "content": text}]
    )
    answer = model.ask(asked, 48)[0]
    return {
        "kind": question.kind,
        "question": question.text,
        "wanted": question.wanted,
        "answer": answer,
        "right": questions.right(question, answer),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cento", type=Path, default=environments.TARGET / "release" / "cento")
    parser.add_argument("--sessions", type=int, default=len(SESSIONS))
    parser.add_argument("--out", type=Path, default=environments.ROOT / "bench" / "results")
    given = parser.parse_args()
    os.environ["PYTHONHASHSEED"] = "0"
    rows = []
    with served(python()) as model:
        ways = {
            "whole": None,
            "nothing": None,
            "Hermes": hermes(environments.python_of("hermes"), model),
            "Cento": cento(given.cento.absolute()),
        }
        for kind, shape, seed in SESSIONS[: given.sessions]:
            session = generate.make(kind, shape, SIZE, seed)
            session.name = f"{kind}-{shape}-{seed}"
            for name, compact in ways.items():
                print(f"{session.name}: {name}", file=sys.stderr, flush=True)
                rows.append(one(model, session, name, compact))
    page.write(given.out, rows)


if __name__ == "__main__":
    main()
