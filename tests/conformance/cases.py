"""The sessions that every runtime compacts, as (name, bytes): the repository's own cases pass by pass, its examples with
all strategies, the same session in the formats of other agents, odd bytes, and input that is none."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
# What the runner of the cases adds; tests/cases/README.md says so.
DEFAULTS = {"protect_first_n": 0, "protect_last_n": 2, "tail_token_budget": 20, "summary_budget_tokens": 2000}


def all_cases(compact: Callable[[bytes], bytes]) -> Iterator[tuple[str, bytes]]:
    """`compact` gives what later passes of a case begin with."""
    for path in sorted((ROOT / "tests" / "cases").glob("*.json")):
        yield from passes(path, compact)
    short = (ROOT / "examples" / "short.json").read_text()
    yield from examples(short, (ROOT / "examples" / "tides.json").read_text())
    messages = json.loads(short)["messages"]
    for name, write in {"claude-code": claude_code, "codex": codex, "opencode": opencode, "pi": pi, "lines": lines}.items():
        yield f"format/{name}", write(messages).encode()
    yield from odd_bytes()
    yield from no_sessions()


def session(messages: list[str], options: dict[str, Any]) -> bytes:
    joined = ",\n".join(messages)
    return f'{{"messages":[\n{joined}\n],"options":{dumps(options)}}}\n'.encode()


def dumps(value: Any) -> str:
    """As the program writes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def spaced(value: Any) -> str:
    """As Python writes: what is no text in a message then reads the same, as JSON and as an object."""
    return json.dumps(value, ensure_ascii=False)


def slices(text: str) -> list[str]:
    """The text of every message of a session or an output."""
    decoder = json.JSONDecoder()
    at = text.index("[") + 1
    found = []
    while True:
        while text[at] in " \t\r\n,":
            at += 1
        if text[at] == "]":
            return found
        _, end = decoder.raw_decode(text, at)
        found.append(text[at:end])
        at = end


def passes(path: Path, compact: Callable[[bytes], bytes]) -> Iterator[tuple[str, bytes]]:
    case = json.loads(path.read_text())
    options = DEFAULTS | case.get("options", {})
    messages = [written(message) for message in case["messages"]]
    for number, more in enumerate([[], *case.get("then", [])], 1):
        if number > 1:
            messages = slices(compact(given).decode())
        messages += [written(message) for message in more]
        given = session(messages, options)
        yield f"case/{path.stem}/{number}", given


def written(message: dict[str, Any]) -> str:
    """A message of a case, `repeat` written out."""
    message = dict(message)
    if "repeat" in message:
        piece, times = message["repeat"]
        text = "".join(piece.replace("{n}", str(n)) for n in range(times))
        if "code" in message:
            text = dumps({"output": text, "exit_code": message["code"], "error": None})
        message["content"] = text
    return spaced(message)


def examples(short: str, long: str) -> Iterator[tuple[str, bytes]]:
    small = {"protect_last_n": 6, "tail_token_budget": 0}
    for name, options in {
        "as-it-is": {},
        "slim": {"strategy": "slim", "target_tokens": 2000, "min_tokens": 60} | small,
        "prune": {"strategy": "prune"} | small,
        "slim-first": {"target_tokens": 2000} | small,
        "focus": {"focus_topic": "summer time", "session_id": "s", "summary_budget_tokens": 900} | small,
        "clamped": {"protect_last_n": -3, "budget_ratio": 0.9, "context_length": 10**12},
    }.items():
        for size, text in (("short", short), ("long", long)):
            given = json.loads(text).get("options", {})
            # The bytes of the file stay where nothing is asked for.
            yield f"example/{size}/{name}", session(slices(text), given | options) if options else text.encode()
    yield "example/short/packed", gzip.compress(short.encode(), mtime=0)


def odd_bytes() -> Iterator[tuple[str, bytes]]:
    rows = [
        r'{"role":"system","role":"user","content":"first","content":"Count the lamps. Never touch the well."}',
        r'{ "z" : [1.0e3,1E+2,-0.0,0.10] ,"role":"assistant" , "content":"\u0041\/ I count.","big":9007199254740993}',
        r'{"role":"user","content":"half \ud800 and \udc00x, whole \ud83d\ude00 👩‍👩‍👧 עברית"}',
        *(rf'{{"role":"assistant","content":"Lamp {n} is lit, {"as the one before it was, " * 40}","_row_id":"{n}"}}' for n in range(9)),
        r'{"role":"user","content":[{"type":"text","text":"And"},{"type":"image_url","image_url":{"url":"data:,"}},"now?"]}',
    ]
    yield "odd/bytes", session(rows, DEFAULTS)
    yield "odd/byte-order-mark", "\ufeff".encode() + session(rows, DEFAULTS)
    yield "odd/list", b"[" + b" , ".join(row.encode() for row in rows) + b"]"


