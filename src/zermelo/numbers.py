"""Values as JSON holds them, and as people read and write them.

Numbers that JSON lacks are texts there: "inf", "-inf", "23/3".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from zermelo.game import INFINITY, Payoffs, Value, ZermeloError
from zermelo.language import _, local, ngettext

LONGEST: Final = 24  # characters of a fraction that somebody still reads


def plain(value: Any) -> Any:
    """The value as JSON can hold it; of several players' payoffs a list."""
    if isinstance(value, tuple):
        return [plain(each) for each in value]
    if isinstance(value, float) and value in (INFINITY, -INFINITY):
        return str(value)
    if value is None or isinstance(value, int | float):
        return value
    return text_of(value)


def number(value: Any) -> Any:
    """The value that `plain` made plain."""
    if isinstance(value, list):
        return tuple(number(each) for each in value)
    if isinstance(value, str):
        return Fraction(value) if "/" in value else float(value)
    return value


def text_of(value: Value) -> str:
    """The value as a text; a fraction too long for anybody to read only about."""
    try:
        return str(value)
    except ValueError:  # Python writes no more than some thousand digits
        return f"about {float(value)!r}"


def short(value: Value | Payoffs) -> str:
    """The value for people: of a float, or a long fraction, only the digits that matter."""
    if isinstance(value, tuple):
        return for_each([short(each) for each in value])
    if isinstance(value, float):
        return local(f"{value:.10g}")
    text = text_of(value)
    if isinstance(value, Fraction) and len(text) > LONGEST and abs(value) < 1e300:
        return "≈" + local(f"{float(value):.10g}")
    return text


def percent(share: float) -> str:
    """A share in hundredths."""
    return f"{share:.0%}".replace("%", "\xa0%")


def in_full(value: Any) -> str:
    """A value that `plain` made plain as the language writes it, with all its digits."""
    if isinstance(value, list):
        return for_each([in_full(each) for each in value])
    return local(str(value)) if isinstance(value, float) else str(value)


def ends(low: str, high: str) -> str:
    """Two numbers, one beside the other: 2.5, 7; with a semicolon where commas are decimal."""
    return _beside([low, high])


def for_each(payoffs: Sequence[str]) -> str:
    """What each of several players gets: (1, 2.5, 6)."""
    return f"({_beside(payoffs)})"


def _beside(numbers: Sequence[str]) -> str:
    return ("; " if any("," in each for each in numbers) else ", ").join(numbers)


def read_number(text: str) -> Value:
    """A number as people write it: 3, -2.5 or -2,5, 7/2, inf."""
    try:
        text = text.replace(",", ".")
        if "/" in text:
            return Fraction(text)
        if text.lower() in ("inf", "+inf", "-inf"):
            return -INFINITY if text.startswith("-") else INFINITY
        found = float(text)
        if found != found or abs(found) == INFINITY:
            raise ValueError
        return int(text) if text.lstrip("+-").isdecimal() else found
    except (ValueError, ZeroDivisionError):
        what = _("'{text}' is no number; write 3, -2.5, 7/2 or inf")
        raise ZermeloError(what.format(text=text)) from None


def ratio(value: Value, total: int) -> Value:
    """The quotient value / total: exact unless a float is in it, whole where it can be."""
    if isinstance(value, float):
        return value / total
    exact = Fraction(value) / total
    return exact.numerator if exact.denominator == 1 else exact


def mean(parts: Iterable[tuple[int, Value]]) -> Value:
    """The mean of values by their weights, as `ratio` gives it.

    Where a sum of floats leaves their range, it is taken exactly and rounded once, at the end.
    """
    parts = list(parts)
    total = sum(weight for weight, _value in parts)
    found: Value = INFINITY
    try:
        whole: Value = 0
        for weight, value in parts:  # in order: `sum` may round otherwise
            whole += weight * value
        found = ratio(whole, total)
    except OverflowError:  # a whole number or a fraction that no float can hold
        pass
    if _is_finite(found) or not all(_is_finite(value) for _weight, value in parts):
        return found
    exact = sum(weight * Fraction(value) for weight, value in parts) / total
    try:
        return float(exact)
    except OverflowError:
        return exact


def _is_finite(value: Value) -> bool:
    return -INFINITY < value < INFINITY


def counted(nodes: int, leaves: int, cutoffs: int) -> list[str]:
    """What a search looked at, in words."""
    return [
        ngettext("{count:,} node", "{count:,} nodes", nodes).format(count=nodes),
        ngettext("{count:,} leaf", "{count:,} leaves", leaves).format(count=leaves),
        ngettext("{count:,} cutoff", "{count:,} cutoffs", cutoffs).format(count=cutoffs),
    ]
