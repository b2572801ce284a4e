"""The checker's own values, compared with a solver and by hand."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given

from tests.check import samples
from tests.strategies import trees
from zermelo.check.questions import Questions
from zermelo.check.rules import Interval
from zermelo.check.values import ANYTHING, above, apart, back_up_all, look_ahead
from zermelo.check.walk import Walk, circle
from zermelo.game import MAX, Game
from zermelo.games import MNK, Grundy, Nim, Tree
from zermelo.solver import values


def intervals(game: Game[Any, Any], most: int = 6000) -> dict[Any, Interval]:
    walk = Walk(Questions(game))
    walk.through_all(most)
    return back_up_all(walk.ask, walk.nodes, walk.whole)


@pytest.mark.parametrize(
    "game", [Nim((3, 2, 1)), Grundy(9), MNK(3, 2, 2), samples.Dice(), samples.Coins(12)]
)
def test_exact_where_the_game_is_small(game: Game[Any, Any]) -> None:
    exact = values(game)
    found = intervals(game)
    assert set(exact) <= set(found)
    for state, value in exact.items():
        assert found[state][0] == found[state][1] == pytest.approx(value, abs=1e-12)


@given(trees(chance=True))
def test_exact_in_every_tree(tree: Tree) -> None:
    exact = values(tree)
    for state, (low, high) in intervals(tree).items():
        assert low == high == pytest.approx(float(exact[state]), abs=1e-9)


def test_sound_where_not_all_is_known() -> None:
    game = MNK()
    exact = values(game, game.parse_state("xo./.x./..o"))
    walk = Walk(Questions(game))
    for state in list(exact)[::3]:
        walk.visit(state)
    narrow = 0
    for state, (low, high) in back_up_all(walk.ask, walk.nodes, False).items():
        assert low <= exact[state] <= high
        narrow += (low, high) != ANYTHING
    assert narrow > 10
    for state, value in exact.items():
        low, high = look_ahead(walk.ask, state)
        assert low <= value <= high


def slow_value(game: Game[Any, Any], state: Any, path: frozenset[Any] = frozenset()) -> int:
    """By the definition: a state that is there a second time is worth 0."""
    if game.is_terminal(state):
        return int(game.utility(state))
    if state in path:
        return 0
    choice = max if game.to_move(state) == MAX else min
    children = (game.result(state, action) for action in game.actions(state))
    return choice(slow_value(game, child, path | {state}) for child in children)


def test_a_ring() -> None:
    game = samples.Ring("draw")
    found, unknown = intervals(game), intervals(samples.Ring())
    for state, (low, high) in found.items():
        assert low == high == slow_value(game, state)
        assert unknown[state][0] <= low <= unknown[state][1]
    assert {low for low, _ in found.values()} == {-1, 0, 1}
    assert unknown[0, 1][0] < unknown[0, 1][1]
    assert unknown[5, -1] == (-1, -1)


def test_circles() -> None:
    for game, goes_round in ((samples.Ring(), True), (samples.Coins(), False), (Grundy(), False)):
        walk = Walk(Questions(game))
        walk.through_all(6000)
        state = circle(walk.nodes)
        assert (state is not None) == goes_round
        if goes_round:  # there is a way back
            reached, todo = set(), [state]
            while todo:
                for child in walk.nodes[todo.pop()].children or ():
                    if child not in reached:
                        reached.add(child)
                        todo.append(child)
            assert state in reached


def test_numbers_of_any_size_are_compared() -> None:
    assert above(10**400, 10**400 - 1)
    assert above(10**400, 0.5)
    assert above(math.inf, 10**400)
    assert above(0, -math.inf)
    assert above(2**60 + 1, 2**60)
    assert not above(0.1 + 0.2, 0.3)
    assert not above(1e15 + 0.125, 1e15)
    assert not above(math.inf, math.inf)
    assert above(Fraction(1, 3), Fraction(1, 3) - Fraction(1, 10**12))
    assert apart((1, 1), (2, math.inf))
    assert not apart(ANYTHING, (2, 2))