def no_sessions() -> Iterator[tuple[str, bytes]]:
    deep = "[" * 200 + "]" * 200
    for name, text in {
        "nothing": "",
        "cut": '{"messages":[{"role":"us',
        "no-number": '{"messages":[\n{"role":"user","content":NaN}]}',
        "too-deep": f'[{{"role":"user","x":{deep}}}]',
        "no-role": '[{"content":"x"}]',
        "no-list": '{"messages":{}}',
        "unknown-option": '{"messages":[],"options":{"budget":1}}',
        "no-whole-number": '{"messages":[],\n"options":{"context_length":1.5}}',
    }.items():
        yield f"none/{name}", text.encode()
    yield "none/no-text", b'[{"role":"\xff"}]'


# The same conversation as other agents store it.


def results(messages: list[dict[str, Any]]) -> dict[str, str]:
    return {m["tool_call_id"]: m["content"] for m in messages if m["role"] == "tool"}


def calls(message: dict[str, Any]) -> list[tuple[str, str, Any]]:
    made = message.get("tool_calls") or []
    return [(c["id"], c["function"]["name"], json.loads(c["function"]["arguments"])) for c in made]


def json_lines(rows: list[Any]) -> str:
    return "".join(dumps(row) + "\n" for row in rows)


def lines(messages: list[dict[str, Any]]) -> str:
    return json_lines(messages)


def claude_code(messages: list[dict[str, Any]]) -> str:
    rows: list[Any] = []

    def add(kind: str, message: dict[str, Any]) -> None:
        number = len(rows)
        rows.append({"type": kind, "uuid": str(number), "parentUuid": str(number - 1) if number else None, "message": message})

    for number, m in enumerate(messages):
        if m["role"] == "user":
            add("user", {"role": "user", "content": m["content"]})
        elif m["role"] == "assistant":
            parts = [{"type": "text", "text": m["content"]}] if m["content"] else []
            parts += [{"type": "tool_use", "id": id, "name": name, "input": given} for id, name, given in calls(m)]
            add("assistant", {"id": f"m{number}", "content": parts})
        elif m["role"] == "tool":
            add("user", {"content": [{"type": "tool_result", "tool_use_id": m["tool_call_id"], "content": m["content"]}]})
    return json_lines(rows)


def codex(messages: list[dict[str, Any]]) -> str:
    rows: list[Any] = [{"type": "session_meta", "payload": {"id": "x"}}]

    def add(**payload: Any) -> None:
        rows.append({"type": "response_item", "payload": payload})

    for m in messages:
        if m["role"] == "tool":
            add(type="function_call_output", call_id=m["tool_call_id"], output=m["content"])
            continue
        if m["content"]:
            kind = "output_text" if m["role"] == "assistant" else "input_text"
            add(type="message", role=m["role"], content=[{"type": kind, "text": m["content"]}])
        for id, name, given in calls(m):
            add(type="function_call", name=name, arguments=dumps(given), call_id=id)
    return json_lines(rows)


def opencode(messages: list[dict[str, Any]]) -> str:
    said, rows = results(messages), []
    for m in messages:
        if m["role"] == "tool":
            continue
        parts: list[Any] = [{"type": "text", "text": m["content"]}] if m["content"] else []
        for id, name, given in calls(m):
            state = {"status": "completed", "input": given, "output": said.get(id, "")}
            parts.append({"type": "tool", "tool": name, "callID": id, "state": state})
        rows.append({"info": {"role": m["role"]}, "parts": parts})
    return dumps({"info": {"id": "s"}, "messages": rows})


def pi(messages: list[dict[str, Any]]) -> str:
    rows: list[Any] = [{"type": "session", "version": 3, "id": "s"}]
    for number, m in enumerate(messages, 1):
        text = [{"type": "text", "text": m["content"]}] if m["content"] else []
        if m["role"] == "tool":
            message = {"role": "toolResult", "toolCallId": m["tool_call_id"], "toolName": m.get("name", ""), "content": text}
        elif m["role"] == "assistant":
            made = [{"type": "toolCall", "id": id, "name": name, "arguments": given} for id, name, given in calls(m)]
            message = {"role": "assistant", "content": text + made}
        else:
            message = {"role": "user", "content": m["content"]}
        before = str(number - 1) if number > 1 else None
        rows.append({"type": "message", "id": str(number), "parentId": before, "message": message})
    return json_lines(rows)
