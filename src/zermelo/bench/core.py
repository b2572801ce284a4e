"""The textbook lane beside other people's searches in Python, on tic-tac-toe.

Ours and OpenSpiel's enter the same 18,297 nodes; easyAI's others, so its row is of nodes a second.
python-chess searches no game of ours: its rows say how fast moves are made.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.bench import peers
from zermelo.bench.limit import CHESS_COUNT, CHESS_DEPTH
from zermelo.bench.measure import SPEED, Benchmark, Comparison, Work, after_warmup, stopwatch
from zermelo.compiler.rules import compile
from zermelo.engine import plain
from zermelo.game import Game
from zermelo.games import MNK, Chess, Othello
from zermelo.search import alphabeta, table
from zermelo.search.perft import perft

NODES: Final = 18_297
OTHELLO: Final = {6: 8_200, 9: 3_005_288}  # the numbers of sequences of so many moves


def textbook() -> Work:
    """Our alpha-beta as the lecture has it."""
    game = MNK()
    return stopwatch(lambda: alphabeta(game).nodes, NODES)


def textbook_table() -> Work:
    """The same with a transposition table."""
    game = MNK()
    return stopwatch(lambda: table(game))


def machine_code() -> Work:
    """The same alpha-beta, compiled."""
    game = compile(MNK())
    return after_warmup(lambda: plain.alphabeta(game).nodes, NODES)


def sequences() -> Work:
    """How fast moves are made by our rules, interpreted."""
    game = Othello()
    return stopwatch(lambda: perft(game, 6), OTHELLO[6])


def sequences_compiled(rules: Game[Any, Any], depth: int, count: int) -> Work:
    """How fast moves are made by rules, compiled."""
    game = compile(rules)
    return after_warmup(lambda: plain.perft(game, depth), count)


CHESS: Final = Benchmark(
    "compiled chess",
    lambda: sequences_compiled(Chess(), CHESS_DEPTH, CHESS_COUNT),
    CHESS_COUNT,
    slow=True,
)

THINGS: Final = [
    Benchmark("OpenSpiel", peers.open_spiel, NODES),
    Benchmark("easyAI", peers.easy_ai, peers.EASYAI_NODES),
    Benchmark("textbook alpha-beta", textbook, NODES),
    Benchmark("textbook table", textbook_table),
    Benchmark("compiled alpha-beta", machine_code, NODES),
    Benchmark("python-chess", peers.chess_moves, peers.CHESS_COUNT),
    Benchmark("textbook perft", sequences, OTHELLO[6]),
    Benchmark("compiled perft", lambda: sequences_compiled(Othello(), 9, OTHELLO[9]), OTHELLO[9]),
    CHESS,
]
COMPARISONS: Final = [
    Comparison("tic-tac-toe, textbook", "textbook alpha-beta", "OpenSpiel", bound=1.5),
    Comparison("tic-tac-toe, textbook, table", "textbook table", "OpenSpiel"),
    Comparison("tic-tac-toe, textbook, nodes/s", "textbook alpha-beta", "easyAI", SPEED),
    Comparison("tic-tac-toe, compiled, nodes/s", "compiled alpha-beta", "OpenSpiel", SPEED),
    Comparison("Othello, textbook, moves/s", "textbook perft", "python-chess", SPEED),
    Comparison("Othello, compiled, moves/s", "compiled perft", "python-chess", SPEED),
    Comparison("chess, compiled, moves/s", CHESS.name, "python-chess", SPEED, 100),
]
