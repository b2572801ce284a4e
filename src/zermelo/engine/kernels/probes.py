"""What can be known of a node without searching it: by its bounds, by the table, by a child."""

from __future__ import annotations

from typing import Any

from zermelo.compiler.intrinsics import add, load, store
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import GUESSES, OUT_OF_RANGE, STATUS
from zermelo.engine.entry import AT_LEAST, AT_MOST, EXACT, above_of, bound_of, depth_of, guessed_of
from zermelo.engine.kernels.moves import BUCKET, keys_at
from zermelo.engine.kernels.repetition import is_own
from zermelo.engine.kernels.scores import from_table, scored
from zermelo.engine.table import find
from zermelo.game import MAX


def narrowed(
    game: Rules, block: int, state: Any, sign: int, low: int, high: int, ply: int
) -> tuple[int, int, bool, int]:
    """The window within the game's `bounds`; whether nothing is left of it, and the score then.

    Where scores also count plies, a value may be worth up to a unit less or more; but nobody wins
    before the next ply.
    """
    least, most = game.bounds(state)
    if sign != MAX:
        least, most = -most, -least
    if game.unit > 1:
        if ply + 1 >= game.unit:
            store(block + STATUS, OUT_OF_RANGE)
            return low, high, True, 0
        least = min(max(least, -game.most), game.most) * game.unit
        most = min(max(most, -game.most), game.most) * game.unit
        least += ply + 1 if least < 0 else 1 - game.unit
        most -= ply + 1 if most > 0 else 1 - game.unit
    if least > low:
        low = least
        if low >= high:
            return low, high, True, scored(game, block, low, 0) if game.unit == 1 else low
    if most < high:
        high = most
        if low >= high:
            return low, high, True, scored(game, block, high, 0) if game.unit == 1 else high
    return low, high, False, 0


def probe(
    game: Rules,
    block: int,
    data: int,
    score: int,
    depth: int,
    ply: int,
    sign: int,
    low: int,
    high: int,
) -> tuple[bool, int]:
    """Whether an entry of the table answers the node, and its score for the player."""
    if not trusted(game, data, depth) or not is_own(game, block, ply):
        return False, 0
    known = sign * from_table(game, block, score, ply)
    bound = seen_by(sign, bound_of(data))
    enough = bound & AT_LEAST and known >= high
    if enough or bound == EXACT or (bound & AT_MOST and known <= low):
        add(block + GUESSES, guessed_of(data))
        return True, known
    return False, 0


def probe_child(
    game: Rules, block: int, place: int, depth: int, ply: int, sign: int, high: int
) -> tuple[bool, int]:
    """Whether the table knows that a child is enough, and its score for the player."""
    keys = game.get_keys(place + keys_at(game))
    data, score = find(game, load(place + BUCKET), keys)
    if data != 0 and trusted(game, data, depth - 1):
        known = sign * from_table(game, block, score, ply + 1)
        if seen_by(sign, bound_of(data)) & AT_LEAST and known >= high:
            add(block + GUESSES, guessed_of(data))
            return True, known
    return False, 0


def trusted(game: Rules, data: int, depth: int) -> bool:
    """Whether an entry may speak: it rests on no estimate, or is deep enough."""
    if game.repeats and above_of(data):
        return False
    return guessed_of(data) == 0 or depth_of(data) >= depth


def seen_by(sign: int, bound: int) -> int:
    """A bound for MAX as the player sees it, or the other way: "at least" is MIN's "at most"."""
    return bound if sign == MAX else (bound & 1) << 1 | bound >> 1
