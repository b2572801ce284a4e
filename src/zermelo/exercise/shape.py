"""The shape of an exercise: `depth=3 branching=2-3 cuts=2 deep=1 ties=no leaves=0..20`.

    depth=3            branches from the root to the deepest leaf
    branching=2-3      branches of each inner node; also 2, 2+
    cuts=2             cutoffs of alpha-beta; also 1-3, 2+
    deep=1             those of them whose bound was set farther up than by the nearest node of
                       the other kind
    pruned=4           leaves that alpha-beta never looks at
    ties=no            no two leaves are equal; yes: two branches of a node are equally good, or
                       alpha meets beta exactly; any
    leaves=0..20       between which values the leaves lie
    step=1             the leaves are the low end and so many steps: 0.5 gives decimals
    root=max           who moves at the root
    levels=max,min     the kind of every level from the root down; else they alternate
    chance=2           which levels are chance, the root being level 1
    odds=mixed         of the branches of chance; or equal
    uneven=no          whether some leaves lie above the others
    cut=ge test=last returns=soft    the conventions of alpha-beta, as in `zermelo search`
    heuristic=lines    what is counted on boards, as in `zermelo search tictactoe --set`

All are optional.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, PLAYER_NAMES, ZermeloError
from zermelo.games.catalogue import GAMES
from zermelo.games.mnk import HEURISTICS
from zermelo.language import _, ngettext
from zermelo.names import check_name
from zermelo.search import settings
from zermelo.search.conventions import convention

MAX_DEPTH: Final = 8
MAX_BRANCHING: Final = 10
DEEP_DEPTH: Final = 4  # where MAX and MIN alternate no shallower tree has a deep cut
ALWAYS_WRITTEN: Final = ("depth", "branching", "ties")
_KINDS: Final = {name.lower(): kind for kind, name in PLAYER_NAMES.items()}
MAX_LEAVES: Final = 128  # a sheet with more is no exercise

KEYS: Final = {
    "depth": "3",
    "branching": "2-3",
    "cuts": "",
    "deep": "",
    "pruned": "",
    "ties": "no",
    "leaves": "",
    "step": "1",
    "root": "max",
    "levels": "",
    "chance": "",
    "odds": "mixed",
    "uneven": "no",
    "cut": "ge",
    "test": "last",
    "returns": "soft",
    "heuristic": "lines",
}
CONVENTIONAL: Final = ("cut", "test", "returns")
COUNTED: Final = ("cuts", "deep", "pruned")
CHOICES: Final = {
    "ties": ("no", "yes", "any"),
    "root": ("max", "min"),
    "odds": ("mixed", "equal"),
    "uneven": ("no", "yes"),
    **{key: settings.CHOICES[key] for key in CONVENTIONAL},
    "heuristic": HEURISTICS,
}


class ShapeError(ZermeloError):
    """A shape that contradicts itself, or that no tree was found for."""


class Span(NamedTuple):
    """From `low` to `high`, both included."""

    low: int
    high: float  # a whole number, or infinity

    def distance(self, count: int) -> float:
        """How far a count is from the span."""
        return max(self.low - count, count - self.high, 0)


@dataclass(frozen=True)
class Shape:
    """What a tree must be like. `text` reads back as an equal shape."""

    text: str
    depth: int
    branching: Span
    cuts: Span | None
    deep: Span | None
    pruned: Span | None
    ties: str
    ends: tuple[Fraction, Fraction] | None  # of the leaves; None: by how many there are
    step: Fraction
    levels: tuple[int, ...]
    odds: str
    uneven: bool
    cut: str
    test: str
    returns: str
    heuristic: str  # on boards

    @property
    def conventions(self) -> dict[str, str]:
        """The settings of alpha-beta."""
        return {key: getattr(self, key) for key in CONVENTIONAL}

    @property
    def least_leaves(self) -> int:
        """The fewest leaves that such a tree can have."""
        if self.uneven:
            return max(self.depth * (self.branching.low - 1) + 1, 2)
        return int(self.branching.low**self.depth)

    @property
    def most_leaves(self) -> int:
        """The most leaves that such a tree may have: what a sheet and the values allow."""
        if self.ties == "no" and self.ends:
            return min(MAX_LEAVES, self.values)
        return MAX_LEAVES

    @property
    def values(self) -> int:
        """How many different values the leaves can have."""
        assert self.ends is not None
        low, high = self.ends
        return int((high - low) / self.step) + 1


def read_shape(text: str, *, chance: bool = False) -> Shape:
    """The shape that the text describes, or `ShapeError` with what is wrong with it.

    `chance`: whether the exercise is one with chance nodes.
    """
    given = _pairs(text)
    values = {**KEYS, **given}
    for key, choices in CHOICES.items():
        if values[key] not in choices:
            words = _("shape: {key} is one of {choices}, not '{word}'")
            raise ShapeError(words.format(key=key, choices=", ".join(choices), word=values[key]))
    depth = _whole("depth", values["depth"], 1, MAX_DEPTH)
    branching = _span("branching", values["branching"])
    if not 1 <= branching.low <= MAX_BRANCHING:
        words = _("shape: branching must begin from 1 to {most}")
        raise ShapeError(words.format(most=MAX_BRANCHING))
    branching = Span(branching.low, min(branching.high, MAX_BRANCHING))
    cuts, deep, pruned = (_span(key, values[key]) if values[key] else None for key in COUNTED)
    step = _number("step", values["step"])
    if step <= 0:
        raise ShapeError(_("shape: step must be more than 0"))
    shape = Shape(
        text=" ".join(
            f"{key}={values[key]}" for key in KEYS if key in given or key in ALWAYS_WRITTEN
        ),
        depth=depth,
        branching=branching,
        cuts=cuts,
        deep=deep,
        pruned=pruned,
        ends=_ends(values["leaves"], step) if values["leaves"] else None,
        step=step,
        levels=_levels(values, given, depth, deep, chance),
        uneven=values["uneven"] == "yes",
        **{key: values[key] for key in ("ties", "odds", *CONVENTIONAL, "heuristic")},
    )
    _refuse_contradictions(shape, given, chance)
    return shape


def with_convention(text: str, name: str, keys: Collection[str] = CONVENTIONAL) -> str:
    """The text of a shape with the convention of that name, for what the text does not say.

    `keys` are those that the convention sets, for the kind of exercise.
    """
    of_game = GAMES["tictactoe"].lectures.get(name, {})
    said: Mapping[str, Any] = {**KEYS, **convention(name), **of_game}
    given = _pairs(text)
    new = {key: said[key] for key in KEYS if key in keys and said[key] != KEYS[key]}
    return " ".join(f"{key}={value}" for key, value in {**new, **given}.items())


def with_usual(text: str, usual: str) -> str:
    """The text of a shape with what is usual for what it does not say."""
    return " ".join(f"{key}={value}" for key, value in {**_pairs(usual), **_pairs(text)}.items())


def _pairs(text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or not value:
            words = _("shape: '{word}' must be key=value, such as cuts=2")
            raise ShapeError(words.format(word=word))
        check_name(key, KEYS, _("shape: no key '{name}'"), ShapeError)
        if key in given:
            raise ShapeError(_("shape: {key} is given twice").format(key=key))
        decimal = key in ("step", "leaves")  # elsewhere a comma makes a list
        given[key] = value.lower().replace(",", ".") if decimal else value.lower()
    return given


def _whole(key: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text) or not low <= int(text) <= high:
        words = _("shape: {key} is a whole number from {low} to {high}, not '{text}'")
        raise ShapeError(words.format(key=key, low=low, high=high, text=text))
    return int(text)


def _span(key: str, text: str) -> Span:
    found = re.fullmatch(r"([0-9]{1,3})(\+|-([0-9]{1,3}))?", text)
    if not found:
        words = _("shape: {key} is a number such as 2, 2-3 or 2+, not '{text}'")
        raise ShapeError(words.format(key=key, text=text))
    low = int(found[1])
    high = math.inf if found[2] == "+" else int(found[3] or low)
    if high < low:
        words = _("shape: {key}={text} ends below its beginning")
        raise ShapeError(words.format(key=key, text=text))
    return Span(low, high)


def _number(key: str, text: str) -> Fraction:
    text = text.replace("−", "-")
    if not re.fullmatch(r"[+-]?([0-9]{1,9}(\.[0-9]{1,9})?|[0-9]{1,9}/[0-9]{1,9})", text):
        words = _("shape: {key} is a number such as 3, -2.5 or 1/2, not '{text}'")
        raise ShapeError(words.format(key=key, text=text))
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ShapeError(_("shape: '{text}' divides by zero").format(text=text)) from None


def _ends(text: str, step: Fraction) -> tuple[Fraction, Fraction]:
    low_text, dots, high_text = text.partition("..")
    if not dots:
        words = _("shape: leaves is a range such as 0..20, not '{text}'")
        raise ShapeError(words.format(text=text))
    low, high = _number("leaves", low_text), _number("leaves", high_text)
    if high - low < step:
        words = _("shape: leaves={text} has no room for two values {step} apart")
        raise ShapeError(words.format(text=text, step=step))
    return low, high


def _levels(
    values: dict[str, str], given: dict[str, str], depth: int, deep: Span | None, chance: bool
) -> tuple[int, ...]:
    """The kind of each level of inner nodes, from the root down."""
    if values["levels"]:
        for key in ("root", "chance"):
            if key in given:
                raise ShapeError(_("shape: levels says all about {key}: give one").format(key=key))
        names = values["levels"].split(",")
        if not _KINDS.keys() >= set(names) or len(names) != depth:
            words = ngettext(
                "shape: levels names the kind max, min or chance of {depth} level",
                "shape: levels names the kinds max, min or chance of all {depth} levels",
                depth,
            )
            raise ShapeError(words.format(depth=depth))
        return tuple(_KINDS[name] for name in names)
    of_chance: set[int] = set()
    if values["chance"]:
        of_chance = {_whole("chance", text, 1, depth) for text in values["chance"].split(",")}
    elif chance:
        of_chance = {min(2, depth)}
    # Moving twice is the only way to a deep cut in a tree that is not deep.
    twice = bool(deep and deep.low and depth == DEEP_DEPTH - 1 and not of_chance)
    levels: list[int] = []
    player = _KINDS[values["root"]]
    for level in range(1, depth + 1):
        levels.append(CHANCE if level in of_chance else player)
        if level not in of_chance and not (twice and level == 1):
            player = -player
    return tuple(levels)


def _refuse_contradictions(shape: Shape, given: dict[str, str], chance: bool) -> None:
    """Refuses a shape that contradicts itself; `given` are the keys that were written."""
    if chance:
        for key in (*COUNTED, *CONVENTIONAL):
            if key in given:
                words = _("shape: {key} is about alpha-beta, which knows no chance")
                raise ShapeError(words.format(key=key))
        if CHANCE not in shape.levels:
            raise ShapeError(_("shape: expectiminimax needs a level of chance"))
    elif CHANCE in shape.levels:
        raise ShapeError(_("shape: chance is for exercises of the kind expectiminimax"))
    if shape.cut == "gt" and shape.returns != "soft":
        words = _("shape: values clipped (returns={returns}) never pass a bound: use cut=ge")
        raise ShapeError(words.format(returns=shape.returns))
    if shape.uneven and (shape.depth == 1 or shape.branching.high == 1):
        raise ShapeError(_("shape: an uneven tree needs a depth and a branching of 2 or more"))
    least, most = shape.least_leaves, shape.most_leaves
    if least > MAX_LEAVES:
        words = _("shape: {least} leaves or more are no exercise: at most {most}")
        raise ShapeError(words.format(least=least, most=MAX_LEAVES))
    if least > most:
        words = _(
            "shape: {least} leaves or more cannot all differ with {values} values: "
            "widen leaves, or ties=any"
        )
        raise ShapeError(words.format(least=least, values=shape.values))
    if shape.ties == "yes" and shape.branching.high == 1:
        raise ShapeError(_("shape: a tie needs two branches: raise branching"))
