"""What is known of the game. Run it with pytest."""

from zermelo import CHANCE, MAX, check_game
from zermelo.solver import values
from zermelo.templates.grid_dice import NewGame


def test_the_rules_fit_together() -> None:
    assert check_game(NewGame(), games=20) == []


def test_the_die_comes_first() -> None:
    game = NewGame(3, 3)
    state = game.initial()
    assert game.to_move(state) == CHANCE
    assert list(game.outcomes(state)) == [(0, 1), (1, 1), (2, 1)]
    state = game.result(state, 1)
    assert game.to_move(state) == MAX
    assert list(game.actions(state)) == [3, 4, 5]


def test_a_full_row_is_not_thrown() -> None:
    game = NewGame(3, 3)
    assert [row for row, _weight in game.outcomes(game.parse_state("xox/.../..o max -1"))] == [1, 2]


def test_the_value_of_a_position() -> None:
    game = NewGame(3, 3)
    state = game.parse_state("oxo/xxo/... max -1")  # only the last row has room, and there b3 wins
    assert values(game, state)[state] == 100
