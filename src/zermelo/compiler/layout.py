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

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.packed import Packed
from zermelo.compiler.packing import board_maker, fitter, word_of
from zermelo.compiler.records import fields_of
from zermelo.compiler.row_operations import tuple_maker
from zermelo.compiler.rows import ROOM
from zermelo.language import _, mark

LOWEST_WORD, HIGHEST_WORD = -(1 << 63), (1 << 63) - 1


def named(what: str, *path: str) -> str:
    """What is meant by the names on the way to a part of it, in words."""
    for name in path:
        what = _("'{name}' of {what}").format(name=name, what=what)
    return what


@dataclass(frozen=True)
class Layout:
    """One value: an int or a bool (no parts), or a tuple of parts, with its class if it has one.

    `packed`: a board. `free`: its length is before it, and it is not always that of the board.
    """

    kind: type
    parts: tuple[Layout, ...] = ()
    fields: tuple[str, ...] | None = None
    packed: Packed | None = None
    free: bool = False

    @property
    def size(self) -> int:
        """The number of words."""
        if self.packed:
            return int(self.packed.words) + self.free
        return 1 if self.kind in (int, bool) else sum(part.size for part in self.parts)

    @staticmethod
    def of(values: Sequence[Any], what: str, room: int = 0, free: bool = False) -> Layout:
        """The layout of several values of one kind; `what` names them if they can have none.

        `room`: how many times the bits that these values need a board has for each; 0: there are
        no boards. `free`: tuples may be of several lengths.
        """
        value = values[0]
        if isinstance(value, bool):
            return Layout(bool)
        if isinstance(value, int):
            return Layout(int)
        fields = fields_of(type(value))
        if type(value) is tuple and room:
            packed = board_for(values, room, free)
            if packed:
                several = len({len(each) for each in values}) > 1
                return Layout(tuple, packed=packed, free=several)
        if not isinstance(value, tuple) and fields is None:
            name = type(value).__name__
            instead = _INSTEAD.get(type(value), mark("use whole numbers, truth values and tuples"))
            words = _("cannot compile a game where {what} is of type {name}: {instead}")
            raise CannotCompile(words.format(what=what, name=name, instead=_(instead)))
        names = [named(what, name) for name in fields or ()]
        rows = [_items(each) for each in values if type(each) is type(value)]
        names = names or [_("an item of {what}").format(what=what)] * len(rows[0])
        columns = zip(*(row for row in rows if len(row) == len(names)), strict=True)
        parts = tuple(
            Layout.of(column, name, room) for column, name in zip(columns, names, strict=True)
        )
        return Layout(type(value), parts, fields)

    # --- in Python -----------------------------------------------------------------------------

    def words(self, value: Any, what: str = mark("the value")) -> tuple[int, ...]:
        """The words of a value; CannotCompile if it does not fit this layout."""
        return tuple(self._words(value, what))

    def _words(self, value: Any, what: str, *path: str) -> Iterator[int]:
        if self.kind in (int, bool):
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

    def _board(self, value: Any, what: str, *path: str) -> Iterator[int]:
        assert self.packed
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
            raise Narrow(words.format(what=named(_(what), *path), value=value)) from None

    def value(self, words: Iterator[int]) -> Any:
        """The value that lies in the next words."""
        if self.kind in (int, bool):
            return self.kind(next(words))
        if self.packed:
            length = next(words) if self.free else self.packed.count
            return self.packed.unpacked([next(words) for _ in range(self.packed.words)])[:length]
        items = [part.value(words) for part in self.parts]
        return self.kind(*items) if self.fields else tuple(items)

    def classes(self) -> Iterator[type]:
        """The NamedTuple classes in it, the outermost first."""
        if self.fields:
            yield self.kind
        for part in self.parts:
            yield from part.classes()

    def kinds(self) -> str:
        """One letter for each word: i for a number, b for a truth value."""
        if self.kind in (int, bool):
            return "b" if self.kind is bool else "i"
        if self.packed:
            return "p" * self.size
        return "".join(part.kinds() for part in self.parts)

    def with_kinds(self, kinds: Iterator[str]) -> Layout:
        """The same layout with other kinds of words."""
        if self.kind in (int, bool):
            return Layout(bool if next(kinds) == "b" else int)
        if self.packed:
            for _word in range(self.size):
                next(kinds)
            return self
        parts = tuple(part.with_kinds(kinds) for part in self.parts)
        return Layout(self.kind, parts, self.fields)

    # --- in compiled code ------------------------------------------------------------------------

    def pack_text(self) -> str:
        """Source of a function from the value to the tuple of its words."""
        items = ", ".join(self._leaves("value"))
        return f"def pack(value):\n    return ({items},)"

    def _leaves(self, text: str) -> Iterator[str]:
        if self.kind in (int, bool):
            yield f"int({text})"
        if self.packed:
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
        if self.kind is bool:
            return f"words[{next(places)}] != 0"
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
            return {k: v for part in self.parts for k, v in part.helpers().items()}
        return {
            "word_of": word_of,
            self._name("fit"): fitter(self.packed, self.free),
            self._name("board"): board_maker(self.packed, self.free),
        }

    def boards(self) -> dict[tuple[type, str], Any]:
        """For each field of a class that is a board what makes one of a row."""
        found = {k: v for part in self.parts for k, v in part.boards().items()}
        for name, part in zip(self.fields or (), self.parts, strict=False):
            if part.packed:
                found[self.kind, name] = fitter(part.packed, part.free)
            elif part.kind is tuple and all(each.kind is int for each in part.parts):
                found[self.kind, name] = tuple_maker(len(part.parts))
        return found


