"""The games of the README and of the tutorial are short, and have a board."""

from __future__ import annotations

import importlib.util
import inspect
from pathlib import Path

import pytest

import zermelo as z
from tests.grid.examples import cells_of
from zermelo.compiler.rules import compile
from zermelo.engine import plain
from zermelo.game import Game
from zermelo.search.perft import perft
from zermelo.web.positions import moves_of


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
    text = (Path(__file__).parents[2] / page).read_text(encoding="utf-8")
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
