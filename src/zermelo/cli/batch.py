"""Many positions solved, as many at a time as there are engines: `zermelo solve --batch`."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from zermelo.cli import console, running, source
from zermelo.cli.streams import tell
from zermelo.engine import Engine, Stop
from zermelo.engine.threads import in_parallel
from zermelo.files import read_text, readable
from zermelo.game import Game, NotationError, ZermeloError
from zermelo.language import _, ngettext
from zermelo.report.json import finding_json
from zermelo.report.rows import away


class Position(NamedTuple):
    """A position as it was written, and as the game has it."""

    line: str
    state: Any


class Wanted(NamedTuple):
    """What is asked about each position, and how."""

    all_moves: bool
    time: float | None
    json: bool
    memory: int  # megabytes of an engine's table

    def told(
        self, engine: Engine[Any, Any], state: Any, stop: Callable[[], bool] | None = None
    ) -> str:
        """The answer about a position, in a line."""
        found = engine.solve(
            state, all_moves=self.all_moves, line=self.json, time=self.time, stop=stop
        )
        if self.json:
            return dumps(finding_json(found), ensure_ascii=False)
        return f"{found.value}{away(found)}"


def read_positions(game: Game[Any, Any], file: str) -> list[Position]:
    """The positions of a file, one a line; empty lines and those that begin with # are none."""
    with readable(file):
        text = source.read_input() if file == "-" else read_text(Path(file))
    positions = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            positions.append(Position(line, position_of(game, line)))
        except ZermeloError as error:
            where = _("{file}, line {line}").format(file=file, line=number)
            raise ZermeloError(f"{where}: {error}") from None
    return positions


def position_of(game: Game[Any, Any], line: str) -> Any:
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


def solve_all(positions: list[Position], solve: Solve, json: bool) -> None:
    """An answer a line, in order, and how long all took."""
    began = perf_counter()
    with answers(len(positions)) as answer, running.interruptible() as stop:
        solve(positions, InOrder(answer), stop)
    if not json:
        seconds = perf_counter() - began
        count = len(positions)
        words = ngettext(
            "{count} position in {seconds:.3f} s", "{count} positions in {seconds:.3f} s", count
        )
        tell(words.format(count=count, seconds=seconds))


def solve_here(
    engines: list[Engine[Any, Any]],
    wanted: Wanted,
    positions: list[Position],
    texts: InOrder,
    stop: Stop,
) -> None:
    """Solves by threads of this process, one for each engine."""
    tasks = iter(enumerate(positions))

    def solve_each(engine: Engine[Any, Any]) -> None:
        while (task := texts.next(tasks)) is not None:
            number, position = task
            if stop():  # between two positions, where there was nothing to stop
                raise KeyboardInterrupt
            texts.put(number, wanted.told(engine, position.state, stop))

    in_parallel([partial(solve_each, engine) for engine in engines], stop.set)


class InOrder:
    """Hands tasks to threads, and their answers on in the order of the tasks."""

    def __init__(self, answer: Callable[[str], None]) -> None:
        self._answer, self._lock = answer, threading.Lock()
        self._waiting: dict[int, str] = {}
        self._due = 0

    def next(self, tasks: Iterator[tuple[int, Any]]) -> tuple[int, Any] | None:
        """Another task; None when there are no more."""
        with self._lock:
            return next(tasks, None)

    def put(self, number: int, text: str) -> None:
        """The answer to a task."""
        with self._lock:
            self._waiting[number] = text
            while self._due in self._waiting:
                self._answer(self._waiting.pop(self._due))
                self._due += 1


Solve: TypeAlias = Callable[[list[Position], InOrder, Stop], None]


@contextmanager
def answers(count: int) -> Iterator[Callable[[str], None]]:
    """Gives a function that prints an answer; where somebody watches, a bar grows meanwhile.

    On the same terminal the answers come above the bar, several at a time: drawing takes longer
    than solving.
    """
    if not console.is_watched():
        yield print
        return
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    waiting: list[str] = []
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        *columns,
        console=console.err,
        transient=True,
        redirect_stdout=console.out.is_terminal,
        redirect_stderr=False,
    ) as bar:
        task, due = bar.add_task("", total=count), perf_counter()

        def flush() -> None:
            nonlocal due
            print("\n".join(waiting))
            bar.advance(task, len(waiting))
            waiting.clear()
            due = perf_counter() + running.SHOW_EVERY

        def answer(text: str) -> None:
            waiting.append(text)
            if perf_counter() >= due:
                flush()

        try:
            yield answer
        finally:
            if waiting:
                flush()
