"""A slow, obvious twin, and every algorithm compared with it."""

from __future__ import annotations

import random
import warnings
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import trees
from zermelo.game import CHANCE, MAX, Game, Value
from zermelo.games import MNK, Grundy, Nim, Tree, read_tree
from zermelo.search import (
    ALGORITHMS,
    INFINITY,
    SearchWarning,
    Settings,
    alphabeta,
    expectiminimax,
    minimax,
    quiescence,
    star1,
)
from zermelo.solver import values

DETERMINISTIC = ["minimax", "alphabeta", "table", "iterative", "aspiration", "pvs", "mtdf"]
EXACT = [*DETERMINISTIC, "expectiminimax", "star1"]
orders = st.sampled_from(["left", "right", "fixed", "dynamic"])
tenths: st.SearchStrategy[Value] = st.integers(-9, 9).map(lambda n: n / 10)
quarters = st.fractions(-3, 3, max_denominator=4)
tree_orders = st.sampled_from(["left", "right", "dynamic"])


def twin(game: Game[Any, Any], state: Any, depth: float = INFINITY) -> Value:
    """The definition, and nothing else."""
    if game.is_terminal(state):
        return game.utility(state)
    player = game.to_move(state)
    if player == CHANCE:
        outcomes = list(game.outcomes(state))
        total = sum(weight for _, weight in outcomes)
        return sum(
            Fraction(weight, total) * twin(game, game.result(state, action), depth)
            for action, weight in outcomes
        )
    if depth <= 0:
        return game.evaluate(state)
    children = [twin(game, game.result(state, a), depth - 1) for a in game.actions(state)]
    return max(children) if player == MAX else min(children)


@given(tree=trees(repeated_kinds=True, max_depth=4), order=tree_orders)
def test_deterministic_algorithms_equal_minimax_on_random_trees(tree: Tree, order: str) -> None:
    expected = twin(tree, 0)
    for name in EXACT:
        result = ALGORITHMS[name](tree, order=order)
        assert result.value == expected, name
        assert result.proven, name


@given(tree=trees(repeated_kinds=True, values=st.fractions(max_denominator=4), max_depth=4))
def test_values_need_not_be_whole(tree: Tree) -> None:
    expected = twin(tree, 0)
    for name in EXACT:
        assert ALGORITHMS[name](tree).value == expected, name


@given(
    tree=trees(repeated_kinds=True, statics=True, max_depth=4).filter(lambda t: t.has_heuristic),
    depth=st.integers(0, 5),
    order=orders,
)
def test_depth_limits_mean_the_same_to_all(tree: Tree, depth: int, order: str) -> None:
    expected = twin(tree, 0, depth)
    for name in EXACT:
        assert ALGORITHMS[name](tree, depth=depth, order=order).value == expected, name


@given(
    tree=trees(repeated_kinds=True, max_depth=4),
    ends=st.tuples(st.integers(-10, 10), st.integers(-10, 10)).filter(lambda w: w[0] < w[1]),
    cut=st.sampled_from(["ge", "gt"]),
    test=st.sampled_from(["last", "first"]),
    returns=st.sampled_from(["soft", "hard", "bound"]),
    order=tree_orders,
)
def test_the_bound_contract_in_every_setting(
    tree: Tree, ends: tuple[int, int], cut: str, test: str, returns: str, order: str
) -> None:
    settings = Settings(window=ends, cut=cut, test=test, returns=returns, order=order)
    for name in ("alphabeta", "table", "iterative"):
        _holds(name, tree, settings)
        _holds(name, tree, Settings(cut=cut, test=test, returns=returns, order=order))


@given(
    tree=trees(repeated_kinds=True, max_depth=4),
    ends=st.tuples(st.integers(-10, 10), st.integers(-10, 10)).filter(lambda w: w[0] < w[1]),
)
def test_the_bound_contract_of_the_others(tree: Tree, ends: tuple[int, int]) -> None:
    for name in ("pvs", "star1"):
        _holds(name, tree, Settings(window=ends))


def _holds(name: str, tree: Tree, settings: Settings) -> None:
    true = twin(tree, 0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SearchWarning)
        result = ALGORITHMS[name](tree, **settings)
    low, high = settings.get("window", (-INFINITY, INFINITY))
    if result.value <= low:
        assert (true <= result.value, result.bound) == (True, "upper"), name
    elif result.value >= high:
        assert (true >= result.value, result.bound) == (True, "lower"), name
    else:
        assert (result.value, result.bound) == (true, "exact"), name
    if settings.get("returns") == "hard" and not tree.is_terminal(0):
        assert low <= result.value <= high, name


