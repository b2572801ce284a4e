"""How the web app bears many visitors: matches played at once while the engine analyses.

    python -m zermelo.bench.load --matches 200 --seconds 60

The server runs in a process of its own, with a database of its own; this process is the visitors,
each on a connection of its own with a move every second. It tells how long an answer to a move
took, whether a move was lost, and what memory the server's processes use.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from statistics import quantiles
from time import perf_counter, sleep
from typing import Any, Final
from urllib.parse import urlsplit

from zermelo import language
from zermelo.extras import MissingExtra, require

PEOPLE: Final = {"max": {"kind": "person"}, "min": {"kind": "person"}}
BEGINNING: Final = 5.0  # seconds in which the matches begin, before the clock runs
SETTLING: Final = 5.0  # seconds between two looks at the memory


@dataclass
class Observations:
    """What the visitors measured."""

    seconds: list[float] = field(default_factory=list)  # of each answer to a move
    refused: list[str] = field(default_factory=list)
    records: dict[str, list[str]] = field(default_factory=dict)  # of each match, as acknowledged
    iterations: list[bytes] = field(default_factory=list)  # told by analyses
    memory: list[float] = field(default_factory=list)  # megabytes, from time to time


def ask(server: HTTPConnection, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    """The status and the JSON of an answer, by a connection that stays open."""
    content = None if body is None else json.dumps(body)
    server.request(method, path, content, {"Content-Type": "application/json"} if content else {})
    answer = server.getresponse()
    found = answer.read()
    return answer.status, json.loads(found) if found else None


def play(
    server: HTTPConnection,
    log: Observations,
    clock: tuple[float, float],
    share: float,
    dice: random.Random,
) -> None:
    """Begins a match, and from the first moment on the clock to the last plays a move a second."""
    first, until = clock
    sleep(share * max(0.0, first - perf_counter()))
    status, match = ask(server, "POST", "/api/matches", {"game": "connect4", "sides": PEOPLE})
    if status != 201:
        log.refused.append(f"a match: {match}")
        return
    record = log.records[match["id"]] = []
    path, due = f"/api/matches/{match['id']}", first + share
    while due < until:
        sleep(max(0.0, due - perf_counter()))
        if match["turn"] is None:
            change: dict[str, Any] = {"at": 0, "version": match["version"]}
            status, match = ask(server, "POST", f"{path}/goto", change)
        move = dice.choice(match["position"]["moves"])["move"]
        change = {"move": move, "version": match["version"]}
        began = perf_counter()
        status, answer = ask(server, "POST", f"{path}/moves", change)
        log.seconds.append(perf_counter() - began)
        if status != 200:
            log.refused.append(f"{status}: {answer}")
            return
        match = answer
        record[:] = [*record[: match["at"] - 1], move]
        due = max(due + 1, perf_counter())
    status, found = ask(server, "GET", path)
    # A move that is played again keeps what followed it.
    if status != 200 or found["record"][: found["at"]] != record:
        log.refused.append(f"lost: {found}")


def analyse(server: HTTPConnection, log: Observations, until: float) -> None:
    """Listens to one analysis after the other."""
    while (left := until - perf_counter()) > 0.1:
        body = json.dumps({"game": "othello", "time": max(0.1, min(left, 60))})
        server.request("POST", "/api/analysis", body, {"Content-Type": "application/json"})
        for line in server.getresponse():
            if line.startswith(b"event: iteration"):
                log.iterations.append(line)
            if line.startswith((b"event: end", b"event: problem")):
                break
        server.close()


def watch(pid: int, log: Observations, until: float) -> None:
    """Looks at the memory from time to time."""
    while perf_counter() < until:
        log.memory.append(_memory(pid))
        sleep(SETTLING)


def _memory(pid: int) -> float:
    """Megabytes of a process and of those that it started; 0 where the system does not tell."""
    total = 0.0
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        total += pages * 4096 / (1 << 20)
        for task in Path(f"/proc/{pid}/task").iterdir():
            total += sum(_memory(int(one)) for one in (task / "children").read_text().split())
    except (OSError, ValueError):
        pass
    return total


@contextmanager
def server() -> Iterator[tuple[int, str, int]]:
    """A server: its process, its host and its port."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/load.db"
        command = [sys.executable, "-m", "zermelo", "serve", "--no-browser", "--port", "0"]
        server = subprocess.Popen(
            [*command, "--database", database], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            words = server.stdout.readline().split()
            address = urlsplit(next(word for word in words if word.startswith("http://")))
            yield server.pid, str(address.hostname), int(address.port or 80)
        finally:
            server.terminate()
            server.wait(10)


def load(
    pid: int, host: str, port: int, matches: int, analyses: int, seconds: float
) -> Observations:
    """What visitors see while they all play."""
    log = Observations()
    visitors = [HTTPConnection(host, port) for _ in range(matches + analyses)]
    while ask(visitors[0], "GET", "/api/status")[1]["engine"] != "warm":
        sleep(0.2)
    first = perf_counter() + BEGINNING
    until = first + seconds
    with ThreadPoolExecutor(len(visitors) + 1) as pool:
        work = [
            pool.submit(play, visitor, log, (first, until), number / matches, random.Random(number))
            for number, visitor in enumerate(visitors[:matches])
        ]
        work += [pool.submit(analyse, visitor, log, until) for visitor in visitors[matches:]]
        work.append(pool.submit(watch, pid, log, until))
    log.refused += [repr(problem) for each in work if (problem := each.exception())]
    return log


def report(log: Observations) -> str:
    """What was measured, in lines."""
    cuts = quantiles((1000 * each for each in log.seconds), n=100)
    memory = log.memory
    half = memory[len(memory) // 2 :]
    return "\n".join(
        (
            f"moves      {len(log.seconds)} in {len(log.records)} matches",
            f"answers    median {cuts[49]:.1f} ms, 95 % {cuts[94]:.1f} ms, 99 % {cuts[98]:.1f} ms, "
            f"slowest {1000 * max(log.seconds):.1f} ms",
            f"lost       {len(log.refused)} {' '.join(log.refused[:3])[:500]}",
            f"analyses   {len(log.iterations)} iterations told",
            f"memory     {memory[0]:.0f} MB at first, {half[0]:.0f} MB halfway, "
            f"{memory[-1]:.0f} MB at the end (all processes)",
        )
    )


def main() -> int:
    """Runs the load and prints the report; the status says whether anything was lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--analyses", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    language.use(language.of_environment())
    try:
        require("web")
    except MissingExtra as error:
        print(f"zermelo: {error}", file=sys.stderr)
        return 2
    with server() as (pid, host, port):
        log = load(pid, host, port, options.matches, options.analyses, options.seconds)
    print(report(log))
    return int(bool(log.refused))


if __name__ == "__main__":
    sys.exit(main())
