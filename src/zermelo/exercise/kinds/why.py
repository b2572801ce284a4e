"""Why alpha-beta does what it does at a node, in words: from what was recorded of it."""

from __future__ import annotations

from zermelo.exercise.items import text_of
from zermelo.exercise.kinds.task import Task
from zermelo.exercise.replay import Visit
from zermelo.exercise.trees import bound
from zermelo.game import Value
from zermelo.language import _
from zermelo.numbers import number


def why(task: Task, state: int, what: str) -> str:
    """The reason for one item of the solution."""
    if what == "state":
        return _state(task, state)
    visit = task.replay.visits.get(state)
    if visit is None:
        return _("{node} is never searched: leave it out").format(node=task.names.of(state))
    if what in ("alpha", "beta"):
        return _passed_in(task, visit, what)
    if what in ("alpha_held", "beta_held"):
        return _held(task, visit, what.removesuffix("_held"))
    if what == "value":
        return _value(task, visit)
    if what == "move":
        words = _("it is the first branch of {node} that is worth {value}")
        return words.format(node=task.names.of(state), value=_text(visit.value))
    if visit.cut is None:
        words = _("alpha stays below beta at {node} until its last branch")
        return words.format(node=task.names.of(state))
    return _cut(task, visit)


def _text(value: Value | None) -> str:
    return text_of(bound(value))


def _found(task: Task, setter: int, value: Value | None) -> str:
    """The branch by which a node has come to a value."""
    visits = task.replay.visits
    branches = (c for c in visits[setter].children if visits[c].value == value)
    return task.names.branch[next(branches)]


def _passed_in(task: Task, visit: Visit, which: str) -> str:
    if visit.state == 0:
        return _("the search begins with (−∞, ∞)")
    value, by = (visit.alpha, visit.alpha_by) if which == "alpha" else (visit.beta, visit.beta_by)
    if by is None:
        if which == "alpha":
            return _("no MAX node above has found a value yet")
        return _("no MIN node above has found a value yet")
    words = _("{node} above has already found {value}, by {branch}")
    return words.format(node=task.names.of(by), value=_text(value), branch=_found(task, by, value))


def _held(task: Task, visit: Visit, which: str) -> str:
    node = task.names.of(visit.state)
    passed, held = (
        (visit.alpha, visit.alpha_held) if which == "alpha" else (visit.beta, visit.beta_held)
    )
    if task.is_max(visit.state) != (which == "alpha"):
        if which == "alpha":
            return _("{node} is a MIN node, and only a MAX node raises alpha").format(node=node)
        return _("{node} is a MAX node, and only a MIN node lowers beta").format(node=node)
    if passed == held and task.shape.test == "first" and _cuts(task, visit):
        words = _("the last branch searched at {node} cuts before the bound changes")
        return words.format(node=node)
    if passed == held:
        if which == "alpha":
            return _("no branch of {node} is worth more").format(node=node)
        return _("no branch of {node} is worth less").format(node=node)
    branch = _found(task, visit.state, held)
    if which == "alpha":
        return _("raised by {branch} = {value}").format(branch=branch, value=_text(held))
    return _("lowered by {branch} = {value}").format(branch=branch, value=_text(held))


def _value(task: Task, visit: Visit) -> str:
    values = ", ".join(
        f"{task.names.branch[child]} = {_text(task.replay.visits[child].value)}"
        for child in visit.children
    )
    if task.is_max(visit.state):
        text = _("the largest of what was searched: {values}").format(values=values)
    else:
        text = _("the smallest of what was searched: {values}").format(values=values)
    if task.shape.returns == "hard":
        window = f"({_text(visit.alpha)}, {_text(visit.beta)})"
        text += _(", clipped to {window}").format(window=window)
    if task.shape.returns == "bound" and task.is_max(visit.state):
        text += _(", but no less than alpha = {alpha}").format(alpha=_text(visit.alpha))
    elif task.shape.returns == "bound":
        text += _(", but no more than beta = {beta}").format(beta=_text(visit.beta))
    return text


def _cuts(task: Task, visit: Visit) -> bool:
    """Whether the last branch searched cut, be there more branches or not."""
    last = task.replay.visits[visit.children[-1]].value
    other = bound(visit.beta if task.is_max(visit.state) else visit.alpha)
    beyond = last > other if task.is_max(visit.state) else last < other
    return beyond or (last == other and task.shape.cut == "ge")


def _state(task: Task, state: int) -> str:
    parent = task.names.parent[state]
    above = task.replay.visits.get(parent)
    if above is None:
        cut = next(a for a in task.names.above(state) if a not in task.replay.visits)
        return _("it lies below {node}, which is pruned").format(node=task.names.of(cut))
    if state not in above.children:
        return _cut(task, above)
    if state == above.children[0]:
        return _("the first branch of a node that is searched is searched too")
    name, index = task.names.of(parent), above.children.index(state)
    before = [task.replay.visits[child].value for child in above.children[:index]]
    alpha, beta = bound(above.alpha), bound(above.beta)
    if task.is_max(parent):
        alpha = max(alpha, *before)
    else:
        beta = min(beta, *before)
    words = _("at {node} alpha = {alpha} is still below beta = {beta}")
    return words.format(node=name, alpha=_text(alpha), beta=_text(beta))


def _cut(task: Task, visit: Visit) -> str:
    cut = visit.cut
    assert cut is not None
    setter = task.replay.setter(visit)
    assert setter is not None
    at_max = task.is_max(visit.state)
    met = visit.beta if at_max else visit.alpha
    fields = {
        "node": task.names.of(visit.state),
        "value": _text(number(cut["value"])),
        "bound": _text(met),
        "setter": task.names.of(setter),
        "branch": _found(task, setter, met),
    }
    if at_max:
        text = _(
            "{node} is worth {value} or more, and beta is {bound}, set by {setter} at {branch}"
        )
    else:
        text = _(
            "{node} is worth {value} or less, and alpha is {bound}, set by {setter} at {branch}"
        )
    return text.format(**fields)
