"""States and actions of boxed rules as words: bytes, eight in a word (see `codes`).

    00-9F  a whole number, -32..127        A0 of 2 bytes, A1 of 8
    A2     None, A3 False, A4 True         A5 float, 8 bytes
    A6     tuple, length, items            AE NamedTuple, class, length, items
    A7     text, length, bytes (latin-1)   A8 text, length, 4 bytes for each letter
    B1     complex number, the code of each part: of a whole number, or of a float
    A9     list, length, items             B0 deque, length, items
    AA     dict, length, keys and values in their order
    AB     set, length, items in the order of their codes; AC frozenset
    AD     an object, class, its fields; B2 in place of one that is not there
    AF     a member of an Enum, its number of 2 bytes
    C0-FF  a text of one letter, 20..5F

A length below 255 is one byte, any other 255 and 4 bytes.
"""

from __future__ import annotations

import inspect
import math
import struct
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from itertools import chain, islice
from typing import Any, Final

from zermelo.compiler.boxed.runtime import codes
from zermelo.compiler.errors import CannotCompile
from zermelo.compiler.layout import Layout, Narrow
from zermelo.language import _, mark

MISSING: Final = object()
HIGHEST: Final = (1 << 62) - 1  # of whole numbers in boxed rules
SIGNS: Final = {None: codes.CODE_NONE, False: codes.CODE_FALSE, True: codes.CODE_TRUE}
OF_SIGNS: Final = {code: value for value, code in SIGNS.items()} | {codes.CODE_NO_FIELD: MISSING}
FORMS: Final = {codes.CODE_SHORT: "h", codes.CODE_LONG: "q", codes.CODE_FLOAT: "d"}
ROWS: Final[dict[type, int]] = {
    tuple: codes.CODE_TUPLE,
    list: codes.CODE_LIST,
    deque: codes.CODE_DEQUE,
}
SETS: Final[dict[type, int]] = {set: codes.CODE_SET, frozenset: codes.CODE_FROZENSET}
MADE: Final = {code: kind for kind, code in (*ROWS.items(), *SETS.items())}
LETTERS: Final = range(codes.FIRST_LETTER, codes.BEHIND_LETTERS)


class _NoCode(Exception):
    """A value that cannot be encoded."""


@dataclass(frozen=True)
class BoxedLayout:
    """`size`: words; `classes`: the number and the fields of each; `members`: of Enums, from 1."""

    size: int
    classes: Mapping[type, tuple[int, tuple[str, ...]]] = field(default_factory=dict, hash=False)
    members: tuple[Any, ...] = field(default=(), hash=False)

    @property
    def in_code(self) -> Layout:
        """How compiled code sees it: as a tuple of words."""
        return Layout(tuple, (Layout(int),) * self.size)

    def words(self, value: Any, what: str = mark("the value")) -> tuple[int, ...]:
        """The words of a value; CannotCompile if it has none, or needs more of them."""
        try:
            found = self.encoded(value)
        except (_NoCode, RecursionError):
            words = _("{what} cannot be kept in words: {value!r}")
            raise CannotCompile(words.format(what=_(what), value=value)) from None
        if len(found) > 8 * self.size:
            words = _("{what} has larger numbers than any seen before: {value!r}")
            raise Narrow(words.format(what=_(what), value=value))
        return struct.unpack(f"<{self.size}q", found.ljust(8 * self.size, b"\0"))

    def value(self, words: Iterator[int]) -> Any:
        """The value that lies in the next words."""
        return self.decoded(struct.pack(f"<{self.size}q", *islice(words, self.size)))

    @cached_property
    def class_of_number(self) -> dict[int, tuple[Any, tuple[str, ...]]]:
        """The class of each number, and its fields."""
        return {number: (kind, names) for kind, (number, names) in self.classes.items()}

    @cached_property
    def member_of_number(self) -> dict[int, Any]:
        """The member of an Enum of each number."""
        return dict(enumerate(self.members, 1))

    @cached_property
    def number_of_member(self) -> dict[int, int]:
        """The number of each member; two of an IntEnum may be equal."""
        return {id(member): number for number, member in enumerate(self.members, 1)}

    def kinds(self) -> str:
        """One letter for each word: all are numbers."""
        return "i" * self.size

    def with_kinds(self, kinds: Iterator[str]) -> BoxedLayout:
        """The same layout: its words have no other kinds."""
        for _word in range(self.size):
            next(kinds)
        return self

    # --- to bytes --------------------------------------------------------------------------------

    def encoded(self, value: Any) -> bytes:
        """The code of a value."""
        kind = type(value)
        if kind is int:
            return _number(value)
        if value is None or kind is bool:
            return bytes([SIGNS[value]])
        if isinstance(value, Enum):
            number = self.number_of_member.get(id(value))
            if number is None:
                raise _NoCode
            return struct.pack("<BH", codes.CODE_MEMBER, number)
        if kind is str:
            return _text(value)
        if kind is float:
            return struct.pack("<Bd", codes.CODE_FLOAT, value)
        if kind is complex:
            return bytes([codes.CODE_COMPLEX]) + _part(value.real) + _part(value.imag)
        if kind in ROWS and getattr(value, "maxlen", None) is None:
            return bytes([ROWS[kind]]) + _length(value) + self._all(value)
        if kind is dict:
            items = chain.from_iterable(value.items())
            return bytes([codes.CODE_DICT]) + _length(value) + self._all(items)
        if kind in SETS:
            found = b"".join(sorted(map(self.encoded, value)))
            return bytes([SETS[kind]]) + _length(value) + found
        if kind not in self.classes:
            raise _NoCode
        return self._object(value, *self.classes[kind])

    def _all(self, values: Iterable[Any]) -> bytes:
        """The codes of several values, one behind the other."""
        return b"".join(map(self.encoded, values))

    def _object(self, value: Any, number: int, fields: tuple[str, ...]) -> bytes:
        """The code of an object of a class."""
        if isinstance(value, tuple):
            return bytes([codes.CODE_NAMED_TUPLE, number]) + _length(value) + self._all(value)
        for each in getattr(value, "__dict__", {}).keys() - set(fields):
            if not isinstance(inspect.getattr_static(type(value), each, None), cached_property):
                raise _NoCode  # it has more than its class is known to have
        found = bytes([codes.CODE_INSTANCE, number])
        for each in (getattr(value, name, MISSING) for name in fields):
            found += bytes([codes.CODE_NO_FIELD]) if each is MISSING else self.encoded(each)
        return found

    # --- back to values --------------------------------------------------------------------------

    def decoded(self, found: bytes) -> Any:
        """The value of a code, whatever lies behind it."""
        return _Reader(self, found).value()


