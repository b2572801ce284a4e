"""`zermelo perft`: how many sequences of moves there are."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Annotated, Any, TypeAlias

import typer

from zermelo.cli import console, engines, options, source
from zermelo.game import Game
from zermelo.language import _, ngettext


def perft(
    game_source: options.Source,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0)],
    divide: Annotated[bool, typer.Option("--divide", help="The count below every move.")] = False,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    device: options.Device = "cpu",
    json: options.Json = False,
) -> None:
    """Count the sequences of DEPTH moves."""
    on_gpu = options.on_gpu(device)
    game = source.load(game_source, set_ or (), several=True)
    state, _history = source.start(game, position, moves)
    count = (gpu_counter if on_gpu else counter)(game, state)
    plies = min(depth, engines.MOST_COUNTED)
    began = perf_counter()
    counts = count(plies) if plies else []
    nodes = sum(n for _move, n in counts) if plies else 1
    seconds = perf_counter() - began
    named = {game.format_action(state, action): n for action, n in counts if divide}
    if json:
        found = {"nodes": nodes, "seconds": round(seconds, 6)}
        console.print_json({**found, "moves": named} if divide else found)
        return
    for name, below in named.items():
        print(f"{name:6} {below:>16,}")
    moves = ngettext("{count} move", "{count} moves", depth).format(count=depth)
    words = ngettext(
        "{nodes:,} sequence of {moves}, {seconds:.3f} s",
        "{nodes:,} sequences of {moves}, {seconds:.3f} s",
        nodes,
    )
    print(words.format(nodes=nodes, moves=moves, seconds=seconds))


Counter: TypeAlias = Callable[[int], list[tuple[Any, int]]]


def gpu_counter(game: Game[Any, Any], state: Any) -> Counter:
    """The same on a GPU."""
    from zermelo.gpu import divide

    divide(game, 4, state)  # compiles, or loads, what counts
    return lambda depth: divide(game, depth, state)


def counter(game: Game[Any, Any], state: Any) -> Counter:
    """What counts the sequences of so many moves, below each move; compiled if possible."""
    from zermelo.compiler.errors import CannotCompile
    from zermelo.compiler.rules import compile
    from zermelo.engine.plain import divide
    from zermelo.search import perft as textbook

    try:
        machine = compile(game, report=console.compiling())
        divide(machine, 2, state)  # compiles, or loads, what counts
    except CannotCompile as reason:
        if game.compilable:
            engines.note(_("{reason}; the textbook lane goes on").format(reason=reason))
        return lambda depth: textbook.divide(game, depth, state)
    return lambda depth: divide(machine, depth, state)
