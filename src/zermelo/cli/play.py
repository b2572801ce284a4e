"""`zermelo play`: a game in the terminal, against the search or with a friend."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo.cli import options, source
from zermelo.cli.playing import Match
from zermelo.cli.roles import Roles
from zermelo.cli.thinker import Thinker
from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.search import CONVENTIONS
from zermelo.solver.lookup import small_table

if TYPE_CHECKING:
    from zermelo.web.levels import Level


def play(
    game_source: options.Source,
    side: Annotated[
        str | None,
        typer.Option(
            metavar="max|min|both|none",
            help="Which side is yours; of several players, a name, all or none. "
            "[default: max, or the first]",
        ),
    ] = None,
    first: Annotated[
        str | None,
        typer.Option(metavar="me|engine|max|min", help="Who begins. [default: by the game]"),
    ] = None,
    algorithm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How the other side thinks. [default: by the game]"),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="How strong it is instead, from beginner to full, or perfect."
        ),
    ] = None,
    convention: Annotated[
        str | None,
        typer.Option(
            metavar="|".join(CONVENTIONS), help="Think as a lecture prints it: 004, its Nim agent."
        ),
    ] = None,
    depth: options.Depth = None,
    time: options.Seconds = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    tablebase: options.Tablebase = None,
    seed: Annotated[int | None, typer.Option(metavar="N", help="Of the dice.")] = None,
) -> None:
    """Play in the terminal. At your turn type a move, or: hint, moves, undo, board, help, quit."""
    lecture = convention if level is None else _level(level).convention
    game = source.load(game_source, set_ or (), several=True, convention=lecture)
    if first is not None and position is not None:
        raise ZermeloError(_("a position says who is to move: leave out --first"))
    roles = Roles(game, side, first)
    state, history = source.start(game, position, moves, lambda: roles.initial)
    if level is None:
        thinker = Thinker(game, algorithm, depth, time, tablebase, convention=convention)
    else:
        if any(each is not None for each in (algorithm, convention, depth, time)):
            words = _(
                "--level says how it thinks: leave out --algorithm, --convention, --depth, --time"
            )
            raise ZermeloError(words)
        thinker = of_level(game, state, level, tablebase)
    thinker.dice = random.Random(seed)
    Match(game, state, roles, thinker, thinker.dice, history).play()


def of_level(game: Game[Any, Any], state: Any, name: str, tablebase: Path | None) -> Thinker:
    """A level of the web app as a player."""
    from zermelo.web.levels import PERFECT, algorithm_for

    level = _level(name)
    if level.name != PERFECT:
        algorithm = algorithm_for(level.algorithm, game)
        limits = level.depth, level.time
        return Thinker(game, algorithm, *limits, tablebase, convention=level.convention)
    thinker = Thinker(game, None, None, None, tablebase, perfect=True)
    if thinker.table is None:
        thinker.table = small_table(game, state)
    if thinker.table is None:
        words = _("{game} is too large to be solved at once: give --tablebase FOLDER")
        raise ZermeloError(words.format(game=game.name))
    thinker.table[state]  # complains of a position that it does not have
    return thinker


def _level(name: str) -> Level:
    from zermelo.web.levels import level_named  # here, as few name one

    return level_named(name)
