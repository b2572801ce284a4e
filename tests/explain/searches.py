"""Searches that, between them, show every kind of step of every algorithm."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from tests import oracle
from tests.explain.stories import told
from tests.strategies import small_integers, trees
from zermelo.explain.story import Story
from zermelo.games import MNK, Nim, Tree, read_tree
from zermelo.games.nim import Matches
from zermelo.search import CONVENTIONS

AIMA = read_tree(
    """
    title: "AIMA 5.2"
    max A [
      a1: min B [b1: 3  b2: 12  b3: 8]
      a2: min C [c1: 2  c2: 4   c3: 6]
      a3: min D [d1: 14 d2: 5   d3: 2]
    ]
    """
)
DEEP = read_tree("max A [min [8] min B [max C [min D [5 1] 9] 7]]")
TESTED = read_tree("max A [min [5] min B [max C [7 6] 6]]")
ESTIMATED = read_tree("max A (h=4) [min X (h=4) [5 1] min B (h=3) [max C (h=1) [7 6] 6]]")
UNEVEN = read_tree("max [B (h=1) [1 2] C [3 4]]")
DICE = oracle.chance_trees()["star1-range-0-10"][0]


def odd_trees() -> st.SearchStrategy[Tree]:
    """Trees with everything that a tree may have, but numbers that floats can add up."""
    values = st.one_of(
        small_integers, st.integers(), st.fractions(max_denominator=9), st.floats(-1e6, 1e6)
    )
    return trees(values=values, chance=True, names=True, statics=True, repeated_kinds=True)


class Restless(Nim):
    """Nim in which estimates may be trusted at the very end only."""

    def is_quiet(self, state: Matches) -> bool:
        return sum(state.rows) < 2


@cache
def searches() -> dict[str, Story]:
    """The stories by name."""
    square = MNK(columns=2, rows=2, in_row=2)
    return {
        "minimax": told(AIMA, "minimax"),
        "alphabeta": told(AIMA, "alphabeta"),
        "strict": told(AIMA, "alphabeta", cut="gt"),
        "right": told(AIMA, "alphabeta", order="right"),
        "hard": told(AIMA, "alphabeta", returns="hard", window=(4, 9)),
        **{name: told(DEEP, "alphabeta", convention=name) for name in CONVENTIONS},
        "bound, tested first": told(DEEP, "alphabeta", returns="bound", test="first"),
        "two functions": told(ESTIMATED, "pvs", functions=2, depth=2),
        "chance costs": told(DICE, "expectiminimax", chance_depth=1),
        "all moves": told(AIMA, "alphabeta", all_moves=True),
        "deep": told(DEEP, "alphabeta"),
        "window": told(AIMA, "alphabeta", window=(-5, 3)),
        "leaf": told(read_tree("7"), "alphabeta"),
        "table": told(MNK(), "table", symmetry=True, state=MNK().parse_state("x.o/.../o.x")),
        "iterative": told(ESTIMATED, "iterative"),
        "given up": told(UNEVEN, "iterative"),
        "stopped": told(MNK(), "iterative", nodes=60, order="dynamic"),
        "aspiration": told(ESTIMATED, "aspiration", delta=1),
        "pvs": told(TESTED, "pvs"),
        "mtdf": told(AIMA, "mtdf", guess=9, table=False),
        "mtdf with a table": told(ESTIMATED, "mtdf"),
        "quiescence": told(Restless(rows=(2, 1)), "quiescence", depth=1, extension=4),
        "expectiminimax": told(DICE, "expectiminimax", table=True),
        "star1": told(DICE, "star1"),
        "two-successor": told(Nim(rows=(3, 1)), "two-successor"),
        "the report of 2017": told(
            Nim((3, 2, 1), goal=1, heuristic="report"), "two-successor-ab", convention="004"
        ),
        "symmetric": told(square, "alphabeta", symmetry=True),
        "last of equals": told(AIMA, "minimax", ties="last", order="right"),
        "mcts": told(AIMA, "mcts", simulations=12),
        "mcts with chance": told(DICE, "mcts", simulations=15, seed=2, exploration=0.5),
        "mcts on a board": told(square, "mcts", simulations=8),
        "mcts, folded": told(MNK(), "mcts", simulations=40, max_places=40),
        "mcts, stopped": told(MNK(), "mcts", nodes=60),
        "folded": told(MNK(), "alphabeta", max_places=40, depth=3, order="fixed"),
    }
