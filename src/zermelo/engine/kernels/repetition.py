"""Positions that come back on the path from the root to a node.

The path has four words for each ply:

    word    0              1                        2      3
            hash of the    address of the words     tier   who is to move
            key            of the state

At plies -1, -2, ... are the positions before the root; before those, one whose tier no state has.
A position that comes back is a leaf. What it is worth is the same wherever it comes back (a draw,
or a game without end) or falls to whoever brought it back (a loss). In the first case the value of
a state does not depend on how it was reached, and a score is the state's own if it rests on no
repetition above it. In the second it does (`history_matters`): only where the path holds no state
of the same tier is a score the state's own.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import WORD, load, store
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import CURRENT, PATH, REPEATED, STATUS, TOO_DEEP
from zermelo.engine.kernels.scores import scored
from zermelo.game import MAX

PATH_PLIES: Final = 1 << 16
STEP: Final = 4 * WORD
NEVER: Final = 1 << 40  # the ply of no state
NO_TIER: Final = -(1 << 62)  # no state has it


def came_back(
    game: Rules, block: int, state: Any, keys: Any, ply: int, sign: int
) -> tuple[int, int]:
    """The ply at which the state was there before, with its score; if never, NEVER.

    The state is added to the path.
    """
    if ply >= PATH_PLIES:
        store(block + STATUS, TOO_DEEP)
        return 0, 0
    path = load(block + PATH)
    here = path + ply * STEP
    position = state
    if game.has_uncounted:
        position = game.uncounted(state)
        keys = game.keys(position)
    mark = game.hash(keys)
    tier = 0
    if game.has_tier:
        tier = game.tier(state)
    store(here, mark)
    store(here + WORD, load(block + CURRENT))
    store(here + 2 * WORD, tier)
    store(here + 3 * WORD, sign)
    at = here - STEP
    while load(at + 2 * WORD) == tier:
        if load(at) == mark and same_position(game, load(at + WORD), position):
            worth = 0
            if game.history_matters:  # whoever brought it back gets the worst
                worth = (
                    game.lowest_value if load(here - STEP + 3 * WORD) > 0 else game.highest_value
                )
            return (at - path) // STEP, scored(game, block, worth, ply)
        at -= STEP
    return NEVER, 0


def same_position(game: Rules, before: int, position: Any) -> bool:
    """Whether a state on the path is the position, which has no count of moves."""
    if game.has_uncounted:
        return game.uncounted(game.get_state(before)) == position
    return game.same_state(before, position)


def is_own(game: Rules, block: int, ply: int) -> bool:
    """Whether what is found at the node is true of its state, however it was reached."""
    if not game.history_matters:
        return True
    here = load(block + PATH) + ply * STEP
    return load(here + 2 * WORD) != load(here - STEP + 2 * WORD)


def rests_above(game: Rules, block: int, rests: int, ply: int) -> int:
    """1 if the score of a node depends on states above it; tells the parent on which."""
    if not game.repeats:
        return 0
    store(block + REPEATED, rests if rests < ply else NEVER)
    return 1 if rests < ply or not is_own(game, block, ply) else 0


def expect_none(game: Rules, block: int) -> None:
    """Before a child is searched: nothing has come back below it yet."""
    if game.repeats:
        store(block + REPEATED, NEVER)


def lowest_rest(game: Rules, block: int, rests: int) -> int:
    """After a child was searched: the least ply whose state came back below the node so far."""
    return min(rests, load(block + REPEATED)) if game.repeats else rests


def position_keys(game: Rules, state: Any) -> Any:
    """The key of a state without a count of moves: two that have the same are one position."""
    return game.keys(game.uncounted(state)) if game.has_uncounted else game.keys(state)


def worth_of_return(game: Rules, mover: int) -> Any:
    """What it is worth that a player has brought a position back."""
    if not game.history_matters:
        return game.number(0)
    return game.lowest_value if mover == MAX else game.highest_value
