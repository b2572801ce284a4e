"""Constants of a game as objects that lie in the machine code."""

from __future__ import annotations

import ast
import functools
import inspect
import struct
import types
from collections import Counter, OrderedDict, defaultdict, deque
from enum import Enum
from typing import Any, Final

from zermelo.compiler.boxed.assembly import POINTER
from zermelo.compiler.boxed.body import name, word
from zermelo.compiler.boxed.classes import MADE
from zermelo.compiler.boxed.objects import (
    CLASS_SHIFT,
    COMPLEX,
    DEQUE,
    DICT,
    FALSE,
    FIXED,
    FLOAT,
    FROZENSET,
    FUNCTION,
    INSTANCE,
    LIST,
    NONE,
    NOT_IMPLEMENTED,
    NUMBER_SHIFT,
    RANGE,
    SET,
    TEXT,
    TEXTUAL,
    TRUE,
    TUPLE,
    WHOLE,
)
from zermelo.compiler.boxed.python_sets import TAKEN_OUT, UNUSED, cells_of
from zermelo.compiler.boxed.runtime.entries import FEW
from zermelo.compiler.boxed.runtime.hashes import FACTOR, GONE, OF_NONE, OFFSET
from zermelo.compiler.boxed.runtime.memory import LETTERS
from zermelo.compiler.boxed.scopes import is_users
from zermelo.compiler.errors import CannotCompile
from zermelo.language import _

LOWEST: Final = -(1 << 62)
HIGHEST: Final = (1 << 62) - 1
MOST: Final = 1 << 20  # words of all constants
WORDS: Final = 1 << 64


