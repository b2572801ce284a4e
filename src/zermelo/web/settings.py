"""How the server is set up, and the limits that keep it steady whatever a client sends."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from zermelo.game import Game

# Gives the class of a user's game. It travels to other processes: a function with its arguments,
# such as a `partial`, not a closure.
Loader: TypeAlias = Callable[[], type[Game[Any, Any]]]


@dataclass(frozen=True)
class Limits:
    """What a client may ask for."""

    body: int = 256 << 10  # bytes of a request
    body_seconds: float = 10  # for it to arrive
    head_seconds: float = 10  # for the head of a request to arrive
    read_seconds: float = 60  # for a client to read what it was sent
    connections: int = 2_048  # open at once
    arriving: int = 256  # bodies on their way at once
    requests: int = 512  # under way at once, and half as many of one address
    text: int = 20_000  # letters of a position or of the moves to it
    moves: int = 2_000  # of a match
    choices: int = 600  # moves at once on the first board
    tree_nodes: int = 20_000
    tree_levels: int = 2_000
    depth: int = 60
    seconds: float = 10  # of a search that somebody waits for
    analysis_seconds: float = 300
    lab_seconds: float = 900
    lab_rows: int = 400
    nodes: int = 20_000_000  # of a search in the textbook lane
    events: int = 400_000  # of a search that is shown step by step
    places: int = 3_000  # shown of it
    compared: int = 3  # other runs beside it
    exercises: int = 30  # of a run of them
    matches: int = 20_000  # saved
    scores: int = 20_000


@dataclass(frozen=True)
class Setup:
    """What the processes that search need to know."""

    games: Mapping[str, Loader] = field(default_factory=dict)
    tablebases: tuple[str, ...] = ()  # folders
    opponents: tuple[str, ...] = ()  # programs of others: uci:PROGRAM,OPTION=VALUE,...
    limits: Limits = field(default_factory=Limits)
    table: int = 32  # megabytes of an engine's table
    engines: int = 3  # in the cache of one process
    address_space: int = 6 << 30  # bytes of one process
    rules_space: int = 2 << 30  # the same, of one that only knows the rules of a user's game
    memory: int = 1200  # megabytes in use, beyond which a process that is idle is started anew


@dataclass(frozen=True)
class ServerSettings:
    """Everything that `create_app` needs to know."""

    database: str = "sqlite://"
    setup: Setup = field(default_factory=Setup)
    files: Mapping[str, str] = field(default_factory=dict)  # of the users' games, to be watched
    loopback: bool = True  # it listens to this machine alone
    hosts: frozenset[str] = frozenset()  # the names by which a shared server goes
    token: str | None = None  # without which nobody is let in
    quick: int = field(default_factory=lambda: 1 + _processes())  # for what somebody waits for
    steady: int = field(default_factory=lambda: _processes())  # for analyses and the lab
    waiting: int = 16  # of one visitor in either queue, twice of an address, four times of all
    patience: float = 30  # seconds in the queue
    rules_seconds: float = 10  # for a user's rules to answer
    stopping: float = 1  # seconds that a process has to stop before it is ended
    preparing: float = 300  # the same while it compiles: ended before, it has compiled nothing

    @property
    def shared(self) -> bool:
        """Whether others may ask, if only through a proxy here: visitors are told apart.

        Else the Host of a request must be this machine's, and all belongs to one visitor.
        """
        return not self.loopback or self.token is not None

    @property
    def limits(self) -> Limits:
        """The limits of requests."""
        return self.setup.limits


def _processes() -> int:
    return min(2, os.cpu_count() or 1)
