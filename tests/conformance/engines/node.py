"""The two sealed components in Node, as jco transpiles them."""

import shutil

from engine import ROOT, Engine, Missing, Where, batch


def start(where: Where) -> Engine:
    if not shutil.which("node") or not (where.target / "npm" / "index.js").is_file():
        raise Missing("node, and make npm")
    return batch("node", ROOT / "npm" / "conformance.mjs", where.target)
