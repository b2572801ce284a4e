"""Keyword arguments that are found out when rules run: functions of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.compiler.boxed.objects import DICT, INSTANCE, NONE, TEXT, TYPE_ERROR, UNKNOWN
from zermelo.compiler.boxed.runtime.words import fail, load

if TYPE_CHECKING:  # functions of words call each other in circles
    from zermelo.compiler.boxed.runtime.memory import kind_of
    from zermelo.compiler.boxed.runtime.tables import dict_get, dict_items, dict_put


def add_option(m: int, options: int, key: int, value: int) -> int:
    """Puts one more into a dict of keyword arguments; none may be there twice."""
    if kind_of(key) != TEXT or dict_get(m, options, key):
        return fail(m, TYPE_ERROR)
    return dict_put(m, options, key, value)


def without_option(m: int, options: int, key: int) -> int:
    """Fails where a keyword argument is there that was given by its place already."""
    return fail(m, TYPE_ERROR) if dict_get(m, options, key) else NONE


def add_options(m: int, options: int, more: int) -> int:
    """Puts those of a dict into a dict of keyword arguments: `**more`."""
    if kind_of(more) != DICT:
        return fail(m, UNKNOWN if kind_of(more) == INSTANCE else TYPE_ERROR)
    pairs = dict_items(m, more)
    i = 0
    while i < load(pairs + 8):
        pair = load(load(pairs + 24) + 8 * i)
        add_option(m, options, load(pair + 16), load(pair + 24))
        i += 1
    return NONE
