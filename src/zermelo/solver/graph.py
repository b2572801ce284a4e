"""The states that can be reached, as a graph of numbers, and the parts that go round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic

from zermelo.door import admit, checked_mover, checked_utility
from zermelo.game import CHANCE, Action, Game, State, Value, ZermeloError
from zermelo.language import _
from zermelo.solver.limits import Limits

MAX_STATES: Final = 2_000_000


class TooLarge(ZermeloError):
    """More states than a table of all of them can hold."""


class Cyclic(ZermeloError):
    """The game goes round in a way that gives its states no values, or none that are known."""


@dataclass
class Graph(Generic[State]):
    """State number i is `states[i]`, who moves there `players[i]`, and so on; the root is 0."""

    game: Game[State, Any]
    states: list[State]
    players: list[int]
    children: list[tuple[int, ...]]  # none at a terminal state
    weights: list[tuple[int, ...] | None]  # of the children, where CHANCE moves
    ends: dict[int, Value]  # the utilities of terminal states

    def text(self, number: int) -> str:
        """The state as the game writes it."""
        return self.game.format_state(self.states[number])


def explore(
    game: Game[State, Action], root: State | None, limits: Limits, most: int | None = None
) -> Graph[State]:
    """Every state reached from `root` (default: the initial one); `TooLarge`: there are many."""
    admit(game)
    root = game.initial() if root is None else root
    most = MAX_STATES if most is None else most
    graph = Graph(game, [root], [], [], [], {})
    number = {root: 0}
    for place, state in enumerate(graph.states):  # which grows meanwhile
        limits.look(len(graph.states))
        if game.is_terminal(state):
            graph.ends[place] = checked_utility(game, state)
        moves = list(weighted(game, state))
        children = [game.result(state, action) for action, _weight in moves]
        for child in children:
            if child not in number:
                number[child] = len(graph.states)
                graph.states.append(child)
        if len(graph.states) > most:
            words = _("{game} has more than {most:,} states from here")
            raise TooLarge(words.format(game=game.name, most=most))
        player = checked_mover(game, state) if moves else CHANCE
        chance = bool(moves) and player == CHANCE
        graph.players.append(player)
        graph.children.append(tuple(number[child] for child in children))
        graph.weights.append(tuple(weight for _action, weight in moves) if chance else None)
    return graph


def weighted(game: Game[State, Action], state: State) -> Iterator[tuple[Action, int]]:
    """The actions at `state` with their weights (1 where a player decides)."""
    if game.is_terminal(state):
        return
    if game.to_move(state) == CHANCE:
        yield from game.outcomes(state)
    else:
        for action in game.actions(state):
            yield action, 1


def components(
    nodes: Iterable[int], children: Callable[[int], Iterable[int]], limits: Limits
) -> Iterator[list[int]]:
    """The strongly connected components, each after all those it leads to (Tarjan).

    Inside a component what was reached last comes first.
    """
    order: dict[int, int] = {}
    lowest: dict[int, int] = {}
    open_: list[int] = []
    closed: set[int] = set()
    for root in nodes:
        if root in order:
            continue
        order[root] = lowest[root] = len(order)
        open_.append(root)
        path = [(root, iter(children(root)))]
        while path:
            node, rest = path[-1]
            child = next(rest, None)
            if child is None:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[node])
                if lowest[node] == order[node]:
                    found = [open_.pop()]
                    while found[-1] != node:
                        found.append(open_.pop())
                    closed.update(found)
                    yield found
            elif child not in order:
                limits.look(len(order))
                order[child] = lowest[child] = len(order)
                open_.append(child)
                path.append((child, iter(children(child))))
            elif child not in closed:
                lowest[node] = min(lowest[node], order[child])


def goes_round(component: Sequence[int], children: Callable[[int], Collection[int]]) -> bool:
    """Whether a component has a way back to where it began."""
    return len(component) > 1 or component[0] in children(component[0])


def parents(graph: Graph[Any], nodes: Iterable[int]) -> dict[int, list[int]]:
    """Of each child of some nodes, those of them that lead to it, each once."""
    found: dict[int, list[int]] = {}
    for node in nodes:
        for child in set(graph.children[node]):
            found.setdefault(child, []).append(node)
    return found


def end_components(
    graph: Graph[Any], component: Sequence[int], limits: Limits
) -> Iterator[list[int]]:
    """The largest sets in which the game stays for ever if the players together want it so.

    At a player's state one child inside is enough; where CHANCE moves, all must be.
    """
    above = parents(graph, component)
    todo = [list(component)]
    while todo:
        inside = _staying(graph, todo.pop(), above)

        def below(node: int, inside: set[int] = inside) -> list[int]:
            return [child for child in graph.children[node] if child in inside]

        for part in components(sorted(inside), below, limits):
            if goes_round(part, below):
                if len(part) == len(inside):
                    yield part
                else:
                    todo.append(part)


def _staying(graph: Graph[Any], nodes: list[int], above: dict[int, list[int]]) -> set[int]:
    """What is left of some nodes without those that must, or may by chance, leave them."""
    inside = set(nodes)
    ways = {}
    for node in nodes:
        kept = sum(child in inside for child in set(graph.children[node]))
        all_needed = graph.players[node] == CHANCE
        ways[node] = kept - len(set(graph.children[node])) + 1 if all_needed else kept
    gone = [node for node in nodes if ways[node] <= 0]
    inside.difference_update(gone)
    while gone:
        for node in above.get(gone.pop(), ()):
            if node in inside:
                ways[node] -= 1
                if ways[node] <= 0:
                    inside.discard(node)
                    gone.append(node)
    return inside
