"""The two sealed components in Node, as jco transpiles them."""

import shutil

from engine import ROOT, Engine, Missing, Where, server


def start(where: Where) -> Engine:
    entry = ROOT / "npm" / "conformance.mjs"
    if not shutil.which("node") or not entry.is_file():
        raise Missing("node, and make npm")
    return server("node", entry)
