"""Texts that are filled in, up to a width: f-strings, `%`, `format` and the methods of texts."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Any

from hypothesis import strategies as st

from tests.compiler.programs import (
    ANY,
    COUNT,
    FLOATS,
    INTS,
    LETTERS,
    SMALL,
    TEXTS,
    calls,
    over,
)

FORMS = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "", "<", ">", "^", "=", "*<", "0>", "é^", "<<"]),
        st.sampled_from(["", "", "", "+", "-", " "]),
        st.sampled_from(["", "", "", "#"]),
        st.sampled_from(["", "", "0"]),
        st.sampled_from(["", "", "1", "4", "7", "12"]),
        st.sampled_from(["", "", "", ",", "_"]),
        st.sampled_from(["", "", ".0", ".1", ".3", "."]),
        st.sampled_from(["", "", "d", "s", "f", "x", "X", "b", "o", "%", "?"]),
    ),
)
SHORT = "%s|%d"


class Side(Enum):
    LEFT = "l"
    RIGHT = "r"


class Rank(IntEnum):
    LOW = 1
    HIGH = 12


@over(INTS, FORMS)
def whole_by_form(n: int, form: str) -> Any:
    return format(n, form)


@over(TEXTS, FORMS)
def text_by_form(text: str, form: str) -> Any:
    return format(text, form)


@over(FLOATS, FORMS)
def float_by_form(x: float, form: str) -> Any:
    return format(x, form)


@over(ANY, FORMS)
def any_by_form(x: Any, form: str) -> Any:
    return f"{x:{form}}"


@over(INTS)
def whole_widths(n: int) -> Any:
    return f"{n:3}|{n:<5}|{n:>4}|{n:^6}|{n:02}|{n:02d}|{n:+d}|{n:,}|{n:08b}|{n!r:>5}|{n:.2f}"


@over(TEXTS, SMALL)
def text_widths(text: str, width: int) -> Any:
    return f"{text:3}|{text:<5}|{text:>4}|{text:^6}|{text:*^7}|{text:.2}|{text:{abs(width)}}|"


@over(FLOATS)
def decimals(x: float) -> Any:
    return f"{x:.0f}", f"{x:.1f}", f"{x:6.2f}", f"{x:+.3f}", f"{x:.0%}", f"{x:07.1f}"


@calls(0.5, 1.5, 2.5, 0.125, 0.375, 0.05, 0.15, 0.25, 0.95, 9.995, 99.5, 1e-9, 5e-324, 0.001, -0.04)
def rounded_halves(x: float) -> Any:
    return f"{x:.0f} {x:.1f} {x:.2f} {x:.3f}"


@over(COUNT)
def nested(width: int) -> Any:
    return f"{'ab':{width}}|{'ab':>{width}}|{7:{width}d}|{7:0{width}d}|{2.5:{width}.{width}f}"


@over(TEXTS, COUNT)
def justified(text: str, width: int) -> Any:
    return (
        text.ljust(width),
        text.rjust(width),
        text.center(width),
        text.center(width + 1, "*"),
        text.ljust(width, "."),
        text.rjust(width, "-"),
        text.zfill(width),
    )


@over(TEXTS, INTS)
def by_percent(text: str, n: int) -> Any:
    return (
        "%-3s|%3s|%.1s|%-4.2s|" % (text, text, text, text),
        "%5d|%02d|%-4d|%+d|% d|%05d|%i|%%" % (n, n, n, n, n, n, n),
        "%x|%X|%o|%4x" % (n, n, n, n),
        "%.1f|%6.2f|%s" % (n / 4 if abs(n) < 1000 else 0.5, 2.5, n),
    )


@over(ANY)
def percent_of_anything(x: Any) -> Any:
    return "%s." % x


@calls((1, 2), (1,), 3, [1, 2], ("a", 4), (), ("b", "c"))
def percent_of_a_tuple(x: Any) -> Any:
    return SHORT % x


@over(LETTERS, SMALL)
def by_template(text: str, n: int) -> Any:
    return (
        "{} {:>3} {:<4}|{!r}".format(text, text, n, text),
        "{0}{1}{0} {name:02d} {{}}".format(text, n, name=n),
        "{:{width}}|{:>{width}}".format(text, n, width=abs(n)),
    )


@calls("LEFT", "RIGHT")
def members(text: str) -> Any:
    side = Side[text]
    return f"{side:>12}|{side.name:>7}|{side.value:^3}|{side}|{Rank.HIGH}|{Rank.HIGH.value:4}"


@over(SMALL)
def member_of_numbers(n: int) -> Any:
    return f"{Rank.LOW if n > 0 else n:4}"


class Card:
    def __init__(self, rank: int) -> None:
        self.rank = rank

    def __str__(self) -> str:
        return "A23456789TJQK"[self.rank]

    def __format__(self, form: str) -> str:
        return f"<{self}>" if form == "" else f"{self!s:{form}}"


class Suit(str, Enum):
    HEARTS = "h"


@over(COUNT)
def own_forms(n: int) -> Any:
    card = Card(n)
    return f"{card}", str(card), f"{card:>4}", f"{card!s:>4}", "%s" % card, f"{Suit.HEARTS:>14}"
