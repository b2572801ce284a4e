"""Under its convention alpha-beta is the lecture's own, node by node."""

from __future__ import annotations

import random
from math import inf
from typing import Any

import pytest

from tests.long import some
from tests.search.lectures import LECTURES, LIMITED, Call, expectiminimax, log_of, minimax_maximo
from zermelo.game import CHANCE, MAX, MIN, Value
from zermelo.games import MNK, Tree, read_tree
from zermelo.search import (
    ALGORITHMS,
    CONVENTIONS,
    Observer,
    Settings,
    Unsuitable,
    alphabeta,
    minimax,
)
from zermelo.search import expectiminimax as ours_with_chance

AIMA = "[[3 12 8] [2 4 6] [14 5 2]]"
CLIPPED = "[[5] [[3 4] 9]]"


class Log(Observer):
    """The calls of our own search."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.open: list[Call] = []

    def enter(self, ply: int, state: Any, action: Any, alpha: Any, beta: Any) -> None:
        self.open.append(Call(state, alpha, beta, alpha, beta))
        self.calls.append(self.open[-1])

    def bound(self, player: int, value: Value) -> None:
        if player == MAX:
            self.open[-1].alpha_held = value
        else:
            self.open[-1].beta_held = value

    def leaf(self, value: Value, exact: bool) -> None:
        self.open.pop().value = value

    def leave(self, value: Value) -> None:
        self.open.pop().value = value


def ours(tree: Tree, **settings: Any) -> tuple[list[Call], Any]:
    log = Log()
    action = alphabeta(tree, observer=log, **settings).action
    return log.calls, action


def random_tree(seed: int, statics: bool = False) -> Tree:
    """Up to five plies, one to four branches, many ties; MAX and MIN alternate, as they assume."""
    luck = random.Random(seed)
    most, spread = luck.randint(1, 5), luck.choice((3, 9, 99))

    def text(depth: int) -> str:
        if depth == 0 or (depth < most and luck.random() < 0.2):
            return str(luck.randint(-spread, spread))
        inside = " ".join(text(depth - 1) for _ in range(luck.randint(1, 4)))
        return f"{f'(h={luck.randint(-spread, spread)}) ' if statics else ''}[{inside}]"

    return read_tree(text(most))


@pytest.mark.parametrize("name", LECTURES)
@pytest.mark.parametrize("text", [AIMA, CLIPPED])
def test_the_trees_of_the_lectures(name: str, text: str) -> None:
    tree = read_tree(text)
    theirs, move = log_of(LECTURES[name], tree)
    calls, action = ours(tree, convention=name)
    assert calls == theirs
    assert move in (None, action)


@pytest.mark.parametrize("name", some(LECTURES, 2))
def test_a_thousand_random_trees(name: str) -> None:
    """Order of the nodes, so cuts and leaves too; bounds passed in and held; values returned."""
    cut = 0
    for seed in range(1000):
        tree = random_tree(seed)
        theirs, move = log_of(LECTURES[name], tree)
        calls, action = ours(tree, convention=name)
        assert calls == theirs, seed
        assert move in (None, action), seed
        cut += len(calls) < len(tree.nodes)
    assert cut > 200


@pytest.mark.parametrize("name", LIMITED)
def test_the_depth_is_counted_as_the_lecture_does(name: str) -> None:
    for seed in range(300):
        tree = random_tree(seed, statics=True)
        for limit in range(2 if name == "000" else 1, 6):
            theirs, move = log_of(LIMITED[name](limit), tree)
            calls, action = ours(tree, convention=name, depth=limit)
            assert calls == theirs, (seed, limit)
            assert move in (None, action), (seed, limit)


def test_the_depth_of_expectiminimax_in_003() -> None:
    """MAX, chance, MIN, chance, and so on; every level costs one, and the root is at 1."""
    for seed in range(200):
        luck = random.Random(seed)

        def text(depth: int, luck: random.Random = luck) -> str:
            if depth == 6 or (depth and luck.random() < 0.1):
                return str(luck.randint(-9, 9))
            kind = ("max", "chance", "min", "chance")[depth % 4]
            inside = " ".join(text(depth + 1) for _ in range(luck.randint(1, 2)))
            return f"{kind} (h={luck.randint(-9, 9)}) [{inside}]"

        tree = read_tree(text(0))
        for depth in range(1, 8):
            value = ours_with_chance(tree, convention="003", depth=depth).value
            assert value == expectiminimax(tree, 0, depth, MAX, CHANCE), (seed, depth)
            if tree.has_chance:
                star = ALGORITHMS["star1"](tree, depth=depth, root_depth=1, chance_depth=1)
                assert star.value == value


def test_the_minimax_of_004_keeps_the_last_of_equal_moves() -> None:
    differs = 0
    for seed in range(300):
        tree, jugadas = random_tree(seed), [None]
        value = minimax_maximo(tree, 0, jugadas)
        result = minimax(tree, convention="004")
        assert (result.value, result.action) == (value, jugadas[0]), seed
        differs += result.action != minimax(tree).action
    assert differs > 20


def test_what_tells_them_apart() -> None:
    """At C of AIMA 5.2 beta stays infinite where the test comes first; the clipped tree."""
    aima, clipped = read_tree(AIMA), read_tree(CLIPPED)
    held = {n: next(c for c in ours(aima, convention=n)[0] if c.node == 5) for n in CONVENTIONS}
    assert aima.path(5) == (1,)
    assert {name: (call.beta_held, call.value) for name, call in held.items()} == {
        **dict.fromkeys(("000", "002", "004"), (2, 2)),
        **dict.fromkeys(("001", "003", "aima"), (inf, 2)),
    }
    inner = next(s for s in range(len(clipped.nodes)) if clipped.path(s) == (1, 0))
    returned = {
        name: next(c.value for c in ours(clipped, convention=name)[0] if c.node == inner)
        for name in CONVENTIONS
    }
    assert returned == {"000": 5, "001": 4, "002": 4, "003": 4, "004": 5, "aima": 4}
    hard = next(c.value for c in ours(clipped, returns="hard")[0] if c.node == inner)
    assert hard == 5
    # Clipped on one side only: a leaf above beta comes back as it is, unless fail-hard clips it.
    high = read_tree("min [[3] [9 1]]")
    values = {
        how: [call.value for call in ours(high, returns=how)[0] if call.node == 3]
        for how in ("bound", "hard")
    }
    assert values == {"bound": [9], "hard": [3]}


def test_a_convention_is_overruled_by_what_is_given() -> None:
    settings: list[dict[str, Any]] = []

    class Begin(Observer):
        def begin(self, algorithm: str, state: Any, told: Any) -> None:
            settings.append({key: told[key] for key in CONVENTIONS["001"] if key in told})

    alphabeta(read_tree(AIMA), convention="001", test="last", observer=Begin())
    alphabeta(read_tree(AIMA), test="last", cut="gt", observer=Begin())
    assert settings == [
        {"cut": "ge", "test": "last", "returns": "soft", "root_depth": 0, "functions": 2},
        {"cut": "gt", "test": "last"},
    ]


@pytest.mark.parametrize(
    ("algorithm", "name", "message"),
    [
        ("pvs", "001", "pvs takes no 'test', which convention 001 sets"),
        ("star1", "003", "star1 takes no 'test', which convention 003 sets"),
        ("mtdf", "000", "mtdf takes no 'returns', which convention 000 sets"),
        ("alphabeta", "005", "no convention '005'"),
    ],
)
def test_who_cannot_follow_says_so(algorithm: str, name: str, message: str) -> None:
    with pytest.raises(Unsuitable, match=message):
        ALGORITHMS[algorithm](read_tree(AIMA), convention=name)


@pytest.mark.parametrize("name", ["minimax", "table", "iterative", "expectiminimax"])
def test_who_has_no_windows_follows_what_is_left(name: str) -> None:
    """LIMITE 3 of 000 is two plies."""
    result = ALGORITHMS[name](MNK(), convention="000", depth=3)
    assert (result.value, result.depth) == (ALGORITHMS[name](MNK(), depth=2).value, 2)
    with pytest.raises(Unsuitable, match="depth must be a whole number, 1 or more, not 0"):
        ALGORITHMS[name](MNK(), convention="000", depth=0)


def test_min_moves_first() -> None:
    for name in CONVENTIONS:
        settings = Settings(convention=name)
        assert alphabeta(read_tree("min [[3 12] [2 4]]"), **settings).value == 4
        assert alphabeta(Tree.from_nested([[3, 12], [2, 4]], MIN), **settings).action == 1
