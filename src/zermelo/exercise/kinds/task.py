"""What every kind of exercise is: items to fill in, their solution, and rules that tie them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from zermelo.exercise.generate import generate
from zermelo.exercise.items import Answer, Given, Item, same
from zermelo.exercise.replay import Counts, Replay
from zermelo.exercise.rules import Basis, Grounds, Rule, grounds_of
from zermelo.exercise.shape import Shape
from zermelo.exercise.trees import Names, exact, exact_tree
from zermelo.exercise.weights import USUAL, Weights
from zermelo.game import MAX
from zermelo.games.tree import Tree
from zermelo.language import _
from zermelo.misconceptions import Variant
from zermelo.search import Algorithm, minimax


class Task(ABC):
    """An exercise of one kind on one tree.

    The solution comes from the events of the real search (`Replay`). The rules (`rules`) do not
    search: each says what one item must be, given the answers to a few items before it.
    """

    name: ClassVar[str]
    heading: ClassVar[str]
    chance: ClassVar[bool] = False
    conventional: ClassVar[tuple[str, ...]] = ()  # of a shape what a lecture's convention sets
    on_boards: ClassVar[bool] = False  # the leaves are positions, whose values are asked for
    usual: ClassVar[str] = ""  # of its shape, where that is not what shapes usually are
    weights: ClassVar[Mapping[str, int]]  # the marks for an item, by what is asked
    algorithm: ClassVar[Algorithm] = minimax

    def __init__(self, tree: Tree, shape: Shape, seed: int, shares: Weights = USUAL) -> None:
        self.drawn, self.shape, self.seed, self.shares = tree, shape, seed, shares
        self.tree = exact_tree(tree)
        self.names = Names(self.tree)
        self.root = self.names.of(0)

    # --- how a kind makes its trees --------------------------------------------------------------

    @classmethod
    def settings(cls, shape: Shape) -> dict[str, Any]:
        """Those of the algorithm."""
        return {}

    @classmethod
    def measure(cls, tree: Tree, shape: Shape) -> Counts:
        """The search whose cuts and ties the shape counts."""
        return Counts(cls.algorithm, tree, **cls.settings(shape))

    @classmethod
    def suited(cls, shape: Shape) -> Shape:
        """The shape, with what this kind needs where it says nothing; or `ShapeError`."""
        return shape

    @classmethod
    def make_tree(cls, seed: int, shape: Shape) -> Tree:
        """The tree of that seed and shape."""
        return generate(seed, shape, lambda tree: cls.measure(tree, shape), cls.worth)

    @classmethod
    def worth(cls, tree: Tree) -> bool:
        """Whether a tree of the shape makes an exercise."""
        return True

    # --- what is asked ---------------------------------------------------------------------------

    @classmethod
    def title(cls) -> str:
        """What the kind is called."""
        return _(cls.heading)

    @abstractmethod
    def instructions(self, level: str = "all") -> list[str]:
        """What the student is to do, a sentence or two each; some levels ask for less."""

    @cached_property
    @abstractmethod
    def items(self) -> tuple[Item, ...]:
        """All that may be filled in, in the order of the sheet; it tells nothing of the answer."""

    @cached_property
    def solution(self) -> dict[str, Answer]:
        """All that must be filled in, in the order in which the search comes to it."""
        return self.written(self.replay)

    @cached_property
    def replay(self) -> Replay:
        """The search that the solution shows."""
        tree = self.solved_tree(self.tree)
        return Replay(self.algorithm, tree, **self.settings(self.shape))

    @property
    def given(self) -> Replay | None:
        """The search that a blank sheet shows, where it begins after one."""
        return None

    def written(self, replay: Replay) -> dict[str, Answer]:
        """What somebody who searches so writes down; the solution is that of the right search."""
        raise NotImplementedError

    @property
    def variant(self) -> Variant | None:
        """The right search, of which misconceptions are variants; None: none are known."""
        return None

    def solved_tree(self, tree: Tree) -> Tree:
        """The tree that this search searches, made from the one drawn."""
        return tree

    # --- what is right ---------------------------------------------------------------------------

    def right(self, item: str, given: Given, answers: Mapping[str, Given]) -> bool:
        """Whether the answer to an item of the solution is right; `answers` are all of them."""
        return any(same(given, one) for one in self.as_good(item))

    def as_good(self, item: str) -> tuple[Answer, ...]:
        """All answers to an item of the solution that are right; numbers however written."""
        return (self.solution[item],)

    @abstractmethod
    def rule(self, item: str) -> Rule | None:
        """The rule that ties the item to those before it; None where nothing does."""

    def grounds(self, item: str, basis: Basis) -> Grounds | None:
        """What the item must be by its rule, or by a search with the student's own answers.

        `basis` holds those, to the items before, where they are wrong, and the right ones
        elsewhere.
        """
        return grounds_of(self.rule(item), basis)

    # --- what it is worth ------------------------------------------------------------------------

    @cached_property
    def marks(self) -> dict[str, Fraction]:
        """The marks for every item of the solution."""
        return {item: Fraction(self.weight(item)) for item in self.solution}

    def weight(self, item: str) -> int:
        """What an item of the solution is worth beside others; nothing where it is so anyhow."""
        what = item.partition(".")[2] or item
        return self._value_weight(item) if what == "value" else self.weights[what]

    def _value_weight(self, item: str) -> int:
        """Less for a value that who looks no further than the first leaf gets right, too."""
        first, _last = self._leaves_below(self._split(item)[0])
        return 1 if self.solution[item] == first else self.weights["value"]

    def leaves_at_ends(self, item: str) -> tuple[Fraction, Fraction] | None:
        """The first and the last leaf below the node of an item; None where none is printed."""
        state = self.names.state.get(item.partition(".")[0])
        return None if state is None or self.on_boards else self._leaves_below(state)

    def _leaves_below(self, state: int) -> tuple[Fraction, Fraction]:
        below = self.tree.leaves_below(state)
        return exact(self.tree.utility(below[0])), exact(self.tree.utility(below[-1]))

    @abstractmethod
    def reason(self, item: str) -> str:
        """Why the item is what the solution says, in words."""

    # --- for the kinds ---------------------------------------------------------------------------

    def _split(self, item: str) -> tuple[int, str]:
        """The node of an item such as `B.value`, and what is asked there."""
        name, _dot, what = item.partition(".")
        return self.names.state[name], what

    def place(self, item: Item) -> str:
        """The node at which an item is decided: whether a branch is searched, at its parent."""
        if item.what != "state":
            return item.node
        return self.names.of(self.names.parent[self.names.state[item.node]])

    def _value(self, state: int) -> Rule:
        """The value of a node: a leaf's is written in the tree."""
        written = self.tree.nodes[state].value
        if written is not None:
            return ["number", str(exact(written))]
        return ["answer", f"{self.names.of(state)}.value"]

    def is_max(self, state: int) -> bool:
        """Whether MAX moves at a node."""
        return self.tree.nodes[state].kind == MAX

    def _branches(self, state: int) -> tuple[str, ...]:
        return tuple(label or "" for label in self.tree.nodes[state].labels)
