"""How the table knows a state: by the game's `key`, by its words, or by these joined into one.

Numbers that were small in some random games are thought to stay so. The fewer words a state has in
the table, the more of that stays in the processor's cache; but two or more take as many of its
lines as three would.

    state    Sheet(lines={3, 12}, player=-1, score=2)
    words    0b1000000001000    -1    2
    key      each less the lowest that it may be, one above the other: score, player, lines

A state with a number that has no room ends the search, which begins again with all words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from zermelo.bits import signed
from zermelo.compiler.errors import Limit, RuleFault
from zermelo.compiler.kernels import function_of
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.samples import key_fits
from zermelo.game import Game
from zermelo.language import mark

SPARE: Final = 4  # bits that a number has at least beyond those that were seen
BYTE: Final = 8  # bits
BITS: Final = 64


class BeyondKey(Limit):
    """Words of their own have room for it."""

    what = mark("a number is larger than its key has room for")


class Part(NamedTuple):
    """A number in a key: less `low` it has so many bits, which lie `shift` bits up."""

    low: int
    bits: int
    shift: int


class Keys:
    """The keys of a game's states: its own if these can be trusted; `joined`: words may be."""

    def __init__(self, game: Game[Any, Any], compiled: CompiledGame, joined: bool = True) -> None:
        self.game, self.layout = game, compiled.state
        self.by_key = compiled.rules.has_key and key_fits(game)
        self.parts: list[Part] = []
        size = self.layout.keys.size
        if joined and not self.by_key and size > 1:
            self.parts = parts_of(self.layout.largest)
        self.words = 1 if self.by_key or self.parts else size

    def of(self, state: Any) -> tuple[int, ...]:
        """The key of a state; RuleFault if it has none."""
        if self.by_key:
            return (self.game.key(state),)
        words = self.layout.key(state)
        if not self.parts:
            return words
        numbers = [word - part.low for word, part in zip(words, self.parts, strict=True)]
        if any(number >> part.bits for number, part in zip(numbers, self.parts, strict=True)):
            raise RuleFault("", "", 0, BeyondKey)
        shifted = (n << part.shift for n, part in zip(numbers, self.parts, strict=True))
        return (signed(sum(shifted)),)

    def function(self, compiled: CompiledGame) -> Any:
        """The same for compiled code."""
        pack = compiled.rules.pack_state
        if self.by_key:
            return function_of(
                "def keys(state):\n    return (key(state),)", {"key": compiled.rules.key}
            )
        if not self.parts:
            return pack
        parts = list(enumerate(self.parts))
        beyond = " | ".join(f"n{i} >> {part.bits}" for i, part in parts)
        source = [
            "def keys(state):",
            "    words = pack(state)",
            # Less the lowest, which is no number that can be written with a sign.
            *(f"    n{i} = words[{i}] + 1 + {-part.low - 1}" for i, part in parts),
            f"    if ({beyond}) != 0:",
            "        raise BeyondKey",
            f"    return ({' | '.join(f'n{i} << {part.shift}' for i, part in parts)},)",
        ]
        return function_of("\n".join(source), {"pack": pack, "BeyondKey": BeyondKey})


def parts_of(largest: Sequence[int]) -> list[Part]:
    """Where each of several numbers lies in one word, by the largest seen of it; none: no room.

    In whole bytes and around 0: then games that differ in some number only have the same code.
    """
    parts: list[Part] = []
    used = 0
    for most in largest:
        bits = -(-((2 * most).bit_length() + SPARE) // BYTE) * BYTE
        parts.append(Part(-(1 << bits - 1), bits, used))
        used += bits
    return parts if used <= BITS else []
