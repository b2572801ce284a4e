"""Perft: the number of move sequences of a length, the first test of any rules."""

from __future__ import annotations

from zermelo.compiler.intrinsics import load, load_shared, stack_address, store
from zermelo.compiler.kernels import Rules, Words
from zermelo.engine.block import STACK_FLOOR, STATUS, TOO_DEEP


def perft_kernel(game: Rules, block: int, state: Words, depth: int) -> int:
    """The number of sequences of `depth` actions, 1 or more, from a state."""
    total = 0
    if game.is_terminal(state) or load_shared(block + STATUS):
        return total
    if depth == 1:
        for _action in game.actions(state):
            total += 1
        return total
    if stack_address() < load(block + STACK_FLOOR):
        store(block + STATUS, TOO_DEEP)
        return total
    for action in game.actions(state):
        total += perft_kernel(game, block, game.result(state, action), depth - 1)
    return total
