"""Formats of texts that rules make: `f"{n:03d}"`, `f"{name:<5}"`, `"%2d" % n`, `f"{score:+d}"`."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final, NamedTuple

from zermelo.compiler.constants import digest
from zermelo.compiler.registration import tell_functions
from zermelo.compiler.text_methods import PLUS, letter_of, text_of
from zermelo.compiler.text_operations import text_from
from zermelo.compiler.text_types import is_text
from zermelo.compiler.untyped import types

FORMAT: Final = re.compile(r"(?:(?P<fill>.)?(?P<align>[<>^]))?(?P<sign>\+)?(?P<zero>0)?"
                           r"(?P<width>[1-9]\d*)?(?P<kind>[ds])?")  # fmt: skip
PERCENT: Final = re.compile(r"%(?P<flags>[-+0]*)(?P<width>[1-9]\d*)?(?P<kind>[sd])")


class Format(NamedTuple):
    """How a value is written: what fills it up, on which side it stands (no side: its own)."""

    fill: str = " "
    align: str = ""
    sign: bool = False
    width: int = 0
    kind: str = ""  # d: it must be a number; s: a text

    @property
    def is_plain(self) -> bool:
        """Whether the value alone is written, whatever it is."""
        return not (self.sign or self.width or self.kind == "d")


def of_spec(spec: str) -> Format | None:
    """What stands behind the colon; None for what is not known."""
    found = FORMAT.fullmatch(spec)
    if found is None or (found["zero"] and found["align"]):
        return None
    align = "=" if found["zero"] else found["align"] or ""
    return Format(
        found["fill"] or " ", align, bool(found["sign"]), int(found["width"] or 0),
        found["kind"] or "",
    )  # fmt: skip


def of_percent(place: str) -> Format | None:
    """`%03d`, `%-5s`; None for what is not known."""
    found = PERCENT.fullmatch(place)
    if found is None:
        return None
    flags, kind = found["flags"], found["kind"]
    if not flags and not found["width"]:
        return Format()
    if kind == "s" and set(flags) - {"-"}:
        return None
    align = "<" if "-" in flags else "=" if "0" in flags else ">"
    width = int(found["width"] or 0)
    return Format(" ", align, "+" in flags, width, kind if kind == "d" else "")


@cache
def formatter(how: Format) -> Any:
    """The function of compiled code that writes a value so; its second argument is any text."""

    def written(value: Any, like: Any) -> Any: ...

    written.__name__ = f"written_{digest(repr(how))}"
    tell_functions({written: _typed(how)})
    return written


def _typed(how: Format) -> Any:
    fill, width = ord(how.fill), how.width

    def typed(value: Any, like: Any) -> Any:
        number = isinstance(value, types.Integer)
        if not number and (not is_text(value) or how.sign or how.kind == "d" or how.align == "="):
            return None
        if number and how.kind == "s":
            return None
        whole = _signed if number and how.sign else text_of
        align = how.align or (">" if number else "<")
        if align == "=":
            return lambda value, like: whole(value, like).zfill(width)
        if align == ">":
            return lambda value, like: whole(value, like).rjust(width, letter_of(fill, like))
        if align == "<":
            return lambda value, like: whole(value, like).ljust(width, letter_of(fill, like))

        def in_the_middle(value: Any, like: Any) -> Any:
            """The odd letter stands on the right, as nowhere else in Python."""
            text = whole(value, like)
            left = len(text) + max(width - len(text), 0) // 2
            return text.rjust(left, letter_of(fill, like)).ljust(width, letter_of(fill, like))

        return in_the_middle

    return typed


def _signed(value: Any, like: Any) -> Any:
    """A number with its sign, whichever that is."""


def _with_sign(value: Any, like: Any) -> Any:
    def signed(value: Any, like: Any) -> Any:
        if value < 0:
            return text_of(value, like)
        return text_from(letter_of(PLUS, like), like) + text_of(value, like)

    return signed


tell_functions({_signed: _with_sign})
