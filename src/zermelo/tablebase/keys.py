"""Keys: states as whole numbers of 63 bits, and back.

Where a game has `key` and `from_key`, it says itself. Otherwise the words of a state lie side by
side, each in as many bits as it needs; for Pig's state of five words

    bits    18..25      10..17      3..9         1..2     0
            max_score   min_score   turn_total   player   rolling
            from 0      from 0      from 0       from -1  from 0

The ranges come from some random games. A word that leaves its range on the way is a fault, and the
work begins again with a wider one.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.compiler.representation.packing import Group, Number, Part, Row
from zermelo.compiler.rules import CompiledGame
from zermelo.game import Game, ZermeloError, provides
from zermelo.language import _

MOST_BITS: Final = 63
GAMES: Final = 60
PLIES: Final = 300

Words = tuple[int, ...]


class NoKey(ZermeloError):
    """States that no key can hold."""


@dataclass(frozen=True)
class Fields:
    """The place of each word of a state in a key: its lowest value and its bits."""

    fields: tuple[tuple[int, int], ...]

    @property
    def bits(self) -> int:
        """Of a whole key."""
        return sum(bits for _low, bits in self.fields)

    def key(self, words: Words) -> int:
        """The key of a state's words."""
        key = 0
        for word, (low, bits) in zip(words, self.fields, strict=True):
            if not 0 <= word - low < 1 << bits:
                raise NoKey(_("a number of this position is larger than any in the game"))
            key = key << bits | word - low
        return key

    def words(self, key: int) -> Words:
        """The words of a state by its key."""
        shifts = zip(self.fields, self.shifts, strict=True)
        return tuple((key >> shift & (1 << bits) - 1) + low for (low, bits), shift in shifts)

    @property
    def shifts(self) -> list[int]:
        """How many bits come after each word's."""
        return [sum(bits for _low, bits in self.fields[i + 1 :]) for i in range(len(self.fields))]

    def wider(self, word: int, game: Game[Any, Any]) -> Fields:
        """With twice the range, on both sides if it can be negative, for one of the words."""
        low, bits = self.fields[word]
        low = 0 if low == 0 else 2 * low - 1
        fields = list(self.fields)
        fields[word] = (low, bits + 1)
        if low and bits > 3:  # it may have been too low, or too high
            fields[word] = (-(1 << bits + 1), bits + 2)
        return _checked(replace(self, fields=tuple(fields)), game)

    # --- in compiled code ------------------------------------------------------------------------

    def encode_text(self) -> str:
        """Source of a function from the words of a state to its key."""
        places = enumerate(zip(self.fields, self.shifts, strict=True))
        terms = [
            f"(words[{i}] - {low} << {shift})" if bits else "0"
            for i, ((low, bits), shift) in places
        ]
        return f"def encode(state, words):\n    return {' | '.join(terms)}"

    def decode_text(self) -> str:
        """Source of a function from a key to the state."""
        places = zip(self.fields, self.shifts, strict=True)
        items = [f"(key >> {shift} & {(1 << bits) - 1}) + {low}," for (low, bits), shift in places]
        return f"def decode(key):\n    return unpack(({' '.join(items)}))"

    def misfit_text(self) -> str:
        """Source of a function: which word has no place in its bits; -1: none."""
        lines = [
            f"    if words[{i}] - {low} >> {bits} != 0:\n        return {i}"
            for i, (low, bits) in enumerate(self.fields)
            if bits < MOST_BITS
        ]
        return "\n".join(["def misfit(words):", *lines, "    return -1"])


def fields_for(compiled: CompiledGame, samples: Sequence[Words]) -> Fields:
    """Fields that hold the words of some states, with some more room where there is."""
    fields: list[tuple[int, int]] = []
    spare = []
    for i, (kind, exact) in enumerate(_kinds(compiled.state.keys)):
        seen = [words[i] for words in samples]
        low, high = min(seen), max(seen)
        if exact:
            fields.append((0, exact) if low >= 0 and exact <= MOST_BITS else (low, MOST_BITS + 1))
        elif kind == "b":
            fields.append((0, 1))
        elif low >= 0:
            fields.append((0, high.bit_length()))
            spare.append(i)
        elif low == -1 and high <= 1:
            fields.append((-1, 2))
        else:
            bits = max(high, ~low).bit_length()
            fields.append((-(1 << bits), bits + 1))
    for i in spare:
        if sum(bits for _low, bits in fields) < MOST_BITS:
            low, bits = fields[i]
            fields[i] = (low, bits + 1)
    return _checked(Fields(tuple(fields)), compiled.game)


def _checked(fields: Fields, game: Game[Any, Any]) -> Fields:
    if fields.bits > MOST_BITS:
        words = _(
            "the states of {game} take {bits} bits, and a key has {most}: give the game the rules "
            "key and from_key, which turn a state into a smaller number and back"
        )
        raise NoKey(words.format(game=game.name, bits=fields.bits, most=MOST_BITS))
    return fields


def _kinds(part: Part) -> Iterator[tuple[str, int]]:
    """Of each word its kind and, where its bits are known for certain, those; 0: not known."""
    if isinstance(part, Group):
        for each in part.parts:
            yield from _kinds(each)
    elif isinstance(part, Row):
        yield from [] if part.fixed else [("i", 0)]
        if not part.per_word:
            for _item in range(part.most):
                yield from _kinds(part.item)
        for first in range(0, part.most if part.per_word else 0, part.per_word or 1):
            yield "p", min(part.most - first, part.per_word) * (part.item.bits or 0)
    elif isinstance(part, Number) and part.type.kind == "bool":
        yield "b", 0
    else:
        yield from [("i", 0)] * part.size


def has_own_key(game: Game[Any, Any]) -> bool:
    """Whether the game says itself what a key is, both ways."""
    return provides(game, "key") and provides(game, "from_key")


def sample_moves(
    game: Game[Any, Any],
    root: Any,
    symmetric: bool,
    check: Callable[[], None] = lambda: None,
) -> list[tuple[Any, Any]]:
    """Moves of some random games, always the same, each as two states; the first is no move.

    `check` may end it by an error.
    """
    dice = random.Random(14)
    first = game.canonical(root) if symmetric else root
    found = [(first, first)]
    for _game in range(GAMES):
        check()
        state = first
        for _ply in range(PLIES):
            if game.is_terminal(state):
                break
            actions = list(game.actions(state))
            if not actions:
                break
            child = game.result(state, dice.choice(actions))
            child = game.canonical(child) if symmetric else child
            found.append((state, child))
            state = child
    return found
