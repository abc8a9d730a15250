"""The built page in Chromium: the same modules in its worker."""

import shutil

from engine import ROOT, Engine, Missing, Where, server


def start(where: Where) -> Engine:
    entry = ROOT / "demo" / "conformance.mjs"
    if not shutil.which("node") or not entry.is_file():
        raise Missing("node, Chromium, and make demo-web")
    return server("node", entry)
