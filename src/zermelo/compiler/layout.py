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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from zermelo.compiler.atom_table import HIGHEST_WORD, LOWEST_WORD, Atoms
from zermelo.compiler.atoms import atom_of_word, word_of_atom
from zermelo.compiler.bit_sets import Bits, word_of_bits
from zermelo.compiler.bit_sets import fitter as bits_fitter
from zermelo.compiler.bit_sets import maker as bits_maker
from zermelo.compiler.errors import CannotCompile, no_layout
from zermelo.compiler.packed import Packed
from zermelo.compiler.packing import board_maker, fitter, row_fitter, word_of
from zermelo.compiler.records import fields_of
from zermelo.compiler.row_operations import tuple_maker, tuple_name
from zermelo.compiler.rows import Row
from zermelo.compiler.widths import Room, bits_of, board_for
from zermelo.language import _, mark


def named(what: str, *path: str) -> str:
    """What is meant by the names on the way to a part of it, in words."""
    for name in path:
        what = _("'{name}' of {what}").format(name=name, what=what)
    return what


class Mixed:
    """The kind of what may be an atom (see `atoms`)."""


LEAVES: Final = (int, bool, Mixed)


@dataclass(frozen=True)
class Layout:
    """One value: an int, a bool or an atom, or a tuple of parts, with its class if it has one.

    `packed`: a board. `free`: its length is before it, and it is not always that of the board;
    `maybe`: there is None in its place at times, whose length is -1.
    """

    kind: type
    parts: tuple[Layout, ...] = ()
    fields: tuple[str, ...] | None = None
    packed: Packed | Bits | None = None
    free: bool = False
    maybe: bool = False
    atoms: Atoms | None = field(default=None, compare=False, repr=False)

    @property
    def size(self) -> int:
        """The number of words."""
        if self.packed:
            return int(self.packed.words) + self.free
        return 1 if self.kind in LEAVES else sum(part.size for part in self.parts)

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
        if atoms and _are_atoms(values, atoms):
            return Layout(Mixed, atoms=atoms)
        if isinstance(value, bool):
            return Layout(bool)
        if isinstance(value, int):
            return Layout(int)
        if atoms and room and any(each is None for each in values):
            tuples = [each for each in values if each is not None]
            packed = board_for(tuples, room, True, atoms, small=False)
            if packed and isinstance(packed.item, int):
                return Layout(tuple, packed=packed, free=True, maybe=True, atoms=atoms)
        if isinstance(value, frozenset) and atoms:
            bits = bits_of(values, atoms)
            if bits:
                return Layout(frozenset, packed=bits, atoms=atoms)
        fields = fields_of(type(value))
        if type(value) is tuple and room:
            packed = board_for(values, room, free, atoms)
            if packed:
                several = len({len(each) for each in values}) > 1
                return Layout(tuple, packed=packed, free=several, atoms=atoms)
        if not isinstance(value, tuple) and fields is None:
            raise no_layout(what, type(value))
        names = [named(what, name) for name in fields or ()]
        rows = [_items(each) for each in values if type(each) is type(value)]
        names = names or [_("an item of {what}").format(what=what)] * len(rows[0])
        columns = zip(*(row for row in rows if len(row) == len(names)), strict=True)
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
        if self.atoms and (self.atoms.has(value) or isinstance(self.packed, Packed)):
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
        if not isinstance(value, self.kind) or len(_items(value)) != len(self.parts):
            words = _("{what} must be a tuple of {count}, not {value!r}")
            what = named(_(what), *path)
            raise CannotCompile(words.format(what=what, count=len(self.parts), value=value))
        for i, (part, item) in enumerate(zip(self.parts, _items(value), strict=True)):
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
        if self.maybe and (value is None or value == self._without_atoms(None)):
            yield from [-1] + [0] * int(self.packed.words)
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
        if self.kind is Mixed:
            return self._with_atoms(next(words))
        if self.kind in LEAVES:
            made: Any = self.kind
            return made(next(words))
        if isinstance(self.packed, Bits):
            return self.packed.unpacked([next(words)])
        if self.packed:
            length = next(words) if self.free else self.packed.count
            if length < 0:
                for _word in range(self.packed.words):
                    next(words)
                return None
            found = self.packed.unpacked([next(words) for _ in range(self.packed.words)])[:length]
            return self._with_atoms(found) if self.packed.code != "number" else found
        items = [part.value(words) for part in self.parts]
        return self.kind(*items) if self.fields else tuple(items)

    def classes(self) -> Iterator[type]:
        """The NamedTuple classes in it, the outermost first."""
        if self.fields:
            yield self.kind
        for part in self.parts:
            yield from part.classes()

    def kinds(self) -> str:
        """One letter for each word: i for a number, b for a truth value, m for an atom."""
        if self.kind in LEAVES:
            return {int: "i", bool: "b"}.get(self.kind, "m")
        if self.packed:
            return "p" * self.size
        return "".join(part.kinds() for part in self.parts)

    def with_kinds(self, kinds: Iterator[str]) -> Layout:
        """The same layout with other kinds of words."""
        if self.kind in LEAVES:
            return Layout({"b": bool, "i": int, "m": Mixed}[next(kinds)], atoms=self.atoms)
        if self.packed:
            for _word in range(self.size):
                next(kinds)
            return self
        parts = tuple(part.with_kinds(kinds) for part in self.parts)
        return Layout(self.kind, parts, self.fields, atoms=self.atoms)

    # --- in compiled code ------------------------------------------------------------------------

    def pack_text(self) -> str:
        """Source of a function from the value to the tuple of its words."""
        items = ", ".join(self._leaves("value"))
        return f"def pack(value):\n    return ({items},)"

    def _leaves(self, text: str) -> Iterator[str]:
        if self.kind in LEAVES:
            yield f"word_of_atom({text})" if self.kind is Mixed else f"int({text})"
        if isinstance(self.packed, Bits):
            yield f"word_of_bits({self._name('fit')}({text}))"
        elif self.packed:
            board = f"{self._name('fit')}({text})"
            if self.free:
                yield f"len({text})"
            yield from (f"word_of({board}, {i})" for i in range(self.packed.words))
        for i, part in enumerate(self.parts):
            yield from part._leaves(f"{text}.{self.fields[i]}" if self.fields else f"{text}[{i}]")

    def unpack_text(self) -> str:
        """Source of a function from the tuple of words to the value, its classes by name."""
        return f"def unpack(words):\n    return {self._build(iter(range(self.size)))}"

    def _build(self, places: Iterator[int]) -> str:
        if self.kind is int:
            return f"words[{next(places)}]"
        if self.kind is Mixed:
            return f"atom_of_word(words[{next(places)}])"
        if self.kind is bool:
            return f"words[{next(places)}] != 0"
        if isinstance(self.packed, Bits):
            return f"{self._name('bits')}(words[{next(places)}])"
        if self.packed:
            length = f", words[{next(places)}]" if self.free else ""
            words = " ".join(f"words[{next(places)}]," for _ in range(self.packed.words))
            return f"{self._name('board')}(({words}){length})"
        items = ", ".join(part._build(places) for part in self.parts)
        return f"{self.kind.__name__}({items})" if self.fields else f"({items},)"

    def store_text(self) -> str:
        """Source of a function that stores the words of a value one after the other."""
        lines = [
            f"    store(address + {8 * i}, {leaf})" for i, leaf in enumerate(self._leaves("value"))
        ]
        return "\n".join(["def put(address, value):", *lines])

    def load_text(self) -> str:
        """Source of a function that loads a value from the words that begin at an address."""
        words = (f"load(address + {8 * i})," for i in range(self.size))
        return f"def get(address):\n    words = ({' '.join(words)})\n    return " + self._build(
            iter(range(self.size))
        )

    def _name(self, what: str) -> str:
        assert self.packed
        return f"{what}_{'free_' * self.free}{self.packed.label}"

    def helpers(self) -> dict[str, Any]:
        """What the source above calls besides the classes, by name."""
        if not self.packed:
            found = {k: v for part in self.parts for k, v in part.helpers().items()}
            found |= {"word_of_atom": word_of_atom, "atom_of_word": atom_of_word}
            return found | (
                {tuple_name(self.shape()): tuple_maker(self.shape())} if self.has_rows else {}
            )
        if isinstance(self.packed, Bits):
            return {
                "word_of_bits": word_of_bits,
                self._name("fit"): bits_fitter(self.packed),
                self._name("bits"): bits_maker(self.packed),
            }
        return {
            "word_of": word_of,
            self._name("fit"): fitter(self.packed, self.free),
            self._name("board"): board_maker(self.packed, self.free),
        }

    def is_plain(self) -> bool:
        """Whether it is a plain tuple of numbers, of rows, or of such tuples."""
        if self.kind is not tuple or self.packed:
            return False
        return all(part.kind is int or part.is_row or part.is_plain() for part in self.parts)

    @property
    def is_row(self) -> bool:
        """Whether it is a tuple of any length."""
        return isinstance(self.packed, Packed) and self.free and not self.maybe

    def shape(self) -> tuple[Any, ...]:
        """How long such a tuple is, and those in it."""
        return tuple(part._item_shape() for part in self.parts)

    def _item_shape(self) -> Any:
        if self.is_row:
            assert self.packed
            return Row(self.packed.item_type)
        return () if self.kind is int else self.shape()

    @property
    def has_rows(self) -> bool:
        """Whether it is such a tuple with tuples of any length in it."""
        return self.is_plain() and any(part.is_row or part.has_rows for part in self.parts)

    def fit_text(self) -> str | None:
        """Source of a function that puts boards into a plain tuple; None where there are none."""
        if self.packed and not self.free:
            return f"def fitted(value):\n    return {self._name('fit')}(value)"
        if self.has_rows:
            return f"def fitted(value):\n    return {tuple_name(self.shape())}(value)"
        if self.fields or not any(part.packed or part.has_rows for part in self.parts):
            return None
        items = [part._fit_item(f"value[{i}]") for i, part in enumerate(self.parts)]
        return f"def fitted(value):\n    return ({', '.join(items)},)"

    def _fit_item(self, item: str) -> str:
        if self.has_rows:
            return f"{tuple_name(self.shape())}({item})"
        return f"{self._name('fit')}({item})" if self.packed and not self.free else item

    def boards(self) -> dict[tuple[type, str], Any]:
        """For each field of a class that is a board what makes one of a row."""
        found = {k: v for part in self.parts for k, v in part.boards().items()}
        for name, part in zip(self.fields or (), self.parts, strict=False):
            if isinstance(part.packed, Bits):
                found[self.kind, name] = bits_fitter(part.packed)
            elif part.packed:
                made = row_fitter(part.packed) if part.free else fitter(part.packed, False)
                found[self.kind, name] = made
            elif part.is_plain():
                found[self.kind, name] = tuple_maker(part.shape())
        return found


def _are_atoms(values: Sequence[Any], atoms: Atoms) -> bool:
    """Whether there are only atoms and numbers, and an atom among them."""
    found = [atoms.has(each) for each in values]
    return any(found) and all(
        is_one or isinstance(each, int) for is_one, each in zip(found, values, strict=True)
    )


class Narrow(CannotCompile):
    """A number of a board has no place in its bits."""


def _items(value: Any) -> tuple[Any, ...]:
    """The parts of a tuple, or of an object with fields."""
    if isinstance(value, tuple):
        return value
    return tuple(getattr(value, name) for name in fields_of(type(value)) or ())
