"""What kernels are handed besides keys: a block of words, each with its name.

expand     KEYS, COUNT positions of one TIER, to CHILDREN with ROOM for so many; of each
position its HEADS word, and its ENDS word where the game is over there; beside
each child its tier in TIERS and, in games of chance, its weight in WEIGHTS
look up    COUNT children, to FOUND: the score of each that the table T_... has
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.compiler.intrinsics import WORD

KEYS: Final = 0 * WORD
COUNT: Final = 1 * WORD
TIER: Final = 2 * WORD
CHILDREN: Final = 3 * WORD
ROOM: Final = 4 * WORD
HEADS: Final = 5 * WORD
ENDS: Final = 6 * WORD
TIERS: Final = 7 * WORD
USED: Final = 8 * WORD  # how many children there are
STATUS: Final = 9 * WORD
PLACE: Final = 10 * WORD  # the position at hand, or the one with the first fault
FIELD: Final = 11 * WORD  # the word of a state that has no place in its key
FOUND: Final = 12 * WORD
SCORES: Final = 13 * WORD
LINKS: Final = 14 * WORD
T_PAIRS: Final = 15 * WORD  # each key and its score, side by side
T_INDEX: Final = 17 * WORD
T_SHIFT: Final = 18 * WORD
T_LOW: Final = 19 * WORD
T_HIGH: Final = 20 * WORD
T_SIZE: Final = 21 * WORD
WEIGHTS: Final = 22 * WORD
HIGHS: Final = 23 * WORD
SIZE: Final = 24

# What a kernel may have met.
TOO_WIDE: Final = 1  # a word of a state has no place in the key
DISORDER: Final = 2  # a move leads to a tier that it must not lead to
NO_ACTIONS: Final = 3
BAD_PLAYER: Final = 4
NO_INVERSE: Final = 5  # from_key does not give the state whose key it is
BAD_WEIGHT: Final = 6
BAD_KEY: Final = 8
NOT_WHOLE: Final = 7  # a value that is no whole number, or too large, where all seemed to be

# The word of a position: how many children it has, and who moves there.
OVER: Final = -1

# Scores hold a value for MAX and the plies to the end: value * UNIT, less the plies where MAX wins
# and else plus them, so that MAX wants the highest score and MIN the lowest: who wins, soon; who
# loses, late. A game that goes on for ever is worth a draw that never comes.
UNIT_BITS: Final = 24
UNIT: Final = 1 << UNIT_BITS
NEVER: Final = (1 << 23) - 1
LARGEST: Final = 1 << 38  # value that a score holds; larger ones are kept as floats, without plies


class Block:
    """The words, by name."""

    def __init__(self) -> None:
        self.words: Any = np.zeros(SIZE, np.int64)
        self.address = int(self.words.ctypes.data)

    def __getitem__(self, place: int) -> int:
        return int(self.words[place // WORD])

    def __setitem__(self, place: int, word: int) -> None:
        self.words[place // WORD] = word

    def point(self, **arrays: Any) -> None:
        """Sets the addresses of arrays, named in small letters."""
        for name, array in arrays.items():
            self[PLACES[name]] = array.ctypes.data


PLACES: Final = {
    name.lower(): place
    for name, place in list(globals().items())
    if name.isupper() and isinstance(place, int) and name != "WORD"
}
