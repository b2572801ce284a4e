"""The engine's move is worth what it says the position is worth, to the point."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.long import some
from zermelo.engine.pvs import PVSEngine
from zermelo.game import MAX, Game
from zermelo.games import MNK, Connect4, Othello

# A game, and the plies after which the rest of a random game is searched.
CASES: dict[str, tuple[Game[Any, Any], range]] = {
    "tictactoe": (MNK(), range(8)),
    "connect4": (Connect4(), range(24, 40)),
    "othello": (Othello(), range(50, 59)),
}


def positions(game: Game[Any, Any], plies: range, count: int) -> Iterator[Any]:
    """States of random games, none of them over."""
    dice = random.Random(3)
    for _ in range(count):
        state = game.initial()
        for _ply in range(dice.choice(plies)):
            following = game.result(state, dice.choice(list(game.actions(state))))
            if game.is_terminal(following):
                break
            state = following
        yield state


@pytest.mark.parametrize("name", some(CASES, 1))
def test_the_best_move_is_one_of_the_best(name: str) -> None:
    game, plies = CASES[name]
    engine, other = PVSEngine(game, memory=8), PVSEngine(game, memory=8)
    for state in positions(game, plies, 60):
        children = {action: game.result(state, action) for action in game.actions(state)}
        worth = {action: other.solve(child, line=False).value for action, child in children.items()}
        best = max(worth.values()) if game.to_move(state) == MAX else min(worth.values())
        where = game.format_state(state)
        for found in (engine.solve(state), engine.solve(state, line=False)):
            assert (found.value, worth[found.action]) == (best, best), where
        analysed = engine.analyse(state, time=60)
        assert analysed.proven, where
        assert (analysed.value, worth[analysed.action]) == (best, best), where
