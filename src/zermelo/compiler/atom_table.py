"""Texts, None, members of Enums and pieces in machine code: atoms, and those of a game.

    word    -2**63 + 1 + n      the n-th atom
            any other           a whole number

So what is a number at one time and None at another is one word, and two of them are equal where
their words are. The atoms of a game's states come first, then those of its text, so that few bits
tell them apart on a board (see `packed`); any other has a number made of its own digest.
"""

from __future__ import annotations

import ast
import enum
import hashlib
import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.records import fields_of
from zermelo.language import _

LOWEST_WORD, HIGHEST_WORD = -(1 << 63), (1 << 63) - 1
FIRST: Final = LOWEST_WORD + 1  # the word of the first atom
MANY: Final = 1 << 20  # atoms of digests are behind so many
END: Final = FIRST + MANY + (1 << 40)  # no atom from here on
SHORT: Final = 8  # longer texts are no cells
NO_CLASS: Final[frozenset[type]] = frozenset()


def is_atom(value: Any) -> bool:
    """Whether a value is one, in Python; a member of an IntEnum is a number."""
    return value is None or (isinstance(value, str | enum.Enum) and not isinstance(value, int))


class Atoms:
    """The atoms of a game: the word of each, and back."""

    def __init__(
        self,
        observed: Iterable[Any],
        others: Iterable[Any] = (),
        pieces: frozenset[type] = NO_CLASS,
    ) -> None:
        self.words: dict[Any, int] = {}
        self.values: dict[int, Any] = {}
        self.pieces = pieces
        found = {atom for value in observed for atom in atoms_in(value, pieces)}
        self.seen = sorted(found, key=_name)
        for atom in [None, "", *self.seen, *sorted(set(others), key=_name)]:
            if atom not in self.words:
                self._add(atom, FIRST + len(self.words))

    def has(self, value: Any) -> bool:
        """Whether a value is an atom here."""
        return is_atom(value) or type(value) in self.pieces

    def word(self, value: Any) -> int:
        """The word of an atom, or of a number."""
        if not self.has(value):
            return int(value)
        if value not in self.words:
            digest = hashlib.sha256(_name(value).encode()).digest()[:5]
            self._add(value, FIRST + MANY + int.from_bytes(digest, "big"))
        return self.words[value]

    def value(self, word: int) -> Any:
        """The atom of a word, or the number that it is."""
        return self.values.get(word, word)

    def texts(self) -> list[str]:
        """Those that are texts."""
        return [atom for atom in self.words if isinstance(atom, str)]

    def enums(self) -> list[type]:
        """The classes of those that are members of an Enum."""
        return list(dict.fromkeys(type(atom) for atom in self.words if isinstance(atom, enum.Enum)))

    def known_pieces(self) -> list[Any]:
        """Those that are pieces."""
        return [atom for atom in self.words if type(atom) in self.pieces]

    def _add(self, atom: Any, word: int) -> None:
        if word in self.values:
            raise CannotCompile(
                _("cannot compile {name}: no number is left for it").format(name=atom)
            )
        self.words[atom], self.values[word] = word, atom


def _name(atom: Any) -> str:
    """What tells atoms apart, and puts them in order: None first."""
    if atom is None:
        return ""
    if isinstance(atom, str):
        return f"text {atom}"
    if not isinstance(atom, enum.Enum):
        parts = [f"{name} {getattr(atom, name)!r}" for name in fields_of(type(atom)) or ()]
        return f"piece {type(atom).__module__}.{type(atom).__qualname__} {parts}"
    return f"enum {type(atom).__module__}.{type(atom).__qualname__}.{atom.name}"


def atoms_in(value: Any, pieces: frozenset[type] = NO_CLASS) -> Iterator[Any]:
    """The atoms that are parts of a state or an action, and those that are parts of pieces."""
    if is_atom(value) or type(value) in pieces:
        yield value
    if isinstance(value, tuple | frozenset):
        for item in value:
            yield from atoms_in(item, pieces)
    else:
        for name in fields_of(type(value)) or ():
            yield from atoms_in(getattr(value, name), pieces)


def atoms_of_text(kind: type, seen: Iterable[Any]) -> Iterator[Any]:
    """What the file of a class has of short texts, and all members of the Enums that were seen."""
    for atom in seen:
        if isinstance(atom, enum.Enum):
            yield from type(atom)
    if not any(isinstance(atom, str) for atom in seen):
        return
    try:
        tree = ast.parse(Path(inspect.getfile(kind)).read_text(encoding="utf-8"))
    except (OSError, TypeError, ValueError, SyntaxError):  # it was typed at a prompt
        return
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and len(text) <= SHORT:
            yield from (text, *text)
