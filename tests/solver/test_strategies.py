"""A strategy answers every move of the other side, and keeps its promise."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import trees
from zermelo.game import CHANCE, MAX, MIN, Game
from zermelo.games import MNK, Grundy, Nim, Pig, Tree
from zermelo.solver import BrokenStrategy, Strategy, check_strategy, strategy, values


def play_out(plan: Strategy[Any, Any], choose: Any) -> Any:
    """One game in which one side follows the plan and the others do what `choose` says."""
    game, state = plan.game, plan.root
    while not game.is_terminal(state):
        if game.to_move(state) == plan.player:
            action = plan[state]
        else:
            action = choose(list(game.actions(state)))
        state = game.result(state, action)
    return game.utility(state)


@pytest.mark.parametrize("player", [MAX, MIN])
@pytest.mark.parametrize("game", [MNK(), Nim(), Grundy(11), Pig(goal=8)], ids=lambda g: g.name)
def test_strategies_keep_their_promise(game: Game[Any, Any], player: int) -> None:
    plan = strategy(game, player=player)
    assert check_strategy(plan) == pytest.approx(plan.value)
    assert all(game.to_move(state) == player for state in plan)


@given(
    tree=trees(repeated_kinds=True, chance=True, max_depth=4), player=st.sampled_from([MAX, MIN])
)
def test_strategies_of_random_trees(tree: Tree, player: int) -> None:
    plan = strategy(tree, player=player)
    assert plan.value == values(tree)[0] == check_strategy(plan)


@pytest.fixture(scope="module")
def tic_tac_toe() -> Strategy[Any, Any]:
    return strategy(MNK(), player=MIN)


@given(data=st.data())
def test_nobody_beats_the_strategy_of_tic_tac_toe(
    tic_tac_toe: Strategy[Any, Any], data: st.DataObject
) -> None:
    assert play_out(tic_tac_toe, lambda actions: data.draw(st.sampled_from(actions))) <= 0


def test_the_winner_of_nim_wins_every_game() -> None:
    plan = strategy(Nim())
    assert plan.value == 50
    assert play_out(plan, lambda actions: actions[0]) == 50
    assert play_out(plan, lambda actions: actions[-1]) == 50


class Stuck(Nim):
    """Nim, which is over where nobody can move: one rule asks another."""

    def is_terminal(self, state: Any) -> bool:
        return not any(True for _action in self.actions(state))


def test_the_rules_themselves_are_not_bound_to_the_strategy() -> None:
    plan = strategy(Stuck((2, 2), misere=False), player=MAX)
    assert check_strategy(plan) == plan.value == -50


def test_a_bad_strategy_is_found_out() -> None:
    game = Nim(rows=(2, 1))
    careless = {
        state: list(game.actions(state))[-1]
        for state in values(game)
        if game.to_move(state) == MAX and not game.is_terminal(state)
    }
    with pytest.raises(BrokenStrategy, match="promises 50 and gets -50"):
        check_strategy(Strategy(game, game.initial(), MAX, 50, careless))


def test_a_gap_and_an_illegal_answer_are_named() -> None:
    game = Nim(rows=(2, 1))
    start = game.initial()
    with pytest.raises(BrokenStrategy, match="no answer at 2-1"):
        check_strategy(Strategy(game, start, MAX, 50, {}))
    with pytest.raises(BrokenStrategy, match="at 2-1 is not legal"):
        check_strategy(Strategy(game, start, MAX, 50, {start: (0, 9)}))


def test_it_prints_as_a_tree() -> None:
    assert list(strategy(Grundy(6)).lines()) == [
        "6",
        "MAX 6=4+2  4+2 min",
        "  MIN 4=3+1  3+2+1",
        "    MAX 3=2+1  = 1",
    ]


def test_chance_is_answered_too() -> None:
    game = Pig(goal=5)
    plan = strategy(game)
    assert any(game.to_move(game.result(state, plan[state])) == CHANCE for state in plan)


def test_from_a_terminal_state_there_is_nothing_to_answer() -> None:
    tree = Tree.from_nested(3)
    assert dict(strategy(tree)) == {}
    assert check_strategy(strategy(tree)) == 3
