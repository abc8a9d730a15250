#!/usr/bin/env python3
"""Makes the sample sessions of this folder by really running tools.

    python3 examples/make_session.py [--out DIR]

A small repository (`tides-start/`, plus made-up harbour data) is copied to a temporary folder. Then a written
agent session is played in it: every command runs, every file is read, patched and searched, and what came back is
wrapped in the shapes that Hermes uses. Only the words of the user and the assistant, and the two refusals, are
written by hand.

Writes tides.json (long) and short.json (for the README), each one object with "messages" and "options".

Needs Python 3.11+ (standard library only), bash, git and a C compiler named `cc`. With the same tools the same
bytes come out: dates are fixed, timings and the temporary path are replaced, the hash seed is 0.
"""

import argparse
import difflib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SHOWN_ROOT = "/home/dev/tides"
SPEEDS = {
    "M2": "28.9841042", "S2": "30.0000000", "N2": "28.4397295", "K2": "30.0821373", "K1": "15.0410686",
    "O1": "13.9430356", "P1": "14.9589314", "M4": "57.9682084", "MS4": "58.9841042", "L2": "29.5284789",
}
PORTS = [
    "ALD Aldmouth", "ANS Anstry", "BRE Breakwater Point", "BUR Burrow Sands", "CAL Callowick", "COL Cold Harbour",
    "DEN Denmere", "DRA Drayling", "EAS Eastering", "FAR Farrow Head", "FEN Fenport", "GAL Gallow Bay", "HAL Halsand",
    "HOL Holm Staithe", "INK Inkerling", "KEL Kelby", "LAR Larkness", "MAR Marrow Quay", "NOR Norstrand", "OST Ostery",
    "PEN Penholm", "QUA Quarrel Rock", "SAL Saltmarsh", "WIN Winterness",
]


def write_data(folder):
    """Made-up harmonic constants, always the same ones. Quarrel Rock is a tide gauge in deep water: no M4."""
    folder.mkdir()
    seed = 20240101

    def number(least, most):
        nonlocal seed
        seed = (seed * 1103515245 + 12345) % 2**31
        return least + (most - least) * seed / 2**31

    speeds = ["name,speed"] + [f"{name},{speed}" for name, speed in SPEEDS.items()]
    ports = ["code,name,latitude,longitude,utc_offset,summer_time,datum"]
    constants = ["code,constituent,amplitude,phase"]
    for place in PORTS:
        code, name = place.split(" ", 1)
        scale = number(0.5, 1.6)
        ports.append(
            f"{code},{name},{int(number(50, 58))}d{int(number(0, 60)):02}m,{int(number(-5, 6))}d{int(number(0, 60)):02}m,"
            f"{0 if number(0, 1) < 0.7 or code == 'ALD' else 60},{'no' if code in ('HOL', 'WIN') else 'yes'},{3.1 * scale:.2f}"
        )
        for constituent in SPEEDS:
            size = {"M2": 2.0, "S2": 0.7, "N2": 0.4, "K2": 0.2, "K1": 0.12, "O1": 0.1}.get(constituent, 0.04)
            if constituent == "M4" and code == "QUA":
                continue
            constants.append(f"{code},{constituent},{size * scale * number(0.7, 1.3):.3f},{number(0, 360):.1f}")
    for name, lines in (("speeds", speeds), ("ports", ports), ("constants", constants)):
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


