"""What an analysis leaves out to look deeper: all that it says of the value then is a guess.

A score outside the range of all estimates so far proves a win or a loss (`Machine.surely`). So that
none is ever false, and none is said to be sooner than it is: nothing is left out where the window
lies beyond that range (`may_guess`), a cutoff without a search counts as an estimate within it, and
a score beyond it that rests on guesses is kept as the bound that its winner can force (`honest`).
A solution leaves nothing out.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import WORD, load, store
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import HIGHEST_GUESS, LOWEST_GUESS, PASSED, SWINGS
from zermelo.engine.entry import AT_LEAST, AT_MOST
from zermelo.engine.kernels.moves import KILLER, solving
from zermelo.engine.kernels.scores import WORST, scored
from zermelo.game import MAX

STATIC_DEPTH: Final = 3  # to which the estimate alone may cut off
MARGIN: Final = 2  # times the usual swing
SHARE: Final = 16  # a new swing counts for one part of so many
NULL_DEPTH: Final = 2
NULL_LESS: Final = 3  # plies that a null move is searched less deep, the move itself among them
REDUCED_DEPTH: Final = 3
WHOLE: Final = 3  # moves that are never reduced
NO_ESTIMATE: Final = WORST


def range_of(block: int, sign: int) -> tuple[int, int]:
    """The lowest and the highest estimate so far, for the player."""
    if sign == MAX:
        return load(block + LOWEST_GUESS), load(block + HIGHEST_GUESS)
    return -load(block + HIGHEST_GUESS), -load(block + LOWEST_GUESS)


def may_guess(block: int, depth: int, sign: int, low: int, high: int) -> bool:
    """Whether something may be left out at a node with this window."""
    lowest, highest = range_of(block, sign)
    return not solving(depth) and low < highest and high > lowest


def honest(block: int, sign: int, bound: int, best: int, guessed: int) -> int:
    """The bound for the player that is certain of a score: who has won may have won sooner."""
    lowest, highest = range_of(block, sign)
    if guessed == 0 or lowest <= best <= highest:
        return bound
    return bound & (AT_LEAST if best > highest else AT_MOST)


def statically(
    game: Rules, block: int, state: Any, depth: int, sign: int, high: int
) -> tuple[int, bool]:
    """The estimate for the player; whether it is so good that the search can only end above."""
    score = sign * scored(game, block, game.evaluate(state), 0)
    known = load(swing(block, depth)) // SHARE if depth <= STATIC_DEPTH else 0
    return score, known > 0 and score - MARGIN * known >= high


def swing(block: int, depth: int) -> int:
    """Where it stands how far a search to a small depth leads from the estimate, times SHARE."""
    return block + SWINGS + depth * WORD


def note_swing(block: int, depth: int, sign: int, estimate: int, best: int) -> None:
    """Learns from a node that was searched."""
    lowest, highest = range_of(block, sign)
    if estimate != NO_ESTIMATE and depth <= STATIC_DEPTH and lowest <= best <= highest:
        known = load(swing(block, depth))
        share = known // SHARE if known else (1 - SHARE) * abs(best - estimate)
        store(swing(block, depth), known + abs(best - estimate) - share)


def may_pass(block: int, depth: int, ply: int, estimate: int, high: int) -> bool:
    """Whether a null move is worth a try: not two in a row."""
    return depth >= NULL_DEPTH and estimate >= high and load(block + PASSED) != ply


def plies_less(game: Rules, rank: int, depth: int, count: int, narrow: bool) -> int:
    """How much less deep a move is searched at first, by how many were tried before it."""
    if depth < REDUCED_DEPTH or count < WHOLE or rank >= KILLER:
        return 0
    if game.has_order and rank >= 1 << 24:
        return 0
    less = depth.bit_length() * count.bit_length() // 4
    return min(max(less if narrow else less - 1, 0), depth - 2)
