"""Which window suffices: how narrow alpha and beta may begin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cached_property
from typing import Any, Final

from zermelo.exercise.items import Answer, Given, Item, Number, same, text_of
from zermelo.exercise.kinds.task import Task
from zermelo.exercise.luck import Luck
from zermelo.exercise.replay import Replay
from zermelo.exercise.rules import Basis, Grounds, Rule
from zermelo.exercise.shape import CONVENTIONAL, Shape
from zermelo.exercise.trees import exact
from zermelo.game import INFINITY
from zermelo.language import _, mark
from zermelo.numbers import ends
from zermelo.search import Finding, alphabeta

WINDOWS: Final = ("w1", "w2", "w3")
TELLS: Final = {"exact": "exact", "upper": "low", "lower": "high"}


class Window(Task):
    """The narrowest window at the root with which alpha-beta still finds the value and the move.

    The ends of a window are multiples of the step of the leaves: whole numbers, say. Items:

        A.value, A.move            the value of the root and the move to it
        window.alpha, window.beta  the narrowest window: it still finds both, and with this end
                                   one step further in it would not
        leaves                     how many leaves alpha-beta evaluates with that window
        w1, w2, w3                 of three windows: whether the result is exact, fails low (the
                                   value is at most alpha) or fails high (at least beta)

    An end is judged by running alpha-beta with it, the other end being infinite.
    """

    name = "window"
    heading = mark("Which window suffices")
    conventional = CONVENTIONAL
    weights = {
        "value": 4,
        "move": 1,
        "alpha": 2,
        "beta": 2,
        "leaves": 3,
        **dict.fromkeys(WINDOWS, 1),
    }

    algorithm = alphabeta

    @classmethod
    def settings(cls, shape: Shape) -> dict[str, Any]:
        return shape.conventions

    def instructions(self, level: str = "all") -> list[str]:
        step = self.shape.step
        ends = (
            _("whole numbers") if step == 1 else _("multiples of {step}").format(step=text_of(step))
        )
        texts = [
            _("Find the value of the root and the move that leads to it."),
            _(
                "Give the narrowest window (alpha, beta) at the root, its ends {ends}, with which "
                "alpha-beta still finds both; and say how many leaves it then evaluates, from "
                "left to right."
            ).format(ends=ends),
            _("Say of each of these windows whether the result is exact, fails low or fails high:"),
        ]
        return [*texts, *(f"{name}: {_window(*self.windows[name])}" for name in self.windows)]

    @cached_property
    def windows(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Three windows to judge: one around the value, one above and one below, in any order."""
        luck, step = Luck(self.seed), self.shape.step
        value = self._value_of_root

        def away() -> Fraction:
            return step * (1 + luck.below(4))

        inside = value - away(), value + away()
        above, below = value + step * luck.below(2), value - step * luck.below(2)
        three = [inside, (above, above + away()), (below - away(), below)]
        return dict(zip(WINDOWS, luck.sample(three, 3), strict=True))

    @cached_property
    def items(self) -> tuple[Item, ...]:
        return (
            Item(f"{self.root}.value", self.root, "value"),
            Item(f"{self.root}.move", self.root, "move", "branch", self._branches(0)),
            Item("window.alpha", "", "window_alpha"),
            Item("window.beta", "", "window_beta"),
            Item("leaves", "", "leaves"),
            *(Item(name, "", _window(*ends), "tells") for name, ends in self.windows.items()),
        )

    @cached_property
    def replay(self) -> Replay:
        settings = self.settings(self.shape)
        return Replay(alphabeta, self.tree, window=self._narrowest, **settings)

    @cached_property
    def _found(self) -> Finding[int, int]:
        return self._search(-INFINITY, INFINITY)

    @cached_property
    def _value_of_root(self) -> Fraction:
        return exact(self._found.value)

    @property
    def _narrowest(self) -> tuple[Fraction, Fraction]:
        return self._value_of_root - self.shape.step, self._value_of_root + self.shape.step

    @cached_property
    def solution(self) -> dict[str, Answer]:
        alpha, beta = self._narrowest
        return {
            f"{self.root}.value": self._value_of_root,
            f"{self.root}.move": self._move(self._found),
            "window.alpha": alpha,
            "window.beta": beta,
            "leaves": Fraction(self.replay.leaves),
            **{name: TELLS[self._search(*ends).bound] for name, ends in self.windows.items()},
        }

    def _search(self, alpha: Fraction | float, beta: Fraction | float) -> Finding[int, int]:
        return alphabeta(self.tree, window=(alpha, beta), **self.settings(self.shape))

    def _move(self, result: Finding[int, int]) -> str:
        assert result.action is not None
        return self._branches(0)[result.action]

    def right(self, item: str, given: Given, answers: Mapping[str, Given]) -> bool:
        if not item.startswith("window.") or not isinstance(given, Number):
            return same(given, self.solution[item])
        end, step = given.value, self.shape.step
        if isinstance(end, float) or (end - self._value_of_root) % step:
            return False  # infinite, or no multiple of the step
        if item == "window.alpha":
            return self._finds(end, INFINITY) and not self._finds(end + step, INFINITY)
        return self._finds(-INFINITY, end) and not self._finds(-INFINITY, end - step)

    def _finds(self, alpha: Fraction | float, beta: Fraction | float) -> bool:
        """Whether alpha-beta finds the value and the move with this window."""
        found = self._search(alpha, beta)
        return found.bound == "exact" and self._move(found) == self.solution[f"{self.root}.move"]

    def rule(self, item: str) -> Rule | None:
        """The window lies around the student's own value, and the three lie to it as they do."""
        value, step = ["answer", f"{self.root}.value"], self.shape.step
        if item.startswith("window."):
            return ["plus", value, str(-step if item == "window.alpha" else step)]
        if item not in self.windows:
            return None
        low, high = (["number", str(end)] for end in self.windows[item])
        above: Rule = ["if", ["reaches", value, high], ["word", "high"], ["word", "exact"]]
        return ["if", ["reaches", low, value], ["word", "low"], above]

    def grounds(self, item: str, basis: Basis) -> Grounds | None:
        """By its rule; the leaves are those that alpha-beta evaluates with the student's window."""
        if item != "leaves":
            return super().grounds(item, basis)
        alpha, beta = basis.own.get("window.alpha"), basis.own.get("window.beta")
        if not isinstance(alpha, Fraction | float) or not isinstance(beta, Fraction | float):
            return None
        computed = replace(basis, computed=True)
        return [(Fraction(self._search(alpha, beta).leaves), computed)] if alpha < beta else None

    def reason(self, item: str) -> str:
        value = text_of(self._value_of_root)
        reasons = {
            f"{self.root}.value": _("it is the minimax value of the root"),
            f"{self.root}.move": _("it is the first branch of {node} that is worth {value}"),
            "leaves": _("that many alpha-beta evaluates with the window {window}"),
            "window.alpha": _("the value {value} must lie above alpha, by as little as possible"),
            "window.beta": _("the value {value} must lie below beta, by as little as possible"),
        }
        words = reasons.get(item, _("the value of the root is {value}"))
        return words.format(node=self.root, value=value, window=_window(*self._narrowest))


def _window(low: Fraction, high: Fraction) -> str:
    return f"({ends(text_of(low), text_of(high))})"
