"""What the values on cells mean: pieces, their glyphs, and the colours of players."""

from __future__ import annotations

from typing import Any

import pytest
import resvg_py

from tests.games.drawing import painted, read
from tests.grid.examples import Still, Three
from zermelo.game import MAX, MIN
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
