"""What a tablebase answers in place of a search: a strategy, a move."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from zermelo.game import MAX, MIN, Action, Game, State
from zermelo.history import checked, ended_at
from zermelo.solver import Strategy
from zermelo.solver.graph import weighted
from zermelo.solver.limits import Limits
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
    limits = Limits(game, tick, None, time)
    if player is None:
        player = MIN if not game.is_terminal(state) and game.to_move(state) == MIN else MAX
    answers: dict[State, Action] = {}
    seen, todo = {state}, [state]
    while todo:
        here = todo.pop()
        limits.look(len(seen))
        actions = [action for action, _weight in weighted(game, here)]
        if actions and game.to_move(here) == player:
            actions = [table.best(here)[0].action]
            answers[here] = actions[0]
        for child in (game.result(here, action) for action in actions):
            if child not in seen:
                seen.add(child)
                todo.append(child)
    return Strategy(game, state, player, table[state].value, answers)


def player(table: Tablebase[Any, Any]) -> Any:
    """A player for matches that always makes a best move."""

    def play(_game: Game[Any, Any], state: Any) -> Any:
        return table.best(state)[0].action

    return play
