"""Shapes that no tree can have, each with what is wrong with it."""

from __future__ import annotations

import math
from functools import cache

from zermelo.exercise.shape.shape import CONVENTIONAL, COUNTED, MAX_LEAVES, Shape, ShapeError, Span
from zermelo.game import CHANCE
from zermelo.language import _, ngettext


def refuse_contradictions(shape: Shape, given: dict[str, str], chance: bool) -> None:
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
        words = ngettext(
            "shape: of at most {leaves} leaf one is always looked at",
            "shape: of at most {leaves} leaves one is always looked at",
            shape.most_leaves,
        )
        raise ShapeError(words.format(leaves=shape.most_leaves))
    any_room, deep_room = _room(shape, deep=False), _room(shape, deep=True)
    if deep and deep.low > deep_room:
        why = ngettext(
            "there is room for at most {room}", "there is room for at most {room}", deep_room
        ).format(room=deep_room)
        if deep_room == 0:
            why = _("the bound must come from two levels of one player above: raise depth")
        words = _("shape: deep={wanted} cannot be: {why}")
        raise ShapeError(words.format(wanted=deep.low, why=why))
    if cuts.low > any_room:
        words = ngettext(
            "shape: cuts={wanted} cannot be: with this depth and branching there is room for "
            "at most {room}",
            "shape: cuts={wanted} cannot be: with this depth and branching there is room for "
            "at most {room}",
            any_room,
        )
        raise ShapeError(words.format(wanted=cuts.low, room=any_room))


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
