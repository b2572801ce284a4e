"""Long runs of what the tests do shortly: `scripts/soak fuzz --games 20000 --seed 1`.

    fuzz        random games against their twins (`--only SEED` repeats a failure)
    positions   random positions of the catalogue's games against their twins
    histories   positions in the middle of games that go round against twins that know the path
    rare        games that are odd at one end in 65,536, and floats that hardly differ, likewise
    stop        how soon a call ends that was told to
    time        how well a limit of time is kept
    cases       every game on which an engine once said something false
    constructs  every small program with one construct, as an engine compiles it: both lanes
    class       thirty students graded in one command, killed in the middle and gone on with
    exercises   every single mistake in exercises of thirteen shapes is found and named
    natural     games as people write them: both lanes over random games, values, perft
    programs    random programs, compiled and in Python (`--count 1000 --seed 1`)
    commands    command lines at random: each ends, with a status and no traceback
    kills       server, processes and database killed while matches are played (`--postgres` too)
    visitors    visitors who try to see, change or delete what belongs to others
    slow        slow and half-open clients by the thousand, while somebody clicks
    hour        requests, command lines, kills and slow clients at once, and a table at the end
    tablebase   connect four 5 x 6 with the published number of positions, in files (`--size 5x5`)
    match       a match of 1,000 short games, killed and begun again (`--games 1000 --kills 4`)
    tournament  twelve agents, two of which crash or overrun, killed and begun again (`--kills 3`)
    openspiel   our Monte-Carlo tree search against OpenSpiel's (`hex --games 100 --seconds 0.15`;
                breakthrough, flat-hex, speed)
    tests       the tests that are marked `long`: more sizes and more games of the same; and those
                of Hypothesis with ten times as many examples

`scripts/fuzz` sends the server requests at random.

Each prints what it counted, and every failure with the seed that repeats it; the status is 1 if
there was one.
"""

from __future__ import annotations

import argparse
import os
import queue
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from tests import batches


