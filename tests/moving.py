"""A game whose pieces move: steps, captures, hops over several cells, and promotions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from zermelo import MAX, MIN, Game

Cell: TypeAlias = tuple[int, int]

SIZE = 5
MEN = {MAX: "w", MIN: "b"}
RANKS = {"Q": "queen", "N": "knight"}


class Camp(NamedTuple):
    rows: tuple[str, ...]
    player: int


class March(NamedTuple):
    path: tuple[Cell, ...]
    rank: str = ""


class Skirmish(Game[Camp, March]):
    """Men step ahead, take aslant, or hop ahead over men, again and again if they like.

    Who comes to the far row becomes a queen or a knight there, and wins.
    """

    def initial(self) -> Camp:
        return Camp(("bb.b.", ".bb..", "w....", "..w..", "..ww."), MAX)

    def to_move(self, state: Camp) -> int:
        return state.player

    def actions(self, state: Camp) -> Iterator[March]:
        if self.is_terminal(state):
            return
        for row in range(SIZE):
            for column in range(SIZE):
                if state.rows[row][column] == MEN[state.player]:
                    for path in self.paths(state, (row, column)):
                        ranks = RANKS if path[-1][0] in (0, SIZE - 1) else ("",)
                        yield from (March(path, rank) for rank in ranks)

    def paths(self, state: Camp, cell: Cell) -> Iterator[tuple[Cell, ...]]:
        (row, column), ahead = cell, -state.player
        if self.at(state, row + ahead, column) == ".":
            yield cell, (row + ahead, column)
        for side in (-1, 1):
            if self.at(state, row + ahead, column + side) == MEN[-state.player]:
                yield cell, (row + ahead, column + side)
        yield from self.hops(state, (cell,))

    def hops(self, state: Camp, path: tuple[Cell, ...]) -> Iterator[tuple[Cell, ...]]:
        (row, column), ahead = path[-1], -state.player
        over = self.at(state, row + ahead, column) in ("b", "w")
        if over and self.at(state, row + 2 * ahead, column) == ".":
            further = (*path, (row + 2 * ahead, column))
            yield further
            yield from self.hops(state, further)

    def at(self, state: Camp, row: int, column: int) -> str:
        return state.rows[row][column] if 0 <= row < SIZE and 0 <= column < SIZE else "#"

    def result(self, state: Camp, action: March) -> Camp:
        rows = [list(row) for row in state.rows]
        (a, b), (c, d) = action.path[0], action.path[-1]
        rows[a][b], rows[c][d] = ".", MEN[state.player]
        return Camp(tuple("".join(row) for row in rows), -state.player)

    def is_terminal(self, state: Camp) -> bool:
        return "w" in state.rows[0] or "b" in state.rows[-1] or not self.can_move(state)

    def can_move(self, state: Camp) -> bool:
        cells = ((row, column) for row in range(SIZE) for column in range(SIZE))
        mine = (cell for cell in cells if self.at(state, *cell) == MEN[state.player])
        return any(True for cell in mine for _path in self.paths(state, cell))

    def utility(self, state: Camp) -> int:
        return -state.player

    # --- notation ------------------------------------------------------------------------------

    def route(self, state: Camp, action: March) -> tuple[str, ...]:
        return tuple(f"{'abcde'[column]}{row + 1}" for row, column in action.path)

    def format_action(self, state: Camp, action: March) -> str:
        return "-".join(self.route(state, action)) + (f"={action.rank}" if action.rank else "")
