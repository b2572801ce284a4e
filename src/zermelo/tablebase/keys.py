"""Keys: states as whole numbers of 63 bits, and back.

Where a game has `key` and `from_key`, it says itself. Otherwise the words of a state lie side by
side, each in as many bits as it needs; for Pig's state of five words

    bits    18..25      10..17      3..9         1..2     0
            max_score   min_score   turn_total   player   rolling
            from 0      from 0      from 0       from -1  from 0

The ranges come from some random games. A word that leaves its range on the way is a fault, and the
work begins again with a wider one.

Where that is too wide, as for the boards of chess, which have a bit a square in each of four words,
large words are planes of one board: those squares are listed that have a bit in any of them, each
as its number and its bit of every plane. So there is room for a few pieces:

    bits    11...       5..10    1..4                       0
            the others  square   its bits of four planes    player
"""

from __future__ import annotations

import functools
import operator
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from zermelo.bits import cells, signed
from zermelo.compiler.representation.packing import Group, Number, Part, Row
from zermelo.compiler.rules import CompiledGame
from zermelo.game import Game, ZermeloError, provides
from zermelo.language import _

MOST_BITS: Final = 63
LARGE: Final = 16  # bits: a word with more is a board
SQUARE: Final = 6  # bits of the number of a square
GAMES: Final = 60
SAMPLES: Final = 3000  # moves, about: enough of games that are long
PLIES: Final = 300

Words = tuple[int, ...]


class NoKey(ZermeloError):
    """States that no key can hold."""


