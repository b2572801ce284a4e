"""Symmetric successors searched once: the first of them stands for the others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from zermelo.game import Game
from zermelo.search.events import Observer
from zermelo.search.ordering import Ordering


class Merging(Ordering):
    """Another order, without the actions that lead to a state symmetric to an earlier one's."""

    def __init__(self, game: Game[Any, Any], order: Ordering, watch: Observer) -> None:
        self.game, self.order, self.watch = game, order, watch

    @property
    def remembered(self) -> Callable[[Any], Hashable | None]:
        return self.order.remembered

    @remembered.setter
    def remembered(self, best: Callable[[Any], Hashable | None]) -> None:
        self.order.remembered = best

    def moves(self, state: Any, ply: int) -> Iterable[Any]:
        game, merged = self.game, []
        first: dict[Hashable, Any] = {}
        for action in self.order.moves(state, ply):
            kept = first.setdefault(game.canonical(game.result(state, action)), action)
            if kept != action:
                merged.append((action, kept))
        if merged:
            self.watch.merge(merged)
        return list(first.values())

    def cutoff(self, state: Any, ply: int, action: Any) -> None:
        self.order.cutoff(state, ply, action)
