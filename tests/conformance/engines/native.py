"""The phases compiled for this machine, without a sandbox."""

from engine import Engine, Missing, Where, program


def start(where: Where) -> Engine:
    command = where.target / "release" / "cento-command"
    if not command.is_file():
        raise Missing("make components")
    return program(command)
