"""Reorder for the most cuts: in which order alpha-beta has the least to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations
from typing import Final, TypeAlias

from zermelo.exercise.items import Answer, Given, Item, text_of
from zermelo.exercise.kinds.task import Task
from zermelo.exercise.rules import Basis, Grounds, Own
from zermelo.exercise.shape import Shape, ShapeError
from zermelo.exercise.trees import exact, reordered
from zermelo.explain.leaf_counts import EXACT, Node, Proofs
from zermelo.game import MAX
from zermelo.games.tree import Tree
from zermelo.language import _, mark, ngettext
from zermelo.search import alphabeta

MOST_LISTED: Final = 4  # branches of which all orders are tried

Orders: TypeAlias = dict[int, tuple[int, ...]]  # of each inner node the numbers of its branches


class BestOrder:
    """The fewest leaves that alpha-beta can evaluate, and orders that need no more.

    It needs those that `zermelo.explain.leaf_counts` counts when each node tries first the branch
    where the least is taken: with the best line searched first, every other branch is searched with
    alpha or beta at the value of the root, and fails at the first branch that refutes it.
    """

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        nodes = [Node(node.kind == MAX, node.value, node.children) for node in tree.nodes]
        self.proofs = Proofs(nodes)
        self.values, self.leaves = self.proofs.values, self.proofs.fewest[EXACT][0]

    def orders(self, fixed: Mapping[int, tuple[int, ...]] | None = None) -> Orders:
        """The best order of the branches of every inner node, by their numbers.

        An order that is fixed stays, and the nodes below are ordered to suit it.
        """
        found: Orders = {}
        aims = {0: EXACT}  # of each node that is wanted for anything
        for state, node in enumerate(self.tree.nodes):
            if not node.children:
                continue
            aim, given = aims.get(state), (fixed or {}).get(state)
            costs = self.proofs.costs(state, aim) if aim else {}
            if given:  # of an order that is given, the first that serves
                order = [child for child in map(node.children.__getitem__, given) if child in costs]
            else:
                order = sorted(costs, key=lambda child: costs[child])
            first = order[0] if order else node.children[0]
            places = range(len(node.children))
            best = tuple(sorted(places, key=lambda place: node.children[place] != first))
            found[state] = given or best
            for child in node.children:
                if aim == EXACT:
                    aims[child] = EXACT if child == first else self.proofs.of_all(state)
                elif aim and (not costs or child in costs):
                    aims[child] = aim
        return found


class Reorder(Task):
    """An order of the branches of every node with which alpha-beta evaluates the fewest leaves.

    Items: `B.order` for every inner node with two branches or more, and `leaves`, how many leaves
    alpha-beta then evaluates from left to right. Orders are judged by running alpha-beta: if the
    student's need no more leaves than the best there are, all are right. If they need more, they
    are taken one by one from the root down: an order is wrong if with it, and the best orders at
    the nodes not yet looked at, more leaves are needed; then a best one takes its place.
    """

    name = "reorder"
    heading = mark("Reorder for the most cuts")
    weights = {"order": 3, "leaves": 3}
    algorithm = alphabeta

    @classmethod
    def suited(cls, shape: Shape) -> Shape:
        if shape.ties != "no":
            raise ShapeError(_("shape: with ties no order is the best: use ties=no"))
        if (shape.cut, shape.returns) != ("ge", "soft"):  # when it tests does not matter
            raise ShapeError(_("shape: to reorder use cut=ge and returns=soft"))
        if shape.depth == 1 or shape.branching.high == 1 or len(set(shape.levels)) == 1:
            raise ShapeError(_("shape: in such a tree no order cuts anything off"))
        return shape

    @classmethod
    def worth(cls, tree: Tree) -> bool:
        """The order as drawn is not the best already."""
        return BestOrder(tree).leaves < alphabeta(tree).leaves

    def instructions(self, level: str = "all") -> list[str]:
        drawn = alphabeta(self.tree).leaves
        return [
            ngettext(
                "From left to right, alpha-beta evaluates {count} leaf of this tree.",
                "From left to right, alpha-beta evaluates {count} leaves of this tree.",
                drawn,
            ).format(count=drawn),
            _(
                "Give the branches of every node an order with which it evaluates as few leaves as "
                "possible, and say how many these are."
            ),
        ]

    @cached_property
    def best(self) -> BestOrder:
        """The best orders of this tree."""
        return BestOrder(self.tree)

    def solved_tree(self, tree: Tree) -> Tree:
        return reordered(tree, self.best.orders())

    @cached_property
    def _ordered(self) -> list[int]:
        return [s for s in self.names.inner if len(self.tree.nodes[s].children) > 1]

    @cached_property
    def items(self) -> tuple[Item, ...]:
        found = [Item("leaves", "", "leaves")]
        for state in self._ordered:
            name, branches = self.names.of(state), self._branches(state)
            found.append(Item(f"{name}.order", name, "order", "order", branches))
        return tuple(found)

    @cached_property
    def solution(self) -> dict[str, Answer]:
        orders = self.best.orders()
        found: dict[str, Answer] = {}
        for state in self._ordered:
            branches = self._branches(state)
            found[f"{self.names.of(state)}.order"] = tuple(branches[i] for i in orders[state])
        return {**found, "leaves": Fraction(self.best.leaves)}

    def right(self, item: str, given: Given, answers: Mapping[str, Given]) -> bool:
        if item == "leaves":
            return super().right(item, given, answers)
        return item not in self._wrong(tuple(self._orders(answers).items()))

    def as_good(self, item: str) -> tuple[Answer, ...]:
        """The orders that are best where all other nodes have theirs."""
        branches = () if item == "leaves" else self._branches(self._split(item)[0])
        if not 0 < len(branches) <= MOST_LISTED:
            return super().as_good(item)
        orders = permutations(branches)
        return tuple(order for order in orders if self.right(item, order, {item: order}))

    def rule(self, item: str) -> None:
        """No order is tied to another, but the leaves depend on all."""

    def grounds(self, item: str, basis: Basis) -> Grounds | None:
        """The leaves that alpha-beta evaluates with the student's own orders."""
        if item != "leaves":
            return None
        leaves = Fraction(self._leaves(self._orders(basis.own)))
        return [(leaves, replace(basis, computed=True))]

    def weight(self, item: str) -> int:
        """An order that is best as it is drawn needs no work."""
        if item != "leaves":
            state, _what = self._split(item)
            drawn = self._branches(state)
            if self.right(item, drawn, {item: drawn}):
                return 1
        return super().weight(item)

    @cached_property
    def _wrong(self) -> Callable[[tuple[tuple[int, tuple[int, ...]], ...]], set[str]]:
        return lru_cache(maxsize=1)(self._find_wrong)  # all items ask about the same orders

    def _find_wrong(self, orders: tuple[tuple[int, tuple[int, ...]], ...]) -> set[str]:
        """The items whose orders are to blame that more leaves are needed than the fewest."""
        own, least = dict(orders), self.best.leaves
        found: set[str] = set()
        if self._leaves(own) == least:
            return found
        fixed: Orders = {}
        for state in self._ordered:
            if self._leaves(self.best.orders({**fixed, state: own[state]})) == least:
                fixed[state] = own[state]
            else:
                found.add(f"{self.names.of(state)}.order")
                fixed[state] = self.best.orders(fixed)[state]
        return found

    def _leaves(self, orders: Orders) -> int:
        return alphabeta(reordered(self.tree, orders)).leaves

    def _orders(self, answers: Mapping[str, Given] | Own) -> Orders:
        """The orders that the student gave, and best ones where there is none."""
        found = self.best.orders()
        for state in self._ordered:
            order = answers.get(f"{self.names.of(state)}.order")
            if isinstance(order, tuple):
                branches = self._branches(state)
                found[state] = tuple(branches.index(str(branch)) for branch in order)
        return found

    def reason(self, item: str) -> str:
        if item == "leaves":
            return _("that many alpha-beta evaluates with the best orders")
        state, _what = self._split(item)
        first = self.best.orders()[state][0]
        child = self.tree.nodes[state].children[first]
        branch, value = self._branches(state)[first], text_of(exact(self.best.values[child]))
        if self.best.values[child] == self.best.values[state]:
            if self.is_max(state):
                text = _("{branch} = {value} is the best for MAX: known first, it cuts the most")
            else:
                text = _("{branch} = {value} is the best for MIN: known first, it cuts the most")
            return text.format(branch=branch, value=value)
        words = _("{branch} = {value} already leads to a cut, with the fewest leaves")
        return words.format(branch=branch, value=value)
