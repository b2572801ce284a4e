"""Numbers of move sequences."""

from __future__ import annotations

from typing import Any

import pytest

from tests.compiler.samples import TupleTicTacToe, WithAList
from tests.oracle import load
from zermelo.compiler.rules import compile
from zermelo.engine.plain import divide, perft
from zermelo.game import Game, ZermeloError
from zermelo.games import Connect4, Othello, Pig
from zermelo.games.mnk import MNK
from zermelo.search.perft import perft as textbook_perft

CONNECT4 = [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572]  # OEIS A212693
OVER_AFTER_NINE = 228  # sequences of nine moves that end a game of Othello, the shortest there are


def slow_perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """By the definition."""
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return 0
    children = (game.result(state, action) for action in game.actions(state))
    return sum(slow_perft(game, child, depth - 1) for child in children)


def test_tictactoe() -> None:
    game = compile(MNK())
    counts = load("perft.json")["tictactoe"]["counts"]
    assert [perft(game, depth) for depth in range(1, 11)] == [*counts, 0]


def test_connect_four() -> None:
    game = compile(Connect4())
    assert [perft(game, depth) for depth in range(1, 10)] == CONNECT4
    assert [textbook_perft(Connect4(), depth) for depth in range(1, 6)] == CONNECT4[:5]


def test_othello() -> None:
    game = compile(Othello())
    counts = load("perft.json")["othello"]["counts"]
    assert [perft(game, depth) for depth in range(1, 10)] == counts[:9]
    assert [textbook_perft(Othello(), depth) for depth in range(1, 7)] == counts[:6]
    # The published count goes on after the end of a game, by one pass.
    assert perft(game, 10) == counts[9] - OVER_AFTER_NINE


@pytest.mark.parametrize(
    "game",
    [WithAList(), Pig(10), TupleTicTacToe()],
    ids=lambda game: game.name,
)
def test_equal_to_the_interpreted(game: Game[Any, Any]) -> None:
    compiled = compile(game)
    for depth in range(5):
        assert perft(compiled, depth) == slow_perft(game, game.initial(), depth)


def test_divide() -> None:
    game = compile(MNK())
    parts = divide(game, 5)
    assert [action for action, _ in parts] == list(MNK().actions(MNK().initial()))
    assert sum(count for _, count in parts) == 15_120
    assert divide(game, 1) == [(action, 1) for action, _ in parts]
    over = MNK().parse_state("xxx/oo./...")
    assert divide(game, 3, over) == []
    assert perft(game, 3, over) == 0
    assert perft(game, 0, over) == 1


@pytest.mark.parametrize("depth", [0, -1])
def test_a_depth_that_is_none(depth: int) -> None:
    with pytest.raises(ZermeloError, match="depth must be"):
        divide(compile(MNK()), depth)
    if depth < 0:
        with pytest.raises(ZermeloError, match="depth must be"):
            perft(compile(MNK()), depth)
