"""The native module's work without it: the two components in PyPI's `wasmtime`.

Messages become the JSON that the contract reads (`records`), the projector plans, the verifier checks the plan and
writes the report, and the plan is applied to the objects that came in. Each call has a fresh store with limits. What is
compiled is kept in the cache folder of Hermes under the component's hash and wasmtime's version. `facts.json` beside this
file says which bytes are ours; others are refused. Leaves out: `anchors`, which only the native module has.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import json
import os
import platform
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hermes_cento import records

HERE = Path(__file__).parent
FACTS: dict[str, Any] = json.loads((HERE / "facts.json").read_text(encoding="utf-8"))

__version__: str = FACTS["version"]
COMPONENT_SHA256: str = FACTS["sha256"]["cento.wasm"]
OPTION_NAMES: list[str] = FACTS["option_names"]
SIGNED_KEYS: list[str] = records.SIGNED_KEYS

PROJECTOR = ("cento.wasm", "cento:compaction/compaction@0.1.0")
VERIFIER = ("cento-verifier.wasm", "cento:verifier/verifier@0.1.0")


class CentoError(Exception):
    """Base of the errors that are not the caller's."""


class SandboxError(CentoError):
    """The component gave no plan: a limit, a trap, or not loaded."""


class PlanRejected(CentoError):
    """The component's plan did not hold against the conversation."""


class Engine:
    """A sandboxed component with the limits of its calls. Shared freely between threads."""

    def __init__(
        self, *, fuel: int | None = None, memory: int | None = None, input: int | None = None, output: int | None = None
    ) -> None:
        self._fuel = 20_000_000_000 if fuel is None else fuel
        self._memory = 512 << 20 if memory is None else memory
        self._input = 64 << 20 if input is None else input
        self._output = 64 << 20 if output is None else output

    def compact(
        self, messages: Iterable[Mapping[str, Any]], options: str, row_ids: Sequence[int | None] | None = None
    ) -> tuple[list[dict[str, Any]], list[int], list[tuple[int, str, str]], str]:
        """Plans, verifies and applies. Gives the messages, where each came from (-1: the summary), the edits as
        (index, what, why), and the report as JSON."""
        given = list(messages)
        session = records.session(given, row_ids)
        if len(session) > self._input:
            raise SandboxError(f"the messages hold {len(session)} bytes of text, more than the limit of {self._input}")
        opened = self._text(VERIFIER, "open", session, options, wrong=ValueError)
        plan = self._text(PROJECTOR, "compress-json", opened, wrong=SandboxError)
        report = self._text(VERIFIER, "report", session, plan, options, wrong=PlanRejected)
        return (*records.applied(given, json.loads(plan)), report)

    def should_compress(
        self, prompt_tokens: int | None, rough_tokens: int | None, passes: Sequence[tuple[int, int]], options: str
    ) -> tuple[bool, str, int, int, int | None]:
        """Says whether the time has come, as (compress, verdict, tokens, threshold, retry at)."""
        opened = self._text(VERIFIER, "open", "[]", options, wrong=ValueError)
        decision = self._call(
            PROJECTOR,
            "should-compress",
            _record(
                prompt_tokens=prompt_tokens,
                rough_tokens=rough_tokens,
                passes=[_record(tokens_before=before, tokens_after=after) for before, after in passes],
            ),
            _options(json.loads(opened)["options"]),
        )
        verdict = decision.verdict
        name, retry_at = (verdict.tag, verdict.payload) if hasattr(verdict, "tag") else (verdict, None)
        return decision.compress, name, decision.tokens, decision.threshold, retry_at

    def _text(self, component: tuple[str, str], function: str, *texts: str, wrong: type[Exception]) -> str:
        """A call that gives a text, or an error that has words."""
        answer = self._call(component, function, *texts)
        tag, text = (answer.tag, answer.payload) if hasattr(answer, "tag") else ("ok", answer)
        if tag != "ok" or not isinstance(text, str):
            raise wrong(text if isinstance(text, str) else "the component gave no plan")
        if len(text) > self._output:
            raise SandboxError(f"the answer of the component is larger than the limit of {self._output} bytes")
        return text

    def _call(self, component: tuple[str, str], function: str, *arguments: Any) -> Any:
        runtime = _Runtime.of_process()
        name, interface = component
        store = runtime.wasmtime.Store(runtime.engine)
        store.set_fuel(self._fuel)
        store.set_limits(memory_size=self._memory)
        try:
            instance = runtime.linker.instantiate(store, runtime.component(name))
            outer = instance.get_export_index(store, interface)
            called = instance.get_func(store, instance.get_export_index(store, function, outer))
            return called(store, *arguments)
        except runtime.wasmtime.WasmtimeError as error:
            if "all fuel consumed" in str(error):
                raise SandboxError(f"the component used up its {self._fuel} units of fuel") from None
            # A memory that may not grow looks like any other trap here.
            limit = f"more than {self._memory} bytes of memory asked for, or a bug"
            raise SandboxError(f"the component trapped: {limit}") from None


