"""The slow, obvious twin of every engine: what a position is worth, from the rules alone.

It knows no hook but what the rules themselves rest on: `repetition`, and for what a position that
comes back is worth the `bounds`.
The states that can be reached become a graph; its values come

    without cycles             from the ends backwards
    with cycles                by repeated backing up from "nobody has won yet" (endless, draw)
    where a repetition loses   by search of every path, states already met being ends
    with chance and cycles     by trying every pair of positional strategies, in fractions

Where the rules leave something open (a cycle of which the game says nothing, a state at which the
rules break), a value is certain only if it is the same whatever the open ends are worth.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, Game, provides

# The value and, so that one compares with the other, how soon: of wins the sooner is better for
# the winner, so a win in d plies is (value, -d) and a loss (value, d).
Score = tuple[Any, int]


class TooLarge(Exception):
    """The twin is too slow for this one."""


class Truth(NamedTuple):
    """The value is from `low` to `high`; `distance` in plies, where it means something.

    `told`: the rules leave it open, but the game's `bounds` say more of some states than of others,
    and so may have said what it is.
    """

    low: Any
    high: Any
    distance: int | None = None
    told: bool = False

    @property
    def certain(self) -> bool:
        return bool(self.low == self.high)


class Edge(NamedTuple):
    """An action, the number of the state it leads to, and its weight at CHANCE."""

    action: Any
    to: int
    weight: int


class Graph:
    """Every state that can be reached from one, numbered from 0; that one is number 0."""

    def __init__(self, game: Game[Any, Any], root: Any, most: int) -> None:
        self.game = game
        self.states: list[Any] = [root]
        self.numbers: dict[Any, int] = {root: 0}
        self.players: list[int] = []
        self.edges: list[list[Edge]] = []
        self.utilities: list[Any] = []  # None at inner states
        self.broken: set[int] = set()  # where the rules break their own word
        while len(self.edges) < len(self.states):
            if len(self.states) > most:
                raise TooLarge
            self._expand(len(self.edges))
        self.order = self._post_order()

    def _expand(self, number: int) -> None:
        game, state = self.game, self.states[number]
        player, utility, moves = MAX, None, []
        try:
            if game.is_terminal(state):
                utility = game.utility(state)
                if utility is None or utility - utility != 0:
                    raise ValueError("no finite number")
            else:
                player = game.to_move(state)
                if player == CHANCE:
                    moves = [(a, w, game.result(state, a)) for a, w in game.outcomes(state)]
                else:
                    moves = [(a, 1, game.result(state, a)) for a in game.actions(state)]
                if player not in (MAX, MIN, CHANCE) or not moves or min(m[1] for m in moves) < 1:
                    raise ValueError("no such player, or no move")
        except Exception:
            self.broken.add(number)
            player, utility, moves = MAX, None, []
        self.players.append(player)
        self.utilities.append(utility)
        self.edges.append([Edge(a, self._number(child), w) for a, w, child in moves])

    def _number(self, state: Any) -> int:
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
        return self.numbers[state]

    def _post_order(self) -> list[int]:
        """Children before parents, as far as there is no cycle; sets `cyclic`."""
        self.cyclic = False
        done: list[int] = []
        colour = [0] * len(self.states)  # 1 on the path, 2 done
        path: list[tuple[int, Iterator[Edge]]] = [(0, iter(self.edges[0]))]
        colour[0] = 1
        while path:
            number, rest = path[-1]
            edge = next(rest, None)
            if edge is None:
                colour[number] = 2
                done.append(number)
                path.pop()
            elif colour[edge.to] == 0:
                colour[edge.to] = 1
                path.append((edge.to, iter(self.edges[edge.to])))
            elif colour[edge.to] == 1:
                self.cyclic = True
        return done

    @property
    def has_chance(self) -> bool:
        return CHANCE in self.players

    def ends(self) -> list[Any]:
        return [utility for utility in self.utilities if utility is not None]


class Twin:
    """What the rules say of one state."""

    def __init__(self, game: Game[Any, Any], state: Any, most: int = 3000) -> None:
        self.game = game
        self.graph = Graph(game, state, most)
        self.value, self.moves = self._truths()

    def _truths(self) -> tuple[Truth, dict[Any, Truth]]:
        graph, repetition = self.graph, self.game.repetition
        is_open = bool(graph.broken) or (graph.cyclic and repetition is None)
        found = [self._with(worth) for worth in (self._openings() if is_open else (0,))]
        roots = [root for root, _ in found]
        distance = None if is_open or graph.has_chance else roots[0][1]
        told = is_open and not graph.broken and self._bounds_tell()
        value = Truth(roots[0][0], roots[-1][0], distance, told)
        moves = {}
        for place, edge in enumerate(graph.edges[0]):
            worth = [children[place][0] for _, children in found]
            moves[edge.action] = Truth(worth[0], worth[-1], told=told)
        return value, moves

    def _bounds_tell(self) -> bool:
        if not provides(self.game, "bounds"):
            return False
        return len({self.game.bounds(state) for state in self.graph.states}) > 1

    def _openings(self) -> tuple[Any, Any]:
        """The least and the most that what is open can be worth.

        Who gives `bounds` has said between what going round is worth; a state at which the rules
        break has no word of its author's.
        """
        ends = [0, *self.graph.ends()]
        low, high = min(ends) - 1, max(ends) + 1
        if self.graph.broken or not provides(self.game, "bounds"):
            return low, high
        said = [self.game.bounds(state) for state in self.graph.states]
        low = max(low, min(ends + [least for least, _most in said]))
        return low, min(high, max(ends + [most for _least, most in said]))

    def _with(self, worth: Any) -> tuple[Score, list[Score]]:
        """The scores of the root and of its moves, what is open being worth so much."""
        graph, repetition = self.graph, self.game.repetition
        children = [edge.to for edge in graph.edges[0]]
        if not graph.cyclic:
            scores = _from_the_ends(graph, worth)
        elif repetition == "loss" or (repetition == "draw" and graph.has_chance):
            paths = _Paths(self.game, graph, worth)
            root = paths.score(0, 1)
            return root, [paths.after(0, edge) for edge in graph.edges[0]]
        elif graph.has_chance:
            scores = [(value, 0) for value in _by_strategies(graph, worth)]
        else:
            scores = _settled(graph, worth)
            if repetition == "draw":  # who comes back to the root ends the game
                after = _settled(graph, worth, over=0)
                return scores[0], [after[child] for child in children]
        return scores[0], [scores[child] for child in children]


def _later(score: Score) -> Score:
    """The same one ply earlier in the game."""
    value, when = score
    return (value, when - (value > 0) + (value < 0))


def _away(score: Score) -> Score:
    """With the plies as they are reported."""
    return (score[0], abs(score[1]))


def _back_up(graph: Graph, number: int, scores: list[Score]) -> Score:
    edges = graph.edges[number]
    if graph.players[number] == CHANCE:
        total = sum(edge.weight for edge in edges)
        return Fraction(sum(edge.weight * scores[edge.to][0] for edge in edges)) / total, 0
    best = max if graph.players[number] == MAX else min
    return best(_later(scores[edge.to]) for edge in edges)


def _first(graph: Graph, number: int, worth: Any) -> Score | None:
    """The score of what is no inner state."""
    if number in graph.broken:
        return worth, 0
    if graph.utilities[number] is not None:
        return graph.utilities[number], 0
    return None


def _from_the_ends(graph: Graph, worth: Any) -> list[Score]:
    scores: list[Score] = [(0, 0)] * len(graph.states)
    for number in graph.order:
        first = _first(graph, number, worth)
        scores[number] = _back_up(graph, number, scores) if first is None else first
    return [_away(score) for score in scores]


def _settled(graph: Graph, worth: Any, over: int | None = None) -> list[Score]:
    """Where to go on for ever is worth so much; the state `over` is worth that at once.

    Values are taken from there: what is above it somebody forces in finite time, and so what is
    below it. Backed up again and again from there, claims only ever grow until they are true.
    """
    scores: list[Score] = [(0, 0)] * len(graph.states)
    inner = []
    for number in graph.order:
        first = _first(graph, number, worth)
        if first is not None:
            scores[number] = (first[0] - worth, 0)
        elif number != over:
            inner.append(number)
    changed = True
    while changed:
        changed = False
        for number in inner:
            score = _back_up(graph, number, scores)
            changed = changed or score != scores[number]
            scores[number] = score
    return [(value + worth, abs(when)) for value, when in scores]


class _Paths:
    """Every path, its repetitions being ends: exponential, but for states that cannot matter."""

    MOST = 60_000

    def __init__(self, game: Game[Any, Any], graph: Graph, worth: Any) -> None:
        if len(graph.states) > 200:
            raise TooLarge
        self.game, self.graph, self.worth = game, graph, worth
        self.reach = self._reachable()
        self.known: dict[tuple[int, int, int], Score] = {}

    def _reachable(self) -> list[int]:
        """The set of states that can follow each one, as bits."""
        reach = [0] * len(self.graph.states)
        changed = True
        while changed:
            changed = False
            for number in self.graph.order:
                bits = 0
                for edge in self.graph.edges[number]:
                    bits |= 1 << edge.to | reach[edge.to]
                changed = changed or bits != reach[number]
                reach[number] = bits
        return reach

    def score(self, number: int, path: int) -> Score:
        """Of a state, the last of a path: a set of states, as bits."""
        score = self._signed(number, path, CHANCE)
        return _away(score)

    def _signed(self, number: int, path: int, last: int) -> Score:
        """`last`: the player before it on the path; dice bring nothing back on purpose."""
        first = _first(self.graph, number, self.worth)
        if first is not None:
            return first
        key = (number, path & self.reach[number], last)
        if key not in self.known:
            if len(self.known) > self.MOST:
                raise TooLarge
            edges, player = self.graph.edges[number], self.graph.players[number]
            scores = [self._after(number, edge, path, last) for edge in edges]
            if player == CHANCE:
                total = sum(edge.weight for edge in edges)
                sums = sum(e.weight * s[0] for e, s in zip(edges, scores, strict=True))
                self.known[key] = (Fraction(sums) / total, 0)
            else:
                self.known[key] = (max if player == MAX else min)(scores)
        return self.known[key]

    def _after(self, number: int, edge: Edge, path: int, last: int) -> Score:
        mover = self.graph.players[number]
        last = last if mover == CHANCE else mover
        if path >> edge.to & 1:
            return _later((self.game.repeated(last), 0))
        return _later(self._signed(edge.to, path | 1 << edge.to, last))

    def after(self, number: int, edge: Edge) -> Score:
        """Of a move at the first state, which is on the path."""
        return _away(self._after(number, edge, 1, CHANCE))


# --- chance that goes round ---------------------------------------------------------------------

MOST_PAIRS = 400


def _by_strategies(graph: Graph, worth: Any) -> list[Fraction]:
    """What MAX's best strategy makes sure of, each fixed for every state: that is enough here."""
    choices: dict[int, list[list[Edge]]] = {MAX: [], MIN: []}
    places: dict[int, list[int]] = {MAX: [], MIN: []}
    pairs = 1
    for number, player in enumerate(graph.players):
        if player != CHANCE and graph.edges[number]:
            different = list({edge.to: edge for edge in graph.edges[number]}.values())
            choices[player].append(different)
            places[player].append(number)
            pairs *= len(different)
    if pairs > MOST_PAIRS or len(graph.states) > 40:
        raise TooLarge
    best: list[Fraction] = []
    for plan in itertools.product(*choices[MAX]):
        worst: list[Fraction] = []
        for reply in itertools.product(*choices[MIN]):
            fixed = dict(zip(places[MAX], plan, strict=True))
            fixed |= dict(zip(places[MIN], reply, strict=True))
            values = _chain(graph, fixed, Fraction(worth))
            worst = [min(pair) for pair in zip(worst or values, values, strict=True)]
        best = [max(pair) for pair in zip(best or worst, worst, strict=True)]
    return best


