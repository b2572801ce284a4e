"""How far a check goes, and how long it takes."""

from __future__ import annotations

import time
from typing import Any, NamedTuple

import pytest

from tests.check import samples
from zermelo.check import check_game, examine
from zermelo.game import Game
from zermelo.games import Connect4, Nim, Othello, read_tree


def test_slow_rules_are_left_when_the_time_is_over() -> None:
    begin = time.monotonic()
    report = examine(samples.Slow(), seconds=0.5)
    assert time.monotonic() - begin < 30  # without a limit some minutes
    assert report.broken == ()
    assert report.games < 100
    assert not report.whole
    assert report.states > 0


def test_what_was_found_before_the_time_was_over_is_told() -> None:
    class Both(samples.Slow):
        def utility(self, state: Any) -> Any:
            return "won"

        def evaluate(self, state: Any) -> Any:
            return None

    assert "evaluate is a number" in [broken.rule for broken in check_game(Both(), seconds=4)]


def test_no_time_at_all() -> None:
    assert check_game(samples.Coins(), seconds=0) == []


def test_a_large_game_is_not_walked_through() -> None:
    for game in (Othello(), Connect4()):
        report = examine(game, games=1)
        assert not report.whole
        assert report.states < 3000


def test_a_small_game_is_looked_at_whole() -> None:
    report = examine(Nim(), games=1)
    assert report.whole
    assert report.states > 300


class Wide(samples.Coins):
    """So many moves, each of which ends the game."""

    def __init__(self, moves: int = 1000) -> None:
        self.moves = moves

    def initial(self) -> Any:
        return samples.Pile(1, 1, -1)

    def actions(self, state: Any) -> Any:
        return range(self.moves if state.coins else 0)

    def result(self, state: Any, action: Any) -> Any:
        return samples.Pile(0, -1, action)

    def order(self, state: Any, action: Any) -> Any:
        return action

    def key(self, state: Any) -> Any:
        return state.junk

    def parse_action(self, state: Any, text: str) -> Any:
        return super().parse_action(state, text.strip())


def asked(moves: int, method: str) -> int:
    """How often a check asks a method of a game with so many moves."""
    count = 0

    class Counted(Wide):
        pass

    rule = getattr(Wide, method)

    def counted(self: Any, *arguments: Any) -> Any:
        nonlocal count
        count += 1
        return rule(self, *arguments)

    setattr(Counted, method, counted)
    assert check_game(Counted(moves), games=10) == []
    return count


@pytest.mark.parametrize("method", ["result", "order", "key", "format_action"])
def test_questions_grow_no_faster_than_the_moves(method: str) -> None:
    few, many = asked(7000, method), asked(14_000, method)
    assert few > 7000
    assert many < 2.2 * few


def test_many_branches() -> None:
    report = examine(read_tree("[" + " ".join(str(i % 7) for i in range(40_000)) + "]"), games=5)
    assert report.broken == ()


class Odd(NamedTuple):
    """A state that cannot be compared with another."""

    left: int

    def __eq__(self, other: object) -> bool:
        raise ValueError("not today")

    def __hash__(self) -> int:
        return 1


def test_states_that_cannot_be_kept_are_told_and_no_more() -> None:
    class Odds(samples.Coins):
        def initial(self) -> Any:
            return Odd(3)

        def to_move(self, state: Any) -> Any:
            return 1

        def actions(self, state: Any) -> Any:
            return [1, 2] if state.left > 1 else [1]

        def result(self, state: Any, action: Any) -> Any:
            return Odd(state.left - action)

        def is_terminal(self, state: Any) -> Any:
            return state.left < 1

        def format_state(self, state: Any) -> str:
            return str(state.left)

    (broken,) = check_game(Odds())
    assert broken.rule == "states can be hashed and compared"
    assert broken.detail == "ValueError: not today"

    class Listed(samples.Coins):
        def canonical(self, state: Any) -> Any:
            return list(state)

    (broken,) = check_game(Listed())
    assert broken.rule == "states are hashable"


class Walkers(Game[Any, Any]):
    """Two walkers on a line of a thousand places, who may step or leap: they can always go back."""

    def initial(self) -> Any:
        return 500, 500, 1

    def to_move(self, state: Any) -> Any:
        return state[2]

    def actions(self, state: Any) -> Any:
        return [step for step in range(-30, 31) if step and 0 < state[0] + step < 1000]

    def result(self, state: Any, action: Any) -> Any:
        return state[1], state[0] + action, -state[2]

    def is_terminal(self, state: Any) -> Any:
        return state[0] == state[1] + 600

    def utility(self, state: Any) -> Any:
        return 1


def test_moves_that_can_be_taken_back_are_found_where_random_games_do_not_repeat() -> None:
    report = examine(Walkers(), games=2, max_plies=20, states=10)
    assert report.broken == ()
    assert 'repetition = "draw", "loss" or "endless"' in report.advice[0]
    assert "no game came to its end" in report.advice[1]
