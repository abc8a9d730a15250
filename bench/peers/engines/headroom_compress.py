"""Headroom's one function. Its own model would have to be downloaded and is switched off; so is all that calls out.
Without that model its `target_ratio` changes nothing, so it has no target here."""

from __future__ import annotations

import os
from collections.abc import Callable

from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    os.environ.update(HEADROOM_TELEMETRY="off", HF_HUB_OFFLINE="1", LITELLM_LOCAL_MODEL_COST_MAP="True")
    from headroom import compress  # type: ignore[import-not-found]

    def run(messages: list[Message]) -> list[Message]:
        return list(compress(messages, model="gpt-4o", model_limit=session.tokens * 4 // 3, kompress_model="disabled").messages)

    return run
