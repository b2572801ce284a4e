"""Chance going round: the values bounded from below and from above until the bounds meet.

Interval iteration (Haddad and Monmege; Brázdil and others): from both sides every sweep takes
each state's value from its successors' bounds. Both sides close in on one and the same value only
where nobody can keep the game going for ever; where one player can, the states in which he does
become one state, from which he takes the best way out, or stays. Sums are rounded outwards, so
that the bounds are bounds.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, MAX, Value
from zermelo.language import _
from zermelo.search.errors import NotSolved
from zermelo.solver.graph import Cyclic, Graph, end_components, parents
from zermelo.solver.limits import Limits

FINE: Final = 1e-13  # of the largest value: close enough to stop at once
SLOW: Final = 0.98  # of the gap is left after a sweep: stop as soon as the error is allowed
MOST_SWEEPS: Final = 100_000
CHUNK: Final = 1000  # states between two looks at the clock
ROUNDING: Final = 2.0**-52
FOR_EVER: Final = -1  # the state of a game that never ends


Bounds = tuple[Value, Value]


class Node(NamedTuple):
    """A state, or several made one, as sweeps need it; all by their places in `Sweeps`."""

    place: int
    player: int
    children: tuple[int, ...]
    shares: tuple[float, ...]  # the probabilities of the children, where CHANCE moves


class Haven(NamedTuple):
    """States in which one player can keep the game for ever."""

    states: list[int]
    player: int
    exits: tuple[tuple[int, int], ...]  # (a state inside, its child outside)


def close_in(
    graph: Graph[Any],
    component: Sequence[int],
    known: Sequence[Bounds | None],
    limits: Limits,
    tolerance: float,
) -> tuple[dict[int, Bounds], dict[int, int]]:
    """Bounds on the values of a component in which chance moves, and what to choose in it.

    `known` has the bounds of the states that it leads to. Going on for ever is worth 0. Choices are
    told where a player must leave, or stay, on purpose.
    """
    havens = [_haven(graph, part) for part in end_components(graph, component, limits)]
    one = {state: haven.states[0] for haven in havens for state in haven.states}
    sweeps = Sweeps(graph, component, known, one, bool(havens))
    for node in component:
        if node not in one:
            sweeps.add(node, graph.players[node], graph.children[node], graph.weights[node])
    for haven in havens:
        leave = tuple(child for _inside, child in haven.exits)
        sweeps.add(haven.states[0], haven.player, (*leave, FOR_EVER), None)
    sweeps.run(limits, tolerance)
    found = {node: sweeps.bounds(node) for node in component}
    choices: dict[int, int] = {}
    for haven in havens:
        choices |= _choices(
            graph, haven, {child: sweeps.bounds(child) for _s, child in haven.exits}
        )
    return found, choices


class Sweeps:
    """The bounds on the values of a component while they close in."""

    def __init__(
        self,
        graph: Graph[Any],
        component: Sequence[int],
        known: Sequence[Bounds | None],
        one: dict[int, int],
        for_ever: bool,
    ) -> None:
        self.graph, self.one = graph, one
        self.places: dict[int, int] = {FOR_EVER: 0}
        self.low, self.high = [0.0], [0.0]
        inside = set(component)
        for child in {c for node in component for c in graph.children[node]} - inside:
            bounds = known[child]
            assert bounds is not None
            self.places[child] = len(self.low)
            self.low.append(_float(bounds[0], -math.inf))
            self.high.append(_float(bounds[1], math.inf))
        first = 0 if for_ever or len(self.low) == 1 else 1
        floor, ceiling = min(self.low[first:]), max(self.high[first:])
        for node in component:
            if one.get(node, node) == node:
                self.places[node] = len(self.low)
                self.low.append(floor)
                self.high.append(ceiling)
        self.largest = max(abs(floor), abs(ceiling), 1.0)
        self.plan: list[Node] = []
        self.changed = True  # by the last sweep

    def place(self, node: int) -> int:
        """Where the bounds of a state are."""
        return self.places[self.one.get(node, node)]

    def bounds(self, node: int) -> Bounds:
        """The bounds of a state."""
        return self.low[self.place(node)], self.high[self.place(node)]

    def add(
        self, node: int, player: int, children: tuple[int, ...], weights: tuple[int, ...] | None
    ) -> None:
        """A state with its successors; chance that changes nothing is left out."""
        place = self.places[node]
        kept = [(self.place(c), w) for c, w in zip(children, weights or children, strict=True)]
        if weights:
            kept = [(child, weight) for child, weight in kept if child != place]
        total = sum(weight for _child, weight in kept)
        shares = tuple(weight / total for _child, weight in kept) if weights else ()
        self.plan.append(Node(place, player, tuple(child for child, _weight in kept), shares))

    def run(self, limits: Limits, tolerance: float) -> None:
        """Sweeps until the bounds have met, or are close enough and come no closer."""
        gap = math.inf
        for _sweep in range(MOST_SWEEPS):
            before, self.changed = gap, False
            gap = self._sweep(limits)
            close = gap <= 2 * tolerance * self.largest
            if gap <= FINE * self.largest or (close and gap > SLOW * before):
                return
            if not self.changed:  # rounding stands in the way
                break
        if not gap <= 2 * tolerance * self.largest:
            words = _(
                "the values of {game} close in too slowly: they are known to {error:.2g} only"
            )
            raise NotSolved(words.format(game=self.graph.game.name, error=gap / 2))

    def _sweep(self, limits: Limits) -> float:
        """Every state once from its successors; the largest gap that is left."""
        low, high, gap = self.low, self.high, 0.0
        for turn, (place, player, children, shares) in enumerate(self.plan):
            if turn % CHUNK == 0:
                limits.look(len(self.graph.states))
            if player == CHANCE:
                slack = (len(shares) + 2) * ROUNDING * self.largest
                under, over = -slack, slack
                for child, share in zip(children, shares, strict=True):
                    under += share * low[child]
                    over += share * high[child]
            elif player == MAX:
                under = max([low[child] for child in children])
                over = max([high[child] for child in children])
            else:
                under = min([low[child] for child in children])
                over = min([high[child] for child in children])
            if under > low[place]:
                low[place], self.changed = under, True
            if over < high[place]:
                high[place], self.changed = over, True
            gap = max(gap, high[place] - low[place])
        return gap


def _float(value: Value, towards: float) -> float:
    """A float at the value, or beyond it on that side."""
    near = float(value)
    exact = near <= value if towards < 0 else near >= value
    return near if exact else math.nextafter(near, towards)


def _haven(graph: Graph[Any], part: list[int]) -> Haven:
    """Who keeps the game inside an end component; refuses what it cannot be sure of."""
    decide = [n for n in part if graph.players[n] != CHANCE and len(set(graph.children[n])) > 1]
    owners = {graph.players[node] for node in decide}
    show = graph.text(min(decide or part))
    if graph.game.repetition is None:
        words = _(
            "{game} can go on for ever from {position} and does not say what that is worth: add "
            'repetition = "endless" to its rules (then it is worth 0)'
        )
        raise Cyclic(words.format(game=graph.game.name, position=show))
    if len(owners) > 1:
        words = _(
            "in {game} both players can keep the game going by chance from {position}: such values "
            "are not known here; search it to a depth instead"
        )
        raise Cyclic(words.format(game=graph.game.name, position=show))
    inside = set(part)
    exits = tuple((n, c) for n in decide for c in graph.children[n] if c not in inside)
    return Haven(part, owners.pop() if owners else MAX, exits)


def _choices(graph: Graph[Any], haven: Haven, bounds: dict[int, Bounds]) -> dict[int, int]:
    """Inside a haven: how its player comes to the best way out, or stays if that is better."""
    sign, inside = haven.player, set(haven.states)

    def worth(exit_: tuple[int, int]) -> Value:
        return sign * sum(bounds[exit_[1]]) / 2

    best = max(haven.exits, key=worth, default=None)
    if best is None or worth(best) <= 0:
        staying = {n: [c for c in graph.children[n] if c in inside] for n in haven.states}
        return {n: kept[0] for n, kept in staying.items() if graph.players[n] == sign}
    choices, queue, above = dict([best]), deque([best[0]]), parents(graph, haven.states)
    reached = {best[0]}
    while queue:
        child = queue.popleft()
        for node in above.get(child, ()):
            if node not in reached:
                reached.add(node)
                queue.append(node)
                if graph.players[node] == sign:
                    choices[node] = child
    return choices
