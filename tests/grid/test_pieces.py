"""What the values on cells mean: pieces, their glyphs, and the colours of players."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
import resvg_py

from tests.games.drawing import painted, read
from tests.grid.examples import Still, Three
from zermelo.game import MAX, MIN, MultiplayerGame
from zermelo.grid.layout import Layout
from zermelo.grid.pieces import GLYPHS, Piece
from zermelo.grid.study import studied


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


class Rainbow(Three):
    """Players who are called by colours, but for one."""

    players = ("Green", "Ann", "Team Red")


@pytest.mark.parametrize(
    ("game", "paints"),
    [
        (Three(), ("piece-max", "piece-min", "piece-chance")),
        (Rainbow(), ("piece-chance", "piece-max", "piece-red")),
    ],
)
def test_each_of_three_players_has_a_colour(game: Three, paints: tuple[str, ...]) -> None:
    state = game.initial()
    for text, paint in zip(("a1", "b1", "c1"), paints, strict=True):
        assert painted(game.draw_svg(state), paint) == []
        state = game.result(state, game.parse_action(state, text))
        assert len(painted(game.draw_svg(state), paint)) == 1


class Stones(NamedTuple):
    stones: tuple[Any, ...]
    player: int


class Numbered(MultiplayerGame[Stones, int]):
    """Three players put stones, which are told by numbers or letters."""

    players = ("Red", "Green", "Blue")
    columns = 4

    def __init__(self, signs: Any, empty: Any) -> None:
        self.signs, self.empty = signs, empty

    def initial(self) -> Stones:
        return Stones((self.empty,) * 16, 0)

    def to_move(self, state: Stones) -> int:
        return state.player

    def actions(self, state: Stones) -> list[int]:
        return [i for i, v in enumerate(state.stones) if v == self.empty]

    def result(self, state: Stones, action: int) -> Stones:
        stones = list(state.stones)
        stones[action] = self.signs[state.player]
        return Stones(tuple(stones), (state.player + 1) % 3)

    def is_terminal(self, state: Stones) -> bool:
        return not self.actions(state)

    def utility(self, state: Stones) -> Any:
        return 0, 0, 0


@pytest.mark.parametrize(
    ("signs", "empty"), [((1, 2, 3), 0), ((0, 1, 2), None), ((0, 1, 2), -1), ("RGB", ".")]
)
def test_stones_of_three_players_are_theirs_by_number_or_letter(signs: Any, empty: Any) -> None:
    game = Numbered(signs, empty)
    state = game.initial()
    for cell in range(3):
        state = game.result(state, cell)
    study = studied(game)
    assert study is not None
    pieces = list(study.pieces(state).values())
    assert [piece and piece.owner for piece in pieces[:4]] == [1, 2, 3, None]
