"""What rules do with texts that are cut and joined (see `text_types`). Importing it tells Numba."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.atom_table import END, FIRST, MANY
from zermelo.compiler.atoms import Atom, word_of_atom
from zermelo.compiler.either import word_or_tuple
from zermelo.compiler.either_types import Either
from zermelo.compiler.errors import NO_KEY, RuleFault
from zermelo.compiler.growth import append, extend
from zermelo.compiler.registration import tell_functions, tell_methods
from zermelo.compiler.row_operations import item_at, length_of, nothing
from zermelo.compiler.rows import LOWEST, Nothing
from zermelo.compiler.text_types import (
    Text,
    TextAtom,
    empty_text,
    is_text,
    known_text,
    text_atom,
    to_text,
)
from zermelo.compiler.untyped import types

SPACES: Final = tuple(code for code in range(0x3001) if chr(code).isspace())

# --- joined and cut ------------------------------------------------------------------------------


def text_from(value: Any, like: Any) -> Any:
    """The text of one, or of an atom that must be one."""


def _text_from(value: Any, like: Any) -> Any:
    if is_text(value):
        return lambda value, like: to_text(value)
    return lambda value, like: to_text(known_text(value, like))


def are_texts(text: Any, *others: Any) -> bool:
    """Whether it is a text, and the others are, or may be."""
    return is_text(text) and all(isinstance(other, Text | Atom) for other in others)


def _add(a: Any, b: Any) -> Any:
    if not is_text(a, b):
        if are_texts(a, b):
            return lambda a, b: a + known_text(b, a)
        return (lambda a, b: known_text(a, b) + b) if are_texts(b, a) else None

    def both(a: Any, b: Any) -> Any:
        text = empty_text(a)
        text = extend(text, to_text(a))
        return extend(text, to_text(b))

    return both


def _mul(a: Any, b: Any) -> Any:
    if isinstance(a, types.Integer | types.Boolean) and is_text(b):
        return lambda a, b: b * a

    def several(a: Any, b: Any) -> Any:
        text = empty_text(a)
        for _ in range(b):
            text = extend(text, to_text(a))
        return text

    return several if is_text(a) and isinstance(b, types.Integer | types.Boolean) else None


def _getitem(text: Any, index: Any) -> Any:
    return (lambda text, index: to_text(text)[index]) if isinstance(text, TextAtom) else None


def _len(text: Any) -> Any:
    return (lambda text: length_of(to_text(text))) if isinstance(text, TextAtom) else None


def matched(items: Any) -> Any:
    """How many items a pattern of several parts may take; a text is none such to Python."""


def _matched(items: Any) -> Any:
    if isinstance(items, Either):
        count = len(items.inner)
        return lambda items: count if word_or_tuple(items) == LOWEST else -1
    return (lambda items: -1) if is_text(items) else (lambda items: len(items))


def _join(between: Any, items: Any) -> Any:
    if isinstance(items, Nothing):
        return lambda between, items: empty_text(between)

    def joined(between: Any, items: Any) -> Any:
        text, first = empty_text(between), True
        for item in items:
            if not first:
                text = extend(text, to_text(between))
            text, first = extend(text, text_from(item, between)), False
        return text

    return joined


def _split(text: Any, between: Any = None) -> Any:
    if left_out(between):
        return _words
    if not are_texts(text, between):
        return None

    def parts(text: Any, between: Any = None) -> Any:
        whole, gap = to_text(text), text_from(between, text)
        if length_of(gap) == 0:
            raise RuleFault("", "", 0, NO_KEY)
        found, start, at = nothing(), 0, 0
        while at < length_of(whole):
            if begins(whole, gap, at):
                found = append(found, whole[start:at])
                at += length_of(gap)
                start = at
            else:
                at += 1
        return append(found, whole[start:at])

    return parts


def left_out(kind: Any) -> bool:
    """Whether an argument is not given, or None."""
    return kind is None or isinstance(kind, types.Omitted | types.NoneType)


def is_space(letter: Any) -> Any:
    """Whether a letter is one of those between words."""


def _is_space(letter: Any) -> Any:
    return lambda letter: code_of(letter) in SPACES


def _words(text: Any, between: Any = None) -> Any:
    """`text.split()`."""
    whole = to_text(text)
    found, start, at = nothing(), 0, 0
    while at < length_of(whole):
        if is_space(item_at(whole, at)):
            if start < at:
                found = append(found, whole[start:at])
            start = at + 1
        at += 1
    if start < at:
        found = append(found, whole[start:at])
    return found


def _replace(text: Any, old: Any, new: Any) -> Any:
    if not are_texts(text, old, new):
        return None

    def replaced(text: Any, old: Any, new: Any) -> Any:
        whole, gone, put = to_text(text), text_from(old, text), text_from(new, text)
        found, at = empty_text(text), 0
        if length_of(gone) == 0:
            raise RuleFault("", "", 0, NO_KEY)
        while at < length_of(whole):
            if begins(whole, gone, at):
                found = extend(found, put)
                at += length_of(gone)
            else:
                found = append(found, item_at(whole, at))
                at += 1
        return found

    return replaced


# --- compared and searched -----------------------------------------------------------------------


def begins(text: Any, part: Any, at: Any) -> Any:
    """Whether a part stands at a place."""


def _begins(text: Any, part: Any, at: Any) -> Any:
    def same(text: Any, part: Any, at: Any) -> Any:
        if at < 0 or at + length_of(part) > length_of(text):
            return False
        for i in range(length_of(part)):  # noqa: SIM110 (compiled as it stands)
            if item_at(text, at + i) != item_at(part, i):
                return False
        return True

    return same


def place_of(text: Any, part: Any) -> Any:
    """Where a part stands first; -1 where it does not."""


def _place_of(text: Any, part: Any) -> Any:
    def place(text: Any, part: Any) -> Any:
        whole, wanted = to_text(text), text_from(part, text)
        for at in range(length_of(whole) - length_of(wanted) + 1):
            if begins(whole, wanted, at):
                return at
        return -1

    return place if are_texts(text, part) else None


def _contains(text: Any, part: Any) -> Any:
    return (lambda text, part: place_of(text, part) >= 0) if are_texts(text, part) else None


def _eq(a: Any, b: Any) -> Any:
    if not isinstance(a, Text) and not isinstance(b, Text):
        return None
    if is_text(a, b):

        def same(a: Any, b: Any) -> Any:
            left, right = to_text(a), to_text(b)
            return length_of(left) == length_of(right) and begins(left, right, 0)

        return same
    if isinstance(b, Text):
        return lambda a, b: b == a
    return _eq_atom(a) if isinstance(b, Atom) else lambda a, b: False


def _eq_atom(text: Text) -> Any:
    """A text beside an atom of any kind; one that the game's file does not have is a fault."""
    like = text.item.spelling.letters

    def same(a: Any, b: Any) -> Any:
        word = word_of_atom(b)
        if word >= END:
            return False
        if length_of(a) < 0 or word == FIRST:
            return length_of(a) == word
        if word >= FIRST + MANY:
            raise RuleFault("", "", 0, NO_KEY)
        return a == text_atom(b, like[0])

    return same


