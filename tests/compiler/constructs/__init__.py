"""A table of small programs, each with one construct of Python in the rules of a game."""

from tests.compiler.constructs import (
    everyday,
    flow,
    kept,
    library,
    lists,
    loops,
    nested,
    ordinary,
    records,
    shapes,
    states,
    texts,
    traps,
    words,
    written,
)
from tests.compiler.constructs.table import PROGRAMS, Line, Program, Row

__all__ = [
    "PROGRAMS",
    "Line",
    "Program",
    "Row",
    "everyday",
    "flow",
    "kept",
    "library",
    "lists",
    "loops",
    "nested",
    "ordinary",
    "records",
    "shapes",
    "states",
    "texts",
    "traps",
    "words",
    "written",
]
