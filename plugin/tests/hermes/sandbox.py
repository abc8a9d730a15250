"""One throw-away Hermes home, a model server on loopback, and an agent of the real Hermes in it.

Imported before anything of Hermes: it sets the environment first. Nothing outside of the home is read or written.
"""

from __future__ import annotations

import http.server
import inspect
import json
import os
import re
import shutil
import sqlite3
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

HOME = Path(tempfile.mkdtemp(prefix="cento-hermes-", dir=os.environ.get("CENTO_TEST_TMP")))
os.environ.update(HERMES_HOME=str(HOME), HOME=str(HOME))
for name in [name for name in os.environ if name.endswith("_API_KEY") or name in ("OPENAI_BASE_URL", "PYTHONPATH")]:
    del os.environ[name]
os.chdir(HOME)
# The plugin as a folder, to be tested in place of the wheel.
FOLDER = os.environ.get("CENTO_FOLDER")

WINDOW = 100_000


class ModelServer(http.server.ThreadingHTTPServer):
    """Answers as an OpenAI-style server: scripted messages first, then "done"."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Answer)
        self.script: list[tuple[dict[str, Any], int]] = []
        self.main: list[dict[str, Any]] = []
        self.side: list[dict[str, Any]] = []
        self.aside = "A title"
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def answer(self, request: dict[str, Any]) -> tuple[dict[str, Any], int]:
        # Titles and the like come without tools.
        if not request.get("tools"):
            self.side.append(request)
            return {"role": "assistant", "content": self.aside}, 100
        self.main.append(request)
        return self.script.pop(0) if self.script else ({"role": "assistant", "content": "done"}, 1000)


class _Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: ModelServer

    def log_message(self, *_: Any) -> None:
        pass

    def _send(self, body: str, kind: str) -> None:
        data = body.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self) -> None:
        model = {"id": "toy", "object": "model", "context_length": WINDOW}
        self._send(json.dumps({"object": "list", "data": [model]}), "application/json")

    def do_POST(self) -> None:
        request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        message, prompt = self.server.answer(request)
        usage = {"prompt_tokens": prompt, "completion_tokens": 9, "total_tokens": prompt + 9}
        finish = "tool_calls" if message.get("tool_calls") else "stop"
        base = {"id": "r", "created": 1, "model": "toy"}
        if not request.get("stream"):
            choice = {"index": 0, "message": message, "finish_reason": finish}
            whole = base | {"object": "chat.completion", "choices": [choice], "usage": usage}
            self._send(json.dumps(whole), "application/json")
            return
        delta = dict(message)
        if delta.get("tool_calls"):
            delta["tool_calls"] = [call | {"index": n} for n, call in enumerate(delta["tool_calls"])]
        base["object"] = "chat.completion.chunk"
        chunks = [
            base | {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
            base | {"choices": [{"index": 0, "delta": {}, "finish_reason": finish}]},
            base | {"choices": [], "usage": usage},
        ]
        self._send("".join(f"data: {json.dumps(c)}\n\n" for c in chunks) + "data: [DONE]\n\n", "text/event-stream")


SERVER = ModelServer()


def configure(*, enabled: bool = True, engine: str = "cento", isolation: str = "", **sections: dict[str, Any]) -> None:
    """Writes config.yaml. JSON is YAML."""
    plugins: dict[str, Any] = {"enabled": ["cento"] if enabled else []}
    if isolation:
        plugins["isolation"] = isolation
    config: dict[str, Any] = {
        "model": {"default": "toy", "provider": "custom", "base_url": SERVER.url, "context_length": WINDOW},
        "compression": {"enabled": True},
        "plugins": plugins,
    }
    for name, section in sections.items():
        config[name] = config.get(name, {}) | section
    config["context"] = {"engine": engine} | config.get("context", {})
    (HOME / "config.yaml").write_text(json.dumps(config, indent=1))


def install_plugin() -> None:
    if FOLDER:
        shutil.copytree(FOLDER, HOME / "plugins" / "cento")
        # Compiled before; what happens where nothing is has tests of its own.
        shutil.copytree(os.environ["CENTO_COMPILED"], HOME / "cache" / "cento")
        return
    from hermes_cento.install import install

    install(HOME, lambda _: None)


def make_importable() -> None:
    """Lets a scenario import the package itself, before Hermes does."""
    if FOLDER:
        sys.path.append(str(HOME / "plugins" / "cento"))


def database() -> Any:
    from hermes_state import SessionDB

    return SessionDB(db_path=HOME / "state.db")


def agent(db: Any, **more: Any) -> Any:
    """An agent as the command line makes one, as far as this version knows the arguments."""
    from run_agent import AIAgent

    wanted: dict[str, Any] = {
        "base_url": SERVER.url,
        "api_key": "none",
        "provider": "custom",
        "model": "toy",
        "quiet_mode": True,
        "skip_memory": True,
        "skip_context_files": True,
        "skip_background_review": True,
        "session_db": db,
        "platform": "cli",
        "enabled_toolsets": ["terminal", "file", "session_search", "context_engine"],
    } | more
    known = inspect.signature(AIAgent.__init__).parameters
    made = AIAgent(**{name: value for name, value in wanted.items() if name in known})
    made._cached_system_prompt = "You are a test."
    return made


def forbid_models() -> list[str]:
    """Replaces the client for summaries by one that only notes that it was called."""
    import agent.auxiliary_client as auxiliary
    import agent.context_compressor as compressor

    called: list[str] = []
    _allowed.setdefault(auxiliary, auxiliary.call_llm)
    others = _allowed[auxiliary]

    def refuse(*arguments: Any, **named: Any) -> Any:
        # Titles come this way too.
        task = named.get("task") or (arguments[0] if arguments else "")
        if task != "compression":
            return others(*arguments, **named)
        called.append(str(task))
        raise AssertionError("a model was called for a summary")

    auxiliary.call_llm = refuse
    if hasattr(compressor, "call_llm"):
        _allowed.setdefault(compressor, compressor.call_llm)
        compressor.call_llm = refuse
    return called


_allowed: dict[Any, Any] = {}


def allow_models() -> None:
    """Takes that back."""
    for module, client in _allowed.items():
        module.call_llm = client


def call(number: int | str, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"id": f"call_{number}", "type": "function", "function": function}


def work(first: int, steps: int, *, lines: int = 120, ask: str = "") -> list[dict[str, Any]]:
    """A stretch of work: a request, rounds of terminal and files, an answer."""
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": ask or f"Make the mill of station {first} run again. Never touch rig/{first}.lock."}
    ]
    for n in range(first, first + steps):
        command = f"./mill --gear {n} --check"
        broken = n % 3 == 0
        output = "\n".join(f"gear {n} tooth {i} turns at {i * 7 + n} rpm" for i in range(lines))
        if broken:
            output += f"\nGearError: tooth {n} of gear {n} is worn down to {n}.5 mm"
        body = {"output": output, "exit_code": 1 if broken else 0, "error": None}
        messages += [
            {"role": "assistant", "content": f"I check gear {n}.", "tool_calls": [call(n, "terminal", {"command": command})]},
            {"role": "tool", "name": "terminal", "tool_name": "terminal", "tool_call_id": f"call_{n}", "content": json.dumps(body)},
        ]
    messages.append({"role": "assistant", "content": f"Gears {first} to {first + steps - 1} are checked."})
    return messages


def flush(made: Any, messages: list[dict[str, Any]]) -> None:
    made._ensure_db_session()
    made._flush_messages_to_session_db(messages, conversation_history=[])


def reload(db: Any, session: str, with_ids: bool) -> list[dict[str, Any]]:
    """The conversation as a resume reads it, with the ids of its rows where this version gives them and they are asked."""
    known = inspect.signature(db.get_messages_as_conversation).parameters
    ids = {"include_row_ids": True} if with_ids and "include_row_ids" in known else {}
    return list(db.get_messages_as_conversation(session, **ids))


def compress(made: Any, messages: list[dict[str, Any]], tokens: int = 90_000, **more: Any) -> list[dict[str, Any]]:
    """The host's real road: lock, worker, checks, commit."""
    output, _ = made._compress_context(messages, None, approx_tokens=tokens, **more)
    return output


def summary_of(messages: list[dict[str, Any]]) -> str:
    found = [m["content"] for m in messages if isinstance(m.get("content"), str) and "[CENTO SUMMARY]" in m["content"]]
    assert len(found) == 1, f"{len(found)} summaries"
    return found[0]


def references(summary: str) -> list[tuple[int, str]]:
    """Every [#N] with the words behind it, up to the next reference."""
    body = summary[summary.index("[CENTO SUMMARY]") :].split("\n--- END OF")[0].split("\n\n", 1)[1]
    found = []
    for line in body.splitlines():
        # What is quoted may look like a reference; ours stand at the start, or behind "; " and ", " of a list.
        for match in re.finditer(r"(?:^|(?<=[;,:] )|(?<=at )|(?<=`))\[#(\d+)\]([^\[]*)", line):
            found.append((int(match[1]), match[2]))
    return found


def sql(statement: str, *values: Any) -> list[tuple[Any, ...]]:
    with sqlite3.connect(HOME / "state.db") as connection:
        return connection.execute(statement, values).fetchall()
