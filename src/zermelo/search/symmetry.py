"""Symmetric successors searched once: the first of them stands for the others."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from zermelo.game import Game
from zermelo.search.events import Observer
from zermelo.search.ordering import Ordering


def merge(
    game: Game[Any, Any], state: Any, actions: Iterable[Any]
) -> tuple[list[Any], list[tuple[Any, Any]]]:
    """Of actions that lead to symmetric states the first; and each other with that one."""
    first: dict[Hashable, Any] = {}
    merged = []
    for action in actions:
        kept = first.setdefault(game.canonical(game.result(state, action)), action)
        if kept != action:
            merged.append((action, kept))
    return list(first.values()), merged


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
        kept, merged = merge(self.game, state, self.order.moves(state, ply))
        if merged:
            self.watch.merge(merged)
        return kept

    def cutoff(self, state: Any, ply: int, action: Any) -> None:
        self.order.cutoff(state, ply, action)
