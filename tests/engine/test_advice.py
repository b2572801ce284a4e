"""What an author is told about a game that is compiled: how fast it is, and what would help."""

from __future__ import annotations

import dataclasses
import linecache
from typing import Any, NamedTuple

import pytest

from zermelo import MAX, MIN, Game
from zermelo.compiler.rules import compile
from zermelo.engine.advice import advise
from zermelo.engine.mirrors import mirror_of
from zermelo.engine.pace import Pace, measure, open_states, textbook_pace
from zermelo.games import Nim, Pig
from zermelo.tuples import replace

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Cells(NamedTuple):
    board: tuple[int, ...]
    player: int


class Three(Game[Cells, int]):
    """Three in a row as a stranger writes it, without anything that may be left out."""

    def initial(self) -> Cells:
        return Cells((0,) * 9, MAX)

    def to_move(self, state: Cells) -> int:
        return state.player

    def won(self, board: tuple[int, ...]) -> int:
        for a, b, c in LINES:
            if board[a] != 0 and board[a] == board[b] and board[a] == board[c]:
                return board[a]
        return 0

    def actions(self, state: Cells) -> Any:
        if self.won(state.board) == 0:
            for cell in range(9):
                if state.board[cell] == 0:
                    yield cell

    def result(self, state: Cells, action: int) -> Cells:
        return Cells(replace(state.board, action, state.player), -state.player)

    def is_terminal(self, state: Cells) -> bool:
        return self.won(state.board) != 0 or all(cell != 0 for cell in state.board)

    def utility(self, state: Cells) -> int:
        return self.won(state.board)


class Knowing(Three):
    """The same with all that helps but a symmetry."""

    def evaluate(self, state: Cells) -> int:
        return 0

    def bounds(self, state: Cells) -> tuple[int, int]:
        return -1, 1  # which costs nothing in machine code

    def key(self, state: Cells) -> int:
        number = 0
        for cell in range(9):
            number = 3 * number + state.board[cell] + 1
        return number


class Losing(Knowing):
    repetition = "loss"


QUICK = Pace(1e5, 1e7, {"actions": 2, "result": 3})
SLOW = Pace(1e5, 1e6, {"actions": 100, "result": 900})


def advice_for(
    game: Game[Any, Any], pace: Pace = QUICK, small: bool = False, **refused: str
) -> list[Any]:
    return advise(compile(game), open_states(game), pace, refused, small)


def written(advice: Any) -> str:
    """The line that it points at."""
    return linecache.getline(advice.file, advice.line).strip()


def test_a_game_of_the_bare_rules() -> None:
    found = advice_for(Three())
    assert [each.rule for each in found] == ["evaluate", "bounds", "canonical"]
    assert {written(each) for each in found} == {"class Three(Game[Cells, int]):"}
    line = found[0].line
    assert str(found[0]).startswith(f"write evaluate (line {line} of test_advice.py): where the ")


class Spread(NamedTuple):
    cells: tuple[tuple[int, int], ...]  # of each cell what is there, and a large number
    player: int


class Wide(Game[Spread, int]):
    """A cell is taken at each move: states that take many words."""

    def initial(self) -> Spread:
        return Spread(((0, 1 << 60),) * 9, MAX)

    def to_move(self, state: Spread) -> int:
        return state.player

    def actions(self, state: Spread) -> Any:
        return [cell for cell in range(9) if state.cells[cell][0] == 0]

    def result(self, state: Spread, action: int) -> Spread:
        cells = list(state.cells)
        cells[action] = state.player, 1 << 60
        return Spread(tuple(cells), -state.player)

    def is_terminal(self, state: Spread) -> bool:
        return all(taken for taken, _large in state.cells)

    def utility(self, state: Spread) -> int:
        return state.cells[0][0]


class Long(Wide):
    def key(self, state: Spread) -> int:
        number = 0
        for taken, _large in state.cells:
            number = 3 * number + taken + 1
        return number << 45


def test_a_state_of_many_words() -> None:
    found = next(each for each in advice_for(Wide()) if each.rule == "key")
    assert "the 10 words of a state, 9 of them 'cells', 88 bytes a position" in str(found)
    assert "16 bits are enough" in str(found)  # 3^9 boards, two players


