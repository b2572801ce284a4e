"""Capture the fleet: both players fire at the same sea, and everybody sees the ships.

A shot has to be in the row or the column of the shot before. A hit is worth a point, sinking a ship
as many points more as it is long, and whoever sinks one fires again.
"""
from __future__ import annotations

from typing import NamedTuple

from zermelo import MAX, Game

Cell = tuple[int, int]

# the ships of each size of sea; they are of different lengths
FLEETS: dict[int, list[list[Cell]]] = {
    2: [[(0, 0)]],
    3: [[(0, 0), (0, 1)], [(2, 2)]],
    4: [[(0, 0), (0, 1), (0, 2)], [(2, 1), (3, 1)], [(1, 3)]],
    5: [[(0, 0), (1, 0), (2, 0)], [(2, 2), (2, 3)], [(4, 1), (4, 2)], [(0, 4)]],
}


class Sea(NamedTuple):
    shots: tuple[tuple[bool, ...], ...]
    last: Cell | None
    player: int
    lead: int


class Fleet(Game[Sea, Cell]):
    """Capture the fleet on a square sea."""

    def __init__(self, size: int = 4) -> None:
        if size not in FLEETS:
            raise ValueError(f"no fleet for a sea of {size}")
        self.size = size
        self.ships = FLEETS[size]

    def initial(self) -> Sea:
        return Sea(tuple(tuple([False] * self.size) for _ in range(self.size)), None, MAX, 0)

    def to_move(self, state: Sea) -> int:
        return state.player

    def is_sunk(self, ship: list[Cell], shots) -> bool:
        return all(shots[r][c] for r, c in ship)

    def ship_at(self, cell: Cell) -> list[Cell]:
        for ship in self.ships:
            if cell in ship:
                return ship
        return []

    def free(self, state: Sea) -> list[Cell]:
        return [
            (r, c)
            for r, row in enumerate(state.shots)
            for c, shot in enumerate(row)
            if not shot and (state.last is None or r == state.last[0] or c == state.last[1])
        ]

    def actions(self, state: Sea) -> list[Cell]:
        if self.is_terminal(state):
            return []
        return self.free(state)

    def result(self, state: Sea, action: Cell) -> Sea:
        r, c = action
        row = state.shots[r]
        row = row[:c] + (True,) + row[c + 1:]
        shots = state.shots[:r] + (row,) + state.shots[r + 1:]
        points = 0
        player = -state.player
        ship = self.ship_at(action)
        if ship:
            points += 1
            if self.is_sunk(ship, shots):
                points += len(ship)
                player = state.player
        return Sea(shots, action, player, state.lead + points * state.player)

    def is_terminal(self, state: Sea) -> bool:
        if all(self.is_sunk(ship, state.shots) for ship in self.ships):
            return True
        return not self.free(state)

    def utility(self, state: Sea) -> int:
        return state.lead

    def left(self, state: Sea) -> int:
        """The points that can still be won."""
        total = 0
        for ship in self.ships:
            open_cells = [cell for cell in ship if not state.shots[cell[0]][cell[1]]]
            if open_cells:
                total += len(open_cells) + len(ship)
        return total

    def bounds(self, state: Sea) -> tuple[int, int]:
        left = self.left(state)
        return state.lead - left, state.lead + left

    def evaluate(self, state: Sea) -> float:
        in_reach = sum(1 for cell in self.free(state) if self.ship_at(cell))
        return state.lead + state.player * min(0.25 * in_reach, 0.5)

    def format_action(self, state: Sea, action: Cell) -> str:
        return f"{'abcdefgh'[action[1]]}{action[0] + 1}"
