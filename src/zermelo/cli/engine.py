"""`zermelo analyse`, `zermelo solve` and `zermelo perft`: the engine at work."""

from __future__ import annotations

import os
import re
import threading
import time as clock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import dumps
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from zermelo.cli import options, report, running, source
from zermelo.engine.factory import Engine, TextbookEngine, engine_for
from zermelo.game import Game, NotationError, ZermeloError, provides
from zermelo.games import Tree
from zermelo.language import _
from zermelo.search.analysis import Analysis
from zermelo.search.record import plain

MOST_THREADS: Final = 256
MOST_MEMORY: Final = 1 << 20  # megabytes
MOST_COUNTED: Final = 1 << 62

Threads = Annotated[int, typer.Option(metavar="N", help="Search on so many threads.")]
Memory = Annotated[int, typer.Option(metavar="MB", help="Of the table of positions.")]


def make(game: Game[Any, Any], threads: int, memory: int, solving: bool) -> Engine:
    """The engine, with all compiled that it needs; that of the textbook lane if nothing can be."""
    from zermelo.compiler import CannotCompile

    machine = _machine_memory()
    if machine and memory > machine:
        wrong = _("memory: this machine has {machine} MB in all, not {memory}")
        raise ZermeloError(wrong.format(machine=machine, memory=memory))
    for name, size, most in (("threads", threads, MOST_THREADS), ("memory", memory, MOST_MEMORY)):
        if not 1 <= size <= most:
            wrong = _("{name} must be from 1 to {most}, not {size}")
            raise ZermeloError(wrong.format(name=name, most=most, size=size))
    if isinstance(game, Tree):  # nobody expects one to be compiled
        return TextbookEngine(game)
    engine = engine_for(game, threads, memory, compiling())
    try:
        engine.prepare(solving)
    except CannotCompile as reason:
        note(game, reason)
        return TextbookEngine(game)
    return engine


def compiling() -> Callable[[str], None] | None:
    """Tells on a terminal what takes so long the first time."""
    return report.compiling if report.err.is_terminal else None


def note(game: Game[Any, Any], reason: ZermeloError) -> None:
    """Why a game is not compiled; nobody expects it of a tree."""
    if not isinstance(game, Tree):
        words = _("note: {reason}; the textbook lane goes on")
        report.err.print(words.format(reason=report.clean(str(reason))))


def check_limits(
    time: float | None, depth: int | None = None, nodes: int | None = None
) -> tuple[float | None, int | None]:
    """The time and the nodes, no larger than the machine can count."""
    for name, limit in (("time", time), ("depth", depth), ("nodes", nodes)):
        if limit is not None and not limit > 0:
            wrong = _("{name} must be more than 0, not {limit}")
            raise ZermeloError(wrong.format(name=name, limit=limit))
    seconds = None if time is None else min(time, threading.TIMEOUT_MAX)
    return seconds, None if nodes is None else min(nodes, MOST_COUNTED)


