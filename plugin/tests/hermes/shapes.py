"""The engine by itself, in the real host: copies, threads, odd rows, input untouched, commands, settings."""

from __future__ import annotations

import copy
import dataclasses
import json
import threading

import checks
import sandbox as box

box.configure(context={"cento": {"budget_ratio": 5, "no_such": 1}}, compression={"protect_last_n": 6, "threshold": 0.8})
box.install_plugin()
lines = checks.log_lines()
db = box.database()
agent = box.agent(db)
engine = agent.context_compressor
assert engine.name == "cento"

# Settings: clamped with a line that names the key, the host's own keys honoured.
assert engine.settings.budget_ratio == 0.30 and engine.settings.protect_last_n == 6
assert engine.threshold_tokens == 80_000, engine.threshold_tokens
assert any("context.cento.budget_ratio" in line for line in lines), lines
assert any("context.cento.no_such" in line for line in lines), lines
for name in ("last_prompt_tokens", "threshold_tokens", "context_length", "compression_count", "protect_first_n"):
    assert isinstance(getattr(engine, name), int), name
assert isinstance(engine.summary_target_ratio, float)

# Usage: the flag of the host is cleared, -1 is no size.
engine.awaiting_real_usage_after_compression = True
engine.last_prompt_tokens = -1
assert not engine.should_compress() and engine.get_status()["last_prompt_tokens"] == 0
assert engine.should_compress(80_000) and not engine.should_compress(79_999)
engine.update_from_response({"prompt_tokens": 500, "completion_tokens": 1, "total_tokens": 501})
assert not engine.awaiting_real_usage_after_compression and engine.last_real_prompt_tokens == 500
engine.awaiting_real_usage_after_compression = True
assert engine.should_defer_preflight_to_real_usage(90_000) and not engine.should_defer_preflight_to_real_usage(79_999)
engine.update_from_response({})
assert not engine.should_defer_preflight_to_real_usage(90_000)
for odd_usage in (None, {"prompt_tokens": None}, {"prompt_tokens": float("nan"), "completion_tokens": "x"}):
    engine.update_from_response(odd_usage)

# Two passes that gained next to nothing: the next waits until the conversation has grown.
assert engine.should_compress_info(85_000) == (True, None) and engine.should_compress_info(10) == (False, None)
stuck = engine.clone_for_agent()
stuck._passes = [(85_000, 84_000), (85_000, 84_500)]
assert stuck.should_compress_info(85_000) == (False, "ineffective") and stuck.should_compress(99_999)
stuck.on_session_start("another")
assert stuck.should_compress(85_000)

# Without the host's config, defaults.
from hermes_cli import config as their_config  # noqa: E402

kept_loader = their_config.load_config_readonly
del their_config.load_config_readonly
assert engine.clone_for_agent().settings == engine.settings
assert type(engine)().settings == type(engine.settings)()
their_config.load_config_readonly = kept_loader

# Odd rows.
signed = [{"type": "thinking", "thinking": "t", "signature": "s"}]
odd = box.work(1, 14)
odd[2]["content"] = {"_multimodal": True, "content": [{"type": "text", "text": odd[2]["content"]}], "text_summary": "x"}
odd[4]["content"] = [{"type": "text", "text": odd[4]["content"]}, {"type": "image_url", "image_url": {"url": "data:,x"}}]
odd[6]["content"] = odd[6]["content"] + "\ud800 half"
odd[8]["tool_call_id"] = odd[7]["tool_calls"][0]["id"] = "call_1"
bridge = {"calls": [{"name": "terminal", "arguments": {"command": "ls bridge"}}]}
odd[9]["tool_calls"][0]["function"] = {"name": "tool_call", "arguments": json.dumps(bridge)}
odd[11]["content"] = None
odd[0]["_absorbed_row_ids"] = [3, 4]
odd += [{"role": "user", "content": "Go on with the mill."}]
odd += box.work(50, 10)[1:-1]
odd.append({"role": "assistant", "content": None, "tool_calls": [box.call("open", "terminal", {"command": "sleep 9"})]})
for row in odd:
    if row["role"] == "assistant":
        row["reasoning_details"] = signed
for n, row in enumerate(odd):
    row |= {"_row_id": n + 1, "_db_persisted": True}
