"""What `import zermelo as z` offers besides the rules: the engine in one call."""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from collections.abc import Iterator
from typing import Any, Final

from zermelo.engine import Busy, Engine, Stop, engine_for
from zermelo.game import Action, Game, State
from zermelo.search.finding import Finding

MOST_ENGINES: Final = 4  # that are remembered, with their tables

_engines: OrderedDict[tuple[Game[Any, Any], int, int], Engine[Any, Any]] = OrderedDict()
_lock = threading.Lock()


def best_move(
    game: Game[State, Action],
    state: State | None = None,
    *,
    seconds: float | None = 1.0,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: int = 64,
) -> Action | None:
    """The move that the engine would play at a state (default: the initial one).

    It thinks for `seconds`, looks `depth` plies ahead or visits so many `nodes`, whichever limit is
    met first. None where the game is over or the dice decide.
    """
    engine = _engine(game, threads, memory, solving=False)
    return engine.analyse(state, time=seconds, depth=depth, nodes=nodes).action


def analyse(
    game: Game[State, Action],
    state: State | None = None,
    *,
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    all_moves: bool = False,
    threads: int = 1,
    memory: int = 64,
) -> Iterator[Finding[State, Action]]:
    """What the engine finds, deeper and deeper, until a limit is met or the value is proven.

    Values are for MAX. To stop earlier, leave the loop. `all_moves`: every move with its value.
    """
    engine = _engine(game, threads, memory, solving=False)
    findings: queue.SimpleQueue[Finding[State, Action] | BaseException | None] = queue.SimpleQueue()
    stop = Stop()

    def work() -> None:
        heard = False

        def listen(finding: Finding[Any, Any]) -> None:
            nonlocal heard
            heard = True
            findings.put(finding)

        try:
            last = engine.analyse(
                state,
                time=seconds,
                depth=depth,
                nodes=nodes,
                all_moves=all_moves,
                listen=listen,
                stop=stop,
            )
            findings.put(None if heard else last)
            if not heard:
                findings.put(None)
        except BaseException as error:
            findings.put(error)

    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    try:
        while (finding := findings.get()) is not None:
            if isinstance(finding, BaseException):
                raise finding
            yield finding
    finally:
        stop.set()
        thread.join()


def solve(
    game: Game[State, Action],
    state: State | None = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    all_moves: bool = False,
    threads: int = 1,
    memory: int = 64,
) -> Finding[State, Action]:
    """The exact value of a state, the best line to the end and, if asked for, every move's value.

    `zermelo.search.NotSolved` if that takes longer than allowed.
    """
    engine = _engine(game, threads, memory, solving=True)
    return engine.solve(state, time=seconds, nodes=nodes, all_moves=all_moves)


def perft(game: Game[State, Action], depth: int, state: State | None = None) -> int:
    """How many sequences of `depth` moves begin at a state: the first test of any rules."""
    from zermelo.compiler import CannotCompile, compile
    from zermelo.engine import plain
    from zermelo.search import perft as textbook

    try:
        compiled = compile(game)
    except CannotCompile:
        return textbook.perft(game, depth, state)
    return plain.perft(compiled, depth, state)


def _engine(
    game: Game[State, Action], threads: int, memory: int, solving: bool
) -> Engine[State, Action]:
    """The engine that was used for the game before, unless it is busy, or a new one."""
    which = game, threads, memory
    with _lock:
        engine = _engines.pop(which, None)
        if engine is None or engine.is_busy:
            engine = engine_for(game, threads, memory, solving=solving)
        _engines[which] = engine
        while len(_engines) > MOST_ENGINES:
            _engines.popitem(last=False)
    return engine


__all__ = ["Busy", "analyse", "best_move", "perft", "solve"]
