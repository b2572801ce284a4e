"""What mistake a program looks like: the usual ones, made on purpose.

Each is a search with one thing wrong. A program that gives the same values, the same moves and
looks at the same leaves as one of them, on all the trees, has made that mistake, or one that
cannot be told from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf
from typing import Any, Final, NamedTuple

from zermelo.game import CHANCE, MAX, Value
from zermelo.games.tree import Tree
from zermelo.language import mark


class Observation(NamedTuple):
    """What can be seen of a search from outside."""

    value: Value | None  # None: it gives moves alone
    move: int | None  # the number of the branch at the root
    leaves: tuple[int, ...]
    windows: tuple[tuple[int, Value | None, Value | None], ...] = ()  # given to inner nodes
    withheld: tuple[bool, bool] = (False, False)  # alpha, beta: not passed on as it was held


@dataclass(frozen=True)
class Slip:
    """What goes wrong, for MAX and for MIN: all at its default is alpha-beta as it should be."""

    cut: tuple[str, str] = ("ge", "ge")  # also gt, no, own: compared with the bound of its own
    start: tuple[float, float] = (-inf, inf)  # the best before the first branch
    raise_in_loop: tuple[bool, bool] = (True, True)
    hand_down: tuple[bool, bool] = (True, True)  # alpha, beta
    best: tuple[Callable[..., Any], Callable[..., Any]] = (max, min)
    keep: str = "first"  # of equally good moves; also last, latest: the branch looked at last
    skip: str = ""  # first, last: a branch that is never tried; others: only the first is
    shared: bool = False  # one alpha and one beta for the whole tree
    alternate: bool = False  # who moves is taken from the depth
    negate: bool = True  # the leaf is for MAX; else for whoever moves there
    window: tuple[float, float] = (-inf, inf)
    off: int = 0  # plies too few
    chance: str = "mean"  # also plain, divided, max, min, sum, floor
    whole: bool = False  # values cut to whole numbers


class _Search:
    def __init__(self, tree: Tree, slip: Slip, depth: int | None, chance_depth: int) -> None:
        self.tree, self.slip, self.chance_depth = tree, slip, chance_depth
        self.leaves: list[int] = []
        self.windows: list[tuple[int, Value | None, Value | None]] = []
        self.bounds = list(slip.window)
        # Where chance costs a level, depth counts levels, from 1.
        self.limit = inf if depth is None else depth - chance_depth - slip.off
        self.move: int | None = None

    def run(self) -> Observation:
        value, self.move = self.value(0, 0, *self.slip.window)
        return Observation(value, self.move, tuple(self.leaves), tuple(self.windows))

    def value(self, state: int, ply: int, alpha: Value, beta: Value) -> tuple[Value, int | None]:
        node, slip = self.tree.nodes[state], self.slip
        counts = node.kind != CHANCE or self.chance_depth
        if not node.children or (ply >= self.limit and counts):
            self.leaves.append(state)
            found = node.value if node.value is not None else node.static
            found = 0 if found is None else found
            return (found if slip.negate or ply % 2 == 0 else -found), None
        self.windows.append((state, alpha, beta))
        if node.kind == CHANCE:
            return self._mean(state, ply, alpha, beta), None
        side = 0 if (ply % 2 == 0 if slip.alternate else node.kind == MAX) else 1
        best, move = slip.start[side], None
        for branch in self._branches(len(node.children)):
            window = [alpha, beta] if not slip.shared else self.bounds
            handed = [w if slip.hand_down[i] else (-inf, inf)[i] for i, w in enumerate(window)]
            value, _move = self.value(node.children[branch], ply + 1, handed[0], handed[1])
            better = slip.best[side](value, best) == value
            if (
                (better and value != best)
                or (slip.keep == "last" and value == best)
                or (slip.keep == "latest")
            ):
                move = branch
            best = slip.best[side](best, value)
            if slip.shared:
                alpha, beta = self.bounds
            own = alpha if side == 0 else beta  # before it moves
            alpha, beta = self._raised(side, best, alpha, beta)
            if self._cuts(side, best, own, beta if side == 0 else alpha):
                break
        return best, move

    def _raised(self, side: int, best: Value, alpha: Value, beta: Value) -> tuple[Value, Value]:
        if self.slip.raise_in_loop[side]:
            alpha, beta = (max(alpha, best), beta) if side == 0 else (alpha, min(beta, best))
        if self.slip.shared:
            self.bounds = [float(alpha), float(beta)]
        return alpha, beta

    def _cuts(self, side: int, best: Value, own: Value, other: Value) -> bool:
        how = self.slip.cut[side]
        if how == "own":
            return best <= own if side == 0 else best >= own
        ahead = best > other if side == 0 else best < other
        return how != "no" and (ahead or (how == "ge" and best == other))

    def _branches(self, count: int) -> range:
        if self.slip.skip == "others":
            return range(1)
        first = 1 if self.slip.skip == "first" else 0
        last = count - 1 if self.slip.skip == "last" else count
        return range(first, last)

    def _mean(self, state: int, ply: int, alpha: Value, beta: Value) -> Value:
        node, how = self.tree.nodes[state], self.slip.chance
        ply += self.chance_depth
        values = [self.value(child, ply, alpha, beta)[0] for child in node.children]
        if how in ("max", "min"):
            return (max if how == "max" else min)(values)
        if any(value in (inf, -inf) for value in values):
            return values[0]  # a slip further down has found nothing: no mean
        pairs = zip(node.probabilities, values, strict=True)
        mean = sum((share * Fraction(value) for share, value in pairs), Fraction(0))
        if how == "plain":
            mean = sum((Fraction(value) for value in values), Fraction(0)) / len(values)
        if how == "sum":
            weighed = zip(node.weights, values, strict=True)
            mean = sum((weight * Fraction(value) for weight, value in weighed), Fraction(0))
        if how == "divided":
            mean /= len(values)
        return mean // 1 if how == "floor" else mean


RIGHT: Final = Slip()
NO_CUTS: Final = Slip(cut=("no", "no"))

# The mistakes, the likeliest first; the words say what is wrong, and what to do.
MISTAKES: Final[dict[str, tuple[tuple[str, Slip], ...]]] = {
    "alphabeta": (
        (mark("it cuts only where alpha > beta: equality is enough"), Slip(cut=("gt", "gt"))),
        (mark("at MAX it cuts only on >: equality is enough"), Slip(cut=("gt", "ge"))),
        (mark("at MIN it cuts only on <: equality is enough"), Slip(cut=("ge", "gt"))),
        (mark("it never cuts: this is minimax"), NO_CUTS),
        (mark("it never cuts at MAX"), Slip(cut=("no", "ge"))),
        (mark("it never cuts at MIN"), Slip(cut=("ge", "no"))),
        (mark("alpha is not passed down"), Slip(hand_down=(False, True))),
        (mark("beta is not passed down"), Slip(hand_down=(True, False))),
        (
            mark("at MAX alpha is raised outside the loop, or not at all"),
            Slip(raise_in_loop=(False, True)),
        ),
        (
            mark("at MIN beta is lowered outside the loop, or not at all"),
            Slip(raise_in_loop=(True, False)),
        ),
        (
            mark("alpha and beta are never updated inside the loop, or not passed down"),
            Slip(raise_in_loop=(False, False)),
        ),
        (
            mark("it compares with the wrong bound: MAX cuts by beta, MIN by alpha"),
            Slip(cut=("own", "own")),
        ),
        (
            mark("alpha and beta are shared by the whole tree: each call needs its own"),
            Slip(shared=True),
        ),
        (mark("the search begins with alpha = 0"), Slip(window=(0, inf))),
    ),
    "expectiminimax": (
        (mark("the mean does not weigh by probability"), Slip(chance="plain")),
        (
            mark("the weighted sum is divided by the number of branches as well"),
            Slip(chance="divided"),
        ),
        (mark("the weights are not divided by their sum"), Slip(chance="sum")),
        (mark("a chance node takes the largest"), Slip(chance="max")),
        (mark("a chance node takes the smallest"), Slip(chance="min")),
        (mark("fractions are cut to whole numbers"), Slip(chance="floor")),
    ),
}
COMMON: Final[tuple[tuple[str, Slip], ...]] = (
    (mark("the maximum starts at 0: it must start at minus infinity"), Slip(start=(0, inf))),
    (mark("the minimum starts at 0: it must start at infinity"), Slip(start=(-inf, 0))),
    (mark("maximum and minimum both start at 0"), Slip(start=(0, 0))),
    (mark("MAX and MIN are swapped"), Slip(best=(min, max), start=(inf, -inf), cut=("no", "no"))),
    (
        mark("MIN takes the largest, too"),
        Slip(best=(max, max), start=(-inf, -inf), cut=("no", "no")),
    ),
    (
        mark("MAX takes the smallest, too"),
        Slip(best=(min, min), start=(inf, inf), cut=("no", "no")),
    ),
    (mark("of equally good moves it takes the last: use > and not >="), Slip(keep="last")),
    (mark("the move is the last one looked at, not the best"), Slip(keep="latest")),
    (mark("the last branch is never tried: the loop ends one too early"), Slip(skip="last")),
    (mark("the first branch is never tried"), Slip(skip="first")),
    (
        mark("only the first branch is looked at: a return stands inside the loop"),
        Slip(skip="others"),
    ),
    (mark("who moves is taken from the depth: ask the game"), Slip(alternate=True)),
    (mark("a leaf is valued for whoever moves there: values are for MAX"), Slip(negate=False)),
    (mark("it stops one ply too early"), Slip(off=1)),
    (mark("it stops one ply too late"), Slip(off=-1)),
    *(
        (mark("its infinity is too small for these values"), Slip(start=(-most, most)))
        for most in (1000.0, 999.0, 100.0, 99.0, 50.0, 20.0, 10.0)
    ),
)


def search(
    tree: Tree, slip: Slip = RIGHT, depth: int | None = None, chance_depth: int = 0
) -> Observation:
    """What can be seen of a search with that slip."""
    return _Search(tree, slip, depth, chance_depth).run()


def suspects(kind: str) -> list[tuple[str, Slip]]:
    """The mistakes that a program of a kind may have made, with their words."""
    found = [*MISTAKES.get(kind, ()), *COMMON]
    if kind != "alphabeta":
        found = [(words, replace(slip, cut=("no", "no"))) for words, slip in found]
    return found


def likely(
    kind: str,
    observations: Sequence[tuple[Tree, int | None, Observation]],
    moves: bool,
    chance_depth: int = 0,
) -> str | None:
    """The mistake that gives the very same on every tree; None: it is none of these.

    `observations` are the trees with their depth limits, and what the program did on each; `moves`:
    whether it tells its moves. Of mistakes that give the same, the windows tell which it is.
    """
    usual = RIGHT if kind == "alphabeta" else NO_CUTS
    found = []
    for words, slip in suspects(kind):
        made: list[Observation] = []
        differs = False
        for tree, depth, one in observations:
            made.append(search(tree, slip, depth, chance_depth))
            if not _alike(made[-1], one, kind, moves):
                break
            right = search(tree, usual, depth, chance_depth)
            differs = differs or not _alike(right, one, kind, moves)
        else:
            found += [(words, slip, made)] if differs else []
    windows = [one.windows for _tree, _depth, one in observations]
    close = [each for each in found if [one.windows for one in each[2]] == windows] or found
    withheld = tuple(any(one.withheld[i] for _tree, _depth, one in observations) for i in (0, 1))
    for words, slip, _made in close:
        if tuple(not handed for handed in slip.hand_down) == withheld:
            return words
    return close[0][0] if close else None


def _alike(suspect: Observation, other: Observation, kind: str, moves: bool) -> bool:
    same = other.value in (None, suspect.value) and (not moves or suspect.move == other.move)
    return same and (kind != "alphabeta" or suspect.leaves == other.leaves)
