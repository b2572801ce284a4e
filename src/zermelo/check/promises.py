"""What a game may promise beyond its rules, and how each promise is broken at a state.

What `bounds` and `canonical` say about the value is compared with the value in `values.py`.
"""

from __future__ import annotations

from typing import Any

from zermelo.check.broken import literal
from zermelo.check.questions import Questions, given
from zermelo.check.rules import Interval, Node, check_hash, check_number, is_number
from zermelo.check.values import above, apart, back_up, text_of, values_depend_on_the_way
from zermelo.door import is_payoffs
from zermelo.game import REPETITIONS, Feature, MultiplayerGame, Value, provides
from zermelo.language import _


def check_promises(ask: Questions, node: Node, keys: dict[int, Any]) -> None:
    """Checks at a state whatever the game provides; `keys`: those met, and whose they are."""
    bounds = ask.attempt("bounds", check_bounds, node)
    if node.terminal and bounds and isinstance(ask.game, MultiplayerGame):
        ask.attempt("utility", check_payoffs_within, node, bounds)
    elif node.terminal:
        check_within(ask, node, "utility", node.utility, bounds)
    else:
        estimate = ask.attempt("evaluate", check_number, node, "evaluate")
        check_within(ask, node, "evaluate", estimate, bounds)
        ask.attempt("features", check_features, node, estimate)
        ask.attempt("is_quiet", check_type, node, "is_quiet", bool, _("is_quiet is True or False"))
        ask.attempt("in_check", check_type, node, "in_check", bool, _("in_check is True or False"))
        ask.attempt("forcing", check_forcing, node)
        ask.attempt("null_move", check_null_move, node)
        ask.attempt("order", check_order, node)
    ask.attempt("canonical", check_canonical, node)
    ask.attempt("tier", check_tier, node)
    ask.attempt("key", check_key, node, keys)
    ask.attempt("from_key", check_from_key, node)


def check_key(ask: Questions, node: Node, keys: dict[int, Any]) -> None:
    """No two states have one key: neither this one nor those that it leads to."""
    for state in (node.state, *(node.children or ())):
        key = ask.ask("key", state)
        if not isinstance(key, int):
            ask.note(_("key is a whole number"), state, literal(key), about="key")
            return
        first = keys.setdefault(key, state)
        if first is not state and first != state:
            detail = _("{key}, as at {state}").format(key=key, state=ask.text(first))
            ask.note(_("key differs for different states"), state, detail)


def check_from_key(ask: Questions, node: Node) -> None:
    again = ask.ask("from_key", ask.ask("key", node.state), at=node.state)
    if again != node.state:
        ask.note(_("from_key gives back the state of a key"), node.state, literal(again))


def check_bounds(ask: Questions, node: Node) -> Interval | None:
    low, high = ask.ask("bounds", node.state)
    if not (is_number(low) and is_number(high) and low <= high):
        rule = _("bounds are a low and a high number")
        ask.note(rule, node.state, literal((low, high)), about="bounds")
        return None
    if isinstance(ask.game, MultiplayerGame):  # everybody's part lies there, and a value is none
        return low, high
    node.bounds = low, high
    if not node.terminal and not values_depend_on_the_way(ask.game):
        check_bounds_ahead(ask, node, (low, high))
    return low, high


def check_bounds_ahead(ask: Questions, node: Node, bounds: Interval) -> None:
    """What is certain of the states that it leads to leaves room for what is certain of it."""
    ahead = [ask.ask("bounds", child) for child in node.children or ()]
    if not all(is_number(end) for pair in ahead for end in pair):
        return
    reach = back_up(node, ahead)
    if apart(reach, bounds):
        detail = _("{bounds}, but {reach} by those of the states that it leads to")
        detail = detail.format(bounds=text_of(bounds), reach=text_of(reach))
        ask.note(_("bounds fit those of the next states"), node.state, detail)


def check_within(
    ask: Questions, node: Node, method: str, value: Value | None, bounds: Interval | None
) -> None:
    """What is certain of the value holds for the utility, and an estimate claims no more."""
    if value is None or bounds is None or bounds[0] <= value <= bounds[1]:
        return
    low, high = bounds
    rule = _("{method} stays within bounds").format(method=method)
    detail = _("{value} outside {low} to {high}").format(value=value, low=low, high=high)
    ask.note(rule, node.state, detail)


