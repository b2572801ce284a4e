"""The pseudo-code of the algorithms, as lectures write it, and the line that runs at each step.

n is a node, s a successor of it, p the plies still to look ahead, v a value for MAX.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from zermelo.explain.lectures import lecture_code
from zermelo.explain.numbers import format_value
from zermelo.explain.story import Story
from zermelo.language import _
from zermelo.search.settings import SIMULATIONS


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
        settings["root"] = story.places[0].kind if story.places else "MAX"
        inner = _Inner(story.algorithm, settings)
        guesses = any(step.name == "leaf" and not step.event["exact"] for step in story.steps)
        limited = settings.get("depth") is not None or guesses
        own = [CodeLine(*line) for line in lecture_code(story.algorithm, settings, limited)]
        lines = own or _lines(inner, settings)
        self.two = any("enter MAX" in line.tags for line in lines)
        self.lines = tuple("    " * line.level + line.text for line in lines)
        self._at = {tag: n for n, line in enumerate(lines, 1) for tag in line.tags}

    def line_of(self, step: int) -> int | None:
        """The number, from 1, of the line that runs at a step; None: it is stopped from outside."""
        return next((self._at[tag] for tag in self._tags(step) if tag in self._at), None)

    def _tags(self, number: int) -> list[str]:
        """What a step does, the most precise first: `best MAX` before `best`."""
        step = self.story.steps[number]
        event = step.event
        kind = "" if step.place is None else self._kind(step.place)
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
        kinds = [*(["root"] if step.place == 0 else []), kind]
        return [tag for name in names for tag in (*(f"{name} {k}" for k in kinds), name)]

    def _kind(self, place: int) -> str:
        """Whose function a node is searched by: a leaf by that of who would move there."""
        places = self.story.places
        kind, above = places[place].kind, places[place].parent
        if kind != "LEAF" or not self.two:
            return kind
        return "MIN" if above is not None and places[above].kind == "MAX" else "MAX"


def _lines(inner: _Inner, settings: dict[str, Any]) -> list[CodeLine]:
    window = ", ".join(map(format_value, settings.get("window", ("-inf", "inf"))))
    match inner.algorithm:
        case "mcts":
            return _monte_carlo(settings)
        case "maxn":
            return _maxn(settings.get("root_depth", 0))
        case "minimax" | "two-successor" | "expectiminimax":
            return [*_main(inner.call(inner.first, _("root"), "p")), *inner.lines()]
        case "iterative":
            return [*_iterative(inner, [inner.root("p", window)]), *inner.lines()]
        case "aspiration":
            return [*_iterative(inner, _aspiration(inner)), *inner.lines()]
        case "mtdf":
            return [*_zero_windows(inner), *inner.lines()]
    return [*_main(inner.call(inner.first, _("root"), "p", window)), *inner.lines()]


def _main(call: str) -> list[CodeLine]:
    return [CodeLine(0, _("result ← {call}").format(call=call), ("begin", "answer"))]


def _monte_carlo(settings: dict[str, Any]) -> list[CodeLine]:
    """The four phases, each with its name."""
    count, factor = settings.get("simulations", SIMULATIONS), settings.get("exploration", "c")
    bound = _("mean(s) + {factor} · √(ln visits(n) / visits(s))")
    return [
        CodeLine(0, _("repeat {count} times:").format(count=count), ("begin",)),
        CodeLine(1, f"n ← {_('root')}", ("enter root",)),
        CodeLine(1, _("while n is in the tree, not terminal:") + f"  // {_('selection')}"),
        CodeLine(2, _("n ← the s with the largest UCB1(s)"), ("select",)),
        CodeLine(1, _("add n to the tree") + f"  // {_('expansion')}", ("enter",)),
        CodeLine(1, _("v ← a random game from n") + f"  // {_('simulation')}", ("simulate",)),
        CodeLine(1, _("for n and each node above it:") + f"  // {_('backpropagation')}"),
        CodeLine(2, _("visits(n) ← visits(n) + 1"), ("backpropagate",)),
        CodeLine(2, "total(n) ← total(n) + v"),
        CodeLine(0, _("return the s of the root with most visits"), ("leave", "answer", "leaf")),
        CodeLine(0, _("function {call}:").format(call="UCB1(s)")),
        CodeLine(1, _("if visits(s) = 0: return ∞")),
        CodeLine(1, _("return {value}").format(value=bound.format(factor=format_value(factor)))),
    ]  # fmt: skip


def _maxn(least: int) -> list[CodeLine]:
    """A node of several players: who moves there compares what they get themselves."""
    return [
        *_main(f"maxn({_('root')}, p)"),
        CodeLine(0, _("function {call}:").format(call="maxn(n, p)"), ("enter",)),
        CodeLine(1, _("if n is terminal: return utility(n)"), ("leaf",)),
        CodeLine(1, _("if p = {least}: return heuristic(n)").format(least=least), ("estimate",)),
        CodeLine(1, _("i ← the player who moves at n")),
        CodeLine(1, _("for each s in successors(n):")),
        CodeLine(2, "w ← maxn(s, p − 1)"),
        CodeLine(2, _("if s is the first, or w[i] > v[i]: v ← w"), ("best",)),
        CodeLine(1, _("return {value}").format(value="v"), ("leave",)),
    ]


def _iterative(inner: _Inner, search: list[CodeLine]) -> list[CodeLine]:
    depths = ", ".join(str(inner.least + plies) for plies in (1, 2, 3))
    return [
        CodeLine(0, _("for p = {depths}, …:").format(depths=depths), ("begin", "iteration")),
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
        CodeLine(0, _("return {value}").format(value="v"), ("answer",)),
    ]


class _Inner:
    """The recursive function of an algorithm, or the two of it: one for MAX and one for MIN."""

    def __init__(self, algorithm: str, settings: dict[str, Any]) -> None:
        own = algorithm not in ("iterative", "aspiration", "mtdf")
        self.algorithm, self.name = algorithm, algorithm.replace("-", "_") if own else "alphabeta"
        self.windows = algorithm not in ("minimax", "two-successor", "expectiminimax")
        self.symmetry = bool(settings.get("symmetry"))
        self.few = algorithm.startswith("two-successor")
        usual = algorithm in ("table", "iterative", "aspiration", "pvs", "mtdf")
        self.table = settings.get("table", usual)
        self.repetition = settings.get("repetition")
        self.strict = settings.get("cut") == "gt"
        self.test_first = settings.get("test") == "first"
        self.hard, self.bound = (settings.get("returns") == how for how in ("hard", "bound"))
        self.least = settings.get("root_depth", 0)  # p where nothing is left to look ahead
        self.chance_costs = bool(settings.get("chance_depth"))
        self.two = settings.get("functions") == 2 and algorithm not in ("expectiminimax", "star1")
        self.first = "MIN" if settings["root"] == "MIN" else "MAX"

    def call(self, player: str, *arguments: str) -> str:
        names = {"MAX": _("maxValue"), "MIN": _("minValue")}
        return f"{names[player] if self.two else self.name}({', '.join(arguments)})"

    def root(self, depth: str, window: str, level: int = 1, *tags: str) -> CodeLine:
        """The call for the root."""
        return CodeLine(level, f"v ← {self.call(self.first, _('root'), depth, window)}", tags)

    def below(self, player: str, window: str = "α, β", depth: str = "p − 1") -> str:
        """The call for a successor of a node of that player."""
        other = "MIN" if player == "MAX" else "MAX"
        return self.call(other, "s", depth, *([window] if self.windows else []))

    def lines(self) -> list[CodeLine]:
        if not self.two:
            return self.function("MAX", "MIN")
        return [*self.function("MAX"), *self.function("MIN")]

    def function(self, *players: str) -> list[CodeLine]:
        """A function for the nodes of these players."""
        head = self.call(players[0], "n", "p", *(["α, β"] if self.windows else []))
        code = [CodeLine(0, _("function {call}:").format(call=head), ("enter",))]
        if self.repetition:
            text = _("if n was on the path before: return its worth")
            code.append(CodeLine(1, text, ("repeat",)))
        if self.table:
            code.append(CodeLine(1, _("if the table can decide n: return its value"), ("hit",)))
        code.append(CodeLine(1, _("if n is terminal: return utility(n)"), ("leaf",)))
        chance = {"expectiminimax": self.mean, "star1": self.star}.get(self.algorithm, list)()
        code += [*self.horizon(), *chance] if self.chance_costs else [*chance, *self.horizon()]
        if self.symmetry:
            text = _("S ← the successors of n, of symmetric ones the first")
            code.append(CodeLine(1, text, ("merge",)))
        if self.few:
            selection = _("S ← the successors of n that look best and worst")
            code.append(CodeLine(1, selection, ("look", "drop")))
        if self.two:
            code += [line._replace(level=line.level - 1) for line in self.loop(players[0])]
        else:
            for player in players:
                code.append(CodeLine(1, _("if n is MAX:") if player == "MAX" else _("else:")))
                code += self.loop(player)
        if self.two or not self.bound:
            code += self.end(players[0], 1)
        if not self.two:
            return code
        # A tag of one of two functions says which.
        return [
            line._replace(tags=tuple(f"{tag.split()[0]} {players[0]}" for tag in line.tags))
            for line in code
        ]

    def loop(self, player: str) -> list[CodeLine]:
        """What a player's node does with its successors."""
        code = [] if self.bound else [CodeLine(2, f"v ← {'−' if player == 'MAX' else ''}∞")]
        each = _("for each s in successors(n):")
        if self.few or self.symmetry:
            each = _("for each s in S:")
        body: Callable[[str], list[CodeLine]] = {"pvs": self.scout_body}.get(
            self.algorithm, self.bounds_body if self.windows else self.minimax_body
        )
        code += [CodeLine(2, each), *body(player)]
        return [*code, *self.end(player, 2)] if self.bound and not self.two else code

    def end(self, player: str, level: int) -> list[CodeLine]:
        """What is kept and returned; `player` matters where that is the bound."""
        value = "v" if not self.bound else "α" if player == "MAX" else "β"
        code = []
        if self.table:
            text = _("table[n, p] ← {value}, as exact, at least or at most").format(value=value)
            code.append(CodeLine(level, text))
        last = _("return {value}").format(value=value)
        if self.hard:
            last = _("return v, clipped to the window passed in")
        return [*code, CodeLine(level, last, (f"leave {player}" if self.bound else "leave",))]

    def horizon(self) -> list[CodeLine]:
        """What happens when no ply is left."""
        if self.algorithm != "quiescence":
            text = _("if p = {least}: return heuristic(n)").format(least=self.least)
            return [CodeLine(1, text, ("estimate",))]
        return [
            CodeLine(1, _("if p ≤ {least}:").format(least=self.least)),
            CodeLine(2, _("if n is quiet, or too deep: return heuristic(n)"), ("estimate",)),
            CodeLine(2, _("else: search on"), ("extend",)),
        ]

    def minimax_body(self, player: str) -> list[CodeLine]:
        text = f"v ← {player.lower()}(v, {self.below(player)})"
        return [CodeLine(3, text, (f"best {player}",))]

    def bounds_body(self, player: str) -> list[CodeLine]:
        """The value of a successor, the bound, and the test for a cut, in their order."""
        name, best = ("α", "max") if player == "MAX" else ("β", "min")
        update = CodeLine(3, f"{name} ← {best}({name}, v)", (f"bound {player}",))
        if self.bound and self.test_first:
            first = CodeLine(3, f"v ← {self.below(player)}", (f"best {player}",))
        elif self.bound:
            text = f"{name} ← {best}({name}, {self.below(player)})"
            first = CodeLine(3, text, (f"best {player}", f"bound {player}"))
            return [first, self.test(player)]
        else:
            (first,) = self.minimax_body(player)
        return [first, *((self.test(player), update) if self.test_first
                         else (update, self.test(player)))]  # fmt: skip

    def test(self, player: str) -> CodeLine:
        """Where a node is cut; before the update it is the value that is tested."""
        sign = ">" if self.strict else "≥"
        condition, name = f"α {sign} β", _("beta cut") if player == "MAX" else _("alpha cut")
        if self.test_first:
            down = "<" if self.strict else "≤"
            condition = f"v {sign} β" if player == "MAX" else f"v {down} α"
        stop = _("if {condition}: break").format(condition=condition)
        if self.test_first and self.bound:  # the bound is not yet what is to be returned
            action = _("return {value}").format(value="v")
            stop = _("if {condition}: {action}").format(condition=condition, action=action)
        return CodeLine(3, f"{stop}    // {name}", (f"cutoff {player}",))

    def scout_body(self, player: str) -> list[CodeLine]:
        test, better = ("α, α + 1", "α + 1 ≤ w < β")
        if player == "MIN":
            test, better = "β − 1, β", "α < w ≤ β − 1"
        again = f"w ← {self.below(player)}"
        return [
            CodeLine(3, _("if s is the first: {action}").format(action=again)),
            CodeLine(3, _("else:")),
            CodeLine(4, f"w ← {self.below(player, test)}", (f"test {player}",)),
            CodeLine(4, _("if {condition}: {action}").format(condition=better, action=again),
                 (f"again {player}",)),
            CodeLine(3, f"v ← {player.lower()}(v, w)", (f"best {player}",)),
            *self.bounds_body(player)[1:],
        ]  # fmt: skip

    def mean(self) -> list[CodeLine]:
        """The chance node of expectiminimax."""
        return [
            CodeLine(1, _("if n is CHANCE:")),
            CodeLine(2, "v ← 0"),
            CodeLine(2, _("for each s in outcomes(n):")),
            CodeLine(3, f"v ← v + P(s) · {self.outcome()}", ("weigh",)),
            CodeLine(2, _("return {value}").format(value="v"), ("leave CHANCE",)),
        ]

    def outcome(self, window: str = "α, β") -> str:
        """The call for an outcome: no ply of its own, unless chance costs one."""
        return self.below("CHANCE", window, "p − 1" if self.chance_costs else "p")

    def star(self) -> list[CodeLine]:
        """The chance node of Star1: it can be cut."""
        return [
            CodeLine(1, _("if n is CHANCE:")),
            CodeLine(2, _("low, high ← the least and the most that n can be worth")),
            CodeLine(2, _("for each s in outcomes(n):")),
            CodeLine(3, _("α′, β′ ← what s must be worth for n to leave (α, β)"), ("share",)),
            CodeLine(3, f"w ← {self.outcome('α′, β′')}"),
            CodeLine(3, _("low, high ← the same, now that s is worth w"), ("weigh",)),
            CodeLine(3, _("if high ≤ α: return high"), ("cutoff CHANCE MIN",)),
            CodeLine(3, _("if low ≥ β: return low"), ("cutoff CHANCE MAX",)),
            CodeLine(2, _("return low"), ("leave CHANCE",)),
        ]
