"""`zermelo compile`: whether the rules of a game compile, and what becomes of them."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated, Literal

import typer

from zermelo.cli import console, options, source
from zermelo.game import ZermeloError
from zermelo.language import _


def compile(
    game_source: options.Source,
    set_: options.Set = None,
    show: Annotated[
        Literal["types", "ir", "llvm", "asm"] | None,
        typer.Option(help="A stage: types, what goes to LLVM, what it makes of it, assembly."),
    ] = None,
    function: Annotated[
        str | None, typer.Option(metavar="NAME", help="Only the functions of this name.")
    ] = None,
) -> None:
    """Compile the rules of GAME; with --show, print a stage of it."""
    from zermelo.cli.stages import show as shown
    from zermelo.compiler.rules import CompiledGame

    game = source.load(game_source, set_ or ())
    if show is None:
        began = perf_counter()
        compiled = CompiledGame(game, console.compiling())
        words = _("{game} compiles: {seconds:.2f} s")
        print(words.format(game=game.name, seconds=perf_counter() - began))
        for rule, reason in compiled.refused.items():
            print(
                _("{reason}; the engine goes on without {rules}").format(reason=reason, rules=rule)
            )
        return
    text = shown(game, show, function)
    if not text:
        raise ZermeloError(
            _("no function {name} in the rules of {game}").format(name=function, game=game.name)
        )
    print(text)
