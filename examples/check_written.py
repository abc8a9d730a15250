#!/usr/bin/env python3
"""Holds a pruned or shortened conversation against the one it was made of, by reading both files again.

    check_written.py BEFORE AFTER     a table line on standard output; exit code 1 if anything is wrong

AFTER comes from the strategy prune or slim, BEFORE holds OpenAI-style messages as a list or in an object; gzip is read.
Where a summary was made it says so and ends with exit code 2: `cento verify` reads those. Standard library only.

Shares no code with Cento. Of a pruning it says: every text of user, assistant and system is there byte for byte and in
order; no result lost its call and no call its result that had it before; every call that changes something is there
with its arguments; what stays of a message is what it was; how much smaller the text became.
Of a shortening (strategy slim, as the report in AFTER says): no message is gone; only texts of tools and assistant
became shorter; every exit code is there; how many lines that name a failure stay in results of failed runs.
"""
import gzip
import json
import re
import sys

CHANGES = re.compile(
    r"(?i)^(write|edit|patch|apply|create|delete|remove|rename|move|insert|str_?replace|multi_?edit|save|append"
    r"|notebook_?edit|todo_?write|todo$|task_?(create|update)|update_?(plan|todo)|memory|skill_?manage|cron|book|cancel"
    r"|send|submit|kill_?(shell|bash))"
)
SHELLS = {"terminal", "bash", "shell", "exec_command", "execute_bash", "local_shell", "run_command"}
COMMAND = re.compile(
    r"(?:^|[;&|(]|\n)\s*(?:sudo\s+)?(?:git\s+(?:-C\s+\S+\s+)?(?:add|commit|push|merge|rebase|cherry-pick|revert|pull)\b"
    r"|rm\s|mv\s|cp\s|mkdir\s|touch\s|ln\s|chmod\s|(?:npm|pnpm|yarn|pip3?|apt-get)\s+(?:install|add|remove)\b"
    r"|gh\s+\w+\s+(?:create|merge|comment|close)\b|sed\s+(?:-\w+\s+)*-i)"
)


FAILS = re.compile(r"\b(error|FAILED|FAIL|[A-Z]\w*(?:Error|Exception)|panicked|fatal)\b")


def load(path):
    with open(path, "rb") as file:
        raw = file.read()
    data = json.loads(gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw)
    return (data, {}) if isinstance(data, list) else (data["messages"], data.get("report", {}))


def calls(message):
    return message.get("tool_calls") or []


def named(call):
    inner = call.get("function") or call
    return inner.get("name") or "", inner.get("arguments") or ""


def changes(call):
    name, arguments = named(call)
    if name != "write_stdin" and (name == "str_replace_editor" or CHANGES.match(name)):
        return '"command": "view"' not in arguments and '"command":"view"' not in arguments
    try:
        given = json.loads(arguments)
        if name == "write_stdin":
            return bool(given.get("chars"))
        if name not in SHELLS:
            return False
        command = given.get("command") or given.get("cmd") or ""
        command = command if isinstance(command, str) else " ".join(command)
    except (ValueError, AttributeError, TypeError):
        return False
    # Words in quotes and heredocs are no commands.
    command = re.sub(r"(?s)<<-?\s*['\"]?(\w+)['\"]?.*?\n\1", "", command)
    command = re.sub(r"(?s)'[^']*'|\"[^\"]*\"", "''", command)
    return bool(COMMAND.search(command))


def orphans(messages):
    """Ids of results without call, and of calls without result, by position."""
    lost, open_ids = [], []
    for message in messages:
        if message["role"] == "tool":
            key = message.get("tool_call_id") or ""
            if key in open_ids:
                open_ids.remove(key)
            else:
                lost.append(("result", key))
            continue
        lost += [("call", key) for key in open_ids]
        open_ids = [call.get("id") or "" for call in calls(message)] if message["role"] == "assistant" else []
    return sorted(lost + [("call", key) for key in open_ids])


def texts(messages):
    kept = [(m["role"], m.get("content")) for m in messages if m["role"] != "tool"]
    return [(role, content) for role, content in kept if role == "user" or content not in (None, "", [])]


def size(messages):
    text = lambda value: len(value) if isinstance(value, str) else len(json.dumps(value)) if value else 0
    return sum(text(m.get("content")) + sum(len(a) + len(n) for n, a in map(named, calls(m))) for m in messages)


