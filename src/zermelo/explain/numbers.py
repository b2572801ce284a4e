"""Numbers as people write them."""

from __future__ import annotations

from fractions import Fraction

from zermelo.game import Value, ZermeloError
from zermelo.search import INFINITY


def read_number(text: str) -> Value:
    """A number as people write it: 3, -2.5, 7/2, inf."""
    try:
        if "/" in text:
            return Fraction(text)
        if text.lower() in ("inf", "+inf", "-inf"):
            return -INFINITY if text.startswith("-") else INFINITY
        number = float(text)
        if number != number or abs(number) == INFINITY:
            raise ValueError
        return int(text) if text.lstrip("+-").isdecimal() else number
    except (ValueError, ZeroDivisionError):
        raise ZermeloError(f"'{text}' is no number; write 3, -2.5, 7/2 or inf") from None
