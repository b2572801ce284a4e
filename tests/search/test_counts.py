"""Node counts that pin the conventions down."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.game import MAX, Game
from zermelo.games import MNK, Grundy, Nim
from zermelo.search import Settings, alphabeta, minimax, table
from zermelo.solver import values


@pytest.mark.parametrize(
    ("settings", "nodes"),
    [
        (Settings(), 18_297),
        (Settings(window=(-1, 1)), 16_811),
        (Settings(cut="gt"), 146_120),
        (Settings(returns="hard"), 18_297),
    ],
)
def test_alphabeta_over_tic_tac_toe(settings: Settings, nodes: int) -> None:
    result = alphabeta(MNK(), **settings)
    assert (result.value, result.nodes, result.depth, result.proven) == (0, nodes, 9, True)


def test_minimax_over_tic_tac_toe() -> None:
    result = minimax(MNK())
    assert (result.value, result.nodes, result.leaves) == (0, 549_946, 255_168)


def test_symmetry_in_the_table_searches_less_and_finds_the_same() -> None:
    plain, symmetric = table(MNK()), table(MNK(), symmetry=True)
    assert plain.value == symmetric.value
    assert symmetric.nodes < plain.nodes < 18_297


def test_states_of_tic_tac_toe() -> None:
    game = MNK()
    states = values(game)
    assert len(states) == 5478
    assert len({game.canonical(state) for state in states}) == 765


def test_grundy_six_has_ten_nodes() -> None:
    assert minimax(Grundy(6)).nodes == 10


def test_nim_nodes_grow_as_the_product_formula_says() -> None:
    """One row of n matches, every split of it: 2^n nodes."""
    for n in range(1, 10):
        assert minimax(Nim(rows=(n,))).nodes == 2**n


class Uniform(Game[tuple[int, ...], int]):
    """A tree of b branches and d plies whose leaf values a function of the path gives."""

    def __init__(self, b: int, d: int, first_is_best: bool) -> None:
        self.b, self.d, self.first_is_best = b, d, first_is_best

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        return MAX if len(state) % 2 == 0 else -MAX

    def actions(self, state: tuple[int, ...]) -> range:
        return range(0 if self.is_terminal(state) else self.b)

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == self.d

    def utility(self, state: tuple[int, ...]) -> int:
        """MAX loses, and MIN gains, by the place of each move: the first is the best for both."""
        value = 0
        for ply, place in enumerate(state):
            loss = place if self.first_is_best else self.b - 1 - place
            value = value * self.b + (-loss if ply % 2 == 0 else loss)
        return value


@given(b=st.integers(1, 5), d=st.integers(0, 5))
def test_perfect_order_costs_the_knuth_moore_minimum(b: int, d: int) -> None:
    leaves = alphabeta(Uniform(b, d, first_is_best=True)).leaves
    assert leaves == b ** -(-d // 2) + b ** (d // 2) - 1


@pytest.mark.parametrize(("b", "d"), [*product((2, 3), (2, 3, 4))])
def test_right_to_left_the_worst_order_becomes_the_best(b: int, d: int) -> None:
    game = Uniform(b, d, first_is_best=False)
    assert alphabeta(game, order="right").leaves == b ** -(-d // 2) + b ** (d // 2) - 1
    assert alphabeta(game).leaves > alphabeta(game, order="right").leaves