def _number(number: int) -> bytes:
    """The code of a whole number."""
    if codes.LOWEST_SMALL <= number <= codes.HIGHEST_SMALL:
        return bytes([number - codes.LOWEST_SMALL])
    if -1 << 15 <= number < 1 << 15:
        return struct.pack("<Bh", codes.CODE_SHORT, number)
    if not -HIGHEST - 1 <= number <= HIGHEST:
        raise _NoCode
    return struct.pack("<Bq", codes.CODE_LONG, number)


def _part(value: float) -> bytes:
    """The code of a part of a complex number."""
    is_whole = value.is_integer() and (value != 0 or math.copysign(1, value) > 0)
    if is_whole and -1 << 15 <= value < 1 << 15:
        return _number(int(value))
    return struct.pack("<Bd", codes.CODE_FLOAT, value)


def _length(value: Any) -> bytes:
    """The code of a length."""
    length = len(value)
    if length < codes.LONG_LENGTH:
        return bytes([length])
    return struct.pack("<BI", codes.LONG_LENGTH, length)


def _text(value: str) -> bytes:
    """The code of a text."""
    if len(value) == 1 and ord(value) in LETTERS:
        return bytes([ord(value) - codes.FIRST_LETTER + codes.CODE_LETTER])
    if all(letter < "\u0100" for letter in value):
        return bytes([codes.CODE_TEXT]) + _length(value) + value.encode("latin-1")
    wide = value.encode("utf-32-le", "surrogatepass")
    return bytes([codes.CODE_WIDE_TEXT]) + _length(value) + wide


class _Reader:
    """Reads codes, one behind the other."""

    def __init__(self, layout: BoxedLayout, found: bytes) -> None:
        self.layout, self.found, self.at = layout, found, 0

    def byte(self) -> int:
        """The next byte."""
        self.at += 1
        return self.found[self.at - 1]

    def take(self, form: str) -> Any:
        """The next bytes, by a format of `struct`."""
        (value,) = struct.unpack_from("<" + form, self.found, self.at)
        self.at += struct.calcsize("<" + form)
        return value

    def length(self) -> int:
        """The next length."""
        length = self.byte()
        return int(self.take("I") if length == codes.LONG_LENGTH else length)

    def values(self, count: int) -> list[Any]:
        """So many values."""
        return [self.value() for _ in range(count)]

    def value(self) -> Any:
        """The next value; MISSING for a field that is not there."""
        code = self.byte()
        if code < codes.CODE_SHORT:
            return code + codes.LOWEST_SMALL
        if code >= codes.CODE_LETTER:
            return chr(code - codes.CODE_LETTER + codes.FIRST_LETTER)
        if code in MADE:
            return MADE[code](self.values(self.length()))
        return self.other(code)

    def other(self, code: int) -> Any:
        """The value of a code that is none of the most frequent."""
        if code in FORMS:
            return self.take(FORMS[code])
        if code in OF_SIGNS:
            return OF_SIGNS[code]
        if code == codes.CODE_COMPLEX:
            return complex(self.value(), self.value())
        if code == codes.CODE_TEXT:
            return self.take(f"{self.length()}s").decode("latin-1")
        if code == codes.CODE_WIDE_TEXT:
            return self.take(f"{4 * self.length()}s").decode("utf-32-le", "surrogatepass")
        if code == codes.CODE_DICT:
            return {self.value(): self.value() for _ in range(self.length())}
        if code == codes.CODE_MEMBER:
            return self.layout.member_of_number[self.take("H")]
        made, names = self.layout.class_of_number[self.byte()]
        if code == codes.CODE_NAMED_TUPLE:
            return made._make(self.values(self.length()))
        found = object.__new__(made)
        for name, value in zip(names, self.values(len(names)), strict=True):
            if value is not MISSING:
                object.__setattr__(found, name, value)
        return found
