"""The orders of the branches with which alpha-beta evaluates the fewest leaves.

Whatever the order, a search that finds the value v of a node has seen enough leaves to know that
the node is worth at least v, and enough to know that it is worth at most v. For the first, at MAX
one branch worth v or more suffices and at MIN all are needed; for the second, the other way
round. A leaf can serve both only on the line of best play. So no order needs fewer leaves than

    exact(n)        at MAX: the least, over branches c worth v, of
                    exact(c) + the sum of proof(other, at most v); at MIN likewise; a leaf: 1
    proof(n, at most v)    at MIN: the least proof(c, at most v) over branches worth v or less;
                           at MAX: the sum over all branches; a leaf: 1

and alpha-beta needs just those when each node tries first the branch where the least is taken:
with the best line searched first, every other branch is searched with alpha or beta at v, and
fails at the first branch that refutes it. Where all branches are alike these are Knuth and
Moore's perfectly ordered trees: b^⌈d/2⌉ + b^⌊d/2⌋ - 1 leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from zermelo.exercise.replay import Replay
from zermelo.game import MAX, Value
from zermelo.games.tree import Tree
from zermelo.search import minimax

Orders: TypeAlias = dict[int, tuple[int, ...]]  # of each inner node the numbers of its branches


class Aim(NamedTuple):
    """What a node must be proven to be worth: at least a value, or at most."""

    value: Value
    at_least: bool

    def met_by(self, found: Value) -> bool:
        """Whether a value is what was to be proven."""
        return found >= self.value if self.at_least else found <= self.value


class BestOrder:
    """The fewest leaves, and orders that need no more."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.values = {s: visit.value for s, visit in Replay(minimax, tree).visits.items()}
        self.exact = cache(self._exact)
        self.proof = cache(self._proof)

    @property
    def leaves(self) -> int:
        """The fewest leaves that alpha-beta can evaluate, over all orders of all branches."""
        return self.exact(0)

    def orders(self, fixed: Mapping[int, tuple[int, ...]] | None = None) -> Orders:
        """The best order of the branches of every inner node, by their numbers.

        An order that is fixed stays, and the nodes below are ordered to suit it.
        """
        found: Orders = {}
        stack: list[tuple[int, Aim | None, bool]] = [(0, None, True)]
        while stack:
            state, aim, wanted = stack.pop()
            node = self.tree.nodes[state]
            if not node.children:
                continue
            given = (fixed or {}).get(state)
            serve = self.serving(state, aim) if wanted else []
            first = self._first(state, aim, serve, given)
            indices = range(len(node.children))
            found[state] = given or tuple(sorted(indices, key=lambda index: index != first))
            for index, child in enumerate(node.children):
                stack.append((child, *self._aim_below(state, aim, wanted, index, first, serve)))
        return found

    def serving(self, state: int, aim: Aim | None) -> list[int]:
        """The numbers of the branches one of which alone settles the node.

        `aim` None: the exact value is wanted, and one that has it goes first. Else the node must
        be proven to be at least, or at most, a value; where that takes all branches, none serves.
        """
        node, value = self.tree.nodes[state], self.values[state]
        values = [self.values[child] for child in node.children]
        if aim is None:
            return [index for index, found in enumerate(values) if found == value]
        if (node.kind == MAX) != aim.at_least:
            return []
        return [index for index, found in enumerate(values) if aim.met_by(found)]

    def cost(self, state: int, aim: Aim | None, index: int) -> int:
        """The fewest leaves that settle a node by one of its serving branches."""
        children = self.tree.nodes[state].children
        if aim is not None:
            return self.proof(children[index], aim)
        rest = self._rest(state)
        others = (self.proof(child, rest) for i, child in enumerate(children) if i != index)
        return self.exact(children[index]) + sum(others)

    def _first(
        self, state: int, aim: Aim | None, serve: list[int], given: tuple[int, ...] | None
    ) -> int:
        """The branch to go first: of an order that is given, the first that serves."""
        if not serve:
            return 0
        if given:
            return next(index for index in given if index in serve)
        return min(serve, key=lambda index: self.cost(state, aim, index))

    def _aim_below(
        self, state: int, aim: Aim | None, wanted: bool, index: int, first: int, serve: list[int]
    ) -> tuple[Aim | None, bool]:
        """What a branch is searched for, and whether it is ever wanted for anything."""
        if not wanted:
            return None, False
        if aim is None:
            return (None, True) if index == first else (self._rest(state), True)
        return aim, not serve or index in serve

    def _rest(self, state: int) -> Aim:
        """What the other branches of a node on the best line are searched for."""
        return Aim(self.values[state], at_least=self.tree.nodes[state].kind != MAX)

    def _exact(self, state: int) -> int:
        serve = self.serving(state, None)
        return min((self.cost(state, None, index) for index in serve), default=1)

    def _proof(self, state: int, aim: Aim) -> int:
        children, serve = self.tree.nodes[state].children, self.serving(state, aim)
        if not children:
            return 1
        if serve:
            return min(self.cost(state, aim, index) for index in serve)
        return sum(self.proof(child, aim) for child in children)