class Session:
    """Messages so far, and the tools that make their results."""

    def __init__(self, root, first_row):
        self.root = root
        self.messages = []
        self.row = first_row
        self.calls = 0
        self.process = None
        bin_folder = root.parent / "bin"
        bin_folder.mkdir(exist_ok=True)
        if not (bin_folder / "python3").exists():
            (bin_folder / "python3").symlink_to(sys.executable)
        self.environment = {
            "PATH": f"{bin_folder}:{os.environ['PATH']}", "HOME": str(root.parent), "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "100", "TERM": "dumb",
            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_PAGER": "cat",
            "GIT_AUTHOR_NAME": "Dev", "GIT_AUTHOR_EMAIL": "dev@tides.example",
            "GIT_COMMITTER_NAME": "Dev", "GIT_COMMITTER_EMAIL": "dev@tides.example",
            "GIT_AUTHOR_DATE": "2024-05-06T10:00:00Z", "GIT_COMMITTER_DATE": "2024-05-06T10:00:00Z",
        }

    # What everybody says.

    def add(self, message):
        """Appends a message; row ids have gaps, as other sessions share the table."""
        self.row += 1 + (self.row * 7 % 11 == 0) * 3
        self.messages.append({**message, "_row_id": self.row})

    def system(self, text):
        """The host's instructions; not a saved row."""
        self.messages.append({"role": "system", "content": text})

    def user(self, text):
        """A turn of the user."""
        self.add({"role": "user", "content": text})

    def say(self, text, *calls):
        """A message of the assistant, and its calls, which run now, in order."""
        message = {"role": "assistant", "content": text}
        numbered = []
        for name, arguments in calls:
            self.calls += 1
            numbered.append((f"call_{self.calls:04}", name, arguments))
        if numbered:
            message["tool_calls"] = [
                {"id": i, "type": "function", "function": {"name": n, "arguments": json.dumps(a, ensure_ascii=False)}}
                for i, n, a in numbered
            ]
        self.add(message)
        for call_id, name, arguments in numbered:
            result = getattr(self, "tool_" + name)(**arguments)
            text = self.neutral(json.dumps(result, ensure_ascii=False))
            self.add({"role": "tool", "tool_call_id": call_id, "name": name, "content": text})

    def neutral(self, text):
        """Nothing of this machine and this minute: paths, timings."""
        text = text.replace(str(self.root), SHOWN_ROOT).replace(str(self.root.parent), "/home/dev")
        for prefix in {sys.base_prefix, sys.prefix, os.path.realpath(sys.base_prefix)}:
            text = text.replace(prefix, "/usr")
        text = re.sub(r"python3\.\d+", "python3", text)
        return re.sub(r"\bin \d+\.\d+s", "in 0.01s", text)

    # The tools.

    def tool_terminal(self, command, background=False, **_):
        """Runs a command with bash; in the background if asked to. Refuses what would hurt."""
        if re.search(r"rm -rf?\s+(\S+\s+)*(data|\.git)\b|push --force|curl .*\|\s*(ba)?sh", command):
            reason = "BLOCKED: the user denied this command. Do not retry it or reach the same outcome another way."
            return {"output": "", "exit_code": -1, "error": reason, "status": "blocked"}
        if background:
            self.process = subprocess.Popen(
                ["bash", "-c", command], cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            )
            self.seen = []
            return {
                "output": "Background process started", "session_id": "proc_7c1e", "pid": 4242, "exit_code": 0,
                "error": None, "notify_on_complete": False,
            }
        done = subprocess.run(
            ["bash", "-c", command], cwd=self.root, env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=1800,
        )
        return {"output": done.stdout.rstrip("\n"), "exit_code": done.returncode, "error": None}

    def tool_process(self, action, session_id, lines=0):
        """Reads on in the background process: `lines` more lines, or all until it ends."""
        if action == "wait":
            self.seen += self.process.stdout.read().splitlines()
            code = self.process.wait()
            return {
                "session_id": session_id, "status": "exited", "exit_code": code, "completion_reason": "exited",
                "output": "\n".join(self.seen[-25:]),
            }
        self.seen += [self.process.stdout.readline().rstrip("\n") for _ in range(lines)]
        return {"session_id": session_id, "status": "running", "pid": 4242, "output_preview": "\n".join(self.seen[-12:])}

    def tool_read_file(self, path, offset=1, limit=500):
        """A file with its line numbers."""
        file = self.root / path
        if not file.is_file():
            near = sorted(str(p.relative_to(self.root)) for p in self.root.glob(f"**/*{Path(path).stem[:4]}*"))
            return {"content": "", "total_lines": 0, "not_found": True, "error": f"File not found: {path}",
                    "similar_files": [n for n in near if not n.startswith((".git/", "build/"))][:5]}
        text = file.read_text(encoding="utf-8")
        lines = text.splitlines()
        shown = lines[offset - 1 : offset - 1 + limit]
        body = "\n".join(f"{offset + n}|{line}" for n, line in enumerate(shown))
        return {"content": body, "total_lines": len(lines), "file_size": len(text.encode()),
                "truncated": offset - 1 + limit < len(lines), "is_binary": False, "is_image": False}

    def tool_write_file(self, path, content):
        """Writes a whole file."""
        file = self.root / path
        made = not file.parent.exists()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
        lint = {"status": "skipped", "message": "no linter for this file"}
        if path.endswith(".py"):
            try:
                compile(content, path, "exec")
                lint = {"status": "ok", "output": ""}
            except SyntaxError as error:
                lint = {"status": "error", "output": f"SyntaxError: {error.msg} (line {error.lineno})"}
        return {"bytes_written": len(content.encode()), "dirs_created": made, "verified": True, "lint": lint,
                "resolved_path": str(file), "files_modified": [str(file)]}

    def tool_patch(self, path, old_string, new_string, mode="replace"):
        """Replaces one piece of a file."""
        file = self.root / path
        before = file.read_text(encoding="utf-8") if file.is_file() else ""
        if before.count(old_string) != 1:
            found = before.count(old_string)
            return {"success": False, "error": f"Found {found} matches for old_string in {path}; it must be unique",
                    "_hint": "Read the file again and include more of the surrounding lines."}
        after = before.replace(old_string, new_string)
        file.write_text(after, encoding="utf-8")
        diff = difflib.unified_diff(before.splitlines(True), after.splitlines(True), f"a/{path}", f"b/{path}")
        return {"success": True, "diff": "".join(diff), "files_modified": [str(file)]}

    def tool_search_files(self, pattern, path=".", target="content"):
        """Finds lines by a pattern, or files by a name."""
        if target == "files":
            files = sorted(str(p.relative_to(self.root)) for p in (self.root / path).glob(pattern) if p.is_file())
            files = [f for f in files if not f.startswith((".git/", "build/"))]
            return {"total_count": len(files), "files": files}
        matches = []
        for file in sorted((self.root / path).rglob("*")):
            name = str(file.relative_to(self.root))
            if not file.is_file() or name.startswith((".git/", "build/")) or file.suffix not in (".py", ".md", ".c", ".csv"):
                continue
            for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
                if re.search(pattern, line):
                    matches.append({"path": name, "line": number, "content": line.strip()})
        return {"total_count": len(matches), "matches": matches[:60]}

    def tool_todo(self, todos):
        """Sets the list of things to do."""
        count = {s: sum(t["status"] == s for t in todos) for s in ("pending", "in_progress", "completed", "cancelled")}
        return {"todos": todos, "summary": {"total": len(todos), **count}}


def run(command, **more):
    """A terminal call."""
    return "terminal", {"command": command, **more}


def read(path, **more):
    """A read_file call."""
    return "read_file", {"path": path, **more}


def patch(path, old, new):
    """A patch call."""
    return "patch", {"mode": "replace", "path": path, "old_string": old, "new_string": new}


def write(path, content):
    """A write_file call."""
    return "write_file", {"path": path, "content": content}


def find(pattern, **more):
    """A search_files call."""
    return "search_files", {"pattern": pattern, **more}


def todo(*items):
    """A todo call from pairs of words and state."""
    long = {"x": "completed", ">": "in_progress", " ": "pending", "-": "cancelled"}
    return "todo", {"todos": [{"id": str(n), "content": c, "status": long[s]} for n, (s, c) in enumerate(items, 1)]}


def process(action, **more):
    """A process call on the background job."""
    return "process", {"action": action, "session_id": "proc_7c1e", **more}


TESTS = "python3 -m unittest discover -v -s tests -t ."


