"""The plugin's entry for Hermes: `register(ctx)`.

Both ways that Hermes loads engines come here: the general plugin system, and the folder with the engine's name. Nothing
slow happens: the component is loaded by the first compaction.
"""

from __future__ import annotations

from typing import Any

from hermes_cento import command
from hermes_cento.engine import CentoEngine

__all__ = ["CentoEngine", "register"]


def register(ctx: Any) -> None:
    """Registers the engine, and the command /cento where the loader offers commands."""
    ctx.register_context_engine(CentoEngine())
    offer = getattr(ctx, "register_command", None)
    if callable(offer) and not (_is_engine_loader(ctx) and _known()):
        offer(command.NAME, command.run, description=command.DESCRIPTION, args_hint=command.ARGUMENTS)


def _is_engine_loader(ctx: Any) -> bool:
    """The folder's loader calls for every agent, and has no manifest."""
    return not hasattr(ctx, "manifest")


def _known() -> bool:
    try:
        from hermes_cli.plugins import get_plugin_commands

        return command.NAME in get_plugin_commands()
    except Exception:  # the host's own code; a second registration is only refused with a warning
        return False
