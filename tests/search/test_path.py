"""Games that go round: every algorithm equals the twin that looks for repetitions on the path."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.circles import (
    NAIVE,
    Circles,
    Dice,
    Line,
    Pursuit,
    PursuitEval,
    Tiers,
    random_circles,
    twin,
)
from tests.engine.twins import Truth, Twin
from zermelo.game import CHANCE, INFINITY, MAX, MIN, REPETITIONS, Game, Repetition, ZermeloError
from zermelo.games import Pig
from zermelo.match import play_match
from zermelo.search import ALGORITHMS, Settings, TooDeep, expectiminimax, minimax, star1
from zermelo.search.path import GoesRound, Path

EXACT = ["minimax", "alphabeta", "table", "iterative", "aspiration", "pvs", "mtdf", "star1"]
WITH_TABLE = ["table", "iterative", "aspiration", "pvs", "mtdf", "expectiminimax"]
seeds = st.integers(0, 10**6)
repetitions = st.sampled_from(REPETITIONS)
orders = st.sampled_from(["left", "right", "dynamic"])


def taken(name: str, **wanted: Any) -> Settings:
    """The settings, with a table where it is not the usual thing."""
    chosen: Settings = wanted  # type: ignore[assignment]
    if name == "expectiminimax":
        chosen["table"] = True
    return chosen


@pytest.mark.parametrize("name", [*EXACT, "expectiminimax"])
@given(
    seed=seeds, repetition=repetitions, tiers=st.booleans(), size=st.integers(2, 6), order=orders
)
@settings(max_examples=60)
def test_every_algorithm_equals_the_twin(
    name: str, seed: int, repetition: Repetition, tiers: bool, size: int, order: str
) -> None:
    game = random_circles(seed, repetition, tiers=tiers, size=size)
    result = ALGORITHMS[name](game, **taken(name, order=order))
    assert (result.value, result.proven) == (twin(game, 0), True)


@pytest.mark.parametrize("name", [*EXACT, "expectiminimax"])
@given(seed=seeds, repetition=repetitions, tiers=st.booleans(), size=st.integers(2, 6))
@settings(max_examples=40)
def test_every_move_is_worth_what_it_leads_to(
    name: str, seed: int, repetition: Repetition, tiers: bool, size: int
) -> None:
    """An endless game goes on: there a move back to the root leads to what the root is worth."""
    game = random_circles(seed, repetition, tiers=tiers, size=size)
    way = () if repetition == "endless" else ((0, game.to_move(0)),)
    result = ALGORITHMS[name](game, **taken(name, all_moves=True))
    moves = {a: twin(game, game.result(0, a), INFINITY, way) for a in game.actions(0)}
    assert result.values == moves
    assert result.value == twin(game, 0)


@pytest.mark.parametrize("name", [*EXACT, "expectiminimax", "quiescence"])
@given(seed=seeds, repetition=repetitions, tiers=st.booleans(), depth=st.integers(0, 6))
@settings(max_examples=40)
def test_what_a_limited_search_calls_complete_is_so(
    name: str, seed: int, repetition: Repetition, tiers: bool, depth: int
) -> None:
    game = random_circles(seed, repetition, tiers=tiers, size=5)
    result = ALGORITHMS[name](game, **taken(name, depth=depth))
    if result.proven:
        assert result.value == twin(game, 0)
    if name in ("minimax", "alphabeta", "star1"):
        assert result.value == twin(game, 0, depth)


@given(seed=seeds, repetition=repetitions, tiers=st.booleans(), size=st.integers(2, 5))
@settings(max_examples=100)
def test_chance_counts_on_the_path(
    seed: int, repetition: Repetition, tiers: bool, size: int
) -> None:
    """Where an endless game comes back, chance may yet end it: then nothing is proven."""
    game = random_circles(seed, repetition, chance=True, tiers=tiers, size=size)
    expected = twin(game, 0)
    for algorithm, chosen in (
        (expectiminimax, Settings()),
        (expectiminimax, Settings(table=True)),
        (star1, Settings()),
    ):
        result = algorithm(game, **chosen)
        assert result.value == expected
        assert result.proven or repetition == "endless"


def test_an_endless_lottery_is_worth_more_than_a_draw_and_not_proven() -> None:
    """A coin is thrown until it shows heads: worth 2 if the game goes on, 1 if it ends."""
    nodes = ((CHANCE, (0, 1)), 2)
    assert expectiminimax(Dice(nodes, "draw")).value == 1
    assert expectiminimax(Dice(nodes, "draw")).proven
    assert not expectiminimax(Dice(nodes, "endless")).proven


@pytest.mark.parametrize("repetition", REPETITIONS)
@pytest.mark.parametrize(
    "kind", [Pursuit, PursuitEval, Line], ids=["pursuit", "pursuit-eval", "line"]
)
@pytest.mark.parametrize("name", ["alphabeta", *WITH_TABLE])
def test_cats_and_mice(name: str, kind: type[Any], repetition: Repetition) -> None:
    game = kind(n=4, repetition=repetition)
    result = ALGORITHMS[name](game, **taken(name))
    assert (result.value, result.proven) == (twin(game, game.initial()), True)


@pytest.mark.parametrize("repetition", ["draw", "endless"])
@pytest.mark.parametrize("name", WITH_TABLE)
def test_a_position_where_a_naive_table_plays_into_a_repetition(
    name: str, repetition: Repetition, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Circles(NAIVE, repetition)
    mirror = Circles(((MIN, (2, 1)), (MIN, (2,)), (MAX, (1, 3)), 2), repetition)
    assert ALGORITHMS[name](game, **taken(name)).value == twin(game, 0) == -2
    assert ALGORITHMS[name](mirror, **taken(name)).value == twin(mirror, 0) == 2
    monkeypatch.setattr(Path, "certain_window", lambda self, value, alpha, beta: (alpha, beta))
    if name in ("table", "expectiminimax"):  # the others happen to come by in another order
        assert ALGORITHMS[name](game, **taken(name)).value == 0


def test_where_a_loss_depends_on_the_way_the_table_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Some small game shows that a value found below other positions is not the position's own."""
    games = [random_circles(seed, "loss", size=4) for seed in range(300)]
    assert all(ALGORITHMS["table"](game).value == twin(game, 0) for game in games)
    monkeypatch.setattr(Path, "can_come_back", lambda self: False)
    assert any(ALGORITHMS["table"](game).value != twin(game, 0) for game in games)


