"""An exercise: a kind, a seed and a shape, which together say all about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

from zermelo.exercise.kinds import Task, kind_named
from zermelo.exercise.shape import (
    CONVENTIONAL,
    KEYS,
    Shape,
    ShapeError,
    read_shape,
    with_convention,
    with_usual,
)
from zermelo.exercise.trees import digest
from zermelo.exercise.weights import USUAL, Weights
from zermelo.games.tree import Tree
from zermelo.language import _

VERSION: Final = 1  # of the generator: raised when a seed gives another tree
MAX_SEED: Final = 10**9


@dataclass(frozen=True)
class Exercise:
    """One exercise; `make` makes it, or `own_exercise` on a tree that somebody brings."""

    kind: str
    seed: int  # of a tree of somebody's own the variant
    shape: Shape
    tree: Tree
    own: bool = False  # a tree of somebody's own; also one that nobody is to make again
    heading: str = ""
    note: str = ""  # what the student must know besides
    shares: Weights = USUAL  # of its marks

    @cached_property
    def task(self) -> Task:
        """What is to be filled in, and what is right."""
        return kind_named(self.kind)(self.tree, self.shape, self.seed, self.shares)

    @cached_property
    def digest(self) -> str:
        """What tells the tree of this exercise from any other."""
        return digest(self.tree)

    def under(self, convention: str) -> Exercise:
        """The same tree with the conventions of a lecture instead of its own."""
        kind = kind_named(self.kind)
        if "cut" not in kind.conventional:
            return self
        words = [w for w in self.shape.text.split() if w.partition("=")[0] not in CONVENTIONAL]
        shape = kind.suited(read_shape(with_convention(" ".join(words), convention)))
        return replace(self, shape=shape)

    @property
    def title(self) -> str:
        """What the sheet is called."""
        if self.heading or self.own:
            return self.heading or self.tree.title or self.task.title()
        return _("{kind} (exercise {seed})").format(kind=self.task.title(), seed=self.seed)


def make(kind: str, seed: int, shape: str = "") -> Exercise:
    """The exercise of that kind, seed and shape; `ShapeError` where there is none."""
    chosen = kind_named(kind)
    if not 0 <= seed <= MAX_SEED:
        words = _("seed must be from 0 to {most}, not {seed}")
        raise ShapeError(words.format(most=MAX_SEED, seed=seed))
    wanted = read_shape(with_usual(shape, chosen.usual), chance=chosen.chance)
    if wanted.heuristic != KEYS["heuristic"] and not chosen.on_boards:
        raise ShapeError(_("shape: heuristic is for exercises of the kind heuristic"))
    return _make(kind, seed, chosen.suited(wanted))


@lru_cache(maxsize=64)  # a whole class answers the same few
def _make(kind: str, seed: int, shape: Shape) -> Exercise:
    chosen = kind_named(kind)
    return Exercise(kind, seed, shape, chosen.make_tree(seed, shape))