class Statics:
    """The constants that rules have met; `world` numbers classes and functions."""

    def __init__(self, world: Any) -> None:
        self.world = world
        self.objects: list[list[int | str]] = []  # words, and the names of other objects
        self.known: dict[Any, int] = {}
        self.kept: list[Any] = []  # what is known by its id stays alive
        self.size = 0
        for code in range(LETTERS):
            self.text(chr(code))
        letters: list[int | str] = [f"static_{self.text(chr(code))}" for code in range(LETTERS)]
        self.letters = f"static_{self.add(letters)}"
        self.empty = self.add([TUPLE | FIXED, 0])

    def add(self, words: list[int | str]) -> int:
        """The number of a new object."""
        self.objects.append(words)
        self.size += len(words)
        if self.size > MOST:
            raise CannotCompile(_("the tables of this game are too large"))
        return len(self.objects) - 1

    def text(self, value: str) -> int:
        """The number of a text, which is there once."""
        key = (str, value)
        if key not in self.known:
            self.known[key] = self.add([TEXT | FIXED, len(value), *map(ord, value)])
        return self.known[key]

    def word(self, value: Any) -> ast.expr:
        """A constant as an expression of words."""
        found = self.value(value)
        return word(found) if isinstance(found, int) else name(found)

    def value(self, value: Any) -> int | str:
        """The word of a value, or the name of the object that it is the address of."""
        if value is None or value is NotImplemented:
            return NONE if value is None else NOT_IMPLEMENTED
        if value is MADE:
            return 0
        if isinstance(value, bool):
            return TRUE if value else FALSE
        if isinstance(value, int) and not isinstance(value, Enum):
            if not LOWEST <= value <= HIGHEST:
                raise CannotCompile(_("a number leaves 64 bits"))
            return int(value) << 1 | 1
        if type(value) is str:
            return f"static_{self.text(value)}"
        if type(value) is tuple and not value:
            return f"static_{self.empty}"
        key = ("id", id(value))
        if key not in self.known:
            self.kept.append(value)
            self.known[key] = self.add([])
            words = self.words(value)
            self.objects[self.known[key]] = words
            self.size += len(words)
            if self.size > MOST:
                raise CannotCompile(_("the tables of this game are too large"))
        return f"static_{self.known[key]}"

    def words(self, value: Any) -> list[int | str]:
        """The words of an object."""
        if type(value) is float:
            return [FLOAT | FIXED, _float_word(value)]
        if type(value) is complex:
            return [COMPLEX | FIXED, _float_word(value.real), _float_word(value.imag)]
        if isinstance(value, Enum):
            return self.member(value)
        if isinstance(value, tuple):
            number = self.world.class_number(type(value)) if type(value) is not tuple else 0
            head = TUPLE | FIXED | number << CLASS_SHIFT
            return [head, len(value), *map(self.value, value)]
        if isinstance(value, list | deque):
            items = self.add(list(map(self.value, value)) or [0])
            head = LIST | FIXED | (DEQUE << CLASS_SHIFT if isinstance(value, deque) else 0)
            return [head, len(value), max(1, len(value)), f"static_{items}"]
        if isinstance(value, dict) and type(value) in (dict, OrderedDict, defaultdict, Counter):
            return self.dictionary(value)
        if isinstance(value, types.MappingProxyType):
            return self.dictionary(dict(value))
        if isinstance(value, set | frozenset):
            return self.set_words(value)
        if isinstance(value, range):
            return [RANGE | FIXED, len(value), value.start, value.step]
        if isinstance(value, str):
            return [TEXT | FIXED, len(value), *map(ord, value)]
        if isinstance(value, type) and issubclass(value, Enum):
            return self.words(tuple(value))
        return self.other(value)

    def other(self, value: Any) -> list[int | str]:
        """A function, a class, or an object of the author's."""
        function_like = (types.FunctionType, types.MethodType, type, functools._lru_cache_wrapper)
        if isinstance(value, (*function_like, types.BuiltinFunctionType)):
            return [FUNCTION | FIXED, self.world.value_number(value)]
        if isinstance(value, functools.partial):
            first = [str(self.value(each)) for each in value.args]
            named = {text: str(self.value(each)) for text, each in value.keywords.items()}
            return [FUNCTION | FIXED, self.world.partial_number(value.func, first, named)]
        kind = type(value)
        if not is_users(kind) or kind.__module__.split(".")[0] == "numpy":
            words = _("a constant of type {name}, which compiled rules do not know")
            raise CannotCompile(words.format(name=kind.__name__))
        number = self.world.class_number(kind)
        fields = self.world.fields(kind)
        parts: list[int | str] = []
        for each in fields:
            found = inspect.getattr_static(value, each, None)
            missing = found is None and not hasattr(value, each)
            parts.append(0 if missing else self.value(getattr(value, each)))
        return [INSTANCE | FIXED | number << CLASS_SHIFT, *parts]

    def member(self, value: Any) -> list[int | str]:
        """The words of a member of an Enum."""
        number = self.world.class_number(type(value))
        head = INSTANCE | FIXED | number << CLASS_SHIFT
        head |= self.world.member_number(value) << NUMBER_SHIFT
        head |= WHOLE if isinstance(value, int) else 0
        head |= TEXTUAL if isinstance(value, str) else 0
        parts: list[int | str] = []
        for each in self.world.fields(type(value)):
            parts.append(self.value(getattr(value, each)) if hasattr(value, each) else 0)
        return [head, *parts]

    # --- tables ----------------------------------------------------------------------------------

    def dictionary(self, value: dict[Any, Any]) -> list[int | str]:
        """See `entries`."""
        entries: list[int | str] = []
        hashes = [self.hash(key) for key in value]
        for code, (key, item) in zip(hashes, value.items(), strict=True):
            entries += [code, self.value(key), self.value(item)]
        at = self.add(entries or [0])
        mask, index = 0, self.add([0])
        if len(value) > FEW:
            mask = (1 << (2 * len(value)).bit_length()) - 1
            cells = [0] * (mask + 1)
            for number, code in enumerate(hashes, 1):
                perturb, i = code % WORDS, code & mask
                while cells[i]:
                    perturb >>= 5
                    i = (i * 5 + 1 + perturb) & mask
                cells[i] = number
            index = self.add([len(value), *cells])
        if type(value) in (defaultdict, Counter):
            raise CannotCompile(_("a table that is a defaultdict or a Counter; make it a dict"))
        place = f"static_{index}+8" if mask else 0
        head = DICT | FIXED
        count = len(value)
        return [head, count, max(1, count), f"static_{at}", count, mask, place, NONE]

    def set_words(self, value: Any) -> list[int | str]:
        """See `set_tables`; the table is as large as Python's, which gives the same order."""
        found = cells_of(value) if all(map(_has_pythons_hash, value)) else None
        if found:
            known = {UNUSED: (0, 0), TAKEN_OUT: (GONE, -1)}
            table = [
                known[each] if each is UNUSED or each is TAKEN_OUT else self._cell_of(each)
                for each in found
            ]
        else:
            mask = (8 << (len(value) // 2).bit_length()) - 1
            table = [(0, 0)] * (mask + 1)
            for item in value:
                table[_cell(table, self.hash(item), mask)] = self._cell_of(item)
        mask, in_use = len(table) - 1, sum(cell != (0, 0) for cell in table)
        at = self.add([part for cell in table for part in cell])
        kind = (SET if isinstance(value, set) else FROZENSET) | FIXED
        return [kind, len(value), mask, f"static_{at}", in_use, 0]

    def _cell_of(self, item: Any) -> tuple[int | str, int]:
        """What a cell of a set has of an item."""
        return self.value(item), self.hash(item)

    def hash(self, value: Any) -> int:
        """What `hash_of` gives for a value."""
        if value is None:
            return OF_NONE
        if isinstance(value, Enum) and not isinstance(value, int | str):
            return int(self.world.member_number(value))
        if isinstance(value, str):
            found = OFFSET % WORDS
            for each in value:
                found = (found ^ ord(each)) * FACTOR % WORDS
            return _signed(found) if found != WORDS - 1 else -2
        if isinstance(value, int | float | complex):
            return hash(value)
        if isinstance(value, tuple):
            return _tuple_hash([self.hash(each) for each in value])
        if isinstance(value, frozenset) and all(
            isinstance(each, int) or _has_pythons_hash(each) for each in value
        ):
            return hash(value)
        if is_users(type(value)) and self.world.hashed_fields(type(value)) is not None:
            fields = self.world.hashed_fields(type(value))
            return _tuple_hash([self.hash(getattr(value, each)) for each in fields])
        words = _("a constant of type {name}, which compiled rules do not know")
        raise CannotCompile(words.format(name=type(value).__name__))

    # --- text ------------------------------------------------------------------------------------

    def code(self, prefix: str) -> str:
        """All of them in LLVM's language."""
        lines = []
        for number, words in enumerate(self.objects):
            count = max(1, len(words))
            parts = [self.part(each, prefix) for each in words] or ["i64 0"]
            data = f"[{count} x i64] [{', '.join(parts)}]"
            lines.append(f"@{prefix}data_{number} = internal global {data}, align 16")
            kind = f"[{count} x i64]*"
            whole = (
                f"bitcast ({kind} @{prefix}data_{number} to {POINTER})" if POINTER != "ptr" else ""
            )
            target = whole or f"@{prefix}data_{number}"
            lines.append(f"@{prefix}static_{number} = internal alias i64, {POINTER} {target}")
        return "\n".join(lines)

    def part(self, value: int | str, prefix: str) -> str:
        """A word in LLVM's language."""
        if isinstance(value, int):
            return f"i64 {_signed(value % WORDS)}"
        text, _plus, offset = value.partition("+")
        address = f"ptrtoint ({POINTER} @{prefix}{text} to i64)"
        return f"i64 add (i64 {address}, i64 {offset})" if offset else f"i64 {address}"


def _float_word(number: float) -> int:
    """The word that holds a float."""
    return int(struct.unpack("<q", struct.pack("<d", number))[0])


def _has_pythons_hash(item: Any) -> bool:
    """Whether `hash_of` gives what Python's own hash does."""
    if isinstance(item, tuple):
        return all(map(_has_pythons_hash, item))
    return isinstance(item, int | float | complex) and not isinstance(item, Enum)


def _cell(table: list[tuple[int | str, int]], code: int, mask: int) -> int:
    """The first unused cell for a hash, as Python looks for it."""
    perturb, i = code % WORDS, code & mask
    while True:
        for at in range(i, i + (10 if i + 9 <= mask else 1)):
            if table[at] == (0, 0):
                return at
        perturb >>= 5
        i = (i * 5 + 1 + perturb) & mask


def _signed(number: int) -> int:
    """A word as a number with a sign."""
    return number - WORDS if number >= WORDS // 2 else number


def _tuple_hash(parts: list[int]) -> int:
    """Python's, of the hashes of the items."""
    prime_1, prime_2, prime_5 = 11400714785074694791, 14029467366897019727, 2870177450012600261
    found = prime_5
    for part in parts:
        found = (found + part % WORDS * prime_2) % WORDS
        found = (found << 31 | found >> 33) % WORDS
        found = found * prime_1 % WORDS
    found = (found + (len(parts) ^ (prime_5 ^ 3527539))) % WORDS
    return 1546275796 if found == WORDS - 1 else _signed(found)
