"""How a state, or an action, lies in words of 64 bits.

Machine code takes and keeps values as plain rows of words, whatever class they have in Python. For
the state `Turn(max_score=12, min_score=30, rolls=(7, 5), player=-1, rolling=True)`:

    word      0          1         2     3     4       5
            12         30         7     5    -1       1
            max_score  min_score  rolls        player  rolling

A tuple of many numbers, such as a board, is `packed` into fewer words; how many bits a number gets
is found from states of some games (see `seen_layouts`). An action that is a tuple of any length has
its length first, and room for `most` items.

So no compiled function has a class of the user's in its signature (which makes it fit for the
disk cache), and a state can be copied, hashed and compared without knowing what it means.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from zermelo.compiler.atom_table import HIGHEST_WORD, LOWEST_WORD, Atoms
from zermelo.compiler.bit_sets import Bits
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.packed import Packed
from zermelo.compiler.records import made_of, parts_of
from zermelo.language import _, mark


def named(what: str, *path: str) -> str:
    """What is meant by the names on the way to a part of it, in words."""
    for name in path:
        what = _("'{name}' of {what}").format(name=name, what=what)
    return what


END: Final = "\0"  # behind each text of several, in Python


class Mixed:
    """The kind of what may be an atom (see `atoms`)."""


class Word(Mixed):
    """The kind of what is always a text, one that stands in the game's file."""


LEAVES: Final = (int, bool, Mixed, Word)


