"""The way from the root to every node of a tree, and what lies below a node."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from zermelo.games.tree.nodes import Node


class Paths:
    """The parent of every node, and which branch of its parent leads to it, from 0."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.parents, self.branches = [0] * len(nodes), [0] * len(nodes)
        for number, node in enumerate(nodes):
            for branch, child in enumerate(node.children):
                self.parents[child], self.branches[child] = number, branch

    @cached_property
    def depths(self) -> list[int]:
        """How many moves each node is away from the root."""
        depths = [0] * len(self.nodes)
        for number in range(1, len(depths)):
            depths[number] = depths[self.parents[number]] + 1
        return depths

    def path(self, number: int) -> tuple[int, ...]:
        """The branches on the way from the root to a node."""
        branches = []
        while number:
            branches.append(self.branches[number])
            number = self.parents[number]
        return tuple(reversed(branches))


def last_below(nodes: Sequence[Node], number: int) -> int:
    """The last node of a subtree: in preorder a subtree is a run of numbers."""
    while nodes[number].children:
        number = nodes[number].children[-1]
    return number
