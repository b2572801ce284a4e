"""`zermelo analyse`, `zermelo solve` and `zermelo perft`: the engine at work."""

from __future__ import annotations

import os
import sys
import time as clock
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo.cli import options, report, running, source
from zermelo.engine import Engine, engine_for
from zermelo.game import Game, ZermeloError
from zermelo.search.analysis import Analysis
from zermelo.search.record import plain

Threads = Annotated[int, typer.Option(metavar="N", help="Search on so many threads.")]
Memory = Annotated[int, typer.Option(metavar="MB", help="Of the table of positions.")]


def make(game: Game[Any, Any], threads: int, memory: int) -> Engine:
    """The engine, telling on a terminal what takes so long the first time."""
    machine = _machine_memory()
    if machine and memory > machine:
        raise ZermeloError(f"memory: this machine has {machine} MB in all, not {memory}")
    tell: Callable[[str], None] | None = None
    if report.err.is_terminal:
        tell = lambda what: report.err.print(f"compiling {what} ...")  # noqa: E731
    return engine_for(game, threads, memory, tell)


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
    sure = "proven" if found.proven else ""
    away = f" in {found.distance}" if found.distance is not None else ""
    line = " ".join(game.format_line(state, found.line)[:12])
    return (
        f"depth {found.depth:3}  value {found.value!s:>5}{away} {sure:6} "
        f"{found.nodes:>13,} nodes {speed / 1e6:6.2f} M/s  {line}"
    )


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
        raise ZermeloError(f"lines must be 1 or more, not {lines}")
    engine = make(game, threads, memory)
    if time is None and depth is None and nodes is None:
        time = 5.0
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
    engine = make(game, threads, memory)
    if batch is not None:
        solve_batch(game, engine, batch, every, json)
        return
    state = source.start(game, position, moves)
    found = interruptibly(engine, lambda: engine.solve(state, moves=every, time=time))
    if json:
        report.print_json(as_json(game, state, found))
        return
    print(one_line(game, state, found))
    report.show_moves(game, state, found.moves)


def solve_batch(game: Game[Any, Any], engine: Engine, file: str, every: bool, json: bool) -> None:
    """A position a line, up to the first tab, semicolon or known score; an answer a line."""
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ZermeloError(f"cannot read {file}: {error}") from None
    texts = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    states = []
    for number, line in enumerate(texts, 1):
        try:
            states.append(_position(game, line))
        except ZermeloError as error:
            raise ZermeloError(f"{file}, line {number}: {error}") from None
    engine.prepare(solving=True)
    began = clock.perf_counter()
    with running.progress() as tell, running.interruptible(engine.stop):

        def solve_all() -> None:
            for done, state in enumerate(states, 1):
                found = engine.solve(state, moves=every, line=json)
                if json:
                    report.print_json(as_json(game, state, found))
                else:
                    distance = "" if found.distance is None else f" in {found.distance}"
                    print(f"{found.value}{distance}")
                if tell:
                    tell(f"{done} of {len(states)} positions")

        engine.run(solve_all)
    if not json:
        seconds = clock.perf_counter() - began
        report.err.print(f"{len(states)} positions in {seconds:.3f} s")


def _position(game: Game[Any, Any], line: str) -> Any:
    """A position, which may be followed by what is known of it: `;` or a score."""
    text = line.partition(";")[0].strip()
    try:
        return game.parse_state(text)
    except ZermeloError:
        shorter = text.rpartition(" ")[0]
        if not shorter:
            raise
        return game.parse_state(shorter)


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
    from zermelo import compiled

    game = source.load(game_source, set_ or ())
    state = source.start(game, position, moves)
    machine = compiled.compile(game)
    compiled.perft(machine, 1, state)
    began = clock.perf_counter()
    counts = compiled.divide(machine, depth, state) if divide and depth else []
    nodes = sum(n for _, n in counts) if counts else compiled.perft(machine, depth, state)
    seconds = clock.perf_counter() - began
    named = {game.format_action(state, action): count for action, count in counts}
    if json:
        found = {"nodes": nodes, "seconds": round(seconds, 6)}
        report.print_json({**found, "moves": named} if divide else found)
        return
    for name, count in named.items():
        print(f"{name:6} {count:>16,}")
    print(f"{nodes:,} sequences of {depth} moves, {seconds:.3f} s")
