"""Solutions by the value of every position that can be reached.

Where chance brings positions back, no search comes to an end; where players can go round, that of a
few hundred positions may take for ever, as what it finds depends on the moves before.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any, Final

from zermelo.engine.base import Call, Engine, Interrupted
from zermelo.engine.stop import Stop
from zermelo.engine.threads import beside
from zermelo.extras import MissingExtra
from zermelo.game import Action, Game, State
from zermelo.history import ended_at
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.solver.limits import Limits
from zermelo.solver.lookup import finding
from zermelo.solver.state_values import Solution, solution

if TYPE_CHECKING:
    from zermelo.compiler.rules import CompiledGame
    from zermelo.tablebase import Progress

FEW: Final = 20_000  # positions, by plain Python before anything takes its time
MOMENT: Final = 4.0  # seconds that they may take before the rules are compiled
BRIEF: Final = 0.5  # seconds that a search has before that
SMALL: Final = 100_000  # positions, by plain Python
MANY: Final = 3_000_000  # positions, by a tablebase in memory


def at_once(game: Game[State, Action], state: State | None) -> Solution[State] | None:
    """All values of a small game that goes round: to compile its rules would take longer."""
    if game.repetition not in ("draw", "endless"):
        return None
    try:
        limits, began = Limits(game, _at_most(FEW), time=MOMENT), perf_counter()
        found = solution(game, state, limits, plies=counts_plies(game))
        return found._replace(seconds=perf_counter() - began)
    except Exception:  # too many, too slow, or a rule that is broken: whoever searches says so
        return None


def counts_plies(game: Game[Any, Any]) -> bool:
    """Whether of two wins the one that comes sooner is better."""
    return not (game.has_chance or game.tells_when)


def solve_round(
    engine: Engine[State, Action],
    call: Call[State],
    search: Callable[[Call[State]], Finding[State, Action]],
    soon: int,
    compiled: CompiledGame | None = None,
) -> Finding[State, Action]:
    """By search; where players can go round and `soon` nodes are too few, by all positions.

    Where those are too many, the search goes on.
    """
    repetition = engine.game.repetition
    if not call.history and engine.solved and call.state in engine.solved.values:
        return by_all_values(engine, call)
    if repetition not in ("draw", "endless") or call.nodes <= soon:
        return search(call)
    for seconds, most in ((BRIEF, FEW), (None, SMALL)):
        with suppress(Interrupted), _part_of(engine, call.limited(soon), seconds) as part:
            return search(part)
        call.check()
        # Too many, or a rule that is broken where the search may never come.
        with suppress(Exception):
            return by_all_values(engine, call.limited(most))
        call.check()
    found: Finding[State, Action] | None = None
    # Where a position is a draw when it comes back, a move may be worth less than what it leads to.
    if compiled and not (call.all_moves and repetition == "draw"):
        with suppress(Exception):
            found = by_tablebase(compiled, call, MANY)
            if found and not call.all_moves:
                found = dataclasses.replace(found, moves=())
    call.check()
    return found or search(call)


@contextmanager
def _part_of(
    engine: Engine[State, Any], call: Call[State], seconds: float | None
) -> Iterator[Call[State]]:
    """The same call, which ends after so many seconds."""
    outer, call.stop = call.stop, Stop()
    with (
        outer.calling(call.stop.set),
        call.stop.calling(engine._interrupt),
        call.stop.after(seconds),
    ):
        yield call


# --- by plain Python -----------------------------------------------------------------------------


def _at_most(most: int) -> Callable[[int], None]:
    def tick(states: int) -> None:
        if states > most:
            raise Interrupted

    return tick


def by_all_values(engine: Engine[State, Action], call: Call[State]) -> Finding[State, Action]:
    """By the values of all states, in the textbook lane."""
    game, limits = engine.game, Limits(engine.game, _at_most(call.nodes), call.stop)
    state, all_moves = call.state, call.all_moves
    found = engine.solved
    try:
        if call.history or found is None or state not in found.values:
            found = solution(ended_at(game, call.history), state, limits, plies=counts_plies(game))
        elif found.seconds:  # the first call is the one that they were needed for
            call.began -= found.seconds
            engine.solved = found._replace(seconds=0.0)
        children = {action: game.result(state, action) for action in game.actions(state)}
        worth, away = found.values, found.plies
        nodes = engine._nodes + len(worth)
        if all_moves and game.repetition == "draw":  # whoever comes back to the state ends the game
            over = ended_at(game, (*call.history, state))
            worth, away = {}, {}
            for child in children.values():
                if child not in worth:
                    below = solution(over, child, limits, plies=counts_plies(game))
                    worth |= below.values
                    away |= below.plies
            nodes += len(worth)
    except NotSolved:
        if call.stop():
            raise Interrupted from None
        raise
    value, ahead = found.values[state], found.choices.get(state)
    moves = tuple(
        MoveValue(action, worth[child], True, away[child] + 1 if child in away else None)
        for action, child in children.items()
    )
    distance = found.plies.get(state)
    line = _line(game, found, state) if distance else ()
    if not line:
        best = [move.action for move in moves if move.value == value]
        best.sort(key=lambda action: children[action] != ahead)  # equal values can mislead
        line = tuple(best[:1])
    moves = moves if all_moves else ()
    return engine._finding(call, value, True, line, len(line), nodes, moves, distance)


def _line(game: Game[State, Action], found: Solution[State], state: State) -> tuple[Action, ...]:
    """What is played to the end: the winner's shortest way is the loser's longest."""
    line: list[Action] = []
    while plies := found.plies.get(state):
        for action in game.actions(state):
            child = game.result(state, action)
            if found.plies.get(child) == plies - 1 and found.values[child] == found.values[state]:
                line.append(action)
                state = child
                break
    return tuple(line)


# --- by a tablebase ------------------------------------------------------------------------------


def by_tablebase(
    compiled: CompiledGame, call: Call[State], most: int | None = None
) -> Finding[State, Action] | None:
    """By a tablebase in memory; None: there is none, or not within `most` positions."""
    work = partial(_looked_up, compiled, call, most)
    found: Finding[State, Action] | None = beside(work, call.stop)  # which it seldom looks at
    call.check()
    return found


class _TooMany(Exception):
    """Positions."""


def _looked_up(
    compiled: CompiledGame, call: Call[State], most: int | None
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
            call.state,
            symmetry=False,
            threads=1,
            tell=tell,
            check=call.check,
            compiled=compiled,
        )
    except (GoesRound, NoKey, MissingExtra, _TooMany):
        return None
    found = finding(table, call.state, call.history)
    if not found.proven:  # a position before it may come back
        return None
    return dataclasses.replace(found, algorithm="engine", nodes=len(table), seconds=call.seconds)