@dataclass(frozen=True)
class Fields:
    """The place of each word of a state in a key: its lowest value and its bits.

    `planes`: the words that are boards, and take no bits of their own.
    """

    fields: tuple[tuple[int, int], ...]
    planes: tuple[int, ...] = ()

    @property
    def bits(self) -> int:
        """Of a whole key, without the squares of boards."""
        return sum(bits for _low, bits in self.fields)

    @property
    def square_bits(self) -> int:
        """What a square takes that is not empty."""
        return SQUARE + len(self.planes)

    @property
    def squares(self) -> int:
        """How many there is room for."""
        return (MOST_BITS - self.bits) // self.square_bits if self.planes else 0

    def key(self, words: Words) -> int:
        """The key of a state's words."""
        key, boards = 0, [words[plane] for plane in self.planes]
        taken = list(cells(functools.reduce(operator.or_, boards, 0)))
        if len(taken) > self.squares:
            raise self._crowded()
        for square in taken:
            key = key << SQUARE | square
            for board in boards:
                key = key << 1 | board >> square & 1
        for i, (word, (low, bits)) in enumerate(zip(words, self.fields, strict=True)):
            if i not in self.planes and not 0 <= word - low < 1 << bits:
                raise NoKey(_("a number of this position is larger than any in the game"))
            key = key << bits | (word - low if bits else 0)
        return key

    def words(self, key: int) -> Words:
        """The words of a state by its key."""
        shifts = zip(self.fields, self.shifts, strict=True)
        words = [(key >> shift & (1 << bits) - 1) + low for (low, bits), shift in shifts]
        key >>= self.bits
        while key:
            square = key >> len(self.planes) & 63
            for place, plane in enumerate(reversed(self.planes)):
                words[plane] = signed(words[plane] | (key >> place & 1) << square)
            key >>= self.square_bits
        return tuple(words)

    @property
    def shifts(self) -> list[int]:
        """How many bits come after each word's."""
        return [sum(bits for _low, bits in self.fields[i + 1 :]) for i in range(len(self.fields))]

    def wider(self, word: int, game: Game[Any, Any]) -> Fields:
        """With twice the range, on both sides if it can be negative, for one of the words."""
        if word in self.planes:
            raise self._crowded()
        low, bits = self.fields[word]
        low = 0 if low == 0 else 2 * low - 1
        fields = list(self.fields)
        fields[word] = (low, bits + 1)
        if low and bits > 3:  # it may have been too low, or too high
            fields[word] = (-(1 << bits + 1), bits + 2)
        return _checked(replace(self, fields=tuple(fields)), game)

    def _crowded(self) -> NoKey:
        words = _("a key has room for {most} squares that are not empty, and a position has more")
        return NoKey(words.format(most=self.squares))

    # --- in compiled code ------------------------------------------------------------------------

    def encode_text(self) -> str:
        """Source of a function from the words of a state to its key."""
        places = enumerate(zip(self.fields, self.shifts, strict=True))
        terms = [f"(words[{i}] - {low} << {shift})" for i, ((low, bits), shift) in places if bits]
        lines = []
        if self.planes:
            lines = [f"taken = {self._taken()}", "while taken:", "    at = trailing_zeros(taken)"]
            lines += [f"    key = key << {SQUARE} | at"]
            lines += [f"    key = key << 1 | words[{plane}] >> at & 1" for plane in self.planes]
            lines += ["    taken ^= lowest_bit(taken)"]
        lines = ["key = 0", *lines, f"return {' | '.join([f'key << {self.bits}', *terms])}"]
        return _function("encode(state, words)", lines)

    def decode_text(self) -> str:
        """Source of a function from a key to the state."""
        places = enumerate(zip(self.fields, self.shifts, strict=True))
        items = [
            f"plane{i}" if i in self.planes else f"(key >> {shift} & {(1 << bits) - 1}) + {low}"
            for i, ((low, bits), shift) in places
        ]
        lines = [f"plane{plane} = 0" for plane in self.planes]
        if self.planes:
            lines += [f"rest = key >> {self.bits}", "while rest:"]
            lines += [f"    at = rest >> {len(self.planes)} & 63"]
            lines += [
                f"    plane{plane} |= shift_left(rest >> {place} & 1, at)"
                for place, plane in enumerate(reversed(self.planes))
            ]
            lines += [f"    rest >>= {self.square_bits}"]
        return _function("decode(key)", [*lines, f"return unpack(({', '.join(items)},))"])

    def misfit_text(self) -> str:
        """Source of a function: which word has no place in its bits; -1: none."""
        lines = []
        for i, (low, bits) in enumerate(self.fields):
            if bits < MOST_BITS and i not in self.planes:
                lines += [f"if words[{i}] - {low} >> {bits} != 0:", f"    return {i}"]
        if self.planes:
            lines += [f"if popcount({self._taken()}) > {self.squares}:"]
            lines += [f"    return {self.planes[0]}"]
        return _function("misfit(words)", [*lines, "return -1"])

    def _taken(self) -> str:
        return " | ".join(f"words[{plane}]" for plane in self.planes)


def _function(head: str, lines: Sequence[str]) -> str:
    return "\n    ".join([f"def {head}:", *lines])


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
    if sum(bits for _low, bits in fields) > MOST_BITS:
        planes = tuple(i for i, (_low, bits) in enumerate(fields) if bits > LARGE)
        boards = Fields(tuple((0, 0) if i in planes else f for i, f in enumerate(fields)), planes)
        try:
            for words in samples:
                boards.key(words)
            return boards
        except NoKey:  # that there are too many bits says more
            pass
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


def is_counted(game: Game[Any, Any]) -> bool:
    """Whether a table keeps the positions of a game without their counts."""
    return provides(game, "uncounted") and provides(game, "plies_left")


def representative(game: Game[Any, Any], state: Any, symmetric: bool) -> Any:
    """The state that stands for all that are symmetric to it, whatever their counts."""
    state = game.uncounted(state) if is_counted(game) else state
    return game.canonical(state) if symmetric else state


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
    first = representative(game, root, symmetric)
    found = [(first, first)]
    for _game in range(GAMES):
        if len(found) > SAMPLES:
            break
        check()
        state = first
        for _ply in range(PLIES):
            if game.is_terminal(state):
                break
            actions = list(game.actions(state))
            if not actions:
                break
            child = representative(game, game.result(state, dice.choice(actions)), symmetric)
            found.append((state, child))
            state = child
    return found
