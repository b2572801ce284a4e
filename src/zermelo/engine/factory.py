"""The one place where engines are made: compiled where that can be done, else textbook."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from zermelo.door import admit
from zermelo.engine.all_positions import at_once
from zermelo.engine.base import Engine
from zermelo.engine.mcts import SamplingEngine
from zermelo.engine.textbook import TextbookEngine, TextbookSampler
from zermelo.game import Action, Game, MultiplayerGame, State, ZermeloError
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
    time: float | None = None,
) -> Engine[State, Action]:
    """The fastest engine that can play the game.

    `report` hears what is being compiled. Where the rules cannot be, a warning says why, and so
    does the engine's `reason`. `solving` True or False: it is prepared for `solve`, or `analyse`
    to a `depth` or for a `time`. A small game that goes round is solved at once, from `state` or
    the beginning, and not compiled.
    """
    admit(game, several=True)
    solved = at_once(game, state) if solving else None
    if solved:
        return TextbookEngine(game, solved=solved)
    if not game.compilable:
        return in_python(game)
    from zermelo.compiler.errors import CannotCompile
    from zermelo.compiler.rules import compile
    from zermelo.engine.faults import RulesBroken
    from zermelo.engine.vetting import vet

    engine: Engine[State, Action]
    prover: Any
    try:
        if isinstance(game, MultiplayerGame):
            compiled = None if game.has_heuristic else compile(game, report=report)
            engine = prover = TextbookEngine(game, compiled=compiled)
        elif game.has_chance:
            from zermelo.engine.chance import ChanceEngine

            engine = prover = ChanceEngine(game, threads, memory, report)
        else:
            from zermelo.engine.pvs import PVSEngine

            engine = prover = PVSEngine(game, threads, memory, report)
        if not game.has_heuristic:
            from zermelo.engine.sampling import CompiledSampler

            engine = SamplingEngine(prover, CompiledSampler(prover.compiled, threads, memory))
        if solving is not None:
            engine.prepare(bool(solving), depth, time)
        else:
            with suppress(RulesBroken):  # which the first call says again
                engine.vet()
    except (CannotCompile, Unsuitable) as reason:
        words = _("{reason}; the textbook lane goes on").format(reason=reason)
        warnings.warn(words, SearchWarning, stacklevel=2)
        return in_python(game, str(reason))
    except ZermeloError:
        raise
    except Exception:  # the rules raise it as soon as they are tried: the checker says which
        vet(game)
        raise
    return engine


def in_python(game: Game[State, Action], reason: str | None = None) -> Engine[State, Action]:
    """The engine of the textbook lane, with random games where the game has no heuristic."""
    engine = TextbookEngine(game, reason)
    return engine if game.has_heuristic else SamplingEngine(engine, TextbookSampler(game))