def play_short(s):
    """About twenty messages: one bug found, fixed and proved."""
    s.system(f"You are a coding agent. The project is at {SHOWN_ROOT}.")
    s.user(
        "The summer tables are two hours off for Aldmouth. Find out why and fix it.\n"
        "Never touch the files under data/, they come from the harbour office."
    )
    s.say("I run the tests first.", run(TESTS + " 2>&1"))
    s.say("One failure is about summer time. I read the code behind it.", read("tides/station.py", offset=44, limit=30))
    s.say(
        "The offset is subtracted where it has to be added, so summer tables are two hours off.",
        patch("tides/station.py", "            offset -= 60", "            offset += 60"),
    )
    s.say(None, run("python3 -m unittest tests.test_station 2>&1"))
    s.say("Summer time is right now. Another test still fails: a turn that lies outside of its day.")
    s.user("Good. Fix that one too, but do not change the step of 25 minutes.")
    s.say(None, read("tides/turns.py", offset=1, limit=60), find("turns\\(", path="tides"))
    s.say(
        "The last step reaches past the end of the day. I keep only turns before the end.",
        patch("tides/turns.py", "        left, before = right, after\n    return found",
              "        left, before = right, after\n    return [turn for turn in found if turn.moment < end]"),
    )
    s.say(None, run(TESTS + " 2>&1 | tail -n 6"))
    s.say("All 17 tests pass. The two changes are in tides/station.py and tides/turns.py.")
    s.user("Thanks. What does the turns table of 2024-07-01 say for Aldmouth?")
    s.say(None, run("python3 -m tides.cli turns --port ALD --day 2024-07-01"))
    s.say("It lists the high and low waters of that day, in local summer time.")


