"""Perft: the number of move sequences of a length, the first test of any rules."""

from __future__ import annotations

from zermelo.compiler.memory import load, load_shared, stack_address, store
from zermelo.compiler.rule_table import Rules, Words
from zermelo.engine.block import STACK_FLOOR, STATUS, TOO_DEEP
from zermelo.game import CHANCE


def perft_kernel(game: Rules, block: int, words: Words, depth: int) -> int:
    """The number of sequences of `depth` actions, 1 or more, from a state."""
    state = game.unpack(words)
    total = 0
    if (not game.ends_stuck and game.is_terminal(state)) or load_shared(block + STATUS):
        return total
    if depth == 1:
        if game.has_rolls and game.to_move(state) == CHANCE:
            for _roll in game.rolls(state):
                total += 1
            return total
        for _action in game.actions(state):
            total += 1
        return total
    if stack_address() < load(block + STACK_FLOOR):
        store(block + STATUS, TOO_DEEP)
        return total
    if game.has_rolls and game.to_move(state) == CHANCE:
        for roll in game.rolls(state):
            total += perft_kernel(game, block, game.pack(game.rolled(state, roll)), depth - 1)
        return total
    for action in game.actions(state):
        total += perft_kernel(game, block, game.pack(game.result(state, action)), depth - 1)
    return total
