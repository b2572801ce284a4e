"""Tiers in which moves can stay: sweeps over all positions of the tier until nothing changes.

Positions lie in arrays, their children one after another: `links` has the place of a child of the
same tier, or -1 where the child belongs to a later one; then `found` has its score.

Without chance every position begins as one that goes on for ever, and takes the best of its
children's scores again and again. What MAX can force only ever rises from there, what MIN can force
only ever falls, so that any order of the sweeps ends at the same scores: the soonest wins, the
latest losses, and for ever where nobody can force anything. With chance two bounds close in on each
value from below and from above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.compiler.intrinsics import WORD, float_of, load, load_float, store, store_float
from zermelo.compiler.kernels import Rules
from zermelo.game import CHANCE, MAX, ZermeloError
from zermelo.language import _
from zermelo.tablebase.block import (
    COUNT,
    FOUND,
    HEADS,
    HIGHS,
    LINKS,
    NEVER,
    OVER,
    SCORES,
    UNIT,
    USED,
    WEIGHTS,
)
from zermelo.tablebase.kernels import step
from zermelo.tablebase.machine import Array, Children, Machine

MOST_SWEEPS: Final = 100_000
ROUNDING: Final = 2.0**-52
FINE: Final = 1e-13  # of the largest value: close enough to stop at once
SLOW: Final = 0.98  # of the gap is left after a sweep: stop as soon as the error is allowed


class GoesRound(ZermeloError):
    """The game goes round in a way that gives its states no values, or none that are known."""


class Values(NamedTuple):
    """The scores of a tier (values, where there is chance), and how much they may be off."""

    scores: Array
    error: float


def solve_rounds(
    machine: Machine, children: Children, links: Array, found: Array, tolerance: float
) -> Values:
    """The scores of all positions of a tier."""
    refuse(machine, children, links)
    if machine.real:
        return _close_in(machine, children, links, found, tolerance)
    over = children.heads == OVER
    scores = np.where(over, children.ends * UNIT, NEVER)
    block = children.block(links=links, found=found, scores=scores)
    sweep = machine.kernel(sweep_kernel)
    while sweep(block.address):
        pass
    return Values(scores, 0.0)


def refuse(machine: Machine, children: Children, links: Array) -> None:
    """Refuses what goes round where values depend on the way, or on what nobody has said."""
    game = machine.game
    allowed = ("endless", None) if game.has_chance else ("endless", "draw")
    if game.repetition in allowed:
        return
    ended = (children.heads == OVER).astype(np.int64)
    block = children.block(links=links, scores=ended)
    while machine.kernel(peel_kernel)(block.address):
        pass
    if ended.all():
        return
    if game.repetition is None:
        words = _(
            "{game} can come back to a position and does not say what that is worth: add "
            'repetition = "draw" (or "endless") to its rules'
        )
    else:
        words = _(
            "{game} can come back to a position, and what that is worth depends on the moves "
            "before: there can be no table of values"
        )
    raise GoesRound(words.format(game=game.name))


def _close_in(
    machine: Machine, children: Children, links: Array, found: Array, tolerance: float
) -> Values:
    """Bounds on the values, until they are close enough or come no closer."""
    over = children.heads == OVER
    ends = children.ends.view(np.float64)
    known = [ends[over], found.view(np.float64)[links < 0]]
    everything: Any = np.concatenate(known)
    if machine.game.repetition == "endless":
        everything = np.append(everything, 0.0)
    floor, ceiling = (everything.min(), everything.max()) if len(everything) else (0.0, 0.0)
    low, high = np.where(over, ends, floor), np.where(over, ends, ceiling)
    largest = max(abs(floor), abs(ceiling), 1.0)
    block = children.block(links=links, found=found, scores=low, highs=high)
    kernel, gap = machine.kernel(bounds_kernel), np.inf
    for _sweep in range(MOST_SWEEPS):
        changed = kernel(block.address)
        before, gap = gap, float((high - low).max()) if len(low) else 0.0
        close = gap <= 2 * tolerance * largest
        if gap <= FINE * largest or (close and gap > SLOW * before):
            break
        if not changed:
            break
    if gap > 2 * tolerance * largest:
        words = _(
            "the values of {game} are known to {error:.2g} only: they close in too slowly, or a "
            "player can keep the game going for ever"
        )
        raise GoesRound(words.format(game=machine.game.name, error=gap / 2))
    most = int((children.heads >> 2).max(initial=0)) + 2
    return Values((low + high) / 2, gap / 2 + most * ROUNDING * largest)


# --- the kernels ---------------------------------------------------------------------------------


def sweep_kernel(game: Rules, block: int) -> int:
    """Takes every position's score from its children's, the last first; how many changed."""
    heads, scores, count = load(block + HEADS), load(block + SCORES), load(block + COUNT)
    links, found = load(block + LINKS), load(block + FOUND)
    at, changed = load(block + USED), 0
    for i in range(count - 1, -1, -1):
        head = load(heads + WORD * i)
        if head != OVER:
            end, first = at, True
            at -= head >> 2
            score = 0
            for j in range(at, end):
                link = load(links + WORD * j)
                other = load(scores + WORD * link) if link >= 0 else load(found + WORD * j)
                if first or (other > score) == (head & 3 == MAX + 1):
                    score, first = other, False
            score = step(score)
            if score != load(scores + WORD * i):
                store(scores + WORD * i, score)
                changed += 1
    return changed


def peel_kernel(game: Rules, block: int) -> int:
    """Marks positions all of whose children inside are marked; how many are new."""
    heads, marks, count = load(block + HEADS), load(block + SCORES), load(block + COUNT)
    links = load(block + LINKS)
    at, changed = load(block + USED), 0
    for i in range(count - 1, -1, -1):
        head = load(heads + WORD * i)
        if head != OVER:
            end = at
            at -= head >> 2
            left = 0
            for j in range(at, end):
                link = load(links + WORD * j)
                if link >= 0 and load(marks + WORD * link) == 0:
                    left += 1
            if left == 0 and load(marks + WORD * i) == 0:
                store(marks + WORD * i, 1)
                changed += 1
    return changed


def bounds_kernel(game: Rules, block: int) -> int:
    """Takes every position's bounds from its children's, the last first; how many changed."""
    heads, lows, highs = load(block + HEADS), load(block + SCORES), load(block + HIGHS)
    links, found, weights = load(block + LINKS), load(block + FOUND), load(block + WEIGHTS)
    at, changed = load(block + USED), 0
    for i in range(load(block + COUNT) - 1, -1, -1):
        head = load(heads + WORD * i)
        if head != OVER:
            end = at
            at -= head >> 2
            player, total = (head & 3) - 1, 0
            low = high = 0.0
            for j in range(at, end):
                link = load(links + WORD * j)
                if link >= 0:
                    under, over = load_float(lows + WORD * link), load_float(highs + WORD * link)
                else:
                    under = over = float_of(load(found + WORD * j))
                if player == CHANCE:
                    weight = load(weights + WORD * j)
                    low += weight * under
                    high += weight * over
                    total += weight
                elif j == at:
                    low, high = under, over
                elif player == MAX:
                    low, high = max(low, under), max(high, over)
                else:
                    low, high = min(low, under), min(high, over)
            if player == CHANCE:
                low /= total
                high /= total
            if low > load_float(lows + WORD * i):
                store_float(lows + WORD * i, low)
                changed += 1
            if high < load_float(highs + WORD * i):
                store_float(highs + WORD * i, high)
                changed += 1
    return changed


def round_kernels(real: bool) -> tuple[Callable[..., int], ...]:
    """Those that a tier's values need, whole or real ones."""
    return peel_kernel, bounds_kernel if real else sweep_kernel
