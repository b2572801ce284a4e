"""What a tree says of itself, and whether it is so."""

from __future__ import annotations

import pytest

from zermelo.explain.expect import unmet
from zermelo.games import read_tree

TREE = "max A [ a1: B (h=9) [b1: 3 12 8]  a2: C (h=0) [2 4 6]  a3: D (h=1) [14 5 2] ]"


@pytest.mark.parametrize(
    "line",
    [
        "value 3, move a1, line [a1 b1], pruned [4 6], nodes 11, leaves 7, cutoffs 1, depth 2",
        "evaluated [3 12 8 2 14 5 2], proven",
        "order right, pruned []",
        "limit 1, value 9, proven no",
        "algorithm minimax, nodes 13",
        "window [-inf 3], value 3, proven no",
        "cut >, returns hard, value 3",
    ],
)
@pytest.mark.filterwarnings("ignore::zermelo.search.SearchWarning")
def test_kept(line: str) -> None:
    assert unmet(read_tree(f"expect: {line}\n{TREE}")) == []


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("value 4", "line 1: value is 3, not 4"),
        ("value two", "line 1: 'two' is no number"),
        ("order right", "line 1: only settings, and nothing that should come out"),
        ("order sideways, value 3", "line 1: order must be one of"),
        ("limit 0, value 3", "line 1: node 'A' has no static value"),
        ("limit x, value 3", "line 1: limit must be a whole number"),
        ("algorithm alfabeta, value 3", "did you mean 'alphabeta'?"),
        ("pruned [4 6 8]", "line 1: pruned is [4 6], not [4 6 8]"),
        ("proven no", "line 1: proven is True, not no"),
    ],
)
def test_not_kept(line: str, complaint: str) -> None:
    (found,) = unmet(read_tree(f"expect: {line}\n{TREE}"))
    assert complaint in found
