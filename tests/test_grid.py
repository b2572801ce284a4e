"""Boards that games have for free: where they are found, what they say, and helpers for rules."""

from __future__ import annotations

import importlib.util
import inspect
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
import resvg_py
from hypothesis import given
from hypothesis import strategies as st

import zermelo as z
from tests import boards
from tests.compiler import natural
from tests.games.drawing import SVG, painted, read, walk
from zermelo import grid
from zermelo.compiler.rules import compile
from zermelo.engine import plain
from zermelo.game import MAX, MIN, Game, MultiplayerGame, NotationError
from zermelo.grid.forms import NoGrid, sizes
from zermelo.grid.forms import read as read_form
from zermelo.grid.layout import Layout
from zermelo.grid.pieces import GLYPHS, Piece
from zermelo.grid.study import studied
from zermelo.search.perft import perft
from zermelo.templates.grid_dice import NewGame
from zermelo.web.positions import moves_of

# What is on no grid: pits in a ring, tracks, hands of cards, lines between dots.
NO_BOARD = ("backgammon", "dots", "kalah", "oware", "quoridor_generators", "race", "sim", "whist")


@cache
def of_people(file: str) -> Game[Any, Any]:
    """The game of a file, as it comes."""
    module = importlib.import_module(f"{FILES[file]}.{file}")
    kinds = (each for each in vars(module).values() if inspect.isclass(each))
    (kind,) = (k for k in kinds if issubclass(k, Game) and k.__module__ == module.__name__)
    found: Game[Any, Any] = kind()
    return found


def cells_of(drawing: str) -> list[str]:
    """The cells that a drawing names."""
    groups = ElementTree.fromstring(drawing).iter(f"{SVG}g")
    return [each.attrib["data-cell"] for each in groups if "data-cell" in each.attrib]


FILES = {
    file.stem: folder.__name__
    for folder in (natural, boards)
    for file in sorted(Path(str(folder.__file__)).parent.glob("[a-z]*.py"))
}


@pytest.mark.parametrize("file", FILES)
def test_whatever_people_write_on_a_grid_has_a_board(file: str) -> None:
    game = of_people(file)
    assert (studied(game) is None) == (file in NO_BOARD)
    for state, last in walk(game, 3, 12):
        drawing = game.draw_svg(state, last)
        assert resvg_py.svg_to_bytes(svg_string=drawing)
        if file in NO_BOARD:
            assert cells_of(drawing) == []
            continue
        read(drawing)
        cells = cells_of(drawing)
        assert len(cells) == len(set(cells)) == drawing.count('class="hit"')
        for move in [] if game.is_terminal(state) else moves_of(game, state):
            assert set(move["route"]) <= set(cells)
            assert move["route"] or move["move"] in ("pass", "-1") or file == "quarto"


@pytest.mark.parametrize(
    ("file", "route"),
    [
        ("breakthrough", ["a2", "a3"]),  # numbered from the bottom, as the author numbers them
        ("checkers", ["b5", "a4"]),
        ("connect3", ["a4"]),  # a column: where the disc falls to
        ("draughts", ["a6", "b5"]),
        ("gomoku", ["a1"]),
        ("hexapawn", ["a3", "a2"]),
        ("hex_floodfill", ["a1"]),
        ("isolation", ["a1", "a2"]),
        ("konane", ["a4"]),
    ],
)
def test_where_the_first_move_goes(file: str, route: list[str]) -> None:
    game = of_people(file)
    state = game.initial()
    routes = [move["route"] for move in moves_of(game, state)]
    assert routes[0] == route or file == "isolation"
    assert {len(each) for each in routes} == {len(route)} or file == "isolation"


def test_men_that_another_part_of_the_state_places() -> None:
    game = of_people("isolation")
    state = game.initial()
    assert game.draw(state).splitlines()[1] == "  1 x · · ·"
    state = game.result(state, next(iter(game.actions(state))))
    assert "#" in game.draw(state).splitlines()[1]


# --- forms of boards, all of which say the same --------------------------------------------------


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


