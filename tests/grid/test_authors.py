"""Games as people write them: which have a board, and where their moves go."""

from __future__ import annotations

import importlib
import inspect
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import resvg_py

from tests import boards
from tests.compiler import natural
from tests.games.drawing import read, walk
from tests.grid.examples import cells_of
from zermelo.game import Game
from zermelo.grid.study import studied
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
