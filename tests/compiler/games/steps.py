"""Dice whose rolls are of another shape than the players' moves; pieces by their places."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Any, NamedTuple

from zermelo import CHANCE, MAX, Game


class Track(NamedTuple):
    """How far each has come."""

    mine: int
    yours: int
    player: int
    die: int | None
    turns: int


class Steps(Game[Track, Any]):
    """A roll is a number or a word; a move is a path of pairs, of any length, or "rest"."""

    def initial(self) -> Track:
        return Track(0, 0, MAX, None, 0)

    def to_move(self, state: Track) -> int:
        return CHANCE if state.die is None else state.player

    def outcomes(self, state: Track) -> Iterator[Any]:
        for roll in self.actions(state):
            yield roll, 1 if roll == "joker" else 2

    def actions(self, state: Track) -> Any:
        if state.die is None:
            return [1, 2, "joker"]
        moves: list[Any] = []
        for length in range(1, state.die + 1):
            moves.append(tuple((step, length) for step in range(length)))
        return moves if state.die < 3 else [*moves, "rest"]

    def result(self, state: Track, action: Any) -> Any:
        chance = state.die is None
        if chance and action == "joker":
            return state._replace(die=3)
        if chance:
            return state._replace(die=action)
        way = 0 if action == "rest" else sum(a + b for a, b in action)
        return self.moved(state, way, action)

    def moved(self, state: Track, way: int, action: Any) -> Track:
        bonus = 1 if action != "rest" and len(action) > 2 else 0
        mine, yours = state.mine + way + bonus, state.yours
        return Track(yours, mine, -state.player, None, state.turns + 1)

    def is_terminal(self, state: Track) -> bool:
        return state.turns == 3

    def utility(self, state: Track) -> int:
        return (state.mine - state.yours) * state.player


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"


class Duel(Game[Any, int]):
    """Pieces by their places, fewer with every move: the last one alive wins."""

    def initial(self) -> Any:
        board = {(row, row % 2): Colour.RED if row < 3 else Colour.BLUE for row in range(6)}
        return frozenset(board.items()), MAX

    def to_move(self, state: Any) -> int:
        return int(state[1])

    def actions(self, state: Any) -> list[int]:
        foe = Colour.BLUE if state[1] == MAX else Colour.RED
        return sorted(row for (row, _column), colour in state[0] if colour is foe)

    def result(self, state: Any, action: int) -> Any:
        left = [piece for piece in state[0] if piece[0][0] != action]
        return frozenset(left), -state[1]

    def is_terminal(self, state: Any) -> bool:
        return not self.actions(state)

    def utility(self, state: Any) -> int:
        return len(state[0]) * -int(state[1])
