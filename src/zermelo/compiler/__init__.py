"""The compiler: a game's own rules as machine code, straight through LLVM.

from zermelo.compiler.rules import compile

game = compile(Nim())          # what kernels (see zermelo.engine) search
"""
