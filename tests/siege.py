"""What a hostile world does to the server and to the command line, for as long as one likes.

Each function prints what it counted and every failure, and returns how many failures there were.
"""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import random
import signal
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock
from urllib.parse import urlsplit

import httpx

from tests.patience import PATIENCE
from tests.web.postgres import Postgres
from tests.web.process import Server, children
from tests.web.test_lasting import Witness, play
from tests.web.visitors import attack
from zermelo.cli import COMMANDS, main
from zermelo.cli.streams import STEERING

HANGS = 60  # seconds of the processor for a command line that is told to take none
STARVED = 5  # times as long it may wait for it
CLICK = 0.1  # seconds that a click may take in the median, while attacked
GROWTH = 1.5  # times the memory at the beginning

# --- command lines -------------------------------------------------------------------------------

TREES = {
    "good.tree": "[[3 12 8] [2 4 6] [14 5 2]]\n",
    "dice.tree": "max [chance [1/3: 1 2/3: 2] 1]\n",
    "bad.tree": "max [1 [2\n",
    "steers.tree": 'max ["a\x1b[31m": 1 2]\n',
    "empty.tree": "",
}
WORDS = (
    *("nim", "tictactoe", "grundy", "pig", "connect4", "-", "x", "", "--", "-1", "0", "1", "3"),
    *("1e999", "nan", "9" * 5000, "\x1b[2J", "é", "\udcff", "../..", "/dev/null", "/dev/zero"),
    *("rows=2,1", "rows=", "=", "a1 b2", "2-1", "min", "max", "none", "alphabeta", "minimax"),
    *("out.svg", "out.json", "out.tex", "no/such/out.svg", ".", "001", *TREES),
)
OPTIONS = (
    *("--depth", "--time", "--set", "--moves", "--position", "--algorithm", "--json", "--all"),
    *("--trace", "--side", "--seed", "-o", "--order", "--window", "--convention", "--lang"),
    *("--kind", "--shape", "--batch", "--sheet", "--help", "--nonsense", "--step", "--compare"),
)
LEFT_OUT = ("serve", "bench", "check")  # what runs for long, or is tested elsewhere


class Hang(BaseException):
    """A command line that does not come to an end."""


def commands(count: int, seed: int) -> int:
    """Command lines at random: each ends in time, with a status and without a traceback."""
    statuses, failed = Counter[Any](), 0
    with trees():
        for number in range(seed, seed + count):
            wrong = command(number, statuses)
            failed += bool(wrong)
            if wrong:
                print(wrong, flush=True)
    told = dict(sorted(statuses.items(), key=str))  # a hang is no number
    print(f"{count:,} command lines: {told}; {failed} failures")
    return failed


@contextlib.contextmanager
def trees() -> Iterator[None]:
    """In a folder with some trees."""
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in TREES.items():
            Path(name).write_text(text)
        yield


def command(seed: int, statuses: Counter[Any]) -> str:
    """A command line at random, and what is wrong with what it does."""
    arguments = list(_arguments(random.Random(seed)))
    wrong = _run(arguments, statuses)
    return f"{seed}: {[each[:40] for each in arguments]}: {wrong}" if wrong else ""


def _arguments(dice: random.Random) -> Iterator[str]:
    command = dice.choice([name for name in COMMANDS if name not in LEFT_OUT])
    yield command
    for _ in range(dice.randrange(5)):
        if dice.random() < 0.5:
            yield dice.choice(OPTIONS)
        yield dice.choice(WORDS)
    limits = dict.fromkeys(("analyse", "solve", "strategy", "play"), ("--time", "0.2"))
    yield from limits.get(command, ("--depth", "2") if command in ("search", "explain") else ())


