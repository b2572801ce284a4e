"""`zermelo strategy`: one player's answer to every move of the other."""

from __future__ import annotations

from time import perf_counter
from typing import Annotated

import typer

from zermelo import solver
from zermelo.cli import console, engines, options, running, source
from zermelo.game import MAX, MIN, PLAYER_NAMES
from zermelo.language import _, ngettext
from zermelo.names import check_name
from zermelo.numbers import plain

SIDES = {"max": MAX, "min": MIN}


def strategy(
    game_source: options.Source,
    player: Annotated[
        str | None,
        typer.Option(metavar="max|min", help="For whom. [default: the player to move]"),
    ] = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    time: options.Seconds = None,
    tablebase: options.Tablebase = None,
    json: options.Json = False,
) -> None:
    """Solve a position and print a whole strategy, checked against every reply."""
    game = source.load(game_source, set_ or ())
    state, history = source.start(game, position, moves)
    if player is not None:
        check_name(player.lower(), SIDES, _("no player '{name}'"))
    side = SIDES[player.lower()] if player else None
    time, _nodes = engines.limits(time)
    began = perf_counter()
    with running.progress() as tell:
        tick = (lambda states: tell(_states(states))) if console.is_watched() else None
        if tablebase is None:
            plan = solver.strategy(game, state, side, tick, history=history, time=time)
        else:
            from zermelo.tablebase import Tablebase
            from zermelo.tablebase.answers import strategy as looked_up

            table = Tablebase.open(tablebase, game)
            plan = looked_up(table, state, side, tick, time, history)
        left = None if time is None else time - (perf_counter() - began)
        reached = solver.check_strategy(plan, tick=tick, time=left)
    if json:
        answers = {game.format_state(s): game.format_action(s, a) for s, a in plan.items()}
        name = PLAYER_NAMES[plan.player].lower()
        console.print_json(
            {"player": name, "value": plain(plan.value), "checked": True, "answers": answers}
        )
        return
    for line in plan.lines():
        print(line)
    promise = _(
        "MIN gets at most {value}: {answers}, checked against every reply (reached {reached})."
    )
    if plan.player == MAX:
        promise = _(
            "MAX gets at least {value}: {answers}, checked against every reply (reached {reached})."
        )
    count = ngettext("{count} answer", "{count} answers", len(plan)).format(count=len(plan))
    print("\n" + promise.format(value=plan.value, answers=count, reached=reached))


def _states(count: int) -> str:
    return ngettext("{count:,} state", "{count:,} states", count).format(count=count)
