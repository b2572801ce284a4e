"""The one place where engines are made: compiled where that can be done, else textbook."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress

from zermelo.door import admit
from zermelo.engine.all_positions import at_once
from zermelo.engine.base import Engine
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import Action, Game, State, ZermeloError
from zermelo.language import _
from zermelo.search import SearchWarning, Unsuitable


def engine_for(
    game: Game[State, Action],
    threads: int = 1,
    memory: int = 64,
    report: Callable[[str], None] | None = None,
    solving: bool | None = None,
    state: State | None = None,
    depth: int | None = None,
) -> Engine[State, Action]:
    """The fastest engine that can play the game.

    `report` hears what is being compiled. Where the rules cannot be, a warning says why, and so
    does the engine's `reason`. `solving` True or False: it is prepared for `solve`, or `analyse`
    to a `depth`. A small game that goes round is solved at once, from `state` or the beginning,
    and not compiled.
    """
    admit(game)
    solved = at_once(game, state) if solving else None
    if solved or not game.compilable:
        return TextbookEngine(game, solved=solved)
    from zermelo.compiler.errors import CannotCompile
    from zermelo.engine.chance import ChanceEngine
    from zermelo.engine.faults import RulesBroken
    from zermelo.engine.pvs import PVSEngine
    from zermelo.engine.vetting import vet

    try:
        engine: ChanceEngine[State, Action] | PVSEngine[State, Action]
        if game.has_chance:
            engine = ChanceEngine(game, threads, memory, report)
        else:
            engine = PVSEngine(game, threads, memory, report)
        if solving is not None:
            engine.prepare(bool(solving), depth)
        else:
            with suppress(RulesBroken):  # which the first call says again
                engine.vet()
    except (CannotCompile, Unsuitable) as reason:
        words = _("{reason}; the textbook lane goes on").format(reason=reason)
        warnings.warn(words, SearchWarning, stacklevel=2)
        return TextbookEngine(game, str(reason))
    except ZermeloError:
        raise
    except Exception:  # the rules raise it as soon as they are tried: the checker says which
        vet(game)
        raise
    return engine
