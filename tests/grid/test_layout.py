"""Cells and their names: squares, hexagons, and boards of any shape."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from tests.games.drawing import SVG
from tests.grid.examples import Still, cells_of
from zermelo import grid
from zermelo.game import MAX, MIN, Game
from zermelo.grid.layout import Layout


@given(st.integers(1, 40), st.integers(1, 40), st.booleans())
def test_names_are_found_again(rows: int, columns: int, upwards: bool) -> None:
    layout = Layout(rows, columns, upwards=upwards)
    for cell in ((0, 0), (rows - 1, columns - 1), (rows // 2, columns // 2)):
        assert layout.find(layout.name(cell)) == cell
    assert layout.name((rows - 1 if upwards else 0, 0)) == "a1"
    assert layout.find(f"a{rows + 1}") is layout.find("a0") is layout.find("A1") is None


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
