"""Many positions solved by the workers of a Dask cluster: `zermelo solve --batch --scheduler`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Final

from zermelo.cli import engines
from zermelo.cli.batch import InOrder, Position, Wanted, position_of
from zermelo.engine import Engine, Stop
from zermelo.game import Game, ZermeloError
from zermelo.language import _, current, speaking

CHUNK: Final = 16  # positions of a task: what is lost with a worker, and done again
LOOK: Final = 0.1  # seconds between two looks at Ctrl-C

_here = threading.local()  # of a thread of a worker: its game and its engine


def solve_on(
    address: str,
    game: Game[Any, Any],
    wanted: Wanted,
    positions: list[Position],
    texts: InOrder,
    stop: Stop,
) -> None:
    """Solves by the workers of a cluster; what is lost with one of them another does again."""
    from zermelo.tablebase.identity import recipe_of
    from zermelo.tablebase.schedulers import RETRIES, connected

    client = connected(address)
    finished: SimpleQueue[Any] = SimpleQueue()
    begins = {}
    try:
        for begin in range(0, len(positions), CHUNK):
            lines = [position.line for position in positions[begin : begin + CHUNK]]
            given = (recipe_of(game), lines, wanted, current())
            future = client.submit(solve_some, *given, pure=False, retries=RETRIES)
            begins[future] = begin
            future.add_done_callback(finished.put)
        left = len(begins)
        while left:
            with suppress(Empty):
                future = finished.get(timeout=LOOK)
                for number, text in enumerate(_result(future), begins[future]):
                    texts.put(number, text)
                left -= 1
            if stop():
                raise KeyboardInterrupt
    finally:
        client.cancel(list(begins))
        client.close()


def _result(future: Any) -> list[str]:
    from distributed import KilledWorker

    try:
        result: list[str] = future.result()
    except KilledWorker:
        words = _("the workers of the cluster die of this task: have they enough memory?")
        raise ZermeloError(words) from None
    return result


def solve_some(
    recipe: dict[str, Any], lines: Sequence[str], wanted: Wanted, language: str
) -> list[str]:
    """The answers to some lines, where this process is: a worker, which keeps its engine."""
    with speaking(language):
        engine = _engine(recipe, wanted.memory)
        return [wanted.told(engine, position_of(engine.game, line)) for line in lines]


def _engine(recipe: dict[str, Any], memory: int) -> Engine[Any, Any]:
    from zermelo.tablebase.identity import remake

    which = repr((recipe, memory))
    if getattr(_here, "which", None) != which:
        _here.engine = engines.make(remake(recipe), 1, memory, solving=True)
        _here.which = which
    engine: Engine[Any, Any] = _here.engine
    return engine