def _machine_memory() -> int | None:
    """Megabytes, where the system tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") >> 20
    except (ValueError, OSError, AttributeError):
        return None


def as_json(game: Game[Any, Any], state: Any, found: Analysis[Any]) -> dict[str, Any]:
    """The object that `--json` prints."""
    line = game.format_line(state, found.line)
    return {
        "value": plain(found.value),
        "proven": found.proven,
        "distance": found.distance,
        "move": line[0] if line else None,
        "line": line,
        "depth": found.depth,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
        "moves": [
            {"move": game.format_action(state, action), "value": plain(value)}
            for action, value in found.moves
        ],
    }


def interruptibly(engine: Engine, work: Callable[[], Analysis[Any]]) -> Analysis[Any]:
    """Ctrl-C ends the work with the best so far; a second one at once."""
    with running.interruptible(engine.stop):
        return work()


def one_line(game: Game[Any, Any], state: Any, found: Analysis[Any]) -> str:
    """An iteration in a line."""
    speed = found.nodes / found.seconds if found.seconds else 0
    proven = _("proven")
    words = _("depth {depth:3}  value {value:>5}{away} {sure} {nodes:>13,} nodes {speed:6.2f} M/s")
    told = words.format(
        depth=found.depth,
        value=str(found.value),
        away=away(found),
        sure=proven if found.proven else " " * len(proven),
        nodes=found.nodes,
        speed=speed / 1e6,
    )
    return f"{told}  {' '.join(game.format_line(state, found.line)[:12])}"


def away(found: Analysis[Any]) -> str:
    """How many moves the end is away, where that is known."""
    return "" if found.distance is None else _(" in {count}").format(count=found.distance)


def analyse(
    game_source: options.Source,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    time: options.Seconds = None,
    depth: options.Depth = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after so many nodes.")
    ] = None,
    threads: Threads = 1,
    memory: Memory = 64,
    every: Annotated[bool, typer.Option("--all", help="The value of every move.")] = False,
    lines: Annotated[
        int | None, typer.Option(metavar="K", help="The best K moves with their values.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Search deeper and deeper with the engine (for 5 seconds unless told otherwise)."""
    game = source.load(game_source, set_ or ())
    state = source.start(game, position, moves)
    if lines is not None and lines < 1:
        raise ZermeloError(_("lines must be 1 or more, not {lines}").format(lines=lines))
    time, nodes = check_limits(time, depth, nodes)
    if time is None and depth is None and nodes is None:
        time = 5.0
    engine = make(game, threads, memory, solving=not provides(game, "evaluate"))
    tell = None if json else lambda found: print(one_line(game, state, found), flush=True)
    found = interruptibly(
        engine,
        lambda: engine.analyse(
            state, time=time, depth=depth, nodes=nodes, moves=every or lines is not None, tell=tell
        ),
    )
    best = []
    if lines is not None:
        sign = 1 if game.is_terminal(state) else game.to_move(state)
        ranked = sorted(found.moves, key=lambda move: sign * move[1], reverse=True)[:lines]
        best = [(value, engine.line_of(state, action)) for action, value in ranked]
    if json:
        told = as_json(game, state, found)
        told["lines"] = [
            {"value": plain(value), "line": game.format_line(state, line)} for value, line in best
        ]
        report.print_json(told)
    elif best:
        for value, line in best:
            print(f"{report.number(value):>6}  {' '.join(game.format_line(state, line))}")
    else:
        report.show_moves(game, state, found.moves)


def solve(
    game_source: options.Source,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    batch: Annotated[
        str | None, typer.Option(metavar="FILE", help="Solve a position a line; - for input.")
    ] = None,
    threads: Threads = 1,
    memory: Memory = 64,
    every: Annotated[bool, typer.Option("--all", help="The value of every move.")] = False,
    time: options.Seconds = None,
    json: options.Json = False,
) -> None:
    """Find the exact value of a position by search to the end of the game."""
    game = source.load(game_source, set_ or ())
    time, _nodes = check_limits(time)
    if batch is not None:
        if position is not None or moves is not None:
            raise ZermeloError(_("--batch has its own positions: leave out --position and --moves"))
        states = read_batch(game, batch)
        solve_batch(game, make(game, threads, memory, solving=True), states, every, time, json)
        return
    state = source.start(game, position, moves)
    engine = make(game, threads, memory, solving=True)
    found = interruptibly(engine, lambda: engine.solve(state, moves=every, time=time))
    if json:
        report.print_json(as_json(game, state, found))
        return
    print(one_line(game, state, found))
    report.show_moves(game, state, found.moves)


def read_batch(game: Game[Any, Any], file: str) -> list[Any]:
    """The positions of a file, one a line; empty lines and those that begin with # are none."""
    try:
        text = source.read_input() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise source.unreadable(file, report.reason(error)) from None
    except UnicodeDecodeError:
        raise source.unreadable(file, _("it is no UTF-8 text")) from None
    states = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            states.append(_position(game, line))
        except ZermeloError as error:
            where = _("{file}, line {line}").format(file=file, line=number)
            raise ZermeloError(f"{where}: {error}") from None
    return states


