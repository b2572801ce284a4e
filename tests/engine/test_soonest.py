"""Of equal wins the soonest is taken, and of equal losses the latest, in the textbook lane too."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.templates import CYCLIC, Parameters, layers
from tests.engine.twins import Twin
from tests.long import some
from zermelo.engine import textbook
from zermelo.engine.soonest import Timed
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import MAX, MIN, Game, MissingRule
from zermelo.solver import values


class Greedy(Game[str, str]):
    """MAX can win now, or by "ab" in three; the estimate likes the longer way."""

    TREE = {"": "abw", "a": "b", "ab": "w", "b": "l"}

    def initial(self) -> str:
        return ""

    def to_move(self, state: str) -> int:
        return MAX if len(state) % 2 == 0 else MIN

    def actions(self, state: str) -> list[str]:
        return list(self.TREE.get(state, ""))

    def result(self, state: str, action: str) -> str:
        return state + action

    def is_terminal(self, state: str) -> bool:
        return state.endswith(("w", "l"))

    def utility(self, state: str) -> int:
        return 1 if state.endswith("w") else -1

    def evaluate(self, state: str) -> int:
        return 9 * len(state) * (1 if state.startswith("a") else -1)


def test_a_win_in_one_is_not_passed_over_for_a_win_in_three() -> None:
    engine = TextbookEngine(Greedy())
    for depth in (3, 4, 5):
        found = engine.analyse(depth=depth)
        assert (found.action, found.value, found.distance) == ("w", 1, 1)
    found = engine.solve(all_moves=True)
    assert (found.action, found.line, found.distance) == ("w", ("w",), 1)
    assert [move.distance for move in found.moves] == [3, 2, 1]


@pytest.mark.parametrize("games", some([20, 60], 1))
@pytest.mark.parametrize("soon", [1, 1 << 40])
@pytest.mark.parametrize("repetition", [None, "draw", "endless", "loss"])
def test_the_distance_is_the_twin_s(
    repetition: Any, soon: int, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(textbook, "SOON", soon)  # by all positions, and by search
    monkeypatch.setattr(TextbookEngine, "_vet", lambda self: None)
    loses = repetition == "loss"  # by the bounds; the twin looks at every path
    made: Any = layers(("evaluate", "bounds") if loses else ("evaluate",))
    told = 0
    for seed in range(games):
        shape = CYCLIC if repetition else 0
        game = made(
            Parameters(seed, 3, 10 if loses else 14, 5, 3, 5, shape, worth=1 + seed % 3), repetition
        )
        truth = Twin(game, game.initial()).value
        for found in (
            TextbookEngine(game).solve(),
            TextbookEngine(game).solve(all_moves=True),
            TextbookEngine(game).analyse(depth=30),
        ):
            if not found.proven:
                continue
            assert found.value == truth.low
            if truth.distance and truth.low:
                assert found.distance == truth.distance, seed
                if not loses:  # where a state has a value without those before it
                    after = Twin(game, game.result(game.initial(), found.action)).value
                    assert after.distance == truth.distance - 1, seed
                told += 1
    assert told > games


SCORES = st.tuples(st.sampled_from([-1, 1, 1 + 2.0**-52, Fraction(1, 3)]), st.integers(0, 3))


@given(SCORES, SCORES)
def test_values_come_first_and_are_compared_exactly(one: Any, other: Any) -> None:
    first, second = (Timed(value, -plies if value > 0 else plies) for value, plies in (one, other))
    if one[0] != other[0]:
        assert (first < second) == (one[0] < other[0])
    else:
        assert (first < second) == ((one[1] > other[1]) if one[0] > 0 else (one[1] < other[1]))
    assert -second < -first if first < second else -first <= -second


class Half(Greedy):
    """`to_move` gives 0.5 at one state."""

    def to_move(self, state: str) -> Any:
        return 0.5 if state == "ab" else super().to_move(state)


def test_a_player_that_is_none_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TextbookEngine, "_vet", lambda self: None)  # as if it was too rare to see
    words = r"half: to_move must give MAX, MIN or CHANCE, not 0.5; .* \(at ab\)"
    for ask in (
        lambda: TextbookEngine(Half()).solve(),
        lambda: TextbookEngine(Half()).analyse(depth=4),
        lambda: values(Half()),
    ):
        with pytest.raises(MissingRule, match=words):
            ask()


class Worthless(Greedy):
    """`utility` gives None at one end."""

    def utility(self, state: str) -> Any:
        return None if state == "abw" else super().utility(state)


def test_an_end_that_is_worth_nothing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TextbookEngine, "_vet", lambda self: None)
    words = r"worthless: utility must give a finite number, not None \(at abw\)"
    for ask in (
        lambda: TextbookEngine(Worthless()).solve(all_moves=True),
        lambda: TextbookEngine(Worthless()).analyse(depth=4, all_moves=True),
        lambda: values(Worthless()),
    ):
        with pytest.raises(MissingRule, match=words):
            ask()