def main(arguments: list[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    if getattr(options, "first", None) is not None:  # this is a child
        seeds = range(options.first, options.first + options.count)
        batches.serve(seeds, _job(options))
        return 0
    commands: dict[str, Callable[[argparse.Namespace], int]] = {
        "fuzz": _games,
        "positions": _games,
        "histories": _histories,
        "rare": _games,
        "stop": _stop,
        "time": _time,
        "cases": _cases,
        "class": _class,
        "constructs": _constructs,
        "exercises": _exercises,
        "natural": _natural,
        "programs": _programs,
        "commands": _siege,
        "kills": _siege,
        "visitors": _siege,
        "slow": _siege,
        "hour": _hour,
        "tablebase": _tablebase,
        "match": _match,
        "tournament": _tournament,
        "openspiel": _openspiel,
        "tests": _tests,
    }
    return commands[options.command](options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="scripts/soak", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, total, games in (
        ("fuzz", "--games", 20000),
        ("positions", "--positions", 0),
        ("rare", "--games", 500),
    ):
        command = commands.add_parser(name)
        command.add_argument(total, dest="total", type=int, default=games)
        command.add_argument("--count", type=int, default=10000, help="positions, or a child's")
        command.add_argument("--seed", type=int, default=1, help="the first of the seeds")
        command.add_argument("--only", type=int, help="repeat one seed, here and in full")
        command.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
        command.add_argument("--short", action="store_true", help="few kernels")
        command.add_argument("--first", type=int, help=argparse.SUPPRESS)
    commands.add_parser("cases").add_argument("--first", type=int, help=argparse.SUPPRESS)
    commands.add_parser("class")
    commands.add_parser("constructs")
    commands.add_parser("natural").add_argument("--games", type=int, default=1000)
    for name, count in (("commands", 2000), ("visitors", 20_000), ("kills", 200)):
        command = commands.add_parser(name)
        command.add_argument("--count", type=int, default=count)
        command.add_argument("--seed", type=int, default=1)
    command.add_argument("--postgres", action="store_true", help="on a PostgreSQL server")
    command = commands.add_parser("slow")
    command.add_argument("--clients", type=int, default=2000)
    command.add_argument("--seconds", type=float, default=600)
    command = commands.add_parser("hour")
    command.add_argument("--minutes", type=float, default=60)
    for name, count in (
        ("requests", 20_000),
        ("commands", 2000),
        ("kills", 200),
        ("clients", 2000),
    ):
        command.add_argument(f"--{name}", type=int, default=count)
    command.add_argument("--seed", type=int, default=1)
    progress = Path(tempfile.gettempdir()) / "zermelo-hour.txt"
    command.add_argument("--progress", default=str(progress), help="where to tell what was so far")
    command = commands.add_parser("tablebase")
    command.add_argument("--size", default="5x6")
    command.add_argument("--folder", help="where the files go, and stay; a build there goes on")
    commands.add_parser("tournament").add_argument("--kills", type=int, default=3)
    command = commands.add_parser("match")
    command.add_argument("--games", type=int, default=1000)
    command.add_argument("--kills", type=int, default=4)
    command = commands.add_parser("openspiel")
    command.add_argument("what", choices=("hex", "breakthrough", "flat-hex", "speed"))
    command.add_argument("--games", type=int, default=100)
    command.add_argument("--seconds", type=float, default=0.15)
    commands.add_parser("tests")
    command = commands.add_parser("exercises")
    command.add_argument("--total", type=int, default=1300)
    command.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    command = commands.add_parser("histories")
    command.add_argument("--positions", type=int, default=2000)
    command.add_argument("--seed", type=int, default=0, help="the first of the seeds")
    command = commands.add_parser("programs")
    command.add_argument("--count", type=int, default=1000)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--guard", action="store_true", help="in an arena of guarded pages")
    for name in ("stop", "time"):
        command = commands.add_parser(name)
        command.add_argument("--tries", type=int, default=200)
        command.add_argument("--seed", type=int, default=1)
        command.add_argument("--first", type=int, help=argparse.SUPPRESS)
    return parser


def _tournament(options: argparse.Namespace) -> int:
    from tests.tournaments import soak

    with tempfile.TemporaryDirectory() as folder:
        wrong = soak(Path(folder), options.kills)
    print("\n".join(wrong) or "each game counted once")
    return int(bool(wrong))


def _match(options: argparse.Namespace) -> int:
    from tests.tournaments import soak_match

    with tempfile.TemporaryDirectory() as folder:
        wrong = soak_match(Path(folder), options.games, options.kills)
    print("\n".join(wrong) or "each game counted once")
    return int(bool(wrong))


def _openspiel(options: argparse.Namespace) -> int:
    from tests.openspiel import main  # here: OpenSpiel is for benchmarks

    return main(options.what, options.games, options.seconds)


def _tests(options: argparse.Namespace) -> int:
    which = ["-m", "long or hypothesis", "--hypothesis-profile", "long"]
    return subprocess.run([sys.executable, "-m", "pytest", *which]).returncode


def _tablebase(options: argparse.Namespace) -> int:
    from tests.oracle import solved
    from zermelo.games import Connect4
    from zermelo.tablebase import build, verify

    width, height = map(int, options.size.split("x"))
    known = solved("connect four width x height", "different legal positions")[options.size]
    began = perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        where = options.folder or f"{folder}/table"
        table = build(Connect4(width, height), where, symmetry=False)
        seconds = perf_counter() - began
        size = table.manifest["bytes"] / len(table)
        print(f"{len(table):,} positions, {known:,} known, {seconds:.0f} s, {size:.2f} bytes each")
        bad = verify(table).bad
    print(f"value {table.manifest['value']}; damaged: {sorted(bad) or 'nothing'}")
    return int(len(table) != known or bool(bad))


def _job(options: argparse.Namespace) -> Callable[[int], Any]:
    if options.command == "fuzz":
        from tests.engine import fuzzer

        def fuzz(seed: int) -> Any:
            made = fuzzer.make(seed, options.short)
            return made.kind, lambda: fuzzer.run(made)

        return fuzz
    from tests.engine import positions, rare

    job = rare.job if options.command == "rare" else positions.job
    return lambda seed: job(seed, options.short)


# --- games and positions --------------------------------------------------------------------------


def _games(options: argparse.Namespace) -> int:
    if options.only is not None:
        return _one(options)
    wanted = options.total or options.count
    began, counts, failed = perf_counter(), Counter[str](), 0
    for outcome in _all(options):
        counts += outcome.counts
        if outcome.failures:
            failed += 1
            print(f"seed {outcome.seed} ({outcome.kind}):")
            for failure in outcome.failures[:3]:
                print(f"    {failure[:400]}", flush=True)
        rate = counts["games"] / (perf_counter() - began)
        if sys.stderr.isatty():
            print(f"\r{counts['games']:,} games, {rate:.1f}/s", end="", file=sys.stderr, flush=True)
        if counts["games"] >= wanted:
            break
    rate = counts["games"] / (perf_counter() - began)
    summary = ", ".join(f"{count:,} {what}" for what, count in sorted(counts.items()))
    print(f"{options.command}: {summary}; {rate:.1f} games/s; {failed} seeds with failures")
    return 1 if failed else 0


def _one(options: argparse.Namespace) -> int:
    kind, run = _job(options)(options.only)
    print(f"seed {options.only}: {kind}", flush=True)
    failures, counts = run()
    for failure in failures:
        print(f"    {failure}")
    print(dict(counts))
    return 1 if failures else 0


def _all(options: argparse.Namespace) -> Iterator[batches.Outcome]:
    """The outcomes of all seeds from the first on, from several children at a time."""
    arguments = ["-m", "tests.soak", options.command]
    if options.short:
        arguments.append("--short")
    starts = iter(range(options.seed, sys.maxsize, BATCH))
    found: queue.Queue[batches.Outcome] = queue.Queue(options.jobs)
    enough = threading.Event()

    def work() -> None:
        while not enough.is_set():
            first = next(starts)
            for outcome in batches.outcomes(arguments, range(first, first + BATCH), batch=BATCH):
                found.put(outcome)
                if enough.is_set():
                    return

    for _ in range(options.jobs):
        threading.Thread(target=work, daemon=True).start()
    try:
        while True:
            yield found.get()
    finally:
        enough.set()


BATCH = 100  # seeds for a child


def _histories(options: argparse.Namespace) -> int:
    from tests import histories

    counts = histories.run(options.positions, options.seed)
    print(", ".join(f"{count:,} {what}" for what, count in counts.items()))
    return int(counts["wrong"] > 0)


# --- stopping and time ----------------------------------------------------------------------------


def _stop(options: argparse.Namespace) -> int:
    from tests.engine import moments

    failed = 0
    for name, engine in moments.engines().items():
        delays = sorted(moments.stop_delays(engine, options.tries, options.seed))
        median, worst = delays[len(delays) // 2], delays[-1]
        failed += median > 0.020 or worst > 0.100
        print(f"{name}: stopped {len(delays)} times, median {median * 1e3:.1f} ms, "
              f"worst {worst * 1e3:.1f} ms", flush=True)  # fmt: skip
    return 1 if failed else 0


def _time(options: argparse.Namespace) -> int:
    from tests.engine import moments

    failed = 0
    for name, engine in moments.engines().items():
        late = [moments.lateness(engine, seconds) for seconds in moments.limits(options.tries)]
        failed += max(late) > 0
        print(f"{name}: {len(late)} limits of time, the worst {max(late) * 1e3:+.1f} ms beside "
              "10 % + 20 ms", flush=True)  # fmt: skip
    return 1 if failed else 0


def _cases(options: argparse.Namespace) -> int:
    from tests.engine.case_list import CASES

    wrong = 0
    for outcome in batches.outcomes(["-m", "tests.engine.case_list"], range(len(CASES)), 120.0):
        wrong += bool(outcome.failures)
        print(CASES[outcome.seed].title, *(outcome.failures or ["right, or refused"]), sep=": ")
    print(f"{len(CASES)} cases, {wrong} wrong")
    return int(wrong > 0)


def _constructs(options: argparse.Namespace) -> int:
    from tests.compiler.constructs import PROGRAMS
    from tests.compiler.refusals import GAMES
    from zermelo.engine.lanes import compare

    compiled, wrong = [program for program in PROGRAMS if str(program) not in GAMES], 0
    for program in compiled:
        broken = compare(program.game, games=20)
        wrong += bool(broken)
        print(program, *(map(str, broken) if broken else ["equal"]), sep=": ", flush=True)
    print(f"{len(compiled)} compiled, {wrong} of them wrong; {len(GAMES)} refused")
    return int(wrong > 0)


def _natural(options: argparse.Namespace) -> int:
    from tests.compiler.natural import CASES, LARGE
    from tests.compiler.test_natural import assert_compiled

    for case in CASES + LARGE:
        assert_compiled(case, options.games)
        print(f"{case}: both lanes equal over {options.games:,} games", flush=True)
    return 0


def _programs(options: argparse.Namespace) -> int:
    from tests.compiler.fuzz import programs

    return int(programs(options.count, options.seed, True, options.guard) > 0)


def _siege(options: argparse.Namespace) -> int:
    from tests import siege

    if options.command == "commands":
        return int(siege.commands(options.count, options.seed) > 0)
    if options.command == "kills":
        return int(siege.kills(options.count, options.seed, options.postgres) > 0)
    if options.command == "visitors":
        return int(siege.visitors(options.count, options.seed) > 0)
    return int(siege.slow(options.clients, options.seconds) > 0)


def _hour(options: argparse.Namespace) -> int:
    from tests.hour import hour

    return int(hour(options) > 0)


def _class(options: argparse.Namespace) -> int:
    from tests.course.classroom import whole_class

    return int(whole_class() > 0)


def _exercises(options: argparse.Namespace) -> int:
    from tests.exercise.test_marking import SHAPES, assert_graded

    wrong, seeds = 0, range(options.seed, options.seed + -(-options.total // len(SHAPES)))
    for kind, shape in SHAPES:
        for seed in seeds:
            try:
                assert_graded(kind, seed, shape)
            except AssertionError as error:
                wrong += 1
                print(f"{kind} {shape!r}, seed {seed}: {error}", flush=True)
        print(f"{kind} {shape!r}: {len(seeds)} exercises", flush=True)
    print(f"{len(SHAPES) * len(seeds):,} exercises, {wrong} wrong")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))
    sys.exit(main())
