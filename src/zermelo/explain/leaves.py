"""Which leaves of a literal tree a search looked at, and which it pruned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from zermelo.game import Value
from zermelo.games.tree import Tree
from zermelo.search import Observer


class Leaves(Observer):
    """Which leaves were evaluated, in the order of their first visit in the last iteration."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.visited: dict[int, None] = {}
        self._state = self._root = 0

    def begin(self, algorithm: str, state: Any, settings: Mapping[str, Any]) -> None:
        self._root = state

    def enter(
        self, ply: int, state: Any, action: Any, alpha: Value | None, beta: Value | None
    ) -> None:
        self._state = state

    def iteration(self, depth: int) -> None:
        self.visited.clear()  # only the last one counts

    def leaf(self, value: Value, exact: bool) -> None:
        self.visited[self._state] = None

    def evaluated(self) -> list[int]:
        """The nodes whose value was looked at, be it a leaf's or a static one."""
        return list(self.visited)

    def pruned(self) -> list[int]:
        """The leaves never reached, in the order written; one below the depth limit is not."""
        inner = [state for state in self.visited if not self.tree.is_terminal(state)]
        beyond = {leaf for state in inner for leaf in self.tree.leaves_below(state)}
        below = self.tree.leaves_below(self._root)
        return [s for s in below if s not in self.visited and s not in beyond]
