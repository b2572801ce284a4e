"""Othello endgames that others have solved, the FFO's problems 1 to 19, by every move."""

from __future__ import annotations

from functools import cache

import pytest

from tests import oracle
from zermelo.engine.pvs import PVSEngine
from zermelo.games.othello import Othello, Squares

PROBLEMS = (oracle.FOLDER / "othello-ffo-1-19.txt").read_text().splitlines()


@cache
def engine() -> PVSEngine[Squares, int]:
    return PVSEngine(Othello(), memory=16)


@pytest.mark.parametrize("number", range(1, 20))
def test_the_score_of_every_move(number: int) -> None:
    game = engine().game
    position, *listed = (part.strip() for part in PROBLEMS[number - 1].split(";") if part.strip())
    state = game.parse_state(position)
    scores = {move.lower(): int(score) for move, score in (text.split(":") for text in listed)}
    solved = engine().solve(state, all_moves=True)
    found = {
        game.format_action(state, move.action): move.value * game.to_move(state)
        for move in solved.moves
    }
    assert {move: found[move] for move in scores} == scores
    assert solved.value * game.to_move(state) == max(scores.values())
    best = engine().solve(state, line=False)
    assert best.value == solved.value
    assert best.action is not None
    assert found[game.format_action(state, best.action)] == max(scores.values())
