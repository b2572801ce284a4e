"""Limits of nodes and time, being stopped, and games longer than Python likes."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from time import perf_counter, sleep

import pytest

from tests.patience import PATIENCE
from zermelo.game import MAX, Game, NoEstimate, Value
from zermelo.games import MNK, Grundy, Nim, Pig, read_tree
from zermelo.games.mnk import Board
from zermelo.search import ALGORITHMS, NothingFound, TooDeep, alphabeta, expectiminimax, iterative
from zermelo.search.path import GoesRound


class Countdown(Game[int, int]):
    """One move each turn, `n` of them."""

    def __init__(self, n: int) -> None:
        self.n = n

    def initial(self) -> int:
        return self.n

    def to_move(self, state: int) -> int:
        return MAX if (self.n - state) % 2 == 0 else -MAX

    def actions(self, state: int) -> Iterable[int]:
        return [1] if state else []

    def result(self, state: int, action: int) -> int:
        return state - 1

    def is_terminal(self, state: int) -> bool:
        return state == 0

    def utility(self, state: int) -> int:
        return 7

    def bounds(self, state: int) -> tuple[int, int]:
        return 0, 9


def test_iterative_answers_with_the_last_complete_iteration() -> None:
    game = MNK(4, 4, 4)
    result = iterative(game, nodes=2_000)
    assert result.nodes == 2_000
    assert result.stopped
    assert not result.proven
    assert result.depth >= 3
    assert result.value == alphabeta(game, depth=result.depth).value


def test_iterative_is_the_same_every_time_for_the_same_nodes() -> None:
    assert iterative(MNK(4, 4, 4), nodes=3_000) == iterative(MNK(4, 4, 4), nodes=3_000)


def test_iterative_ends_by_itself_when_it_has_seen_the_end() -> None:
    result = iterative(Nim(rows=(2, 1)))
    assert result.proven
    assert result.depth == 3


def test_time_is_kept() -> None:
    began = perf_counter()
    result = iterative(MNK(6, 6, 5), time=0.3)
    assert perf_counter() - began < PATIENCE
    assert result.stopped
    assert result.action is not None


def test_without_heuristic_iterative_waits_for_the_end_of_the_game() -> None:
    assert iterative(Grundy(9)).proven
    with pytest.raises(NoEstimate, match="grundy has no heuristic"):
        iterative(Grundy(9), depth=2)


def test_a_stopped_search_gives_the_best_move_so_far() -> None:
    game = MNK()
    result = alphabeta(game, nodes=15_000)
    assert (result.stopped, result.proven, result.nodes) == (True, False, 15_000)
    assert result.value == 0
    assert result.action in list(game.actions(game.initial()))


def test_a_search_stopped_at_once_has_nothing_to_say() -> None:
    with pytest.raises(NothingFound, match="before its first move"):
        alphabeta(MNK(), nodes=3)


def test_below_a_chance_root_there_is_no_early_answer() -> None:
    tree = read_tree("chance [max [1 2 3 4] max [1 2 3 4]]")
    with pytest.raises(NothingFound):
        expectiminimax(tree, nodes=6)


def test_an_early_answer_is_called_a_bound() -> None:
    assert alphabeta(MNK(), nodes=15_000).bound == "lower"
    game = MNK()
    assert alphabeta(game, game.parse_state("x../.../..."), nodes=2_000).bound == "upper"


def test_mtdf_does_not_answer_before_its_bounds_meet() -> None:
    with pytest.raises(NothingFound):
        ALGORITHMS["mtdf"](MNK(), nodes=3_000)


def test_slow_rules_do_not_overrun_the_time() -> None:
    estimates = []

    class Slow(MNK):
        def evaluate(self, state: Board) -> Value:
            sleep(0.01)
            estimates.append(state)
            return super().evaluate(state)

    iterative(Slow(6, 6, 5), time=0.5)
    assert len(estimates) <= 52  # whatever else the machine does, more take longer than that


def test_two_searches_at_once_do_not_spoil_each_others_depth() -> None:
    def deep() -> int:
        return alphabeta(Countdown(20_000)).depth

    with ThreadPoolExecutor(4) as pool:
        assert [f.result() for f in [pool.submit(deep) for _ in range(12)]] == [20_000] * 12
    assert sys.getrecursionlimit() < 100_000


def test_stop_is_asked() -> None:
    asked = 0

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return asked > 200

    assert alphabeta(MNK(), stop=stop).stopped


def test_tick_hears_the_counts() -> None:
    heard: list[int] = []
    alphabeta(MNK(), tick=lambda tally: heard.append(tally.nodes))
    assert heard == sorted(heard)
    assert 100 < len(heard) < 18_297


@pytest.mark.parametrize(
    "name", [n for n in ALGORITHMS if ALGORITHMS[n].exact and n != "quiescence"]
)
def test_a_game_of_20_000_plies(name: str) -> None:
    game = Countdown(20_000)
    result = ALGORITHMS[name](game)
    assert (result.value, result.depth) == (7, game.n)


def test_a_tree_of_20_000_levels() -> None:
    tree = read_tree("[" * 20_000 + "4" + "]" * 20_000)
    result = alphabeta(tree)
    assert (result.value, result.nodes, len(result.line)) == (4, 20_001, 20_000)


def test_a_game_without_end_says_which_limit_it_met() -> None:
    with pytest.raises(GoesRound, match=r"pig can come back to 0 0 max 0 .*, or set a depth limit"):
        expectiminimax(Pig())


def test_rules_that_recurse_through_c_do_not_crash() -> None:
    class Recursive(Countdown):
        def utility(self, state: int) -> int:
            @cache
            def down(n: int) -> int:
                return 7 if n == 0 else down(n - 1)

            return down(20_000)

    try:
        assert alphabeta(Recursive(3)).value == 7
    except TooDeep:
        assert sys.version_info >= (3, 12)  # which has a limit of its own for calls through C


def test_depth_nought_is_the_estimate_of_the_root() -> None:
    game = MNK()
    board = game.parse_state("xo./.o./.xx")
    for name in ("minimax", "alphabeta", "table", "iterative", "pvs", "mtdf", "expectiminimax"):
        result = ALGORITHMS[name](game, board, depth=0)
        assert (result.value, result.action, result.proven) == (1, None, False)


def test_a_tree_needs_static_values_only_where_the_limit_falls() -> None:
    tree = read_tree("max [ B (h=5) [1 9] C [2 3] ]")
    assert alphabeta(tree, depth=2).value == 2
    with pytest.raises(NoEstimate, match="node 'C' has no static value"):
        alphabeta(tree, depth=1)