def play_long(s):
    """Hours of work: a bug, a build, features, a change of mind, git, C, a background job, a renaming."""
    s.system(
        f"You are a coding agent. The project is at {SHOWN_ROOT}. Use the tools to read, change and run things; "
        "say in a few words what you do and what came out."
    )
    s.user(
        "The tide table for Aldmouth is off in summer: the printed times do not fit what we see at the quay. In winter "
        "they are fine. Please find out why and fix it.\n\nTwo things for all of this work:\n"
        "- Never touch the files under data/, they come from the harbour office.\n"
        "- Do not commit before I say so."
    )
    s.say(
        "I look at the project first.",
        find("**/*", target="files"), read("README.md"),
        todo((">", "Reproduce the summer error"), (" ", "Fix it"), (" ", "Run all tests")),
    )
    s.say(None, run(TESTS + " 2>&1"))
    s.say("Two failures. One is about summer time, one about turns outside of their day.", read("tides/station.py"), read("tides/table.py"))
    s.say("offset_on() subtracts an hour in summer. Let me see it with the command line.", run("python3 -m tides.cli turns --port ALD --day 2024-07-01"), run("python3 -m tides.cli turns --port ALD --day 2024-01-15"))
    s.say("Local summer time is ahead of UTC, so the hour has to be added.", patch("tides/station.py", "offset -= 60", "offset += 60"))
    s.say(None, run("python3 -m unittest -v tests.test_station 2>&1"))
    s.say("Fixed; the station tests pass. Now the other failure.", read("tides/turns.py"), read("tests/test_turns.py"), read("tides/harmonics.py"))
    s.say(None, run("python3 -m unittest -v tests.test_turns 2>&1"))
    s.say(
        "turns() walks in steps of 25 minutes, and the last step reaches past `end`, because 24 hours are no multiple of "
        "25 minutes. I decided to filter at the end instead of shortening the last step, "
        "because a shorter step would move the bisection of every day.",
        patch("tides/turns.py", "        left, before = right, after\n    return found", "        left, before = right, after\n    return [turn for turn in found if start <= turn.moment < end]"),
    )
    s.say(None, run(TESTS + " 2>&1"))
    s.say("All 17 tests pass.", todo(("x", "Reproduce the summer error"), ("x", "Fix it"), ("x", "Run all tests")))
    s.say("The summer error was a sign: offset_on() in tides/station.py subtracted the hour. A second bug is fixed too: a turn could fall outside of its day (tides/turns.py). 17 tests pass. Nothing is committed.")

    s.user("Great. Now build the tables for all of 2024 and tell me whether they are complete. There should be 24 ports with 12 months each.")
    s.say(None, read("tools/build_tables.py"))
    s.say(None, run("python3 tools/build_tables.py --year 2024 --out build/"))
    s.say("One port failed in the middle of the run, and the exit code is 1. I look for the reason.", run("python3 -m tides.cli info --port QUA"), run("grep -n '^QUA' data/constants.csv"))
    s.say(None, read("data/constituents.csv"), read("data/constants.csv", offset=1, limit=200), run("grep -c ',M4,' data/constants.csv; grep -c . data/ports.csv"))
    s.say(
        "Quarrel Rock has no M4 in the data: a gauge in deep water has none. amplitude() raises StopIteration for it. The data are right and stay as they are; "
        "a constituent that is not listed has the amplitude 0.",
        patch("tides/station.py", "        return next(c for c in self.constituents if c.name == name).amplitude", "        return next((c.amplitude for c in self.constituents if c.name == name), 0.0)"),
    )
    s.say(None, run("python3 tools/build_tables.py --year 2024 --out build/ --only QUA"), run("python3 -m tides.cli info --port QUA"))
    s.say("Now the whole year again.", run("python3 tools/build_tables.py --year 2024 --out build/ && ls build | wc -l"))
    s.say("A test for it, so that it stays fixed.", patch(
        "tests/test_station.py", "    def test_unknown_port_names_neighbours(self):",
        "    def test_port_without_shallow_water(self):\n        self.assertEqual(find_port(\"QUA\").shallow_ratio(), 0.0)\n\n    def test_unknown_port_names_neighbours(self):",
    ))
    s.say(None, run(TESTS + " 2>&1 | tail -n 25"))
    s.say("288 files, 24 ports with 12 months each: complete. The build failed first for Quarrel Rock (QUA), which has no M4; a missing constituent now counts as 0. data/ is untouched.")

    s.user("Three things next:\n1. `--json` for the table and turns commands\n2. a `--feet` option that prints heights in feet\n3. a section on both in the README\nKeep the output without options exactly as it is.")
    s.say(None, todo((">", "--json for table and turns"), (" ", "--feet"), (" ", "README section")), read("tides/cli.py"))
    s.say("I save the present output, so that I can compare.", run("mkdir -p /tmp/tides-before && for p in ALD HAL QUA; do for c in table turns; do python3 -m tides.cli $c --port $p --day 2024-07-01 > /tmp/tides-before/$p.$c; done; done; cat /tmp/tides-before/*"))
    s.say(
        "First --json.",
        patch("tides/table.py", "def format_height(metres):", "def as_records(pairs):\n    \"\"\"Moments and heights as plain data.\"\"\"\n    return [{\"time\": moment.isoformat(timespec=\"minutes\"), \"height\": round(metres, 3)} for moment, metres in pairs]\n\n\ndef turn_records(found):\n    \"\"\"Turns as plain data.\"\"\"\n    return [{\"turn\": t.kind, \"time\": t.moment.isoformat(timespec=\"minutes\"), \"height\": round(t.height, 3)} for t in found]\n\n\ndef format_height(metres):"),
        patch("tides/cli.py", "        one.add_argument(\"--day\", required=True, type=date.fromisoformat)\n", "        one.add_argument(\"--day\", required=True, type=date.fromisoformat)\n        one.add_argument(\"--json\", action=\"store_true\", help=\"one JSON list instead of the table\")\n"),
    )
    s.say(None, patch("tides/cli.py", "        elif options.command == \"table\":\n", "        elif options.json and options.command == \"table\":\n            lines = [json.dumps(table.as_records(table.hourly(find_port(options.port), options.day)), indent=1)]\n        elif options.json:\n            lines = [json.dumps(table.turn_records(table.day_turns(find_port(options.port), options.day)), indent=1)]\n        elif options.command == \"table\":\n"))
    s.say(None, run("python3 -m tides.cli turns --port ALD --day 2024-07-01 --json"))
    s.say("The import is missing; and `options.json` does not exist for the other commands.", patch("tides/cli.py", "import argparse\nimport sys", "import argparse\nimport json\nimport sys"))
    s.say(None, run("python3 -m tides.cli turns --port ALD --day 2024-07-01 --json"), run("python3 -m tides.cli table --port ALD --day 2024-07-01 --json"), run("python3 -m tides.cli ports | head -n 3; python3 -m tides.cli info --port ALD | head -n 4"))
    s.say("--json works. Now --feet.", todo(("x", "--json for table and turns"), (">", "--feet"), (" ", "README section")), patch("tides/table.py", "def format_height(metres):\n    \"\"\"`3.42 m`; a minus sign keeps its place.\"\"\"\n    return f\"{metres:6.2f} m\"", "FEET_IN_A_METRE = 3.28084\n\n\ndef format_height(metres, feet=False):\n    \"\"\"`3.42 m` or `11.2 ft`; a minus sign keeps its place.\"\"\"\n    if feet:\n        return f\"{metres * FEET_IN_A_METRE:6.1f} ft\"\n    return f\"{metres:6.2f} m\""))
    s.say(None, patch("tides/cli.py", "        one.add_argument(\"--json\"", "        one.add_argument(\"--feet\", action=\"store_true\", help=\"heights in feet\")\n        one.add_argument(\"--json\""), patch("tides/table.py", "format_height(metres)}", "format_height(metres, feet)}"))

    s.user("Stop. I asked the harbour office: they want metres only. Take --feet out again, all of it, and go on with the rest. From now on heights are always metres with two decimals.")
    s.say("I take --feet out again.", todo(("x", "--json for table and turns"), ("-", "--feet"), (">", "README section")), find("feet|FEET", path="."))
    s.say(
        None,
        patch("tides/table.py", "FEET_IN_A_METRE = 3.28084\n\n\ndef format_height(metres, feet=False):\n    \"\"\"`3.42 m` or `11.2 ft`; a minus sign keeps its place.\"\"\"\n    if feet:\n        return f\"{metres * FEET_IN_A_METRE:6.1f} ft\"\n    return f\"{metres:6.2f} m\"", "def format_height(metres):\n    \"\"\"`3.42 m`; a minus sign keeps its place.\"\"\"\n    return f\"{metres:6.2f} m\""),
        patch("tides/table.py", "format_height(metres, feet)}", "format_height(metres)}"),
        patch("tides/cli.py", "        one.add_argument(\"--feet\", action=\"store_true\", help=\"heights in feet\")\n", ""),
    )
    s.say(None, find("feet|FEET", path="."), run("for p in ALD HAL QUA; do for c in table turns; do python3 -m tides.cli $c --port $p --day 2024-07-01 | diff - /tmp/tides-before/$p.$c && echo same $p $c; done; done"))
    s.say(None, patch("README.md", "Heights are metres above chart datum.", "`table` and `turns` take `--json`: one list of records with `time` (ISO 8601, local) and `height` (metres);\n`turns` adds `turn`, which is `high` or `low`.\n\nHeights are metres above chart datum."), run(TESTS + " 2>&1 | tail -n 4"))
    s.say("--feet is gone, and the plain output is byte for byte what it was. --json is in, and the README has a paragraph on it. JSON heights have three decimals; I change them to two as you said.", patch("tides/table.py", "\"height\": round(metres, 3)} for moment", "\"height\": round(metres, 2)} for moment"), patch("tides/table.py", "\"height\": round(t.height, 3)}", "\"height\": round(t.height, 2)}"))
    s.say(None, run("python3 -m tides.cli turns --port HAL --day 2024-02-10 --json"), todo(("x", "--json for table and turns"), ("-", "--feet"), ("x", "README section")))
    s.say("Done. Heights are metres with two decimals everywhere.")

    s.user("Good. You can commit now: put what we have under git, on main, in one commit. After that always work on a branch, never on main.")
    s.say(None, run("git status --short | head"), run("printf 'build/\\n__pycache__/\\n*.o\\nheight\\n' > .gitignore && git init -q -b main && git add -A && git status --short"))
    s.say(None, run("git commit -q -m 'Tide tables: summer time, turns within their day, JSON output' && git log --stat --format='%h %an %s'"))
    s.say("Committed on main. I make a branch for what comes next.", run("git switch -c feature/display 2>&1 && git branch -a"))

    s.user("The harbour display runs native/height.c. It does not compile any more. Please get it going with -Wall -Wextra -Werror, and check that it gives the same heights as the Python code, to the centimetre.")
    s.say(None, read("native/height.c"), run("cc -std=c11 -Wall -Wextra -Werror -o native/height native/height.c -lm"))
    s.say("A missing semicolon, a comparison of signed and unsigned, and M_PI, which strict C11 does not define.", patch("native/height.c", "atof(argv[2])))\n", "atof(argv[2])));\n"), patch("native/height.c", "for (int i = 0;", "for (size_t i = 0;"))
    s.say(None, run("cc -std=c11 -Wall -Wextra -Werror -o native/height native/height.c -lm"))
    s.say(None, patch("native/height.c", "#include <math.h>", "#define _XOPEN_SOURCE 700\n#include <math.h>"))
    s.say(None, run("cc -std=c11 -Wall -Wextra -Werror -o native/height native/height.c -lm && echo compiled"))
    s.say("It compiles. Now the comparison, for every port and some moments.", run(
        "python3 - <<'END'\n"
        "import subprocess\n"
        "from datetime import datetime, timedelta, timezone\n"
        "from tides.harmonics import height, hours_since_epoch\n"
        "from tides.station import read_ports\n"
        "worst = 0.0\n"
        "for port in read_ports().values():\n"
        "    parts = ''.join(f'{c.amplitude} {c.speed} {c.phase}\\n' for c in port.constituents)\n"
        "    for n in range(5):\n"
        "        moment = datetime(2024, 1, 1, tzinfo=timezone.utc) + timedelta(hours=1777 * n)\n"
        "        hours = hours_since_epoch(moment)\n"
        "        out = subprocess.run(['native/height', str(port.datum), str(hours)], input=parts, capture_output=True, text=True)\n"
        "        error = abs(float(out.stdout) - height(port, moment))\n"
        "        worst = max(worst, error)\n"
        "        print(port.code, moment.isoformat(), out.stdout.strip(), f'{height(port, moment):.3f}', 'ok' if error < 0.01 else 'DIFFERS')\n"
        "print(f'worst difference {worst:.4f} m')\n"
        "END"
    ))
    s.say("The same to the millimetre: the worst difference is below 0.001 m over 120 comparisons.", run("git add -A && git commit -q -m 'Display: compile without warnings' && git log --oneline"))

    s.user("The build of a year takes long. Where does the time go? Measure before you change anything.")
    s.say(None, run("python3 -m cProfile -s ncalls tools/build_tables.py --year 2024 --out build/ --only ALD | grep -v '^\\[build\\]' | awk 'NR>5 {print $1, $NF}' | grep -E '^[0-9/]+ ' | grep -E 'angles|harmonics|turns|table|station|math' | sort -rn | head -n 20"))
    s.say("Nearly all calls are sines inside slope(): 10 constituents for each step of 25 minutes. I can take the largest constituents only for finding the steps, or precompute the rates. The second does not change results.", read("tides/harmonics.py"))
    s.say(None, patch("tides/station.py", "    phase: float\n", "    phase: float\n\n    @property\n    def rate(self):\n        \"\"\"Speed in radians an hour.\"\"\"\n        return self.speed * 3.141592653589793 / 180.0\n"))
    s.say(None, patch("tides/harmonics.py", "        rate = part.speed * 3.141592653589793 / 180.0\n        total -= part.amplitude * rate *", "        total -= part.amplitude * part.rate *"))
    s.say(None, run("python3 tools/build_tables.py --year 2024 --out build/new --only ALD,HAL | tail -n 3; for f in build/new/*; do cmp $f build/$(basename $f) || echo differs; done"))
    s.say("A property is computed each time as well, so this gains nothing. I go back and use one list of tuples instead.", run("git checkout tides/station.py tides/harmonics.py && git status --short"))
    s.say(None, write("tides/harmonics.py", '"""Height of the tide at any time."""\n\nfrom datetime import datetime, timedelta, timezone\nfrom math import cos, radians, sin\n\nEPOCH = datetime(2000, 1, 1, tzinfo=timezone.utc)\n\n\ndef hours_since_epoch(moment):\n    """Hours from the epoch to an aware datetime."""\n    return (moment - EPOCH) / timedelta(hours=1)\n\n\ndef waves(port):\n    """Amplitude, rate and phase of each constituent, in radians; computed once for each port."""\n    if not hasattr(port, "_waves"):\n        port._waves = [(c.amplitude, radians(c.speed), radians(c.phase)) for c in port.constituents]\n    return port._waves\n\n\ndef height(port, moment):\n    """Height in metres above chart datum."""\n    hours = hours_since_epoch(moment)\n    return port.datum + sum(a * cos(rate * hours - phase) for a, rate, phase in waves(port))\n\n\ndef slope(port, moment):\n    """Change of the height in metres an hour."""\n    hours = hours_since_epoch(moment)\n    return -sum(a * rate * sin(rate * hours - phase) for a, rate, phase in waves(port))\n\n\ndef curve(port, start, end, step):\n    """Pairs of moment and height from `start` up to, not including, `end`."""\n    moment = start\n    while moment < end:\n        yield moment, height(port, moment)\n        moment += step\n'))
    s.say(None, run("python3 tools/build_tables.py --year 2024 --out build/new | tail -n 40; for f in build/new/*; do cmp $f build/$(basename $f) || echo differs; done; echo compared"))
    s.say(None, run(TESTS + " 2>&1"))
    s.say("Same files, and all tests pass.", run("git add -A && git commit -q -m 'Harmonics: one list of waves for each port' && git log --oneline -n 1"))

    s.user("Fine. Compute 2025 and 2026 in the background meanwhile, and tell me when it is done. While it runs: is `angles.py` a good name? I would rather call it `degrees.py`.")
    s.say("I start the build in the background.", run("for y in 2025 2026; do python3 tools/build_tables.py --year $y --out build/$y; done", background=True))
    s.say(None, process("poll", lines=12), find("angles", path="."))
    s.say("It is used in station.py and the tests only, since harmonics.py has its own list of waves. I rename it with git, so that its history stays.", run("git mv tides/angles.py tides/degrees.py && git mv tests/test_angles.py tests/test_degrees.py && git status --short"))
    s.say(None, run(TESTS + " 2>&1"))
    s.say("As expected, the imports. The build in the background has loaded its modules, but the next year would not: I fix them at once.", run("sed -i 's/from \\. import angles/from . import degrees/; s/\\bangles\\.parse/degrees.parse/' tides/station.py && sed -i 's/from tides import angles/from tides import degrees/; s/\\bangles\\./degrees./' tests/test_degrees.py && git diff"))
    s.say(None, run(TESTS + " 2>&1 | tail -n 30"), process("poll", lines=30))
    s.say("18 tests pass again.", process("poll", lines=60), run("python3 -m compileall -q tides tests tools && find . -name __pycache__ -prune -exec rm -r {} + ; git status --short"))
    s.say(None, process("wait"))
    s.say("Both years are built, exit code 0. `degrees.py` it is; the renaming is not committed yet.")

    s.user("Commit it. Then clean up what the builds left behind, we only need build/2025 and build/2026.")
    s.say(None, run("git add -A && git commit -q -m 'Call the angles module degrees' && git log --oneline -n 2"), run("ls build | head -n 12; ls build | wc -l; du -s --apparent-size -k build | cut -f1"))
    s.say(None, run("rm -rf build/new build/*-2024-*.txt data/__pycache__ data/*.bak"))
    s.say("That was refused, and rightly: the command names data/. I leave data/ alone.", run("rm -r build/new && rm build/*-2024-*.txt && ls build"))
    s.say("build/ holds the two years only. The first clean-up command was refused, because I had put data/ into it; nothing there was touched.")

    s.user("What was the reason again that Quarrel Rock failed, and what did you decide? I have to write it to the office.")
    s.say("Quarrel Rock (QUA) has no M4 in data/constants.csv. `amplitude()` raised StopIteration for it. I decided that a constituent that is not listed counts as 0; the data were not changed.")

    s.user("Next: an export for the office. A command `export --port ALD --month 2024-07` that writes all turns of the month as CSV with the columns port, kind, time, height. With a test.")
    s.say(None, todo((">", "export command"), (" ", "test"), (" ", "README")), read("tides/cli.py"), read("tests/test_table.py"))
    s.say(None, write("tides/export.py", '"""Turns of a month as CSV, for the harbour office."""\n\nimport csv\nfrom calendar import monthrange\nfrom datetime import date\n\nfrom .table import day_turns\n\nCOLUMNS = ["port", "kind", "time", "height"]\n\n\ndef month_rows(port, year, month):\n    """One row a turn, in order."""\n    for day in range(1, monthrange(year, month)[1] + 1):\n        for turn in day_turns(port, date(year, month, day)):\n            yield [port.code, turn.kind, turn.moment.isoformat(timespec="minutes"), f"{turn.height:.2f}"]\n\n\ndef write_month(file, port, year, month):\n    """Writes the month with a line of column names; returns how many turns."""\n    writer = csv.writer(file, delimiter="\\t", lineterminator="\\n")\n    writer.writerow(COLUMNS)\n    count = 0\n    for row in month_rows(port, year, month):\n        writer.writerow(row)\n        count += 1\n    return count\n'), patch("tides/cli.py", "    info = commands.add_parser(\"info\")", "    export = commands.add_parser(\"export\")\n    export.add_argument(\"--port\", required=True)\n    export.add_argument(\"--month\", required=True, type=lambda text: date.fromisoformat(text + \"-01\"))\n    info = commands.add_parser(\"info\")"))
    s.say(None, patch("tides/cli.py", "        elif options.command == \"info\":", "        elif options.command == \"export\":\n            write_month(sys.stdout, find_port(options.port), options.month.year, options.month.month)\n            lines = []\n        elif options.command == \"info\":"), patch("tides/cli.py", "from . import table\n", "from . import table\nfrom .export import write_month\n"))
    s.say(None, run("python3 -m tides.cli export --port ALD --month 2024-07"))

    s.user("No, not tabs. The office needs a semicolon as delimiter, and a comma in the heights (3,42). Only in the export; everything else stays with the point.")
    s.say(None, patch("tides/export.py", "delimiter=\"\\t\"", "delimiter=\";\""), patch("tides/export.py", "f\"{turn.height:.2f}\"]", "f\"{turn.height:.2f}\".replace(\".\", \",\")]"))
    s.say(None, write("tests/test_export.py", 'import io\nimport unittest\n\nfrom tides.export import COLUMNS, month_rows, write_month\nfrom tides.station import find_port\n\n\nclass Export(unittest.TestCase):\n    def setUp(self):\n        self.port = find_port("ALD")\n\n    def test_first_line_names_the_columns(self):\n        file = io.StringIO()\n        count = write_month(file, self.port, 2024, 7)\n        lines = file.getvalue().splitlines()\n        self.assertEqual(lines[0], ";".join(COLUMNS))\n        self.assertEqual(len(lines), count + 1)\n\n    def test_heights_have_a_comma(self):\n        for row in month_rows(self.port, 2024, 7):\n            self.assertRegex(row[3], r"^-?\\d+,\\d\\d$")\n\n    def test_order(self):\n        times = [row[2] for row in month_rows(self.port, 2024, 10)]\n        self.assertEqual(times, sorted(times))\n\n\nif __name__ == "__main__":\n    unittest.main()\n'), run("python3 -m unittest -v tests.test_export 2>&1"))
    s.say(None, run("python3 -m tides.cli export --port ALD --month 2024-07 | head -n 12"), run("python3 -m tides.cli export --port ALD --month 2024-13; echo"))
    s.say("A wrong month is refused by argparse with exit code 2. Now every port, as a check of the whole chain.", run("for p in $(python3 -m tides.cli ports | cut -c1-3); do printf '%s ' $p; python3 -m tides.cli export --port $p --month 2024-10 | tail -n +2 | awk -F';' '{n[$2]++} END {print n[\"high\"], n[\"low\"]}'; done"))
    s.say(None, run(TESTS + " 2>&1"), patch("README.md", "Heights are metres above chart datum.", "`export --port ALD --month 2024-07` prints all turns of a month for the harbour office: semicolons between the\ncolumns, a comma in the heights.\n\nHeights are metres above chart datum."))
    s.say("The export is there, with three tests. 21 tests pass.", run("git add -A && git commit -q -m 'Export of a month for the harbour office' && git log --oneline -n 1"), todo(("x", "export command"), ("x", "test"), ("x", "README")))

    s.user("Before you go on: at the change to summer time a day has 23 or 25 hours. Do the tables get that right? Do not fix it yet, only tell me.")
    s.say(None, run("for d in 2024-03-30 2024-03-31 2024-10-26 2024-10-27; do python3 -m tides.cli table --port ALD --day $d | sed -n '1p;3,6p;$p'; done"))
    s.say(None, run("python3 - <<'END'\nfrom datetime import date\nfrom tides.station import find_port\nfrom tides.table import day_bounds\nport = find_port('ALD')\nfor day in (date(2024, 3, 30), date(2024, 3, 31), date(2024, 10, 26), date(2024, 10, 27)):\n    start, end = day_bounds(port, day)\n    print(day, start.isoformat(), end.isoformat(), end - start)\nprev = day_bounds(port, date(2024, 3, 30))[1]\nassert prev == day_bounds(port, date(2024, 3, 31))[0], (prev, day_bounds(port, date(2024, 3, 31))[0])\nEND"))
    s.say("No. A day always has 24 hours in the code, and the offset changes at midnight instead of at one o'clock UTC. On 2024-03-31 an hour is printed twice (it is the last of the day before as well), on 2024-10-27 an hour is missing. I have changed nothing.")

    s.user("Thought so. Then fix it, on a branch fix/clock-change. The change is at 01:00 UTC. zoneinfo is not allowed, the display has no time zone data.")
    s.say(None, run("git switch -c fix/clock-change 2>&1"), read("tides/table.py"), find("offset_on|day_bounds|local_zone", path="."))
    s.say(None, write("tests/test_clock_change.py", 'import unittest\nfrom datetime import date, timedelta\n\nfrom tides.station import find_port\nfrom tides.table import day_bounds, hourly\n\n\nclass ClockChange(unittest.TestCase):\n    def setUp(self):\n        self.port = find_port("ALD")\n\n    def test_length_of_the_day(self):\n        for day, hours in ((date(2024, 3, 31), 23), (date(2024, 10, 27), 25), (date(2024, 7, 1), 24)):\n            start, end = day_bounds(self.port, day)\n            self.assertEqual(end - start, timedelta(hours=hours), day)\n            self.assertEqual(len(hourly(self.port, day)), hours)\n\n    def test_days_touch(self):\n        day = date(2024, 1, 1)\n        while day.year == 2024:\n            following = day + timedelta(days=1)\n            self.assertEqual(day_bounds(self.port, day)[1], day_bounds(self.port, following)[0], day)\n            day = following\n\n    def test_hours_around_the_change(self):\n        spring = [f"{m:%H:%M}" for m, _ in hourly(self.port, date(2024, 3, 31))]\n        self.assertEqual(spring[:4], ["00:00", "02:00", "03:00", "04:00"])\n        autumn = [f"{m:%H:%M}" for m, _ in hourly(self.port, date(2024, 10, 27))]\n        self.assertEqual(autumn[:4], ["00:00", "01:00", "01:00", "02:00"])\n\n\nif __name__ == "__main__":\n    unittest.main()\n'), run("python3 -m unittest -v tests.test_clock_change 2>&1"))
    s.say("The tests fail as they should. Now the code: the offset belongs to a moment, not to a day.", patch("tides/station.py", "    def offset_on(self, day):\n        \"\"\"Minutes that local time is ahead of UTC on this day.\"\"\"", "    def offset_at(self, moment):\n        \"\"\"Minutes that local time is ahead of UTC at this moment.\"\"\"\n        summer = self.summer_time and summer_start(moment.year) <= moment < summer_end(moment.year)\n        return self.utc_offset + (60 if summer else 0)\n\n    def offset_on(self, day):\n        \"\"\"Minutes that local time is ahead of UTC at noon of this day.\"\"\""), patch("tides/station.py", "def in_summer(day):", "def summer_start(year):\n    \"\"\"The moment at which clocks go forward: 01:00 UTC.\"\"\"\n    return datetime.combine(last_sunday(year, 3), time(1), tzinfo=timezone.utc)\n\n\ndef summer_end(year):\n    \"\"\"The moment at which clocks go back: 01:00 UTC.\"\"\"\n    return datetime.combine(last_sunday(year, 10), time(1), tzinfo=timezone.utc)\n\n\ndef in_summer(day):"))
    s.say(None, patch("tides/station.py", "from datetime import date, timedelta\n", "from datetime import date, datetime, time, timedelta, timezone\n"), patch("tides/table.py", "    start = datetime.combine(day, time(), tzinfo=local_zone(port, day))\n    return start, start + timedelta(days=1)", "    return midnight(port, day), midnight(port, day + timedelta(days=1))"))
    s.say(None, patch("tides/table.py", "def local_zone(port, day):\n    \"\"\"Time zone of the port on this day.\"\"\"\n    return timezone(timedelta(minutes=port.offset_on(day)))", "def local(port, moment):\n    \"\"\"The same moment with the port's own clock.\"\"\"\n    return moment.astimezone(timezone(timedelta(minutes=port.offset_at(moment))))\n\n\ndef midnight(port, day):\n    \"\"\"Start of the local day. No clock changes at midnight, so the offset of the guess is the right one.\"\"\"\n    guess = datetime.combine(day, time(), tzinfo=timezone.utc) - timedelta(minutes=port.utc_offset)\n    return datetime.combine(day, time(), tzinfo=timezone(timedelta(minutes=port.offset_at(guess))))"), run("python3 -m unittest -v tests.test_clock_change 2>&1"))
    s.say("Lengths are right; the printed hours still carry the offset of midnight. curve() and turns() have to be shown through local().", patch("tides/table.py", "    return list(curve(port, start, end, timedelta(hours=1)))", "    return [(local(port, moment), metres) for moment, metres in curve(port, start, end, timedelta(hours=1))]"), patch("tides/table.py", "    return turns(port, start, end)", "    return [Turn(t.kind, local(port, t.moment), t.height) for t in turns(port, start, end)]"))
    s.say(None, patch("tides/table.py", "from .turns import turns", "from .turns import Turn, turns"), run(TESTS + " 2>&1"))
    s.say("The clock change tests pass, but test_summer_starts_and_ends or others may depend on the old rule. I look at the ports one hour east as well, and compare all other days with the tables from before.", run("git stash -q && python3 tools/build_tables.py --year 2024 --out build/old > /dev/null; git stash pop -q && python3 tools/build_tables.py --year 2024 --out build/2024 | tail -n 60; for f in build/old/*; do diff -q $f build/2024/$(basename $f) > /dev/null || echo differs $(basename $f); done | awk '{print $2}' | cut -d- -f3 | sort | uniq -c"))
    s.say(None, run("diff build/old/ALD-2024-03.txt build/2024/ALD-2024-03.txt; diff build/old/ALD-2024-10.txt build/2024/ALD-2024-10.txt; diff build/old/WIN-2024-03.txt build/2024/WIN-2024-03.txt && echo WIN is the same"))
    s.say("Only March and October differ, and there only the days of the change. Ports without summer time are the same.", run("rm -r build/old && git add -A && git commit -q -m 'Clock changes at 01:00 UTC; days of 23 and 25 hours' && git log --oneline --decorate -n 3"))
    s.say("Fixed on fix/clock-change: the offset belongs to a moment now (`offset_at`), a day has 23, 24 or 25 hours, no zoneinfo. 24 tests pass. 2024 is rebuilt in build/2024.")

    s.user("Very good. Show me the whole diff of the branch against main once more, I want to read it. And list the tables of Aldmouth for July.")
    s.say(None, run("git diff main...fix/clock-change --stat && git diff main...fix/clock-change"))
    s.say(None, run("cat build/2024/ALD-2024-07.txt"))
    s.say("That is all of it: the display, the waves, the renaming, the export and the clock change.")

    s.user("One last thing for today: spring tides. List the days of 2024 with spring tides at Aldmouth and Halsand with spring_days(). Is it fast enough to go into the cli?")
    s.say(None, run("python3 - <<'END'\nfrom datetime import date, timedelta\nfrom tides.station import find_port\nfrom tides.table import day_turns\nfrom tides.turns import spring_days\nfor code in ('ALD', 'HAL'):\n    port = find_port(code)\n    days = [(date(2024, 1, 1) + timedelta(days=n), day_turns(port, date(2024, 1, 1) + timedelta(days=n))) for n in range(366)]\n    for day in spring_days(port, days):\n        print(code, day)\nEND"))
    s.say(None, patch("tides/cli.py", "    commands.add_parser(\"ports\")", "    springs = commands.add_parser(\"springs\")\n    springs.add_argument(\"--port\", required=True)\n    springs.add_argument(\"--year\", required=True, type=int)\n    commands.add_parser(\"ports\")"), patch("tides/cli.py", "        elif options.command == \"info\":", "        elif options.command == \"springs\":\n            port = find_port(options.port)\n            lines = [day.isoformat() for day in table.springs(port, options.year)]\n        elif options.command == \"info\":"))
    s.say(None, run("python3 -m tides.cli springs --port ALD --year 2024"))
    s.say("table.springs() is still to be written.", patch("tides/table.py", "def format_height(metres):", "def springs(port, year):\n    \"\"\"Days of the year with spring tides.\"\"\"\n    days = (date(year, 1, 1) + timedelta(days=n) for n in range(366))\n    return spring_days(port, ((day, day_turns(port, day)) for day in days if day.year == year))\n\n\ndef format_height(metres):"))
    s.say(None, patch("tides/table.py", "from datetime import datetime,", "from datetime import date, datetime,"), patch("tides/table.py", "from .turns import Turn, turns", "from .turns import Turn, spring_days, turns"), run("python3 -m tides.cli springs --port ALD --year 2024 | head -n 8"))
    s.say(None, run(TESTS + " 2>&1 | tail -n 4"))
    s.say("`springs --port ALD --year 2024` works: fast enough for a year. It is on fix/clock-change, not committed. Shall I commit it there, or on a branch of its own?")
    s.user("On a branch feature/springs. And add a test that there are between 20 and 60 such days a year.")
    s.say(None, run("git switch -c feature/springs 2>&1 && git status --short"), read("tests/test_table.py"))


