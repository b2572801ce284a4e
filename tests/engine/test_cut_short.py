"""What a call answers when it is cut short."""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs import PVSEngine
from zermelo.games import Chess
from zermelo.search.finding import Finding

CUT_SHORT = {  # positions, and after how many nodes
    "rnbqkb1r/1ppppp2/5n1p/p5p1/P2P4/2N5/1PPBPPPP/2RQKBNR w Kkq - 0 1": 5750,
    "rnbqkb1r/3ppppp/1p3n2/p1p5/5N1P/3P4/PPPNPPP1/R1BQKB1R w KQkq - 0 1": 5250,
    "1rb1kbnr/pp1pp1pp/n1p5/q4p2/3N4/PPN5/2PPPPPP/R1BQKB1R w KQk - 2 1": 7000,
}


def test_a_better_action_of_an_iteration_cut_short_is_taken() -> None:
    chess = Chess()
    for text, nodes in CUT_SHORT.items():
        state = chess.parse_state(text)
        iterations: list[Finding[Any, Any]] = []
        found = PVSEngine(chess, memory=4).analyse(state, nodes=nodes, listen=iterations.append)
        last = iterations[-1]
        assert (found.depth, found.value) == (last.depth, last.value)
        assert found.action != last.action
        assert found.line[0] == found.action
        whole = PVSEngine(chess, memory=4).analyse(state, depth=found.depth + 1)
        assert found.action == whole.action
