"""The horizon effect, and its cure by the secondary search."""

from __future__ import annotations

from typing import NamedTuple

from zermelo.game import MAX, MIN, Game
from zermelo.games import read_tree
from zermelo.search import algorithm_named, alphabeta, iterative, quiescence, two_successor


class Trade(NamedTuple):
    """What MAX has won so far, what hangs, and who is to move."""

    won: int
    hanging: int
    player: int


class Exchange(Game[Trade, int]):
    """MAX may take a pawn that is defended: the recapture costs a queen. Or play on quietly."""

    def initial(self) -> Trade:
        return Trade(0, 0, MAX)

    def to_move(self, state: Trade) -> int:
        return state.player

    def actions(self, state: Trade) -> list[int]:
        if self.is_terminal(state):
            return []
        return [-9, 0] if state.player == MIN and state.hanging else [1, 0]

    def result(self, state: Trade, action: int) -> Trade:
        if state.player == MAX:
            return Trade(state.won + action, action, MIN)
        return Trade(state.won + min(action, 0), -1, MAX)

    def is_terminal(self, state: Trade) -> bool:
        return state.hanging == -1

    def utility(self, state: Trade) -> int:
        return state.won

    def evaluate(self, state: Trade) -> int:
        return state.won

    def is_quiet(self, state: Trade) -> bool:
        return state.hanging == 0


def test_the_pawn_looks_free_at_depth_one_and_is_not() -> None:
    game = Exchange()
    assert (alphabeta(game, depth=1).value, alphabeta(game, depth=1).action) == (1, 1)
    assert (alphabeta(game, depth=2).value, alphabeta(game, depth=2).action) == (0, 0)


def test_the_secondary_search_sees_the_recapture() -> None:
    result = quiescence(Exchange(), depth=1)
    assert (result.value, result.action, result.depth) == (0, 0, 2)


def test_the_extension_is_limited() -> None:
    assert quiescence(Exchange(), depth=1, extension=0).value == 1


def test_two_successors_can_miss_the_best() -> None:
    tree = read_tree("max [ looks_best (h=9) [1]  best (h=5) [4]  looks_worst (h=0) [2] ]")
    assert (alphabeta(tree).value, alphabeta(tree).action) == (4, 1)
    kept = two_successor(tree)
    assert (kept.value, kept.action, kept.nodes, kept.proven) == (2, 2, 5, False)


def test_two_successors_of_two_are_all_there_are() -> None:
    assert two_successor(read_tree("max [[1 5] [2 3]]")).proven  # and need no estimate
    assert two_successor(read_tree("max [A (h=1) [1 5]  B (h=2) [2 3]]")).proven


def test_the_horizon_on_the_blackboard() -> None:
    """The same exchange as a tree: the node after the capture is not quiet."""
    tree = read_tree(
        "max [take: min (h=1 unquiet) [recapture: -4  wait: 1]  wait: min (h=0) [wait: 0]]"
    )
    assert alphabeta(tree, depth=1).value == 1
    assert (quiescence(tree, depth=1).value, quiescence(tree, depth=1).action) == (0, 1)
    calm = read_tree("max [take: min (h=1) [-4 1]  wait: min (h=0) [0]]")
    assert quiescence(calm, depth=1).value == alphabeta(calm, depth=1).value


def test_incremental_minimax_is_iterative_deepening() -> None:
    for name in ("incremental", "incremental-minimax", "minimax-incremental"):
        assert algorithm_named(name) is iterative
