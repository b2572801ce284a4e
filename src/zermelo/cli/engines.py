"""What the commands share that put the engine to work: its options, its making, its limits."""

from __future__ import annotations

import threading
import warnings
from typing import Annotated, Any, Final, TypeAlias

import typer

from zermelo.cli import console
from zermelo.cli.streams import tell
from zermelo.engine import Engine, engine_for
from zermelo.engine.limits import check_limits, check_size
from zermelo.extras import machine_memory
from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.search import SearchWarning

MOST_COUNTED: Final = 1 << 62

Threads: TypeAlias = Annotated[int, typer.Option(metavar="N", help="Search on so many threads.")]
Memory: TypeAlias = Annotated[int, typer.Option(metavar="MB", help="Of the table of positions.")]


def make(
    game: Game[Any, Any],
    threads: int,
    memory: int,
    solving: bool,
    state: Any = None,
    depth: int | None = None,
    time: float | None = None,
) -> Engine[Any, Any]:
    """The engine, with all compiled that it needs; why it is not compiled is said in a line."""
    machine = machine_memory()
    if machine and memory > machine:
        wrong = _("memory: this machine has {machine} MB in all, not {memory}")
        raise ZermeloError(wrong.format(machine=machine, memory=memory))
    check_size(threads, memory)
    with warnings.catch_warnings(record=True) as notes:
        warnings.simplefilter("always", SearchWarning)
        asked = depth, time
        engine = engine_for(game, threads, memory, console.compiling(), solving, state, *asked)
    for warning in notes:
        note(str(warning.message))
    return engine


def note(message: str) -> None:
    """Says in a line what is done otherwise than one might expect."""
    tell(_("note: {message}").format(message=console.clean(message)))


def limits(
    time: float | None, depth: int | None = None, nodes: int | None = None
) -> tuple[float | None, int | None]:
    """The time and the nodes, no larger than the machine can count."""
    check_limits(time=time, depth=depth, nodes=nodes)
    seconds = None if time is None else min(time, threading.TIMEOUT_MAX)
    return seconds, None if nodes is None else min(nodes, MOST_COUNTED)
