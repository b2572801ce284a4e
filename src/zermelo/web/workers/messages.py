"""What the server and a process that searches say to each other."""

from __future__ import annotations

import io
import pickle
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

# What else than messages and plain values a process may send: it may have run a user's rules.
ALLOWED: Final = {
    "datetime": {"datetime", "timezone", "timedelta"},
    "zermelo.language": {"_Text"},  # what a translation is
    "zermelo.web.match": {"Match", "Side"},
    "zermelo.web.positions": {"Start"},
    "zermelo.web.workers.requests": {"ThinkRequest"},
}


@dataclass(frozen=True)
class Job:
    """Work for a process: the task of that name (see `tasks`), in the visitor's language."""

    number: int
    task: str
    request: Any
    language: str


@dataclass(frozen=True)
class Cancel:
    """Nobody waits for this job any more."""

    number: int


@dataclass(frozen=True)
class Ready:
    """The process, of that number, has loaded all that it needs."""

    pid: int


@dataclass(frozen=True)
class Event:
    """Something on the way to the result."""

    number: int
    name: str
    data: Any


@dataclass(frozen=True)
class Preparing:
    """Whether the process is compiling, which cannot be stopped."""

    number: int
    on: bool


@dataclass(frozen=True)
class Done:
    """The result. `memory` is what the process has come to use, in megabytes.

    `games`: those of users whose files it has run.
    """

    number: int
    result: Any
    memory: float = 0
    games: tuple[str, ...] = ()


@dataclass(frozen=True)
class Failed:
    """Why there is no result: a kind of problem, and what to tell; `trace` is for the log."""

    number: int
    kind: str
    detail: str
    more: dict[str, Any] = field(default_factory=dict)
    memory: float = 0
    games: tuple[str, ...] = ()
    trace: str = ""


Answer: TypeAlias = Ready | Event | Preparing | Done | Failed


def read(message: bytes) -> Answer:
    """A message of a process; nothing is loaded for it but what is known to be ours."""
    answer: Answer = _Reader(io.BytesIO(message)).load()
    return answer


class _Reader(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        ours = {each.__name__ for each in (Ready, Event, Preparing, Done, Failed)}
        if name in (ours if module == __name__ else ALLOWED.get(module, ())):
            return super().find_class(module, name)
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a message")
