"""The pseudo-code of the algorithms, as lectures write it, and the line that runs at each step.

n is a node, s a successor of it, p the plies still to look ahead, v a value for MAX.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.explain.numbers import format_value
from zermelo.explain.story import Story
from zermelo.language import _


class CodeLine(NamedTuple):
    """A line of pseudo-code, and the steps at which it runs, by their tags (see `Code`)."""

    level: int
    text: str
    tags: tuple[str, ...] = ()


class Code:
    """The pseudo-code of the algorithm that a story tells, with its settings."""

    def __init__(self, story: Story) -> None:
        self.story = story
        settings = {**story.steps[0].event["settings"], "repetition": story.game.repetition}
        lines = _lines(story.algorithm, settings)
        self.lines = tuple("    " * line.level + line.text for line in lines)
        self._at = {tag: n for n, line in enumerate(lines, 1) for tag in line.tags}

    def line_of(self, step: int) -> int | None:
        """The number, from 1, of the line that runs at a step; None: it is stopped from outside."""
        return next((self._at[tag] for tag in self._tags(step) if tag in self._at), None)

    def _tags(self, number: int) -> list[str]:
        """What a step does, the most precise first: `best MAX` before `best`."""
        step = self.story.steps[number]
        event = step.event
        kind = "" if step.place is None else self.story.places[step.place].kind
        names = [step.name]
        match step.name:
            case "leaf" if (step.place, "repeat") in {change[:2] for change in step.changes}:
                names = ["repeat"]
            case "leaf":
                names = ["leaf" if event["exact"] else "estimate"]
            case "best" if "which" in event:
                names = ["bound", "best"]
            case "window":
                names = [event["why"]]
            case "cutoff" if kind == "CHANCE":
                kind = f"CHANCE {event['side']}"
            case "leave":
                before = self.story.steps[number - 1]
                returns = before.name == "hit" or (before.name, kind) == ("cutoff", "CHANCE")
                if returns and before.place == step.place:
                    return self._tags(number - 1)
            case "give_up" if event["reason"] == "stopped":
                names = []
        return [tag for name in names for tag in (f"{name} {kind}", name)]


def _lines(algorithm: str, settings: dict[str, Any]) -> list[CodeLine]:
    window = ", ".join(map(format_value, settings.get("window", ("-inf", "inf"))))
    inner = _Inner(algorithm, settings)
    match algorithm:
        case "minimax" | "two-successor" | "expectiminimax":
            return [*_main(inner.call(_("root"), "p")), *inner.lines()]
        case "iterative":
            return [*_iterative([inner.root("p", window)]), *inner.lines()]
        case "aspiration":
            return [*_iterative(_aspiration(inner)), *inner.lines()]
        case "mtdf":
            return [*_zero_windows(inner), *inner.lines()]
    return [*_main(inner.call(_("root"), "p", window)), *inner.lines()]


def _main(call: str) -> list[CodeLine]:
    return [CodeLine(0, _("result ← {call}").format(call=call), ("begin", "answer"))]


def _iterative(search: list[CodeLine]) -> list[CodeLine]:
    return [
        CodeLine(0, _("for p = 1, 2, 3, …:"), ("begin", "iteration")),
        *search,
        CodeLine(1, _("if an estimate was missing: take the next p"), ("give_up",)),
        CodeLine(1, _("if nothing was estimated, or p is the last: return v"), ("answer",)),
    ]


def _aspiration(inner: _Inner) -> list[CodeLine]:
    return [
        CodeLine(1, _("if p = 1: {these}; else: {those}").format(
            these="α, β ← −∞, ∞", those="α, β ← v − δ, v + δ"), ("guess",)),
        inner.root("p", "α, β"),
        CodeLine(1, _("while v ≤ α or v ≥ β:")),
        CodeLine(2, _("open the window on that side"), ("again",)),
        inner.root("p", "α, β", 2),
    ]  # fmt: skip


def _zero_windows(inner: _Inner) -> list[CodeLine]:
    return [
        CodeLine(0, _("low, high ← −∞, ∞; v ← the first guess"), ("begin",)),
        CodeLine(0, _("while low < high:")),
        CodeLine(1, _("if v = low: β ← v + 1; else: β ← v")),
        inner.root("p", "β − 1, β", 1, "test"),
        CodeLine(1, _("if v > β − 1: low ← v")),
        CodeLine(1, _("if v < β: high ← v")),
        CodeLine(0, _("return v"), ("answer",)),
    ]


class _Inner:
    """The recursive function of an algorithm."""

    def __init__(self, algorithm: str, settings: dict[str, Any]) -> None:
        own = algorithm not in ("iterative", "aspiration", "mtdf")
        self.algorithm, self.name = algorithm, algorithm.replace("-", "_") if own else "alphabeta"
        self.windows = algorithm not in ("minimax", "two-successor", "expectiminimax")
        usual = algorithm in ("table", "iterative", "aspiration", "pvs", "mtdf")
        self.table = settings.get("table", usual)
        self.repetition = settings.get("repetition")
        self.strict = settings.get("cut") == "gt"
        self.hard = settings.get("returns") == "hard"

    def call(self, *arguments: str) -> str:
        return f"{self.name}({', '.join(arguments)})"

    def root(self, depth: str, window: str, level: int = 1, *tags: str) -> CodeLine:
        """The call for the root."""
        return CodeLine(level, f"v ← {self.call(_('root'), depth, window)}", tags)

    def below(self, window: str = "α, β", depth: str = "p − 1") -> str:
        """The call for a successor."""
        return self.call("s", depth, *([window] if self.windows else []))

    def lines(self) -> list[CodeLine]:
        head = self.call("n", "p", *(["α, β"] if self.windows else []))
        code = [CodeLine(0, _("function {call}:").format(call=head), ("enter",))]
        if self.repetition:
            text = _("if n was on the path before: return its worth")
            code.append(CodeLine(1, text, ("repeat",)))
        if self.table:
            code.append(CodeLine(1, _("if the table can decide n: return its value"), ("hit",)))
        code.append(CodeLine(1, _("if n is terminal: return utility(n)"), ("leaf",)))
        code += {"expectiminimax": self.mean, "star1": self.star}.get(self.algorithm, list)()
        code += self.horizon()
        if self.algorithm == "two-successor":
            selection = _("S ← the successors of n that look best and worst")
            code.append(CodeLine(1, selection, ("drop",)))
        body: Callable[[str], list[CodeLine]] = {"pvs": self.scout_body}.get(
            self.algorithm, self.bounds_body if self.windows else self.minimax_body
        )
        for player, sign in (("MAX", "−"), ("MIN", "")):
            code.append(CodeLine(1, _("if n is MAX:") if player == "MAX" else _("else:")))
            code.append(CodeLine(2, f"v ← {sign}∞"))
            each = _("for each s in successors(n):")
            code.append(
                CodeLine(2, _("for each s in S:") if self.algorithm == "two-successor" else each)
            )
            code += body(player)
        if self.table:
            code.append(CodeLine(1, _("table[n, p] ← v, as exact, at least or at most")))
        last = _("return v, clipped to the window passed in") if self.hard else _("return v")
        return [*code, CodeLine(1, last, ("leave",))]

    def horizon(self) -> list[CodeLine]:
        """What happens when no ply is left."""
        if self.algorithm != "quiescence":
            return [CodeLine(1, _("if p = 0: return heuristic(n)"), ("estimate",))]
        return [
            CodeLine(1, _("if p ≤ 0:")),
            CodeLine(2, _("if n is quiet, or too deep: return heuristic(n)"), ("estimate",)),
            CodeLine(2, _("else: search on"), ("extend",)),
        ]

    def minimax_body(self, player: str) -> list[CodeLine]:
        return [CodeLine(3, f"v ← {player.lower()}(v, {self.below()})", (f"best {player}",))]

    def bounds_body(self, player: str) -> list[CodeLine]:
        bound, condition, name = ("α", "α ≥ β", _("beta cut"))
        if player == "MIN":
            bound, name = "β", _("alpha cut")
        if self.strict:
            condition = "α > β"
        stop = _("if {condition}: break").format(condition=condition)
        return [
            *self.minimax_body(player),
            CodeLine(3, f"{bound} ← {player.lower()}({bound}, v)", (f"bound {player}",)),
            CodeLine(3, f"{stop}    // {name}", (f"cutoff {player}",)),
        ]

    def scout_body(self, player: str) -> list[CodeLine]:
        test, better = ("α, α + 1", "α + 1 ≤ w < β")
        if player == "MIN":
            test, better = "β − 1, β", "α < w ≤ β − 1"
        again = f"w ← {self.below()}"
        return [
            CodeLine(3, _("if s is the first: {action}").format(action=again)),
            CodeLine(3, _("else:")),
            CodeLine(4, f"w ← {self.below(test)}", (f"test {player}",)),
            CodeLine(4, _("if {condition}: {action}").format(condition=better, action=again),
                 (f"again {player}",)),
            CodeLine(3, f"v ← {player.lower()}(v, w)", (f"best {player}",)),
            *self.bounds_body(player)[1:],
        ]  # fmt: skip

    def mean(self) -> list[CodeLine]:
        """The chance node of expectiminimax: no ply of its own."""
        return [
            CodeLine(1, _("if n is CHANCE:")),
            CodeLine(2, "v ← 0"),
            CodeLine(2, _("for each s in outcomes(n):")),
            CodeLine(3, f"v ← v + P(s) · {self.below(depth='p')}", ("weigh",)),
            CodeLine(2, _("return v"), ("leave CHANCE",)),
        ]

    def star(self) -> list[CodeLine]:
        """The chance node of Star1: it can be cut."""
        return [
            CodeLine(1, _("if n is CHANCE:")),
            CodeLine(2, _("low, high ← the least and the most that n can be worth")),
            CodeLine(2, _("for each s in outcomes(n):")),
            CodeLine(3, _("α′, β′ ← what s must be worth for n to leave (α, β)"), ("share",)),
            CodeLine(3, f"w ← {self.below('α′, β′', 'p')}"),
            CodeLine(3, _("low, high ← the same, now that s is worth w"), ("weigh",)),
            CodeLine(3, _("if high ≤ α: return high"), ("cutoff CHANCE MIN",)),
            CodeLine(3, _("if low ≥ β: return low"), ("cutoff CHANCE MAX",)),
            CodeLine(2, _("return low"), ("leave CHANCE",)),
        ]