def _position(game: Game[Any, Any], line: str) -> Any:
    """A position, which may be followed by what is known of it: by `;` and more, or by a score."""
    text = " ".join(line.partition(";")[0].split())
    scored = re.fullmatch(r"(.+) [+-]?\d+", text)
    # Of two words the second is a score, even where it could also be one more move.
    shorter = [scored[1]] if scored else []
    texts = [*shorter, text] if scored and " " not in scored[1] else [text, *shorter]
    for each in texts:
        try:
            return game.parse_state(each)
        except NotationError:
            pass
    return game.parse_state(text)


def solve_batch(
    game: Game[Any, Any],
    engine: Engine,
    states: list[Any],
    every: bool,
    time: float | None,
    json: bool,
) -> None:
    """An answer a line, in order, and how long all took."""
    began = clock.perf_counter()
    with answers(len(states)) as answer, running.interruptible(engine.stop) as stopped:

        def solve_all() -> None:
            for state in states:
                if stopped():  # between two positions, where there was nothing to stop
                    raise KeyboardInterrupt
                found = engine.solve(state, moves=every, line=json, time=time)
                told = as_json(game, state, found) if json else None
                answer(dumps(told, ensure_ascii=False) if json else f"{found.value}{away(found)}")

        engine.run(solve_all)
    if not json:
        seconds = clock.perf_counter() - began
        words = _("{count} positions in {seconds:.3f} s")
        report.err.print(words.format(count=len(states), seconds=seconds))


@contextmanager
def answers(count: int) -> Iterator[Callable[[str], None]]:
    """Gives a function that prints an answer; where somebody watches, a bar grows meanwhile.

    On the same terminal the answers come above the bar, several at a time: drawing takes longer
    than solving.
    """
    if not report.err.is_terminal:
        yield print
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    waiting: list[str] = []
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=report.err,
        transient=True,
        redirect_stdout=report.out.is_terminal,
        redirect_stderr=False,
    ) as bar:
        task, due = bar.add_task("", total=count), clock.perf_counter()

        def flush() -> None:
            nonlocal due
            print("\n".join(waiting))
            bar.advance(task, len(waiting))
            waiting.clear()
            due = clock.perf_counter() + running.SHOW_EVERY

        def answer(text: str) -> None:
            waiting.append(text)
            if clock.perf_counter() >= due:
                flush()

        try:
            yield answer
        finally:
            if waiting:
                flush()


def perft(
    game_source: options.Source,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", min=0)],
    divide: Annotated[bool, typer.Option("--divide", help="The count below every move.")] = False,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    json: options.Json = False,
) -> None:
    """Count the sequences of DEPTH moves."""
    game = source.load(game_source, set_ or ())
    state = source.start(game, position, moves)
    whole, divided = counters(game, state)
    plies = min(depth, MOST_COUNTED)
    began = clock.perf_counter()
    counts = divided(plies) if divide and plies else []
    nodes = sum(n for _move, n in counts) if counts else whole(plies)
    seconds = clock.perf_counter() - began
    named = {game.format_action(state, action): count for action, count in counts}
    if json:
        found = {"nodes": nodes, "seconds": round(seconds, 6)}
        report.print_json({**found, "moves": named} if divide else found)
        return
    for name, count in named.items():
        print(f"{name:6} {count:>16,}")
    words = _("{nodes:,} sequences of {depth} moves, {seconds:.3f} s")
    print(words.format(nodes=nodes, depth=depth, seconds=seconds))


def counters(
    game: Game[Any, Any], state: Any
) -> tuple[Callable[[int], int], Callable[[int], list[tuple[Any, int]]]]:
    """What counts the sequences of so many moves, of all and of each; compiled if possible."""
    from zermelo.compiler import CannotCompile, compile
    from zermelo.engine.plain import divide, perft
    from zermelo.search import perft as textbook

    try:
        machine = compile(game, report=compiling())
        perft(machine, 2, state)  # compiles, or loads, what counts
    except CannotCompile as reason:
        note(game, reason)
        return (
            lambda depth: textbook.perft(game, depth, state),
            lambda depth: textbook.divide(game, depth, state),
        )
    return (
        lambda depth: perft(machine, depth, state),
        lambda depth: divide(machine, depth, state),
    )
