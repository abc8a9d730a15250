"""What a person types: /compress with a topic, through the command line's own handler, and /cento before and after."""

from __future__ import annotations

import contextlib
import io
import re
from unittest import mock

import checks
import sandbox as box

box.configure(context={"cento": {"min_budget_tokens": 300, "budget_ratio": 0.01}}, compression={"protect_last_n": 4})
box.install_plugin()
db = box.database()

from cli import HermesCLI  # noqa: E402
from hermes_cli.plugins import discover_plugins, get_plugin_command_handler  # noqa: E402

discover_plugins()
cento = get_plugin_command_handler("cento")
assert "no session uses it" in cento("status")


def chat() -> tuple[object, object]:
    """An agent with a conversation behind it, and the command line around both."""
    agent = box.agent(db)
    messages = box.work(1, 40)
    messages[5]["tool_calls"][0]["function"]["arguments"] = '{"command": "oil --with linseed wheel-7"}'
    box.flush(agent, messages)
    return agent, mock.MagicMock(agent=agent, conversation_history=messages, session_id=agent.session_id)


def type_in(line: object, command: str) -> str:
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        HermesCLI._manual_compress(line, command)
    return printed.getvalue()


agent, line = chat()
called = box.forbid_models()
status = cento("status")
assert re.search(r"^Cento [\d.]+, component [0-9a-f]{12}\n", status), status
assert re.search(r"prompt \d+ of 100000 tokens; compaction starts at 75000\n", status), status
assert "compactions 0; last: no compaction yet" in status
assert cento("explain") == "No compaction yet in this session."
foretold = cento("preview")
assert re.search(r"compacted: 82 messages and about \d+ tokens became \d+ messages", foretold), foretold
assert "messages: drop (projected)" in foretold and "Commands Run: " in foretold and "left out" in foretold
assert agent.context_compressor.compression_count == 0, "a preview changed something"
printed = type_in(line, "/compress")
assert "82 → " in printed, printed
assert "linseed" not in box.summary_of(line.conversation_history)
assert "compactions 1; last: 82 -> " in cento("")
told = cento("explain")
assert re.search(r"^compacted: 82 messages", told) and "messages: drop (projected)" in told and "Commands Run: " in told
agent.close()

agent, line = chat()
assert "compactions 0" in cento("status"), "the command answers for the chat that began last"
printed = type_in(line, "/compress linseed")
assert "82 → " in printed, printed
assert "oil --with linseed" in box.summary_of(line.conversation_history), "the topic is not in focus"
checks.open_all(box.summary_of(line.conversation_history), agent, db)
assert "82" in type_in(line, "/compress") or line.conversation_history
for verb in ("status", "explain", "preview", "nonsense", "STATUS now"):
    answer = cento(verb)
    assert answer and not re.search("gear|linseed|mill|Traceback", answer), answer
assert cento("nonsense") == "/cento status|explain|preview"
assert not called
agent.close()
print("ok")