@given(tree=trees(chance=True, repeated_kinds=True, max_depth=4), depth=st.none())
def test_chance_trees_are_exact(tree: Tree, depth: None) -> None:
    expected = twin(tree, 0)
    for algorithm in (expectiminimax, star1):
        found = algorithm(tree).value
        assert found == expected
        assert not isinstance(found, float)
    assert expectiminimax(tree, table=True).value == expected


@given(
    tree=trees(chance=True, repeated_kinds=True, statics=True, max_depth=4),
    depth=st.integers(0, 4),
)
def test_a_chance_level_is_not_a_ply(tree: Tree, depth: int) -> None:
    expected = twin(tree, 0, depth)
    assert expectiminimax(tree, depth=depth).value == expected
    assert star1(tree, depth=depth).value == expected


@given(
    tree=trees(chance=True, repeated_kinds=True, max_depth=4),
    ends=st.tuples(st.integers(-10, 10), st.integers(-10, 10)).filter(lambda w: w[0] < w[1]),
)
def test_star1_keeps_its_contract_with_chance(tree: Tree, ends: tuple[int, int]) -> None:
    _holds("star1", tree, Settings(window=ends))


EXACT_TIC_TAC_TOE = values(MNK())
GAMES: list[Game[Any, Any]] = [
    Nim(rows=(3, 2, 1)),
    Nim(rows=(2, 2, 2), misere=False),
    Grundy(9),
    Grundy(10),
    MNK(columns=3, rows=2, in_row=2),
    MNK(columns=3, rows=2, in_row=3, misere=True),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
@pytest.mark.parametrize("name", EXACT)
def test_small_games_have_one_value(name: str, game: Game[Any, Any]) -> None:
    assert ALGORITHMS[name](game).value == twin(game, game.initial())


@given(moves=st.lists(st.integers(0, 8), max_size=9), depth=st.integers(0, 3), order=orders)
def test_depth_limited_tic_tac_toe(moves: list[int], depth: int, order: str) -> None:
    game = MNK()
    state = game.initial()
    for move in moves:
        actions = list(game.actions(state))
        if actions:
            state = game.result(state, actions[move % len(actions)])
    expected = twin(game, state, depth)
    for name in EXACT:
        assert ALGORITHMS[name](game, state, depth=depth, order=order).value == expected, name
    assert ALGORITHMS["table"](game, state, depth=depth, symmetry=True).value == expected


@given(tree=trees(repeated_kinds=True, values=quarters, max_depth=4), order=tree_orders)
def test_the_line_leads_to_the_value(tree: Tree, order: str) -> None:
    for name in DETERMINISTIC:
        result = ALGORITHMS[name](tree, order=order)
        state = 0
        for action in result.line:
            assert twin(tree, state) == result.value, name
            state = tree.result(state, action)
        assert twin(tree, state) == result.value, name
        if not tree.is_terminal(0):
            assert result.action == result.line[0], name


@given(tree=trees(repeated_kinds=True, max_depth=4))
def test_every_root_action_gets_its_value(tree: Tree) -> None:
    moves = {action: twin(tree, tree.result(0, action)) for action in tree.actions(0)}
    for name in EXACT:
        result = ALGORITHMS[name](tree, all_moves=True)
        assert result.values == moves, name
        assert all(move.proven for move in result.moves), name
        assert result.value == twin(tree, 0), name


@given(tree=trees(repeated_kinds=True, max_depth=4))
def test_the_first_of_equals_keeps_its_place(tree: Tree) -> None:
    best = next(
        (a for a in tree.actions(0) if twin(tree, tree.result(0, a)) == twin(tree, 0)), None
    )
    assert minimax(tree).action == alphabeta(tree).action == best


class Graph(Game[tuple[int, int], int]):
    """A random game with transpositions: layers of states, each action leading anywhere below."""

    def __init__(self, seed: int, layers: int = 5, width: int = 3) -> None:
        dice = random.Random(seed)
        self.layers = layers
        self.next = {
            (layer, place): [
                (layer + dice.choice([1, 1, 2]), dice.randrange(width)) for _ in range(3)
            ]
            for layer in range(layers)
            for place in range(width)
        }
        self.value = {
            (layer, place): dice.randrange(-5, 6)
            for layer in range(layers + 2)
            for place in range(width)
        }
        self.mover = {state: dice.choice([MAX, -MAX]) for state in self.next}

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def to_move(self, state: tuple[int, int]) -> int:
        return self.mover[state]

    def actions(self, state: tuple[int, int]) -> range:
        return range(0 if self.is_terminal(state) else 3)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return self.next[state][action]

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[0] >= self.layers

    def utility(self, state: tuple[int, int]) -> int:
        return self.value[state]

    def evaluate(self, state: tuple[int, int]) -> int:
        return self.value[state]


@given(seed=st.integers(0, 10**6), depth=st.none() | st.integers(0, 6), order=orders)
@pytest.mark.parametrize("name", [*DETERMINISTIC, "expectiminimax"])
def test_transpositions_change_nothing(name: str, seed: int, depth: int | None, order: str) -> None:
    """A value called proven is the game's; a depth limit means what minimax says."""
    game = Graph(seed)
    settings = Settings(depth=depth, order=order)
    if name == "expectiminimax":
        settings["table"] = True
    result = ALGORITHMS[name](game, **settings)
    assert result.value == twin(game, game.initial(), INFINITY if depth is None else depth)
    if result.proven:
        assert result.value == twin(game, game.initial())
    assert result.proven or depth is not None
    assert (
        not result.line
        or twin(game, game.result((0, 0), result.line[0]), INFINITY if depth is None else depth - 1)
        == result.value
    )


WITH_TABLES = ["table", "iterative", "aspiration", "pvs", "mtdf"]


def test_lines_with_symmetry_from_the_beginning() -> None:
    for name in WITH_TABLES:
        check_lines_with_symmetry([], name)


@given(moves=st.lists(st.integers(0, 8), min_size=2, max_size=6), name=st.sampled_from(WITH_TABLES))
def test_lines_with_symmetry(moves: list[int], name: str) -> None:
    check_lines_with_symmetry(moves, name)


def check_lines_with_symmetry(moves: list[int], name: str) -> None:
    game = MNK()
    state = game.initial()
    for move in moves:
        actions = list(game.actions(state))
        if actions:
            state = game.result(state, actions[move % len(actions)])
    result = ALGORITHMS[name](game, state, symmetry=True)
    assert result.value == EXACT_TIC_TAC_TOE[state]
    for action in result.line:
        state = game.result(state, action)
        assert EXACT_TIC_TAC_TOE[state] == result.value


def test_huge_floats_do_not_stop_the_narrow_windows() -> None:
    tree = Tree.from_nested([[1e17, 5e17], [3e17, 2e17], [4e17]])
    for name in DETERMINISTIC:
        assert ALGORITHMS[name](tree).value == 4e17


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("chance [1/3: 1e308 2/3: 1e308]", 1e308),
        ("chance [1/3: 1.5e308 2/3: -1.5e308]", -5e307),
        ("max [3 chance [1/3: 1e308 2/3: 1e308]]", 1e308),
    ],
)
def test_an_expected_value_is_found_where_its_sum_leaves_the_range_of_floats(
    text: str, value: float
) -> None:
    tree = read_tree(text)
    for search in (expectiminimax, star1):
        assert search(tree).value == search(tree, all_moves=True).value == value
    assert values(tree)[tree.initial()] == value