def test_with_tiers_the_table_keeps_what_no_way_can_change() -> None:
    """Two ways lead into the second tier, where position 4 has a long life of its own."""
    nodes = ((MAX, (1, 2)), (MIN, (4,)), (MIN, (4,)), 0, (MAX, (5, 6)), (MIN, (4, 8)), 1, 0, -1)
    for repetition in REPETITIONS:
        plain, tiers = Circles(nodes, repetition), Tiers(nodes, repetition)
        assert minimax(tiers).value == minimax(plain).value == ALGORITHMS["table"](tiers).value
    assert (
        ALGORITHMS["table"](Tiers(nodes, "loss")).nodes
        < ALGORITHMS["table"](Circles(nodes, "loss")).nodes
    )


# --- what is wrong, or says nothing --------------------------------------------------------------


@pytest.mark.parametrize("name", ["minimax", "table"])
def test_a_game_that_says_nothing_is_told_what_to_add(name: str) -> None:
    with pytest.raises(GoesRound, match=r'pursuit can come back to .* add repetition = "draw"'):
        ALGORITHMS[name](Pursuit())


def test_so_is_one_with_chance() -> None:
    with pytest.raises(GoesRound, match="pig can come back to"):
        expectiminimax(Pig(goal=5))


@pytest.mark.parametrize("name", ["minimax", "alphabeta", "table", "iterative", "pvs"])
def test_what_it_rests_on_is_not_proven(name: str) -> None:
    for depth in range(8):
        assert not ALGORITHMS[name](PursuitEval(), depth=depth).proven


def test_a_game_that_only_is_long_is_still_too_deep() -> None:
    class Long(Game[int, int]):
        def initial(self) -> int:
            return 0

        def to_move(self, state: int) -> int:
            return MAX

        def actions(self, state: int) -> range:
            return range(1)

        def result(self, state: int, action: int) -> int:
            return state + 1

        def is_terminal(self, state: int) -> bool:
            return False

    with pytest.raises(TooDeep, match="set a depth limit"):
        minimax(Long())


def test_a_tier_that_falls_is_named() -> None:
    class Falling(Circles):
        def tier(self, state: int) -> int:
            return -state

    with pytest.raises(ZermeloError, match="falling: tier falls from 0 to -2 at 2"):
        minimax(Falling(NAIVE, "draw"))


def test_a_word_that_is_none_is_named() -> None:
    with pytest.raises(ZermeloError, match='must be "draw", "loss", "endless" or None, not'):
        minimax(Circles(NAIVE, "tie"))  # type: ignore[arg-type]


class DiceLoop(Game[int, int]):
    """MAX at 0 can only let the dice at 1 bring 0 back; those at 2 and 3 go round without MAX."""

    repetition = "loss"

    def __init__(self, start: int = 0) -> None:
        self.start = start

    def initial(self) -> int:
        return self.start

    def to_move(self, state: int) -> int:
        return MAX if state == 0 else CHANCE

    def actions(self, state: int) -> tuple[int, ...]:
        return ((1,), (0,), (3,), (2,))[state]

    def outcomes(self, state: int) -> list[tuple[int, int]]:
        return [(action, 1) for action in self.actions(state)]

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return False

    def bounds(self, state: int) -> tuple[int, int]:
        return -1, 1


def test_who_answers_for_what_dice_bring_back() -> None:
    for start, value in ((0, -1), (1, -1), (2, 0)):
        game = DiceLoop(start)
        assert expectiminimax(game).value == value
        assert Twin(game, start).value == Truth(value, value)
        assert play_match(game, lambda game, state: 1, lambda game, state: 1).value == value
