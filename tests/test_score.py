"""The score of a match: against closed formulas, slow twins, and simulations of known strength."""

from __future__ import annotations

import random
from math import erf, inf, isclose, log, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.game import ZermeloError
from zermelo.match.results import Played
from zermelo.match.score import LIMIT, WORTH, Score, Sprt, elo, expected, likelihood, pairs_of

COUNTS = st.lists(st.integers(0, 60), min_size=5, max_size=5).filter(sum)


def moments(pairs: list[int]) -> tuple[float, float]:
    """The mean and the variance of a pair."""
    number = sum(pairs)
    mean = sum(count * worth for count, worth in zip(pairs, WORTH, strict=True)) / number
    square = sum(count * (w - mean) ** 2 for count, w in zip(pairs, WORTH, strict=True))
    return mean, square / number


# --- likelihood ----------------------------------------------------------------------------------


@given(st.integers(1, 50), st.integers(1, 50), st.floats(0.05, 0.95))
def test_of_won_and_lost_pairs_it_is_that_of_a_coin(won: int, lost: int, mean: float) -> None:
    coin = won * log(mean) + lost * log(1 - mean)
    assert isclose(likelihood([lost, 0, 0, 0, won], mean), coin, abs_tol=0.05)


@pytest.mark.parametrize("mean", [0.3, 0.5, 0.62])
def test_of_three_kinds_of_pairs_it_is_that_of_the_best_share_of_draws(mean: float) -> None:
    lost, drawn, won = 12, 30, 20
    most = 2 * min(mean, 1 - mean)
    twin = -inf
    for step in range(1, 20_000):
        share = most * step / 20_000
        told = won * log(mean - share / 2) + lost * log(1 - mean - share / 2) + drawn * log(share)
        twin = max(twin, told)
    assert isclose(likelihood([lost, 0, drawn, 0, won], mean), twin, abs_tol=0.05)


@given(COUNTS, st.lists(st.floats(0.01, 1), min_size=5, max_size=5))
def test_no_distribution_with_this_mean_is_more_likely(
    pairs: list[int], weights: list[float]
) -> None:
    shares = [weight / sum(weights) for weight in weights]
    mean = sum(share * worth for share, worth in zip(shares, WORTH, strict=True))
    other = sum(count * log(share) for count, share in zip(pairs, shares, strict=True))
    assert likelihood(pairs, mean) > other - 0.06  # of what is counted though it was never seen


# --- the interval --------------------------------------------------------------------------------


def test_of_many_pairs_the_interval_is_the_usual_one() -> None:
    pairs = [300, 900, 2500, 1200, 500]
    mean, variance = moments(pairs)
    half = 1.96 * sqrt(variance / sum(pairs))
    found = Score.of(pairs)
    assert found is not None
    assert found.score == mean
    assert isclose(found.high - found.score, half, rel_tol=0.02)
    assert isclose(found.score - found.low, half, rel_tol=0.02)


def test_it_holds_the_truth_in_95_cases_of_100() -> None:
    dice, held = random.Random(11), 0
    shares = (0.1, 0.15, 0.3, 0.25, 0.2)
    truth = sum(share * worth for share, worth in zip(shares, WORTH, strict=True))
    for _match in range(200):
        drawn = dice.choices(range(5), shares, k=40)
        found = Score.of([drawn.count(kind) for kind in range(5)])
        assert found is not None
        held += found.low <= truth <= found.high
    assert 0.92 <= held / 200 <= 0.98


def test_who_won_all_games_has_no_upper_end() -> None:
    found = Score.of([0, 0, 0, 0, 10])
    assert found is not None
    assert found.elo[0] == found.elo[2] == inf
    assert isclose(found.low, 0.05 ** (1 / 10) * 1.11, rel_tol=0.01)  # exp(-1.92 / 10)
    worst = Score.of([10, 0, 0, 0, 0])
    assert worst is not None
    assert worst.elo[0] == worst.elo[1] == -inf
    assert Score.of([0] * 5) is None


@given(COUNTS)
def test_the_other_player_has_the_mirror_image(pairs: list[int]) -> None:
    one, other = Score.of(pairs), Score.of(pairs[::-1])
    assert one is not None
    assert other is not None
    assert one.low <= one.score <= one.high
    assert isclose(one.score, 1 - other.score)
    assert isclose(one.low, 1 - other.high, abs_tol=1e-6)
    assert isclose(one.superior, 1 - other.superior, abs_tol=1e-6) or one.score == 0.5


def test_who_is_the_stronger_one() -> None:
    pairs = [30, 90, 250, 130, 50]
    mean, variance = moments(pairs)
    found, even = Score.of(pairs), Score.of([5, 5, 5, 5, 5])
    assert found is not None
    assert even is not None
    normal = (1 + erf((mean - 0.5) / sqrt(2 * variance / sum(pairs)))) / 2
    assert isclose(found.superior, normal, abs_tol=0.002)
    assert even.superior == 0.5


def test_elo_is_the_logistic_curve() -> None:
    assert isclose(elo(0.75), 190.85, abs_tol=0.01)
    assert isclose(elo(10 / 11), 400)
    assert elo(0.5) == 0
    assert isclose(expected(elo(0.37)), 0.37)


# --- pairs ---------------------------------------------------------------------------------------


def test_a_pair_is_two_games_from_one_opening() -> None:
    def game(opening: int, first: str, winner: int) -> Played:
        second = "b" if first == "a" else "a"
        return Played(first, second, ("", ""), opening, 0, "", winner, "end")

    games = [game(0, "a", 1), game(0, "b", -1), game(1, "a", 1), game(1, "b", 1)]
    games += [game(2, "b", 0), game(2, "a", -1), game(3, "a", 1)]
    assert pairs_of(games, "a") == [0, 1, 1, 0, 1]
    assert pairs_of(games, "b") == [1, 0, 1, 1, 0]


# --- the test ------------------------------------------------------------------------------------


def test_its_ratio_of_many_pairs_is_the_usual_one() -> None:
    pairs = [300, 900, 2500, 1200, 500]
    mean, variance = moments(pairs)
    test = Sprt(0, 10)
    low, high = expected(0), expected(10)
    usual = sum(pairs) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert isclose(test.ratio(pairs), usual, rel_tol=0.02)
    assert isclose(LIMIT, log(19))
    assert Sprt(0, 10).ratio([0] * 5) == 0


@pytest.mark.parametrize(("truth", "wrong"), [(0, 80), (80, 0)])
def test_it_is_wrong_in_5_cases_of_100(truth: float, wrong: float) -> None:
    dice, test, mistakes, matches = random.Random(5), Sprt(0, 80), 0, 150
    won = expected(truth) - 0.15  # and three games of ten drawn
    for _match in range(matches):
        pairs = [0] * 5
        while test.accepted(pairs) is None:
            both = dice.choices((2, 1, 0), (won, 0.3, 0.7 - won), k=2)
            pairs[sum(both)] += 1
        mistakes += test.accepted(pairs) == wrong
    assert 0.01 <= mistakes / matches <= 0.1


@pytest.mark.parametrize("text", ["", "5", "5,5", "10,0", "a,b", "0,1,2", "nan,3", "0,inf"])
def test_what_is_no_test_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(ZermeloError, match="--sprt takes two differences in Elo"):
        Sprt.read(text)
