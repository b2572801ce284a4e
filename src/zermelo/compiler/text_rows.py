"""Tuples and sets of texts, of any number, in the words of a state: the letters of all in one text.

    ("BRR", "RB")       the letters B, R, R, the empty text, R, B, the empty text

In compiled code such a tuple is a row of texts (see `rows`).
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.compiler.growth import append, extend
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.row_operations import item_at, length_of, nothing
from zermelo.compiler.rows import Row
from zermelo.compiler.sets import to_set
from zermelo.compiler.text_types import Text, empty_text, to_text


def in_one(texts: Any) -> Any:
    """All texts of a row in one, with the empty text behind each."""


def _in_one(texts: Any) -> Any:
    if not isinstance(texts, Row) or not isinstance(texts.item, Text):
        return None
    ends = texts.item.item.spelling.several

    def joined(texts: Any) -> Any:
        whole = empty_text(ends[0])
        for text in texts:
            whole = append(extend(whole, to_text(text)), ends[0])
        return whole

    return joined


def parted(whole: Any) -> Any:
    """The texts that were put into one."""


def _parted(whole: Any) -> Any:
    if not isinstance(whole, Text):
        return None
    ends = whole.item.spelling.several

    def texts(whole: Any) -> Any:
        found, start = nothing(), 0
        for at in range(length_of(whole)):
            if item_at(whole, at) == ends[0]:
                found = append(found, whole[start:at])
                start = at + 1
        return found

    return texts


def parted_set(whole: Any) -> Any:
    """The same as a set."""


def _parted_set(whole: Any) -> Any:
    return lambda whole: to_set(parted(whole))


FUNCTIONS: Final = {in_one: _in_one, parted: _parted, parted_set: _parted_set}
tell_functions(FUNCTIONS)
