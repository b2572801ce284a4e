"""The conformance checker: plays random games and names every rule of the interface that breaks.

Every method is asked twice: it must not raise, must answer the same, and must leave the state as
it was. What it answers must then fit together with the other answers. An empty list means that
nothing was found, not that nothing is wrong.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from zermelo.game import CHANCE, MAX, PLAYER_NAMES, Game, NoEstimate, Value, provides
from zermelo.language import _

LOOK_AHEAD = 100  # about so many states are looked at to find out what a state is worth

Interval: TypeAlias = tuple[Value, Value]


@dataclass(frozen=True)
class Broken:
    """A rule that does not hold, the first state that shows it, and what was seen there."""

    rule: str
    state: str
    detail: str

    def __str__(self) -> str:
        return _("{rule}: not at {state} ({detail})").format(
            rule=self.rule, state=self.state, detail=self.detail
        )


def check_game(
    game: Game[Any, Any],
    *,
    games: int = 100,
    seed: int = 0,
    max_plies: int = 500,
    tick: Callable[[int], None] | None = None,
) -> list[Broken]:
    """Plays so many random games and returns each broken rule once; the same for the same seed.

    An error inside the game is a broken rule, never an exception here. A game that is not over
    after `max_plies` is left there. `tick` hears before each game how many are done.
    """
    checker = _Checker(game)
    generator = random.Random(seed)
    for played in range(games):
        if tick:
            tick(played)
        try:
            state = checker.ask("initial")
            for _ply in range(max_plies):
                checker.visit(state)
                if checker.ask("is_terminal", state):
                    break
                state = checker.ask("result", state, checker.choose(state, generator))
        except _NoAnswerError:
            continue
    return list(checker.broken.values())


class _NoAnswerError(Exception):
    """The game raised an error, which has been noted: there is no going on from here."""


class _Checker:
    """Everything that is asked of one game, and what was found to be broken."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.broken: dict[str, Broken] = {}
        self.seen: set[Hashable] = set()
        self.keys: dict[int, Any] = {}
        self.range: Interval | None = None  # the bounds of the state being visited

    # --- asking and noting ---------------------------------------------------------------------

    def note(self, rule: str, state: Any, detail: str) -> None:
        if rule not in self.broken:
            self.broken[rule] = Broken(rule, _one_line(self.text(state)), _one_line(detail))

    def text(self, state: Any) -> str:
        if state is None:
            return _("the beginning")
        try:
            return str(self.game.format_state(state))
        except Exception:
            return _repr(state)

    def ask(self, method: str, *arguments: Any, at: Any = None) -> Any:
        """The answer of a method at a state, its first argument unless `at` says otherwise."""
        state = arguments[0] if arguments and at is None else at
        given = ""
        if len(arguments) > 1:
            given = _(" for {action}").format(action=_repr(arguments[1]))
        try:
            before = _fingerprint(state)
            answer = self.answer(method, *arguments)
            if _fingerprint(state) != before:
                rule = _("{method} leaves the state as it was").format(method=method)
                self.note(rule, state, _("was {before}").format(before=before[0]) + given)
                return answer
            again = self.answer(method, *arguments)
            if answer != again and _repr(answer) != _repr(again):
                detail = _("{first}, then {second}")
                detail = detail.format(first=_repr(answer), second=_repr(again))
                rule = _("{method} always answers the same").format(method=method)
                self.note(rule, state, detail + given)
        except NoEstimate:  # a game may have estimates for some states only
            raise _NoAnswerError from None
        except Exception as error:
            rule = _("{method} raises no error").format(method=method)
            if method == "result":
                rule = _("result accepts every legal action")
            self.note(rule, state, f"{type(error).__name__}: {error}{given}")
            raise _NoAnswerError from error
        return answer

    def answer(self, method: str, *arguments: Any) -> Any:
        answer = getattr(self.game, method)(*arguments)
        return list(answer) if method in ("actions", "outcomes") else answer

    def check(self, method: str, check: Callable[..., None], *arguments: Any) -> None:
        """Makes one check, if the game provides the method that it is about."""
        if not provides(self.game, method):
            return
        try:
            check(*arguments)
        except _NoAnswerError:
            pass
        except Exception as error:  # an answer so odd that it cannot even be looked at
            detail = f"{type(error).__name__}: {error}"
            rule = _("{method} gives an answer of the right kind").format(method=method)
            self.note(rule, arguments[0], detail)

    # --- the walk ------------------------------------------------------------------------------

    def choose(self, state: Any, generator: random.Random) -> Any:
        """A random action, at CHANCE by the weights of the outcomes."""
        try:
            if self.game.to_move(state) == CHANCE and provides(self.game, "outcomes"):
                actions, weights = zip(*self.game.outcomes(state), strict=True)
                return generator.choices(actions, weights)[0]
            return generator.choice(list(self.game.actions(state)))
        except Exception as error:  # the visit has noted it
            raise _NoAnswerError from error

    def visit(self, state: Any) -> None:
        """Makes every check at a state that was not seen before."""
        try:
            if state in self.seen:
                return
            self.seen.add(state)
        except Exception as error:
            self.note(_("states are hashable"), state, f"{type(error).__name__}: {error}")
        terminal = self.ask("is_terminal", state)
        if not isinstance(terminal, bool):
            self.note(_("is_terminal is True or False"), state, _repr(terminal))
        self.check("bounds", self.check_bounds, state)
        if terminal:
            self.check("actions", self.check_no_actions, state)
            self.check("utility", self.check_number, state, "utility")
        else:
            actions = self.ask("actions", state)
            self.check("actions", self.check_actions, state, actions)
            self.check("to_move", self.check_to_move, state, actions)
            self.check("result", self.check_result, state, actions)
            self.check("evaluate", self.check_number, state, "evaluate")
            self.check("is_quiet", self.check_is_quiet, state)
            self.check("order", self.check_order, state, actions)
            self.check("format_action", self.check_action_texts, state, actions)
            self.check("parse_action", self.check_parse_action, state, actions)
        self.check("canonical", self.check_canonical, state)
        self.check("key", self.check_key, state)
        self.check("format_state", self.check_format_state, state)
        self.check("parse_state", self.check_parse_state, state)
        self.check("draw", self.check_draw, state)

    # --- the rules -----------------------------------------------------------------------------

    def check_no_actions(self, state: Any) -> None:
        try:
            actions = self.answer("actions", state)
        except Exception:  # nobody may ask here, so refusing is as good as having none
            return
        if actions:
            self.note(_("a terminal state has no actions"), state, _repr(actions))

    def check_actions(self, state: Any, actions: list[Any]) -> None:
        if not actions:
            self.note(_("a state that is not terminal has actions"), state, _("none"))
        try:
            distinct = len(set(actions)) == len(actions)
        except TypeError as error:
            self.note(_("actions are hashable"), state, str(error))
        else:
            if not distinct:
                self.note(_("actions are distinct"), state, _repr(actions))
            if None in actions:
                self.note(_("no action is None"), state, _("None stands for no action at all"))

    def check_to_move(self, state: Any, actions: list[Any]) -> None:
        player = self.ask("to_move", state)
        if type(player) is not int or player not in PLAYER_NAMES:
            self.note(_("to_move is MAX, MIN or CHANCE"), state, _repr(player))
        elif player == CHANCE and not provides(self.game, "outcomes"):
            rule = _("outcomes are given where CHANCE moves")
            self.note(rule, state, _("the game has no outcomes"))
        elif player == CHANCE:
            self.check("outcomes", self.check_outcomes, state, actions)

    def check_outcomes(self, state: Any, actions: list[Any]) -> None:
        outcomes = self.ask("outcomes", state)
        if any(type(weight) is not int or weight < 1 for _action, weight in outcomes):
            self.note(_("outcomes have positive whole weights"), state, _repr(outcomes))
        named = {action for action, _weight in outcomes}
        if len(outcomes) != len(actions) or named != set(actions):
            detail = _("{found} for {asked}").format(found=_repr(outcomes), asked=_repr(actions))
            self.note(_("outcomes and actions are the same"), state, detail)

    def check_result(self, state: Any, actions: list[Any]) -> None:
        for action in actions:
            child = self.ask("result", state, action)
            self.check("key", self.check_key, child)

    def check_number(self, state: Any, method: str) -> None:
        """`utility` and `evaluate`."""
        value = self.ask(method, state)
        if not _is_number(value):
            self.note(_("{method} is a number").format(method=method), state, _repr(value))
        elif self.range and not self.range[0] <= value <= self.range[1]:
            low, high = self.range
            rule = _("{method} stays within bounds").format(method=method)
            detail = _("{value} outside {low} to {high}")
            self.note(rule, state, detail.format(value=value, low=low, high=high))

    def check_bounds(self, state: Any) -> None:
        self.range = None
        low, high = self.ask("bounds", state)
        if not (_is_number(low) and _is_number(high) and low <= high):
            self.note(_("bounds are a low and a high number"), state, _repr((low, high)))
            return
        self.range = low, high
        value = self.worth(state)
        if _apart(value, self.range):
            detail = _("{value}, not {low} to {high}")
            detail = detail.format(value=_text(value), low=low, high=high)
            self.note(_("bounds hold the value"), state, detail)

    def check_is_quiet(self, state: Any) -> None:
        quiet = self.ask("is_quiet", state)
        if not isinstance(quiet, bool):
            self.note(_("is_quiet is True or False"), state, _repr(quiet))

    def check_order(self, state: Any, actions: list[Any]) -> None:
        for action in actions:
            rank = self.ask("order", state, action)
            if not isinstance(rank, int):
                detail = _("{found} for {asked}").format(found=_repr(rank), asked=_repr(action))
                self.note(_("order is a whole number"), state, detail)

    def check_canonical(self, state: Any) -> None:
        twin = self.ask("canonical", state)
        if twin == state:
            return
        same = _("{twin} for it").format(twin=self.text(twin))
        if self.ask("canonical", twin) != twin:
            self.note(_("canonical of canonical is the same"), state, same)
        if self.ask("is_terminal", twin) != self.ask("is_terminal", state):
            self.note(_("canonical keeps whether the game is over"), state, same)
        elif not self.ask("is_terminal", state):
            if self.ask("to_move", twin) != self.ask("to_move", state):
                self.note(_("canonical keeps the player"), state, same)
            if len(self.ask("actions", twin)) != len(self.ask("actions", state)):
                self.note(_("canonical keeps the number of actions"), state, same)
        value, twin_value = self.worth(state), self.worth(twin)
        if _apart(value, twin_value):
            detail = _("{found} instead of {wanted}")
            detail = detail.format(found=_text(twin_value), wanted=_text(value))
            self.note(_("canonical keeps the value"), state, f"{same}: {detail}")

    def check_key(self, state: Any) -> None:
        key = self.ask("key", state)
        if not isinstance(key, int):
            self.note(_("key is a whole number"), state, _repr(key))
        elif self.keys.setdefault(key, state) != state:
            detail = _("{key}, as at {state}").format(key=key, state=self.text(self.keys[key]))
            self.note(_("key differs for different states"), state, detail)

    # --- the rules of the notation ---------------------------------------------------------------

    def check_format_state(self, state: Any) -> None:
        text = self.ask("format_state", state)
        if not isinstance(text, str) or len(text.splitlines()) != 1:
            self.note(_("format_state is one line of text"), state, _repr(text))

    def check_parse_state(self, state: Any) -> None:
        text = self.ask("format_state", state)
        parsed = self.ask("parse_state", text, at=state)
        if parsed != state:
            detail = _("'{text}' became {found}").format(text=text, found=_repr(parsed))
            self.note(_("parse_state reads what format_state writes"), state, detail)

    def check_action_texts(self, state: Any, actions: list[Any]) -> None:
        texts = [self.ask("format_action", state, action) for action in actions]
        for text in texts:
            if not isinstance(text, str) or text.split() != [text]:
                self.note(_("format_action is a text without spaces"), state, _repr(text))
        if len(set(texts)) != len(texts):
            self.note(_("format_action tells the actions apart"), state, _repr(texts))

    def check_parse_action(self, state: Any, actions: list[Any]) -> None:
        for action in actions:
            text = self.ask("format_action", state, action)
            parsed = self.ask("parse_action", state, text)
            if parsed != action:
                detail = _("'{text}' became {found}, not {wanted}")
                detail = detail.format(text=text, found=_repr(parsed), wanted=_repr(action))
                self.note(_("parse_action reads what format_action writes"), state, detail)

    def check_draw(self, state: Any) -> None:
        drawing = self.ask("draw", state)
        if not isinstance(drawing, str):
            self.note(_("draw gives a text"), state, _repr(drawing))

    # --- what a state is worth -------------------------------------------------------------------

    def worth(self, state: Any) -> Interval:
        """Between what and what the value surely lies, from the ends of the game that are near."""
        try:
            depth, width = 0, 2
            if not self.game.is_terminal(state):
                width = max(2, len(list(self.game.actions(state))))
            while width ** (depth + 1) <= LOOK_AHEAD:
                depth += 1
            return self.look_ahead(state, depth)
        except Exception:  # other checks name what is broken there
            return -math.inf, math.inf

    def look_ahead(self, state: Any, depth: int) -> Interval:
        if self.game.is_terminal(state):
            utility = self.game.utility(state)
            return (utility, utility) if _is_number(utility) else (-math.inf, math.inf)
        if depth == 0:
            return -math.inf, math.inf
        player = self.game.to_move(state)
        if player == CHANCE:
            low: Value = 0
            high: Value = 0
            outcomes = list(self.game.outcomes(state))
            whole = sum(weight for _, weight in outcomes)
            for action, weight in outcomes:
                worst, best = self.look_ahead(self.game.result(state, action), depth - 1)
                low += worst * Fraction(weight, whole)
                high += best * Fraction(weight, whole)
            return low, high
        children = [
            self.look_ahead(self.game.result(state, action), depth - 1)
            for action in self.game.actions(state)
        ]
        choice = max if player == MAX else min
        return choice(low for low, _ in children), choice(high for _, high in children)


def _apart(one: Interval, other: Interval) -> bool:
    """Whether two intervals have nothing in common; the margin is for rounded arithmetic."""
    return one[0] > other[1] + 1e-9 or other[0] > one[1] + 1e-9


def _text(value: Interval) -> str:
    low, high = value
    return f"{low}" if low == high else _("{low} to {high}").format(low=low, high=high)


def _is_number(value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float | Fraction):
        return False
    return math.isfinite(value)


def _fingerprint(state: Any) -> tuple[str, int | None]:
    """What must be the same before and after a method has seen a state."""
    try:
        return _repr(state), hash(state)
    except Exception:
        return _repr(state), None


def _repr(thing: Any) -> str:
    try:
        return repr(thing)
    except Exception:
        return object.__repr__(thing)


def _one_line(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= 200 else text[:197] + "..."
