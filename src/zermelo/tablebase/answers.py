"""What a tablebase answers in place of a search: a strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from zermelo.game import Action, State
from zermelo.history import checked, ended_at
from zermelo.solver.limits import Limits
from zermelo.solver.strategies import Strategy, unfolded
from zermelo.tablebase.probe import Tablebase


def strategy(
    table: Tablebase[State, Action],
    state: State,
    player: int | None = None,
    tick: Callable[[int], None] | None = None,
    time: float | None = None,
    history: Iterable[State] = (),
) -> Strategy[State, Action]:
    """The best answer to every move of the other player, whichever way the game goes.

    What it promises is the table's value, which may not hold after the positions of `history`:
    `check_strategy` finds that out.
    """
    game = ended_at(table.game, checked(table.game, history, state))
    look = Limits(game, tick, None, time).look
    best = lambda here, _player: table.best(here)[0].action  # noqa: E731
    return unfolded(game, state, player, table[state].value, best, look)
