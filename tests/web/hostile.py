"""Games of users that do what a server must survive."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial
from typing import Any, NoReturn

from zermelo import MAX, MIN, Game
from zermelo.web.settings import Loader

LINGERS = "987654.25"  # seconds


class Word(StrEnum):
    """A text of a class that the server does not know."""

    ONE = "one"


def _halt() -> None:
    """Halts the process that has started this one."""
    os.kill(os.getppid(), signal.SIGSTOP)


def _linger() -> None:
    """Leaves a process behind, in a session of its own, with a name by which it is found."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.execlp("sleep", "sleep", LINGERS)
        os._exit(0)
    os.wait()


def _raise() -> NoReturn:
    raise ValueError("boom <script>")


DEEDS: dict[str, Callable[[], Any]] = {
    "loop": lambda: sum(range(10**12)),  # in C, where no other thread gets a turn
    "exit": lambda: os._exit(7),
    "leave": sys.exit,
    "raise": _raise,
    "halt": _halt,
    "linger": _linger,
    "eat": lambda: [bytearray(b"x" * (1 << 20)) for _ in range(30_000)],
}


class Hostile(Game[int, int]):
    """Each move but the first does some harm."""

    def initial(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return MIN if state % 2 else MAX

    def actions(self, state: int) -> Iterator[int]:
        yield from range(len(DEEDS) + 1)

    def result(self, state: int, action: int) -> int:
        if action:
            list(DEEDS.values())[action - 1]()
        return state + 1

    def is_terminal(self, state: int) -> bool:
        return state >= 9

    def utility(self, state: int) -> int:
        return 0

    def format_action(self, state: int, action: int) -> str:
        return [Word.ONE, *DEEDS][action]

    def parse_action(self, state: int, text: str) -> int:
        return ["one", *DEEDS].index(text)


class Endless(Hostile):
    """Has no beginning."""

    def initial(self) -> int:
        while True:
            pass


class Undrawn(Hostile):
    """Cannot be drawn."""

    def draw_svg(self, state: int, last: int | None = None) -> str:
        raise RuntimeError("no drawing")


class Faded(Hostile):
    """Is drawn at the beginning, and then no more; drawn a move later, it ends its process."""

    def draw_svg(self, state: int, last: int | None = None) -> str:
        if state == 1:
            raise RuntimeError("no drawing")
        if state == 2:
            os._exit(7)
        return super().draw_svg(state, last)


class Wordless(Hostile):
    """Draws numbers."""

    def draw_svg(self, state: int, last: int | None = None) -> str:
        return 7  # type: ignore[return-value]


class Vast(Hostile):
    """Draws more than anybody can look at."""

    def draw_svg(self, state: int, last: int | None = None) -> str:
        return "<svg>" * (2 << 20)


def load(name: str) -> type[Hostile]:
    """The class of that name, as a process of its own finds it; one file ends its process."""
    if name == "Fatal":
        os._exit(1)
    kinds = (Hostile, Endless, Undrawn, Faded, Wordless, Vast)
    return {kind.__name__: kind for kind in kinds}[name]


NAMES = ("Hostile", "Endless", "Undrawn", "Faded", "Wordless", "Vast", "Fatal")
LOADERS: dict[str, Loader] = {name: partial(load, name) for name in NAMES}
