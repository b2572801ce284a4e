"""Alpha-beta by hand: the bounds at every node, the values returned, what is cut and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import inf
from typing import Any, ClassVar, Final

from zermelo.exercise.items import Answer, Item
from zermelo.exercise.kinds.task import Task
from zermelo.exercise.kinds.why import why
from zermelo.exercise.replay import Replay
from zermelo.exercise.rules import NOTHING, Rule
from zermelo.exercise.shape import CONVENTIONAL, Shape, Span
from zermelo.exercise.trees import bound
from zermelo.exercise.weights import GROUP_OF
from zermelo.game import INFINITY
from zermelo.language import _, mark
from zermelo.misconceptions import Variant
from zermelo.search import alphabeta

NO: Final[Rule] = ["word", "no"]
PRUNED: Final[Rule] = ["word", "pruned"]
SEARCHED: Final[Rule] = ["word", "searched"]
BOUNDS: Final = ("alpha", "beta", "alpha_held", "beta_held")
NUMBERS: Final = (*BOUNDS, "value")
OUT_OF: Final = 100  # marks for the whole exercise
CUT: Final = 3  # marks for the branch before which alpha-beta stops
HANDED_ON: Final = 1  # for a bound that comes down as it is, or that the search begins with


class AlphaBeta(Task):
    """Alpha-beta from left to right.

    Items of every inner node that is searched, B for instance:

        B.alpha, B.beta              the bounds passed in
        B.alpha_held, B.beta_held    the bounds held when the node is left
        B.value                      the value returned
        B.cut                        no; or max or min: where the cut is, at MAX or at MIN
        B.by                         the ancestor that set the bound, if there is a cut

    Of every node but the root, inner or leaf: `B.state`, `c1.state`, searched or pruned. And
    `A.move`, the move found at the root: the first that reaches its value.
    """

    name = "alphabeta"
    heading = mark("Alpha-beta, left to right")
    conventional = CONVENTIONAL
    algorithm = alphabeta
    order: ClassVar[str] = "left"
    weights = {"value": 4, "state": 1, "cut": 1, "by": 2, "move": 2, **dict.fromkeys(BOUNDS, 2)}

    @classmethod
    def settings(cls, shape: Shape) -> dict[str, Any]:
        return {"order": cls.order, **shape.conventions}

    @classmethod
    def suited(cls, shape: Shape) -> Shape:
        """An exercise about cuts has one, unless it says otherwise or has no room for it."""
        chosen = shape.cuts or shape.deep or shape.pruned
        if chosen or shape.depth == 1 or shape.branching.high == 1 or len(set(shape.levels)) == 1:
            return shape
        return replace(shape, cuts=Span(1, inf))

    def instructions(self, level: str = "all") -> list[str]:
        cut = _("alpha ≥ beta") if self.shape.cut == "ge" else _("alpha > beta")
        texts = [
            self._direction(),
            _("Cut as soon as {condition}.").format(condition=cut),
            *self._wanted(level),
        ]
        if self.shape.test == "first":
            texts.insert(2, _("Test for the cut first: a branch that cuts changes no bound."))
        returns = {
            "soft": _("A node returns the best value found, even outside the bounds (fail-soft)."),
            "hard": _("A node returns its value clipped to the bounds passed in (fail-hard)."),
            "bound": _(
                "A node returns the best of its values and its own bound, as passed in: alpha at "
                "MAX, beta at MIN."
            ),
        }
        return [*texts, returns[self.shape.returns]]

    @staticmethod
    def _wanted(level: str) -> list[str]:
        if level == "values":
            return [
                _(
                    "Give every node that is searched the value that it returns, and cross out the "
                    "branches that are pruned."
                )
            ]
        if level == "bounds":
            return [
                _(
                    "At every node that is searched write alpha and beta as they are passed in, "
                    "and the value that it returns."
                ),
                _("Cross out the branches that are pruned."),
            ]
        return [
            _(
                "At every node that is searched write alpha and beta as they are passed in, as "
                "they are held when the node is left, and the value that it returns."
            ),
            _(
                "Cross out what is pruned; say for each cut whether it is at MAX or at MIN, and "
                "which node set the bound."
            ),
        ]

    def _direction(self) -> str:
        return _("Find the best move with alpha-beta from left to right, beginning with (−∞, ∞).")

    @cached_property
    def items(self) -> tuple[Item, ...]:
        found = [Item(f"{self.root}.move", self.root, "move", "branch", self._branches(0))]
        inner = tuple(self.names.of(state) for state in self.names.inner)
        for state, node in enumerate(self.tree.nodes):
            name = self.names.of(state)
            if state:
                found.append(Item(f"{name}.state", name, "state", "state"))
            if node.children:
                found += [
                    *(Item(f"{name}.{what}", name, what) for what in NUMBERS),
                    Item(f"{name}.cut", name, "cut", "cut"),
                    Item(f"{name}.by", name, "by", "node", inner),
                ]
        return tuple(found)

    @property
    def variant(self) -> Variant:
        shape = self.shape
        cut = (shape.cut, shape.cut)
        return Variant(cut=cut, test=shape.test, returns=shape.returns, order=self.order)

    def written(self, replay: Replay) -> dict[str, Answer]:
        found: dict[str, Answer] = {}
        self._write(replay, 0, found)
        best = replay.visits[0].best
        if best is not None:
            found[f"{self.root}.move"] = best
        return found

    def _write(self, replay: Replay, state: int, found: dict[str, Answer]) -> None:
        """What was recorded of a node and of all below it, in the order in which it happened."""
        name, visit = self.names.of(state), replay.visits.get(state)
        if state:
            found[f"{name}.state"] = "searched" if visit else "pruned"
        node = self.tree.nodes[state]
        if not node.children:
            return
        if visit:
            found[f"{name}.alpha"] = bound(visit.alpha)
            found[f"{name}.beta"] = bound(visit.beta)
        for child in self._in_order(state):
            self._write(replay, child, found)
        if visit:
            found[f"{name}.cut"] = visit.cut["at"].lower() if visit.cut else "no"
            setter = replay.setter(visit) if visit.cut else None
            if setter is not None:
                found[f"{name}.by"] = self.names.of(setter)
            found[f"{name}.alpha_held"] = bound(visit.alpha_held)
            found[f"{name}.beta_held"] = bound(visit.beta_held)
            found[f"{name}.value"] = bound(visit.value)

    def _in_order(self, state: int) -> tuple[int, ...]:
        """The children of a node, the first to be searched first."""
        return self.tree.nodes[state].children

    # --- the rules -----------------------------------------------------------------------------

    def rule(self, item: str) -> Rule:
        """What the item must be by what the student wrote before it.

        - A bound passed in is what the parent held after the branches before this one, or what
          it handed on to the last of them, changed by what came back since; a bound held likewise.
        - A node is pruned if its parent is, if the branch before it is, or if after that one
          alpha met beta at the parent. A cut once overlooked may be overlooked to the end.
        - There is a cut where a branch of a searched node is pruned; the bound was set by the
          last ancestor that changed it.
        - What a node holds is the better of the bound passed in and the values of the branches
          searched; where the test comes first, without the value that cuts.
        - A value is the best of the branches searched, or else the bound that it was written as.
        - The move is the first branch whose value is the root's.

        Of a node that the student pruned nothing is to be filled in.
        """
        state, what = self._split(item)
        if what == "state":
            return self._state(state)
        searched = ["all", [self._searched(child) for child in self._in_order(state)]]
        if what in ("alpha", "beta"):
            rule = self._passed_in(state, what)
        elif what in ("alpha_held", "beta_held"):
            rule = self._held_or_handed_on(state, what.removesuffix("_held"))
        elif what == "cut":
            rule = ["if", searched, NO, ["word", "max" if self.is_max(state) else "min"]]
        elif what == "by":
            rule = ["if", searched, NOTHING, self._by(state)]
        else:
            rule = self._move() if what == "move" else self._returned(state)
        return rule if state == 0 else ["if", self._searched(state), rule, NOTHING]

    def _searched(self, state: int) -> Rule:
        return ["is", f"{self.names.of(state)}.state", "searched"]

    def _counted(self, state: int) -> list[Rule]:
        """The values of the branches of a node, each if it is searched."""
        return [["when", self._searched(c), self._value(c)] for c in self._in_order(state)]

    def _state(self, state: int) -> Rule:
        parent = self.names.parent[state]
        order = self._in_order(parent)
        index = order.index(state)
        rule = SEARCHED
        if index:
            cut = PRUNED
            if index > 1:
                cut = ["if", self._met(parent, index - 1), ["either", [SEARCHED, PRUNED]], PRUNED]
            rule = ["if", self._met(parent, index), cut, SEARCHED]
            rule = ["if", self._searched(order[index - 1]), rule, PRUNED]
        return ["if", self._searched(parent), rule, PRUNED] if parent else rule

    def _met(self, state: int, index: int) -> Rule:
        """Whether alpha has met beta at a node when it comes to a branch."""
        bounds = [self._held(state, which, index) for which in ("alpha", "beta")]
        return ["passes" if self.shape.cut == "gt" else "reaches", *bounds]

    def _held(self, state: int, which: str, index: int | None = None) -> Rule:
        """A bound that a node holds at its end, or before it searches a branch."""
        passed = ["answer", f"{self.names.of(state)}.{which}"]
        if self.is_max(state) != (which == "alpha"):
            return passed
        return ["max" if self.is_max(state) else "min", [passed, *self._held_by(state, index)]]

    def _held_by(self, state: int, index: int | None) -> list[Rule]:
        """The values that change the bound held at a node's end, or before a branch."""
        values = self._counted(state)[:index]
        if index is not None or self.shape.test == "last":
            return values
        inside = "reaches" if self.shape.cut == "gt" else "passes"
        name, found = self.names.of(state), []
        for searched, value in (rule[1:] for rule in values):
            ends = [["answer", f"{name}.beta"], value]
            if not self.is_max(state):
                ends = [value, ["answer", f"{name}.alpha"]]
            found.append(["when", searched, ["when", [inside, *ends], value]])
        return found

    def _passed_in(self, state: int, which: str) -> Rule:
        if state == 0:
            return ["number", "-inf" if which == "alpha" else "inf"]
        parent = self.names.parent[state]
        return self._held_or_handed_on(parent, which, self._in_order(parent).index(state))

    def _held_or_handed_on(self, state: int, which: str, index: int | None = None) -> Rule:
        """A bound held; or what it is going by the bound that the last inner branch was given."""
        held, children = self._held(state, which, index), self._in_order(state)[:index]
        inner = [i for i, child in enumerate(children) if self.tree.nodes[child].children]
        if not inner:
            return held
        last = inner[-1]
        given: Rule = ["answer", f"{self.names.of(children[last])}.{which}"]
        if self.is_max(state) == (which == "alpha"):
            since = self._held_by(state, index)[last:]
            given = ["max" if which == "alpha" else "min", [given, *since]]
        return ["either", [held, ["when", self._searched(children[last]), given]]]

    def _by(self, state: int) -> Rule:
        which = "beta" if self.is_max(state) else "alpha"
        path = [*self.names.above(state), state]
        nodes = []
        for above, below in pairwise(path):
            name = self.names.of(above)
            held = self._held(above, which, self._in_order(above).index(below))
            nodes.append([name, held, ["answer", f"{name}.{which}"]])
        return ["last", nodes]

    def _returned(self, state: int) -> Rule:
        name = self.names.of(state)
        which, best = ("alpha", "max") if self.is_max(state) else ("beta", "min")
        held, passed = ["answer", f"{name}.{which}_held"], ["answer", f"{name}.{which}"]
        rules: list[Rule] = [[best, self._counted(state)], ["changed", held, passed]]
        if self.shape.returns == "bound":
            rules = [[best, [passed, *self._counted(state)]], held]
        if self.shape.test == "first":  # what is held may lack the value that cuts
            rules = rules[:1]
        if self.shape.returns == "hard":
            window = [["answer", f"{name}.alpha"], ["answer", f"{name}.beta"]]
            rules = [["clip", rule, *window] for rule in rules]
        return ["either", rules]

    def _move(self) -> Rule:
        values = self._counted(0)
        names = (self.names.branch[child] for child in self._in_order(0))
        branches = [[name, value] for name, value in zip(names, values, strict=True)]
        best = ["max" if self.is_max(0) else "min", values]
        return ["first", branches, ["either", [best, self._value(0)]]]

    def weight(self, item: str) -> int:
        """Nothing for what is so whatever happens, or what another item says already.

        - A bound that is still infinite, or is held as it was passed in, is worth nothing; one
          that comes down from the parent as it was passed in there, little, as at the root.
        - The first branch of a node is searched whatever happens; what lies behind a cut is
          pruned with it. That there is no cut is said by the branches.
        """
        state, what = self._split(item)
        if what in BOUNDS:
            return self._bound_weight(state, what)
        if what == "cut" and self.solution[item] == "no":
            return 0
        if what == "state":
            parent = self.names.parent[state]
            order, visit = self._in_order(parent), self.replay.visits.get(parent)
            searched = len(visit.children) if visit else 0
            place = order.index(state)
            if place == searched and visit:
                return CUT
            return super().weight(item) if 0 < place < searched else 0
        return super().weight(item)

    @cached_property
    def marks(self) -> dict[str, Fraction]:
        """The marks of each group, shared out by the weights of its items."""
        weights = {item: self.weight(item) for item in self.solution}
        group = {item: GROUP_OF[item.partition(".")[2]] for item in weights}
        totals: Counter[str] = Counter()
        for item, weight in weights.items():
            totals[group[item]] += weight
        shares = {name: share for name, share in self.shares._asdict().items() if totals[name]}
        if not any(shares.values()):  # it is all that there is
            shares = dict.fromkeys(shares, 1)
        whole = sum(shares.values())
        each = {
            name: Fraction(OUT_OF * share, whole * totals[name]) for name, share in shares.items()
        }
        return {
            item: weight * each.get(group[item], Fraction(0)) for item, weight in weights.items()
        }

    def _bound_weight(self, state: int, what: str) -> int:
        name, which = self.names.of(state), what.removesuffix("_held")
        bound = self.solution[f"{name}.{what}"]
        above = state if what != which else self.names.parent.get(state)
        if above is None:
            return HANDED_ON  # the window at the root
        if bound in (INFINITY, -INFINITY):
            return 0
        if bound != self.solution[f"{self.names.of(above)}.{which}"]:
            return self.weights[what]
        return 0 if what != which else HANDED_ON

    def reason(self, item: str) -> str:
        return why(self, *self._split(item))


class AlphaBetaRight(AlphaBeta):
    """Alpha-beta from right to left."""

    name = "alphabeta-right"
    heading = mark("Alpha-beta, right to left")
    order = "right"

    def _direction(self) -> str:
        return _("Find the best move with alpha-beta from right to left, beginning with (−∞, ∞).")

    def _in_order(self, state: int) -> tuple[int, ...]:
        return self.tree.nodes[state].children[::-1]
