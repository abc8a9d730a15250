"""distil as a library."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable

from made.session import Message, Session


def prepare(session: Session, target: int | None, option: str) -> Callable[[list[Message]], list[Message]]:
    os.environ.update(HOME=tempfile.mkdtemp(prefix="peers-distil-"))
    from distil import compress_messages  # type: ignore[import-not-found]

    return lambda messages: list(compress_messages(messages).messages)
