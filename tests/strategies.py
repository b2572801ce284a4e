"""Hypothesis strategies that several tests share."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from zermelo.game import CHANCE, MAX, MIN, Value
from zermelo.games.tree import Tree
from zermelo.games.tree.nodes import TreeBuilder

small_integers = st.integers(-9, 9)
all_values: st.SearchStrategy[Value] = st.one_of(
    small_integers,
    st.integers(),
    st.floats(allow_nan=False, allow_infinity=False),
    st.fractions(max_denominator=9),
)

# Names as people write them, names that look like something else, and any text at all.
texts = st.one_of(
    st.sampled_from(
        ["A", "b1", "left", "max", "Mín", "azar", "3", "1/2", "50%", "root", "h", "#2"]
    ),
    st.text(min_size=1, max_size=5),
)


@st.composite
def trees(
    draw: st.DrawFn,
    *,
    max_depth: int = 3,
    max_branching: int = 3,
    values: st.SearchStrategy[Value] = small_integers,
    chance: bool = False,
    names: bool = False,
    statics: bool = False,
    repeated_kinds: bool = False,
) -> Tree:
    """A tree of at most `max_depth` levels of inner nodes with `max_branching` children each.

    Without options it is plain: MAX and MIN alternate from MAX, and nodes and branches are bare.
    `chance` allows CHANCE nodes with any probabilities, `names` gives names and labels to some
    nodes and branches, `statics` gives every inner node a static value, and `repeated_kinds` lets
    either player move at any inner node.
    """
    kinds = ([MAX, MIN] if repeated_kinds else []) + ([CHANCE] if chance else [])
    told = st.none() | st.sampled_from(kinds) if kinds else st.none()
    text = st.none() | texts if names else st.none()
    # Made once, for to make them takes longer than to draw from them.
    ends, counts = st.booleans(), st.integers(1, max_branching)
    some_weights = st.lists(st.integers(1, 6), min_size=1, max_size=max_branching)
    builder = TreeBuilder()

    def node(depth: int, label: str | None, probability: Fraction | None) -> None:
        if depth == 0 or draw(ends):
            builder.leaf(draw(values), draw(text), label=label, probability=probability)
            return
        static = draw(values) if statics else None
        quiet = not statics or draw(st.booleans())
        builder.open(
            draw(told), draw(text), static, quiet=quiet, label=label, probability=probability
        )
        weights = draw(some_weights) if builder.kind == CHANCE else [1] * draw(counts)
        known: set[str | None] = set()
        for weight in weights:
            label = draw(text)
            odds = Fraction(weight, sum(weights)) if builder.kind == CHANCE else None
            node(depth - 1, None if label in known else label, odds)
            known.add(label)
        builder.close()

    node(max_depth, None, None)
    return Tree(builder.nodes())


def any_trees() -> st.SearchStrategy[Tree]:
    """Small trees with everything that a tree may have."""
    return trees(values=all_values, chance=True, names=True, statics=True, repeated_kinds=True)
