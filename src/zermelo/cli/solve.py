"""`zermelo solve`: the exact value of a position, or of many."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from zermelo.cli import console, engines, finding, options, running, source
from zermelo.cli.batch import Solve, Wanted, read_positions, solve_all, solve_here
from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.report.json import finding_json


def solve(
    game_source: options.Source,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    batch: Annotated[
        str | None, typer.Option(metavar="FILE", help="Solve a position a line; - for input.")
    ] = None,
    threads: engines.Threads = 1,
    memory: engines.Memory = 64,
    all_moves: options.AllMoves = False,
    time: options.Seconds = None,
    tablebase: options.Tablebase = None,
    scheduler: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Hand the positions of --batch to this Dask cluster."),
    ] = None,
    json: options.Json = False,
) -> None:
    """Find the exact value of a position by search to the end of the game."""
    game = source.load(game_source, set_ or ())
    time, _nodes = engines.limits(time)
    if batch is not None:
        if position is not None or moves is not None:
            raise ZermeloError(_("--batch has its own positions: leave out --position and --moves"))
        positions = read_positions(game, batch)
        wanted = Wanted(all_moves, time, json, max(memory // threads, 1))
        solve_all(positions, _solver(game, threads, wanted, scheduler), json)
        return
    if scheduler is not None:
        raise ZermeloError(_("--scheduler is for many positions: give --batch FILE"))
    state, history = source.start(game, position, moves)
    if tablebase is not None:
        found = finding.looked_up(game, tablebase, state, history, all_moves)
    else:
        engine = engines.make(game, threads, memory, solving=True, state=state)
        with running.interruptible() as stop:
            found = engine.solve(state, history=history, all_moves=all_moves, time=time, stop=stop)
    if json:
        console.print_json(finding_json(found))
        return
    print(finding.one_line(found))
    finding.show_moves(found)


def _solver(game: Game[Any, Any], threads: int, wanted: Wanted, scheduler: str | None) -> Solve:
    """Who solves many positions."""
    if scheduler is not None:
        from zermelo.cli.cluster import solve_on

        return partial(solve_on, scheduler, game, wanted)
    workers = [engines.make(game, 1, wanted.memory, solving=True) for _thread in range(threads)]
    return partial(solve_here, workers, wanted)
