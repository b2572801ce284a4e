"""The forms of a board in a state, all of which say the same, and what is no board."""

from __future__ import annotations

from enum import Enum
from typing import Any

import pytest

import zermelo as z
from tests.games.drawing import painted, walk
from tests.grid.examples import Row, cells_of
from tests.long import some
from zermelo.game import MAX, MIN, NotationError
from zermelo.grid.forms import NoGrid, sizes
from zermelo.grid.forms import read as read_form
from zermelo.grid.layout import Layout


class Flat(Row):
    """A flat tuple."""

    def start(self) -> Any:
        return (0,) * 9

    def look(self, board: Any, cell: int) -> int:
        return int(board[cell])

    def put(self, board: Any, cell: int, player: Any) -> Any:
        return (*board[:cell], player, *board[cell + 1 :])


class Text(Flat):
    """A string."""

    def start(self) -> Any:
        return "." * 9

    def look(self, board: Any, cell: int) -> int:
        return {"x": MAX, "o": MIN, ".": 0}[board[cell]]

    def put(self, board: Any, cell: int, player: int) -> Any:
        return board[:cell] + ("x" if player == MAX else "o") + board[cell + 1 :]


class Rows(Text):
    """A tuple of strings."""

    def start(self) -> Any:
        return ("...",) * 3

    def look(self, board: Any, cell: int) -> int:
        return super().look("".join(board), cell)

    def put(self, board: Any, cell: int, player: int) -> Any:
        text = super().put("".join(board), cell, player)
        return (text[:3], text[3:6], text[6:])


class Items(Row):
    """The items of a dict, in a frozenset."""

    def start(self) -> Any:
        return frozenset()

    def look(self, board: Any, cell: int) -> int:
        return int(dict(board).get(divmod(cell, 3), 0))

    def put(self, board: Any, cell: int, player: int) -> Any:
        return board | {(divmod(cell, 3), player)}


class Codes(Flat):
    """Empty cells are -1, and the players 0 and 1."""

    def start(self) -> Any:
        return (-1,) * 9

    def look(self, board: Any, cell: int) -> int:
        return {-1: 0, 0: MAX, 1: MIN}[board[cell]]

    def put(self, board: Any, cell: int, player: int) -> Any:
        return super().put(board, cell, 0 if player == MAX else 1)


class Sign(Enum):
    """What stands on a cell."""

    EMPTY = "empty"
    CROSS = "x"
    NOUGHT = "o"


class Signs(Flat):
    """Members of an `Enum`."""

    def start(self) -> Any:
        return (Sign.EMPTY,) * 9

    def look(self, board: Any, cell: int) -> int:
        return {Sign.EMPTY: 0, Sign.CROSS: MAX, Sign.NOUGHT: MIN}[board[cell]]

    def put(self, board: Any, cell: int, player: int) -> Any:
        return super().put(board, cell, Sign.CROSS if player == MAX else Sign.NOUGHT)


class Bits(Row):
    """The stones of both in bits, which a rule `cells` tells; a row has a bit more than cells."""

    def start(self) -> Any:
        return (0, 0)

    def look(self, board: Any, cell: int) -> int:
        bit = 1 << (cell // 3 * 4 + cell % 3)
        return int(board[0] & bit != 0) - int(board[1] & bit != 0)

    def put(self, board: Any, cell: int, player: int) -> Any:
        bit = 1 << (cell // 3 * 4 + cell % 3)
        return (board[0] | bit, board[1]) if player == MAX else (board[0], board[1] | bit)

    def cells(self, state: Any) -> Any:
        return [
            [self.look(state.board, 3 * row + column) for column in range(3)] for row in range(3)
        ]

    def actions(self, state: Any) -> list[Any]:
        return [1 << (cell // 3 * 4 + cell % 3) for cell in super().actions(state)]

    def result(self, state: Any, action: Any) -> Any:
        row, column = divmod(action.bit_length() - 1, 4)
        return super().result(state, 3 * row + column)


class Pairs(Row):
    """Actions are (x, y)."""

    def actions(self, state: Any) -> list[Any]:
        return [(cell % 3, cell // 3) for cell in super().actions(state)]

    def result(self, state: Any, action: Any) -> Any:
        return super().result(state, 3 * action[1] + action[0])


FORMS = [Row, Flat, Text, Rows, Items, Codes, Signs, Bits, Pairs]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_says_the_same(form: type[Row]) -> None:
    game = form()
    state = game.initial()
    for text in ("b2", "a1", "c1"):
        state = game.result(state, game.parse_action(state, text))
    assert game.draw(state) == "    a b c\n  1 o · x\n  2 · x ·\n  3 · · ·"
    moves = {"b1", "a2", "c2", "a3", "b3", "c3"}
    assert {game.format_action(state, action) for action in game.actions(state)} == moves
    assert {game.route(state, action) for action in game.actions(state)} == {(m,) for m in moves}
    drawing = game.draw_svg(state, next(iter(game.actions(game.initial()))))
    assert cells_of(drawing) == [f"{c}{r}" for r in (1, 2, 3) for c in "abc"]
    assert len(painted(drawing, "mark-last")) == 1
    assert game.locate("b2") == Layout(3, 3).centre((1, 1))
    if form is not Bits:  # whose state nobody can make from its cells
        assert game.format_state(state) == "o.x/.x./... min"
        assert game.parse_state("o.x/.x./... min") == state
    assert z.check_game(game, games=5, states=100) == []


@pytest.mark.parametrize("seeds", some([range(10), range(10, 100)], 1))
@pytest.mark.parametrize("form", [each for each in FORMS if each is not Bits])
def test_positions_are_read_as_they_are_written(form: type[Row], seeds: range) -> None:
    game = form()
    for state, _last in (step for seed in seeds for step in walk(game, seed)):
        assert game.parse_state(game.format_state(state)) == state


@pytest.mark.parametrize(
    "text", ["", "x", "xo./.../... me", "xo/.../... max", "xq./.../... max", "xo./.../...", "a b c"]
)
def test_what_is_no_position_is_refused_in_a_line(text: str) -> None:
    with pytest.raises(
        NotationError, match=r"^'.*' is no position of row; write it like \.\.\./"
    ) as e:
        Row().parse_state(text)
    assert "\n" not in str(e.value)


@pytest.mark.parametrize(
    "value", [None, 3, ("xo", "x"), "abcdefgh", (), ((1, 2), 3), {"a": 1}, [[0] * 60] * 60]
)
def test_what_is_no_board(value: Any) -> None:
    with pytest.raises(NoGrid) as error:
        read_form(value, (None, None))
    assert "\n" not in str(error.value)


def test_the_width_of_a_flat_board_is_an_attribute() -> None:
    class Wide:
        columns, rows = 4, 2

    layout, cells = read_form("abcdefgh", sizes(Wide()))
    assert (layout.rows, layout.columns, cells[1, 3]) == (2, 4, "h")
