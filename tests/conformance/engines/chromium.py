"""The built page in Chromium: the same modules in its worker."""

import shutil

from engine import ROOT, Engine, Missing, Where, batch


def start(where: Where) -> Engine:
    if not shutil.which("node") or not (where.target / "demo" / "index.html").is_file():
        raise Missing("node, Chromium, and make demo-web")
    return batch("node", ROOT / "npm" / "chromium.mjs", where.target)
