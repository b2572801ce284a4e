"""Which nodes of a large tree are shown, and which are only counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from zermelo.explain.layout import by_level


def fold(
    children: Sequence[Sequence[int]], variation: set[int], most: int
) -> tuple[set[int], dict[int, int]]:
    """The nodes to show, about `most`, and how many are hidden below some of them.

    The principal variation (`variation`) comes first, then level by level: a node shows all its
    children or none. Only a node of the variation shows the first few where all are too many.
    Node 0 is the root.
    """
    if not children:
        return set(), {}
    sizes = _sizes(children)
    nodes, hidden = {0}, {}
    waiting: deque[int] = deque([0])
    for first in (True, False):  # the variation, then the rest
        later: deque[int] = deque()
        while waiting:
            node = waiting.popleft()
            below = children[node]
            if first and node not in variation:
                later.append(node)
                continue
            room = most - len(nodes)
            if len(below) <= room:
                visible = list(below)
            elif node in variation and room > 0:
                visible = [child for child in below if child in variation]
                visible += [child for child in below if child not in variation][: max(room - 2, 0)]
            else:
                visible = []
            nodes.update(visible)
            waiting.extend(visible)
            rest = sizes[node] - 1 - sum(sizes[child] for child in visible)
            if rest:
                hidden[node] = rest
        waiting = later
    return nodes, hidden


def _sizes(children: Sequence[Sequence[int]]) -> list[int]:
    """How many nodes each subtree has."""
    sizes = [1] * len(children)
    for node in reversed(by_level(children)):
        sizes[node] += sum(sizes[child] for child in children[node])
    return sizes
