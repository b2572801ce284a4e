"""Many positions solved by the workers of a Dask cluster: `zermelo solve --batch --scheduler`."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from contextlib import closing
from typing import Any, Final

from zermelo.cli import engines
from zermelo.cli.batch import InOrder, Position, Wanted, position_of
from zermelo.engine import Engine, Stop
from zermelo.game import Game
from zermelo.language import current, speaking

CHUNK: Final = 16  # positions of a task: what is lost with a worker, and done again

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
    from zermelo.cluster import on_workers
    from zermelo.tablebase.identity import recipe_of

    def check() -> None:
        if stop():
            raise KeyboardInterrupt

    calls = []
    for begin in range(0, len(positions), CHUNK):
        lines = [position.line for position in positions[begin : begin + CHUNK]]
        calls.append((recipe_of(game), lines, wanted, current()))
    with closing(on_workers(address, solve_some, calls, check)) as found:
        for chunk, told in found:
            for number, text in enumerate(told, chunk * CHUNK):
                texts.put(number, text)


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
        _here.engine = engines.make(remake(recipe, run=True), 1, memory, solving=True)
        _here.which = which
    engine: Engine[Any, Any] = _here.engine
    return engine
