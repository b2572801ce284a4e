"""Which nodes of a large tree are shown, and which are only counted."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence


def unfolded(
    children: Sequence[Sequence[int]], line: set[int], most: int
) -> tuple[set[int], dict[int, int]]:
    """The nodes to show, about `most`, and how many are hidden below some of them.

    The expected line (`line`) comes first, then level by level: a node shows all its children or
    none. Only a node of the line shows the first few where all are too many. Node 0 is the root.
    """
    if not children:
        return set(), {}
    sizes = _sizes(children)
    shown, hidden = {0}, {}
    waiting: deque[int] = deque([0])
    for first in (True, False):  # the line, then the rest
        later: deque[int] = deque()
        while waiting:
            node = waiting.popleft()
            below = children[node]
            if first and node not in line:
                later.append(node)
                continue
            room = most - len(shown)
            if len(below) <= room:
                kept = list(below)
            elif node in line and room > 0:
                kept = [child for child in below if child in line]
                kept += [child for child in below if child not in line][: max(room - 2, 0)]
            else:
                kept = []
            shown.update(kept)
            waiting.extend(kept)
            rest = sizes[node] - 1 - sum(sizes[child] for child in kept)
            if rest:
                hidden[node] = rest
        waiting = later
    return shown, hidden


def _sizes(children: Sequence[Sequence[int]]) -> list[int]:
    """How many nodes each subtree has."""
    order = [0]
    for node in order:
        order += children[node]
    sizes = [1] * len(children)
    for node in reversed(order):
        sizes[node] += sum(sizes[child] for child in children[node])
    return sizes
