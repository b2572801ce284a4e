"""The compiler: a game's own rules as machine code.

    from zermelo.compiler import compile

    game = compile(Nim())          # what kernels (see zermelo.engine) search

This is the only part of Zermelo that knows Numba, whose import takes half a second.
"""

from zermelo.compiler.errors import CannotCompile, RuleFault
from zermelo.compiler.lanes import compare
from zermelo.compiler.rules import CompiledGame, compile

__all__ = ["CannotCompile", "CompiledGame", "RuleFault", "compare", "compile"]
