"""Slow, obvious twins of what the exercises are made with."""

from __future__ import annotations

import math
from dataclasses import dataclass

from zermelo.game import CHANCE, MAX, Value
from zermelo.games import Tree


@dataclass
class Counts:
    """What a search of a tree did."""

    cuts: int = 0
    deep: int = 0
    pruned: int = 0
    ties: int = 0


def counts(tree: Tree, right: bool, strict: bool) -> Counts:
    """Alpha-beta with the path from the root in its hands, where it finds who set a bound."""
    found = Counts(pruned=len(tree.leaves()))

    def search(state: int, path: list[tuple[int, list[Value]]]) -> Value:
        node = tree.nodes[state]
        if node.kind is None:
            found.pruned -= 1
            return tree.utility(state)
        seen: list[Value] = []
        path = [*path, (node.kind, seen)]
        children = node.children[::-1] if right else node.children
        for number, child in enumerate(children):
            value = search(child, path)
            sign = node.kind
            if seen and value == sign * max(sign * v for v in seen):
                found.ties += 1
            seen.append(value)
            best = sign * max(sign * v for v in seen)
            # What each ancestor of the other kind is sure of, the nearest last.
            sure = [
                max((-sign * v for v in values), default=-math.inf)
                for kind, values in path[:-1]
                if kind == -sign
            ]
            bound = max(sure, default=-math.inf)
            met = -sign * best < bound if strict else -sign * best <= bound
            if met and number + 1 < len(children):
                found.cuts += 1
                found.ties += -sign * best == bound
                found.deep += sure.index(bound) < len(sure) - 1
                break
        return sign * max(sign * v for v in seen)

    search(0, [])
    return found


def minimax_value(tree: Tree, state: int) -> Value:
    """The value of a node by the definition."""
    node = tree.nodes[state]
    if node.value is not None:
        return tree.utility(state)
    values = [minimax_value(tree, child) for child in node.children]
    if node.kind == CHANCE:
        return sum(p * v for p, v in zip(node.probabilities, values, strict=True))
    return max(values) if node.kind == MAX else min(values)
