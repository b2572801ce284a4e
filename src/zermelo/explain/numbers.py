"""Numbers in drawings and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from zermelo.game import Value
from zermelo.language import local
from zermelo.numbers import for_each, number, text_of

MOST_TERMS: Final = 6  # of a sum that are written out


def format_value(value: Any) -> str:
    """A value, or one that `plain` made plain, for people: −23/3, ∞; no value is no text.

    Of a float only the digits that matter; a minus sign, not a hyphen.
    """
    if value is None:
        return ""
    if isinstance(value, list):  # what each of several players gets
        return for_each([format_value(each) for each in value])
    if value in ("inf", "-inf"):
        value = float(value)
    if isinstance(value, float):
        text = local(f"{value + 0.0:.10g}").replace("inf", "∞")  # plus 0: no -0
    else:
        text = value if isinstance(value, str) else text_of(value)
    return text.replace("about ", "≈").replace("-", "−")


def at_most(value: int | float | str | None, bound: int | float | str | None) -> bool:
    """Whether the one is known to be at or below the other; both are plain."""
    try:
        return value is not None and bound is not None and number(value) <= number(bound)
    except ValueError:  # too many digits: only about what is known
        return False


def weighted(terms: Sequence[tuple[str, int | float | str]], total: bool = True) -> str:
    """The weighted sum written out: 1/2 · 3 + 1/2 · 7 = 5. `total`: with what it comes to."""
    texts = [f"{local(share)} · {_factor(value)}" for share, value in terms]
    if len(texts) > MOST_TERMS:
        texts = [*texts[: MOST_TERMS - 2], "…", texts[-1]]
    written = " + ".join(texts)
    if not total:
        return written
    summed: Value = Fraction(0)
    try:
        for share, value in terms:
            summed += Fraction(share) * number(value)
    except (ValueError, OverflowError):  # too many digits
        return written
    if isinstance(summed, Fraction) and summed.denominator == 1:
        summed = summed.numerator
    return f"{written} = {format_value(summed)}"


def _factor(value: Value | str) -> str:
    text = format_value(value)
    return f"({text})" if text.startswith("−") else text
