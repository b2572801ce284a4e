"""What is known of the game. Run it with pytest."""

from zermelo import MAX, check_game
from zermelo.solver import values
from zermelo.templates.grid import NewGame, State


def test_the_rules_fit_together() -> None:
    assert check_game(NewGame()) == []


def test_a_first_move() -> None:
    game = NewGame(3, 3)
    assert len(list(game.actions(game.initial()))) == 9
    centre = game.parse_action(game.initial(), "b2")
    assert game.result(game.initial(), centre).board == (0, 0, 0, 0, MAX, 0, 0, 0, 0)


def test_three_in_a_row() -> None:
    game = NewGame(3, 3)
    state = game.parse_state("xxx/oo./... min")
    assert game.is_terminal(state)
    assert game.utility(state) > 0
    assert not game.is_terminal(State((0,) * 9, MAX))


def test_best_play_is_a_draw() -> None:
    game = NewGame(3, 3)
    assert values(game)[game.initial()] == 0
