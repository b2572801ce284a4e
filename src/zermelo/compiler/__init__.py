"""The compiler: a game's own rules as machine code, straight through LLVM.

from zermelo.compiler.rules import compile

game = compile(Nim())          # what kernels (see zermelo.engine) search

LLVM works less where code does not run for long; its level changes no answer. `SOON` takes a third
of the time that `LEVEL` takes, and the code runs 1.2 to 1.7 times as long; `AT_ONCE` takes a tenth,
and the code runs two to three times as long.
"""

LEVEL, SOON, AT_ONCE = 2, 1, 0
