"""What is known of the game. Run it with pytest."""

from zermelo import MAX, check_game
from zermelo.solver import values
from zermelo.templates.pile import NewGame, State


def test_the_rules_fit_together() -> None:
    assert check_game(NewGame()) == []


def test_the_moves() -> None:
    assert list(NewGame(15, 3).actions(State(2, MAX))) == [1, 2]


def test_four_lose_and_five_win() -> None:
    found = values(NewGame(15, 3), State(5, MAX))
    assert found[State(5, MAX)] == 1
    assert values(NewGame(15, 3), State(4, MAX))[State(4, MAX)] == -1
