"""What is known of the game. Run it with pytest."""

import pytest

from zermelo import CHANCE, check_game
from zermelo.solver import values
from zermelo.templates.dice import BOLD, SAFE, NewGame


def test_the_rules_fit_together() -> None:
    assert check_game(NewGame()) == []


def test_a_die_rolls() -> None:
    game = NewGame(20)
    state = game.result(game.initial(), SAFE)
    assert game.to_move(state) == CHANCE
    assert list(game.outcomes(state)) == [(2, 1), (3, 1)]
    assert game.result(state, 3).max_points == 3


def test_who_needs_six_must_be_bold() -> None:
    game = NewGame(20)
    state = game.parse_state("14-18 max")  # MIN is sure to be there next
    found = values(game, state)
    assert found[state] == found[game.result(state, BOLD)] == pytest.approx(1 / 3 - 2 / 3)
    assert found[game.result(state, SAFE)] == -1