def check_payoffs_within(ask: Questions, node: Node, bounds: Interval) -> None:
    """What is certain holds for the part of each of several players."""
    payoffs = ask.ask("utility", node.state)
    for each in payoffs if is_payoffs(ask.game, payoffs) else ():
        check_within(ask, node, "utility", each, bounds)


def check_features(ask: Questions, node: Node, estimate: Value | None) -> None:
    """The parts of a heuristic add up to what it says."""
    parts = ask.ask("features", node.state)
    if not all(isinstance(part, Feature) and is_number(part.worth) for part in parts):
        rule = _("features are of the type Feature, with numbers for count and weight")
        ask.note(rule, node.state, literal(parts))
    elif estimate is not None:
        total = sum(part.worth for part in parts)
        if above(total, estimate) or above(estimate, total):
            terms = " + ".join(f"{part.worth} ({part.name})" for part in parts) or "0"
            detail = _("{terms}, not {estimate}").format(terms=terms, estimate=estimate)
            ask.note(_("features add up to evaluate"), node.state, detail)
    if not provides(ask.game, "locate"):
        return
    for place in {place for part in parts for group in part.where for place in group}:
        ask.ask("locate", place, at=node.state)


def check_type(ask: Questions, node: Node, method: str, kind: type, rule: str) -> Any:
    """The answer at a state; None where it is not of the type that it must have."""
    answer = ask.ask(method, node.state)
    if isinstance(answer, kind):
        return answer
    ask.note(rule, node.state, literal(answer), about=method)
    return None


def check_forcing(ask: Questions, node: Node) -> None:
    """What is tried beyond the horizon is legal."""
    for action in ask.ask("forcing", node.state):
        if action not in (node.actions or ()):
            ask.note(_("forcing actions are among actions"), node.state, literal(action))


def check_null_move(ask: Questions, node: Node) -> None:
    """To pass is to let somebody else move."""
    after = ask.ask("null_move", node.state)
    if after is not None and ask.ask("to_move", after) == ask.ask("to_move", node.state):
        rule = _("null_move leads to a state in which another player moves, or is None")
        ask.note(rule, node.state, ask.text(after), about="null_move")


def check_order(ask: Questions, node: Node) -> None:
    for action in node.actions or ():
        rank = ask.ask("order", node.state, action)
        if not isinstance(rank, int):
            detail = _("{found} for {asked}").format(found=literal(rank), asked=literal(action))
            ask.note(_("order is a whole number"), node.state, detail, about="order")


def check_canonical(ask: Questions, node: Node) -> None:
    state, twin = node.state, ask.ask("canonical", node.state)
    if not check_hash(ask, twin):
        return
    node.canonical = twin
    if twin == state:
        return
    same = _("{twin} for it").format(twin=ask.text(twin))
    if ask.ask("canonical", twin) != twin:
        ask.note(_("canonical of canonical is the same"), state, same)
    if bool(ask.ask("is_terminal", twin)) != node.terminal:
        ask.note(_("canonical keeps whether the game is over"), state, same)
    elif not node.terminal:
        if ask.ask("to_move", twin) != ask.ask("to_move", state):
            ask.note(_("canonical keeps the player"), state, same)
        if len(ask.ask("actions", twin)) != len(node.actions or ()):
            ask.note(_("canonical keeps the number of actions"), state, same)


def check_tier(ask: Questions, node: Node) -> None:
    tier = check_type(ask, node, "tier", int, _("tier is a whole number"))
    if tier is None:
        return
    for action, child in zip(node.actions or (), node.children or (), strict=False):
        after = ask.ask("tier", child)
        if isinstance(after, int) and after < tier:
            detail = _("{before}, then {after} at {state}")
            detail = detail.format(before=tier, after=after, state=ask.text(child))
            rule = _("tier never falls along a move")
            ask.note(rule, node.state, detail + given((node.state, action)))


def check_repetition(ask: Questions) -> None:
    """What the class says about positions that come back."""
    repetition = ask.game.repetition
    if repetition is None:
        return
    if repetition not in REPETITIONS:
        choices = ", ".join(literal(each) for each in REPETITIONS)
        rule = _("repetition is one of {choices}, or None").format(choices=choices)
        ask.note(rule, None, literal(repetition))
    elif repetition == "loss" and not provides(ask.game, "bounds"):
        rule = _("repetition as a loss comes with bounds, which say what a loss is")
        ask.note(rule, None, _("the game has no bounds"))
