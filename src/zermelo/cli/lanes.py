"""What `zermelo check` says of the compiled lane: whether it is the same, how fast, what helps."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from zermelo.check import Report
from zermelo.cli import console
from zermelo.game import Game
from zermelo.language import _, local

if TYPE_CHECKING:  # the compiler loads when it is needed
    from zermelo.compiler.rules import CompiledGame
    from zermelo.engine.advice import Advice
    from zermelo.engine.pace import Pace

SECONDS: Final = 0.3  # that the comparison may take, unless told otherwise


@dataclass
class Lanes:
    """Why there is one only (`reason`), how fast they are, and advice."""

    reason: str | None = None
    pace: Pace | None = None
    refused: dict[str, str] = field(default_factory=dict)
    advice: list[Advice] = field(default_factory=list)

    def lines(self) -> list[str]:
        """For people, where nothing is broken."""
        pace = self.pace
        if pace is None:
            return []
        if self.reason:
            words = _("the game works all the same, in the textbook lane: {pace} positions/s")
            slow = [words.format(pace=rough(pace.textbook))] if pace.textbook else []
            return [_("not compiled: {reason}").format(reason=self.reason), *slow]
        what = _("compiled: the same in every rule")
        if self.refused:
            what = _("compiled: the same in every rule but {rules}, which cannot be compiled")
            what = what.format(rules=", ".join(self.refused))
        words = _(
            "{what}; {times} times the pace of the textbook lane "
            "({compiled} positions/s beside {textbook})"
        )
        first = words.format(
            what=what,
            times=rough(pace.times),
            compiled=rough(pace.compiled),
            textbook=rough(pace.textbook),
        )
        return [first, *(_("faster: {text}").format(text=text) for text in self.advice)]

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        speed = self.pace and {
            "textbook": round(self.pace.textbook),
            "compiled": round(self.pace.compiled) or None,
        }
        spent = (
            {rule: round(spent, 1) for rule, spent in self.pace.rules.items()} if self.pace else {}
        )
        faster = [
            {"rule": each.rule, "text": str(each), "file": each.file, "line": each.line}
            for each in self.advice
        ]
        return {
            "not_compiled": self.reason,
            "without": self.refused,
            "positions_per_second": speed,
            "nanoseconds": spent,
            "faster": faster,
        }


def compare_lanes(
    game: Game[Any, Any], found: Report, seed: int, seconds: float | None = None
) -> Lanes:
    """Both lanes of a game that keeps its rules; the textbook lane needs no other."""
    from zermelo.compiler import LEVEL
    from zermelo.compiler.errors import CannotCompile
    from zermelo.compiler.rules import compile, with_room
    from zermelo.engine.lanes import differences
    from zermelo.engine.pace import Pace, open_states, textbook_pace
    from zermelo.engine.vetting import note_vetted, refuse_difference
    from zermelo.search import Unsuitable

    states = open_states(game)
    try:
        compiled = compile(game, report=console.compiling())
        # Where no game came to its end in the time, the beginning of one must do.
        games, plies = (found.games, 500) if found.games else (1, 50)
        limits = seconds or SECONDS, 0 if seconds is None else LEVEL
        broken, refused = differences(compiled, games, seed, plies, states, *limits)
        refuse_difference(game, broken)
        note_vetted(compiled)
        return with_room(compiled, lambda each: _advised(each, states, refused, found.whole))
    except (CannotCompile, Unsuitable) as reason:
        slow = textbook_pace(game, states)
        return Lanes(reason=str(reason), pace=Pace(slow, 0, {}))


def _advised(
    compiled: CompiledGame, states: list[Any], refused: dict[str, str], small: bool
) -> Lanes:
    """How fast the lanes are, and what would help."""
    from zermelo.engine.advice import advise
    from zermelo.engine.pace import measure

    pace = measure(compiled, states, refused)
    advice = advise(compiled, states, pace, refused, small)
    return Lanes(pace=pace, refused=refused, advice=advice)


def rough(number: float) -> str:
    """A number of which two digits say enough."""
    number = float(f"{number:.2g}")
    if number >= 1e6:
        return _("{number} M").format(number=local(f"{number / 1e6:,.{int(number < 1e7)}f}"))
    return local(f"{number:,.{int(number < 10)}f}")
