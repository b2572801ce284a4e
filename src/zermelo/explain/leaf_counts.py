"""How many leaves of a tree alpha-beta looks at, at most and at least, over all orders of branches.

Not b^d of a mean b, but the counts for this very tree. At most: all of them, as minimax does. At
least, after Knuth and Moore: with v the value of the root, no search can know v without leaves
enough to know that the root is worth at least v, and leaves enough to know that it is worth at
most v. For the first, at MAX one branch worth v or more suffices and at MIN all are needed; for
the second it is the other way round; a leaf serves both on one line of best play alone:

    exact(n)   at MAX: exact(c) + the sum of at_most(other), the least over branches c worth v
    at_least(n)   at MAX: the least at_least(c) over branches worth v or more; at MIN: the sum
    at_most(n)    at MIN: the least at_most(c) over branches worth v or less; at MAX: the sum

Alpha-beta needs no more where each node tries that branch first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from zermelo.game import INFINITY, MAX, Game, NoEstimate, Value

AT_LEAST, AT_MOST, EXACT = "at least", "at most", "exact"  # what is proven of a node
MOST_NODES: Final = 20_000  # counted in a moment; connect four to depth 5 has 19,608


class LeafCounts(NamedTuple):
    """How many leaves a tree has, and how many of them alpha-beta needs in the best order."""

    all: int
    fewest: int


class Node(NamedTuple):
    """A node; those below it have larger numbers."""

    is_max: bool
    value: Value | None  # of a leaf
    children: Sequence[int]


def leaf_counts(game: Game[Any, Any], root: Any, plies: float = INFINITY) -> LeafCounts | None:
    """The counts for the tree of a game without chance; None where it is too large."""
    nodes: list[Node] = []
    states = [(root, 0)]
    for state, ply in states:
        if game.is_terminal(state):
            nodes.append(Node(True, game.utility(state), range(0)))
        elif ply >= plies:
            try:
                nodes.append(Node(True, game.evaluate(state), range(0)))
            except NoEstimate:
                return None
        else:
            first = len(states)
            states += [(game.result(state, action), ply + 1) for action in game.actions(state)]
            nodes.append(Node(game.to_move(state) == MAX, None, range(first, len(states))))
        if len(states) > MOST_NODES:
            return None
    leaves = sum(node.value is not None for node in nodes)
    return LeafCounts(leaves, Proofs(nodes).fewest[EXACT][0])


class Proofs:
    """The values of all nodes, and the fewest leaves that prove of each what is to be proven.

    What is proven is the value of the root, or that a node is worth at least as much, or at most.
    """

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes, count = nodes, len(nodes)
        self.values: list[Value] = [0] * count
        self.fewest = {aim: [1] * count for aim in (AT_LEAST, AT_MOST, EXACT)}
        inner = []
        for number in reversed(range(count)):
            is_max, value, children = nodes[number]
            below = [self.values[child] for child in children]
            self.values[number] = (
                value if value is not None else max(below) if is_max else min(below)
            )
            inner += [number] if children else []
        for number in inner:
            for aim, fewest in self.fewest.items():
                if aim == self.of_all(number):
                    fewest[number] = sum(fewest[child] for child in nodes[number].children)
                else:
                    fewest[number] = min(self.costs(number, aim).values(), default=0)  # never asked

    def of_all(self, number: int) -> str:
        """What takes a proof of all branches of a node; anything else takes one branch."""
        return AT_MOST if self.nodes[number].is_max else AT_LEAST

    def costs(self, number: int, aim: str) -> dict[int, int]:
        """The leaves by each branch that can prove it; of one that is exact, and all others."""
        children, value, fewest = self.nodes[number].children, self.values[0], self.fewest[aim]
        if aim == self.of_all(number):
            return {}
        if aim == EXACT:
            rest = self.fewest[self.of_all(number)]
            best = [child for child in children if self.values[child] == value]
            return {child: fewest[child] + rest[number] - rest[child] for child in best}
        sign = 1 if aim == AT_LEAST else -1
        return {c: fewest[c] for c in children if sign * self.values[c] >= sign * value}