@pytest.mark.parametrize("form", [each for each in FORMS if each is not Bits])
@given(seed=st.integers(0, 99))
def test_positions_are_read_as_they_are_written(form: type[Row], seed: int) -> None:
    game = form()
    for state, _last in walk(game, seed):
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


# --- what is no board, and what changes ----------------------------------------------------------


class Ragged(Row):
    """A row has a cell too few."""

    def cells(self, state: Any) -> Any:
        return ["xo.", "xo", "..."]


class Growing(Row):
    """The board has a row more with every move."""

    def cells(self, state: Any) -> Any:
        return [*map(list, state.board), *([[0] * 3] * sum(map(bool, sum(state.board, ()))))]


class Elsewhere(Row):
    """Names a cell that is not there."""

    def route(self, state: Any, action: Any) -> tuple[str, ...]:
        return ("k9",)


class Nothing(Row):
    """Its `cells` are no board at all."""

    def cells(self, state: Any) -> Any:
        return None


class Failing(Row):
    """Its `cells` fail."""

    def cells(self, state: Any) -> Any:
        raise KeyError("board")


class Mine(Row):
    """Has an attribute and a method of such names for itself."""

    def __init__(self) -> None:
        self.cells = {1, 2, 3}

    def route(self) -> list[int]:  # type: ignore[override]
        return [1]


@pytest.mark.parametrize(
    ("form", "said"),
    [
        (Ragged, "cells gives a board, of one size: a row of 3 cells, and one of 2"),
        (Growing, "cells gives a board, of one size: 4 rows of 3, and 3 of 3 at the beginning"),
        (Elsewhere, "route gives names of cells, such as ('e2', 'e4'): ('k9',)"),
        (Nothing, "cells gives a board, of one size: not rows"),
        (Failing, "cells raises no error: KeyError: 'board'"),
    ],
)
def test_a_wrong_board_is_noted_in_a_line_and_never_blank(form: type[Row], said: str) -> None:
    game = form()
    found = [str(broken) for broken in z.check_game(game, games=2, states=20)]
    assert len(found) == 1
    assert "\n" not in found[0]
    assert said.partition(": ")[0] in found[0]
    assert said.partition(": ")[2] in found[0]
    for state, last in walk(game, 1):
        drawing = game.draw_svg(state, last)
        assert len(painted(drawing, "ink")) or cells_of(drawing)
        assert game.draw(state)
        for action in game.actions(state):
            assert game.format_action(state, action)