frozen = copy.deepcopy(odd)
output = engine.compress(odd, current_tokens=90_000, force=True)
assert output is not odd and odd == frozen, "the input was changed"
assert len(output) < len(odd)
assert not {id(row) for row in odd} & {id(row) for row in output}, "rows of the input were handed back"
assert output[-1]["tool_calls"] == odd[-1]["tool_calls"]
assert any(row.get("content") == "Go on with the mill." for row in output), "the newest words of the user are gone"
assert any(row.get("content") == "Gears 1 to 14 are checked." for row in output), "the newest answer is gone"
checks.shape_is_sound(output)
assert all("_db_persisted" not in row for row in output)
tagged = [n for n, row in enumerate(output) if row.get("_compaction_tail")]
assert tagged == (list(range(len(output) - len(tagged), len(output))) if checks.version() == "new" else [])
newest = max(n for n, row in enumerate(output) if row["role"] == "user" and not row.get("_compressed_summary"))
change = next(n for n, row in enumerate(output) if row.get("_compressed_summary"))
for n, row in enumerate(output):
    if row["role"] == "assistant" and not row.get("_compressed_summary"):
        assert ("reasoning_details" in row) == (n < change or n > newest), (n, change, newest)
assert "ls bridge" in box.summary_of(output)
for nonsense in ([], [{"role": "user", "content": "hi"}], [{"content": "no role"}], [{"role": 7}], [{}] * 3):
    assert engine.compress(nonsense) is nonsense or engine.compress(nonsense) == nonsense

# A result too large for the tail is shortened, and exact bytes kept beside it go; what the model opened stays whole.
huge = box.work(1, 14) + [{"role": "user", "content": "Go on."}]
long = "".join(f"gear {n} of the long list turns at {n * 7} rpm\n" for n in range(4000))
for n, name in ((90, "terminal"), (91, "cento_open")):
    huge += [
        {"role": "assistant", "content": "", "tool_calls": [box.call(n, name, {"command": "x"})], "api_content": "a"},
        {"role": "tool", "tool_call_id": f"call_{n}", "content": long, "api_content": "b"},
    ]
for n, row in enumerate(huge):
    row["_row_id"] = n + 1
kept = {row.get("tool_call_id"): row for row in engine.clone_for_agent().compress(huge)}
shortened, whole = kept["call_90"], kept["call_91"]
assert len(shortened["content"]) < len(long) / 2 and "api_content" not in shortened
assert whole["content"] == long and whole["api_content"] == "b"

# What memory providers offer is not quoted, and that is said once.
for _ in range(2):
    remembered = engine.clone_for_agent() if _ == 0 else remembered
    text = box.summary_of(remembered.compress(odd, current_tokens=90_000, memory_context="the miller is called Edda"))
    assert "Edda" not in text
assert len([line for line in lines if "memory providers" in line]) == 1 and "Edda" not in "".join(lines)

# Without the tool of ours the summary names the host's search alone.
alone = engine.clone_for_agent()
alone.settings = dataclasses.replace(alone.settings, recall_tool=False)
alone.on_session_start("a session")
assert alone.get_tool_schemas() == [] and [tool["name"] for tool in engine.get_tool_schemas()] == ["cento_open"]
text = box.summary_of(alone.compress(odd, current_tokens=90_000))
assert "cento_open" not in text and "session_search(session_id='a session', around_message_id=N)" in text

# Copies: a used engine, by both ways; what the host keeps on it does not get in the way.
engine._compression_attempt_serial_lock = threading.Lock()
for clone in (copy.deepcopy(engine), engine.clone_for_agent()):
    assert clone is not engine and clone.threshold_tokens == engine.threshold_tokens and clone.compression_count == 0
    clone.update_model(model="other", context_length=200_000)
    assert engine.context_length == box.WINDOW

# Twenty threads on clones, and ten on one engine: the same bytes as alone.
alone = json.dumps(engine.clone_for_agent().compress(odd, current_tokens=90_000), default=str)
results: list[str] = []
shared = engine.clone_for_agent()
clones = [engine.clone_for_agent() for _ in range(20)] + [shared] * 10


def one(with_engine: object) -> None:
    results.append(json.dumps(with_engine.compress(odd, current_tokens=90_000), default=str))  # type: ignore[attr-defined]


threads = [threading.Thread(target=one, args=(clone,)) for clone in clones]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert len(results) == 30 and set(results) == {alone}

# A pass that the host gave up leaves no trace: neither when the next one overlaps it, nor when none follows.
def during(engine: object, act: object) -> None:
    plan = engine._plan  # type: ignore[attr-defined]

    def act_and_plan(*arguments: object) -> object:
        engine._plan = plan  # type: ignore[attr-defined]
        act()  # type: ignore[operator]
        return plan(*arguments)

    engine._plan = act_and_plan  # type: ignore[attr-defined]


