"""Headroom's one function. Its own model would have to be downloaded and is switched off; so is all that calls out."""

from __future__ import annotations

import os
from collections.abc import Callable

from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    os.environ.update(HEADROOM_TELEMETRY="off", HF_HUB_OFFLINE="1", LITELLM_LOCAL_MODEL_COST_MAP="True")
    from headroom import compress  # type: ignore[import-not-found]

    extra = {} if target is None else {"target_ratio": target / session.tokens}

    def run(messages: list[Message]) -> list[Message]:
        return list(compress(messages, model="gpt-4o", model_limit=session.tokens * 4 // 3, kompress_model="disabled", **extra).messages)

    return run
