"""The compiled lane: a game's own rules as machine code, and searches over them.

    from zermelo.compiled import alphabeta, compile

    game = compile(Nim())
    alphabeta(game)          # what zermelo.search.alphabeta(Nim()) finds, some 200 times as fast

This is the only part of Zermelo that imports Numba, which takes half a second.
"""

from zermelo.compiled.alphabeta import alphabeta
from zermelo.compiled.compare import compare
from zermelo.compiled.control import Control
from zermelo.compiled.errors import CannotCompile
from zermelo.compiled.minimax import minimax
from zermelo.compiled.perft import divide, perft
from zermelo.compiled.rules import CompiledGame, compile

__all__ = [
    "CannotCompile",
    "CompiledGame",
    "Control",
    "alphabeta",
    "compare",
    "compile",
    "divide",
    "minimax",
    "perft",
]