late = engine.clone_for_agent()
during(late, lambda: late.compress(odd[:40], current_tokens=90_000))
late.compress(odd, current_tokens=90_000)
assert late.compression_count == 1 and late.last_result().report["messages_before"] == 40
late = engine.clone_for_agent()
late._compression_cancelled_check = lambda: True
late.compress(odd, current_tokens=90_000)
assert late.compression_count == 0 and late.last_result() is None

# Secrets in what is opened are masked as the host is told to; pages and neighbours are bounded.
import agent.redact as redact  # noqa: E402

secret = "sk-proj-" + "a1B2c3D4" * 5
leaky = box.work(1, 6)
leaky[2]["content"] = f"export OPENAI_API_KEY={secret}\n" + "x " * 9000
leaky[4]["content"] = f"OPENAI_API_KEY={secret}"
box.flush(agent, leaky)
row = box.sql("SELECT id FROM messages WHERE session_id = ? AND tool_call_id = 'call_1'", agent.session_id)[0][0]
size = box.sql("SELECT count(*), total_changes() FROM messages")
shown = engine.handle_tool_call("cento_open", {"ref": f"#{row}", "window": 99})
assert secret not in shown and "OPENAI_API_KEY" in shown
answer = json.loads(shown)
assert len(answer["content"]) == 6000 and answer["parts"] == 4 and answer["ref"] == row and answer["role"] == "tool"
assert len(answer["before"]) == 2 and len(answer["after"]) == 10 and all(len(n["content"]) <= 400 for n in answer["after"])
assert "4 parts" in json.loads(engine.handle_tool_call("cento_open", {"ref": row, "part": 5}))["error"]
setting = {"HERMES_REDACT_SECRETS": "false"}
redact._REDACT_ENABLED = False
assert secret in engine.handle_tool_call("cento_open", {"ref": row})
redact._REDACT_ENABLED = True
kept_redaction = redact.redact_sensitive_text
del redact.redact_sensitive_text
assert "redaction is missing" in json.loads(engine.handle_tool_call("cento_open", {"ref": row}))["content"]
redact.redact_sensitive_text = kept_redaction
assert size == box.sql("SELECT count(*), total_changes() FROM messages")

# Focus, session end inside a commit, a new session.
engine.on_session_end("s", odd)
engine.on_session_start("s2", boundary_reason="compression", old_session_id="s")
assert engine.compression_count == 1
engine.on_session_reset()
assert engine.compression_count == 0
assert "error" in json.loads(engine.handle_tool_call("unknown", {}))
for ref, part in (("", 1), ("t3", 1), ("[#x]", 1), (None, 1), ("3", "x"), ("1e9", 1)):
    assert json.loads(engine.handle_tool_call("cento_open", {"ref": ref, "part": part}))["success"] is False

# A gateway's throw-away agent: no tools of ours, and a compaction all the same.
hygiene = box.agent(db, enabled_toolsets=["memory"], quiet_mode=True)
assert hygiene.context_compressor.name == "cento"
assert not [tool for tool in hygiene.tools or [] if tool["function"]["name"] == "cento_open"]
called = box.forbid_models()
work = box.work(1, 20)
box.flush(hygiene, work)
assert "[CENTO SUMMARY]" in box.summary_of(box.compress(hygiene, work)) and not called

# Without the host's private names: no frame, and a compaction all the same.
import agent.context_compressor as theirs  # noqa: E402
import agent.conversation_compression as also_theirs  # noqa: E402

bare = engine.clone_for_agent()
kept_names = theirs._SUMMARY_END_MARKER, also_theirs._is_real_user_message
del theirs._SUMMARY_END_MARKER, also_theirs._is_real_user_message
bare_output = bare.compress(odd, current_tokens=90_000, focus_topic="gear \ud800")
theirs._SUMMARY_END_MARKER, also_theirs._is_real_user_message = kept_names
assert box.summary_of(bare_output).startswith("[CENTO SUMMARY]")

# The command, through the host's registry.
from hermes_cli import plugins  # noqa: E402

handler = plugins.get_plugin_command_handler("cento") if hasattr(plugins, "get_plugin_command_handler") else None
assert handler is not None
for verb in ("", "status", "explain", "preview", "nonsense"):
    answer = handler(verb)
    assert answer and "gear" not in answer and "Traceback" not in answer, answer
print("ok")
