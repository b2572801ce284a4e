"""Running a search from the command line: progress on a terminal, and Ctrl-C."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from types import FrameType
from typing import Any, Final

from zermelo.cli.report import err
from zermelo.game import Game
from zermelo.search import Algorithm, NothingFound, Result, SearchWarning, Settings, Tally

QUIET_SECONDS: Final = 1.0
SHOW_EVERY: Final = 0.1


def search(
    algorithm: Algorithm, game: Game[Any, Any], state: Any, settings: Settings
) -> Result[Any, Any]:
    """Searches; shows on a terminal how far it is; Ctrl-C ends a search that has a limit."""
    limited = any(settings.get(name) is not None for name in ("depth", "nodes", "time"))
    with warnings.catch_warnings(record=True) as notes, progress() as tell:
        warnings.simplefilter("always", SearchWarning)
        if tell:
            settings["tick"] = lambda tally: tell(_counts(tally))
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
        err.print(f"note: {note.message}", markup=False)
    return result


def _counts(tally: Tally) -> str:
    depth = f"depth {tally.depth}, " if tally.depth else ""
    return f"{depth}{tally.nodes:,} nodes"


@contextmanager
def progress() -> Iterator[Callable[[str], None] | None]:
    """Gives a function to tell how far a task is; None where nobody watches.

    Nothing is shown before a second has passed.
    """
    if not err.is_terminal:
        yield None
        return
    began = perf_counter()
    due = began + QUIET_SECONDS
    status = err.status("", spinner="line")

    def tell(text: str) -> None:
        nonlocal due
        now = perf_counter()
        if now >= due:
            status.update(f"{text}, {now - began:.0f} s")
            status.start()
            due = now + SHOW_EVERY

    try:
        yield tell
    finally:
        status.stop()


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Gives a function that says whether Ctrl-C was pressed; a second press interrupts."""
    pressed = False

    def press(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)
