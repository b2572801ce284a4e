"""The six rules that every game has, whose answers at a state must fit together."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from zermelo.check.broken import literal
from zermelo.check.questions import NoAnswer, Questions
from zermelo.door import PLAYERS, is_payoffs, unfit, wrong_mover
from zermelo.game import CHANCE, PLAYER_NAMES, MultiplayerGame, Value, provides
from zermelo.language import _
from zermelo.names import is_for_two

Interval: TypeAlias = tuple[Value, Value]


@dataclass
class Node:
    """A state and what the game says of it; None is what it did not say in order."""

    state: Any
    terminal: bool
    utility: Value | None = None
    player: int | None = None
    actions: list[Any] | None = None
    children: list[Any] | None = None  # the results of the actions
    weights: list[int] | None = None  # at CHANCE, of the actions
    bounds: Interval | None = None
    canonical: Any = None


def look(ask: Questions, state: Any) -> Node:
    """Asks for everything that the six rules say of a state, and checks it.

    Raises `NoAnswer` where the game does not even say whether it is over, or what can be played.
    """
    terminal = ask.ask("is_terminal", state)
    if not isinstance(terminal, bool):
        ask.note(_("is_terminal is True or False"), state, literal(terminal))
    node = Node(state, bool(terminal))
    if node.terminal:
        ask.attempt("actions", check_no_actions, node)
        node.utility = ask.attempt("utility", check_number, node, "utility")
        ask.attempt("outcome", check_outcome, node)
    else:
        node.actions = ask.ask("actions", state)
        ask.attempt("actions", check_actions, node)
        ask.attempt("to_move", check_to_move, node)
        ask.attempt("result", check_result, node)
    return node


def check_no_actions(ask: Questions, node: Node) -> None:
    try:
        actions = ask.answer("actions", node.state)
    except NoAnswer:
        raise
    except Exception:  # nobody may ask here, so refusing is as good as having none
        return
    if actions:
        rule = _("a terminal state has no actions")
        ask.note(rule, node.state, literal(actions[:20]), grave=False)


def check_actions(ask: Questions, node: Node) -> None:
    actions = node.actions or []
    if not actions:
        ask.note(_("a state that is not terminal has actions"), node.state, literal(actions))
    try:
        distinct = len(set(actions)) == len(actions)
    except TypeError as error:
        ask.note(_("actions are hashable"), node.state, str(error))
        return
    if not distinct:
        ask.note(_("actions are distinct"), node.state, literal(actions[:100]))
    if None in actions:
        detail = _('None stands for no action at all; give a pass a name, such as "pass"')
        ask.note(_("no action is None"), node.state, detail)


def check_to_move(ask: Questions, node: Node) -> None:
    player = ask.ask("to_move", node.state)
    if not is_for_two(ask.game):
        if wrong := wrong_mover(ask.game, player):
            ask.note(_("to_move gives one of the players"), node.state, wrong)
        if wrong or isinstance(ask.game, MultiplayerGame):
            return  # a number of several is no sign of what is good for them
    if type(player) is not int or player not in PLAYER_NAMES:
        detail = f"{literal(player)}; {_(PLAYERS)}"
        ask.note(_("to_move is MAX, MIN or CHANCE"), node.state, detail)
    elif player == CHANCE and not provides(ask.game, "outcomes"):
        rule = _("outcomes are given where CHANCE moves")
        ask.note(rule, node.state, f"{_('the game has no outcomes')}; {_(PLAYERS)}")
    else:
        node.player = player
        if player == CHANCE:
            node.weights = ask.attempt("outcomes", check_outcomes, node)


def check_outcomes(ask: Questions, node: Node) -> list[int] | None:
    """The weights of the actions, in their order."""
    outcomes = ask.ask("outcomes", node.state)
    weights = dict(outcomes)
    positive = all(type(weight) is int and weight > 0 for weight in weights.values())
    if not positive:
        detail = _("{outcomes}; write 1 for each face of a die, not 1/6")
        detail = detail.format(outcomes=literal(outcomes[:20]))
        ask.note(_("outcomes have positive whole weights"), node.state, detail)
    actions = node.actions or []
    if len(outcomes) != len(actions) or set(weights) != set(actions):
        detail = _("{found} for {asked}")
        detail = detail.format(found=literal(outcomes[:20]), asked=literal(actions[:20]))
        ask.note(_("outcomes and actions are the same"), node.state, detail)
        return None
    return [weights[action] for action in actions] if positive else None


def check_result(ask: Questions, node: Node) -> None:
    children = [ask.ask("result", node.state, action) for action in node.actions or ()]
    if all(check_hash(ask, child) for child in children):
        node.children = children


def check_outcome(ask: Questions, node: Node) -> None:
    winner = ask.ask("outcome", node.state)
    if type(winner) is not int or winner not in PLAYER_NAMES:
        ask.note(_("outcome is MAX, MIN or 0"), node.state, literal(winner), about="outcome")


def check_hash(ask: Questions, state: Any, wholly: bool = False) -> bool:
    """Whether a state can be hashed and, `wholly`, is of what states are made of."""
    wrong = unfit(state) if wholly else None
    try:
        hash(state)
    except Exception as error:
        wrong = unfit(state) or f"{type(error).__name__}: {error}"
    if wrong:
        ask.note(_("states are hashable"), state, wrong)
    return not wrong


def check_number(ask: Questions, node: Node, method: str) -> Value | None:
    """The answer of `utility` or `evaluate`, if it is a finite number, and not one for each."""
    value = ask.ask(method, node.state)
    if isinstance(ask.game, MultiplayerGame):
        if not is_payoffs(ask.game, value) or not all(map(is_number, value)):
            rule = _("{method} is a tuple of {count} numbers, one for each player")
            rule = rule.format(method=method, count=len(ask.game.players))
            ask.note(rule, node.state, literal(value))
        return None
    if not is_number(value):
        rule = _("{method} is a number").format(method=method)
        ask.note(rule, node.state, literal(value), about=method if method == "evaluate" else "")
        return None
    return value  # type: ignore[no-any-return]


def is_number(value: Any) -> bool:
    """Whether it is a finite number; a bool is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return False
    return not isinstance(value, float) or math.isfinite(value)
