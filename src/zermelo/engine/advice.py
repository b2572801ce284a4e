"""What would make the engine faster, or stronger, at a game whose rules it has compiled.

Each piece of advice is true of this engine (the docstrings say where that can be read) and of this
game: of a rule that is missing, a measurement, or what random games show.
"""

from __future__ import annotations

import inspect
import itertools
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.compiler.intrinsics import WORD
from zermelo.compiler.representation.packing import Group
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.factory import engine_for
from zermelo.engine.mirrors import mirror_of
from zermelo.engine.pace import Pace
from zermelo.engine.samples import KEY_BITS, key_fits
from zermelo.game import Game, provides
from zermelo.language import _, ngettext
from zermelo.search import SearchWarning

MOST: Final = 3
MANY_WORDS: Final = 8  # of a state: more than fit into a line of the machine's cache
SLOW: Final = 50.0  # nanoseconds a position, below which the engine's own work is most of it
LARGE_SHARE: Final = 0.4  # of what the rules take, by which one of them stands out


@dataclass(frozen=True)
class Advice:
    """One thing to do, and why; the rule that it is about, and the line of the author's file.

    Line 0 is no line: the words name it themselves, or nobody knows it.
    """

    rule: str
    what: str
    why: str
    file: str = ""
    line: int = 0

    def __str__(self) -> str:
        if not self.why:
            return self.what
        if not self.line:
            return _("{what}: {why}").format(what=self.what, why=self.why)
        words = _("{what} (line {line} of {file}): {why}")
        name = Path(self.file).name
        return words.format(what=self.what, line=self.line, file=name, why=self.why)


def advise(
    compiled: CompiledGame,
    states: list[Any],
    pace: Pace,
    refused: dict[str, str],
    small: bool,
) -> list[Advice]:
    """Up to three things, the most useful first; a `small` game is solved in no time anyway.

    `states` are some of random games; `refused` are the rules that cannot be compiled, and why.
    """
    adviser = _Adviser(compiled, states, pace, refused)
    given = adviser.in_the_way() if small else adviser.all()
    return list(itertools.islice(given, MOST))


