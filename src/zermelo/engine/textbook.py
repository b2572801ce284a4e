"""An engine over the interpreted rules, for games of any kind."""

from __future__ import annotations

import dataclasses
from functools import partial
from typing import Any, Final

from zermelo.engine.all_positions import by_all_values, counts_plies, solve_round
from zermelo.engine.base import Call, Engine, Interrupted
from zermelo.engine.soonest import Timed, soonest, timed
from zermelo.game import Action, Game, State, Value
from zermelo.search import NothingFound, Settings, Tally, expectiminimax, table
from zermelo.search.algorithm import Algorithm
from zermelo.search.finding import Finding
from zermelo.search.sighted import sighted
from zermelo.solver.state_values import Solution

SOON: Final = 20_000  # nodes: a second or so


class TextbookEngine(Engine[State, Action]):
    """The textbook's alpha-beta and expectiminimax, deeper and deeper."""

    lane = "textbook"

    def __init__(
        self,
        game: Game[State, Action],
        reason: str | None = None,
        solved: Solution[State] | None = None,
    ) -> None:
        super().__init__(game)
        self.reason, self.solved = reason, solved
        self._timed = counts_plies(game)
        self._sighted = timed(sighted(game), self._timed)
        self._tallies: list[Tally] = []  # of the searches of the call under way

    def _begin(self, call: Call, solving: bool) -> None:
        self._tallies = []

    @property
    def _nodes(self) -> int:
        return sum(tally.nodes for tally in self._tallies)

    def _hear(self, tally: Tally) -> None:
        if tally not in self._tallies[-1:]:
            self._tallies.append(tally)

    def _iteration(
        self,
        call: Call,
        state: State,
        depth: int,
        all_moves: bool,
        before: Finding[State, Action] | None,
    ) -> Finding[State, Action]:
        if not call.history and self.solved and state in self.solved.values:
            return by_all_values(self, call, state, all_moves)
        settings = Settings(depth=depth, all_moves=all_moves)
        if self.game.has_chance:
            settings["table"] = True
            return self._searched(expectiminimax, call, state, settings)
        settings["order"] = "dynamic"
        return self._searched(soonest if self._timed else table, call, state, settings)

    def _solution(
        self, call: Call, state: State, all_moves: bool, line: bool
    ) -> Finding[State, Action]:
        if self.game.has_chance:
            return by_all_values(self, call, state, all_moves=True)
        search = partial(self._by_search, state=state, all_moves=all_moves)
        return solve_round(self, call, state, all_moves, search, SOON)

    def _by_search(self, call: Call, state: State, all_moves: bool) -> Finding[State, Action]:
        search = soonest if self._timed else table
        return self._searched(search, call, state, Settings(all_moves=all_moves))

    def _searched(
        self, search: Algorithm, call: Call, state: State, settings: Settings
    ) -> Finding[State, Action]:
        """What a search of the textbook's finds; `Interrupted` if it does not come to its end."""
        settings |= Settings(stop=call.stop, tick=self._hear, history=call.history)
        settings["nodes"] = left = call.nodes - self._nodes
        if left < 1:
            raise Interrupted
        try:
            result = search(self._sighted, state, **settings)
        except NothingFound:
            raise Interrupted from None
        if result.stopped:
            raise Interrupted
        value, distance = _apart(result.value, result.proven)
        moves = [
            move._replace(value=found, distance=plies)
            for move in result.moves
            for found, plies in [_apart(move.value, move.proven)]
        ]
        return dataclasses.replace(
            result,
            algorithm="engine",
            value=value,
            distance=distance,
            moves=tuple(moves),
            nodes=self._nodes,
            seconds=call.seconds,
            about=(self.game, state),
        )


def _apart(value: Any, proven: bool) -> tuple[Value, int | None]:
    """A value, and the plies to the end where they are known."""
    if type(value) is not Timed:
        return value, None
    return value.value, value.plies if proven else None
