"""`zermelo gtp`: the engine for programs that speak the Go Text Protocol."""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from zermelo.cli import engines, options, talking
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.protocols.gtp import Gtp


def gtp(
    game_name: talking.GameName = "othello",
    set_: options.Set = None,
    time: Annotated[
        float, typer.Option("--time", metavar="SECONDS", help="Of a move without a clock.")
    ] = 1.0,
    threads: engines.Threads = 1,
    memory: engines.Memory = 64,
) -> None:
    """Play in a program that talks to this command (Go Text Protocol), any game for two."""
    game = talking.game_for_two(game_name, set_ or [])
    if not 0 < time < float("inf"):
        raise ZermeloError(_("--time takes a positive number of seconds"))
    others = [text for text in set_ or [] if text.partition("=")[0].strip() != "size"]
    make = lambda game: engines.make(game, threads, memory, solving=False)  # noqa: E731
    resize = lambda size: talking.game_for_two(game_name, [*others, f"size={size}"])  # noqa: E731
    sized = "size" in inspect.signature(type(game)).parameters
    talking.talk(lambda write: Gtp(game, make, resize if sized else None, time, write))