class _Adviser:
    """Looks at one game."""

    def __init__(
        self,
        compiled: CompiledGame,
        states: list[Any],
        pace: Pace,
        refused: dict[str, str],
    ) -> None:
        self.game, self.compiled = compiled.game, compiled
        self.states, self.pace, self.refused = states, pace, refused

    def all(self) -> Iterator[Advice]:
        """Everything, the most useful first."""
        yield from self.in_the_way()
        if self.compiled.rules.several:  # random games alone are compiled there
            yield from self.no_bounds()
            yield from self.slow_rule()
            return
        yield from self.no_estimate()
        yield from self.no_tier()
        yield from self.large_state()
        yield from self.no_bounds()
        yield from self.slow_rule()
        yield from self.no_symmetry()
        yield from self.no_order()

    def in_the_way(self) -> Iterator[Advice]:
        """What the engine cannot use as it is."""
        yield from self.done_without()
        yield from self.not_searched()

    def lacks(self, rule: str) -> bool:
        """Whether the author has not written a rule at all."""
        return not provides(self.game, rule)

    def missing(self, rule: str, why: str) -> Advice:
        """A rule that the author had better write."""
        return Advice(rule, _("write {rule}").format(rule=rule), why, *place(self.game, rule))

    def done_without(self) -> Iterator[Advice]:
        """Rules that cannot be compiled (`assembly.leave_out`)."""
        for rule, reason in self.refused.items():
            words = _("{reason}; the engine goes on without {rules}")
            yield Advice(rule, words.format(reason=reason, rules=rule), "")

    def not_searched(self) -> Iterator[Advice]:
        """Rules that are compiled, and yet the engine cannot search them: it says why."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SearchWarning)
            reason = engine_for(self.game, memory=1).reason
        if reason:
            words = _("{reason}; the textbook lane goes on")
            yield Advice("utility", words.format(reason=reason), "")

    def no_estimate(self) -> Iterator[Advice]:
        """`kernels.leaves.estimated`: without a heuristic every position is worth 0."""
        if self.lacks("evaluate"):
            why = _("where the engine does not see the end, random games decide")
            yield self.missing("evaluate", why)

    def no_tier(self) -> Iterator[Advice]:
        """`kernels.repetition.is_own`: within a tier the table's scores hold on one path only."""
        if self.lacks("tier") and self.game.repetition == "loss":
            why = _(
                "what never comes back, such as a piece that was taken, tells positions apart; "
                "without it the table is of no use, as a repetition loses"
            )
            yield self.missing("tier", why)

    def large_state(self) -> Iterator[Advice]:
        """`assembly.kernel_rules`: the table holds all words of a state, or its key."""
        part = self.compiled.state.part
        if part is None:
            return
        words = part.size
        if words < MANY_WORDS or self.game.has_chance or key_fits(self.game):
            return
        names = part.type.info.names if part.type.kind == "record" else ()
        parts = part.parts if isinstance(part, Group) else ()
        sizes = dict(zip(names, (each.size for each in parts), strict=False))
        field = max(sizes, key=lambda name: sizes[name], default="")
        held = ngettext(
            "the table holds the {words} word of a state",
            "the table holds the {words} words of a state",
            words,
        )
        if field:
            held = _("the table holds the {words} words of a state, {count} of them '{field}'")
        held = held.format(words=words, field=field, count=sizes.get(field))
        size, bits = WORD * (words + 1), self.bits()
        if not self.lacks("key"):
            what = _("keep key below 2^{most}").format(most=KEY_BITS)
            why = _("{held}, {size} bytes a position, as it cannot be sure of larger keys")
            why = why.format(held=held, size=size)
            yield Advice("key", what, why, *place(self.game, "key"))
            return
        if bits <= KEY_BITS:
            why = _(
                "{held}, {size} bytes a position; one number for each state takes {few}, and "
                "{bits} bits are enough for what random games show"
            )
            yield self.missing("key", why.format(held=held, size=size, few=2 * WORD, bits=bits))
            return
        why = _(
            "{held}, {size} bytes a position; sets of cells can be the bits of one number "
            "(zermelo.bits)"
        )
        what, why = _("make the state smaller"), why.format(held=held, size=size)
        yield Advice("state", what, why, *place_of_state(self.game))

    def bits(self) -> int:
        """How many bits tell states apart whose words are as large as in random games."""
        rows = [self.compiled.state.key(state) for state in self.states]
        ranges = (max(column) - min(column) + 1 for column in zip(*rows, strict=True))
        return math.ceil(sum(math.log2(size) for size in ranges))

    def no_bounds(self) -> Iterator[Advice]:
        """`PVSEngine._is_extreme` and `kernels.probes.narrowed`; with chance, Star1 and Star2."""
        if not self.lacks("bounds"):
            return
        why = _(
            "a win that is found is proven then, and not only when all else is searched to its end"
        )
        if self.game.has_chance:
            why = _("without them nothing can be cut off below dice")
        yield self.missing("bounds", why)

    def slow_rule(self) -> Iterator[Advice]:
        """The rule that takes most of the time in machine code."""
        rules, whole = self.pace.rules, sum(self.pace.rules.values())
        slowest = max(rules, key=lambda rule: rules[rule])
        if whole < SLOW or rules[slowest] < LARGE_SHARE * whole:
            return
        why = _("it takes {own:,.0f} of the {whole:,.0f} ns that the rules take for a position")
        why = why.format(own=rules[slowest], whole=whole)
        if slowest == "evaluate" and self.lacks("order") and not self.game.has_chance:
            why = _("{why}; it also sorts the moves, which order would do instead").format(why=why)
        what = _("make {rule} quicker").format(rule=slowest)
        yield Advice(slowest, what, why, *place(self.game, slowest))

    def no_symmetry(self) -> Iterator[Advice]:
        """`assembly.symmetric_plies`: symmetric states count as one in the first plies."""
        if not self.lacks("canonical") or self.game.has_chance or self.game.repetition == "loss":
            return
        mirror = mirror_of(self.game, self.states)
        if mirror:
            why = _(
                "'{field}', in rows of {width}, can be turned left for right and the moves with "
                "it; the first plies are then searched once instead of twice"
            )
            if mirror.width == len(mirror.cells):
                why = _(
                    "'{field}' can be read from its last cell to its first and the moves with it; "
                    "the first plies are then searched once instead of twice"
                )
            yield self.missing("canonical", why.format(field=mirror.field, width=mirror.width))

    def no_order(self) -> Iterator[Advice]:
        """`kernels.moves.rank_of`: moves by `order`, else by `evaluate`, else as they come."""
        if self.lacks("order") and self.lacks("evaluate"):
            why = _(
                "to solve a position, moves are tried as actions gives them; the better the first, "
                "the more is cut off"
            )
            yield self.missing("order", why)


def place(game: Game[Any, Any], rule: str) -> tuple[str, int]:
    """The file and line where a rule is written, or else the class; line 0 where nobody knows."""
    return _place(getattr(type(game), rule) if provides(game, rule) else type(game))


def place_of_state(game: Game[Any, Any]) -> tuple[str, int]:
    """The file and line of the class of states; of the game where they have none."""
    kind = type(game.initial())
    return _place(type(game) if kind.__module__ == "builtins" else kind)


def _place(written: Any) -> tuple[str, int]:
    try:
        file = inspect.getsourcefile(inspect.unwrap(written)) or ""
        return file, inspect.getsourcelines(inspect.unwrap(written))[1]
    except (OSError, TypeError):
        return "", 0
