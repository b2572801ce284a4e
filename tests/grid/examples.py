"""Games on grids for several tests, and the cells that a drawing names."""

from __future__ import annotations

from typing import Any, NamedTuple
from xml.etree import ElementTree

from tests.games.drawing import SVG
from zermelo import grid
from zermelo.game import MAX, MIN, Game, MultiplayerGame


def cells_of(drawing: str) -> list[str]:
    """The cells that a drawing names."""
    groups = ElementTree.fromstring(drawing).iter(f"{SVG}g")
    return [each.attrib["data-cell"] for each in groups if "data-cell" in each.attrib]


class Played(NamedTuple):
    """A board in whatever form, and who is to move."""

    board: Any
    player: Any


class Row(Game[Any, Any]):
    """Three in a row in the form that a subclass chooses: `write` and `look`."""

    size = 3

    def start(self) -> Any:
        return ((0,) * 3,) * 3

    def look(self, board: Any, cell: int) -> int:
        return int(board[cell // 3][cell % 3])

    def put(self, board: Any, cell: int, player: int) -> Any:
        rows = [list(row) for row in board]
        rows[cell // 3][cell % 3] = player
        return tuple(map(tuple, rows))

    def initial(self) -> Any:
        return Played(self.start(), MAX)

    def to_move(self, state: Any) -> int:
        return int(state.player)

    def actions(self, state: Any) -> list[Any]:
        if self.is_terminal(state):
            return []
        return [cell for cell in range(9) if self.look(state.board, cell) == 0]

    def result(self, state: Any, action: Any) -> Any:
        return Played(self.put(state.board, action, state.player), -state.player)

    def is_terminal(self, state: Any) -> bool:
        return self.utility(state) != 0 or all(self.look(state.board, c) for c in range(9))

    def utility(self, state: Any) -> int:
        for line in grid.lines(3, 3, 3):
            total = sum(self.look(state.board, cell) for cell in line)
            if abs(total) == 3:
                return total // 3
        return 0


class Still(Game[Any, Any]):
    """A board that nobody plays on."""

    def __init__(self, board: Any) -> None:
        self.board = board

    def cells(self, state: Any) -> Any:
        return self.board

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return MAX if state % 2 == 0 else MIN

    def actions(self, state: int) -> list[str]:
        return ["wait"] if state < 3 else []

    def result(self, state: int, action: str) -> int:
        return state + 1

    def is_terminal(self, state: int) -> bool:
        return state == 3

    def utility(self, state: int) -> int:
        return 0


class Three(MultiplayerGame[Any, Any]):
    """Three players fill a board."""

    size = 3

    def initial(self) -> Any:
        return ("...", "...", "...")

    def filled(self, state: Any) -> int:
        return 9 - "".join(state).count(".")

    def to_move(self, state: Any) -> int:
        return self.filled(state) % 3

    def actions(self, state: Any) -> list[tuple[int, int]]:
        return [(r, c) for r in range(3) for c in range(3) if state[r][c] == "."]

    def result(self, state: Any, action: tuple[int, int]) -> Any:
        row, column = action
        line = state[row][:column] + "rgb"[self.to_move(state)] + state[row][column + 1 :]
        return (*state[:row], line, *state[row + 1 :])

    def is_terminal(self, state: Any) -> bool:
        return self.filled(state) == 9

    def utility(self, state: Any) -> Any:
        return (1, 2, 3)
