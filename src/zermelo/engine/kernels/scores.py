"""Scores: whole numbers for MAX that also say how soon the end is.

Where the game's values do not tell that themselves, a score is value * unit, less (for a win; plus,
for a loss) the plies to the end, so that the shortest win and the longest loss are preferred; an
estimate is a multiple of the unit. How large values may be, and how far the end, is up to the scale
(`zermelo.engine.scale`): what it cannot hold ends the search, and a larger one is taken.
"""

from __future__ import annotations

from typing import Final

from zermelo.compiler.intrinsics import store
from zermelo.compiler.kernels import Rules
from zermelo.engine.block import OUT_OF_RANGE, STATUS

WORST: Final = -(1 << 63) + 1  # below every score


def scored(game: Rules, block: int, value: int, ply: int) -> int:
    """The score of a value that the game has at a ply, for certain."""
    if value > game.most or value < -game.most:
        store(block + STATUS, OUT_OF_RANGE)
        return 0
    if game.unit == 1 or value == 0:
        return value * game.unit
    if ply >= game.unit:
        store(block + STATUS, OUT_OF_RANGE)
        return 0
    return value * game.unit - ply if value > 0 else value * game.unit + ply


def to_table(game: Rules, score: int, ply: int) -> int:
    """A score as seen from its node: the plies to the end are counted from there."""
    if game.unit == 1 or score & (game.unit - 1) == 0:
        return score
    return score + ply if score > 0 else score - ply


def from_table(game: Rules, block: int, score: int, ply: int) -> int:
    """The inverse of `to_table`."""
    if game.unit == 1 or score & (game.unit - 1) == 0:
        return score
    away = (-score if score > 0 else score) & (game.unit - 1)
    if away + ply >= game.unit:
        store(block + STATUS, OUT_OF_RANGE)
        return 0
    return score - ply if score > 0 else score + ply
