"""Engines of every kind at work on positions that keep them busy: for stopping and for limits."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter, sleep
from typing import Any, NamedTuple

from tests.engine.engines import prepare
from zermelo.engine import Stop, engine_for
from zermelo.engine.textbook import TextbookEngine
from zermelo.game import Game
from zermelo.games import Connect4, Othello, Pig
from zermelo.search.errors import NotSolved


class Busy(NamedTuple):
    """An engine, and how to call it so that it is busy for long."""

    engine: Any
    game: Game[Any, Any]
    call: Callable[..., Any]  # with time= or stop=


def _analyse(engine: Any) -> Callable[..., Any]:
    return lambda **limits: engine.analyse(None, **limits)


def _solve(engine: Any) -> Callable[..., Any]:
    def call(**limits: Any) -> Any:
        try:
            return engine.solve(None, **limits)
        except NotSolved:
            return None

    return call


# What makes each; they are made when first wanted, for some have to be compiled.
KINDS: dict[str, Callable[[], Busy]] = {
    "exact": lambda: _busy(engine_for(Connect4(), memory=16), Connect4(), _analyse),
    "exact, 2 threads": lambda: _busy(
        engine_for(Othello(), threads=2, memory=16), Othello(), _analyse
    ),
    "exact, solve": lambda: _busy(engine_for(Connect4(), memory=16), Connect4(), _solve),
    "chance": lambda: _busy(engine_for(Pig(), memory=16), Pig(), _analyse),
    "chance, solve": lambda: _busy(engine_for(Pig(), memory=16), Pig(), _solve),
    "textbook": lambda: _busy(TextbookEngine(Connect4()), Connect4(), _analyse),
    "textbook, solve": lambda: _busy(TextbookEngine(Connect4()), Connect4(), _solve),
    "textbook chance": lambda: _busy(TextbookEngine(Pig()), Pig(), _analyse),
}


def _busy(engine: Any, game: Game[Any, Any], how: Callable[[Any], Callable[..., Any]]) -> Busy:
    prepare(engine)
    return Busy(engine, game, how(engine))


def engines() -> dict[str, Busy]:
    return {name: make() for name, make in KINDS.items()}


def stolen() -> int:
    """How long other machines on the same host had our processors, in its ticks (Linux)."""
    try:
        return int(Path("/proc/stat").read_text().split(maxsplit=9)[8])
    except (OSError, IndexError):
        return 0


def undisturbed(measure: Callable[[], float], tries: int = 200) -> float:
    """What was measured while the host gave us our processors; else the last of the tries.

    No program keeps a promise of milliseconds while it stands still.
    """
    for _ in range(tries):
        before, measured = stolen(), measure()
        if stolen() == before:
            break
    return measured


def stop_delay(busy: Busy, after: float) -> float:
    """The seconds from a stop, asked for so long after the beginning, to the end of the call.

    Where it is asked for before the beginning (`after` below 0), from the beginning.
    """
    stop, asked = Stop(), [perf_counter()]

    def ask() -> None:
        sleep(after)
        asked[0] = perf_counter()
        stop.set()

    if after < 0:
        stop.set()
        asked[0] = perf_counter()
        busy.call(stop=stop, time=20)
    else:
        thread = threading.Thread(target=ask)
        thread.start()
        busy.call(stop=stop, time=20)
        ended = perf_counter()
        thread.join()
        return max(ended - asked[0], 0.0)
    return perf_counter() - asked[0]


def stop_delays(busy: Busy, tries: int, seed: int) -> Iterator[float]:
    """At random moments: one in ten before the beginning, most in the first milliseconds."""
    dice = random.Random(seed)
    for _ in range(tries):
        before = dice.random() < 0.1
        after = -1 if before else dice.choice([0.0, 0.001, 0.01, 0.1]) * dice.random() * 2
        yield undisturbed(lambda: stop_delay(busy, after))  # noqa: B023


def limits(tries: int) -> Iterator[float]:
    """Limits of time to try, in seconds."""
    for number in range(tries):
        yield (0.005, 0.02, 0.05, 0.1, 0.3)[number % 5]


def lateness(busy: Busy, seconds: float) -> float:
    """By how much a limit was passed beyond 10 % + 20 ms; below 0: kept."""

    def late() -> float:
        began = perf_counter()
        busy.call(time=seconds)
        return perf_counter() - began - seconds * 1.1 - 0.020

    return undisturbed(late)
