"""Positions with published or exactly known values, which lie with the tests of a checkout."""

from __future__ import annotations

from pathlib import Path

import zermelo
from zermelo.bench.measure import Missing
from zermelo.language import _


def file(name: str) -> Path:
    """One of the files of positions."""
    for folder in (Path(zermelo.__file__).parents[2], Path.cwd()):
        found = folder / "tests" / "oracles" / name
        if found.is_file():
            return found
    words = _("{name} is part of the repository: run this where that is")
    raise Missing(words.format(name=f"tests/oracles/{name}"))


def lines(name: str) -> list[str]:
    """The lines of one of the files."""
    return file(name).read_text(encoding="utf-8").splitlines()


def connect_four(name: str) -> list[tuple[str, int]]:
    """Moves from the empty board, and the value for the player to move."""
    return [(moves, int(score)) for moves, score in map(str.split, lines(f"connect4/{name}.txt"))]
