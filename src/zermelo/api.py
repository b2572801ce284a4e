"""What `import zermelo as z` offers besides the rules: the engine in one call."""

from __future__ import annotations

import queue
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from zermelo.door import admit
from zermelo.engine import Busy, Engine, Stop, engine_for
from zermelo.game import Action, Game, State
from zermelo.search.finding import Finding

MOST_ENGINES: Final = 4  # that are remembered, with their tables

_engines: OrderedDict[tuple[int, int, int], Engine[Any, Any]] = OrderedDict()  # by id of the game
_lock = threading.Lock()


def best_move(
    game: Game[State, Action],
    state: State | None = None,
    *,
    history: Iterable[State] = (),
    seconds: float | None = 1.0,
    depth: int | None = None,
    nodes: int | None = None,
    threads: int = 1,
    memory: int = 64,
) -> Action | None:
    """The move that the engine would play at a state (default: the initial one).

    It thinks for `seconds`, looks `depth` plies ahead or visits so many `nodes`, whichever limit is
    met first. None where the game is over or the dice decide. `history` are the positions of the
    game before that state, the oldest first: each may end the game when it comes back.
    """
    with _engine(game, threads, memory, False, state, history, seconds) as engine:
        return engine.analyse(state, history=history, time=seconds, depth=depth, nodes=nodes).action


def analyse(
    game: Game[State, Action],
    state: State | None = None,
    *,
    history: Iterable[State] = (),
    seconds: float | None = None,
    depth: int | None = None,
    nodes: int | None = None,
    all_moves: bool = False,
    threads: int = 1,
    memory: int = 64,
) -> Iterator[Finding[State, Action]]:
    """What the engine finds, deeper and deeper, until a limit is met or the value is proven.

    Values are for MAX. To stop earlier, leave the loop. `all_moves`: every move with its value.
    `history` as in `best_move`.
    """
    with _engine(game, threads, memory, False, state, history, seconds) as engine:
        limits = {"time": seconds, "depth": depth, "nodes": nodes}
        yield from _findings(engine, state, history=history, all_moves=all_moves, **limits)


def _findings(
    engine: Engine[State, Action], state: State | None, **settings: Any
) -> Iterator[Finding[State, Action]]:
    """What an analysis on a thread of its own finds, one after the other."""
    findings: queue.SimpleQueue[Finding[State, Action] | BaseException | None] = queue.SimpleQueue()
    stop = Stop()

    def work() -> None:
        heard = False

        def listen(finding: Finding[Any, Any]) -> None:
            nonlocal heard
            heard = True
            findings.put(finding)

        try:
            last = engine.analyse(state, **settings, listen=listen, stop=stop)
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
    history: Iterable[State] = (),
    seconds: float | None = None,
    nodes: int | None = None,
    all_moves: bool = False,
    threads: int = 1,
    memory: int = 64,
) -> Finding[State, Action]:
    """The exact value of a state, the best line to the end and, if asked for, every move's value.

    `history` as in `best_move`. `zermelo.search.NotSolved` if that takes longer than allowed.
    """
    with _engine(game, threads, memory, True, state, history) as engine:
        return engine.solve(state, history=history, time=seconds, nodes=nodes, all_moves=all_moves)


def perft(game: Game[State, Action], depth: int, state: State | None = None) -> int:
    """How many sequences of `depth` moves begin at a state: the first test of any rules."""
    from zermelo.compiler.errors import CannotCompile
    from zermelo.compiler.rules import compile
    from zermelo.engine import plain
    from zermelo.search import perft as textbook

    admit(game, several=True)
    try:
        compiled = compile(game)
    except CannotCompile:
        return textbook.perft(game, depth, state)
    return plain.perft(compiled, depth, state)


@contextmanager
def _engine(
    game: Game[State, Action],
    threads: int,
    memory: int,
    solving: bool,
    state: State | None = None,
    history: Iterable[State] = (),
    seconds: float | None = None,
) -> Iterator[Engine[State, Action]]:
    """The engine that was used for the game before, or a new one; nobody else has it meanwhile."""
    which = id(game), threads, memory  # a game need not be hashable, and its engine keeps it
    with _lock:
        engine = _engines.pop(which, None)
    if engine and engine.solved:  # in Python, which is too slow for anything else
        other = engine._start(state) not in engine.solved.values
        engine = None if other or (history and not solving) else engine
    if engine is None:
        engine = engine_for(game, threads, memory, solving=solving, state=state, time=seconds)
    try:
        yield engine
    finally:
        with _lock:
            _engines[which] = engine
            while len(_engines) > MOST_ENGINES:
                _engines.popitem(last=False)


__all__ = ["Busy", "analyse", "best_move", "perft", "solve"]