@dataclass(frozen=True)
class Layout:
    """One value: an int, a bool or an atom, or a tuple of parts, with its class if it has one.

    `packed`: a board. `free`: its length is before it, and it is not always that of the board;
    `maybe`: there is an atom in its place at times, whose word is then the length; in place of a
    record there is None, which has a nought for its first word.
    """

    kind: type
    parts: tuple[Layout, ...] = ()
    fields: tuple[str, ...] | None = None
    packed: Packed | Bits | None = None
    free: bool = False
    maybe: bool = False
    member: type = int  # the IntEnum that a number is a member of
    item: Layout | None = None  # of a tuple of records (see `record_rows`)
    atoms: Atoms | None = field(default=None, compare=False, repr=False)

    @property
    def size(self) -> int:
        """The number of words."""
        if self.packed:
            return int(self.packed.words) + self.free
        return 1 if self.kind in LEAVES else self.maybe + sum(part.size for part in self.parts)

    @property
    def in_code(self) -> Layout:
        """How compiled code sees it."""
        return self

    @property
    def is_either(self) -> bool:
        """Whether it is a tuple, or a word in its place (see `either`)."""
        return self.maybe and not self.packed and not self.fields

    @property
    def has_either(self) -> bool:
        """Whether there is such a part."""
        return self.is_either or any(part.has_either for part in self.parts)

    @property
    def has_words(self) -> bool:
        """Whether there is a tuple of any length, with a word in its place at times."""
        return bool(self.maybe and self.packed) or any(part.has_words for part in self.parts)

    @property
    def is_texts(self) -> bool:
        """Whether it is a tuple, or a set, of any number of texts (see `text_rows`)."""
        return self.item is not None and self.item.kind is str

    @property
    def is_small(self) -> bool:
        """Whether it is made of numbers and atoms alone, in tuples and records."""
        if self.packed or self.maybe:
            return False
        return self.kind in LEAVES or all(part.is_small for part in self.parts)

    # --- in Python -----------------------------------------------------------------------------

    def words(self, value: Any, what: str = mark("the value")) -> tuple[int, ...]:
        """The words of a value; CannotCompile if it does not fit this layout."""
        several = self.atoms and self.atoms.several
        return tuple(self._words(several.inward(value) if several else value, what))

    def _words(self, value: Any, what: str, *path: str) -> Iterator[int]:
        if self.item:
            yield from self._record_words(value, what, *path)
            return
        if self.maybe and not self.packed:
            there = value is not None
            if self.is_either:
                there = isinstance(value, tuple)
            yield self._first_word(value, there)
            if not there:
                yield from [0] * (self.size - 1)
                return
        elif self.atoms and (self.atoms.has(value) or isinstance(self.packed, Packed)):
            value = self._without_atoms(value)
        if self.kind in LEAVES:
            if not isinstance(value, int) or (self.kind is bool and value not in (0, 1)):
                words = _("{what} must be a {kind}, not {value!r}")
                what, kind = named(_(what), *path), self.kind.__name__
                raise CannotCompile(words.format(what=what, kind=kind, value=value))
            if not LOWEST_WORD <= value <= HIGHEST_WORD:
                words = _("{what} is beyond 64 bits: {value}")
                raise CannotCompile(words.format(what=named(_(what), *path), value=value))
            yield int(value)
            return
        if self.packed:
            yield from self._board(value, what, *path)
            return
        if not isinstance(value, self.kind) or len(parts_of(value)) != len(self.parts):
            words = _("{what} must be a tuple of {count}, not {value!r}")
            what = named(_(what), *path)
            raise CannotCompile(words.format(what=what, count=len(self.parts), value=value))
        for i, (part, item) in enumerate(zip(self.parts, parts_of(value), strict=True)):
            yield from part._words(item, what, *path, *(self.fields or ())[i : i + 1])

    def _first_word(self, value: Any, there: bool) -> int:
        """What says whether a tuple or a record is there."""
        if self.is_either and self.atoms:
            return LOWEST_WORD if there else self.atoms.word(value)
        return int(there)

    def _without_atoms(self, value: Any) -> Any:
        """Words in their place."""
        if self.atoms and self.atoms.has(value):
            return self.atoms.word(value)
        return tuple(map(self._without_atoms, value)) if isinstance(value, tuple) else value

    def _with_atoms(self, value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(self._with_atoms, value))
        return self.atoms.value(value) if self.atoms else value

    def _board(self, value: Any, what: str, *path: str) -> Iterator[int]:
        assert self.packed
        if isinstance(self.packed, Bits):
            yield from self._bits(value, what, *path)
            return
        if self.maybe and isinstance(value, int):  # the word of an atom
            yield from [value] + [0] * int(self.packed.words)
            return
        length = len(value) if isinstance(value, tuple) else -1
        if not (0 <= length <= self.packed.count if self.free else length == self.packed.count):
            words = _("{what} must be a tuple of {count}, not {value!r}")
            what = named(_(what), *path)
            raise CannotCompile(words.format(what=what, count=self.packed.count, value=value))
        try:
            yield from [length] * self.free
            yield from self.packed.packed(value)
        except OverflowError:
            words = _("{what} has larger numbers than any seen before: {value!r}")
            value = self._with_atoms(value)
            raise Narrow(words.format(what=named(_(what), *path), value=value)) from None

    def _record_words(self, value: Any, what: str, *path: str) -> Iterator[int]:
        assert self.item
        assert self.packed
        if self.maybe and self.atoms and self.atoms.has(value):
            yield from [self.atoms.word(value)] + [0] * int(self.packed.words)
            return
        if not isinstance(value, self.kind):
            words = _("{what} must be a tuple of {count}, not {value!r}")
            what, count = named(_(what), *path), self.packed.count // self.item.size
            raise CannotCompile(words.format(what=what, count=count, value=value))
        items: Any = value
        if self.is_texts:
            items = self._flat(sorted(items) if self.kind is frozenset else items)
        elif self.kind is frozenset:
            items = sorted(items, key=self.item.words)
        record = Layout(Mixed, atoms=self.atoms) if self.is_texts else self.item
        parts = [word for each in items for word in record.words(each, what)]
        try:
            if len(parts) > self.packed.count:
                raise OverflowError
            yield len(items)
            yield from self.packed.packed(parts)
        except OverflowError:
            words = _("{what} has larger numbers than any seen before: {value!r}")
            raise Narrow(words.format(what=named(_(what), *path), value=value)) from None

    def _flat(self, texts: Sequence[Any]) -> list[str]:
        """The letters of all texts, with an empty one behind each text."""
        return [letter for text in texts for letter in (*text, "")]

    def _bits(self, value: Any, what: str, *path: str) -> Iterator[int]:
        assert self.packed
        if not isinstance(value, frozenset):
            words = _("{what} must be a frozenset, not {value!r}")
            raise CannotCompile(words.format(what=named(_(what), *path), value=value))
        try:
            yield from self.packed.packed(value)
        except OverflowError:
            words = _("{what} has an item that was never seen before: {value!r}")
            raise Narrow(words.format(what=named(_(what), *path), value=value)) from None

    def value(self, words: Iterator[int]) -> Any:
        """The value that lies in the next words."""
        several, found = self.atoms and self.atoms.several, self._value(words)
        return several.outward(found) if several else found

    def _value(self, words: Iterator[int]) -> Any:
        if self.kind in (Mixed, Word):
            return self._with_atoms(next(words))
        if self.kind in LEAVES:
            made: Any = self.kind
            found = made(next(words))
            with contextlib.suppress(ValueError):  # a number that is none of the members
                return found if self.kind is bool else self.member(found)
            return found
        if isinstance(self.packed, Bits):
            return self.packed.unpacked([next(words)])
        if self.item and self.packed:
            length = next(words)
            flat = self.packed.unpacked([next(words) for _ in range(self.packed.words)])
            left = iter(flat)
            if length < 0:
                return self._with_atoms(length)
            if self.is_texts:
                letters = [str(self._with_atoms(next(left))) or END for _ in range(length)]
                return self.kind("".join(letters).split(END)[:-1])
            items = [self.item._value(left) for _ in range(length)]
            return "".join(items) if self.kind is str else self.kind(items)
        if self.packed:
            length = next(words) if self.free else self.packed.count
            if length < 0:
                for _word in range(self.packed.words):
                    next(words)
                return self._with_atoms(length)
            found = self.packed.unpacked([next(words) for _ in range(self.packed.words)])[:length]
            return self._with_atoms(found) if self.packed.code != "number" else found
        there = next(words) if self.maybe else 1
        items = [part._value(words) for part in self.parts]
        if self.is_either and there != LOWEST_WORD:
            return self._with_atoms(there)
        if not there:
            return None
        return made_of(self.kind, items) if self.fields else tuple(items)

    def classes(self) -> Iterator[type]:
        """The NamedTuple classes in it, the outermost first."""
        if self.fields:
            yield self.kind
        for part in (*self.parts, *([self.item] if self.item else ())):
            yield from part.classes()

    def kinds(self) -> str:
        """One letter for each word: i a number, b a truth value, m an atom, w a text."""
        if self.kind in LEAVES:
            return {int: "i", bool: "b", Word: "w"}.get(self.kind, "m")
        if self.packed:
            return "p" * self.size
        return "i" * self.maybe + "".join(part.kinds() for part in self.parts)

    def with_kinds(self, kinds: Iterator[str]) -> Layout:
        """The same layout with other kinds of words."""
        if self.kind in LEAVES:
            kind = {"b": bool, "i": int, "m": Mixed, "w": Word}[next(kinds)]
            return replace(self, kind=kind)
        if self.packed:
            for _word in range(self.size):
                next(kinds)
            return self
        if self.maybe:
            next(kinds)
        return replace(self, parts=tuple(part.with_kinds(kinds) for part in self.parts))


class Narrow(CannotCompile):
    """A number of a board has no place in its bits."""
