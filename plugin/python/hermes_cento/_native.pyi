"""The native module. Private: use `hermes_cento` instead."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, final

__all__ = [
    "COMPONENT_SHA256",
    "CentoError",
    "Engine",
    "OPTION_NAMES",
    "PlanRejected",
    "SIGNED_KEYS",
    "SandboxError",
    "__version__",
    "component",
]

__version__: str
COMPONENT_SHA256: str
OPTION_NAMES: list[str]
SIGNED_KEYS: list[str]

class CentoError(Exception): ...
class SandboxError(CentoError): ...
class PlanRejected(CentoError): ...

@final
class Engine:
    def __new__(
        cls,
        *,
        fuel: int | None = None,
        memory: int | None = None,
        input: int | None = None,
        output: int | None = None,
    ) -> Engine: ...
    def compact(
        self,
        messages: Iterable[Mapping[str, Any]],
        options: str,
        row_ids: Sequence[int | None] | None = None,
    ) -> tuple[list[dict[str, Any]], list[int], list[tuple[int, str, str]], str]: ...
    def anchors(
        self, messages: Iterable[Mapping[str, Any]], options: str, max_bytes: int
    ) -> list[tuple[str, str, int, int, int]]: ...
    def should_compress(
        self,
        prompt_tokens: int | None,
        rough_tokens: int | None,
        passes: Sequence[tuple[int, int]],
        options: str,
    ) -> tuple[bool, str, int, int, int | None]: ...

def component() -> bytes: ...