class _Runtime:
    """The engine of this process and the components that it has loaded."""

    _made: _Runtime | None = None
    _guard = threading.Lock()

    def __init__(self) -> None:
        try:
            import wasmtime
            import wasmtime.component
        except ImportError as error:
            raise SandboxError(f"wasmtime is missing ({error.name}): pip install {FACTS['wasmtime']}") from None
        self.wasmtime: Any = wasmtime
        config = wasmtime.Config()
        config.consume_fuel = True
        config.wasm_relaxed_simd = False
        self.engine = wasmtime.Engine(config)
        self.linker: Any = wasmtime.component.Linker(self.engine)
        self._loaded: dict[str, Any] = {}

    @classmethod
    def of_process(cls) -> _Runtime:
        with cls._guard:
            cls._made = cls._made or cls()
            return cls._made

    @classmethod
    def prepare(cls) -> None:
        with contextlib.suppress(CentoError, OSError):
            for name, _ in (VERIFIER, PROJECTOR):
                cls.of_process().component(name)

    def component(self, name: str) -> Any:
        with self._guard:
            if name not in self._loaded:
                self._loaded[name] = self._load(name)
            return self._loaded[name]

    def _load(self, name: str) -> Any:
        """Compiled before, or compiled now (seconds) and kept."""
        component = self.wasmtime.component.Component
        key = f"{FACTS['sha256'][name][:16]}-{importlib.metadata.version('wasmtime')}-{platform.machine()}"
        kept = cache_folder() / f"{Path(name).stem}-{key}.cwasm"
        wasm = bytes_of(name)
        try:
            digest, compiled = kept.read_bytes()[:32], kept.read_bytes()[32:]
            if hashlib.sha256(compiled).digest() == digest:
                return component.deserialize(self.engine, compiled)
        except (OSError, self.wasmtime.WasmtimeError):
            # Nothing is there, or it was made for another processor.
            pass
        loaded = component(self.engine, wasm)
        if len(loaded.type.imports(self.engine)) > 0:
            raise SandboxError(f"{name} imports something")
        _keep(kept, bytes(loaded.serialize()))
        return loaded


def prepare() -> None:
    """Loads the components in the background, for the first call waits for seconds where they are not yet compiled. What
    fails here fails again, with words, in that call."""
    threading.Thread(target=_Runtime.prepare, name="cento", daemon=True).start()


def cache_folder() -> Path:
    """Hermes' cache folder; without Hermes the one that it would have."""
    try:
        from hermes_constants import get_hermes_home

        home = Path(get_hermes_home())
    except ImportError:
        home = Path(os.environ.get("HERMES_HOME") or Path.home() / ".hermes")
    return home / "cache" / "cento"


def _keep(file: Path, compiled: bytes) -> None:
    """Whole or not at all; a folder that cannot be written only costs the time of compiling."""
    draft = file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(hashlib.sha256(compiled).digest() + compiled)
        draft.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()


def bytes_of(name: str) -> bytes:
    """A component's bytes, if they are ours."""
    wasm = (HERE / name).read_bytes()
    if hashlib.sha256(wasm).hexdigest() != FACTS["sha256"][name]:
        raise SandboxError(f"{name} is not the file that this version was made with")
    return wasm


def component() -> bytes:
    """The bytes of the component."""
    return bytes_of(PROJECTOR[0])


def _record(**fields: Any) -> SimpleNamespace:
    """A record as wasmtime takes it: the names are those of the interface."""
    return SimpleNamespace(**{name.replace("_", "-"): value for name, value in fields.items()})


def _options(given: Mapping[str, Any]) -> SimpleNamespace:
    """The options of `should-compress`, which reads three of them; the others only have to be there."""
    names = [{"budget_ratio": "budget_permille", "prune_threshold": "prune_permille"}.get(n, n) for n in OPTION_NAMES]
    values: dict[str, Any] = dict.fromkeys(names, 0)
    for name in ("summary_budget_tokens", "current_tokens", "max_output_tokens", "focus_topic", "session_id", "recall_hint"):
        values[name] = None
    values |= {"strategy": "project", "target_tokens": None, "protected_tools": [], "scores": []}
    values |= {name: given[name] for name in ("context_length", "threshold_percent", "force")}
    return _record(**values)
