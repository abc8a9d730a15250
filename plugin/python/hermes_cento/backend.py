"""Where the component runs: in the native module where it is installed, else in PyPI's `wasmtime` (`sealed`).

Both give the same messages and the same report.
"""

from __future__ import annotations

import importlib.util
from typing import TYPE_CHECKING

if TYPE_CHECKING or importlib.util.find_spec("hermes_cento._native"):
    from hermes_cento._native import (
        COMPONENT_SHA256,
        OPTION_NAMES,
        SIGNED_KEYS,
        CentoError,
        Engine,
        PlanRejected,
        SandboxError,
        __version__,
        component,
    )

    def prepare() -> None:
        """Nothing: the native module is ready in milliseconds."""

else:
    from hermes_cento.sealed import (
        COMPONENT_SHA256,
        OPTION_NAMES,
        SIGNED_KEYS,
        CentoError,
        Engine,
        PlanRejected,
        SandboxError,
        __version__,
        component,
        prepare,
    )

__all__ = [
    "COMPONENT_SHA256",
    "OPTION_NAMES",
    "SIGNED_KEYS",
    "CentoError",
    "Engine",
    "PlanRejected",
    "SandboxError",
    "__version__",
    "component",
    "prepare",
]
