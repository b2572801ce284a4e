"""`zermelo search`: the value of a position by one of the algorithms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import typer

from zermelo.algorithms import ALL, algorithm_named
from zermelo.cli import console, finding, options, running, settings, source
from zermelo.explain.leaves import Leaves
from zermelo.explain.trace import Trace
from zermelo.games import Tree
from zermelo.search import Observer, Settings, Tee, usual_algorithm
from zermelo.search.record import Event, Recorder


def search(
    game_source: options.Source,
    algorithm: settings.Name = None,
    depth: options.Depth = None,
    order: settings.Order = None,
    cut: settings.Cut = None,
    test: settings.Test = None,
    returns: settings.Returns = None,
    root_depth: settings.RootDepth = None,
    chance_depth: settings.ChanceDepth = None,
    ties: settings.Ties = None,
    ends: settings.Ends = None,
    functions: settings.Functions = None,
    convention: settings.Convention = None,
    window: settings.Window = None,
    time: options.Seconds = None,
    nodes: settings.Nodes = None,
    table: settings.Table = None,
    symmetry: settings.Symmetry = None,
    delta: settings.Delta = None,
    guess: settings.Guess = None,
    extension: settings.Extension = None,
    simulations: settings.Simulations = None,
    exploration: settings.Exploration = None,
    seed: settings.Seed = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    all_moves: options.AllMoves = False,
    trace: Annotated[bool, typer.Option("--trace", help="One line a step.")] = False,
    json: options.Json = False,
) -> None:
    """Search a position and tell its value for MAX, the best move and the expected line."""
    given = {name: value for name, value in locals().items() if name in Settings.__annotations__}
    game = source.load(game_source, set_ or (), several=True, convention=convention)
    state, history = source.start(game, position, moves)
    chosen = algorithm_named(algorithm, ALL) if algorithm else usual_algorithm(game, convention)
    asked = settings.settings_of({**given, "all_moves": all_moves or None})
    asked["history"] = history

    observers: list[Observer] = []
    leaves = None
    prunes = "observer" in chosen.takes and "simulations" not in chosen.takes
    if isinstance(game, Tree) and prunes:
        leaves = Leaves(game)
        observers.append(leaves)
    events: list[Event] = []
    if trace:
        observers.append(
            Recorder(chosen.view_of(game, state), events.append if json else printer())
        )
    if observers:
        asked["observer"] = Tee(*observers)
    result = running.search(chosen, game, state, asked, tracing=trace and not json)
    if json:
        found = finding.as_json(result, leaves)
        console.print_json({**found, "trace": events} if trace else found)
    else:
        finding.show(result, leaves)


def printer() -> Callable[[Event], None]:
    """Prints the trace of a search, one line a step."""
    trace = Trace()

    def tell(event: Event) -> None:
        line = trace.line(event)
        if line is not None:
            print(line)

    return tell
