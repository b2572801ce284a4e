"""The generator: rare shapes, the same tree for ever, and an end to all effort."""

from __future__ import annotations

import pytest

from tests.exercise.twins import counts
from zermelo.exercise import ShapeError, make
from zermelo.exercise.generate import EFFORT, generate
from zermelo.exercise.replay import Counts
from zermelo.exercise.shape import read_shape
from zermelo.games import Tree
from zermelo.search import alphabeta


@pytest.mark.parametrize(
    ("kind", "shape", "digest"),
    [
        ("alphabeta", "", "f5e436a0e0faa003"),
        ("alphabeta", "depth=4 branching=2 cuts=5 deep=2", "6407ee707875bd4a"),
        ("alphabeta-right", "leaves=-9..9 step=0.5 uneven=yes cuts=2", "86257c9b0ba29914"),
        ("expectiminimax", "chance=2 branching=3", "f7fe8525d6b9ea3f"),
        ("reorder", "depth=2 branching=3", "ba74cd39759f739c"),
    ],
)
def test_a_seed_gives_one_tree_for_ever(kind: str, shape: str, digest: str) -> None:
    """If this fails, sheets that were handed out cannot be graded: raise VERSION."""
    assert make(kind, 2024, shape).digest == digest


def test_other_seeds_give_other_trees() -> None:
    assert len({make("alphabeta", seed).digest for seed in range(50)}) == 50


@pytest.mark.parametrize(
    "shape",
    [
        "depth=4 branching=3 cuts=0",
        "depth=4 branching=2 cuts=5 deep=3",
        "depth=3 branching=3 cuts=6",
        "depth=3 branching=3 pruned=16",
        "depth=5 branching=2 cuts=10 deep=4",
        "depth=2 branching=5 cuts=4 pruned=16",
        "depth=4 branching=2 deep=3 ties=yes leaves=0..6",
        "depth=2 branching=9 cuts=8",
        "depth=7 branching=2 cuts=20-40",
    ],
)
def test_rare_shapes(shape: str) -> None:
    for seed in range(2):
        exercise = make("alphabeta", seed, shape)
        found = counts(exercise.tree, right=False, strict=False)
        for name in ("cuts", "deep", "pruned"):
            span = getattr(exercise.shape, name)
            assert span is None or span.distance(getattr(found, name)) == 0


def test_what_cannot_be_is_given_up() -> None:
    """After a fixed number of nodes, so that it takes no longer on any seed."""
    shape, searched = read_shape("depth=4 branching=2 cuts=4 deep=4"), 0

    def measure(tree: Tree) -> Counts:
        nonlocal searched
        searched += len(tree.nodes)
        return Counts(alphabeta, tree)

    with pytest.raises(ShapeError, match=r"no tree found .*; the nearest had cuts=4 deep=3"):
        generate(1, shape, measure)
    assert searched < EFFORT + 1_000


def test_ties() -> None:
    for seed in range(10):
        leaves = [n.value for n in make("alphabeta", seed, "ties=no").tree.nodes if not n.children]
        assert len(set(leaves)) == len(leaves)
        tied = make("alphabeta", seed, "ties=yes leaves=0..9").tree
        assert counts(tied, right=False, strict=False).ties


def test_branches_and_names() -> None:
    tree = make("minimax", 1, "depth=2 branching=2").tree
    assert [node.name for node in tree.nodes if node.children] == ["A", "B", "C"]
    assert tree.nodes[0].labels == ("a1", "a2")
    many = make("minimax", 1, "depth=5 branching=2").tree
    names = {node.name for node in many.nodes if node.children}
    assert len(names) == 31
    assert not names & {"I", "L", "O"}


def test_odds_and_levels_of_chance() -> None:
    for seed in range(20):
        tree = make("expectiminimax", seed, "depth=2 branching=3 odds=equal").tree
        assert all(set(node.weights) <= {1} for node in tree.nodes)
    mixed = [make("expectiminimax", seed, "depth=2").tree for seed in range(20)]
    assert any(len(set(node.weights)) > 1 for tree in mixed for node in tree.nodes)