def play(script, first_row, options):
    """One session in a fresh repository."""
    with tempfile.TemporaryDirectory(prefix="tides-") as folder:
        root = Path(folder).resolve() / "tides"
        shutil.copytree(HERE / "tides-start", root, ignore=shutil.ignore_patterns("__pycache__"))
        write_data(root / "data")
        session = Session(root, first_row)
        script(session)
        return {"messages": session.messages, "options": options}


def check(session):
    """The session is what it claims to be: every call has its result, nothing of this machine is in it."""
    text = json.dumps(session)
    calls = [c["id"] for m in session["messages"] for c in m.get("tool_calls", [])]
    results = [m["tool_call_id"] for m in session["messages"] if m["role"] == "tool"]
    assert calls == results
    failed = [m["content"][:200] for m in session["messages"] if m["role"] == "tool" and '"success": false' in m["content"]]
    for line in failed:
        print("failed patch:", line, file=sys.stderr)
    for word in (tempfile.gettempdir() + "/tides-", os.path.expanduser("~") + "/"):
        assert word == "/" or word.replace("/tmp/tides-", "\0") not in text.replace("/tmp/tides-before", ""), word


def main():
    """Writes both files."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--out", type=Path, default=HERE)
    out = parser.parse_args().out
    shutil.rmtree("/tmp/tides-before", ignore_errors=True)
    sessions = {
        "short.json": play(play_short, 311, {
            "context_length": 32000, "protect_first_n": 0, "protect_last_n": 4, "tail_token_budget": 200,
            "summary_budget_tokens": 800, "session_id": "tides-short",
        }),
        "tides.json": play(play_long, 1041, {
            "context_length": 128000, "protect_first_n": 3, "protect_last_n": 20, "tail_token_budget": 10000,
            "summary_budget_tokens": 3000, "session_id": "tides",
        }),
    }
    for name, session in sessions.items():
        check(session)
        lines = ",\n".join(json.dumps(m, ensure_ascii=False) for m in session["messages"])
        text = '{"messages": [\n' + lines + '\n],\n"options": ' + json.dumps(session["options"]) + "}\n"
        (out / name).write_text(text, encoding="utf-8")
        users = sum(m["role"] == "user" for m in session["messages"])
        print(f"{out / name}: {len(session['messages'])} messages, {users} of the user, {len(text.encode()):,} bytes")
    shutil.rmtree("/tmp/tides-before", ignore_errors=True)


if __name__ == "__main__":
    main()
