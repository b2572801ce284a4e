"""Asks a game's methods, and notes what is broken.

Every method is asked twice: it must not raise, must answer the same, and must leave the state as
it was. An error inside the game is a broken rule, never an exception here.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from zermelo.check.broken import Broken, literal, one_line, users_frame
from zermelo.check.clock import Clock, OutOfTime
from zermelo.door import MISUSED, meaning
from zermelo.game import Game, NoEstimate, provides
from zermelo.language import _

MOST: Final = 100_000  # actions at a state: more are taken for a loop without an end
NEEDED: Final = ("initial", "to_move", "actions", "result", "is_terminal", "utility")
LISTS: Final = ("actions", "outcomes", "features", "forcing")
ATOMS: Final = (int, float, str, bool, bytes, Fraction, type(None))


class NoAnswer(Exception):
    """The game gave none, which has been noted: there is no going on from here."""


class Questions:
    """All that is asked of one game, and the rules that were found to be broken."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.clock = Clock(None)
        self.broken: dict[str, Broken] = {}
        self._constant: tuple[Any, bool] = None, True  # a state, and whether nothing can change it

    def note(self, rule: str, state: Any, detail: str, grave: bool = True, about: str = "") -> None:
        """Notes a broken rule, the first time only.

        `about`: the method whose name the author may have used for something else.
        """
        if rule not in self.broken:
            detail = one_line(detail)
            if about:
                detail += f"; {meaning(about)}"
            self.broken[rule] = Broken(rule, self.text(state), detail, grave)

    def text(self, state: Any) -> str:
        """The state as the game writes it, in one line; None: before there is any."""
        if state is None:
            return _("the beginning")
        try:
            return one_line(str(self.game.format_state(state)))
        except Exception:
            return one_line(literal(state))

    def ask(self, method: str, *arguments: Any, at: Any = None) -> Any:
        """The answer of a method at a state, its first argument unless `at` says otherwise."""
        self.clock.look()
        state = arguments[0] if arguments and at is None else at
        try:
            before = self.fingerprint(state)
            answer = self.answer(method, *arguments)
            if self.fingerprint(state) != before:
                rule = _("{method} leaves the state as it was").format(method=method)
                words = _("was {before}")
                self.note(rule, state, words.format(before=before[0]) + given(arguments))
                return answer
            again = self.answer(method, *arguments)
            if differ(answer, again) and literal(answer) != literal(again):
                detail = _("{first}, then {second}")
                detail = detail.format(first=literal(answer), second=literal(again))
                rule = _("{method} always answers the same").format(method=method)
                self.note(rule, state, detail + given(arguments))
        except NoEstimate:  # a game may have estimates for some states only
            raise NoAnswer from None
        except (NoAnswer, OutOfTime):
            raise
        except Exception as error:
            rule = _("{method} raises no error").format(method=method)
            what = f"{place_in_rules(error)}{type(error).__name__}: {error}{given(arguments)}"
            if method in NEEDED and not provides(self.game, method):
                rule, what = _("the game has all six rules"), str(error)
            elif method == "result":
                rule = _("result accepts every legal action")
            misused = isinstance(error, MISUSED) and method not in NEEDED
            self.note(rule, state, what, about=method if misused else "")
            raise NoAnswer from error
        return answer

    def answer(self, method: str, *arguments: Any) -> Any:
        """What a method gives; where it gives several things, which must come to an end, a list."""
        answer = getattr(self.game, method)(*arguments)
        if method not in LISTS:
            return answer
        found = []
        for each in answer:
            found.append(each)
            if len(found) % 1000 == 0:
                self.clock.look()
                if len(found) > MOST:
                    rule = _("{method} come to an end").format(method=method)
                    self.note(rule, arguments[0], _("more than {count}").format(count=MOST))
                    raise NoAnswer
        return found

    def attempt(self, method: str, check: Callable[..., Any], *arguments: Any) -> Any:
        """Makes a check, if the game provides the method that it is about; None where it fails."""
        if method not in NEEDED and not provides(self.game, method):
            return None
        try:
            return check(self, *arguments)
        except NoAnswer:
            return None
        except OutOfTime:
            raise
        except Exception as error:  # an answer so odd that it cannot even be looked at
            rule = _("{method} gives an answer of the right kind").format(method=method)
            state = getattr(arguments[0], "state", None)
            self.note(rule, state, f"{type(error).__name__}: {error}")
            return None

    def fingerprint(self, state: Any) -> tuple[str, int | None]:
        """What must be the same before and after a method has seen a state."""
        if self._constant[0] is not state:
            self._constant = state, is_constant(state)
        if self._constant[1]:
            return "", None
        try:
            return literal(state), hash(state)
        except Exception:
            return literal(state), None


def is_constant(thing: Any) -> bool:
    """Whether no method could change it: numbers, texts, and tuples of them."""
    if type(thing) in ATOMS:
        return True
    return (
        isinstance(thing, tuple) and not hasattr(thing, "__dict__") and all(map(is_constant, thing))
    )


def differ(one: Any, other: Any) -> bool:
    """Whether two answers are not equal; arrays, which cannot be compared so, are not."""
    try:
        return bool(one != other)
    except Exception:
        return True


def place_in_rules(error: Exception) -> str:
    """Where in a user's file an error came up, for a message."""
    frame = users_frame(error)
    words = _("line {line} of {file}: ")
    return words.format(line=frame.lineno, file=Path(frame.filename).name) if frame else ""


def given(arguments: tuple[Any, ...]) -> str:
    """The action that a method was asked about, for a message."""
    if len(arguments) < 2:
        return ""
    return _(" for {action}").format(action=literal(arguments[1]))
