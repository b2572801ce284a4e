"""Texts, None, members of Enums and pieces in machine code: atoms, and those of a game.

    word    -2**63 + 1 + n      the n-th atom
            any other           a whole number

So what is a number at one time and None at another is one word, and two of them are equal where
their words are. The atoms of a game's states come first, then those of its text, so that few bits
tell them apart on a board (see `packed`); any other has a number made of its own digest.
"""

from __future__ import annotations

import ast
import contextlib
import enum
import hashlib
import inspect
import string
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.records import fields_of
from zermelo.game import Game
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
        made: frozenset[str] = frozenset(),
    ) -> None:
        self.words: dict[Any, int] = {}
        self.values: dict[int, Any] = {}
        self.pieces = pieces
        self.sets: list[frozenset[Any]] = []  # those of the states that were seen
        self.plain_numbers = False  # whether no number of these is a truth value, or has a class
        self.made = made  # texts that rules cut and join, which are no atoms
        self.spelling: Any = None  # of the others, where there are such (see `text_types`)
        self.several: Any = None  # classes of actions that are one (see `several_classes`)
        self.spelled = False  # whether all texts may be cut and joined (see `Room`)
        found = {atom for value in observed for atom in atoms_in(value, pieces)}
        found = {letter for text in made & found for letter in text} | (found - made)
        self.seen = sorted(found, key=_name)
        for atom in [None, "", *self.seen, *sorted(set(others), key=_name)]:
            if atom not in self.words:
                self._add(atom, FIRST + len(self.words))

    def has(self, value: Any) -> bool:
        """Whether a value is an atom here."""
        if isinstance(value, str) and value in self.made:
            return False
        return is_atom(value) or type(value) in self.pieces

    @property
    def ordered(self) -> int:
        """How many atoms are in the order of their texts; 0 where no two are texts."""
        texts = [self.words[atom] for atom in self.seen if isinstance(atom, str)]
        return max(texts) - FIRST + 1 if len(texts) > 1 else 0

    def kind(self, value: Any) -> Any:
        """The type of Numba's that a text has in compiled code; None for that of all atoms."""
        known = self.spelling and isinstance(value, str) and value in self.spelling.texts
        return self.spelling.atom if known else None

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


def numbers_in(value: Any) -> Iterator[int]:
    """The numbers in a state or an action, truth values among them."""
    if isinstance(value, int):
        yield value
    elif isinstance(value, tuple | frozenset):
        for item in value:
            yield from numbers_in(item)
    else:
        for name in fields_of(type(value)) or ():
            yield from numbers_in(getattr(value, name))


def atoms_of_text(texts: Iterable[str], seen: Iterable[Any], longest: int) -> Iterator[Any]:
    """The short texts of a file with their letters, and all members of the Enums that were seen."""
    for atom in seen:
        if isinstance(atom, enum.Enum):
            yield from type(atom)
    if any(isinstance(atom, str) for atom in seen) or longest > SHORT:
        for text in texts:
            if len(text) <= longest:
                yield from (text, *text)
            if len(text) == 1 and longest > SHORT:
                yield from (each for each in (text.upper(), text.lower()) if len(each) == 1)


def _owners(kind: type) -> list[type]:
    """A class, and those that it has its rules from."""
    return [owner for owner in kind.__mro__ if owner not in Game.__mro__]


def files_of(kind: type) -> list[ast.Module]:
    """The files of a class and of those that it is derived from, but for what is typed in."""
    found = []
    for owner in _owners(kind):
        with contextlib.suppress(OSError, TypeError, ValueError, SyntaxError):
            found.append(ast.parse(Path(inspect.getfile(owner)).read_text(encoding="utf-8")))
    return found


def texts_in(tree: ast.AST) -> list[str]:
    """The texts that stand in a file, but for those that stand alone."""
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in alone
    ]


def texts_known(game: Any) -> list[str]:
    """The texts that a game has in its attributes, and its module in its constants."""
    owners = _owners(type(game))
    modules = [sys.modules[owner.__module__] for owner in owners]
    names = [pair for each in (game, *owners, *modules) for pair in vars(each).items()]
    waiting = [value for name, value in names if not name.startswith("__")]
    found: list[str] = []
    for _depth in range(4):
        found += [each for each in waiting if isinstance(each, str)]
        waiting = [part for each in waiting for part in _inside(each)]
    return found


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return (*value, *value.values())
    if isinstance(value, type) and issubclass(value, enum.Enum):
        return [part for member in value for part in (member.name, member.value)]
    return value if isinstance(value, tuple | list | set | frozenset) else ()


def joins_texts(tree: ast.AST) -> bool:
    """Whether a rule joins texts, other than to show them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith(SHOWING):
            for part in ast.walk(node):
                match part:
                    case ast.Call(ast.Attribute(ast.Constant(str()), "join")):
                        return True
    return False


def makes_texts(tree: ast.AST) -> bool:
    """Whether a rule has a text in it, other than to show it or to raise an error."""
    waiting = list(ast.iter_child_nodes(tree))
    alone = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    while waiting:
        node = waiting.pop()
        shows = isinstance(node, ast.FunctionDef) and node.name.startswith(SHOWING)
        if shows or isinstance(node, ast.Raise | ast.Assert) or id(node) in alone:
            continue
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            return True
        if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Name) and node.id == "str"):
            return True
        waiting += ast.iter_child_nodes(node)
    return False


def letters_made(trees: Iterable[ast.AST]) -> list[str]:
    """The letters that rules make of numbers: digits, and where they ask for `chr`, all others."""
    names = {node.id for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return list(string.printable) if "chr" in names else ["-", " ", *string.digits]


# Methods that write or draw, which are never compiled.
SHOWING: Final = ("format_", "parse_", "draw", "__")