def _ne(a: Any, b: Any) -> Any:
    return (lambda a, b: not (a == b)) if _eq(a, b) else None  # noqa: SIM201


def code_of(letter: Any) -> Any:
    """The number of a letter, by which texts are in order."""


def _code_of(letter: Any) -> Any:
    words, codes = letter.spelling.letter_words, letter.spelling.codes

    def code(letter: Any) -> Any:
        word = word_of_atom(letter)
        for i in range(1, len(words)):
            if words[i] == word:
                return codes[i]
        raise RuleFault("", "", 0, NO_KEY)

    return code


def _lt(a: Any, b: Any) -> Any:
    if not is_text(a, b):
        return None

    def less(a: Any, b: Any) -> Any:
        left, right = to_text(a), to_text(b)
        for i in range(min(length_of(left), length_of(right))):
            if item_at(left, i) != item_at(right, i):
                return code_of(item_at(left, i)) < code_of(item_at(right, i))
        return length_of(left) < length_of(right)

    return less


def _gt(a: Any, b: Any) -> Any:
    return (lambda a, b: b < a) if is_text(a, b) else None


def _le(a: Any, b: Any) -> Any:
    return (lambda a, b: not b < a) if is_text(a, b) else None


def _ge(a: Any, b: Any) -> Any:
    return (lambda a, b: not a < b) if is_text(a, b) else None


# --- letter by letter ----------------------------------------------------------------------------


def changed(text: Any, texts: Any, values: Any) -> Any:
    """`text.upper()` and the like, by a table of the game's texts."""


def _changed(text: Any, texts: Any, values: Any) -> Any:
    if not isinstance(text, Text):

        def of_atom(text: Any, texts: Any, values: Any) -> Any:
            for i in range(len(texts)):
                if texts[i] == text:
                    return values[i]
            raise RuleFault("", "", 0, NO_KEY)

        return of_atom
    item = values.dtype if isinstance(values, types.UniTuple) else getattr(values, "item", None)
    if not isinstance(item, TextAtom):
        return None

    def each_letter(text: Any, texts: Any, values: Any) -> Any:
        found = empty_text(text)
        for letter in text:
            found = extend(found, to_text(changed(letter, texts, values)))
        return found

    return each_letter


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    text_from: _text_from,
    is_space: _is_space,
    begins: _begins,
    matched: _matched,
    place_of: _place_of,
    changed: _changed,
    operator.add: _add,
    operator.iadd: _add,
    operator.mul: _mul,
    operator.getitem: _getitem,
    operator.contains: _contains,
    code_of: _code_of,
    operator.lt: _lt,
    operator.gt: _gt,
    operator.le: _le,
    operator.ge: _ge,
    operator.eq: _eq,
    operator.ne: _ne,
    len: _len,
}
METHODS: Final[dict[str, Callable[..., Any]]] = {
    "replace": _replace,
    "join": _join,
    "split": _split,
}
tell_functions(FUNCTIONS)
tell_methods((TextAtom, Text), METHODS)