def rest_of(message):
    return {key: value for key, value in message.items() if key not in ("content", "tool_calls")}


def opened(message):
    """The output and the exit code of a result."""
    content = message.get("content") or ""
    code = message.get("exit_code", message.get("x_exit_code"))
    content = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    try:
        fields = json.loads(content)
        code = fields.get("exit_code", code)
        return "\n".join(value for value in fields.values() if isinstance(value, str)), code
    except (ValueError, AttributeError):
        return content, code


def shortened(before, after):
    wrong, codes, failing, kept = [], 0, 0, 0
    if len(before) != len(after):
        wrong.append("a message is gone, or new")
    for was, now in zip(before, after):
        if rest_of(was) != rest_of(now) or calls(was) != calls(now):
            wrong.append("more than a text changed")
        if was.get("content") == now.get("content"):
            continue
        if was["role"] not in ("tool", "assistant") or len(opened(now)[0]) > len(opened(was)[0]):
            wrong.append(f"a text of {was['role']} changed, or became longer")
        (text, code), (short, code_now) = opened(was), opened(now)
        codes += 1
        if code != code_now:
            wrong.append("an exit code changed")
        if code not in (None, 0):
            for line in {line.strip() for line in text.splitlines() if FAILS.search(line)}:
                failing += 1
                kept += line[:60] in short
    return wrong, f"codes {codes}  failing lines {kept}/{failing}"


def refuse(line):
    print(line, file=sys.stderr)
    sys.exit(2)


def main():
    if sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, end="")
        return
    if len(sys.argv) != 3:
        refuse("usage: check_written.py BEFORE AFTER (of the strategy prune or slim; --help says more)")
    (before, _), (after, report) = load(sys.argv[1]), load(sys.argv[2])
    if any(message.get("_compressed_summary") and message not in before for message in after):
        refuse(f"{sys.argv[2]}: a summary, which only `cento verify` reads; this is for the strategies prune and slim")
    if "shortened" in report:
        wrong, said = shortened(before, after)
    else:
        wrong, said = pruned(before, after)
    gain = 100 - 100 * size(after) / max(size(before), 1)
    print(
        f"{len(before):5} -> {len(after):4} messages  {size(before):8} -> {size(after):7} characters  -{gain:4.1f} %  "
        f"{said}  " + ("; ".join(sorted(set(wrong))) or "ok")
    )
    sys.exit(bool(wrong))


def pruned(before, after):
    wrong = []
    blank = lambda pair: isinstance(pair[1], str) and not pair[1].strip() and pair[0] == "assistant"
    if [t for t in texts(before) if not blank(t)] != [t for t in texts(after) if not blank(t)]:
        wrong.append("a text of user or assistant is not what it was")
    new = [one for one in orphans(after) if one not in orphans(before)]
    if new or len(orphans(after)) > len(orphans(before)):
        wrong.append(f"{len(new)} new orphans")
    state = [named(call) for m in before for call in calls(m) if changes(call)]
    left = [named(call) for m in after for call in calls(m)]
    missing = 0
    for one in state:
        if one in left:
            left.remove(one)
        else:
            missing += 1
    if missing:
        wrong.append(f"{missing} calls that change something are gone")
    source = iter(before)
    for message in after:
        same = lambda m: m["role"] == message["role"] and rest_of(m) == rest_of(message) and all(
            call in calls(m) for call in calls(message)
        ) and (m["role"] == "tool" or m.get("content") == message.get("content"))
        if not any(same(m) for m in source):
            wrong.append("a message is not one that came in, or stands in another place")
            break
    pair = lambda m: m["role"] if m["role"] in ("user", "assistant") else None
    was = {(pair(a), json.dumps(a.get("content")), json.dumps(b.get("content"))) for a, b in zip(before, before[1:])}
    for a, b in zip(after, after[1:]):
        if pair(a) and pair(a) == pair(b) and (pair(a), json.dumps(a.get("content")), json.dumps(b.get("content"))) not in was:
            wrong.append("two messages of one role meet that did not before")
            break
    return wrong, f"changing calls {len(state) - missing}/{len(state)}  orphans {len(orphans(before))} -> {len(orphans(after))}"


if __name__ == "__main__":
    main()
