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
    cut=ge returns=soft    the conventions of alpha-beta, as in `zermelo search`

All are optional.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

from zermelo.game import CHANCE, PLAYER_NAMES, ZermeloError
from zermelo.language import _
from zermelo.names import instead

MAX_DEPTH: Final = 8
MAX_BRANCHING: Final = 9
MAX_LEAVES: Final = 128  # a sheet with more is no exercise
DEEP_DEPTH: Final = 4  # where MAX and MIN alternate no shallower tree has a deep cut

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
    "returns": "soft",
}
ALWAYS_TOLD: Final = ("depth", "branching", "ties")
COUNTED: Final = ("cuts", "deep", "pruned")
CHOICES: Final = {
    "ties": ("no", "yes", "any"),
    "root": ("max", "min"),
    "odds": ("mixed", "equal"),
    "uneven": ("no", "yes"),
    "cut": ("ge", "gt"),
    "returns": ("soft", "hard"),
}
_KINDS: Final = {name.lower(): kind for kind, name in PLAYER_NAMES.items()}


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
    returns: str

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
    words = {**KEYS, **given}
    for key, choices in CHOICES.items():
        if words[key] not in choices:
            raise ShapeError(
                _("shape: {key} is one of {choices}, not '{word}'").format(
                    key=key, choices=", ".join(choices), word=words[key]
                )
            )
    depth = _whole("depth", words["depth"], 1, MAX_DEPTH)
    branching = _span("branching", words["branching"])
    if not 1 <= branching.low <= MAX_BRANCHING:
        raise ShapeError(
            _("shape: branching must begin from 1 to {most}").format(most=MAX_BRANCHING)
        )
    branching = Span(branching.low, min(branching.high, MAX_BRANCHING))
    cuts, deep, pruned = (_span(key, words[key]) if words[key] else None for key in COUNTED)
    step = _number("step", words["step"])
    if step <= 0:
        raise ShapeError(_("shape: step must be more than 0"))
    shape = Shape(
        text=" ".join(f"{key}={words[key]}" for key in KEYS if key in given or key in ALWAYS_TOLD),
        depth=depth,
        branching=branching,
        cuts=cuts,
        deep=deep,
        pruned=pruned,
        ties=words["ties"],
        ends=_ends(words["leaves"], step) if words["leaves"] else None,
        step=step,
        levels=_levels(words, given, depth, deep, chance),
        odds=words["odds"],
        uneven=words["uneven"] == "yes",
        cut=words["cut"],
        returns=words["returns"],
    )
    _refuse_contradictions(shape, given, chance)
    return shape


# --- reading -----------------------------------------------------------------------------------


def _pairs(text: str) -> dict[str, str]:
    given: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        if not equals or not value:
            raise ShapeError(
                _("shape: '{word}' must be key=value, such as cuts=2").format(word=word)
            )
        if key not in KEYS:
            raise ShapeError(
                _("shape: no key '{key}'{instead}").format(key=key, instead=instead(key, KEYS))
            )
        if key in given:
            raise ShapeError(_("shape: {key} is given twice").format(key=key))
        given[key] = value.lower()
    return given


def _whole(key: str, text: str, low: int, high: int) -> int:
    if not re.fullmatch(r"[0-9]{1,3}", text) or not low <= int(text) <= high:
        raise ShapeError(
            _("shape: {key} is a whole number from {low} to {high}, not '{text}'").format(
                key=key, low=low, high=high, text=text
            )
        )
    return int(text)


def _span(key: str, text: str) -> Span:
    found = re.fullmatch(r"([0-9]{1,3})(\+|-([0-9]{1,3}))?", text)
    if not found:
        raise ShapeError(
            _("shape: {key} is a number such as 2, 2-3 or 2+, not '{text}'").format(
                key=key, text=text
            )
        )
    low = int(found[1])
    high = math.inf if found[2] == "+" else int(found[3] or low)
    if high < low:
        raise ShapeError(
            _("shape: {key}={text} ends below its beginning").format(key=key, text=text)
        )
    return Span(low, high)


def _number(key: str, text: str) -> Fraction:
    text = text.replace("−", "-")
    if not re.fullmatch(r"[+-]?([0-9]{1,9}(\.[0-9]{1,9})?|[0-9]{1,9}/[0-9]{1,9})", text):
        raise ShapeError(
            _("shape: {key} is a number such as 3, -2.5 or 1/2, not '{text}'").format(
                key=key, text=text
            )
        )
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise ShapeError(_("shape: '{text}' divides by zero").format(text=text)) from None


def _ends(text: str, step: Fraction) -> tuple[Fraction, Fraction]:
    low_text, dots, high_text = text.partition("..")
    if not dots:
        raise ShapeError(
            _("shape: leaves is a range such as 0..20, not '{text}'").format(text=text)
        )
    low, high = _number("leaves", low_text), _number("leaves", high_text)
    if high - low < step:
        raise ShapeError(
            _("shape: leaves={text} has no room for two values {step} apart").format(
                text=text, step=step
            )
        )
    return low, high


