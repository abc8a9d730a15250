"""`python -m hermes_cento install-hermes | uninstall-hermes | version`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from hermes_cento import __version__, component_sha256, install


def main(arguments: list[str] | None = None) -> int:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m hermes_cento", description="Cento for Hermes Agent.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    add = verbs.add_parser("install-hermes", help="lay the plugin into Hermes' plugins folder")
    add.add_argument("--enable", action="store_true", help="write the needed lines into config.yaml (backup first)")
    remove = verbs.add_parser("uninstall-hermes", help="remove the plugin and its lines in config.yaml")
    for verb in (add, remove):
        verb.add_argument("--hermes-home", type=Path, default=None, help="default: HERMES_HOME, else ~/.hermes")
    verbs.add_parser("version", help="print the version and the component's sha256")
    given = parser.parse_args(arguments)
    if given.verb == "version":
        print(f"hermes-cento {__version__}\ncomponent {component_sha256}")
        return 0
    home = (given.hermes_home or Path(os.environ.get("HERMES_HOME") or Path.home() / ".hermes")).expanduser()
    try:
        if given.verb == "install-hermes":
            _install(home, given.enable)
        else:
            install.disable(home, print)
            install.uninstall(home, print)
    except (OSError, install.ConfigError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


def _install(home: Path, enable: bool) -> None:
    # A folder made here would hide a mistyped path, and Hermes would find a config.yaml that it did not set up.
    if not home.is_dir():
        raise FileNotFoundError(
            f"{home} is no folder; run Hermes once, which makes it, or name the right one with --hermes-home DIR"
        )
    install.install(home, print)
    if enable:
        try:
            install.enable(home, print)
        except install.ConfigError as error:
            raise install.ConfigError(f"{error}; add to config.yaml yourself:\n{install.CONFIG_LINES}") from error
    else:
        print(f"add to {home / 'config.yaml'} (or run again with --enable):\n{install.CONFIG_LINES}", end="")


if __name__ == "__main__":
    sys.exit(main())