class Narrow(CannotCompile):
    """A number of a board has no place in its bits."""


def _items(value: Any) -> tuple[Any, ...]:
    """The parts of a tuple, or of an object with fields."""
    if isinstance(value, tuple):
        return value
    return tuple(getattr(value, name) for name in fields_of(type(value)) or ())


SMALL: Final = 8  # a tuple of so many numbers is better off in registers, one for each


def board_for(values: Sequence[Any], room: int, free: bool) -> Packed | None:
    """The board for tuples of numbers, if there are many; `free`: of several lengths."""
    lengths = {len(value) for value in values if type(value) is tuple}
    if len(lengths) > 1 and not free:
        return None
    items = [item for value in values for item in value]
    if not items or not all(isinstance(item, int) for item in items):
        return _board_of_boards(values, items, room)
    if len(lengths) == 1 and max(lengths) <= SMALL:
        return None
    count = max(lengths) if len(lengths) == 1 else min(2 * room * max(lengths), ROOM)
    return Packed(count, bits_for(items, room))


def _board_of_boards(values: Sequence[Any], items: list[Any], room: int) -> Packed | None:
    if not items or not all(type(item) is tuple and item for item in items):
        return None
    numbers = [number for item in items for number in item]
    if len({len(item) for item in items}) > 1 or not all(isinstance(n, int) for n in numbers):
        return None
    if len({len(value) for value in values}) > 1 or len(values[0]) * len(items[0]) <= SMALL:
        return None
    return Packed(len(values[0]), Packed(len(items[0]), bits_for(numbers, room)))


def bits_for(numbers: Iterable[int], room: int = 1) -> int:
    """How many bits hold the numbers, and some more: a power of two."""
    most = max(number if number >= 0 else ~number for number in numbers)
    needed = most.bit_length() + 1 + (most > 3)
    return min(64, room * max(2, 1 << (needed - 1).bit_length()))


_INSTEAD = {
    list: mark("use a tuple of fixed length"),
    dict: mark("use a tuple of fixed length, indexed by a number"),
    set: mark("use the bits of a number (zermelo.bits)"),
    frozenset: mark("use the bits of a number (zermelo.bits)"),
    str: mark("use numbers, and texts only in format_state"),
    float: mark("use whole numbers, such as hundredths"),
}