def _levels(
    words: dict[str, str], given: dict[str, str], depth: int, deep: Span | None, chance: bool
) -> tuple[int, ...]:
    """The kind of each level of inner nodes, from the root down."""
    if words["levels"]:
        for key in ("root", "chance"):
            if key in given:
                raise ShapeError(_("shape: levels says all about {key}: give one").format(key=key))
        names = words["levels"].split(",")
        if not _KINDS.keys() >= set(names) or len(names) != depth:
            raise ShapeError(
                _("shape: levels names the kinds max, min or chance of all {depth} levels").format(
                    depth=depth
                )
            )
        return tuple(_KINDS[name] for name in names)
    of_chance: set[int] = set()
    if words["chance"]:
        of_chance = {_whole("chance", text, 1, depth) for text in words["chance"].split(",")}
    elif chance:
        of_chance = {min(2, depth)}
    # Moving twice is the only way to a deep cut in a tree that is not deep.
    twice = bool(deep and deep.low and depth == DEEP_DEPTH - 1 and not of_chance)
    levels: list[int] = []
    player = _KINDS[words["root"]]
    for level in range(1, depth + 1):
        levels.append(CHANCE if level in of_chance else player)
        if level not in of_chance and not (twice and level == 1):
            player = -player
    return tuple(levels)


# --- contradictions ----------------------------------------------------------------------------


def _refuse_contradictions(shape: Shape, given: dict[str, str], chance: bool) -> None:
    if chance:
        for key in (*COUNTED, "cut", "returns"):
            if key in given:
                raise ShapeError(
                    _("shape: {key} is about alpha-beta, which knows no chance").format(key=key)
                )
        if CHANCE not in shape.levels:
            raise ShapeError(_("shape: expectiminimax needs a level of chance"))
    elif CHANCE in shape.levels:
        raise ShapeError(_("shape: chance is for exercises of the kind expectiminimax"))
    if (shape.cut, shape.returns) == ("gt", "hard"):
        raise ShapeError(
            _("shape: values clipped to the window (returns=hard) never pass it: use cut=ge")
        )
    if shape.uneven and (shape.depth == 1 or shape.branching.high == 1):
        raise ShapeError(_("shape: an uneven tree needs a depth and a branching of 2 or more"))
    least, most = shape.least_leaves, shape.most_leaves
    if least > MAX_LEAVES:
        raise ShapeError(
            _("shape: {least} leaves or more are no exercise: at most {most}").format(
                least=least, most=MAX_LEAVES
            )
        )
    if least > most:
        raise ShapeError(
            _(
                "shape: {least} leaves or more cannot all differ with {values} values: "
                "widen leaves, or ties=any"
            ).format(least=least, values=shape.values)
        )
    if shape.ties == "yes" and shape.branching.high == 1:
        raise ShapeError(_("shape: a tie needs two branches: raise branching"))
    _refuse_cuts(shape)


def _refuse_cuts(shape: Shape) -> None:
    cuts, deep, pruned = shape.cuts or Span(0, math.inf), shape.deep, shape.pruned
    if deep and deep.low > cuts.high:
        raise ShapeError(_("shape: there cannot be more deep cuts than cuts"))
    if pruned and cuts.low > pruned.high:
        raise ShapeError(_("shape: each cut prunes a leaf or more: pruned cannot be below cuts"))
    if pruned and pruned.low > 0 and cuts.high == 0:
        raise ShapeError(_("shape: without a cut nothing is pruned"))
    if pruned and pruned.low >= shape.most_leaves:
        raise ShapeError(
            _("shape: of at most {leaves} leaves one is always looked at").format(
                leaves=shape.most_leaves
            )
        )
    any_room, deep_room = _room(shape, deep=False), _room(shape, deep=True)
    if deep and deep.low > deep_room:
        why = _("there is room for at most {room}").format(room=deep_room)
        if deep_room == 0:
            why = _("the bound must come from two levels of one player above: raise depth")
        raise ShapeError(
            _("shape: deep={wanted} cannot be: {why}").format(wanted=deep.low, why=why)
        )
    if cuts.low > any_room:
        raise ShapeError(
            _(
                "shape: cuts={wanted} cannot be: with this depth and branching there is room for "
                "at most {room}"
            ).format(wanted=cuts.low, room=any_room)
        )


def _room(shape: Shape, deep: bool) -> int:
    """No tree of the shape has more cuts than this, or more deep ones.

    A cut needs a bound from an ancestor of the other kind that has searched a branch before (a
    deep one, from above the nearest of that kind), and a branch that is skipped.
    """
    most = int(shape.branching.high)

    @cache
    def room(level: int, near: frozenset[int], far: frozenset[int]) -> int:
        """`near`: the kinds that may have set a bound above; `far`: not by their nearest node."""
        if level == shape.depth:
            return 0
        kind = shape.levels[level]
        cut = -kind in (far if deep else near)
        if kind in near:
            far |= {kind}
        first, other = room(level + 1, near, far), room(level + 1, near | {kind}, far)
        whole = first + (most - 1) * other
        return max(whole, whole - other + cut) if most > 1 else whole

    return room(0, frozenset(), frozenset())
