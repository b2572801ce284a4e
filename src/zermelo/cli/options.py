"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Annotated, Final, TypeAlias

import typer

from zermelo.language import LANGUAGES, _
from zermelo.names import check_name

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
to_file = partial(typer.Option, "-o", "--output", metavar="FILE")
Json: TypeAlias = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
AllMoves: TypeAlias = Annotated[
    bool, typer.Option("--all-moves", "--all", help="The value of every move.")
]
Tablebase: TypeAlias = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Look values up in this tablebase.")
]
Depth: TypeAlias = Annotated[
    int | None, typer.Option(metavar="PLIES", help="Look so many plies ahead.")
]
Seconds: TypeAlias = Annotated[
    float | None, typer.Option("--time", metavar="SECONDS", help="Stop after so long.")
]
Device: TypeAlias = Annotated[
    str, typer.Option(metavar="NAME", help="Where to work: cpu, or gpu where there is one.")
]
DEVICES: Final = ("cpu", "gpu")


def on_gpu(device: str) -> bool:
    """What `--device` says."""
    check_name(device, DEVICES, _("no device '{name}'"))
    return device == "gpu"


def language_asked(arguments: Sequence[str]) -> str | None:
    """What `--lang` says, wherever it stands: help is built before the options are read."""
    words = list(takewhile(lambda word: word != "--", arguments))
    asked = None
    for word, following in zip_longest(words, words[1:]):
        if word == "--lang":
            asked = following
        elif word.startswith("--lang="):
            asked = word.removeprefix("--lang=")
    if asked is not None:
        check_name(asked, LANGUAGES, _("no language '{name}'"))
    return asked
