"""An engine over the interpreted rules, for games of any kind."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from zermelo.engine.all_positions import by_all_values, counts_plies, solve_round
from zermelo.engine.base import Call, Engine, Interrupted
from zermelo.engine.soonest import Timed, soonest, timed
from zermelo.game import Action, Game, MultiplayerGame, State, Value
from zermelo.search import NothingFound, Settings, Tally, expectiminimax, maxn, mcts, table
from zermelo.search.algorithm import Algorithm
from zermelo.search.finding import Finding, MoveValue
from zermelo.search.sighted import sighted
from zermelo.solver.state_values import Solution

if TYPE_CHECKING:
    from zermelo.compiler.rules import CompiledGame

SOON: Final = 20_000  # nodes: a second or so
MANY: Final = 1 << 40  # simulations, of which the nodes are limited


class TextbookEngine(Engine[State, Action]):
    """The textbook's alpha-beta, expectiminimax and max^n, deeper and deeper."""

    lane = "textbook"

    def __init__(
        self,
        game: Game[State, Action],
        reason: str | None = None,
        solved: Solution[State] | None = None,
        compiled: CompiledGame | None = None,
    ) -> None:
        super().__init__(game)
        self.reason, self.solved, self.compiled = reason, solved, compiled
        self.several = isinstance(game, MultiplayerGame)
        counts = counts_plies(game) and not self.several
        self._sighted = timed(sighted(game), counts)
        self._usual: Algorithm = soonest if counts else table
        self._tallies: list[Tally] = []  # of the searches of the call under way

    def _vet(self) -> None:
        from zermelo.engine.vetting import vet  # here, as it loads the compiler

        vet(self.game, self.compiled)

    def _begin(self, call: Call[State], solving: bool) -> None:
        self._tallies = []

    @property
    def _nodes(self) -> int:
        return sum(tally.nodes for tally in self._tallies)

    def _hear(self, tally: Tally) -> None:
        if tally not in self._tallies[-1:]:
            self._tallies.append(tally)

    def _iteration(
        self, call: Call[State], depth: int, before: Finding[State, Action] | None
    ) -> Finding[State, Action]:
        if not call.history and self.solved and call.state in self.solved.values:
            return by_all_values(self, call)
        settings = Settings(depth=depth)
        if self.several:
            return self._searched(maxn, call, settings)
        if self.game.has_chance:
            settings["table"] = True
            return self._searched(expectiminimax, call, settings)
        settings["order"] = "dynamic"
        return self._searched(self._usual, call, settings)

    def _solution(self, call: Call[State]) -> Finding[State, Action]:
        if self.game.has_chance:
            return by_all_values(self, dataclasses.replace(call, all_moves=True))
        if self.several:
            return self._searched(maxn, call, Settings())
        return solve_round(
            self, call, lambda part: self._searched(self._usual, part, Settings()), SOON
        )

    def _searched(
        self, search: Algorithm, call: Call[State], settings: Settings
    ) -> Finding[State, Action]:
        """What a search of the textbook's finds; `Interrupted` if it does not come to its end."""
        settings |= Settings(stop=call.stop, tick=self._hear, history=call.history)
        settings["all_moves"] = call.all_moves
        settings["nodes"] = left = call.nodes - self._nodes
        if left < 1:
            raise Interrupted
        try:
            result = search(self._sighted, call.state, **settings)
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
            about=(self.game, call.state),
        )


def _apart(value: Any, proven: bool) -> tuple[Value, int | None]:
    """A value, and the plies to the end where they are known."""
    if type(value) is not Timed:
        return value, None
    return value.value, value.plies if proven else None


class TextbookSampler:
    """Monte-Carlo tree search as the textbook has it, each time from the beginning, and longer."""

    lane = "textbook"

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.nodes = self.simulations = self._budget = 0
        self._root: tuple[Any, Any] = None, ()
        self._found: Finding[Any, Any] | None = None

    def compile(self, level: int) -> None:
        """There is nothing to compile."""

    def begin(self) -> None:
        """Gets ready for a call."""
        self.nodes = self.simulations = self._budget = 0
        self._found = None

    def interrupt(self) -> None:
        """The search asks the call's token itself."""

    def take_root(self, state: Any, history: Sequence[Any]) -> None:
        """The position that a call is about."""
        self._root = state, history

    def run(self, call: Call[Any], nodes: int) -> None:
        """Searches anew, by as many nodes more."""
        self._budget += nodes
        state, history = self._root
        settings = Settings(nodes=self._budget, simulations=MANY, all_moves=True)
        settings |= Settings(stop=call.stop, history=history)
        try:
            found = mcts(self.game, state, **settings)
        except NothingFound:
            raise Interrupted from None
        self.nodes += found.nodes
        if self._found is None or found.leaves > self.simulations:
            self._found, self.simulations = found, found.leaves
        call.check()

    def value(self) -> tuple[Any, bool]:
        """The mean of the move chosen, which is never certain."""
        return (self._found.value if self._found else 0), False

    def line(self) -> tuple[Any, ...]:
        """The moves most often visited."""
        return self._found.line if self._found else ()

    def moves(self) -> list[MoveValue[Any]]:
        """Each action that was tried."""
        return list(self._found.moves) if self._found else []

    def results(self) -> tuple[Any, Any] | None:
        """Nobody has kept them."""
        return None
