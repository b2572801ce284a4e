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

from typing import Any, Final, NamedTuple

from zermelo.game import INFINITY, MAX, Game, NoEstimate, Value

MOST_NODES: Final = 20_000  # counted in a moment; connect four to depth 5 has 19,608


class LeafCounts(NamedTuple):
    """How many leaves a tree has, and how many of them alpha-beta needs in the best order."""

    all: int
    fewest: int


class _Node(NamedTuple):
    is_max: bool
    value: Value | None  # of a leaf
    children: range


def leaf_counts(game: Game[Any, Any], root: Any, plies: float = INFINITY) -> LeafCounts | None:
    """The counts for the tree of a game without chance; None where it is too large."""
    nodes: list[_Node] = []
    states = [(root, 0)]
    for state, ply in states:
        if game.is_terminal(state):
            nodes.append(_Node(True, game.utility(state), range(0)))
        elif ply >= plies:
            try:
                nodes.append(_Node(True, game.evaluate(state), range(0)))
            except NoEstimate:
                return None
        else:
            first = len(states)
            states += [(game.result(state, action), ply + 1) for action in game.actions(state)]
            nodes.append(_Node(game.to_move(state) == MAX, None, range(first, len(states))))
        if len(states) > MOST_NODES:
            return None
    leaves = sum(node.value is not None for node in nodes)
    return LeafCounts(leaves, _fewest(nodes, _values(nodes)))


def _values(nodes: list[_Node]) -> list[Value]:
    """What each node is worth; children come after their parents."""
    values: list[Value] = [0] * len(nodes)
    for number, (is_max, value, children) in reversed(list(enumerate(nodes))):
        below = values[children.start : children.stop]
        values[number] = value if value is not None else max(below) if is_max else min(below)
    return values


def _fewest(nodes: list[_Node], values: list[Value]) -> int:
    value = values[0]
    exact = [1] * len(nodes)
    at_least, at_most = [1] * len(nodes), [1] * len(nodes)
    for number, (is_max, _leaf, children) in reversed(list(enumerate(nodes))):
        if not children:
            continue
        # `mine` is what one branch can prove at this node, `other` what takes all of them.
        mine, other = (at_least, at_most) if is_max else (at_most, at_least)
        serve = [c for c in children if (values[c] >= value if is_max else values[c] <= value)]
        rest = sum(other[child] for child in children)
        other[number] = rest
        mine[number] = min((mine[child] for child in serve), default=0)  # 0: it is never asked
        same = [exact[child] + rest - other[child] for child in children if values[child] == value]
        exact[number] = min(same, default=0)
    return exact[0]
