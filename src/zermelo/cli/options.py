"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

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
