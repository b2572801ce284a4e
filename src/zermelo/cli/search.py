"""`zermelo search`: the value of a position by one of the algorithms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import typer

from zermelo.cli import options, report, running, source
from zermelo.engine import ENGINE
from zermelo.explain.leaves import Leaves
from zermelo.explain.numbers import read_number
from zermelo.explain.trace import Trace
from zermelo.game import ZermeloError
from zermelo.games import Tree
from zermelo.names import instead
from zermelo.search import Observer, Settings, Tee, usual_algorithm
from zermelo.search.ordering import ORDERINGS
from zermelo.search.record import Event, Recorder


def search(
    game_source: options.Source,
    algorithm: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="See `zermelo algorithms`. [default: by the game]"),
    ] = None,
    depth: options.Depth = None,
    order: Annotated[
        str | None, typer.Option(metavar="|".join(ORDERINGS), help="Which moves are tried first.")
    ] = None,
    cut: Annotated[
        str | None, typer.Option(metavar="ge|gt", help="Cut when alpha >= beta, or only when >.")
    ] = None,
    returns: Annotated[
        str | None, typer.Option(metavar="soft|hard", help="Values as found, or clipped.")
    ] = None,
    window: Annotated[
        tuple[str, str] | None, typer.Option(metavar="LOW HIGH", help="Alpha and beta at the root.")
    ] = None,
    time: options.Seconds = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after so many nodes.")
    ] = None,
    table: Annotated[
        bool | None, typer.Option("--table/--no-table", help="Remember states already searched.")
    ] = None,
    symmetry: Annotated[
        bool | None,
        typer.Option("--symmetry/--no-symmetry", help="Treat symmetric states as one there."),
    ] = None,
    delta: Annotated[
        str | None, typer.Option(metavar="D", help="aspiration: half the width of the window.")
    ] = None,
    guess: Annotated[str | None, typer.Option(metavar="V", help="mtdf: the first guess.")] = None,
    extension: Annotated[
        int | None, typer.Option(metavar="PLIES", help="quiescence: plies below the depth.")
    ] = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    every: Annotated[bool, typer.Option("--all", help="The value of every move.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="One line a step.")] = False,
    json: options.Json = False,
) -> None:
    """Search a position and tell its value for MAX, the best move and the expected line."""
    game = source.load(game_source, set_ or ())
    state = source.start(game, position, moves)
    chosen = options.algorithm_named(algorithm) if algorithm else usual_algorithm(game)
    given: dict[str, Any] = {
        "depth": depth,
        "order": order,
        "cut": cut,
        "returns": returns,
        "window": window and (read_number(window[0]), read_number(window[1])),
        "time": time,
        "nodes": nodes,
        "table": table,
        "symmetry": symmetry,
        "every": every or None,
        "delta": delta and read_number(delta),
        "guess": guess and read_number(guess),
        "extension": extension,
    }
    settings = Settings(**{name: value for name, value in given.items() if value is not None})  # type: ignore[typeddict-item]
    if order is not None and order not in ORDERINGS:
        raise ZermeloError(f"no order '{order}'{instead(order, ORDERINGS)}")
    if table is not None and chosen.name == "table":
        if not table:
            raise ZermeloError("table without a table is alphabeta: use --algorithm alphabeta")
        del settings["table"]

    observers: list[Observer] = []
    leaves = Leaves(game) if isinstance(game, Tree) else None
    if leaves and chosen is not ENGINE:
        observers.append(leaves)
    events: list[Event] = []
    if trace:
        observers.append(Recorder(game, events.append if json else printer()))
    if observers:
        settings["observer"] = Tee(*observers)
    result = running.search(chosen, game, state, settings, tracing=trace and not json)
    if json:
        found = report.as_json(game, state, result, leaves if observers else None)
        report.print_json({**found, "trace": events} if trace else found)
    else:
        report.show(game, state, result, leaves if observers else None)


def printer() -> Callable[[Event], None]:
    """Prints the trace of a search, one line a step."""
    trace = Trace()

    def tell(event: Event) -> None:
        line = trace.line(event)
        if line is not None:
            print(line)

    return tell
