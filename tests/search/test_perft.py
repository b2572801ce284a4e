"""Numbers of move sequences in the textbook lane."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracle import load
from zermelo.game import MAX, Game, ZermeloError
from zermelo.games import MNK, Connect4, Nim, Othello, Pig
from zermelo.search.perft import divide, perft


def slow_perft(game: Game[Any, Any], state: Any, depth: int) -> int:
    """By the definition."""
    if depth == 0:
        return 1
    if game.is_terminal(state):
        return 0
    children = (game.result(state, action) for action in game.actions(state))
    return sum(slow_perft(game, child, depth - 1) for child in children)


def test_published_counts() -> None:
    counts = load("perft.json")
    assert [perft(MNK(), depth) for depth in range(1, 9)] == counts["tictactoe"]["counts"][:8]
    assert [perft(Othello(), depth) for depth in range(1, 6)] == counts["othello"]["counts"][:5]


@pytest.mark.parametrize("game", [Nim((3, 2)), Pig(10), Connect4(4, 3), MNK(2, 2, 2)])
def test_by_the_definition(game: Game[Any, Any]) -> None:
    start = game.initial()
    for depth in range(6):
        assert perft(game, depth) == slow_perft(game, start, depth)
    for action in game.actions(start):
        state = game.result(start, action)
        assert dict(divide(game, 4))[action] == perft(game, 3, state) == slow_perft(game, state, 3)


def test_the_end_of_the_game() -> None:
    over = MNK().parse_state("xxx/oo./...")
    assert [perft(MNK(), depth, over) for depth in (0, 1, 2)] == [1, 0, 0]
    assert divide(MNK(), 1, over) == []


class Road(Game[int, int]):
    """One step after the other, as far as anybody asks."""

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return MAX

    def actions(self, state: int) -> list[int]:
        return [1]

    def result(self, state: int, action: int) -> int:
        return state + action

    def is_terminal(self, state: int) -> bool:
        return False


def test_depths_beyond_the_stack_and_below_nought() -> None:
    assert perft(Road(), 5_000) == 1
    for depth, counts in ((-1, perft), (0, divide)):
        with pytest.raises(ZermeloError, match="depth must be"):
            counts(Road(), depth)
