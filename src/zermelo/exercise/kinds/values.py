"""Minimax and expectiminimax: the value of every inner node, and the best move."""

from __future__ import annotations

from functools import cached_property

from zermelo.exercise.items import Answer, Item, text_of
from zermelo.exercise.kinds.task import Task
from zermelo.exercise.replay import Counts, Replay
from zermelo.exercise.rules import Basis, Rule
from zermelo.exercise.shape import Shape
from zermelo.exercise.trees import bound, exact, exact_tree
from zermelo.game import CHANCE
from zermelo.games.tree import Tree
from zermelo.language import _, mark
from zermelo.misconceptions import NO_CUTS, Variant
from zermelo.search import alphabeta, expectiminimax


class Values(Task):
    """The value of every inner node; at those of a player also the best move.

    Items: `B.value`, `B.move`. Of equally good moves each is right.
    """

    weights = {"value": 4, "move": 1}

    @cached_property
    def items(self) -> tuple[Item, ...]:
        found = []
        for state in self.names.inner:
            name = self.names.of(state)
            found.append(Item(f"{name}.value", name, "value"))
            if self.tree.nodes[state].kind != CHANCE:
                branches = self._branches(state)
                found.append(Item(f"{name}.move", name, "move", "branch", branches))
        return tuple(found)

    @property
    def variant(self) -> Variant:
        return NO_CUTS

    def written(self, replay: Replay) -> dict[str, Answer]:
        found: dict[str, Answer] = {}
        for state in replay.left:
            name, visit = self.names.of(state), replay.visits[state]
            found[f"{name}.value"] = bound(visit.value)
            if visit.best is not None:
                found[f"{name}.move"] = visit.best
        return found

    def as_good(self, item: str) -> tuple[Answer, ...]:
        if not item.endswith(".move"):
            return super().as_good(item)
        found = self.grounds(item, Basis(self.solution)) or ()
        return tuple(branch for branch, _basis in found)

    def rule(self, item: str) -> Rule:
        """A value is the largest, smallest or mean of those below; a move leads to the value."""
        state, what = self._split(item)
        node = self.tree.nodes[state]
        below = [self._value(child) for child in node.children]
        if node.kind == CHANCE:
            shares = zip(node.probabilities, below, strict=True)
            return ["mean", [[str(share), value] for share, value in shares]]
        best = ["max" if self.is_max(state) else "min", below]
        if what == "value":
            return best
        branches = zip(self._branches(state), below, strict=True)
        return ["each", list(map(list, branches)), ["either", [best, self._value(state)]]]

    def reason(self, item: str) -> str:
        state, _what = self._split(item)
        node = self.tree.nodes[state]
        values = [exact(self.replay.visits[child].value) for child in node.children]
        if node.kind == CHANCE:
            shares = zip(node.probabilities, values, strict=True)
            terms = " + ".join(f"{share} · {text_of(value)}" for share, value in shares)
            return _("each branch counts by its probability: {sum}").format(sum=terms)
        branches = zip(self._branches(state), values, strict=True)
        texts = ", ".join(f"{branch} = {text_of(value)}" for branch, value in branches)
        if self.is_max(state):
            return _("MAX takes the largest of {values}").format(values=texts)
        return _("MIN takes the smallest of {values}").format(values=texts)


class Minimax(Values):
    """Minimax; the shape counts the cuts that alpha-beta would make on the same tree."""

    name = "minimax"
    heading = mark("Minimax")

    @classmethod
    def measure(cls, tree: Tree, shape: Shape) -> Counts:
        if shape.cuts or shape.deep or shape.pruned:
            return Counts(alphabeta, tree, **shape.conventions)
        return super().measure(tree, shape)

    def instructions(self, level: str = "all") -> list[str]:
        return [
            _("Give every inner node its minimax value, from the leaves up."),
            _("At every inner node, say which branch is the best move for who moves there."),
        ]


class Expectiminimax(Values):
    """Minimax with chance nodes."""

    name = "expectiminimax"
    heading = mark("Expectiminimax")
    chance = True
    algorithm = expectiminimax

    @classmethod
    def measure(cls, tree: Tree, shape: Shape) -> Counts:
        return super().measure(exact_tree(tree), shape)

    def instructions(self, level: str = "all") -> list[str]:
        return [
            _(
                "Give every inner node its value, from the leaves up: a circle is worth the mean "
                "of its branches, each counted by its probability."
            ),
            _("Write fractions (7/3), or decimals rounded to two places or more (2.33)."),
            _("At every node of MAX and of MIN, say which branch is the best move."),
        ]
