"""Those who attack one server at once, each a process of its own, for `tests.hour`."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import multiprocessing
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import Any

from tests import siege

SETTLE = 5.0  # seconds after a kill in which what fails is excused
SHARE = 20  # requests to one operation at a time
SPAWN = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class World:
    """What all attackers know."""

    address: str
    begins: float
    ends: float
    last: Synchronized[float]  # when something was killed; infinite until it is back
    over: Event
    parent: int = field(default_factory=os.getpid)

    def excused(self, began: float) -> bool:
        """Whether something was killed while a request was under way, or shortly before."""
        return self.last.value + SETTLE >= began

    def storm(self) -> None:
        """Something is killed now."""
        self.last.value = float("inf")

    def calm(self) -> None:
        """It is back."""
        self.last.value = time.monotonic()

    def enough(self) -> bool:
        """Whether the hour is over."""
        orphan = self.parent not in (os.getpid(), os.getppid())
        return self.over.is_set() or time.monotonic() > self.ends or orphan

    def pace(self, done: int, total: int) -> None:
        """Waits where one is ahead of time, so that all attack to the end."""
        due = self.begins + (self.ends - self.begins) * done / max(1, total)
        while not self.enough() and time.monotonic() < due:
            time.sleep(min(0.5, max(0.01, due - time.monotonic())))


Tell = Callable[[str, Any], None]


def start(world: World, options: argparse.Namespace) -> dict[Connection, Any]:
    """The processes, by the ends of the pipes through which they tell what they counted."""
    works = {
        _request: options.requests,
        _command: options.commands,
        _slow: options.clients,
        _click: 0,
    }
    found = {}
    for work, most in works.items():
        ours, theirs = SPAWN.Pipe(duplex=False)
        given = (work, world, most, theirs)
        child = SPAWN.Process(target=_attacker, args=given, name=work.__name__, daemon=True)
        child.start()
        theirs.close()
        found[ours] = child
    return found


def _attacker(
    work: Callable[[World, int, Tell], None], world: World, most: int, out: Connection
) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    with contextlib.suppress(BrokenPipeError):
        work(world, most, lambda what, found: out.send((what, found)))


def _request(world: World, most: int, tell: Tell) -> None:
    import requests

    from tests.web.fuzz import Fuzzer

    class Paced(Fuzzer):
        def send(self, case: Any, dice: random.Random) -> None:
            before = Counter(self.statuses)
            try:
                super().send(case, dice)
            except requests.Timeout:
                tell("hangs", f"request to {case.method} {case.path}")
                raise
            finally:
                tell("statuses", self.statuses - before)
            world.pace(self.statuses.total(), most)

    fuzzer = Paced(world.address, world.excused)
    tell("ready", 1)
    for wrong in fuzzer.sweep(most, SHARE, world.enough):
        tell("failure", wrong)


def _command(world: World, most: int, tell: Tell) -> None:
    statuses: Counter[Any] = Counter()
    with siege.trees():
        for seed in range(1, most + 1):
            if world.enough():
                return
            wrong = siege.command(seed, statuses)
            tell("command lines", 1)
            if wrong:
                tell("hangs" if "Hang" in wrong else "failure", f"command line {wrong}")
            world.pace(seed, most)


def _slow(world: World, most: int, tell: Tell) -> None:
    async def attack() -> None:
        dice, under_way = random.Random(0), set[asyncio.Task[None]]()
        while not world.enough():
            while len(under_way) < most:
                # Each is one connection; it ends by itself.
                one = asyncio.create_task(siege.annoy(world.address, random.Random(dice.random())))
                under_way.add(one)
                one.add_done_callback(under_way.discard)
                tell("slow connections", 1)
            await asyncio.sleep(0.1)

    asyncio.run(attack())


def _click(world: World, _most: int, tell: Tell) -> None:
    def failed(wrong: str, began: float) -> None:
        if world.excused(began):
            tell("clicks excused", 1)
        else:
            tell("hangs" if "Timeout" in wrong else "failure", f"click: {wrong}")

    async def all_clicks() -> None:
        while not world.enough():
            until = min(world.ends, time.monotonic() + 1)
            await siege.click(world.address, until, lambda took: tell("click", took), failed)

    asyncio.run(all_clicks())
