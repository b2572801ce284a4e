"""What a search found, in words for people."""

from __future__ import annotations

import pytest

from zermelo.games import read_tree
from zermelo.language import speaking
from zermelo.report.rows import finding_rows
from zermelo.search import alphabeta, minimax


@pytest.mark.parametrize(
    ("language", "cutoff", "leaf"),
    [
        ("en", "6 nodes, 3 leaves, 1 cutoff, depth 2, ", "1 node, 1 leaf, 0 cutoffs, depth 0, "),
        ("es", "6 nodos, 3 hojas, 1 corte, profundidad 2, ", "1 nodo, 1 hoja, 0 cortes, "),
        ("ca", "6 nodes, 3 fulles, 1 poda, profunditat 2, ", "1 node, 1 fulla, 0 podes, "),
    ],
)
def test_one_is_counted_as_one(language: str, cutoff: str, leaf: str) -> None:
    tree = read_tree("max A [min B [3 12] min C [2 4]]")
    with speaking(language):
        rows = [finding_rows(alphabeta(tree), 9), finding_rows(minimax(read_tree("7")), 9)]
    for row, wanted in zip(rows, (cutoff, leaf), strict=True):
        assert any(text.startswith(wanted) for _name, text in row), row
