"""What each simulation of Monte-Carlo tree search found and did on the tree of an exercise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from zermelo.game import Value
from zermelo.games.tree import Tree
from zermelo.search import Observer

Counts: TypeAlias = dict[int, tuple[int, Fraction]]  # of each node its visits, and their total
Bounds: TypeAlias = dict[int, tuple[float, float]]  # of each child: the mean, and what is added


@dataclass
class Simulation:
    """The tree before it, and its way: of each node that selects, UCB1 below and the child."""

    counts: Counts
    bounds: dict[int, Bounds]  # by the node that selects
    way: list[tuple[int, Bounds, int]] = field(default_factory=list)

    @property
    def leaf(self) -> int:
        """Where it ends."""
        return self.way[-1][2]


class Simulations(Observer):
    """All the simulations of a search, told by its events."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.all = tree, list[Simulation]()
        self.counts: Counts = {}
        self.bounds: dict[int, Bounds] = {}
        self._path: list[int] = []  # to the current node

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        self._path.append(state)

    def select(self, action: Any, bounds: Iterable[tuple[Any, float, float]]) -> None:
        state = self._path[-1]
        if len(self._path) == 1:
            self.all.append(Simulation(dict(self.counts), dict(self.bounds)))
        child = self.tree.result(state, action)
        self.all[-1].way.append((state, self._by_child(state, bounds), child))
        if child in self.counts:  # any other is entered next
            self._path.append(child)

    def backpropagate(
        self,
        value: Value,
        visits: int,
        total: Value,
        bounds: Iterable[tuple[Any, float, float]],
    ) -> None:
        state = self._path[-1]
        self.counts[state] = visits, Fraction(total)
        self.bounds[state] = self._by_child(state, bounds)
        if len(self._path) > 1:
            self._path.pop()

    def _by_child(self, state: int, bounds: Iterable[tuple[Any, float, float]]) -> Bounds:
        return {self.tree.result(state, action): (mean, more) for action, mean, more in bounds}