def test_what_is_left_to_say_of_a_game_that_has_more() -> None:
    (symmetry,) = advice_for(Knowing())
    assert symmetry.rule == "canonical"
    assert "'board', in rows of 3, can be turned left for right" in str(symmetry)
    slow, symmetry = advice_for(Knowing(), SLOW)
    assert (slow.rule, written(slow)[:11]) == ("result", "def result(")
    assert "it takes 900 of the 1,000 ns" in str(slow)
    costly = Pace(1e5, 1e6, {"actions": 100, "evaluate": 900})
    assert "it also sorts the moves, which order would do" in str(advice_for(Knowing(), costly)[0])


def test_a_key_that_is_too_long_and_a_repetition_that_loses() -> None:
    long = next(each for each in advice_for(Long()) if each.rule == "key")
    assert (long.rule, written(long)[:8]) == ("key", "def key(")
    assert str(long).startswith("keep key below 2^58 (line ")
    assert [each.rule for each in advice_for(Losing())] == ["tier"]


def test_of_a_small_game_only_what_is_in_the_way() -> None:
    assert advice_for(Three(), SLOW, small=True) == []
    (without,) = advice_for(Three(), small=True, order="cannot compile Three.order")
    assert str(without) == "cannot compile Three.order; the engine goes on without order"


def test_dice_without_bounds() -> None:
    class Dice(Pig):
        bounds = Game.bounds  # type: ignore[assignment]

    (bounds,) = [each for each in advice_for(Dice()) if each.rule == "bounds"]
    assert "below dice" in str(bounds)


# --- mirror images -------------------------------------------------------------------------------


@dataclasses.dataclass(frozen=True)
class Board:
    cells: tuple[int, ...]
    player: int


class Row(Game[Board, int]):
    """Players put a stone anywhere into a row; only the first cell counts if `only` says so."""

    def __init__(self, only: bool) -> None:
        self.only = only

    def initial(self) -> Board:
        return Board((0,) * 6, MAX)

    def to_move(self, state: Board) -> int:
        return state.player

    def actions(self, state: Board) -> list[int]:
        return [cell for cell in range(6) if state.cells[cell] == 0]

    def result(self, state: Board, action: int) -> Board:
        return Board(replace(state.cells, action, state.player), -state.player)

    def is_terminal(self, state: Board) -> bool:
        return 0 not in state.cells

    def utility(self, state: Board) -> int:
        cells = state.cells
        return cells[0] if self.only else cells[0] + cells[5] - cells[1] - cells[4]


def test_a_mirror_image_is_told_only_where_moves_and_values_keep_it() -> None:
    game = Row(only=False)
    mirror = mirror_of(game, open_states(game))
    assert mirror is not None
    assert (mirror.field, mirror.width) == ("cells", 6)
    assert mirror.image(Board((1, 0, 0, -1, 0, 1), MIN)) == Board((1, 0, -1, 0, 0, 1), MIN)
    game = Row(only=True)
    assert mirror_of(game, open_states(game)) is None


def test_a_board_in_rows() -> None:
    mirror = mirror_of(Three(), open_states(Three()))
    assert mirror is not None
    assert mirror.width == 3
    assert mirror_of(Nim(), open_states(Nim())) is None


# --- the pace ------------------------------------------------------------------------------------


def test_both_lanes_are_measured_at_the_same_states() -> None:
    game = Knowing()
    states = open_states(game)
    assert states[0] == game.initial()
    assert not any(game.is_terminal(state) for state in states)
    assert len(set(states)) == len(states) > 100
    pace = measure(compile(game), states, without=["key"])
    assert pace.times == pace.compiled / pace.textbook
    assert pace.times > 5
    assert set(pace.rules) == {
        "actions", "result", "is_terminal", "to_move", "evaluate", "bounds",
    }  # fmt: skip
    assert max(pace.rules.values()) > 0  # each alone may be less than a clock can tell


@pytest.mark.parametrize("states", [[], [Nim().initial()]])
def test_the_textbook_lane_alone(states: list[Any]) -> None:
    assert (textbook_pace(Nim(), states) > 0) == bool(states)
