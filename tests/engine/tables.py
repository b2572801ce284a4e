"""More rules that read all that varies from the state: tables, cells and long tuples in it."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import NamedTuple

from zermelo.game import MAX, Game, Repetition
from zermelo.tuples import replace

# --- tables in the state --------------------------------------------------------------------------

PLACES = 8


class Place(NamedTuple):
    """A place of a small table: two ways out of each, and what it is worth to end there."""

    ways: tuple[int, ...]  # 2 a place; a way to itself is none
    worth: tuple[int, ...]  # of each place
    left: int  # moves; below 0: no limit
    place: int
    player: int


class Table(Game[Place, int]):
    """Walk about a table of places; where no way leads on, it is over."""

    def __init__(
        self, seed: int, left: int = -1, scale: int = 1, repetition: Repetition | None = None
    ) -> None:
        dice = random.Random(seed)
        ways = tuple(dice.randrange(PLACES) for _ in range(2 * PLACES))
        worth = tuple(dice.randint(-3, 3) * scale for _ in range(PLACES))
        self.start = Place(ways, worth, left, dice.randrange(PLACES), MAX)
        self.repetition = repetition

    def initial(self) -> Place:
        return self.start

    def to_move(self, state: Place) -> int:
        return state.player

    def actions(self, state: Place) -> list[int]:
        if state.left == 0:
            return []
        return [way for way in range(2) if state.ways[2 * state.place + way] != state.place]

    def result(self, state: Place, action: int) -> Place:
        place = state.ways[2 * state.place + action]
        left = state.left - 1 if state.left > 0 else state.left
        return Place(state.ways, state.worth, left, place, -state.player)

    def is_terminal(self, state: Place) -> bool:
        here = state.place
        stuck = state.ways[2 * here] == here and state.ways[2 * here + 1] == here
        return state.left == 0 or stuck

    def utility(self, state: Place) -> int:
        return state.worth[state.place]


class TableBounds(Table):
    """With bounds and an estimate."""

    def bounds(self, state: Place) -> tuple[int, int]:
        return min(state.worth), max(state.worth)

    def evaluate(self, state: Place) -> int:
        return state.worth[state.place] // 2


# --- cells that are replaced ----------------------------------------------------------------------


class Ring(NamedTuple):
    """Stones on a ring: 1 MAX's, -1 MIN's."""

    cells: tuple[int, ...]
    player: int
    worth: int


class Stones(Game[Ring, int]):
    """Move a stone to either side; on a stone of the other's it takes it. The last stone wins.

    A player who cannot move passes the turn. The number of stones falls, or all can come back.
    """

    def __init__(self, seed: int, repetition: Repetition | None = None, worth: int = 1) -> None:
        dice = random.Random(seed)
        cells = [0, 0, 0, 0, 0]
        for stone in (1, -1, *dice.choices((1, -1), k=dice.randrange(2))):
            cells[dice.choice([i for i, cell in enumerate(cells) if cell == 0])] = stone
        self.start = Ring(tuple(cells), dice.choice((MAX, -MAX)), worth)
        self.repetition = repetition

    def initial(self) -> Ring:
        return self.start

    def to_move(self, state: Ring) -> int:
        return state.player

    def actions(self, state: Ring) -> Iterable[int]:
        if self.is_terminal(state):
            return
        count = 0
        for action in range(2 * len(state.cells)):
            if state.cells[action // 2] == state.player:
                to = (action // 2 + 2 * (action % 2) - 1) % len(state.cells)
                if state.cells[to] != state.player:
                    yield action
                    count += 1
        if count == 0:
            yield -1

    def result(self, state: Ring, action: int) -> Ring:
        if action < 0:
            return Ring(state.cells, -state.player, state.worth)
        to = (action // 2 + 2 * (action % 2) - 1) % len(state.cells)
        cells = replace(replace(state.cells, action // 2, 0), to, state.player)
        return Ring(cells, -state.player, state.worth)

    def is_terminal(self, state: Ring) -> bool:
        return max(state.cells) <= 0 or min(state.cells) >= 0

    def utility(self, state: Ring) -> int:
        return state.worth if max(state.cells) > 0 else -state.worth


class StonesTier(Stones):
    """With a tier, bounds and an estimate."""

    def tier(self, state: Ring) -> int:
        return sum(1 for cell in state.cells if cell == 0)

    def bounds(self, state: Ring) -> tuple[int, int]:
        return -state.worth, state.worth

    def evaluate(self, state: Ring) -> int:
        return sum(state.cells) * state.worth // 8


# --- states of many words -------------------------------------------------------------------------


class Long(NamedTuple):
    """A node, with a hundred cells besides that do not matter."""

    cells: tuple[int, ...]
    coins: int
    most: int
    hands: int
    player: int


class Hands(Game[Long, int]):
    """Take 1 to `most` coins with any of `hands` hands; who takes the last one wins."""

    def __init__(self, coins: int, most: int, hands: int) -> None:
        self.start = Long((0,) * 100, coins, most, hands, MAX)

    def initial(self) -> Long:
        return self.start

    def to_move(self, state: Long) -> int:
        return state.player

    def actions(self, state: Long) -> range:
        return range(0, state.hands * min(state.most, state.coins))

    def result(self, state: Long, action: int) -> Long:
        coins = state.coins - 1 - action // state.hands
        cells = replace(state.cells, coins % 2, coins % 3)
        return Long(cells, coins, state.most, state.hands, -state.player)

    def is_terminal(self, state: Long) -> bool:
        return state.coins == 0

    def utility(self, state: Long) -> int:
        return -state.player
