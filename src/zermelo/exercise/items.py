"""What is to be filled in, and how an answer is written.

A *number* is whole (3, -2), decimal (2.5; 2,5 in Spanish and Catalan), a fraction (7/3) or inf;
the typographic minus, the sign for infinity and its names are read too. A decimal rounded to two
places or more is as good as the fraction that it stands for: 2.33 for 7/3, but not 2.3, nor 2.34.

The other forms are words: which of the search's states, a branch, a node, the branches of a node
in an order. Words are compared without accents and capitals, and read in all three languages.
A dash, or a word for nothing, is read as an empty box; as a cut, it says that there is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, TypeAlias

from zermelo.explain.numbers import format_value
from zermelo.game import INFINITY, Value, ZermeloError
from zermelo.games.tree.lexer import keyword
from zermelo.language import _
from zermelo.numbers import plain, read_number

# Of an answer to be compared: a number is exact, or inf; an order is the branches in a row.
Answer: TypeAlias = Fraction | float | str | tuple[str, ...]

ROUNDED: Final = 2  # decimal places that a rounded number must have
LONGEST: Final = 40  # signs of a number that a person writes

NOTHING: Final = ("-", "–", "—", "−", "none", "nothing", "ninguno", "ninguna", "nada", "cap", "res")
INFINITE: Final = ("inf", "∞", "infinity", "infinite", "infinito", "infinit", "oo")
# How people write numbers, as patterns, and what to read instead; also for the page's script.
SPELLINGS: Final = (
    (r"[−–—]|\b(minus|menos|menys)\b", "-"),
    (r"\b(plus|mas|mes)\b", "+"),
    (rf"∞|\b({'|'.join(INFINITE)})\b", "inf"),
    (r"\s+", ""),
    (",", "."),  # a decimal comma, whoever reads it
)

# Of each word the ways to write it; the first is the one that is stored.
VOCABULARY: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "state": {
        "searched": ("evaluated", "visited", "evaluado", "visitado", "explorado", "evaluada",
                     "visitada", "explorada", "avaluat", "visitat", "explorat", "avaluada"),
        "pruned": ("cut", "skipped", "podado", "podada", "cortado", "cortada", "podat", "tallat",
                   "tallada", "x"),
    },
    "cut": {
        "no": (*NOTHING, "no cut", "sin corte", "sin poda", "sense poda", "sense tall"),
        "max": ("at max", "en max", "a max"),
        "min": ("at min", "en min", "a min"),
    },
    "tells": {
        "exact": ("exacto", "exacte", "="),
        "low": ("fails low", "fail low", "falla por debajo", "bajo", "por debajo",
                "falla per sota", "baix", "per sota", "<=", "≤"),
        "high": ("fails high", "fail high", "falla por encima", "alto", "por encima",
                 "falla per sobre", "alt", "per sobre", ">=", "≥"),
    },
}  # fmt: skip


class AnswerError(ZermeloError):
    """Answers that cannot be read, or that are for another exercise."""


@dataclass(frozen=True)
class Number:
    """A number as it was written: its value, and the decimal places; None where it is exact."""

    value: Fraction | float
    places: int | None


@dataclass(frozen=True)
class Unreadable:
    """An answer that nobody can read: what is written there, and what is wrong with it."""

    text: str
    told: str


Given: TypeAlias = Number | str | tuple[str, ...] | Unreadable


@dataclass(frozen=True)
class Item:
    """One thing to fill in: `what` at a node.

    `form` is "number", a key of `VOCABULARY`, or "branch", "node", "order"; for the last three
    `choices` are what can be chosen from.
    """

    id: str
    node: str  # what the node is called; empty for what concerns the whole exercise
    what: str
    form: str = "number"
    choices: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """What is asked for, in words."""
        what = label_of(self.what)
        return f"{self.node}, {what}" if self.node else what


def label_of(what: str) -> str:
    """What is asked for, in words, without the node."""
    labels = {
        "value": _("value"),
        "move": _("best move"),
        "alpha": _("alpha passed in"),
        "beta": _("beta passed in"),
        "alpha_held": _("alpha held at the end"),
        "beta_held": _("beta held at the end"),
        "state": _("searched or pruned"),
        "cut": _("cut"),
        "by": _("bound set by"),
        "order": _("order of the branches"),
        "leaves": _("leaves evaluated"),
        "window_alpha": _("alpha of the narrowest window"),
        "window_beta": _("beta of the narrowest window"),
        "selected": _("branch selected"),
        "child": _("branch selected there"),
        "leaf_visits": _("visits of the leaf afterwards"),
        "leaf_mean": _("mean of the leaf afterwards"),
        "node_visits": _("visits of the node afterwards"),
        "node_mean": _("mean of the node afterwards"),
        "root_visits": _("visits of the root afterwards"),
        "root_mean": _("mean of the root afterwards"),
    }
    if re.fullmatch("w[0-9]", what):
        return _("the search with window {window}").format(window=what)
    if what.startswith("ucb "):
        return _("UCB1 of {node}").format(node=what[4:])
    if re.fullmatch("ucb[0-9]+", what):
        return _("UCB1 of branch {number} of the node selected").format(number=what[3:])
    return labels.get(what) or _(what)  # what the heuristic of a game counts


def row_of(items: Iterable[Item]) -> str:
    """Items in a row, those that ask the same at several nodes together: value (A B), cut (C)."""
    nodes: dict[str, list[str]] = {}
    for item in items:
        nodes.setdefault(label_of(item.what), []).append(item.node)
    rows = ((what, " ".join(filter(None, names))) for what, names in nodes.items())
    return ", ".join(f"{what} ({names})" if names else what for what, names in rows)


# --- reading -----------------------------------------------------------------------------------


def read_answer(item: Item, raw: Any) -> Given | None:
    """The answer that a student gave, None where nothing is filled in; or `AnswerError`."""
    if isinstance(raw, list):
        raw = " ".join(str(part) for part in raw)
    if raw is None:
        return None
    if isinstance(raw, int | float | Fraction) and not isinstance(raw, bool):
        raw = str(raw)
    if not isinstance(raw, str):
        raise AnswerError(_("{item}: an answer is a number or a text").format(item=item.label))
    text = " ".join(raw.split())
    if not text or _is_nothing(item, text):
        return None
    if item.form == "number":
        return _number(item, text)
    return _order(item, text) if item.form == "order" else _word(item, text)


def _is_nothing(item: Item, text: str) -> bool:
    """Whether the text says that the box is left empty."""
    names = map(keyword, item.choices)
    return item.form != "cut" and keyword(text) in NOTHING and keyword(text) not in names


def _number(item: Item, text: str) -> Number:
    written = keyword(text)
    for pattern, instead in SPELLINGS:
        written = re.sub(pattern, instead, written)
    try:
        # An exponent could make a short text a number too long for any machine.
        if len(written) > LONGEST or re.search("[0-9_][e_]", written):
            raise ZermeloError
        value = read_number(written)
    except ZermeloError:
        words = _("'{text}' is no number").format(text=text[:LONGEST])
        raise AnswerError(f"{item.label}: {words}") from None
    if value in (INFINITY, -INFINITY):
        return Number(float(value), None)
    places = len(written.partition(".")[2]) if "." in written else None
    return Number(Fraction(written), places)


def _word(item: Item, text: str) -> str:
    words = VOCABULARY.get(item.form) or dict.fromkeys(item.choices, ())
    for word, others in words.items():
        if keyword(text) in (keyword(word), *others):
            return word
    known = " ".join(item.choices) or ", ".join(map(text_of, words))
    told = _("{item}: '{text}' is none of {choices}")
    raise AnswerError(told.format(item=item.label, text=text[:LONGEST], choices=known))


def _order(item: Item, text: str) -> tuple[str, ...]:
    words = [keyword(word) for word in re.split(r"[\s,;>]+", text) if word]
    if sorted(words) != sorted(item.choices):
        told = _("{item}: an order holds each of {choices} once, not '{text}'")
        known = " ".join(item.choices)
        raise AnswerError(told.format(item=item.label, choices=known, text=text[:LONGEST]))
    return tuple(words)


# --- comparing and writing ---------------------------------------------------------------------


def same(given: Given, wanted: Answer) -> bool:
    """Whether what was given is what was wanted, a rounded decimal being as good as a fraction."""
    if isinstance(given, Unreadable):
        return False
    if not isinstance(given, Number):
        return given == wanted
    if not isinstance(wanted, Fraction | float):
        return False
    if given.value == wanted:
        return True
    if given.places is None or given.places < ROUNDED or isinstance(wanted, float):
        return False
    off = abs(Fraction(given.value) - wanted)
    return off <= Fraction(1, 2 * int(10**given.places))


def meant(given: Given) -> Answer:
    """The answer without how it was written."""
    if isinstance(given, Unreadable):
        return given.text
    return given.value if isinstance(given, Number) else given


def text_of(answer: Answer | Given) -> str:
    """An answer for people: −2, 2.5, 7/3, ∞, words."""
    if isinstance(answer, Unreadable):
        return answer.text
    if isinstance(answer, Number):
        answer = answer.value
    if isinstance(answer, Fraction | float):
        return format_value(_plain(answer))
    if isinstance(answer, tuple):
        return " ".join(answer)
    words = {
        "searched": _("searched"),
        "pruned": _("pruned"),
        "no": _("none"),
        "max": _("at MAX"),
        "min": _("at MIN"),
        "exact": _("exact"),
        "low": _("fails low"),
        "high": _("fails high"),
    }
    return words.get(answer, answer)


def factor(number: Fraction) -> str:
    """The number as it stands in a product: (−2)."""
    text = text_of(number)
    return f"({text})" if text.startswith("−") else text


def json_of(answer: Answer) -> int | float | str | list[str]:
    """An answer as JSON holds it; it reads back as an equal answer."""
    if isinstance(answer, str | tuple):
        return answer if isinstance(answer, str) else list(answer)
    found: int | float | str = plain(_plain(answer))
    return found


def _plain(number: Fraction | float) -> Value:
    """A whole number or a short decimal where the fraction is one."""
    if isinstance(number, float) or number.denominator == 1:
        return number if isinstance(number, float) else number.numerator
    decimal = float(number)
    text = repr(decimal)
    short = len(text) < 12 and "e" not in text and Fraction(text) == number
    return decimal if short else number
