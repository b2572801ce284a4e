"""Positions that are solved for good: the value and the distance of each, and what to play there.

A tablebase is one such table, in files; `small_table` makes one in memory, by plain Python.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from time import perf_counter, thread_time
from typing import Any, Final, Generic, NamedTuple

from zermelo.game import (
    CHANCE,
    MAX,
    Action,
    Game,
    State,
    Value,
    ZermeloError,
    last_player,
    provides,
)
from zermelo.history import came_back, checked
from zermelo.language import _
from zermelo.numbers import mean
from zermelo.search.errors import NotSolved
from zermelo.search.finding import Finding, MoveValue
from zermelo.solver.graph import Graph, TooLarge, components, explore, goes_round, weighted
from zermelo.solver.limits import Limits

TABLEBASE: Final = "tablebase"  # as the name of an algorithm
SOLVED: Final = "solved"  # the same, of what is in memory alone
LONGEST: Final = 1000  # moves of a line
SMALL: Final = 6000  # states: solved in a moment
MOMENT: Final = 1.0  # seconds of work; rules that are slower are not solved here


class NotInTable(ZermeloError):
    """A position that the table does not have."""


class Entry(NamedTuple):
    """The value of a position for MAX, and the plies to the end with best play; None: never.

    Games of chance have no distance either.
    """

    value: Value
    distance: int | None


class Move(NamedTuple):
    """A move with the value of what it leads to, and the plies to the end from there."""

    action: Any
    value: Value
    distance: int | None


def rank(worth: Entry | Move) -> tuple[Value, float]:
    """By which MAX prefers one to another: high values, soon if won and late if lost."""
    plies = math.inf if worth.distance is None else worth.distance
    return worth.value, -plies if worth.value > 0 else plies


class Lookup(ABC, Generic[State, Action]):
    """The values of all positions that can be reached from one."""

    algorithm = TABLEBASE
    game: Game[State, Action]
    goes_round = True  # or nobody has found out

    @abstractmethod
    def __getitem__(self, state: State) -> Entry:
        """What a position is worth; `NotInTable` where it is unknown."""

    def __contains__(self, state: State) -> bool:
        try:
            self[state]
        except NotInTable:
            return False
        return True

    def moves(self, state: State) -> list[Move]:
        """Every move of a position, the best for who is to move first; none where it is over."""
        game = self.game
        moves = [
            Move(action, *self[game.result(state, action)])
            for action, _weight in weighted(game, state)
        ]
        if moves and game.to_move(state) != CHANCE:
            moves.sort(key=rank, reverse=game.to_move(state) == MAX)
        return moves

    def best(self, state: State) -> list[Move]:
        """The moves that keep the value, and win as soon, or lose as late, as can be."""
        moves = self.moves(state)
        if not moves or self.game.to_move(state) == CHANCE:
            return []
        return [move for move in moves if rank(move) == rank(moves[0])]

    def line_of(self, state: State, action: Action, plies: int | None = None) -> tuple[Action, ...]:
        """What is played after an action, with best play of both sides; always to the end."""
        line, here = [action], self.game.result(state, action)
        while len(line) < LONGEST and self[here].distance is not None and (best := self.best(here)):
            line.append(best[0].action)
            here = self.game.result(here, best[0].action)
        return tuple(line)


def holds(table: Lookup[State, Any], state: State, history: Collection[State]) -> bool:
    """Whether a position is worth what the table says, those of `history` being draws.

    Whoever has the better of it needs only positions that are worth more, or as much and nearer to
    the end, and as many plies as the table says. A draw stays one.
    """
    if not table.goes_round or table.game.is_terminal(state):
        return True
    value, plies = table[state]
    counts = value and provides(table.game, "plies_left")
    if counts and (plies or 0) > table.game.plies_left(state):
        return False
    if table.game.repetition != "draw":
        return True
    sign = (value > 0) - (value < 0)
    for entry in (table[before] for before in history if before in table):
        nearer = plies is None or entry.distance is None or entry.distance < plies
        if sign and (sign * entry.value > sign * value or (entry.value == value and nearer)):
            return False
    return True


def finding(
    table: Lookup[State, Action], state: State, history: Iterable[State] = ()
) -> Finding[State, Action]:
    """What a search to the end of the game would find, with the value of every move.

    What the positions of the game before, `history`, may have changed is not called proven.
    """
    began, game = perf_counter(), table.game
    past = checked(game, history, state)
    if came_back(game, state, past):
        value = game.repeated(last_player(game, past))
        return Finding(
            table.algorithm, value, True, None, (), 0, 1, distance=0, about=(game, state)
        )
    entry, moves, best = table[state], table.moves(state), table.best(state)
    known = {move.action: move for move in moves}
    line = table.line_of(state, best[0].action) if best else ()
    return Finding(
        algorithm=table.algorithm,
        value=entry.value,
        proven=holds(table, state, past),
        action=line[0] if line else None,
        line=line,
        depth=entry.distance or 0,
        nodes=len(moves) + 1,
        seconds=perf_counter() - began,
        moves=tuple(
            _move_value(table, state, known[action], past)
            for action in (game.actions(state) if best else ())  # in the order of the rules
        ),
        distance=entry.distance,
        about=(game, state),
    )


def _move_value(
    table: Lookup[Any, Any], state: Any, move: Move, past: tuple[Any, ...]
) -> MoveValue[Any]:
    """A move; where that ends the game, the positions that it may come back to are draws."""
    game, child = table.game, table.game.result(state, move.action)
    before = (*past, state) if game.ends_by_repetition else ()
    if came_back(game, child, before):
        return MoveValue(move.action, game.repeated(game.to_move(state)), True)
    distance = None if move.distance is None else move.distance + 1
    return MoveValue(move.action, move.value, holds(table, child, before), distance)


# --- small games ---------------------------------------------------------------------------------


class SmallTable(Lookup[State, Action]):
    """The positions of a small game that does not go round, in memory."""

    goes_round = False

    algorithm = SOLVED

    def __init__(self, game: Game[State, Action], entries: dict[State, Entry]) -> None:
        self.game, self._entries = game, entries

    def __len__(self) -> int:
        return len(self._entries)

    def __getitem__(self, state: State) -> Entry:
        if state not in self._entries:
            words = _("{position} is not among the positions that were solved")
            raise NotInTable(words.format(position=self.game.format_state(state)))
        return self._entries[state]


def small_table(game: Game[State, Action], root: State) -> SmallTable[State, Action] | None:
    """All that can be reached from a position, solved; None: too much, or it goes round."""
    end = thread_time() + MOMENT
    limits = Limits(game, stop=lambda: thread_time() > end)
    try:
        graph = explore(game, root, limits, SMALL)
        real = game.has_chance or not all(end % 1 == 0 for end in graph.ends.values())
        entries: dict[int, Entry] = {}
        for component in components(range(len(graph.states)), graph.children.__getitem__, limits):
            if goes_round(component, graph.children.__getitem__):
                return None
            entries[component[0]] = _entry(graph, component[0], entries, real)
    except (TooLarge, NotSolved):
        return None
    return SmallTable(game, {graph.states[node]: entry for node, entry in entries.items()})


def _entry(graph: Graph[Any], node: int, known: dict[int, Entry], real: bool) -> Entry:
    """What a state is worth by what its children are."""
    if node in graph.ends:
        end = graph.ends[node]
        return Entry(end, None) if real else Entry(int(end), 0)
    below = [known[child] for child in graph.children[node]]
    if (weights := graph.weights[node]) is not None:
        return Entry(mean(zip(weights, (entry.value for entry in below), strict=True)), None)
    best = (max if graph.players[node] == MAX else min)(below, key=rank)
    return Entry(best.value, None if best.distance is None else best.distance + 1)
