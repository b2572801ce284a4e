"""Where a kernel's search ends, and what keeps it from going on."""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import add, load, load_shared, stack_address, store
from zermelo.compiler.kernels import Number, Rules
from zermelo.engine.block import (
    BAD_PLAYER,
    DEEPEST,
    ENDLESS,
    GUESSES,
    HIGHEST_GUESS,
    LEAVES,
    LIMIT,
    LOWEST_GUESS,
    MOST_PLIES,
    NO_HEURISTIC,
    NODE_LIMIT,
    NODES,
    OUT_OF_NODES,
    STACK_FLOOR,
    STATUS,
    TOO_DEEP,
)
from zermelo.engine.kernels.moves import MAX_PLY
from zermelo.engine.kernels.scores import scored
from zermelo.game import MAX, MIN

EXTENSION: Final = 8  # plies that a search for quiet states may add

# --- the engine's ----------------------------------------------------------------------------


def mover(game: Rules, block: int, state: Any) -> int:
    """Who is to move, MAX or MIN; 0 where the rules give neither."""
    sign = game.to_move(state)
    if sign == MAX or sign == MIN:  # noqa: SIM109 (a tuple would be built)
        return sign
    store(block + STATUS, BAD_PLAYER)
    return 0


def must_end(block: int, ply: int) -> bool:
    """Whether the search is over: somebody says so, or nodes or the machine's stack are used up."""
    if load_shared(block + STATUS):
        return True
    if load(block + NODES) >= load(block + NODE_LIMIT):
        store(block + STATUS, OUT_OF_NODES)
        return True
    if ply >= MOST_PLIES or stack_address() < load(block + STACK_FLOOR):
        store(block + STATUS, TOO_DEEP)
        return True
    return False


def entered(block: int, ply: int) -> bool:
    """Counts a node, unless the search is over."""
    if must_end(block, ply):
        return False
    add(block + NODES, 1)
    return True


def settled(game: Rules, state: Any, depth: int, ply: int) -> bool:
    """Whether the heuristic may speak for a state at, or below, the depth limit."""
    if not game.has_is_quiet or depth <= -EXTENSION or ply >= MAX_PLY:
        return True
    return game.is_quiet(state)


def estimated(game: Rules, block: int, state: Any) -> int:
    """The score of an estimate; where the game gives none, what lies in the middle."""
    value = 0
    if game.has_evaluate:
        value = game.evaluate(state)
    return guess(block, scored(game, block, value, 0))


def guess(block: int, score: int) -> int:
    """The score, which is an estimate, or rests on one alone."""
    add(block + GUESSES, 1)
    if score > load(block + HIGHEST_GUESS):
        store(block + HIGHEST_GUESS, score)
    if score < load(block + LOWEST_GUESS):
        store(block + LOWEST_GUESS, score)
    return score


# --- of the plain searches -------------------------------------------------------------------


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
    store(block + GUESSES, 1)
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
