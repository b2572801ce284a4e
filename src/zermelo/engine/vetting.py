"""A game is checked before it is believed, once for each version of its rules.

The checker plays it at random and, where it is small, visits every state; then both lanes are
compared.
Games that ship with the package have passed the same in its tests.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo import cache
from zermelo.check import Broken, check_game
from zermelo.check.order import unordered
from zermelo.check.questions import LISTS
from zermelo.compiler import AT_ONCE
from zermelo.compiler.errors import REPORTS
from zermelo.compiler.native.pickles import file_name
from zermelo.compiler.rules import CompiledGame
from zermelo.engine.faults import RulesBroken
from zermelo.engine.lanes import differences
from zermelo.fingerprint import source_digest
from zermelo.game import Game
from zermelo.language import _
from zermelo.search import Unsuitable

GAMES: Final = 20
PLIES: Final = 500
SECONDS: Final = 0.3  # that the checker may take, and the comparison as well
GLANCE: Final = 0.02  # that a look for what the compiler would have seen may take
PATIENCE: Final = 4  # a busy machine must not hide what is wrong, for what was found is kept
SHIPPED: Final = "zermelo.games."

_vetted: set[str] = set()  # in this process


def vet(game: Game[Any, Any], compiled: CompiledGame | None = None) -> None:
    """Raises `RulesBroken` where a game does not keep what it promises.

    `Unsuitable` where its compiled rules are not the same: it is to be played in Python.
    """
    if type(game).__module__.startswith(SHIPPED):
        return
    name = _mark(compiled) if compiled else ""
    if name and (name in _vetted or cache.read(name) is not None):
        return
    found = check_game(game, games=GAMES, seconds=SECONDS, patience=PATIENCE)
    broken = [each for each in found if each.grave]
    if broken:
        words = _("{game} breaks a rule: {rule}; at {position}: {detail}")
        rule, position, detail = broken[0].rule, broken[0].state, broken[0].detail
        told = words.format(game=game.name, rule=rule, position=position, detail=detail)
        raise RulesBroken(told)
    if compiled:
        found, _refused = differences(compiled, GAMES, 0, PLIES, seconds=SECONDS, level=AT_ONCE)
        refuse_difference(game, found, compiled.any_order)
        note_vetted(compiled)


def _mark(compiled: CompiledGame) -> str:
    """The file that says that a game has passed; empty: that cannot be kept."""
    if not compiled.print:
        return ""
    digest = source_digest("check", "solver")
    return file_name("checked", compiled.print.digest, digest)


def note_vetted(compiled: CompiledGame) -> None:
    """Keeps that a game has passed: it is not checked again before its rules change."""
    name = _mark(compiled)
    if name:
        _vetted.add(name)
        cache.write(name, b"")


def refuse_difference(
    game: Game[Any, Any], different: list[Broken], any_order: bool = True
) -> None:
    """`Unsuitable` where rules differ when compiled, or another run might show that they do.

    The first is our mistake, unless the rules follow the order of a set. In which order actions
    come decides no value. Without `any_order` no rule follows one, as far as the compiler has seen:
    only what Python has computed before may, which few states show.
    """
    changing = unordered(game, SECONDS if different or any_order else GLANCE)
    if changing and (different or changing.rule not in LISTS):
        raise Unsuitable(str(changing))
    if different:
        words = _("compiled, the rules would differ, a mistake of Zermelo's: report it at {where}")
        raise Unsuitable(f"{words.format(where=REPORTS)} ({different[0]})")
