"""In which order the actions at a node are tried: an ingredient of every algorithm.

Alpha-beta cuts the more the better the first action is. A fixed order is known before the search;
a dynamic one learns from the search itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final

from zermelo.game import Game, MissingRule, NoEstimate, Value, provides
from zermelo.language import _


def estimate(game: Game[Any, Any], state: Any) -> Value:
    """The value for MAX of a state looked at, not searched."""
    return game.utility(state) if game.is_terminal(state) else game.evaluate(state)


class Ordering:
    """As the rules give the actions: from left to right."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        # The best action known for a state, if any; a transposition table puts itself here.
        self.remembered: Callable[[Any], Hashable | None] = lambda state: None

    def moves(self, state: Any, ply: int) -> Iterable[Any]:
        """The actions at `state`, the first to be tried first."""
        return self.game.actions(state)

    def cutoff(self, state: Any, ply: int, action: Any) -> None:
        """Hears that `action` caused a cutoff at `state`."""


class Reversed(Ordering):
    """From right to left."""

    def moves(self, state: Any, ply: int) -> Iterable[Any]:
        return list(self.game.actions(state))[::-1]


class Fixed(Ordering):
    """By the game's `order`, or where it has none by the estimate of the state reached."""

    def moves(self, state: Any, ply: int) -> Iterable[Any]:
        actions: list[Any] = list(self.game.actions(state))
        return sorted(actions, key=self.promise(state), reverse=True)

    def promise(self, state: Any) -> Callable[[Any], Value]:
        """How promising an action at `state` looks for the player to move."""
        game = self.game
        if provides(game, "order"):
            return lambda action: game.order(state, action)
        sign = game.to_move(state)

        def looks(action: Any) -> Value:
            try:
                return sign * estimate(game, game.result(state, action))
            except NoEstimate as error:
                words = _("order fixed needs an estimate of every state: {reason}")
                raise MissingRule(words.format(reason=error)) from None

        return looks


class Dynamic(Fixed):
    """The table's action, then killers, then by history; ties by the fixed order, if any.

    A killer is one of the last two actions that caused a cutoff at the same ply. The history of
    an action is how often it caused one anywhere, deep cutoffs counting less than shallow ones.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__(game)
        self.killers: defaultdict[int, tuple[Any, ...]] = defaultdict(tuple)
        self.history: defaultdict[tuple[int, Any], float] = defaultdict(float)

    def moves(self, state: Any, ply: int) -> Iterable[Any]:
        player, first, killers = self.game.to_move(state), self.remembered(state), self.killers[ply]

        def rank(action: Any) -> tuple[bool, bool, float]:
            return action == first, action in killers, self.history[player, action]

        actions: Iterable[Any] = self.game.actions(state)
        if provides(self.game, "order"):
            actions = super().moves(state, ply)
        return sorted(actions, key=rank, reverse=True)

    def cutoff(self, state: Any, ply: int, action: Any) -> None:
        self.history[self.game.to_move(state), action] += 1 / (ply + 1)
        killers = self.killers[ply]
        if action not in killers:
            self.killers[ply] = (action, *killers[:1])


ORDERINGS: Final[dict[str, type[Ordering]]] = {
    "left": Ordering,
    "right": Reversed,
    "fixed": Fixed,
    "dynamic": Dynamic,
}
