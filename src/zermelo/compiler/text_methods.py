"""More of what rules do with texts (see `text_operations`). Importing it tells Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.atom_table import END
from zermelo.compiler.atoms import Atom, word_of_atom
from zermelo.compiler.errors import BEYOND_64_BITS, NO_KEY, NO_NUMBER, RuleFault
from zermelo.compiler.growth import append, extend
from zermelo.compiler.registration import tell_functions, tell_methods
from zermelo.compiler.row_operations import item_at, length_of, nothing
from zermelo.compiler.text_operations import begins, code_of, is_space, left_out, text_from
from zermelo.compiler.text_types import Text, TextAtom, empty_text, is_text, known_text, to_text
from zermelo.compiler.untyped import types

MINUS, PLUS, NOUGHT, NINE, BLANK = map(ord, "-+09 ")
TENTH: Final = (1 << 63) // 10  # what has no place for another digit


# --- numbers and letters -------------------------------------------------------------------------


def letter_of(code: Any, like: Any) -> Any:
    """`chr(code)`, of the type of another text; a fault where the game has no such letter."""


def _letter_of(code: Any, like: Any) -> Any:
    spelling = (like.item if isinstance(like, Text) else like).spelling
    codes, letters = spelling.codes, spelling.single

    def letter(code: Any, like: Any) -> Any:
        for i in range(1, len(codes)):
            if codes[i] == code:
                return letters[i]
        raise RuleFault("", "", 0, NO_KEY)

    return letter if isinstance(code, types.Integer) else None


def text_of(value: Any, like: Any) -> Any:
    """`str(value)`, of the type of another text."""


def _text_of(value: Any, like: Any) -> Any:
    if is_text(value):
        return lambda value, like: to_text(value)
    if isinstance(value, types.Integer):
        return _digits
    if not isinstance(value, Atom):
        return None

    def of_atom(value: Any, like: Any) -> Any:
        return to_text(known_text(value, like))  # a number may be a truth value in Python

    return of_atom


def _digits(value: Any, like: Any) -> Any:
    text = empty_text(like)
    if value < 0:
        text = append(text, letter_of(MINUS, like))
    low = value if value < 0 else -value  # the least number has no counterpart above nought
    power = 1
    if low <= -10:
        power = 10
        while low // -power >= 10:
            power *= 10
    while power > 1:
        text = append(text, letter_of(NOUGHT + (low // -power) % 10, like))
        power //= 10
    return append(text, letter_of(NOUGHT - low % -10, like))


def number_in_text(text: Any) -> Any:
    """`int(text)`, of digits and a minus alone; a fault for any other text."""


def _number_in_text(text: Any) -> Any:
    def number(text: Any) -> Any:
        whole = to_text(text)
        length = length_of(whole)
        first = 1 if length > 1 and code_of(item_at(whole, 0)) == MINUS else 0
        if length == 0:
            raise RuleFault("", "", 0, NO_NUMBER)
        low = 0
        for i in range(first, length):
            code = code_of(item_at(whole, i))
            if code < NOUGHT or code > NINE:
                raise RuleFault("", "", 0, NO_NUMBER)
            if low <= -TENTH:
                raise RuleFault("", "", 0, BEYOND_64_BITS)
            low = low * 10 - (code - NOUGHT)
        return low if first else -low

    return number if is_text(text) else None


def as_number(value: Any, like: Any) -> Any:
    """The number that a text of digits is; a number as it is."""


def _as_number(value: Any, like: Any) -> Any:
    if is_text(value):
        return lambda value, like: number_in_text(value)
    if not isinstance(value, Atom):
        return lambda value, like: value

    def of_atom(value: Any, like: Any) -> Any:
        word = word_of_atom(value)
        return word if word >= END else number_in_text(known_text(value, like))

    return of_atom


def ordinal(text: Any) -> Any:
    """`ord(text)`."""


def _ordinal(text: Any) -> Any:
    def code(text: Any) -> Any:
        whole = to_text(text)
        if length_of(whole) != 1:
            raise RuleFault("", "", 0, NO_KEY)
        return code_of(item_at(whole, 0))

    return code if is_text(text) else None


# --- what letters are ----------------------------------------------------------------------------


def _all_letters(method: Callable[[str], bool]) -> Callable[..., Any]:
    """`text.isalpha()` and the like: all letters are, and there are some."""

    def typed(text: Any) -> Any:
        asked = _asker(text, method)

        def every(text: Any) -> Any:
            whole = to_text(text)
            for i in range(length_of(whole)):
                if code_of(item_at(whole, i)) not in asked:
                    return False
            return length_of(whole) > 0

        return every

    return typed


def _cased(method: Callable[[str], bool], other: Callable[[str], bool]) -> Callable[..., Any]:
    """`text.isupper()` and its counterpart: no letter is the other, and some are."""

    def typed(text: Any) -> Any:
        asked = _asker(text, method)
        others = _asker(text, lambda letter: other(letter) or _is_title(letter))

        def cased(text: Any) -> Any:
            whole, found = to_text(text), False
            for i in range(length_of(whole)):
                code = code_of(item_at(whole, i))
                if code in others:
                    return False
                found = found or code in asked
            return found

        return cased

    return typed


def _is_title(letter: str) -> bool:
    """Whether a letter is neither upper nor lower, as the one for Dz."""
    return letter.istitle() and not letter.isupper()


def _asker(text: Any, method: Callable[[str], bool]) -> tuple[int, ...]:
    """The codes of the letters of which a method is true, and one that no letter has."""
    spelling = (text.item if isinstance(text, Text) else text).spelling
    letters = [letter for letter in spelling.texts if len(letter) == 1]
    return (-1, *sorted(ord(letter) for letter in letters if method(letter)))


# --- the ends of texts ---------------------------------------------------------------------------


def _strip(left: bool, right: bool) -> Callable[..., Any]:
    def typed(text: Any, letters: Any = None) -> Any:
        spaces = left_out(letters)

        def of_spaces(text: Any, letters: Any = None) -> Any:
            whole = to_text(text)
            start, end = 0, length_of(whole)
            while left and start < end and is_space(item_at(whole, start)):
                start += 1
            while right and start < end and is_space(item_at(whole, end - 1)):
                end -= 1
            return whole[start:end]

        def of_letters(text: Any, letters: Any = None) -> Any:
            whole, gone = to_text(text), text_from(letters, text)
            start, end = 0, length_of(whole)
            while left and start < end and has_letter(gone, item_at(whole, start)):
                start += 1
            while right and start < end and has_letter(gone, item_at(whole, end - 1)):
                end -= 1
            return whole[start:end]

        return of_spaces if spaces else of_letters

    return typed


def has_letter(text: Any, letter: Any) -> Any:
    """Whether a letter is in a text."""


def _has_letter(text: Any, letter: Any) -> Any:
    def has(text: Any, letter: Any) -> Any:
        for i in range(length_of(text)):  # noqa: SIM110 (compiled as it stands)
            if item_at(text, i) == letter:
                return True
        return False

    return has


def _removeprefix(text: Any, part: Any) -> Any:
    def without(text: Any, part: Any) -> Any:
        whole, gone = to_text(text), text_from(part, text)
        start = length_of(gone) if begins(whole, gone, 0) else 0
        return whole[start : length_of(whole)]

    return without


def _removesuffix(text: Any, part: Any) -> Any:
    def without(text: Any, part: Any) -> Any:
        whole, gone = to_text(text), text_from(part, text)
        end = length_of(whole) - length_of(gone)
        return whole[0 : end if begins(whole, gone, end) else length_of(whole)]

    return without


def _filled(left: bool) -> Callable[..., Any]:
    """`text.rjust(n)`, `text.ljust(n, ".")`."""

    def typed(text: Any, width: Any, letter: Any = None) -> Any:
        if left_out(letter):

            def of_spaces(text: Any, width: Any, letter: Any = None) -> Any:
                return filled(text, width, letter_of(BLANK, text), left)

            return of_spaces
        return lambda text, width, letter=None: filled(text, width, letter, left)

    return typed


def _center(text: Any, width: Any, letter: Any = None) -> Any:
    """The odd letter stands where Python puts it."""

    def center(text: Any, width: Any, letter: Any = None) -> Any:
        missing = width - len(text)
        left = missing // 2 + (missing & width & 1) if missing > 0 else 0
        return text.rjust(len(text) + left, letter).ljust(width, letter)

    def of_spaces(text: Any, width: Any, letter: Any = None) -> Any:
        return text.center(width, letter_of(BLANK, text))

    return of_spaces if left_out(letter) else center


def _zfill(text: Any, width: Any) -> Any:
    """A sign stays in front."""

    def zfill(text: Any, width: Any) -> Any:
        whole = to_text(text)
        if length_of(whole) == 0 or code_of(item_at(whole, 0)) not in (MINUS, PLUS):
            return whole.rjust(width, letter_of(NOUGHT, text))
        rest = whole[1 : length_of(whole)].rjust(width - 1, letter_of(NOUGHT, text))
        return whole[0:1] + rest

    return zfill


def filled(text: Any, width: Any, letter: Any, left: Any) -> Any:
    """A text made as long as is wanted."""


def _fill(text: Any, width: Any, letter: Any, left: Any) -> Any:
    def fill(text: Any, width: Any, letter: Any, left: Any) -> Any:
        whole, one = to_text(text), text_from(letter, text)
        if length_of(one) != 1:
            raise RuleFault("", "", 0, NO_KEY)
        found = empty_text(text)
        if not left:
            found = extend(found, whole)
        for _ in range(width - length_of(whole)):
            found = extend(found, one)
        if left:
            found = extend(found, whole)
        return found

    return fill


def _splitlines(text: Any) -> Any:
    """At line feeds; a fault at any other end of a line."""

    def lines(text: Any) -> Any:
        whole = to_text(text)
        found, start = nothing(), 0
        for at in range(length_of(whole)):
            code = code_of(item_at(whole, at))
            if code != 10 and code in (11, 12, 13, 28, 29, 30, 133, 8232, 8233):
                raise RuleFault("", "", 0, NO_KEY)
            if code == 10:
                found = append(found, whole[start:at])
                start = at + 1
        if start < length_of(whole):
            found = append(found, whole[start : length_of(whole)])
        return found

    return lines


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {
    letter_of: _letter_of,
    text_of: _text_of,
    number_in_text: _number_in_text,
    as_number: _as_number,
    ordinal: _ordinal,
    has_letter: _has_letter,
    filled: _fill,
}
METHODS: Final[dict[str, Callable[..., Any]]] = {
    "isalpha": _all_letters(str.isalpha),
    "isdigit": _all_letters(str.isdigit),
    "isspace": _all_letters(str.isspace),
    "isalnum": _all_letters(str.isalnum),
    "isupper": _cased(str.isupper, str.islower),
    "islower": _cased(str.islower, str.isupper),
    "strip": _strip(True, True),
    "lstrip": _strip(True, False),
    "rstrip": _strip(False, True),
    "removeprefix": _removeprefix,
    "removesuffix": _removesuffix,
    "center": _center,
    "zfill": _zfill,
    "ljust": _filled(False),
    "rjust": _filled(True),
    "splitlines": _splitlines,
}
tell_functions(FUNCTIONS)
tell_methods((TextAtom, Text), METHODS)
