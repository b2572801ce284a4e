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

from zermelo.compiled.errors import CannotCompile

LOWEST_WORD, HIGHEST_WORD = -(1 << 63), (1 << 63) - 1


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
            instead = _INSTEAD.get(type(value), "use whole numbers, truth values and tuples")
            raise CannotCompile(f"cannot compile a game where {what} is of type {name}: {instead}")
        fields = getattr(value, "_fields", None)
        names = [f"'{name}' of {what}" for name in fields or ()] or [f"an item of {what}"] * len(
            value
        )
        parts = tuple(Layout.of(part, name) for part, name in zip(value, names, strict=True))
        return Layout(type(value), parts, fields)

    # --- in Python -----------------------------------------------------------------------------

    def words(self, value: Any, what: str = "the value") -> tuple[int, ...]:
        """The words of a value; CannotCompile if it does not fit this layout."""
        return tuple(self._words(value, what))

    def _words(self, value: Any, what: str) -> Iterator[int]:
        if self.kind in (int, bool):
            if not isinstance(value, int) or (self.kind is bool and value not in (0, 1)):
                raise CannotCompile(f"{what} must be a {self.kind.__name__}, not {value!r}")
            if not LOWEST_WORD <= value <= HIGHEST_WORD:
                raise CannotCompile(f"{what} is beyond 64 bits: {value}")
            yield int(value)
            return
        if not isinstance(value, tuple) or len(value) != len(self.parts):
            raise CannotCompile(f"{what} must be a tuple of {len(self.parts)}, not {value!r}")
        names = [f"'{name}' of {what}" for name in self.fields or ()]
        for i, (part, item) in enumerate(zip(self.parts, value, strict=True)):
            yield from part._words(item, names[i] if names else what)

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
    list: "use a tuple of fixed length",
    dict: "use a tuple of fixed length, indexed by a number",
    set: "use the bits of a number (zermelo.bits)",
    frozenset: "use the bits of a number (zermelo.bits)",
    str: "use numbers, and texts only in format_state",
    float: "use whole numbers, such as hundredths",
}
