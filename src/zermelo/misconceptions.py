"""What people get wrong about search: one table, for papers and for programs.

A misconception is a small variant of the search, run on the same tree. The variant that does what
a program does, or whose answers are those on a paper, explains it. A variant reports to an
observer like any search, so that what it would have written down is a replay of its events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, MAX, MIN, Value
from zermelo.games.tree import Tree
from zermelo.language import mark
from zermelo.search import Observer


class Observation(NamedTuple):
    """What can be seen of a search from outside."""

    value: Value | None  # None: it gives moves alone
    move: int | None  # the number of the branch at the root
    leaves: tuple[int, ...]
    windows: tuple[tuple[int, Value | None, Value | None], ...] = ()  # given to inner nodes
    withheld: tuple[bool, bool] = (False, False)  # alpha, beta: not passed on as it was held


@dataclass(frozen=True)
class Variant:
    """A search of a tree; pairs are for MAX and MIN. The defaults are alpha-beta as it should be.

    The bound of MAX's own is alpha, that of MIN beta.
    """

    # Also gt, no; own, given: by its own bound, now or passed; cross: once alpha >= beta.
    cut: tuple[str, str] = ("ge", "ge")
    test: str = "last"  # first: before the bound is changed
    returns: str = "soft"  # also hard, bound
    order: str = "left"  # also right
    start: tuple[float, float] = (-inf, inf)  # the best before the first branch
    raises: tuple[bool, bool] = (True, True)
    hand_down: tuple[bool, bool] = (True, True)  # alpha, beta
    turn: str = ""  # of what is handed down: swapped; negated: -beta, -alpha
    best: tuple[Callable[..., Any], Callable[..., Any]] = (max, min)
    keep: str = "first"  # of equally good moves; also last, latest: the branch looked at last
    skip: str = ""  # first, last: a branch that is never tried; others: only the first is
    shared: bool = False  # one alpha and one beta for the whole tree
    alternate: bool = False  # who moves is taken from the depth
    flip: int | None = None  # a node at which the other player is taken to move
    negate: bool = True  # the leaf is for MAX; else for whoever moves there
    window: tuple[float, float] = (-inf, inf)
    off: int = 0  # plies too few
    exact: bool = False  # it stops at that ply alone, and not below it
    chance: str = "mean"  # also plain, divided, max, min, sum, floor


RIGHT: Final = Variant()
NO_CUTS: Final = Variant(cut=("no", "no"))
# By what is skipped, the branches that are tried.
TRIED: Final = {"": slice(None), "first": slice(1, None), "last": slice(-1), "others": slice(1)}


class _Search:
    def __init__(
        self, tree: Tree, variant: Variant, depth: int | None, chance_depth: int, watch: Observer
    ) -> None:
        self.tree, self.variant, self.watch = tree, variant, watch
        self.chance_depth = chance_depth
        self.leaves: list[int] = []
        self.windows: list[tuple[int, Value | None, Value | None]] = []
        self.bounds = list(variant.window)
        # Where chance costs a level, depth counts levels, from 1.
        self.limit = inf if depth is None else depth - chance_depth - variant.off

    def value(
        self, state: int, action: int | None, ply: int, alpha: Value, beta: Value
    ) -> tuple[Value, int | None]:
        node, watch = self.tree.nodes[state], self.watch
        watch.enter(ply, state, action, alpha, beta)
        counts = node.kind != CHANCE or self.chance_depth
        stops = ply == self.limit if self.variant.exact else ply >= self.limit
        if not node.children or (stops and counts):
            found = self._leaf(state, ply)
            watch.leaf(found, True)
            return found, None
        self.windows.append((state, alpha, beta))
        if node.kind == CHANCE:
            best, move = self._mean(state, ply, alpha, beta), None
        else:
            best, move = self._best(state, ply, alpha, beta)
        watch.leave(best)
        return best, move

    def _leaf(self, state: int, ply: int) -> Value:
        node = self.tree.nodes[state]
        self.leaves.append(state)
        found = node.value if node.value is not None else node.static
        found = 0 if found is None else found
        return found if self.variant.negate or ply % 2 == 0 else -found

    def _side(self, state: int, ply: int) -> int:
        """0 where MAX is taken to move, 1 for MIN."""
        is_max = self.tree.nodes[state].kind == MAX
        if self.variant.alternate:
            is_max = ply % 2 == 0
        return int(is_max == (self.variant.flip == state))

    def _best(self, state: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, int | None]:
        node, variant, watch = self.tree.nodes[state], self.variant, self.watch
        side = self._side(state, ply)
        given = (alpha, beta)
        best = given[side] if variant.returns == "bound" else variant.start[side]
        move = None
        branches = self._branches(len(node.children))
        for branch in branches:
            window = [alpha, beta] if not variant.shared else self.bounds
            handed = [w if variant.hand_down[i] else (-inf, inf)[i] for i, w in enumerate(window)]
            if variant.turn:
                handed = [(-1 if variant.turn == "negated" else 1) * w for w in reversed(handed)]
            value, _move = self.value(node.children[branch], branch, ply + 1, handed[0], handed[1])
            better = variant.best[side](value, best) == value
            if (
                (better and value != best)
                or (variant.keep == "last" and value == best)
                or (variant.keep == "latest")
            ):
                move = branch
                watch.best(ply, branch, value)
            best = variant.best[side](best, value)
            if variant.shared:
                alpha, beta = self.bounds
            own, other = (alpha, beta) if side == 0 else (beta, alpha)
            cuts = self._cuts(side, best, given[side] if "given" in variant.cut else own, other)
            if not (cuts and variant.test == "first"):
                alpha, beta = self._raised(side, best, alpha, beta)
            if cuts:
                watch.cutoff(-1 if side else 1, best, other, branches)
                break
        if variant.returns == "hard":
            best = min(max(best, given[0]), given[1])
        return best, move

    def _raised(self, side: int, best: Value, alpha: Value, beta: Value) -> tuple[Value, Value]:
        before = (alpha, beta)
        if self.variant.raises[side]:
            alpha, beta = (max(alpha, best), beta) if side == 0 else (alpha, min(beta, best))
        if self.variant.shared:
            self.bounds = [float(alpha), float(beta)]
        if (alpha, beta) != before:
            self.watch.bound(MIN if side else MAX, beta if side else alpha)
        return alpha, beta

    def _cuts(self, side: int, best: Value, own: Value, other: Value) -> bool:
        how = self.variant.cut[side]
        if how in ("own", "given"):
            return best <= own if side == 0 else best >= own
        if how == "cross" and not self.variant.raises[side]:
            best = own
        elif how == "cross":
            best = max(own, best) if side == 0 else min(own, best)
        ahead = best > other if side == 0 else best < other
        return how != "no" and (ahead or (how in ("ge", "cross") and best == other))

    def _branches(self, count: int) -> Iterator[int]:
        places = range(count) if self.variant.order == "left" else range(count)[::-1]
        return iter(places[TRIED[self.variant.skip]])

    def _mean(self, state: int, ply: int, alpha: Value, beta: Value) -> Value:
        node, how = self.tree.nodes[state], self.variant.chance
        ply += self.chance_depth
        values = [
            self.value(child, place, ply, alpha, beta)[0]
            for place, child in enumerate(node.children)
        ]
        if how in ("max", "min"):
            return (max if how == "max" else min)(values)
        if any(value in (inf, -inf) for value in values):
            return values[0]  # a slip further down has found nothing: no mean
        shares: Sequence[Fraction | int] = node.probabilities
        if how in ("plain", "sum"):
            shares = node.weights if how == "sum" else [Fraction(1, len(values))] * len(values)
        pairs = zip(shares, values, strict=True)
        mean = sum((share * Fraction(value) for share, value in pairs), Fraction(0))
        if how == "divided":
            mean /= len(values)
        return mean // 1 if how == "floor" else mean


def search(
    tree: Tree,
    variant: Variant = RIGHT,
    depth: int | None = None,
    chance_depth: int = 0,
    observer: Observer | None = None,
) -> Observation:
    """What can be seen of such a search; the observer hears all of it."""
    run = _Search(tree, variant, depth, chance_depth, observer or Observer())
    value, move = run.value(0, None, 0, *variant.window)
    return Observation(value, move, tuple(run.leaves), tuple(run.windows))


# --- the table ---------------------------------------------------------------------------------


class Misconception(NamedTuple):
    """A thing that people get wrong: how to say it, and what it changes in the search.

    `charge` is what it costs on a paper, in percent, once, however many answers it spoils; 0: a
    paper does not show it. `programs`: whether it is a mistake in a program.
    """

    words: str
    changes: dict[str, Any]
    charge: int = 0
    programs: bool = True


def _one(words: str, charge: int = 0, programs: bool = True, **changes: Any) -> Misconception:
    return Misconception(words, changes, charge, programs)


# The likeliest first; the words say what is wrong, and what to do.
OF_ALPHA_BETA: Final = (
    _one(
        mark("the values are clipped to the window (fail-hard)"), 8, returns="hard", programs=False
    ),
    _one(mark("it cuts only where alpha > beta: equality is enough"), 8, cut=("gt", "gt")),
    _one(mark("at MAX it cuts only on >: equality is enough"), 8, cut=("gt", "ge")),
    _one(mark("at MIN it cuts only on <: equality is enough"), 8, cut=("ge", "gt")),
    _one(mark("it never cuts: this is minimax"), 45, cut=("no", "no")),
    _one(mark("it never cuts at MAX"), 25, cut=("no", "ge")),
    _one(mark("it never cuts at MIN"), 25, cut=("ge", "no")),
    _one(mark("it searches from right to left"), 50, order="right"),
    _one(mark("it searches from left to right"), 50, order="left", programs=False),
    _one(mark("alpha is not passed down"), 30, hand_down=(False, True)),
    _one(mark("beta is not passed down"), 30, hand_down=(True, False)),
    _one(mark("at MAX alpha is raised outside the loop, or not at all"), 30, raises=(False, True)),
    _one(mark("at MIN beta is lowered outside the loop, or not at all"), 30, raises=(True, False)),
    _one(
        mark("alpha and beta are never updated inside the loop, or not passed down"),
        40,
        raises=(False, False),
    ),
    _one(
        mark("it compares with the wrong bound: MAX cuts by beta, MIN by alpha"),
        55,
        cut=("own", "own"),
    ),
    _one(
        mark("it compares with the wrong bound: MAX cuts by beta, MIN by alpha"),
        55,
        cut=("given", "given"),
    ),
    _one(
        mark("alpha and beta are shared by the whole tree: each call needs its own"),
        30,
        shared=True,
    ),
    _one(mark("the search begins with alpha = 0"), 15, window=(0, inf)),
    _one(mark("alpha and beta are handed on the wrong way round"), turn="swapped"),
    _one(mark("the window is handed on as it is: negamax negates and swaps it"), turn="negated"),
)
OF_CHANCE: Final = (
    _one(mark("the mean does not weigh by probability"), 40, chance="plain"),
    _one(
        mark("the weighted sum is divided by the number of branches as well"), 40, chance="divided"
    ),
    _one(mark("the weights are not divided by their sum"), 40, chance="sum"),
    _one(mark("a chance node takes the largest"), 50, chance="max"),
    _one(mark("a chance node takes the smallest"), 50, chance="min"),
    _one(mark("fractions are cut to whole numbers"), 15, chance="floor"),
)
NEVER: Final = ("no", "no")
OF_ALL: Final = (
    _one(mark("the maximum starts at 0: it must start at minus infinity"), start=(0, inf)),
    _one(mark("the minimum starts at 0: it must start at infinity"), start=(-inf, 0)),
    _one(mark("maximum and minimum both start at 0"), start=(0, 0)),
    _one(mark("MAX and MIN are swapped"), 60, best=(min, max), start=(inf, -inf), cut=NEVER),
    _one(mark("MIN takes the largest, too"), 60, best=(max, max), start=(-inf, -inf), cut=NEVER),
    _one(mark("MAX takes the smallest, too"), 60, best=(min, min), start=(inf, inf), cut=NEVER),
    _one(mark("of equally good moves it takes the last: use > and not >="), keep="last"),
    _one(mark("the move is the last one looked at, not the best"), keep="latest"),
    _one(mark("the last branch is never tried: the loop ends one too early"), 50, skip="last"),
    _one(mark("the first branch is never tried"), 50, skip="first"),
    _one(
        mark("only the first branch is looked at: a return stands inside the loop"),
        90,
        skip="others",
    ),
    _one(mark("who moves is taken from the depth: ask the game"), alternate=True),
    _one(mark("a leaf is valued for whoever moves there: values are for MAX"), negate=False),
    _one(mark("it stops one ply too early"), off=1),
    _one(mark("it stops one ply too late"), off=-1),
    _one(
        mark("it stops where the depth is 1, not 0: one ply too early, and never from 0"),
        off=1,
        exact=True,
    ),
    *(
        _one(mark("its infinity is too small for these values"), start=(-most, most))
        for most in (1000.0, 999.0, 100.0, 99.0, 50.0, 20.0, 10.0)
    ),
)


def misconceptions(kind: str) -> tuple[Misconception, ...]:
    """Those about an algorithm, the likeliest first."""
    own = {"alphabeta": OF_ALPHA_BETA, "expectiminimax": OF_CHANCE}.get(kind, ())
    return (*own, *OF_ALL)
