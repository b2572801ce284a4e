"""Players going round without chance: backwards from every way out, the best first."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any

from zermelo.game import MAX, MIN, Value
from zermelo.solver.graph import Graph, parents
from zermelo.solver.limits import Limits


def retrograde(
    graph: Graph[Any], component: Sequence[int], known: Mapping[int, Value], limits: Limits
) -> tuple[dict[int, Value], dict[int, int]]:
    """The values of a component in which only players move, and going on for ever is worth 0.

    `known` has the values of the states that it leads to. First what MAX can force to be more than
    0: a state of MAX's belongs to it with one child that does, a state of MIN's when all do; the
    best ways out come first, so that the first value is the right one. Then what MIN can force to
    be less. All others are worth 0. The second dictionary has the child by which whoever forces
    it comes nearer to the way out: among moves of equal value one must not choose blindly.
    """
    above = parents(graph, component)
    values: dict[int, Value] = {}
    choices: dict[int, int] = {}
    for player in (MAX, MIN):
        exits = [child for child, value in known.items() if player * value > 0]
        exits.sort(key=lambda child: player * known[child], reverse=True)
        waiting = {node: len(set(graph.children[node])) for node in component}
        for exit_ in exits:
            value, queue = known[exit_], deque([exit_])
            while queue:
                limits.look(len(graph.states))
                child = queue.popleft()
                for node in above.get(child, ()):
                    if node in values:
                        continue
                    waiting[node] -= 1
                    if graph.players[node] == player:
                        choices[node] = child
                    elif waiting[node]:
                        continue
                    values[node] = value
                    queue.append(node)
    return {node: values.get(node, 0) for node in component}, choices


def plies_to_end(graph: Graph[Any], worth: Sequence[Value], limits: Limits) -> dict[int, int]:
    """The plies to the end, with best play, of every state that is not worth 0; no chance.

    Backwards from the ends: whoever wins takes the first way that is found, whoever loses the last
    of those that lose no more.
    """
    above = parents(graph, range(len(worth)))
    waiting = [
        len({child for child in children if worth[child] == value})
        for children, value in zip(graph.children, worth, strict=True)
    ]
    found = {node: 0 for node, value in graph.ends.items() if value}
    queue = deque(found)
    while queue:
        limits.look(len(worth))
        child = queue.popleft()
        for node in above.get(child, ()):
            if node in found or worth[node] != worth[child]:
                continue
            waiting[node] -= 1
            if graph.players[node] * worth[node] > 0 or not waiting[node]:
                found[node] = found[child] + 1
                queue.append(node)
    return found
