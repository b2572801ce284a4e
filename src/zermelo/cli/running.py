"""Running a search from the command line: progress on a terminal, and Ctrl-C."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from zermelo.cli import console
from zermelo.cli.streams import tell as print_note
from zermelo.engine import Stop
from zermelo.game import Game
from zermelo.language import _
from zermelo.report.rows import counted_nodes
from zermelo.search import NothingFound, SearchWarning, Settings, Tally
from zermelo.search.finding import Finding

if TYPE_CHECKING:
    from rich.live import Live

    from zermelo.algorithms import AnyAlgorithm

QUIET_SECONDS: Final = 1.0
SHOW_EVERY: Final = 0.1


def search(
    algorithm: AnyAlgorithm,
    game: Game[Any, Any],
    state: Any,
    settings: Settings,
    tracing: bool = False,
    leave: bool = False,
) -> Finding[Any, Any]:
    """Searches; shows on a terminal how far it is; Ctrl-C ends a search that has a limit.

    Where it is to `leave`, it ends all.
    """
    limited = not leave and any(
        settings.get(name) is not None for name in ("depth", "nodes", "time")
    )
    with warnings.catch_warnings(record=True) as notes, progress() as tell:
        warnings.simplefilter("always", SearchWarning)
        if console.is_watched() and not (tracing and console.out.is_terminal):
            settings["tick"] = lambda tally: tell(_counts(tally))
        algorithm.prepare(game, console.compiling())
        if not limited:
            result = algorithm(game, state, **settings)
        else:
            with interruptible() as stop:
                settings["stop"] = stop
                try:
                    result = algorithm(game, state, **settings)
                except NothingFound:
                    if stop():
                        raise KeyboardInterrupt from None
                    raise
    for note in notes:
        print_note(_("note: {message}").format(message=note.message))
    return result


def _counts(tally: Tally) -> str:
    nodes = counted_nodes(tally.nodes)
    return (
        _("depth {depth}, {nodes}").format(depth=tally.depth, nodes=nodes) if tally.depth else nodes
    )


@contextmanager
def progress(quiet: float = QUIET_SECONDS) -> Iterator[Callable[[str], None]]:
    """Gives a function to tell how far a task is, which says nothing where nobody watches.

    Nothing is shown before so many seconds have passed.
    """
    if not console.is_watched():
        yield lambda text: None
        return
    began = perf_counter()
    due = began + quiet
    shown: list[Live] = []

    def tell(text: str) -> None:
        nonlocal due
        now = perf_counter()
        if now >= due:
            from rich.text import Text

            if not shown:
                shown.append(_live())
            shown[0].update(Text(f"{text}, {now - began:.0f} s", style="dim"), refresh=True)
            due = now + SHOW_EVERY

    try:
        yield tell
    finally:
        for live in shown:
            live.stop()


def _live() -> Live:
    """A line that changes; standard output is left alone: it may be a file that a trace goes to."""
    from rich.live import Live  # here, as most searches are over before

    live = Live(
        console=console.err,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        auto_refresh=False,
    )
    live.start()
    return live


@contextmanager
def interruptible() -> Iterator[Stop]:
    """Gives a token that the first Ctrl-C sets; a second one interrupts."""
    stop = Stop()

    def press(_number: int, _frame: FrameType | None) -> None:
        if stop():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, press)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)
