"""Monte-Carlo tree search by hand: one more simulation, from its selection to the root again."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Final, TypeAlias

from zermelo.exercise.items import Answer, AnswerError, Item, factor, text_of
from zermelo.exercise.kinds.task import Task
from zermelo.exercise.luck import Luck
from zermelo.exercise.replay import Replay
from zermelo.exercise.rules import NOTHING, Rule
from zermelo.exercise.shape import COUNTED, Shape, ShapeError
from zermelo.exercise.trees import Names, exact, exact_tree
from zermelo.explain.labels import ucb1
from zermelo.game import INFINITY
from zermelo.games.tree import Tree
from zermelo.language import _, mark
from zermelo.numbers import number
from zermelo.search import mcts

LEVELS: Final = 2  # of nodes that select
MOST: Final = 30  # simulations before the one asked for
CLEAR: Final = 0.03  # by how much the largest UCB1 is larger: no rounding hides it
DIGITS: Final = 6  # of UCB1, for who writes more than two

Counts: TypeAlias = dict[int, tuple[int, Fraction]]  # of each node its visits, and their total
Bounds: TypeAlias = dict[int, tuple[float, float]]  # of each child: the mean, and what is added


@dataclass
class Simulation:
    """The tree before it, and its way: of each node that selects, UCB1 below and the child."""

    counts: Counts
    bounds: dict[int, Bounds]  # by the node that selects
    way: list[tuple[int, Bounds, int]] = field(default_factory=list)


class MonteCarlo(Task):
    """One more simulation of a tree whose visits and totals are given.

    The tree has two levels, and all that is selected from was tried before. Items:

        B.ucb                       UCB1 of each child of the root
        selected                    the branch selected at the root
        ucb1, ucb2 ...              UCB1 of each child of the node that it leads to
        child                       the branch selected there: the game is over below
        leaf_visits, leaf_mean      of the leaf, once its value is counted
        node_visits, node_mean      of the node selected
        root_visits, root_mean      of the root
    """

    name = "mcts"
    heading = mark("Monte-Carlo tree search")
    usual = "depth=2 branching=2-3 leaves=0..1 ties=any"
    weights = {
        **{"ucb": 3, "selected": 3, "child": 3},
        **{"leaf_visits": 1, "node_visits": 1, "root_visits": 1},
        **{"leaf_mean": 1, "node_mean": 2, "root_mean": 2},
    }

    # --- how its trees are made ------------------------------------------------------------------

    @classmethod
    def make_tree(cls, seed: int, shape: Shape) -> Tree:
        if shape.depth != LEVELS or shape.uneven or any(getattr(shape, key) for key in COUNTED):
            words = _(
                "shape: {kind} has depth=2, branching=, leaves=, step=, ties= and root= alone"
            )
            raise ShapeError(words.format(kind=cls.name))
        return super().make_tree(seed, shape)

    @classmethod
    def worth(cls, tree: Tree) -> bool:
        return bool(_clear(exact_tree(tree)))

    @cached_property
    def count(self) -> int:
        """How many simulations there were before the one asked for."""
        clear = _clear(self.tree)
        if not clear:
            words = _("no simulation on this tree selects twice among children that were all tried")
            raise AnswerError(words)
        return Luck(self.seed).pick(clear)

    @cached_property
    def simulation(self) -> Simulation:
        """The simulation asked for, and what was known before it."""
        return _simulations(self.tree)[self.count]

    # --- what is asked ---------------------------------------------------------------------------

    def instructions(self, level: str = "all") -> list[str]:
        counts = self.simulation.counts
        tried = (state for state in (*self.names.inner, *self.tree.leaves()) if state in counts)
        given = "; ".join(
            f"{self.names.of(state)}: n = {counts[state][0]}, w = {text_of(counts[state][1])}"
            for state in tried
        )
        return [
            _(
                "The tree of a Monte-Carlo tree search after {count} simulations; n: the visits of "
                "a node, w: the total of their results, for MAX. {given}."
            ).format(count=self.count, given=given),
            _(
                "UCB1 of a child = x + √2 · √(ln N / n), with N visits of the node and n of the "
                "child; x is the child's mean as who moves at the node sees it, from 0 to 1: "
                "{mean}."
            ).format(mean=self._mean),
            _(
                "Give UCB1 of every child of {root}, to two decimals, and the branch that the next "
                "simulation selects; then the same at the node to which that branch leads."
            ).format(root=self.root),
            _(
                "The game is over at the leaf selected. Back its value up: give visits and mean of "
                "the leaf, of the node above it and of {root} afterwards."
            ).format(root=self.root),
        ]

    @property
    def _mean(self) -> str:
        """The mean on the scale of UCB1, in words."""
        low, high = map(exact, self.tree.bounds(0))
        if low == 0 and high == 1:
            return _("at MAX w/n, at MIN 1 − w/n")
        words = _("at MAX (w/n − {low}) / {range}, at MIN ({high} − w/n) / {range}")
        return words.format(low=factor(low), high=text_of(high), range=text_of(high - low))

    @property
    def _children(self) -> tuple[int, ...]:
        return self.tree.nodes[0].children

    @cached_property
    def items(self) -> tuple[Item, ...]:
        below = [self._branches(child) for child in self._children]
        most = max(map(len, below))
        counted = (
            f"{who}_{what}" for who in ("leaf", "node", "root") for what in ("visits", "mean")
        )
        return (
            *(
                Item(f"{name}.ucb", "", f"ucb {name}")
                for name in map(self.names.of, self._children)
            ),
            Item("selected", "", "selected", "branch", self._branches(0)),
            *(Item(f"ucb{place + 1}", "", f"ucb{place + 1}") for place in range(most)),
            Item("child", "", "child", "branch", tuple(name for names in below for name in names)),
            *(Item(name, "", name) for name in counted),
        )

    @cached_property
    def replay(self) -> Replay:
        return Replay(mcts, self.tree, simulations=self.count + 1)

    @property
    def given(self) -> Replay:
        """The search that the blank sheet shows."""
        return Replay(mcts, self.tree, simulations=self.count)

    @cached_property
    def solution(self) -> dict[str, Answer]:
        (_root, above, node), (_node, below, leaf) = self.simulation.way
        found: dict[str, Answer] = {
            f"{self.names.of(child)}.ucb": _decimals(sum(bound)) for child, bound in above.items()
        }
        found["selected"] = self.names.branch[node]
        for place, bound in enumerate(below.values(), 1):
            found[f"ucb{place}"] = _decimals(sum(bound))
        found["child"] = self.names.branch[leaf]
        for who, state in (("leaf", leaf), ("node", node), ("root", 0)):
            visits, mean = self._after(state, leaf)
            found |= {f"{who}_visits": Fraction(visits), f"{who}_mean": mean}
        return found

    def _after(self, state: int, leaf: int) -> tuple[int, Fraction]:
        """Visits and mean of a node once the value of a leaf is counted there."""
        visits, total = self.simulation.counts.get(state, (0, Fraction(0)))
        return visits + 1, (total + exact(self.tree.utility(leaf))) / (visits + 1)

    # --- what is right ---------------------------------------------------------------------------

    def as_good(self, item: str) -> tuple[Answer, ...]:
        """UCB1 to more decimals, or as the sum of two rounded numbers, is right too."""
        wanted = self.solution[item]
        if not isinstance(wanted, Fraction) or not self._what(item).startswith("ucb"):
            return (wanted,)
        mean, bonus = self._bound(item)
        more = Fraction(f"{mean + bonus:.{DIGITS}f}"), _decimals(mean) + _decimals(bonus)
        return tuple(dict.fromkeys((wanted, *more)))

    def _bound(self, item: str) -> tuple[float, float]:
        """UCB1 that an item asks for, in its two parts."""
        (_root, above, node), (_node, below, _leaf) = self.simulation.way
        if item.endswith(".ucb"):
            return above[self.names.state[item.partition(".")[0]]]
        return below[self.tree.nodes[node].children[int(item.removeprefix("ucb")) - 1]]

    def rule(self, item: str) -> Rule | None:
        """What is selected follows from the student's numbers, and all below from what is."""
        what = self._what(item)
        match what:
            case "ucb" if item.endswith(".ucb"):
                return ["number", str(self.solution[item])]
            case "ucb":
                place = int(item.removeprefix("ucb")) - 1
                return self._by_node(lambda node: self._ucb_rule(node, place))
            case "selected":
                names = zip(self._branches(0), self._children, strict=True)
                return _largest(
                    [(branch, f"{self.names.of(child)}.ucb") for branch, child in names]
                )
            case "child":
                return self._by_node(
                    lambda node: _largest(
                        [(name, f"ucb{i}") for i, name in enumerate(self._branches(node), 1)]
                    )
                )
        return self._by_leaf(what)

    def _ucb_rule(self, node: int, place: int) -> Rule:
        bounds = list(self.simulation.bounds.get(node, {}).values())
        if place >= len(bounds):
            return NOTHING
        bound = sum(bounds[place])
        return ["number", "inf" if bound == INFINITY else str(_decimals(bound))]

    def _by_node(self, rule: Callable[[int], Rule]) -> Rule:
        """A rule for each node that the student may have selected."""
        found = NOTHING
        for child in reversed(self._children):
            found = ["if", ["is", "selected", self.names.branch[child]], rule(child), found]
        return found

    def _by_leaf(self, what: str) -> Rule:
        """Visits or mean for each leaf that the student may have selected."""
        who, _sep, asked = what.partition("_")
        found = NOTHING
        for node in reversed(self._children):
            for leaf in reversed(self.tree.nodes[node].children):
                state = {"leaf": leaf, "node": node, "root": 0}[who]
                if not self.tree.is_terminal(leaf):
                    continue
                answer = self._after(state, leaf)[asked == "mean"]
                is_it: Rule = ["is", "child", self.names.branch[leaf]]
                found = ["if", is_it, ["number", str(answer)], found]
        return found

    def leaves_at_ends(self, item: str) -> None:
        """No number of this kind is copied from a leaf."""

    # --- what it is worth, and why ---------------------------------------------------------------

    @staticmethod
    def _what(item: str) -> str:
        return (item.partition(".")[2] or item).rstrip("0123456789")

    def weight(self, item: str) -> int:
        return self.weights[self._what(item)]

    def reason(self, item: str) -> str:
        what = self._what(item)
        if item not in self.solution:
            return _("the node selected has no such branch")
        if what == "ucb":
            return ucb1(*self._bound(item))
        if what in ("selected", "child"):
            return _("its UCB1 is the largest")
        leaf = self.simulation.way[-1][2]
        who, _sep, asked = what.partition("_")
        state = {"leaf": leaf, "node": self.simulation.way[0][2], "root": 0}[who]
        visits, total = self.simulation.counts.get(state, (0, Fraction(0)))
        if asked == "visits":
            return f"{visits} + 1"
        return f"({text_of(total)} + {factor(exact(self.tree.utility(leaf)))}) / {visits + 1}"


