"""Hermes' compaction of one conversation, with a model: runs in the environment of Hermes.

Takes JSON on standard input: messages, port of the server, window, tokens; gives JSON in the last line of standard
output: messages, seconds, how many calls were made and whether the summary is the model's. Hermes' own windows begin at
64,000 tokens; the limit is lowered here. Its requests, its checks and its assembly are its own; only the sending is ours.
A small model does not end by itself: it gets 700 tokens and what it wrote by then counts as whole, which Hermes itself
would refuse.
"""

from __future__ import annotations

import http.client
import json
import sys
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "peers"))
from engines import hermes_home  # noqa: E402

LIMIT = 700


def main() -> None:
    job = json.load(sys.stdin)
    made = hermes_home.compressor(job["window"], minimum_context_length=1, protect_first_n=1, protect_last_n=4)
    from agent import context_compressor  # type: ignore[import-not-found]

    calls: list[float] = []
    replies: list[str] = []

    def send(**given: Any) -> Any:
        connection = http.client.HTTPConnection("127.0.0.1", job["port"], timeout=1800)
        body = {"messages": given["messages"], "max_tokens": LIMIT, "temperature": 0}
        start = time.perf_counter()
        connection.request("POST", "/v1/chat/completions", json.dumps(body), {"Content-Type": "application/json"})
        answer = json.loads(connection.getresponse().read())
        calls.append(time.perf_counter() - start)
        if "choices" not in answer:
            raise RuntimeError(str(answer)[:200])
        content = answer["choices"][0]["message"]["content"]
        replies.append(content)
        message = SimpleNamespace(content=content, reasoning=None, reasoning_content=None, tool_calls=None, refusal=None)
        return SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason="stop")], usage=None)

    context_compressor.call_llm = send
    start = time.perf_counter()
    messages = made.compress(job["messages"], current_tokens=job["tokens"], force=True)
    seconds = time.perf_counter() - start
    error = str(getattr(made, "_last_summary_error", None) or "")
    by_model = bool(replies) and any(replies[-1].strip()[:80] in str(m.get("content")) for m in messages)
    print(
        json.dumps(
            {"messages": messages, "seconds": seconds, "calls": calls, "by_model": by_model, "error": error},
            default=str,
        )
    )


if __name__ == "__main__":
    main()
