"""The tree of Monte-Carlo search: what a node keeps, and where its memory is full."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.engine.test_mcts import BlindConnect4, compiled, sample, sampler_of
from zermelo.compiler.intrinsics import WORD
from zermelo.engine.base import TooLarge
from zermelo.engine.factory import engine_for
from zermelo.engine.kernels.mcts import SLOWER
from zermelo.engine.kernels.nodes import PLAYOUTS, TOP
from zermelo.engine.tree import CHILDREN, HEAD, HIGH, LOW, MEAN, VISITS, Tree
from zermelo.game import MAX, MIN, Game


def subtree(tree: Tree, node: int) -> Any:
    """What is known of a node and of all below it."""
    known = [float(word) for word in tree.floats[[node + MEAN, node + LOW, node + HIGH]]]
    children = [subtree(tree, child) for child in tree.children(node)]
    return int(tree.ints[node + VISITS]), known, children


def used(tree: Tree) -> int:
    """How many words nodes take, and the head."""
    return (int(tree.ints[TOP // WORD]) - tree.address) // WORD


def test_a_full_tree_loses_the_children_of_nodes_seldom_visited() -> None:
    sampler = sampler_of(compiled(BlindConnect4))
    sample(sampler, 300_000)
    tree, patience = sampler.trees[0], 0
    while patience < 64:
        before, tree.size = subtree(tree, tree.root), used(tree)
        assert tree.make_room()
        patience = int(tree.ints[PLAYOUTS // WORD])
        assert used(tree) <= tree.size // 2 + HEAD + tree.node_words
        assert subtree(tree, tree.root) == pruned(before, patience)
    sample(sampler, 3_000_000)  # in what room there is now
    assert int(tree.ints[PLAYOUTS // WORD]) > patience
    assert sampler.simulations > 100_000
    assert sum(tree.ints[node + VISITS] for node in tree.children(tree.root)) == (
        sampler.simulations
    )


def pruned(known: Any, least: int) -> Any:
    """The same without those children."""
    visits, numbers, children = known
    return visits, numbers, [pruned(each, least) for each in children if visits >= least]


def test_nodes_of_a_larger_tree_wait_longer() -> None:
    sampler = sampler_of(compiled(BlindConnect4))
    sample(sampler, 3_000_000)
    tree = sampler.trees[0]
    assert tree.ints[PLAYOUTS // WORD] == 2  # it is not full
    nodes = tree.ints[HEAD : used(tree)].reshape(-1, tree.node_words)
    floats = nodes.view(float)
    waiting = nodes[(nodes[:, CHILDREN] == 0) & (floats[:, LOW] < floats[:, HIGH])]
    longest, larger = waiting[:, VISITS].max(), nodes.nbytes // SLOWER
    assert larger >= 2
    assert 2 < longest <= 2 + larger


class Trap(Game[tuple[int, ...], int]):
    """MAX's first move looks good, but whatever follows is refuted; the other never ends."""

    MOVES = 1000

    def initial(self) -> tuple[int, ...]:
        return ()

    def to_move(self, state: tuple[int, ...]) -> int:
        return MIN if len(state) == 2 else MAX

    def actions(self, state: tuple[int, ...]) -> Iterator[int]:
        yield from range(self.MOVES if state == (0,) else 2)

    def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
        return (*state, action)

    def is_terminal(self, state: tuple[int, ...]) -> bool:
        return len(state) == (3 if state[:1] == (0,) else 30)

    def utility(self, state: tuple[int, ...]) -> int:
        return state[2] * 3 - 1 if len(state) == 3 else 0


def test_what_is_proven_to_be_worse_is_not_visited_again() -> None:
    sampler = sampler_of(compiled(Trap))
    for _simulation in range(40 * Trap.MOVES):
        sample(sampler, 1)
        if sampler.moves()[0].proven:
            break
    tree = sampler.trees[0]
    trap, other = tree.children(tree.root)
    visits = int(tree.ints[trap + VISITS])
    assert visits > 2 * Trap.MOVES
    assert sampler.simulations % 32 != 0  # the next ones would have gone there unasked
    sample(sampler, 10_000)
    assert tree.ints[trap + VISITS] == visits
    assert tree.ints[other + VISITS] > 100


class Wide(Game[int, int]):
    """So many moves that a small tree has no room for them all."""

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return MAX

    def actions(self, state: int) -> Iterator[int]:
        yield from range(1, 20_000)

    def result(self, state: int, action: int) -> int:
        return action

    def is_terminal(self, state: int) -> bool:
        return state > 0

    def utility(self, state: int) -> int:
        return state % 19_997


def test_where_not_even_the_moves_fit_the_search_alone_decides() -> None:
    with pytest.raises(TooLarge):
        sample(sampler_of(compiled(Wide), memory=1), 1000)
    finding = engine_for(Wide(), memory=1).analyse(0, time=60)
    assert (finding.action, finding.value, finding.proven) == (19_996, 19_996, True)