def _chain(graph: Graph, fixed: dict[int, Edge], worth: Fraction) -> list[Fraction]:
    """The values where nobody has a choice left; never to end is worth `worth`."""
    count = len(graph.states)
    moves: list[list[tuple[int, Fraction]]] = []
    values: list[Fraction | None] = []
    for number in range(count):
        first = _first(graph, number, worth)
        values.append(None if first is None else Fraction(first[0]) - worth)
        edges = [fixed[number]] if number in fixed else graph.edges[number]
        total = sum(edge.weight for edge in edges)
        moves.append([(edge.to, Fraction(edge.weight, total)) for edge in edges])
    ending = _can_end(moves, [n for n in range(count) if values[n] is not None])
    unknown = [n for n in range(count) if values[n] is None and n in ending]
    place = {number: row for row, number in enumerate(unknown)}
    rows: list[list[Fraction]] = []
    for number in unknown:
        row = [Fraction(0)] * (len(unknown) + 1)
        row[place[number]] += 1
        for to, share in moves[number]:
            if to in place:
                row[place[to]] -= share
            elif values[to] is not None:
                row[-1] += share * (values[to] or 0)
        rows.append(row)
    for number, value in zip(unknown, _solved(rows), strict=True):
        values[number] = value
    return [worth + (value or 0) for value in values]


def _can_end(moves: list[list[tuple[int, Fraction]]], ends: list[int]) -> set[int]:
    before: dict[int, list[int]] = {}
    for number, edges in enumerate(moves):
        for to, _ in edges:
            before.setdefault(to, []).append(number)
    found, todo = set(ends), deque(ends)
    while todo:
        for number in before.get(todo.popleft(), []):
            if number not in found:
                found.add(number)
                todo.append(number)
    return found


def _solved(rows: list[list[Fraction]]) -> list[Fraction]:
    """The solution of linear equations, one a row, by elimination."""
    for place in range(len(rows)):
        pivot = next(r for r in range(place, len(rows)) if rows[r][place] != 0)
        rows[place], rows[pivot] = rows[pivot], rows[place]
        scale = rows[place][place]
        rows[place] = [x / scale for x in rows[place]]
        for other in range(len(rows)):
            factor = rows[other][place]
            if other != place and factor:
                rows[other] = [
                    x - factor * y for x, y in zip(rows[other], rows[place], strict=True)
                ]
    return [row[-1] for row in rows]
