"""The orders of the branches with which alpha-beta evaluates the fewest leaves.

It needs no more than `zermelo.explain.leaf_counts` counts when each node tries first the branch
where the least is taken: with the best line searched first, every other branch is searched with
alpha or beta at the value of the root, and fails at the first branch that refutes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from zermelo.explain.leaf_counts import EXACT, Node, Proofs
from zermelo.game import MAX
from zermelo.games.tree import Tree

Orders: TypeAlias = dict[int, tuple[int, ...]]  # of each inner node the numbers of its branches


class BestOrder:
    """The fewest leaves, and orders that need no more."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        nodes = [Node(node.kind == MAX, node.value, node.children) for node in tree.nodes]
        self.proofs = Proofs(nodes)
        self.values, self.leaves = self.proofs.values, self.proofs.fewest[EXACT][0]

    def orders(self, fixed: Mapping[int, tuple[int, ...]] | None = None) -> Orders:
        """The best order of the branches of every inner node, by their numbers.

        An order that is fixed stays, and the nodes below are ordered to suit it.
        """
        found: Orders = {}
        aims = {0: EXACT}  # of each node that is wanted for anything
        for state, node in enumerate(self.tree.nodes):
            if not node.children:
                continue
            aim, given = aims.get(state), (fixed or {}).get(state)
            costs = self.proofs.costs(state, aim) if aim else {}
            if given:  # of an order that is given, the first that serves
                order = [child for child in map(node.children.__getitem__, given) if child in costs]
            else:
                order = sorted(costs, key=lambda child: costs[child])
            first = order[0] if order else node.children[0]
            places = range(len(node.children))
            best = tuple(sorted(places, key=lambda place: node.children[place] != first))
            found[state] = given or best
            for child in node.children:
                if aim == EXACT:
                    aims[child] = EXACT if child == first else self.proofs.of_all(state)
                elif aim and (not costs or child in costs):
                    aims[child] = aim
        return found