def test_names_of_the_authors_own_are_theirs() -> None:
    game = Mine()
    assert z.check_game(game, games=2, states=20) == []
    assert cells_of(game.draw_svg(game.initial()))
    assert moves_of_names(game) == {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"}


def moves_of_names(game: Game[Any, Any]) -> set[str]:
    state = game.initial()
    return {game.format_action(state, action) for action in game.actions(state)}


class Shrinking(Game[Any, Any]):
    """Takes a cell from the end of a tuple, nine at first."""

    def initial(self) -> Any:
        return (1,) * 9

    def to_move(self, state: Any) -> int:
        return MAX if len(state) % 2 else MIN

    def actions(self, state: Any) -> list[int]:
        return [1] if state else []

    def result(self, state: Any, action: int) -> Any:
        return state[:-1]

    def is_terminal(self, state: Any) -> bool:
        return not state

    def utility(self, state: Any) -> int:
        return 1


def test_a_sequence_that_changes_its_length_is_no_board() -> None:
    game = Shrinking()
    assert studied(game) is None
    assert game.draw(game.initial()) == str((1,) * 9)
    assert cells_of(game.draw_svg(game.initial())) == []


def test_a_game_goes_when_nobody_has_it() -> None:
    import gc
    import weakref

    game = Row()
    game.draw_svg(game.initial())
    gone = weakref.ref(game)
    del game
    gc.collect()
    assert gone() is None


def test_a_state_unlike_those_that_were_seen_is_a_plain_card() -> None:
    game = Row()
    odd = Played((("x",),), (1, 2))
    assert game.format_state(odd) == str(odd)
    assert game.draw(odd) == str(odd)
    assert cells_of(game.draw_svg(odd)) == []
    assert game.route(odd, 3) == ()


# --- pieces, hexagons, several players -----------------------------------------------------------


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


@pytest.mark.parametrize(
    ("board", "looks"),
    [
        (["rnk", "...", "RNK"], ["rook", "knight", "king"]),
        (["Pp.", ".p.", "..P"], ["pawn"]),
        (["x.o", ".o.", "x.x"], ["cross", "ring"]),
        (["b.w", ".w.", "b.b"], ["stone"]),
        ([[1, 0, -1], [2, 0, -2], [0, 0, 0]], ["disc", "crowned"]),
        ([[1, 2, 0], [0, 2, 0], [1, 0, 0]], ["disc"]),
        ([[2, 4, 0], [8, 1024, 0], [2, 2, 2]], ["text"]),
        ([[True, False], [False, False]], ["wall"]),
        (["Lg.", ".E.", "l.G"], ["text"]),
        (["h..", ".F.", "h.h"], ["text"]),
        (["h.h", ".H.", "f.F"], ["crowned", "text"]),
        ([["lion", None], [None, "hen"]], ["text"]),
        ([[Piece("Q", "queen", MIN), None], [None, None]], ["queen"]),
    ],
)
def test_what_values_mean(board: Any, looks: list[str]) -> None:
    game = Still(board)
    study = studied(game)
    assert study
    found = [piece.look for piece in study.pieces(0).values() if piece]
    assert sorted(set(found)) == sorted(looks)
    drawing = game.draw_svg(0)
    read(drawing)
    assert resvg_py.svg_to_bytes(svg_string=drawing)
    assert [len(line) for line in game.draw(0).splitlines()]


@pytest.mark.parametrize("look", GLYPHS)
def test_each_glyph_stays_in_its_cell(look: str) -> None:
    for owner in (MAX, MIN):
        drawing = Layout(1, 1).picture("", Piece("x", look, owner).draw(12 + 10, 12 + 10))
        (path, *_) = painted(drawing, "light" if owner == MAX else "dark")
        numbers = [
            float(n)
            for n in path["d"].replace("M", " ").replace("L", " ").replace("Z", " ").split()
        ]
        assert min(numbers) > 10
        assert max(numbers) < 34


def test_hexagons() -> None:
    game = Still(grid.Board([[1, 0, 0], [0, -1, 0], [0, 0, 1]], hexagonal=True))
    drawing = game.draw_svg(0)
    polygons = [
        e for e in ElementTree.fromstring(drawing).iter(f"{SVG}polygon") if e.get("class") == "hit"
    ]
    assert len(polygons) == len(cells_of(drawing)) == 9
    layout = Layout(3, 3, hexagonal=True)
    middles = [layout.centre(cell) for cell in layout.cells()]
    near = {
        (a, b)
        for a, (x, y) in enumerate(middles)
        for b, (x2, y2) in enumerate(middles)
        if a != b and (x - x2) ** 2 + (y - y2) ** 2 < 1.1 * 24**2
    }
    neighbours = grid.steps(3, 3, grid.HEXAGONAL)
    assert near == {(a, b) for a, others in enumerate(neighbours) for b in others}
    for image in grid.symmetries(3, 3, hexagonal=True):
        assert {(image[a], image[b]) for a, b in near} == near
    assert len(grid.symmetries(3, 3, hexagonal=True)) == 3


class Flower(Game[Any, int]):
    """Seven hexagons, which their author has numbered; each in turn puts a stone."""

    petals = ((1, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 0), (2, 1))

    def initial(self) -> Any:
        return (0,) * 7

    def to_move(self, state: Any) -> int:
        return MIN if sum(map(abs, state)) % 2 else MAX

    def actions(self, state: Any) -> list[int]:
        return [number for number, stone in enumerate(state) if stone == 0]

    def result(self, state: Any, action: int) -> Any:
        return (*state[:action], self.to_move(state), *state[action + 1 :])

    def is_terminal(self, state: Any) -> bool:
        return 0 not in state

    def utility(self, state: Any) -> int:
        return int(state[3])

    def cells(self, state: Any) -> grid.Board:
        return grid.Board(dict(zip(self.petals, state, strict=True)), hexagonal=True)


def test_a_board_of_any_shape_has_the_cells_that_its_author_names() -> None:
    game = Flower()
    state = game.result(game.initial(), 1)
    drawing = game.draw_svg(state)
    assert cells_of(drawing) == ["b1", "c1", "a2", "b2", "c2", "a3", "b3"]
    lines = list(ElementTree.fromstring(drawing).iter(f"{SVG}polygon"))
    assert len([line for line in lines if line.get("class") == "line"]) == 7
    assert game.draw(state).splitlines()[1:] == ["  1   x ·", "  2  · · ·", "  3   · ·"]
    assert [game.format_action(state, each) for each in (0, 2, 6)] == ["a2", "c1", "b3"]
    assert game.route(game.initial(), 3) == ("b2",)
    assert game.parse_action(state, "c2") == 4


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


class Coins(Three):
    """Whoever takes a number lowers those beside it: what an action says counts, not what else."""

    def initial(self) -> Any:
        return ((3, 2, 4), (2, 3, 1), (4, 1, 2))

    def filled(self, state: Any) -> int:
        return sum(row.count(0) for row in state)

    def actions(self, state: Any) -> list[tuple[int, int]]:
        return [(r, c) for r in range(3) for c in range(3) if state[r][c]]

    def result(self, state: Any, action: tuple[int, int]) -> Any:
        def left(row: int, column: int) -> int:
            far = abs(row - action[0]) + abs(column - action[1])
            return 0 if far == 0 else max(state[row][column] - (far == 1), 0)

        return tuple(tuple(left(row, column) for column in range(3)) for row in range(3))


def test_actions_that_name_a_cell_are_believed() -> None:
    game = Coins()
    for action in game.actions(game.initial()):
        name = f"{'abc'[action[1]]}{action[0] + 1}"
        assert game.route(game.initial(), action) == (name,)


def test_each_of_three_players_has_a_colour() -> None:
    game = Three()
    state = game.initial()
    for text in ("a1", "b1", "c1"):
        state = game.result(state, game.parse_action(state, text))
    drawing = game.draw_svg(state)
    paints = ("piece-max", "piece-min", "piece-chance")
    assert [len(painted(drawing, paint)) for paint in paints] == [1, 1, 1]


def test_dice_are_no_cells() -> None:
    game = NewGame()
    rolled = game.result(game.initial(), 1)
    assert [game.format_action(game.initial(), row) for row in range(3)] == ["1", "2", "3"]
    assert painted(game.draw_svg(rolled, 1), "mark-last") == []
    assert game.route(rolled, 3) == ("a2",)
    assert len(painted(game.draw_svg(game.result(rolled, 3), 3), "mark-last")) == 1
    assert game.parse_state(game.format_state(rolled)) == rolled


# --- names ---------------------------------------------------------------------------------------


@given(st.integers(1, 40), st.integers(1, 40), st.booleans())
def test_names_are_found_again(rows: int, columns: int, upwards: bool) -> None:
    layout = Layout(rows, columns, upwards=upwards)
    for cell in ((0, 0), (rows - 1, columns - 1), (rows // 2, columns // 2)):
        assert layout.find(layout.name(cell)) == cell
    assert layout.name((rows - 1 if upwards else 0, 0)) == "a1"
    assert layout.find(f"a{rows + 1}") is layout.find("a0") is layout.find("A1") is None


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


# --- helpers for rules, beside slow and obvious twins --------------------------------------------

SIDES = st.integers(1, 6)


@given(SIDES, SIDES, st.integers(2, 5))
def test_lines(rows: int, columns: int, length: int) -> None:
    cells = [divmod(cell, columns) for cell in range(rows * columns)]
    slow = set()
    for r, c in cells:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            line = [(r + i * down, c + i * right) for i in range(length)]
            if set(line) <= set(cells):
                slow.add(tuple(y * columns + x for y, x in line))
    found = grid.lines(rows, columns, length)
    assert len(found) == len(slow)
    assert set(found) == slow


@given(SIDES, SIDES)
def test_steps_and_rays(rows: int, columns: int) -> None:
    for cell, (near, ways) in enumerate(
        zip(grid.steps(rows, columns), grid.rays(rows, columns), strict=True)
    ):
        r, c = divmod(cell, columns)
        apart = [
            (abs(r - other // columns), abs(c - other % columns)) for other in range(rows * columns)
        ]
        assert set(near) == {o for o, (down, right) in enumerate(apart) if max(down, right) == 1}
        queen = {o for o, (d, e) in enumerate(apart) if (d == 0 or e == 0 or d == e) and d + e}
        assert {each for way in ways for each in way} == queen


@given(st.lists(st.sampled_from(".x"), min_size=12, max_size=12))
def test_slides_and_drops(cells: list[str]) -> None:
    board = tuple(cells)
    rays = grid.rays(3, 4, grid.STRAIGHT)
    for cell in range(12):
        found = list(grid.slides(board, ".", rays[cell]))
        for way in rays[cell]:
            reach = [each for each in way if each in found]
            blocked = [each for each in reach if board[each] != "."]
            assert reach == list(way[: len(reach)])
            assert blocked == reach[-1:] if blocked else len(reach) == len(way)
    lowest = [max((r for r in range(3) if board[4 * r + c] == "."), default=-1) for c in range(4)]
    assert list(grid.drops(board, ".", 4)) == [4 * r + c for c, r in enumerate(lowest) if r >= 0]


@pytest.mark.parametrize(("rows", "columns", "count"), [(3, 3, 7), (2, 3, 3), (1, 1, 7)])
def test_symmetries_are_a_group(rows: int, columns: int, count: int) -> None:
    images = grid.symmetries(rows, columns)
    assert len(images) == count
    group = {tuple(range(rows * columns)), *images}
    for one in group:
        for other in group:
            assert tuple(one[cell] for cell in other) in group
    near = {(a, b) for a, others in enumerate(grid.steps(rows, columns)) for b in others}
    for image in images:
        assert {(image[a], image[b]) for a, b in near} == near


@given(st.lists(st.integers(-1, 1), min_size=9, max_size=9))
def test_the_least_image_is_that_of_every_image(cells: list[int]) -> None:
    board, images = tuple(cells), grid.symmetries(3, 3)
    assert {grid.least(tuple(board[c] for c in image), images) for image in images} == {
        grid.least(board, images)
    }


# --- what the documents promise ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("page", "name", "lines", "moves"),
    [
        ("README.md", "row", 45, ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]),
        ("docs/tutorial.md", "breakthrough", 60, ["a5-a4", "a5-b4", "b5-b4"]),
    ],
)
def test_a_game_of_the_documents_is_short_and_has_a_board(
    page: str, name: str, lines: int, moves: list[str], tmp_path: Path
) -> None:
    text = (Path(__file__).parents[1] / page).read_text(encoding="utf-8")
    source = text.partition(f"# file: {name}.py\n")[2].partition("```")[0]
    assert len(source.splitlines()) + 1 < lines
    file = tmp_path / f"{name}.py"
    file.write_text(source, encoding="utf-8")
    specification = importlib.util.spec_from_file_location(name, file)
    assert specification
    assert specification.loader
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    (game,) = (
        kind()
        for kind in vars(module).values()
        if inspect.isclass(kind) and issubclass(kind, Game) and kind is not Game
    )
    assert z.check_game(game, games=5, states=200) == []
    state = game.initial()
    found = moves_of(game, state)
    assert [move["move"] for move in found][: len(moves)] == moves
    assert all(move["route"] == move["move"].split("-") for move in found)
    assert len(cells_of(game.draw_svg(state))) == len(state.cells)
    assert game.parse_state(game.format_state(state)) == state
    assert plain.perft(compile(game), 3) == perft(game, 3)
