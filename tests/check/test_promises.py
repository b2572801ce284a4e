"""Promises that are broken, and where: in a game with few states every one of them is looked at."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.check import samples
from zermelo.check import Broken, check_game, examine
from zermelo.game import REPETITIONS, Game, Repetition

RULES = [
    (samples.KeyCollide, "key differs for different states"),
    (samples.KeyCollideRare, "key differs for different states"),
    (samples.WrongCanonical, "canonical keeps the value"),
    (samples.WrongCanonical, "canonical keeps whether the game is over"),
    (samples.CanonicalPlayer, "canonical keeps the player"),
    (samples.CanonicalPlayer, "canonical keeps the value"),
    (samples.WrongBounds, "bounds hold the value"),
    (samples.WrongBounds, "utility stays within bounds"),
    (samples.EvalOutside, "evaluate stays within bounds"),
    (samples.RandomResult, "result always answers the same"),
    (samples.Mutates, "result always answers the same"),
    (samples.Player01, "outcomes are given where CHANCE moves"),
    (samples.Player12, "to_move is MAX, MIN or CHANCE"),
    (samples.NoMoves, "a state that is not terminal has actions"),
    (samples.DupActions, "actions are distinct"),
    (samples.UtilityInf, "utility is a number"),
    (samples.UtilityNone, "utility is a number"),
    (samples.FallingTier, "tier never falls along a move"),
    (samples.TextTier, "tier is a whole number"),
    (samples.RaisesFar, "result accepts every legal action"),
    (samples.EndlessActions, "actions come to an end"),
]


@pytest.mark.parametrize(("game", "rule"), RULES, ids=lambda each: getattr(each, "__name__", ""))
def test_each_broken_promise_is_named(game: type[Game[Any, Any]], rule: str) -> None:
    found = check_game(game())
    assert rule in [broken.rule for broken in found]
    for broken in found:
        coins, player, junk = map(int, broken.state.split(":"))  # in the game's notation
        assert 0 <= coins <= 42
        assert player in (1, -1)
        assert 0 <= junk < 11
        assert "\n" not in str(broken)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_wrong_far_from_the_end_is_found_whatever_is_played(seed: int) -> None:
    (broken,) = check_game(samples.WrongBoundsFar(), games=1, seed=seed)
    assert broken == Broken("bounds hold the value", "41:-1:1", "-1, not 1 to 1")
    (broken,) = check_game(samples.CanonicalFar(), games=1, seed=seed)
    assert broken.rule == "canonical keeps the value"
    assert broken.state.startswith("35:")
    assert "36:" in broken.detail
    (broken,) = check_game(samples.RaisesFar(), games=1, seed=seed)
    assert broken.state == "33:-1:8"
    assert re.fullmatch(
        r"line \d+ of samples.py: ZeroDivisionError: division by zero for 2", broken.detail
    )
    (broken,) = check_game(samples.FallingTier(), games=1, seed=seed)
    assert broken.state.startswith("7:")
    (broken,) = check_game(samples.KeyCollideRare(), games=1, seed=seed)
    assert ", as at " in broken.detail


def test_games_in_order() -> None:
    for game in (samples.Coins(), samples.RightTier(), samples.Dice()):
        report = examine(game, games=5)
        assert (report.broken, report.advice) == ((), ())
        assert report.whole
        assert report.games == 5
    assert examine(samples.Coins(), states=100).whole is False


@pytest.mark.parametrize("repetition", ["draw", "endless"])
def test_bounds_where_the_game_goes_round(repetition: Repetition) -> None:
    """From 0, nobody lets the other get there: with repetition the value is 0, and known."""

    class Hopeful(samples.Ring):
        def bounds(self, state: Any) -> Any:
            return (1, 1) if state == (0, 1) else (-1, 1)

    (broken,) = check_game(Hopeful(repetition))
    assert broken == Broken("bounds hold the value", "(0, 1)", "0, not 1 to 1")
    assert check_game(Hopeful()) == []  # nobody knows what going round is worth

    class Wrong(samples.Ring):
        def bounds(self, state: Any) -> Any:
            return (0, 1) if state == (5, -1) else (-1, 1)

    for game in (Wrong(repetition), Wrong()):
        (broken,) = check_game(game)
        assert broken == Broken("bounds hold the value", "(5, -1)", "-1, not 0 to 1")


def test_what_the_class_says_about_repetition() -> None:
    (broken,) = check_game(samples.Ring("never"))  # type: ignore[arg-type]
    assert broken.rule == "repetition is one of 'draw', 'loss', 'endless', or None"
    assert (broken.state, broken.detail) == ("the beginning", "'never'")
    (broken,) = check_game(samples.Ring("loss"))
    assert broken.rule == "repetition as a loss comes with bounds, which say what a loss is"

    class Bounded(samples.Ring):
        def bounds(self, state: Any) -> Any:
            return -1, 1

    for repetition in REPETITIONS:
        report = examine(Bounded(repetition))
        assert (report.broken, report.advice) == ((), ())


def test_a_game_that_goes_round_and_says_nothing_is_given_advice() -> None:
    for games in (1, 50):  # by the walk alone, or in a random game
        report = examine(samples.Ring(), games=games, states=100 if games == 1 else 1)
        assert report.broken == ()
        (advice,) = report.advice
        assert advice.startswith("the game can come back to (")
        assert advice.endswith('repetition = "draw", "loss" or "endless"')
    assert examine(samples.Coins()).advice == ()


def test_chance_that_brings_a_state_back_is_no_reason_for_advice() -> None:
    class Again(samples.Dice):
        def result(self, state: Any, action: Any) -> Any:
            return (0, 1) if (state[1], action) == (0, 3) else super().result(state, action)

    report = examine(Again())
    assert report.whole
    assert (report.broken, report.advice) == ((), ())


def test_bounds_that_lie_where_chance_goes_round() -> None:
    any_, two = (-2, 2), (2, 2)
    assert check_game(samples.Toss((any_, any_, any_))) == []
    (broken,) = check_game(samples.Toss((two, any_, any_)))  # truly 1
    assert (broken.rule, broken.state) == ("bounds hold the value", "0")
    (broken, *_) = check_game(samples.Toss((two, two, (0, 0)), gain=0))  # each bears the other out
    assert (broken.rule, broken.state) == ("bounds hold the value", "0")
    assert check_game(samples.Toss(((0, 0), (0, 0), (-1, 0)), gain=-1)) == []  # he goes on for ever


def test_bounds_that_do_not_fit_those_of_the_next_states() -> None:
    """In a game of any size; where whoever repeats loses, values depend on the way."""
    game = samples.Toss(((0, 1), (2, 2), (0, 1)))
    found = {broken.rule: broken for broken in check_game(game, states=1, games=3)}
    assert set(found) == {"bounds fit those of the next states"}
    assert found["bounds fit those of the next states"].detail == (
        "0 to 1, but 2 by those of the states that it leads to"
    )
    game.repetition = "loss"
    assert check_game(game, states=1, games=3) == []
