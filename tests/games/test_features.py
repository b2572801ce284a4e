"""What heuristics count: the lecture's own example, and that the parts are on the board."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.long import some
from zermelo.check import check_game
from zermelo.game import Feature, Game, provides
from zermelo.games import MNK, Chess, Connect4, Draughts, Morris, Nim
from zermelo.games.mnk import Board

GAMES = [
    MNK(),
    MNK(heuristic="pieces"),
    MNK(4, 4, 3, win=3, loss=-2),
    Nim(),
    Nim((9, 9, 7), misere=False),
    Nim(win=30),
    Nim(heuristic="report"),
    Connect4(),
    Connect4(5, 4, sooner=False),
    Morris(),
    Morris(4, flying=False),
    Chess(),
    Chess("losalamos", heuristic="material"),
    Draughts(),
    Draughts("spanish", heuristic="men"),
]


@pytest.mark.parametrize("game", some(GAMES, 5), ids=lambda game: game.name)
def test_the_parts_add_up(game: Game[Any, Any]) -> None:
    assert check_game(game, games=8, states=300, max_plies=120) == []


def test_the_lecture_counts_three_open_lines_and_two() -> None:
    game = MNK()
    own, other = game.features(game.parse_state("xo./.o./.xx"))
    assert (own.count, own.weight, own.worth) == (3, 1, 3)
    assert own.where == (("a1", "a2", "a3"), ("c1", "c2", "c3"), ("a3", "b3", "c3"))
    assert (other.count, other.weight, other.worth) == (2, -1, -2)
    assert other.where == (("c1", "b2", "a3"), ("a2", "b2", "c2"))


def test_nim_tells_its_sum() -> None:
    nim_sum, *parts = Nim().features(Nim().parse_state("7-5-3"))
    assert (nim_sum.name, nim_sum.count, nim_sum.worth) == ("nim-sum", 1, 0)
    assert [(part.name, part.worth) for part in parts] == [("matches left", -15)]
    _sum, *parts = Nim().features(Nim().parse_state("6-5-3 min"))
    assert [(part.name, part.worth) for part in parts] == [
        ("the nim-sum is zero", 40),
        ("matches left", -14),
    ]


@pytest.mark.parametrize(
    ("game", "text", "places"),
    [
        (Connect4(), "112233", {"4:1", "4:2"}),
        (Morris(), "xx./.../.../....../o../.../o.. x 5-5", {"g7"}),
    ],
)
def test_threats_are_where_they_are(game: Any, text: str, places: set[str]) -> None:
    parts = list(game.features(game.parse_state(text)))
    assert {place for part in parts for group in part.where for place in group} == places


def test_another_heuristic_has_none_of_these_features() -> None:
    class Other(MNK):
        def evaluate(self, state: Board) -> int:
            return 0

    class Mine(Other):
        def features(self, state: Board) -> Iterator[Feature]:
            yield Feature("nothing", 0)

    class Renamed(MNK):
        name = "renamed"

    assert [provides(game, "features") for game in (Other(), Mine(), Renamed())] == [
        False,
        True,
        True,
    ]


@pytest.mark.parametrize("game", [MNK(), MNK(5, 3, 3), Connect4(), Morris()], ids=lambda g: g.name)
def test_places_lie_in_the_picture(game: Game[Any, Any]) -> None:
    assert provides(game, "locate")
    luck, state, seen = random.Random(1), game.initial(), 0
    for _ply in range(30):
        if game.is_terminal(state):
            state = game.initial()
        state = game.result(state, luck.choice(list(game.actions(state))))
        size = re.search(r'viewBox="0 0 (\S+) (\S+)"', game.draw_svg(state))
        assert size
        for part in [] if game.is_terminal(state) else game.features(state):
            for x, y in (game.locate(place) for group in part.where for place in group):
                assert 0 < x < float(size[1])
                assert 0 < y < float(size[2])
                seen += 1
    assert seen
