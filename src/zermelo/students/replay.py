"""What a student's program did, as the events of a search: so it is drawn and stepped through.

The process of the program tells of calls, leaves and values (see `zermelo.students.child`). From
that come the visits of nodes; what a node took for its best, where its bounds moved and what it
skipped is read off the values that came back.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from zermelo.game import CHANCE, INFINITY, MAX, Value
from zermelo.games.tree import Tree
from zermelo.numbers import number
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
            fresh = state != current.state
            if fresh:
                visit = Visit(state)
                current.below.append(visit)
                stack.append(visit)
            _narrow(stack[-1], alpha, beta)
            opened.append(fresh)
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


def _narrow(visit: Visit, alpha: Any, beta: Any) -> None:
    if alpha is not None and visit.alpha is None:
        visit.alpha = number(alpha)
    if beta is not None and visit.beta is None:
        visit.beta = number(beta)


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
    calls = [step for step in trace if step[0] == "in"]
    alpha, beta = (
        any(None not in (step[i], step[i + 2]) and step[i] != step[i + 2] for step in calls)
        for i in (2, 3)
    )
    return alpha, beta


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
