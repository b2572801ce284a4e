"""How a state, or an action, lies in words of 64 bits.

Machine code takes and keeps values as plain rows of words, whatever class they have in Python. For
the state `Turn(max_score=12, min_score=30, rolls=(7, 5), player=-1, rolling=True)`:

    word      0          1         2     3     4       5
            12         30         7     5    -1       1
            max_score  min_score  rolls        player  rolling

So no compiled function has a class of the user's in its signature (which makes it fit for the
disk cache), and a state can be copied, hashed and compared without knowing what it means.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.compiler.errors import CannotCompile
from zermelo.language import _, mark

LOWEST_WORD, HIGHEST_WORD = -(1 << 63), (1 << 63) - 1


def named(what: str, *path: str) -> str:
    """What is meant by the names on the way to a part of it, in words."""
    for name in path:
        what = _("'{name}' of {what}").format(name=name, what=what)
    return what


@dataclass(frozen=True)
class Layout:
    """One value: an int or a bool (no parts), or a tuple of parts, with its class if it has one."""

    kind: type
    parts: tuple[Layout, ...] = ()
    fields: tuple[str, ...] | None = None

    @property
    def size(self) -> int:
        """The number of words."""
        return 1 if self.kind in (int, bool) else sum(part.size for part in self.parts)

    @staticmethod
    def of(value: Any, what: str) -> Layout:
        """The layout of a value; `what` names it if it can have none."""
        if isinstance(value, bool):
            return Layout(bool)
        if isinstance(value, int):
            return Layout(int)
        if not isinstance(value, tuple):
            name = type(value).__name__
            instead = _INSTEAD.get(type(value), mark("use whole numbers, truth values and tuples"))
            words = _("cannot compile a game where {what} is of type {name}: {instead}")
            raise CannotCompile(words.format(what=what, name=name, instead=_(instead)))
        fields = getattr(value, "_fields", None)
        names = [named(what, name) for name in fields or ()]
        names = names or [_("an item of {what}").format(what=what)] * len(value)
        parts = tuple(Layout.of(part, name) for part, name in zip(value, names, strict=True))
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
        if not isinstance(value, tuple) or len(value) != len(self.parts):
            words = _("{what} must be a tuple of {count}, not {value!r}")
            what = named(_(what), *path)
            raise CannotCompile(words.format(what=what, count=len(self.parts), value=value))
        for i, (part, item) in enumerate(zip(self.parts, value, strict=True)):
            yield from part._words(item, what, *path, *(self.fields or ())[i : i + 1])

    def value(self, words: Iterator[int]) -> Any:
        """The value that lies in the next words."""
        if self.kind in (int, bool):
            return self.kind(next(words))
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
        return "".join(part.kinds() for part in self.parts)

    def with_kinds(self, kinds: Iterator[str]) -> Layout:
        """The same layout with other kinds of words."""
        if self.kind in (int, bool):
            return Layout(bool if next(kinds) == "b" else int)
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


_INSTEAD = {
    list: mark("use a tuple of fixed length"),
    dict: mark("use a tuple of fixed length, indexed by a number"),
    set: mark("use the bits of a number (zermelo.bits)"),
    frozenset: mark("use the bits of a number (zermelo.bits)"),
    str: mark("use numbers, and texts only in format_state"),
    float: mark("use whole numbers, such as hundredths"),
}
