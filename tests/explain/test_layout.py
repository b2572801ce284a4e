"""The tidy layout: order, middles, distances, and no more room than needed."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.long import some
from zermelo.explain.layout import ALMOST, layout, levels

GAP, WIDE_GAP = 10.0, 25.0
SLACK = 1e-6  # of a floating-point number of this size

Tree = list[list[int]]


def check(children: Tree, left: list[float], right: list[float]) -> list[float]:
    """Lays the tree out and checks everything that a tidy drawing promises."""
    xs = layout(children, left, right, GAP, WIDE_GAP)
    parent = {child: node for node, below in enumerate(children) for child in below}
    row = [0]
    while row:
        for node in row:
            if children[node]:
                below = children[node]
                middle, central = (xs[below[0]] + xs[below[-1]]) / 2, xs[below[len(below) // 2]]
                if len(below) % 2 and abs(central - middle) < ALMOST - SLACK:
                    middle = central
                assert xs[node] == pytest.approx(middle, abs=SLACK)
        row = [child for node in row for child in children[node]]
        # In the order of the tree, each begins behind the end of the one before.
        for a, b in pairwise(row):
            gap = GAP if parent[a] == parent[b] else WIDE_GAP
            assert xs[b] - left[b] >= xs[a] + right[a] + gap - SLACK * max(1.0, xs[b])
    assert min(x - reach for x, reach in zip(xs, left, strict=True)) == pytest.approx(0, abs=SLACK)
    return xs


def rows_of(children: Tree, top: int) -> list[list[int]]:
    """The levels below a node and itself, each from left to right."""
    rows = [[top]]
    while rows[-1]:
        rows.append([child for node in rows[-1] for child in children[node]])
    return rows[:-1]


def check_packed(children: Tree, left: list[float], right: list[float], xs: list[float]) -> None:
    """The last subtree below each node touches, at some level, one of those before it."""
    for below in children:
        if len(below) < 2:
            continue
        last = rows_of(children, below[-1])
        before = [rows_of(children, child) for child in below[:-1]]
        room = []
        for level, row in enumerate(last):
            ends = [rows[level][-1] for rows in before if len(rows) > level]
            if ends:
                free = xs[row[0]] - left[row[0]] - xs[ends[-1]] - right[ends[-1]]
                room.append(free - (WIDE_GAP if level else GAP))
        assert min(room) == pytest.approx(0, abs=SLACK)


def tree_of(choices: list[int]) -> Tree:
    """A tree in which each node's parent is one of those before it."""
    children: Tree = [[] for _ in range(len(choices) + 1)]
    for node, choice in enumerate(choices, 1):
        children[choice % node].append(node)
    return children


reaches = st.floats(0, 80)


@given(st.lists(st.integers(0, 10**6), max_size=40), st.data())
def test_any_tree_is_tidy(choices: list[int], data: st.DataObject) -> None:
    children = tree_of(choices)
    sizes = st.lists(reaches, min_size=len(children), max_size=len(children))
    left, right = data.draw(sizes), data.draw(sizes)
    xs = check(children, left, right)
    check_packed(children, left, right, xs)


def test_subtrees_are_packed_below_each_other() -> None:
    # Two leaves beside a node with two children: the four of them stand closer than boxes would.
    children: Tree = [[1, 2, 3], [], [4, 5], [], [], []]
    half = [5.0] * 6
    xs = layout(children, half, half, 10.0, 10.0)
    assert xs == [25.0, 5.0, 25.0, 45.0, 15.0, 35.0]


def test_smaller_subtrees_are_spread_between_larger_ones() -> None:
    # The outer children have wide families; the three leaves between stand evenly.
    wide = list(range(6, 11)), list(range(11, 16))
    children: Tree = [[1, 2, 3, 4, 5], wide[0], [], [], [], wide[1], *[[] for _ in range(10)]]
    half = [5.0] * 16
    xs = layout(children, half, half, 10.0, 10.0)
    apart = [b - a for a, b in pairwise(xs[1:6])]
    assert apart == pytest.approx([25.0] * 4)


def test_asymmetric_blocks_keep_their_distance() -> None:
    assert layout([[1, 2], [], []], [0, 3, 40], [0, 50, 1], 10.0, 10.0) == [53.0, 3.0, 103.0]


def test_no_node_and_one_node() -> None:
    assert layout([], [], [], 1, 1) == []
    assert layout([[]], [7.0], [3.0], 1, 1) == [7.0]
    assert levels([]) == []
    assert levels([[2], [], [1]]) == [0, 2, 1]


def large_random_tree(count: int) -> Tree:
    chance = random.Random(7)
    children: Tree = [[] for _ in range(count)]
    ends = [0]
    node = 1
    while node < count:
        at = ends.pop(chance.randrange(len(ends)))
        for _ in range(min(chance.randint(1, 5), count - node)):
            children[at].append(node)
            ends.append(node)
            node += 1
    return children


COUNT = 100_000
LARGE: dict[str, Callable[[], Tree]] = {
    "random": lambda: large_random_tree(COUNT),
    "chain": lambda: [*([node] for node in range(1, COUNT)), []],
    "star": lambda: [list(range(1, COUNT)), *([] for _ in range(1, COUNT))],
    "binary": lambda: [[c for c in (2 * n + 1, 2 * n + 2) if c < COUNT] for n in range(COUNT)],
    "comb": lambda: [
        [node + 1, node + 2] if node % 2 == 0 and node + 2 < COUNT else [] for node in range(COUNT)
    ],
}


@pytest.mark.parametrize("shape", some(LARGE, 2))
def test_a_hundred_thousand_nodes_stand_apart(shape: str) -> None:
    left = [10.0 + node * 7 % 31 for node in range(COUNT)]
    right = [10.0 + node * 11 % 23 for node in range(COUNT)]
    check(LARGE[shape](), left, right)
