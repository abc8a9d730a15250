"""The program: the component in the wasmtime crate."""

from engine import Engine, Missing, Where, program


def start(where: Where) -> Engine:
    cento = where.target / "release" / "cento"
    if not cento.is_file():
        raise Missing("make build")
    return program(cento, "compact", "-")
