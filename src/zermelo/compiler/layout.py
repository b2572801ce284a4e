"""How a state, or an action, lies in words of 64 bits.

Machine code takes and keeps values as plain rows of words, whatever class they have in Python. For
the state `Turn(max_score=12, min_score=30, rolls=(7, 5), player=-1, rolling=True)`:

    word      0          1         2     3     4       5
            12         30         7     5    -1       1
            max_score  min_score  rolls        player  rolling

A tuple of many numbers, such as a board, is `packed` into fewer words; how many bits a number gets
is found from states of some games (see `observe`). An action that is a tuple of any length has its
length first, and room for `most` items.

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
from zermelo.compiler.errors import CannotCompile, no_layout
from zermelo.compiler.hints import with_hint
from zermelo.compiler.packed import Packed
from zermelo.compiler.records import fields_of, parts_of
from zermelo.compiler.rows import ROOM
from zermelo.compiler.widths import Room, bits_for, bits_of, board_for
from zermelo.language import _, mark

LENGTHS: Final = mark(
    "cannot compile a game where {what} is a tuple now of one length, now of another, "
    "and its items are not all numbers, words or records alike: keep its length"
)


def named(what: str, *path: str) -> str:
    """What is meant by the names on the way to a part of it, in words."""
    for name in path:
        what = _("'{name}' of {what}").format(name=name, what=what)
    return what


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
    def is_small(self) -> bool:
        """Whether it is made of numbers and atoms alone, in tuples and records."""
        if self.packed or self.maybe:
            return False
        return self.kind in LEAVES or all(part.is_small for part in self.parts)

    @staticmethod
    def of(
        values: Sequence[Any],
        what: str,
        room: Room | None = None,
        free: bool = False,
        atoms: Atoms | None = None,
    ) -> Layout:
        """The layout of several values of one kind; `what` names them if they can have none.

        `room`: how much more than these values need a board has; None: there are no boards.
        `free`: tuples may be of several lengths. `atoms`: what else there may be.
        """
        value = values[0]
        if atoms and room and any(isinstance(v, str) and v in atoms.made for v in values):
            return _text(values, what, room, atoms)
        if atoms and _are_atoms(values, atoms):
            words = room and room.spelled and all(isinstance(each, str) for each in values)
            return Layout(Word if words else Mixed, atoms=atoms)
        if isinstance(value, bool):
            return Layout(bool)
        if isinstance(value, int):
            kinds = {type(each) for each in values}
            return Layout(int, member=kinds.pop() if len(kinds) == 1 else int)
        if atoms and room and any(atoms.has(each) for each in values):
            tuples = [each for each in values if not atoms.has(each)]
            packed = board_for(tuples, room, True, atoms, small=False) if tuples else None
            if packed and isinstance(packed.item, int):
                return Layout(tuple, packed=packed, free=True, maybe=True, atoms=atoms)
            nothing = all(each is None for each in values if atoms.has(each))
            if tuples and nothing and all(fields_of(type(each)) for each in tuples):
                record = Layout.of(tuples, what, room, free, atoms)
                return replace(record, maybe=True)
        if isinstance(value, frozenset) and atoms:
            bits = bits_of(values, atoms)
            if bits:
                return Layout(frozenset, packed=bits, atoms=atoms)
            listed = _records(values, what, room, atoms) if room else None
            if listed:
                return listed
        fields = fields_of(type(value))
        if type(value) is tuple and room:
            packed = board_for(values, room, free, atoms)
            if packed:
                several = len({len(each) for each in values}) > 1
                return Layout(tuple, packed=packed, free=several, atoms=atoms)
            if len({len(each) for each in values}) > 1 and free:
                records = _records(values, what, room, atoms)
                if records:
                    return records
        if not isinstance(value, tuple) and fields is None:
            raise no_layout(what, type(value))
        _refuse_several_classes(values, what)
        names = [named(what, name) for name in fields or ()]
        rows = [parts_of(each) for each in values if type(each) is type(value)]
        names = names or [_("an item of {what}").format(what=what)] * len(rows[0])
        if room and any(len(row) != len(names) for row in rows):
            raise CannotCompile(_(LENGTHS).format(what=what))
        columns = list(zip(*(row for row in rows if len(row) == len(names)), strict=True))
        if atoms and not fields and _are_rows(columns, atoms):
            columns = [tuple(text for column in columns for text in column)] * len(columns)
        if room and fields:
            columns = [with_hint(type(value), *each) for each in zip(fields, columns, strict=True)]
        parts = tuple(
            Layout.of(column, name, room, room is not None, atoms)
            for column, name in zip(columns, names, strict=True)
        )
        return Layout(type(value), parts, fields, atoms=atoms)

    # --- in Python -----------------------------------------------------------------------------

    def words(self, value: Any, what: str = mark("the value")) -> tuple[int, ...]:
        """The words of a value; CannotCompile if it does not fit this layout."""
        return tuple(self._words(value, what))

    def _words(self, value: Any, what: str, *path: str) -> Iterator[int]:
        if self.item:
            yield from self._record_words(value, what, *path)
            return
        if self.maybe and not self.packed:
            yield int(value is not None)
            if value is None:
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
        if not isinstance(value, self.kind):
            words = _("{what} must be a tuple of {count}, not {value!r}")
            what, count = named(_(what), *path), self.packed.count // self.item.size
            raise CannotCompile(words.format(what=what, count=count, value=value))
        items: Any = value
        if self.kind is frozenset:
            items = sorted(items, key=self.item.words)
        parts = [word for record in items for word in self.item.words(record, what)]
        try:
            if len(parts) > self.packed.count:
                raise OverflowError
            yield len(items)
            yield from self.packed.packed(parts)
        except OverflowError:
            words = _("{what} has larger numbers than any seen before: {value!r}")
            raise Narrow(words.format(what=named(_(what), *path), value=value)) from None

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
            items = [self.item.value(left) for _ in range(length)]
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
        items = [part.value(words) for part in self.parts]
        if not there:
            return None
        return self.kind(*items) if self.fields else tuple(items)

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


def _refuse_several_classes(values: Sequence[Any], what: str) -> None:
    """Records of several classes have no words in common."""
    one, *others = dict.fromkeys(type(each) for each in values if fields_of(type(each))) or [int]
    if others:
        words = _(
            "cannot compile a game where {what} is now {one}, now {other}: "
            "use one class, with a field that says which"
        )
        raise CannotCompile(words.format(what=what, one=one.__name__, other=others[0].__name__))


def _are_rows(columns: Sequence[Sequence[Any]], atoms: Atoms) -> bool:
    """Whether the parts of a tuple are texts, and some of them such as rules make."""
    texts = all(isinstance(each, str) for column in columns for each in column)
    return texts and any(map(atoms.made.intersection, columns))


def _are_atoms(values: Sequence[Any], atoms: Atoms) -> bool:
    """Whether there are only atoms and numbers, and an atom among them."""
    found = [atoms.has(each) for each in values]
    return any(found) and all(
        is_one or isinstance(each, int) for is_one, each in zip(found, values, strict=True)
    )


def _records(values: Sequence[Any], what: str, room: Room, atoms: Atoms | None) -> Layout | None:
    """The layout of tuples of records, or of tuples, of numbers and atoms; None for others.

    A set lies there as the tuple of its items in order, and may have numbers as items.
    """
    is_set = isinstance(values[0], frozenset)
    items = [item for value in values for item in value]
    kinds = {(type(item), len(parts_of(item)) if _has_parts(item) else -1) for item in items}
    if len(kinds) != 1 or not (is_set or _has_parts(items[0])):
        return None
    item = Layout.of(items, _("an item of {what}").format(what=what), room, False, atoms)
    if not item.is_small or not item.size:
        return None
    found = [leaf for each in items for leaf in _leaves(each, atoms)]
    most = min(2 * room.items * max(len(value) for value in values), ROOM)
    board = Packed(most * item.size, *bits_for(found, room, atoms))
    return Layout(type(values[0]), packed=board, free=True, item=item, atoms=atoms)


def _text(values: Sequence[Any], what: str, room: Room, atoms: Atoms) -> Layout:
    """The layout of texts that rules cut and join: rows of letters."""
    longest = max(len(each) if isinstance(each, str) else ROOM + 1 for each in values)
    if longest > ROOM:
        raise no_layout(what, str)
    several = len({len(each) for each in values}) > 1
    most = min(2 * room.items * longest, ROOM) if several else longest
    board = Packed(most, *bits_for("".join(values), room, atoms))
    item = Layout(Mixed, atoms=atoms)
    return Layout(str, packed=board, free=True, item=item, atoms=atoms)


def _has_parts(value: Any) -> bool:
    return isinstance(value, tuple) or fields_of(type(value)) is not None


def _leaves(value: Any, atoms: Atoms | None) -> Iterator[Any]:
    """The numbers and atoms in a record."""
    if _has_parts(value) and not (atoms and atoms.has(value)):
        for part in parts_of(value):
            yield from _leaves(part, atoms)
    else:
        yield value


class Narrow(CannotCompile):
    """A number of a board has no place in its bits."""
