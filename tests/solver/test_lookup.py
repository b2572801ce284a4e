"""Small games, solved in memory: as the slow twin has them, and as tablebases are asked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tablebase.twins import worths
from zermelo.game import Game
from zermelo.games import GAMES, make_game
from zermelo.solver import values
from zermelo.solver.lookup import NotInTable, finding, small_table


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("nim", {"rows": "3,2,2"}),
        ("grundy", {"n": "11"}),
        ("connect4", {"width": "3", "height": "3"}),
    ],
)
def test_every_position_as_the_twin_has_it(name: str, parameters: dict[str, str]) -> None:
    game: Game[Any, Any] = make_game(name, **parameters)
    table = small_table(game, game.initial())
    assert table
    wanted = worths(game)
    assert len(table) == len(wanted)
    for state, worth in wanted.items():
        assert tuple(table[state]) == worth
        found = finding(table, state)
        assert (found.value, found.distance) == worth
        assert len(found.line) == found.distance  # to the end, with best play of both
        for move in found.moves:
            value, plies = wanted[game.result(state, move.action)]
            assert (move.value, move.distance) == (value, None if plies is None else plies + 1)


def test_chance_has_values_and_no_distance() -> None:
    game = make_game("pacman", maze="fork", ghosts="random", limit="3")
    table = small_table(game, game.initial())
    assert table
    for state, value in values(game).items():
        assert table[state] == (value, None)


def test_what_is_large_or_goes_round_has_no_small_table() -> None:
    for name in ("connect4", "othello", "pig", "morris"):
        game = GAMES[name].build({})
        assert small_table(game, game.initial()) is None
    nim = make_game("nim", rows="2,1")
    table = small_table(nim, nim.parse_state("1-1"))
    assert table
    assert nim.initial() not in table
    with pytest.raises(NotInTable, match="is not among the positions"):
        table[nim.initial()]