def _run(arguments: list[str], statuses: Counter[Any]) -> str:
    """What is wrong with what a command line does."""
    out, err = io.StringIO(), io.StringIO()

    def hang(_number: int, _frame: Any) -> None:
        raise Hang

    before = {each: signal.signal(each, hang) for each in (signal.SIGALRM, signal.SIGPROF)}
    signal.setitimer(signal.ITIMER_PROF, HANGS)
    signal.alarm(STARVED * HANGS)
    try:
        with (
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
            mock.patch("sys.stdin", io.StringIO("zz\nquit\n")),
        ):
            status = main(arguments)
    except BaseException as error:
        statuses[type(error).__name__] += 1
        return f"{type(error).__name__}: {error}"[:300]
    finally:
        signal.alarm(0)
        signal.setitimer(signal.ITIMER_PROF, 0)
        for each, handler in before.items():
            signal.signal(each, handler)
    statuses[status] += 1
    if STEERING.search(out.getvalue() + err.getvalue()):
        return "it steers the terminal"
    if status == 2 and err.getvalue().count("\n") != 1 + err.getvalue().count("note:"):
        return f"its error is not one line: {err.getvalue()[:300]}"
    return "" if status in (0, 1, 2) else f"status {status}"


# --- kills ---------------------------------------------------------------------------------------

PLAYERS = 20
BUSY = (429, 503)


def kills(count: int, seed: int, postgres: bool) -> int:
    """Server, processes and database killed at random: what was acknowledged is there after."""
    dice, failed, moves, killed = random.Random(seed), 0, 0, Counter[str]()
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        database = Postgres() if postgres else None
        arguments = ("--database", database.address) if database else ()
        if database:
            stack.callback(database.close)
        server = stack.enter_context(Server(Path(folder), *arguments))
        while killed.total() < count:
            victims = ["server", "worker", "worker"] + (["database"] if database else [])
            victim = dice.choice(victims)
            seen = play_and_kill(server, database, victim, dice)
            killed[victim] += 1
            moves += seen.moves
            for problem in lost(server, seen):
                failed += 1
                print(f"after the kill of the {victim}: {problem}", flush=True)
        said = server.errors.read_text()
        if "Traceback" in said:
            failed += 1
            print(said[-3000:])
    print(f"killed {dict(killed)}; {moves:,} moves acknowledged; {failed} failures")
    return failed


def play_and_kill(
    server: Server,
    database: Postgres | None,
    victim: str,
    dice: random.Random,
    seconds: float = 1,
    warn: Callable[[], None] = lambda: None,
) -> Witness:
    """Matches under way when something is killed, which then comes back: what they were told."""
    seen = asyncio.run(_play_until(server, database, victim, dice, seconds, warn))
    if victim == "server":
        server.start()
    elif victim == "database" and database:
        database.start()
    return seen


async def _play_until(
    server: Server,
    database: Postgres | None,
    victim: str,
    dice: random.Random,
    seconds: float,
    warn: Callable[[], None],
) -> Witness:
    seen = Witness()
    limits = httpx.Limits(max_connections=PLAYERS)
    async with httpx.AsyncClient(
        base_url=server.address, timeout=PATIENCE, limits=limits
    ) as client:
        seeds = [random.Random(dice.random()) for _ in range(PLAYERS)]
        games = [asyncio.ensure_future(play(client, seen, each)) for each in seeds]
        await asyncio.sleep(dice.uniform(0.2, seconds))
        warn()
        if victim == "server":
            server.kill()
        elif victim == "database" and database:
            database.kill()
        else:
            with contextlib.suppress(ProcessLookupError, IndexError):
                os.kill(dice.choice(_workers(server)), signal.SIGKILL)
            await asyncio.sleep(0.2)
            for game in games:
                game.cancel()
        await asyncio.gather(*games, return_exceptions=True)
    return seen


def lost(server: Server, seen: Witness) -> Iterator[str]:
    """What was acknowledged and is not there."""
    with server.client() as client:
        for id, record in seen.records.items():
            response = _asked(client, f"/api/matches/{id}")
            found = response.json().get("record")
            if found not in (record, [*record, seen.asked.get(id)]):
                yield f"{id}: acknowledged {record}, found {found} ({response.status_code})"


def _asked(client: httpx.Client, path: str) -> httpx.Response:
    """The answer, as soon as a server that has much to do, or no database yet, has one."""
    until = time.monotonic() + PATIENCE
    while True:
        late = time.monotonic() > until
        try:
            response = client.get(path)
            if late or response.status_code not in BUSY:
                return response
        except httpx.TransportError:  # of too many connections one that did nothing was closed
            if late:
                raise
        time.sleep(0.2)


