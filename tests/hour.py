"""An hour in a hostile world: all that `siege` does and `fuzz` sends, at once, to one server.

Fuzzed requests, fuzzed command lines, slow and half-open clients, and a visitor who clicks, each in
a process of its own; meanwhile the server, its processes and its database are killed, and what was
acknowledged before is looked for after. The first half is on SQLite, the second on PostgreSQL where
there is one. In the last quarter the server is left alive: its memory at the end is that of a long
life. What fails while something is being killed is counted, and excused.

It ends by itself, or at Ctrl-C, with a table of what was so far.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import socket
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any, NamedTuple

from tests import attackers, siege
from tests.attackers import SETTLE, SPAWN, World
from tests.patience import PATIENCE
from tests.web.postgres import Postgres, program
from tests.web.process import Server
from tests.web.test_lasting import Witness

MOMENTS = {"at the beginning": 0.01, "after a quarter": 0.25, "in the last quarter": 0.78}
PLAYING = 4.0  # seconds at most of matches before a kill


class Memory(NamedTuple):
    """What a server holds that has lived for so long."""

    megabytes: float
    seconds: float


@dataclass
class Tally:
    """What has been counted so far."""

    counts: Counter[str] = field(default_factory=Counter)
    statuses: Counter[Any] = field(default_factory=Counter)
    killed: Counter[str] = field(default_factory=Counter)
    clicks: list[float] = field(default_factory=list)
    memory: dict[str, Memory] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)

    def table(self) -> str:
        """All of it, for people."""
        clicks = sorted(self.clicks) or [float("nan")]
        middle, late = statistics.median(clicks), clicks[int(0.99 * (len(clicks) - 1))]
        names = (
            "requests",
            "command lines",
            "slow connections",
            "moves acknowledged",
            "clicks excused",
            "bytes of log",
        )
        rows = {
            **{name: f"{self.counts[name]:,}" for name in names},
            "kills": f"{self.killed.total()} {dict(sorted(self.killed.items()))}",
            "statuses of requests": str(dict(sorted(self.statuses.items()))),
            "clicks while attacked": f"{len(self.clicks):,}",
            "click ms": f"median {middle * 1e3:.1f}, p99 {late * 1e3:.1f}, "
            f"worst {clicks[-1] * 1e3:.0f}",
            **{
                f"server MB {when}": f"{found.megabytes:.0f} (alive for {found.seconds:.0f} s)"
                for when, found in self.memory.items()
            },
            "lost acknowledgements": f"{self.counts['lost']}",
            "hangs": f"{self.counts['hangs']}",
            "failures": f"{len(self.failures)}",
        }
        wide = max(map(len, rows))
        return "\n".join([*(f"{name:<{wide}}  {found}" for name, found in rows.items()),
                          *self.failures])  # fmt: skip


# --- the kills, in a thread of this process ------------------------------------------------------


class Killer:
    """Kills, and looks for what was acknowledged."""

    def __init__(
        self, world: World, server: Server, postgres: Postgres | None, tally: Tally
    ) -> None:
        self.world, self.server, self.postgres, self.tally = world, server, postgres, tally
        self.database: Postgres | None = None  # the one in use

    def run(self, count: int, seed: int) -> None:
        dice = random.Random(seed)
        while not self.tally.counts["ready"] and not self.world.enough():
            time.sleep(0.1)  # what there is to be fuzzed is asked of the server
        try:
            for number in range(count):
                self.world.pace(number + 1, count + 1)
                if self.world.enough():
                    return
                if number == count // 2 and self.postgres:
                    self._move(self.postgres)
                self._kill(self._victim(dice, number / count), dice)
        except Exception as error:
            self.tally.failures.append(f"the killer: {type(error).__name__}: {error}"[:2000])

    def _victim(self, dice: random.Random, part: float) -> str:
        weights = {
            "server": 1 if part < 0.75 else 0,
            "worker": 2,
            "database": 1 if self.database else 0,
        }
        return dice.choices(list(weights), list(weights.values()))[0]

    def _move(self, database: Postgres) -> None:
        """To the other database."""
        self.world.storm()
        self.server.kill()
        self.server.arguments = (*self.server.arguments, "--database", database.address)
        self.server.start()
        self.world.calm()
        self.database = database

    def _kill(self, victim: str, dice: random.Random) -> None:
        try:
            seen = siege.play_and_kill(
                self.server, self.database, victim, dice, PLAYING, self.world.storm
            )
        finally:
            self.world.calm()
        self.tally.killed[victim] += 1
        self.tally.counts["moves acknowledged"] += seen.moves
        self._check(seen, victim)

    def _check(self, seen: Witness, victim: str) -> None:
        for problem in siege.lost(self.server, seen):
            self.tally.counts["lost"] += 1
            self.tally.failures.append(f"after the kill of the {victim}: {problem}")


# --- all of it -----------------------------------------------------------------------------------


def hour(options: argparse.Namespace) -> int:
    """All of it; how many failures there were."""
    tally, over = Tally(), SPAWN.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    progress = Path(options.progress)
    print(f"{options.minutes:g} minutes; what was so far is in {progress}", flush=True)
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        postgres = Postgres() if program("postgres") else None
        if postgres:
            stack.callback(postgres.close)
        stack.callback(lambda: tally.failures.extend(_left_behind(folder)))
        server = stack.enter_context(Server(Path(folder), "--port", str(_free_port())))
        begins = time.monotonic()
        last = SPAWN.Value("d", 0.0)
        world = World(server.address, begins, begins + 60 * options.minutes, last, over)
        killer = Killer(world, server, postgres, tally)
        killing = threading.Thread(target=killer.run, args=(options.kills, options.seed))
        children = attackers.start(world, options)
        killing.start()
        _listen(world, server, children, tally, progress)
        killing.join(3 * PATIENCE)
        if killing.is_alive():
            tally.failures.append("the killer does not come to an end")
        if statistics.median(tally.clicks or [float("inf")]) > siege.CLICK:
            tally.failures.append("clicks are slow")
        said = server.errors.read_text()
        if "Traceback" in said:
            tally.failures.append(said[-3000:])
        tally.memory["at the end"] = end = _memory(server)
        before = tally.memory.get("in the last quarter", end)
        if not end.megabytes <= siege.GROWTH * before.megabytes:
            tally.failures.append("the server's memory grows")
        tally.counts["bytes of log"] = len(said)
    told = tally.table()
    progress.write_text(told + "\n")
    print(told)
    return len(tally.failures)


def _listen(
    world: World,
    server: Server,
    children: dict[Connection, Any],
    tally: Tally,
    progress: Path,
) -> None:
    """Counts what the attackers tell, until all have ended or do not."""
    length, written = world.ends - world.begins, 0.0
    while children:
        now = time.monotonic()
        if now > world.ends or world.over.is_set():
            world.over.set()
        if now > world.ends + 2 * PATIENCE:
            tally.failures.extend(
                f"{child.name} does not come to an end" for child in children.values()
            )
            for child in children.values():
                child.kill()
        wait(list(children), 1)
        for pipe in [each for each in children if each.poll()]:
            try:
                _count(tally, *pipe.recv())
            except EOFError:
                child = children.pop(pipe)
                child.join()
                if child.exitcode:
                    tally.failures.append(f"{child.name} ended with {child.exitcode}")
        if now > written + 5:
            written = now
            for when, part in MOMENTS.items():
                if (
                    when not in tally.memory
                    and now > world.begins + max(SETTLE, part * length)
                    and not world.excused(now - SETTLE)
                ):
                    tally.memory[when] = _memory(server)
            progress.write_text(f"{(now - world.begins) / 60:.1f} minutes\n{tally.table()}\n")


def _count(tally: Tally, what: str, found: Any) -> None:
    if what == "click":
        tally.clicks.append(found)
    elif what == "statuses":
        tally.statuses += found
        tally.counts["requests"] += found.total()
    elif what in ("failure", "hangs"):
        tally.counts[what] += 1
        tally.failures.append(f"{what}: {found}"[:2000])
    else:
        tally.counts[what] += found


def _memory(server: Server) -> Memory:
    with contextlib.suppress(OSError):
        born = Path(f"/proc/{server.process.pid}").stat().st_ctime
        return Memory(siege.resident(server), time.time() - born)
    return Memory(float("nan"), 0)  # it was killed just now


def _left_behind(folder: str) -> Iterator[str]:
    """Processes of the server that outlive it."""
    until = time.monotonic() + 5
    while True:
        found = [
            pid for pid in Path("/proc").iterdir() if pid.name.isdecimal() and _is_ours(pid, folder)
        ]
        if not found or time.monotonic() > until:
            break
        time.sleep(0.1)
    for pid in found:
        with contextlib.suppress(OSError):
            yield f"left behind: {pid.name} {(pid / 'cmdline').read_text()!r}"
            os.kill(int(pid.name), signal.SIGKILL)


def _is_ours(pid: Path, folder: str) -> bool:
    with contextlib.suppress(OSError):
        return f"XDG_DATA_HOME={folder}".encode() in (pid / "environ").read_bytes()
    return False


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])
