"""The game that all programs play, and the table in which they stand.

`Row` itself is written with little: each program overrides a rule or two of it, with one construct
of Python in them, and means the same. So whatever is wrong with a program is due to its construct.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, TypeVar

from zermelo import MAX, Game
from zermelo.tuples import replace


class Line(NamedTuple):
    """A row of cells, each 0 or the player who marked it, and who is to move."""

    cells: tuple[int, ...]
    player: int


class Row(Game[Line, int]):
    """Players mark the cells of a row in turn; a pair of neighbours alike is a point."""

    def __init__(self, n: int = 4) -> None:
        self.n = n

    def initial(self) -> Line:
        return Line((0,) * self.n, MAX)

    def to_move(self, state: Line) -> int:
        return state.player

    def actions(self, state: Line) -> Iterable[int]:
        for i in range(self.n):
            if state.cells[i] == 0:
                yield i

    def result(self, state: Line, action: int) -> Line:
        return Line(replace(state.cells, action, state.player), -state.player)

    def is_terminal(self, state: Line) -> bool:
        for cell in state.cells:
            if cell == 0:
                return False
        return True

    def utility(self, state: Line) -> int:
        score = 0
        for i in range(self.n - 1):
            if state.cells[i] == state.cells[i + 1]:
                score += state.cells[i]
        return score


class Program(NamedTuple):
    """A game with one construct in its rules.

    `refused`: why it must not be compiled, where it must not.
    """

    construct: str
    kind: type[Game[Any, Any]]
    refused: str

    @property
    def game(self) -> Game[Any, Any]:
        """The game, with its own parameters."""
        return self.kind()

    @property
    def is_row(self) -> bool:
        """Whether its states and actions are those of `Row`, so that each rule can be compared."""
        row, game = Row(), self.game
        first = row.initial()
        return game.initial() == first and list(game.actions(first)) == list(row.actions(first))

    def __str__(self) -> str:
        """A name for a test."""
        return self.construct.replace(" ", "-")


PROGRAMS: Final[list[Program]] = []

Kind = TypeVar("Kind", bound=type[Game[Any, Any]])


def construct(name: str, *, refused: str = "") -> Callable[[Kind], Kind]:
    """Enters a game under the name of its construct."""

    def enter(kind: Kind) -> Kind:
        assert all(program.construct != name for program in PROGRAMS), name
        PROGRAMS.append(Program(name, kind, refused))
        return kind

    return enter
