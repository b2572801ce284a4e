"""Where a kernel's search ends: what the plain searches do there."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.memory import add, load, load_shared, store
from zermelo.compiler.rules import Number, Rules
from zermelo.engine.control import (
    DEEPEST,
    ENDLESS,
    GUESSED,
    LEAVES,
    LIMIT,
    NO_HEURISTIC,
    STATUS,
    TOO_DEEP,
)


def end_of_game(game: Rules, block: int, state: Any, ply: int) -> Number:
    """The value of a terminal state."""
    count_leaf(block, ply)
    return game.number(game.utility(state))


def at_limit(game: Rules, block: int, state: Any, ply: int) -> Number:
    """The heuristic's value at the depth limit; nothing of meaning where the search must stop."""
    if load_shared(block + STATUS):
        return game.number(0)
    if load(block + ENDLESS):
        give_up(block, TOO_DEEP)
        return game.number(0)
    if not game.has_evaluate:
        give_up(block, NO_HEURISTIC)
        return game.number(0)
    count_leaf(block, ply)
    store(block + GUESSED, 1)
    return game.number(game.evaluate(state))


def count_leaf(block: int, ply: int) -> None:
    """Adds a leaf to the counts."""
    add(block + LEAVES, 1)
    if ply > load(block + DEEPEST):
        store(block + DEEPEST, ply)


def give_up(block: int, reason: int) -> None:
    """Ends the search."""
    store(block + STATUS, reason)
    store(block + LIMIT, -1)