def _workers(server: Server) -> list[int]:
    """The processes of a server that search."""
    found = []
    for pid in children(server.process.pid):
        with contextlib.suppress(OSError):  # it has just ended
            if "spawn_main" in Path(f"/proc/{pid}/cmdline").read_text():
                found.append(pid)
    return found


# --- visitors ------------------------------------------------------------------------------------

TOKEN = "a token for the attack"


def visitors(count: int, seed: int) -> int:
    """Visitors at many addresses of this machine, who try to become one another."""
    failed = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = stack.enter_context(Server(Path(folder), "--token", TOKEN))
        base = server.address.partition("?")[0]

        def client(number: int) -> httpx.Client:
            way = httpx.HTTPTransport(local_address=f"127.0.0.{number}", verify=False)
            one = httpx.Client(base_url=base, timeout=PATIENCE, transport=way)
            return stack.enter_context(one)

        victims = {f"127.0.0.{number}": client(number) for number in range(2, 12)}
        attackers = [client(number) for number in range(12, 22)]
        for wrong in attack(victims, attackers, TOKEN, count, seed):
            failed += 1
            print(wrong[:400], flush=True)
    print(f"{count:,} tries to become somebody else: {failed} failures")
    return failed


# --- slow clients --------------------------------------------------------------------------------

HEAD = b"POST /api/positions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
PIECES = (b"", b"GET / HT", HEAD, HEAD + b"Content-Length: 200\r\n\r\n{", b"\x16\x03\x01\x00")


def slow(clients: int, seconds: float) -> int:
    """Slow and half-open clients by the thousand, while somebody clicks."""
    clicks: list[float] = []
    refused: list[str] = []
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        with server.client() as client:
            client.post("/api/positions", json={"game": "nim"})
        memory, until = resident(server), time.monotonic() + seconds

        async def annoying(dice: random.Random) -> None:
            while time.monotonic() < until:
                await annoy(server.address, dice)

        async def attack() -> None:
            attackers = [annoying(random.Random(number)) for number in range(clients)]
            failed = lambda wrong, _began: refused.append(wrong)  # noqa: E731
            await asyncio.gather(click(server.address, until, clicks.append, failed), *attackers)

        asyncio.run(attack())
        after = resident(server)
        log = server.errors.stat().st_size
    median, worst = statistics.median(clicks), max(clicks)
    print(f"{clients:,} slow clients for {seconds:g} s: {len(clicks):,} clicks, median "
          f"{median * 1e3:.1f} ms, worst {worst * 1e3:.0f} ms, {len(refused)} refused; memory "
          f"{memory:.0f} to {after:.0f} MB; log {log:,} bytes")  # fmt: skip
    return (median > CLICK) + bool(refused) + (after > GROWTH * memory) + (log > 100_000)


async def annoy(address: str, dice: random.Random) -> None:
    """A slow client, or one that is half open; where nobody answers it waits as long."""
    place = urlsplit(address)
    writer = None
    with contextlib.suppress(OSError):
        _reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(dice.choice(PIECES))
    await asyncio.sleep(dice.uniform(2, 20))  # some longer than the server waits
    if writer:
        writer.write(b"x")
        if dice.random() < 0.5:
            writer.transport.abort()
        writer.close()


async def click(
    address: str,
    until: float,
    done: Callable[[float], None],
    failed: Callable[[str, float], None],
) -> None:
    """Somebody who clicks: how long each took, or what was wrong and when it began."""
    async with httpx.AsyncClient(base_url=address, timeout=PATIENCE) as client:
        while time.monotonic() < until:
            began = time.monotonic()
            try:
                answer = await client.post("/api/positions", json={"game": "nim"})
                if answer.status_code == 200:
                    done(time.monotonic() - began)
                else:
                    failed(f"status {answer.status_code}: {answer.text[:200]}", began)
            except httpx.HTTPError as error:
                failed(type(error).__name__, began)
            await asyncio.sleep(0.05)


def resident(server: Server) -> float:
    """The megabytes that a server holds."""
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)
