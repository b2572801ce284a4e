"""What `zermelo uci` and `zermelo gtp` share: lines in, lines out, and an end that comes soon."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, TypeAlias

import typer

from zermelo.cli import source
from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.names import is_for_two
from zermelo.protocols.dialogue import Dialogue

LONGEST: Final = 1 << 20  # letters of a line

GameName: TypeAlias = Annotated[
    str, typer.Option("--game", metavar="SOURCE", help="A game's name, or FILE.py:Class.")
]


def game_for_two(name: str, settings: list[str]) -> Game[Any, Any]:
    """The game, or one line that says that it is none for such a protocol."""
    game = source.load(name, settings)
    if game.has_chance or not is_for_two(game):
        words = _("{game}: the protocol is for two players without dice")
        raise ZermeloError(words.format(game=game.name))
    return game


def talk(dialogue: Callable[[Callable[[str], object]], Dialogue]) -> None:
    """Talks over standard input and output until the end."""
    if sys.stdin is None:
        raise ZermeloError(_("there is no standard input to read"))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")

    def write(text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def lines() -> Iterator[str]:
        while line := sys.stdin.readline(LONGEST):
            yield line

    if not dialogue(write).run(lines()):
        os._exit(0)  # what cannot be stopped, such as the compiler, is not waited for
