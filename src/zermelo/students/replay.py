"""What a student's program did, as the events of a search: so it is drawn and stepped through.

The process of the program tells of calls, leaves and values (see `zermelo.students.child`). From
that come the visits of nodes; what a node took for its best, where its bounds moved and what it
skipped is read off the values that came back. A `Comparison` says where it first does something
else than the algorithm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import isclose
from typing import Any

from zermelo.exercise.replay import Replay
from zermelo.exercise.trees import Names
from zermelo.explain.numbers import format_value
from zermelo.game import CHANCE, INFINITY, MAX, Value
from zermelo.games.tree import Tree
from zermelo.language import _
from zermelo.numbers import number
from zermelo.search import expectiminimax
from zermelo.search.events import Observer


@dataclass
class Visit:
    """One look at a node: the window it was given, if any, and what it gave back, if anything."""

    state: int
    alpha: Value | None = None
    beta: Value | None = None
    value: Value | None = None
    leaf: bool = False
    below: list[Visit] = field(default_factory=list)


def visits(trace: list[list[Any]]) -> list[Visit]:
    """The visits that a trace tells of, as trees; a call for the node it is at already is none.

    Helpers that are asked about a node and give no number are no visits, unless a leaf was looked
    at in them.
    """
    top = Visit(-1)
    stack = [top]
    opened: list[bool] = []  # of each call under way, whether it began a visit
    for what, *rest in trace:
        current = stack[-1]
        if what == "in":
            state, alpha, beta, *_held = rest
            opened.append(state != current.state)
            if opened[-1]:
                current.below.append(Visit(state))
                stack.append(current.below[-1])
            visit = stack[-1]
            visit.alpha = number(alpha) if visit.alpha is None else visit.alpha
            visit.beta = number(beta) if visit.beta is None else visit.beta
        elif what == "leaf":
            if current.state == rest[0]:
                current.leaf = True
            elif not (current.below and current.below[-1].state == rest[0]):
                current.below.append(Visit(rest[0], leaf=True))
        elif what == "out":
            if rest[0] is not None:
                current.value = number(rest[0])
            if opened and opened.pop():
                stack.pop()
    return [visit for visit in top.below if _counts(visit)]


def _counts(visit: Visit) -> bool:
    visit.below = [each for each in visit.below if _counts(each)]
    return visit.leaf or visit.value is not None or bool(visit.below)


def entered(found: list[Visit]) -> Iterator[Visit]:
    """The visits in the order in which they began."""
    for visit in found:
        yield visit
        yield from entered(visit.below)


def withheld(trace: list[list[Any]]) -> tuple[bool, bool]:
    """Whether a call ever got another alpha, or another beta, than its caller held."""
    windows = [step[2:] for step in trace if step[0] == "in"]
    return (
        any(given != held and None not in (given, held) for given, _beta, held, _ in windows),
        any(given != held and None not in (given, held) for _alpha, given, _, held in windows),
    )


def leaves(trace: list[list[Any]]) -> list[Any]:
    """The leaves that were looked at, in order; one looked at twice in a row counts once."""
    found: list[Any] = []
    for what, *rest in trace:
        if what == "leaf" and (not found or found[-1] != rest[0]):
            found.append(rest[0])
    return found


class Teller:
    """Reports visits to an observer as a search would have done."""

    def __init__(self, tree: Tree, observer: Observer) -> None:
        self.tree, self.observer = tree, observer

    def tell(self, name: str, trace: list[list[Any]], value: Value, line: tuple[Any, ...]) -> None:
        """The whole search, called `name`."""
        self.observer.begin(name, 0, {})
        for visit in visits(trace)[:1]:
            self._visit(0, visit, None, visit.alpha, visit.beta)
        self.observer.answer(value, line, self.tree.height, True)

    def _visit(
        self, ply: int, visit: Visit, action: int | None, alpha: Value | None, beta: Value | None
    ) -> None:
        tree, watch, node = self.tree, self.observer, self.tree.nodes[visit.state]
        watch.enter(ply, visit.state, action, alpha, beta)
        if not visit.below:
            value = visit.value if visit.value is not None else tree.evaluate(visit.state)
            watch.leaf(value, not node.children)
            return
        best: Value | None = None
        tried = []
        for below in visit.below:
            if below.state not in node.children:
                continue
            branch = node.children.index(below.state)
            tried.append(branch)
            self._visit(ply + 1, below, branch, below.alpha, below.beta)
            came = self._value(below)
            if node.kind == CHANCE:
                total = sum(node.weights)
                watch.weigh(branch, node.weights[branch], total, came, -INFINITY, INFINITY)
            elif best is None or (came > best if node.kind == MAX else came < best):
                best = came
                watch.best(ply, branch, came)
                alpha, beta = self._bounds(node.kind, came, alpha, beta)
        skipped = [branch for branch in range(len(node.children)) if branch not in tried]
        other = beta if node.kind == MAX else alpha
        if skipped and best is not None and other is not None:
            watch.cutoff(node.kind or MAX, best, other, skipped)
        elif skipped:
            watch.drop(skipped)
        watch.leave(self._value(visit))

    def _bounds(
        self, kind: int | None, came: Value, alpha: Value | None, beta: Value | None
    ) -> tuple[Value | None, Value | None]:
        """A bound moves where the program has one and the value that came back is better."""
        if kind == MAX and alpha is not None and came > alpha:
            self.observer.bound(MAX, came)
            return came, beta
        if kind == -MAX and beta is not None and came < beta:
            self.observer.bound(-MAX, came)
            return alpha, came
        return alpha, beta

    def _value(self, visit: Visit) -> Value:
        if visit.value is not None:
            return visit.value
        if visit.below:
            return self._value(visit.below[-1])
        return self.tree.evaluate(visit.state)


def same(given: Value, wanted: Value) -> bool:
    """Whether two values are the same; one that was computed with floats, nearly."""
    if isinstance(given, float):
        return isclose(given, wanted, rel_tol=1e-9, abs_tol=1e-9)
    return given == wanted


class Comparison:
    """A program on one tree beside the search that is right."""

    def __init__(self, ours: Replay, found: dict[str, Any], exact: bool) -> None:
        self.tree, self.ours, self.found = ours.tree, ours, found
        self.exact = exact  # whether the leaves must be the same, in the same order
        self.trace: list[list[Any]] = found["trace"]

    @cached_property
    def names(self) -> Names:
        """What nodes are called."""
        return Names(self.tree)

    def difference(self) -> str | None:
        """The first difference; None where there is none that counts."""
        value, wanted = self.found["value"], self.ours.result.value
        wrong_value = value is not None and not same(number(value), wanted)
        ours = [state for state, visit in self.ours.visits.items() if not visit.children]
        wrong_leaves = self.exact and leaves(self.trace) != ours
        wrong_move = self._wrong_move()
        if not (wrong_value or wrong_leaves or wrong_move):
            return None
        told = self._first_visit() if self.exact else None
        told = told or (self._first_value() if wrong_value or wrong_leaves else None)
        if wrong_value and not told:
            words = _("the value is {wanted}, not {given}")
            told = words.format(wanted=format_value(wanted), given=format_value(number(value)))
        return told or wrong_move or _("the leaves are looked at in another order")

    def _wrong_move(self) -> str | None:
        move, action = self.found["move"], self.ours.result.action
        if move is None or action is None:
            return None
        wanted = self.tree.format_action(0, action)
        if move == wanted or self._as_good(move):
            return None
        return _("the move is {wanted}, not {given}").format(wanted=wanted, given=move)

    def _as_good(self, move: str) -> bool:
        """Whether a move leads to the value too, by looking at everything below it."""
        if "depth" in self.ours.settings:
            return False
        child = self.tree.result(0, self.tree.parse_action(0, move))
        return bool(expectiminimax(self.tree, child).value == self.ours.result.value)

    # --- the first difference ------------------------------------------------------------------

    def _first_visit(self) -> str | None:
        """A node that is entered otherwise: too many, too few, or with another window."""
        theirs = list(entered(visits(self.trace)))
        for place, (state, visit) in enumerate(self.ours.visits.items()):
            if place >= len(theirs) or theirs[place].state != state:
                given = theirs[place].state if place < len(theirs) else None
                return self._misled(state, given)
            told = self._window(theirs[place], visit.alpha, visit.beta)
            if told:
                return told
        if len(theirs) > len(self.ours.visits):
            return self._misled(None, theirs[len(self.ours.visits)].state)
        return None

    def _window(self, visit: Visit, alpha: Value | None, beta: Value | None) -> str | None:
        if not self.tree.nodes[visit.state].children:
            return None
        name = self.tree.nodes[visit.state].name or ""
        for which, given, wanted in (("alpha", visit.alpha, alpha), ("beta", visit.beta, beta)):
            if given is not None and wanted is not None and given != wanted:
                words = _("at {node}: {bound} = {given} is passed in; it should be {wanted}")
                values = {"given": format_value(given), "wanted": format_value(wanted)}
                return words.format(node=name, bound=_(which), **values)
        return None

    def _misled(self, wanted: int | None, given: int | None) -> str:
        """The program went to `given` where the search goes to `wanted`; None: it had ended."""
        if given is not None:
            cut = self._cut_above(given)
            if cut:
                return cut
        if wanted is None or wanted == 0:
            return _("it goes on where the search has ended")
        parent = self.names.parent[wanted]
        visit = self.ours.visits[parent]
        searched = visit.children.index(wanted)
        values = [self.ours.visits[child].value for child in visit.children[:searched]]
        name, branch = self.names.of(parent), self.names.branch[wanted]
        if not values:
            return _("at {node}: {branch} must be looked at first").format(node=name, branch=branch)
        best, sign, of, bound = max(values), "<", _("beta"), visit.beta
        if self.tree.nodes[parent].kind != MAX:
            best, sign, of, bound = min(values), ">", _("alpha"), visit.alpha
        if bound is None:
            return _("at {node}: {branch} is left out").format(node=name, branch=branch)
        words = _("at {node}: {branch} is left out, but nothing is cut here: {best} {sign} {bound}")
        told = {"best": format_value(best), "sign": sign, "bound": f"{of} = {format_value(bound)}"}
        return words.format(node=name, branch=branch, **told)

    def _cut_above(self, state: int) -> str | None:
        """The cut of the search that skips a node; None: it is looked at."""
        if state in self.ours.visits:
            return None
        below, parent = state, self.names.parent[state]
        while parent not in self.ours.visits:
            below, parent = parent, self.names.parent[parent]
        cut = self.ours.visits[parent].cut
        if not cut:
            return None
        sign, of = ("≥", _("beta")) if cut["side"] == "MAX" else ("≤", _("alpha"))
        words = _("at {node}: should have cut here, {value} {sign} {bound}; it goes on to {branch}")
        bound = f"{of} = {format_value(cut['bound'])}"
        told = {"value": format_value(cut["value"]), "sign": sign, "bound": bound}
        return words.format(node=self.names.of(parent), branch=self.names.branch[below], **told)

    def _first_value(self) -> str | None:
        """The first node that gives back something else, and not only clipped to its window."""
        for visit in _left(visits(self.trace)):
            ours = self.ours.visits.get(visit.state)
            if ours is None or visit.value is None or same(visit.value, ours.value):
                continue
            low = -INFINITY if ours.alpha is None else ours.alpha
            high = INFINITY if ours.beta is None else ours.beta
            if not (low < ours.value < high or low < visit.value < high):
                continue
            name = self.tree.nodes[visit.state].name
            if name:
                return _("at {node}: {given} is given back; it should be {wanted}").format(
                    node=name, given=format_value(visit.value), wanted=format_value(ours.value)
                )
        return None


def _left(found: list[Visit]) -> Iterator[Visit]:
    for visit in found:
        yield from _left(visit.below)
        yield visit
