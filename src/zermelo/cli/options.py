"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

from zermelo.game import ZermeloError
from zermelo.games.catalogue import instead
from zermelo.search import ALGORITHMS, Algorithm

Source: TypeAlias = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="A game's name, a .tree file, - (a tree on standard input), or FILE.py:Class.",
    ),
]
Set: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A parameter of the game (repeatable)."),
]
Position: TypeAlias = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Begin from this position.")
]
Moves: TypeAlias = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Then play these moves.")
]
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
Depth: TypeAlias = Annotated[
    int | None, typer.Option(metavar="PLIES", help="Look so many plies ahead.")
]
Seconds: TypeAlias = Annotated[
    float | None, typer.Option("--time", metavar="SECONDS", help="Stop after so long.")
]


def algorithm_named(name: str) -> Algorithm:
    """The algorithm of that name, or a line that names the nearest one."""
    if name not in ALGORITHMS:
        raise ZermeloError(f"no algorithm '{name}'{instead(name, ALGORITHMS)}")
    return ALGORITHMS[name]
