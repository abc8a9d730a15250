"""The Python API against the built module."""

from __future__ import annotations

import ast
import copy
import gc
import hashlib
import importlib.metadata
import inspect
import json
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import hermes_cento
import pytest
from hermes_cento import backend, records

try:
    from hermes_cento import _native
except ImportError:
    _native = None  # type: ignore[assignment]
native = pytest.mark.skipif(_native is None, reason="the native module is not installed")


def talk(steps: int = 30) -> list[dict[str, Any]]:
    """A stretch of work."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Count the lamps. Never switch one off.", "_row_id": 1}]
    for n in range(steps):
        function = {"name": "terminal", "arguments": json.dumps({"command": f"lamp count --hall {n}"})}
        result = {"output": f"hall {n}: " + "lamp lit, " * 90, "exit_code": n % 2, "error": None}
        messages += [
            {"role": "assistant", "content": f"Hall {n}.", "_row_id": 2 * n + 2, "tool_calls": [{"id": "c", "type": "function", "function": function}]},
            {"role": "tool", "tool_call_id": "c", "name": "terminal", "content": json.dumps(result), "_row_id": 2 * n + 3},
        ]
    return [*messages, {"role": "user", "content": "And the cellar?", "_row_id": 999}]


OPTIONS: dict[str, Any] = {"protect_last_n": 4, "tail_token_budget": 500, "session_id": "s"}


def test_kept_messages_are_the_same_objects_and_nothing_is_changed() -> None:
    messages = talk()
    frozen = copy.deepcopy(messages)
    result = hermes_cento.compact(messages, **OPTIONS)
    assert result.changed and messages == frozen
    assert len(result.messages) == result.report["messages_after"] < len(messages)
    for row, source in zip(result.messages, result.sources, strict=True):
        assert row is messages[source] if source >= 0 else row["_compressed_summary"] is True
    assert result.summary and "[CENTO SUMMARY]" in result.summary and "lamp count --hall 1" in result.summary


def test_the_same_bytes_in_every_thread() -> None:
    messages = talk()
    alone = hermes_cento.compact(messages, **OPTIONS).messages
    results: list[Any] = []
    threads = [threading.Thread(target=lambda: results.append(hermes_cento.compact(messages, **OPTIONS).messages)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 20 and all(result == alone for result in results)


def test_dicts_read_as_their_json_does() -> None:
    odd: list[dict[str, Any]] = talk(12)
    odd[1]["content"] = [{"type": "text", "text": "part one"}, {"type": "image_url", "image_url": {"url": "data:,"}}, "two"]
    odd[2]["content"] = {"exit_code": 3, "output": "a dict"}
    odd[3]["content"] = None
    odd[4]["content"] = 17
    odd[5]["reasoning"] = "thought " * 20
    odd[5]["reasoning_details"] = [{"type": "thinking", "signature": "x"}]
    odd[6]["_row_id"] = "14"
    odd[7]["tool_calls"][0]["function"]["arguments"] = {"command": "ls"}
    odd[8]["_row_id"] = True
    odd.insert(9, {"role": "user", "content": "notice", "_todo_snapshot_synthetic": True})
    odd.insert(10, {"role": "assistant", "content": "seen", "display_kind": "notice"})
    direct = hermes_cento.compact(odd, **OPTIONS)
    for same in (json.dumps(odd), records.session(odd, None)):
        again = hermes_cento.compact(json.loads(same), **OPTIONS)
        assert direct.summary == again.summary and direct.report == again.report
    # Objects of a client library say the same as dicts.
    as_objects = copy.deepcopy(odd)
    for row in as_objects:
        if row.get("tool_calls"):
            row["tool_calls"] = [_Object(call) for call in row["tool_calls"]]
    assert hermes_cento.compact(as_objects, **OPTIONS).summary == direct.summary


class _Object:
    def __init__(self, fields: dict[str, Any]) -> None:
        for name, value in fields.items():
            setattr(self, name, _Object(value) if name == "function" else value)


def test_half_characters_are_counted() -> None:
    messages = talk()
    messages[2]["content"] += "\ud800 and \udfff"
    result = hermes_cento.compact(messages, **OPTIONS)
    assert result.changed and result.report["surrogates_replaced"] == 2
    assert result.summary is not None and result.summary.encode()


def test_row_ids_from_outside() -> None:
    messages = [{k: v for k, v in row.items() if k != "_row_id"} for row in talk()]
    assert "[#" not in (hermes_cento.compact(messages, **OPTIONS).summary or "").split("\n\n", 1)[1]
    ids = [n + 700 for n in range(len(messages))]
    assert "[#70" in (hermes_cento.compact(messages, row_ids=ids, **OPTIONS).summary or "")
    with pytest.raises(ValueError, match="row_ids"):
        hermes_cento.compact(messages, row_ids=[1], **OPTIONS)


@pytest.mark.parametrize(
    ("messages", "options", "error", "words"),
    [
        ([3], {}, TypeError, r"messages\[0\]: expected a dict"),
        (None, {}, TypeError, r"messages: expected a list of messages \(dicts\), not NoneType"),
        (7, {}, TypeError, r"messages: expected a list of messages \(dicts\), not int"),
        ("words", {}, TypeError, r"messages: expected a list of messages \(dicts\), not str"),
        ({"messages": []}, {}, TypeError, r"messages: expected a list of messages \(dicts\), not dict"),
        ([{"role": "user"}, {}], {}, ValueError, r"messages\[1\].role"),
        ([], {"sumary": 1}, ValueError, "sumary"),
        ([], {"context_length": "x"}, ValueError, "context_length"),
        ([], {"budget_ratio": float("nan")}, ValueError, "budget_ratio"),
        ([], {"focus_topic": object()}, ValueError, "focus_topic"),
        ([], {"force": {1}}, ValueError, "force"),
    ],
)
def test_errors_name_the_place(messages: Any, options: Any, error: type[Exception], words: str) -> None:
    # The plugin as a folder has no anchors.
    for function in (hermes_cento.compact, hermes_cento.explain, *([hermes_cento.anchors] if _native else [])):
        with pytest.raises(error, match=words):
            function(messages, **options)


def test_any_iterable_of_messages_is_taken() -> None:
    messages = talk()
    wanted = hermes_cento.compact(messages, **OPTIONS).report
    for given in (tuple(messages), iter(messages), (message for message in messages)):
        assert hermes_cento.compact(given, **OPTIONS).report == wanted


def test_limits_leave_everything_and_the_next_call_works() -> None:
    messages = talk()
    for engine in (backend.Engine(fuel=1000), backend.Engine(memory=70_000), backend.Engine(input=100)):
        result = hermes_cento.compact(messages, engine=engine, **OPTIONS)
        assert result.report["outcome"] == "failed" and result.messages == messages
        assert "lamp" not in result.report["reason"]
    assert hermes_cento.compact(messages, **OPTIONS).changed


def test_the_rest_of_the_api() -> None:
    messages = talk()
    fates = hermes_cento.explain(messages, **OPTIONS)
    assert len(fates) == len(messages) and {"kept", "drop"} == {fate.fate for fate in fates}
    assert hermes_cento.should_compress(90_000, context_length=100_000).verdict == "at-threshold"
    assert not hermes_cento.should_compress(10, context_length=100_000).compress
    stuck = hermes_cento.should_compress(80_000, context_length=100_000, passes=[(80_000, 79_000)] * 2)
    assert stuck.verdict == "no-gain-until" and stuck.retry_at and stuck.retry_at > 80_000
    assert hashlib.sha256(hermes_cento.component()).hexdigest() == hermes_cento.component_sha256


@native
def test_what_only_the_native_module_has() -> None:
    messages = talk()
    messages[6]["content"] = "see https://lamps.example/list and #4711"
    assert {"url", "issue"} <= {anchor.kind for anchor in hermes_cento.anchors(messages, **OPTIONS)}
    assert importlib.metadata.version("hermes-cento") == hermes_cento.__version__
    assert records.SIGNED_KEYS == _native.SIGNED_KEYS


def test_nothing_is_kept_after_a_call() -> None:
    messages = talk()
    before = [sys.getrefcount(row) for row in messages]
    for _ in range(3):
        hermes_cento.compact(messages, **OPTIONS)
    gc.collect()
    assert [sys.getrefcount(row) for row in messages] == before


@native
def test_stub_says_what_the_module_has() -> None:
    stub = Path(inspect.getfile(hermes_cento)).with_name("_native.pyi")
    tree = ast.parse(stub.read_text())
    named = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    names = set(named) | {node.target.id for node in tree.body if isinstance(node, ast.AnnAssign)}  # type: ignore[union-attr]
    assert names == {name for name in vars(_native) if not name.startswith("__") or name == "__version__"}
    engine = named["Engine"]
    assert isinstance(engine, ast.ClassDef)
    for method in engine.body:
        assert isinstance(method, ast.FunctionDef)
        real = inspect.signature(_native.Engine if method.name == "__new__" else getattr(_native.Engine, method.name))
        stated = [a.arg for a in (*method.args.args, *method.args.kwonlyargs)]
        assert [*real.parameters] == [a for a in stated if a not in ("cls",) and not (a == "self" and "self" not in real.parameters)]
    assert (stub.parent / "py.typed").exists()


@native
def test_stubtest_accepts_the_package() -> None:
    modules = ["hermes_cento._native"]
    done = subprocess.run([sys.executable, "-m", "mypy.stubtest", *modules], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_stands_beside_the_content_of_a_result_is_a_record() -> None:
    ends: list[tuple[dict[str, Any], str]] = [
        ({"exit_code": 3}, "exit 3"),
        ({"exitCode": 2.0}, "exit 2"),
        ({"exitCode": "4"}, "exit 4"),
        ({"exit_code": None, "exitCode": 5}, "exit 5"),
        ({"is_error": True}, "failed"),
        ({"isError": True}, "failed"),
        ({"x_exit_code": 4}, "no exit code"),
        ({"exit_code": 2**40}, "failed"),
        ({"exit_code": True, "is_error": 1}, "no exit code"),
        ({"exit_code": 1.5, "is_error": "true"}, "no exit code"),
    ]
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Count the lamps."}]
    for n, (end, _) in enumerate(ends):
        function = {"name": "bash", "arguments": json.dumps({"command": f"lamp test --hall {n}"})}
        messages += [
            {"role": "assistant", "content": None, "tool_calls": [{"id": f"c{n}", "function": function}]},
            {"role": "tool", "tool_call_id": f"c{n}", "content": "lamp lit, " * 90, **end},
        ]
    messages.append({"role": "user", "content": "And the cellar?"})
    summary = hermes_cento.compact(messages, protect_first_n=0, protect_last_n=1, tail_token_budget=10).summary or ""
    for n, (end, words) in enumerate(ends):
        line = next(line for line in summary.split("\n") if f"lamp test --hall {n}`" in line)
        assert words in line, (end, line)


def test_a_pruning_takes_calls_from_copies() -> None:
    calls = [{"id": f"c{n}", "function": {"name": "read_file", "arguments": f'{{"path": "lamp{n}"}}'}} for n in range(2)]
    calls.append({"id": "c2", "function": {"name": "patch", "arguments": "{}"}})
    rows = [{"role": "tool", "tool_call_id": f"c{n}", "content": "lamp lit, and the next one too\n" * 90} for n in range(3)]
    seen = {"role": "assistant", "content": "Seen.", "tool_calls": calls[:1], "x_vendor": 1}
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": "Count the lamps."},
        {"role": "assistant", "content": "I count.", "tool_calls": calls, "x_vendor": 1},
        *rows,
        {"role": "user", "content": "And?"},
        seen,
        rows[0],
        {"role": "user", "content": "Good."},
    ]
    frozen = copy.deepcopy(messages)
    options = {"strategy": "prune", "prune_threshold": 0.9, "protect_first_n": 0, "protect_last_n": 1, "tail_token_budget": 0}
    result = hermes_cento.compact(messages, **options)
    assert messages == frozen and result.summary is None
    assert [message["role"] for message in result.messages] == ["user", "assistant", "tool", "user", "assistant", "user"]
    assert result.messages[1] == messages[1] | {"tool_calls": calls[2:]}
    assert result.messages[4] == {"role": "assistant", "content": "Seen.", "x_vendor": 1}
    assert result.messages[3] is messages[5] and result.report["calls"]["dropped"] == 3


def test_slim_shortens_in_place_and_keeps_every_object_that_stays() -> None:
    rows = "".join(f"{n} lamps by the {('door', 'stairs', 'well', 'gate')[n * n % 4]} of house {n}\n" for n in range(200))
    call = {"id": "c", "function": {"name": "terminal", "arguments": "{}"}}
    content = json.dumps({"output": rows, "exit_code": 2, "error": None})
    messages: list[dict[str, Any]] = [
        {"role": "user", "content": rows},
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": "c", "content": content, "x_vendor": 1},
        {"role": "assistant", "content": "Counted."},
        {"role": "user", "content": "Good."},
    ]
    frozen = copy.deepcopy(messages)
    options = {"strategy": "slim", "target_percent": 70, "context_length": 0}
    result = hermes_cento.compact(messages, **options, protect_first_n=0, protect_last_n=1, tail_token_budget=0)
    assert messages == frozen and result.summary is None and result.sources == [0, 1, 2, 3, 4]
    assert result.edits == [(2, "rewrite", "shortened")]
    assert all(result.messages[n] is messages[n] for n in (0, 1, 3, 4))
    short = json.loads(result.messages[2]["content"])
    assert (short["exit_code"], result.messages[2]["x_vendor"]) == (2, 1) and " lines left out]" in short["output"]
    assert result.report["unchanged_prefix"] == 2 and result.report["shortened"] == 1
