"""What an analysis leaves out to look deeper: all that it says of the value then is a guess.

A score outside the range of all estimates so far proves a win or a loss (`Machine.surely`): all
moves of the loser were searched, however deep, and led there. So that none is ever false, what is
said without a search counts as an estimate within that range, nothing is left out for a player who
would be lost (`may_guess`), and a score beyond the range that rests on guesses is kept as the bound
that its winner can force (`honest`): who has won may have won sooner. A solution leaves nothing
out.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.intrinsics import WORD, load, store
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import HIGHEST_GUESS, LOWEST_GUESS, PASSED, SWINGS
from zermelo.engine.entry import AT_LEAST, AT_MOST
from zermelo.engine.kernels.leaves import guess
from zermelo.engine.kernels.moves import FORCED, KILLER, MOST_HISTORY, PRAISED, solving
from zermelo.engine.kernels.scores import WORST, scored
from zermelo.game import MAX

STATIC_DEPTH: Final = 3  # to which the estimate alone may cut off
MARGIN: Final = 2  # times the usual swing
SHARE: Final = 16  # a new swing counts for one part of so many
NULL_DEPTH: Final = 2
NULL_LESS: Final = 3  # plies that a null move is searched less deep, the move itself among them
REDUCED_DEPTH: Final = 3
WHOLE: Final = 3  # moves that are never reduced
SKIPPED_DEPTH: Final = 3  # to which the last moves are not searched at all
HISTORY_SHIFT: Final = 21  # what is left of a history are the plies that it is worth
NO_ESTIMATE: Final = WORST


def range_of(block: int, sign: int) -> tuple[int, int]:
    """The lowest and the highest estimate so far, for the player."""
    if sign == MAX:
        return load(block + LOWEST_GUESS), load(block + HIGHEST_GUESS)
    return -load(block + HIGHEST_GUESS), -load(block + LOWEST_GUESS)


def may_guess(block: int, depth: int, sign: int, high: int) -> bool:
    """Whether the player may be said to have so much, or no more, without a search."""
    lowest, _highest = range_of(block, sign)
    return not solving(depth) and high > lowest


def honest(block: int, sign: int, bound: int, best: int, guessed: int) -> int:
    """The bound for the player that is certain of a score: who has won may have won sooner."""
    if guessed == 0:
        return bound
    lowest, highest = range_of(block, sign)
    return bound if lowest <= best <= highest else bound & (AT_LEAST if best > highest else AT_MOST)


def no_more(game: Rules, block: int, sign: int, low: int) -> int:
    """An estimate for the player that is not above `low`, in place of a search."""
    _lowest, highest = range_of(block, sign)
    return sign * guess(block, sign * (min(low, highest) // game.unit * game.unit))


def statically(
    game: Rules, block: int, state: Any, depth: int, sign: int, high: int
) -> tuple[int, bool]:
    """The estimate for the player; whether it is so good that the search can only end above."""
    score = sign * scored(game, block, game.evaluate(state), 0)
    known = load(swing(block, depth)) // SHARE if depth <= STATIC_DEPTH else 0
    return score, known > 0 and score - MARGIN * known >= high


def swing(block: int, depth: int) -> int:
    """Where it stands how far a search to a small depth leads from the estimate, times SHARE."""
    return block + SWINGS + max(depth, 0) * WORD


def note_swing(block: int, depth: int, sign: int, estimate: int, best: int) -> None:
    """Learns from a node that was searched."""
    if estimate == NO_ESTIMATE or depth > STATIC_DEPTH:
        return
    lowest, highest = range_of(block, sign)
    if lowest <= best <= highest:
        known = load(swing(block, depth))
        share = known // SHARE if known else (1 - SHARE) * abs(best - estimate)
        store(swing(block, depth), known + abs(best - estimate) - share)


def may_pass(block: int, depth: int, ply: int, estimate: int, high: int) -> bool:
    """Whether a null move is worth a try: not two in a row."""
    return depth >= NULL_DEPTH and estimate >= high and load(block + PASSED) != ply


def is_late(game: Rules, rank: int, count: int, first: int) -> bool:
    """Whether nothing speaks for a move, and so many were tried before it."""
    if count < first or rank >= KILLER:
        return False
    return not game.has_order or rank < (FORCED if game.has_forcing else PRAISED)


def skips(
    game: Rules, block: int, rank: int, depth: int, count: int, sign: int, low: int, high: int
) -> bool:
    """Whether a move, and all after it, need not be searched at all."""
    if not game.has_forcing or depth > SKIPPED_DEPTH or low + 1 < high:
        return False
    late = is_late(game, rank, count, WHOLE + depth * depth)
    return late and may_guess(block, depth, sign, high)


def plies_less(game: Rules, rank: int, depth: int, count: int, narrow: bool) -> int:
    """How much less deep a move is searched at first, by how many were tried before it."""
    if depth < REDUCED_DEPTH or not is_late(game, rank, count, WHOLE):
        return 0
    less = depth.bit_length() * count.bit_length() // 4 - (0 if narrow else 1)
    if game.has_forcing:
        less -= (max(rank, -MOST_HISTORY) + (1 << HISTORY_SHIFT - 1)) >> HISTORY_SHIFT
    return min(max(less, 0), depth - 2)