@given(tree=trees(chance=True, repeated_kinds=True, values=tenths, max_depth=3))
def test_star1_with_floats(tree: Tree) -> None:
    exact, found = expectiminimax(tree), star1(tree)
    assert found.value == pytest.approx(exact.value)
    if found.action is not None:
        child = tree.result(0, found.action)
        assert float(twin(tree, child)) == pytest.approx(float(exact.value))


@given(tree=trees(statics=True, repeated_kinds=True, max_depth=4), depth=st.integers(1, 4))
def test_a_move_is_proven_where_nothing_below_it_is_estimated(tree: Tree, depth: int) -> None:
    """Whatever is cut off, a move called proven has the game's value; so has all of minimax."""
    for name in EXACT:
        moves = ALGORITHMS[name](tree, depth=depth, all_moves=True).moves
        for action, value, proven, _plies in moves:
            child = tree.result(0, action)
            assert value == twin(tree, child, depth - 1), name
            seen = height(tree, child) < depth
            assert proven == seen if name == "minimax" else proven or not seen, name
            assert not proven or value == twin(tree, child), name


def height(tree: Tree, state: int) -> int:
    """The plies of the longest line below a node."""
    if tree.is_terminal(state):
        return 0
    return 1 + max(height(tree, tree.result(state, action)) for action in tree.actions(state))


def test_every_outcome_of_a_chance_root() -> None:
    tree = read_tree("chance [1/2: max [1 3] 1/2: 6]")
    for algorithm in (expectiminimax, star1):
        result = algorithm(tree, all_moves=True)
        assert (result.value, result.values) == (Fraction(9, 2), {0: 3, 1: 6})


def test_outside_the_window_nothing_is_proven() -> None:
    assert not alphabeta(Tree.from_nested([[3, 12], [2, 4]]), window=(5, 6)).proven


def test_quiescence_without_restless_states_is_alphabeta() -> None:
    class Calm(MNK):
        def is_quiet(self, state: Any) -> bool:
            return True

    for depth in range(4):
        assert quiescence(Calm(), depth=depth).value == alphabeta(MNK(), depth=depth).value
