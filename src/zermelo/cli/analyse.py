"""`zermelo analyse`: the engine deeper and deeper."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.cli import console, engines, finding, options, running, source
from zermelo.game import ZermeloError
from zermelo.language import _
from zermelo.report.json import finding_json, lines_json
from zermelo.report.moves import line_texts, ranked
from zermelo.report.rows import worth


def analyse(
    game_source: options.Source,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    time: options.Seconds = None,
    depth: options.Depth = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after so many nodes.")
    ] = None,
    threads: engines.Threads = 1,
    memory: engines.Memory = 64,
    all_moves: options.AllMoves = False,
    lines: Annotated[
        int | None, typer.Option(metavar="K", help="The best K moves with their values.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Search deeper and deeper with the engine (for 5 seconds unless told otherwise)."""
    game = source.load(game_source, set_ or ())
    state, history = source.start(game, position, moves)
    if lines is not None and lines < 1:
        raise ZermeloError(_("lines must be 1 or more, not {lines}").format(lines=lines))
    time, nodes = engines.limits(time, depth, nodes)
    if time is None and depth is None and nodes is None:
        time = 5.0
    engine = engines.make(game, threads, memory, solving=False, depth=depth, time=time)
    listen = None if json else lambda found: print(finding.one_line(found), flush=True)
    with running.interruptible() as stop:
        found = engine.analyse(
            state,
            history=history,
            time=time,
            depth=depth,
            nodes=nodes,
            all_moves=all_moves or lines is not None,
            listen=listen,
            stop=stop,
        )
    best = [
        (move, engine.line_of(state, move.action, move.distance))
        for move in ranked(found)[: lines or 0]
    ]
    if json:
        console.print_json({**finding_json(found), "lines": lines_json(found, best)})
    elif best:
        for move, line in best:
            print(
                f"{worth(found, move.value, move.proven):>6}  {' '.join(line_texts(found, line))}"
            )
    else:
        finding.show_moves(found)
