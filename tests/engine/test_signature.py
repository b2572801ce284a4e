"""One number pins the engine's behaviour: the nodes it takes for fixed positions and depths.

Whoever changes it writes the new number, and why it changed, at the end of signature.txt.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from zermelo.engine.pvs import PVSEngine
from zermelo.game import Game
from zermelo.games import Connect4, Othello

CONNECT4 = ["", "44", "4453", "332256", "12345671", "4444435"]
OTHELLO = ["", "d3", "d3 c5", "d3 c3 c4 e3", "f5 d6 c3 d3 c4 f4"]


def test_signature() -> None:
    nodes = 0
    games: list[tuple[Game[Any, Any], list[str], int]] = [
        (Connect4(), CONNECT4, 10),
        (Othello(), OTHELLO, 6),
    ]
    for game, texts, depth in games:
        engine: PVSEngine[Any, Any] = PVSEngine(game, memory=4)
        for text in texts:
            state = game.initial()
            for move in game.split_moves(text):
                state = game.result(state, game.parse_action(state, move))
            nodes += engine.analyse(state, depth=depth).nodes
    *_, last = (Path(__file__).parent / "signature.txt").read_text().splitlines()
    assert nodes == int(last.split()[0]), f"the signature is now {nodes}: say why in signature.txt"
