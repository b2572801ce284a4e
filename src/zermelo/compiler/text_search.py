"""Where a text has others in it (see `text_operations`). Importing it tells Numba."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.compiler.errors import NO_KEY, OUTSIDE, RuleFault
from zermelo.compiler.registration import tell_functions, tell_methods
from zermelo.compiler.row_operations import length_of
from zermelo.compiler.rows import ROOM
from zermelo.compiler.text_operations import are_texts, begins, left_out, place_of, text_from
from zermelo.compiler.text_types import Text, TextAtom, empty_text, to_text
from zermelo.compiler.untyped import types


def _index(text: Any, part: Any) -> Any:
    def index(text: Any, part: Any) -> Any:
        at = place_of(text, part)
        if at < 0:
            raise RuleFault("", "", 0, OUTSIDE)
        return at

    return index if are_texts(text, part) else None


def _count(text: Any, part: Any) -> Any:
    def count(text: Any, part: Any) -> Any:
        whole, wanted = to_text(text), text_from(part, text)
        if length_of(wanted) == 0:
            return length_of(whole) + 1
        total, at = 0, 0
        while at + length_of(wanted) <= length_of(whole):
            if begins(whole, wanted, at):
                total += 1
                at += length_of(wanted)
            else:
                at += 1
        return total

    return count if are_texts(text, part) else None


def _startswith(text: Any, part: Any, at: Any = 0) -> Any:
    if isinstance(part, types.BaseTuple):

        def some(text: Any, part: Any, at: Any = 0) -> Any:
            for each in part:  # noqa: SIM110 (compiled as it stands)
                if text.startswith(each, at):
                    return True
            return False

        return some

    def starts(text: Any, part: Any, at: Any = 0) -> Any:
        whole, wanted = to_text(text), text_from(part, text)
        first = at if at >= 0 else max(at + length_of(whole), 0)
        return first <= length_of(whole) and begins(whole, wanted, first)

    return starts if are_texts(text, part) else None


def _endswith(text: Any, part: Any) -> Any:
    if isinstance(part, types.BaseTuple):

        def some(text: Any, part: Any) -> Any:
            for each in part:  # noqa: SIM110 (compiled as it stands)
                if text.endswith(each):
                    return True
            return False

        return some

    def ends(text: Any, part: Any) -> Any:
        whole, wanted = to_text(text), text_from(part, text)
        return begins(whole, wanted, length_of(whole) - length_of(wanted))

    return ends if are_texts(text, part) else None


def _find(text: Any, part: Any, start: Any = 0, end: Any = None) -> Any:
    if isinstance(start, int | types.Omitted):
        return _place_of_any(text, part)
    if left_out(end):
        return lambda text, part, start=0, end=None: place_from(text, part, start, ROOM)
    return lambda text, part, start=0, end=None: place_from(text, part, start, end)


def _place_of_any(text: Any, part: Any) -> Any:
    found = are_texts(text, part)
    return (lambda text, part, start=0, end=None: place_of(text, part)) if found else None


def place_from(text: Any, part: Any, start: Any, end: Any) -> Any:
    """Where a part stands first between two places; -1 where it does not."""


def _place_from(text: Any, part: Any, start: Any, end: Any) -> Any:
    def place(text: Any, part: Any, start: Any, end: Any) -> Any:
        whole, wanted = to_text(text), text_from(part, text)
        first = start if start >= 0 else max(start + length_of(whole), 0)
        last = min(end if end >= 0 else end + length_of(whole), length_of(whole))
        for at in range(first, last - length_of(wanted) + 1):
            if begins(whole, wanted, at):
                return at
        return -1

    return place if are_texts(text, part) else None


def _rfind(text: Any, part: Any) -> Any:
    def last(text: Any, part: Any) -> Any:
        whole, wanted = to_text(text), text_from(part, text)
        at = length_of(whole) - length_of(wanted)
        while at >= 0 and not begins(whole, wanted, at):
            at -= 1
        return max(at, -1)

    return last


def _rindex(text: Any, part: Any) -> Any:
    def index(text: Any, part: Any) -> Any:
        at = text.rfind(part)
        if at < 0:
            raise RuleFault("", "", 0, OUTSIDE)
        return at

    return index


def _partition(text: Any, between: Any) -> Any:
    def parts(text: Any, between: Any) -> Any:
        whole, gap = to_text(text), text_from(between, text)
        if length_of(gap) == 0:
            raise RuleFault("", "", 0, NO_KEY)
        at = text.find(between)
        if at < 0:
            return whole, empty_text(text), empty_text(text)
        end = at + length_of(gap)
        return whole[0:at], whole[at:end], whole[end : length_of(whole)]

    return parts


FUNCTIONS: Final[dict[Any, Callable[..., Any]]] = {place_from: _place_from}
METHODS: Final[dict[str, Callable[..., Any]]] = {
    "count": _count,
    "index": _index,
    "find": _find,
    "rfind": _rfind,
    "rindex": _rindex,
    "startswith": _startswith,
    "endswith": _endswith,
    "partition": _partition,
}
tell_functions(FUNCTIONS)
tell_methods((TextAtom, Text), METHODS)