def _simulations(tree: Tree) -> list[Simulation]:
    """All the simulations of a search, told by its events."""
    replay = Replay(mcts, tree, simulations=MOST + 1)
    child = {branch: state for state, branch in Names(tree).branch.items()}
    found: list[Simulation] = []
    counts: Counts = {}
    bounds: dict[int, Bounds] = {}
    for event in replay.events:
        if event["event"] not in ("select", "backpropagate"):
            continue
        state = replay.at(event).state
        below = {child[name]: (mean, number(more)) for name, mean, more in event["bounds"]}
        if event["event"] == "backpropagate":
            counts[state] = event["visits"], Fraction(number(event["total"]))
            bounds[state] = below
            continue
        if state == 0:
            found.append(Simulation(dict(counts), dict(bounds)))
        found[-1].way.append((state, below, child[event["action"]]))
    return found


def _clear(tree: Tree) -> list[int]:
    """The simulations that make an exercise: two selections, without doubt, among tried ones."""
    return [number for number, each in enumerate(_simulations(tree)) if _is_clear(each)]


def _is_clear(simulation: Simulation) -> bool:
    if len(simulation.way) != LEVELS:
        return False
    for _state, bounds, _child in simulation.way:
        *others, most = sorted(map(sum, bounds.values()))
        if most == INFINITY or not others or most - others[-1] < CLEAR:
            return False
    return True


def _largest(branches: list[tuple[str, str]]) -> Rule:
    """The first branch whose answer is the largest."""
    answers: list[Rule] = [["answer", item] for _name, item in branches]
    named = [[name, ["answer", item]] for name, item in branches]
    return ["first", named, ["max", answers]]


def _decimals(number: float) -> Fraction:
    """As the exercise asks for it: to two decimals."""
    return Fraction(f"{number:.2f}")
