"""Solutions by the value of every position that can be reached.

Where chance brings positions back, no search comes to an end; where players can go round, that of a
few hundred positions may take for ever, as what it finds depends on the moves before.
"""

from __future__ import annotations

import copy
import dataclasses
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from zermelo.engine.base import Call, Engine, Interrupted
from zermelo.engine.threads import Beside
from zermelo.extras import MissingExtra
from zermelo.game import Action, State
from zermelo.history import ended_at
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.solver.limits import Limits
from zermelo.solver.lookup import finding
from zermelo.solver.state_values import solution

if TYPE_CHECKING:
    from zermelo.compiler.rules import CompiledGame
    from zermelo.tablebase import Progress

SMALL: Final = 100_000  # positions, by plain Python
MANY: Final = 3_000_000  # positions, by a tablebase in memory


def solve_round(
    engine: Engine[State, Action],
    call: Call,
    state: State,
    all_moves: bool,
    search: Callable[[Call], Finding[State, Action]],
    soon: int,
    compiled: CompiledGame[State, Action] | None = None,
) -> Finding[State, Action]:
    """By search; where players can go round and `soon` nodes are too few, by all positions.

    Where those are too many, the search goes on.
    """
    repetition = engine.game.repetition
    if repetition not in ("draw", "endless") or call.nodes <= soon:
        return search(call)
    try:
        return search(limited(call, soon))
    except Interrupted:
        call.check()
    found = None
    try:
        # Where a position is a draw when it comes back, a move may be worth less than what it
        # leads to.
        if compiled and not (all_moves and repetition == "draw"):
            found = by_tablebase(compiled, call, state, MANY)
            if found and not all_moves:
                found = dataclasses.replace(found, moves=())
        found = found or by_all_values(engine, limited(call, SMALL), state)
    except Exception:  # too many, or a rule that is broken where the search may never come
        call.check()
    return found or search(call)


def limited(call: Call, nodes: int) -> Call:
    """The same call, with fewer nodes."""
    few = copy.copy(call)
    few.nodes = min(call.nodes, nodes)
    return few


# --- by plain Python -----------------------------------------------------------------------------


def by_all_values(
    engine: Engine[State, Action], call: Call, state: State
) -> Finding[State, Action]:
    """By the values of all states, in the textbook lane."""
    game = engine.game

    def tick(states: int) -> None:
        if states > call.nodes:
            raise Interrupted

    try:
        limits = Limits(game, tick, call.stop)
        found = solution(ended_at(game, call.history), state, limits)
        children = {action: game.result(state, action) for action in game.actions(state)}
        known = dict(found.values)
        if game.repetition == "draw":  # whoever comes back to the state ends the game
            over = ended_at(game, (*call.history, state))
            for child in children.values():
                known |= solution(over, child, limits).values
    except NotSolved:
        if call.stop():
            raise Interrupted from None
        raise
    value, ahead = found.values[state], found.choices.get(state)
    moves = tuple(MoveValue(action, known[child], True) for action, child in children.items())
    best = [move.action for move in moves if move.value == value]
    best.sort(key=lambda action: children[action] != ahead)  # equal values can mislead
    return engine._finding(call, state, value, True, tuple(best[:1]), 0, len(known), moves)


# --- by a tablebase ------------------------------------------------------------------------------


def by_tablebase(
    compiled: CompiledGame[State, Action], call: Call, state: State, most: int | None = None
) -> Finding[State, Action] | None:
    """By a tablebase in memory; None: there is none, or not within `most` positions."""
    found: list[Finding[State, Action] | None] = []
    beside = Beside(lambda: found.append(_looked_up(compiled, call, state, most)))
    with call.stop.calling(beside.done.set):  # it looks at the token between its steps only
        beside.wait()
    call.check()
    return found[0]


class _TooMany(Exception):
    """Positions."""


def _looked_up(
    compiled: CompiledGame[State, Action], call: Call, state: State, most: int | None
) -> Finding[State, Action] | None:
    from zermelo.tablebase import GoesRound, NoKey, build

    def tell(progress: Progress) -> None:
        if progress.total > call.nodes:
            raise Interrupted
        if most is not None and progress.total > most:
            raise _TooMany

    try:
        table = build(
            compiled.game,
            None,
            state,
            symmetry=False,
            threads=1,
            tell=tell,
            check=call.check,
            compiled=compiled,
        )
    except (GoesRound, NoKey, MissingExtra, _TooMany):
        return None
    found = finding(table, state, call.history)
    if not found.proven:  # a position before it may come back
        return None
    return dataclasses.replace(found, algorithm="engine", nodes=len(table), seconds=call.seconds)
