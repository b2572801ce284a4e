"""What a call answers when it is cut short."""

from __future__ import annotations

from typing import Any

from zermelo.engine.pvs import PVSEngine
from zermelo.games import Chess
from zermelo.search.finding import Finding

CUT_SHORT = {  # positions, and after how many nodes
    "r1bqk2r/ppp1pp1p/2np1npb/8/1P2P2P/2N5/P1PP1PP1/R1BQKBNR w KQkq - 1 1": 5750,
    "rnbqkb1r/pp1pppp1/8/2p1n2p/8/PN1P2P1/1PP1PP1P/R1BQKBNR w KQkq - 0 1": 5250,
    "rnq1kbnr/p2ppp1p/b5p1/1pp5/2PP4/5N2/PPN1PPPP/R1BQKB1R w KQkq - 0 1": 5250,
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
