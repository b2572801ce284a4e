"""Functions that make a list of moves, in many ways: a search may take them one by one."""

from __future__ import annotations

from tests.compiler.games.filled import Row
from zermelo import MAX, Game


class Appended(Game[Row, int]):
    """A cell is filled with 1 or 2; who fills the last one gets the sum."""

    def initial(self) -> Row:
        return Row((0,) * 5, MAX)

    def to_move(self, state: Row) -> int:
        return state.player

    def actions(self, state: Row) -> list[int]:
        moves = []
        for cell in range(5):
            if state.cells[cell]:
                continue
            moves.append(cell)
            if cell % 2:
                moves.append(cell + 10)
        return moves

    def result(self, state: Row, action: int) -> Row:
        cells = list(state.cells)
        cells[action % 10] = 1 + action // 10
        return Row(tuple(cells), -state.player)

    def is_terminal(self, state: Row) -> bool:
        return 0 not in state.cells

    def utility(self, state: Row) -> int:
        return -state.player * sum(cell * (place + 1) for place, cell in enumerate(state.cells))


class Comprehended(Appended):
    """The variable of the comprehension is called as a parameter is."""

    def actions(self, state: Row) -> list[int]:
        if state.cells[0]:
            return [state for state, cell in enumerate(state.cells) if not cell if state < 9]
        return [10 * two + cell for two in (0, 1) for cell in range(5) if not state.cells[cell]]


class Extended(Appended):
    """Several at a time, and none at all in between."""

    def actions(self, state: Row) -> list[int]:
        moves: list[int] = []
        if self.is_terminal(state):
            return []
        moves.extend(cell for cell in (1, 3) if not state.cells[cell])
        moves += [cell for cell in (0, 2, 4) if state.cells[cell] == 0]
        return moves


class Begun(Appended):
    """A list that is made anew: what it had before is lost."""

    def actions(self, state: Row) -> list[int]:
        moves = []
        moves.append(99)
        moves = []
        for cell in range(5):
            if not state.cells[cell]:
                moves.append(cell)
        return moves


class Asked(Appended):
    """Whoever makes the list looks at it, or changes it in another way."""

    def actions(self, state: Row) -> list[int]:
        moves = []
        for cell in range(5):
            if not state.cells[cell] and cell not in moves:
                moves.append(cell)
        if not moves:
            return moves
        moves.reverse()
        return moves


class Several(Appended):
    """One list or another."""

    def actions(self, state: Row) -> list[int]:
        low: list[int] = []
        high: list[int] = []
        for cell in range(5):
            if not state.cells[cell]:
                (low if cell < 2 else high).append(cell)
        return high or low


class Shared(Appended):
    """Another rule wants the list too."""

    def is_terminal(self, state: Row) -> bool:
        return not self.actions(state)


class Helped(Appended):
    """The list is made inside a loop, and by another method."""

    def free(self, state: Row) -> list[int]:
        found = []
        for cell in range(5):
            if not state.cells[cell]:
                found.append(cell)
        return found

    def actions(self, state: Row) -> list[int]:
        for _attempt in range(2):
            moves = []
            for cell in self.free(state):
                moves.append(cell)
        return moves
