"""Many positions solved, one after the other: `zermelo solve --batch`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from json import dumps
from pathlib import Path
from time import perf_counter
from typing import Any

from zermelo.cli import console, running, source
from zermelo.engine.factory import Engine
from zermelo.files import reason
from zermelo.game import Game, NotationError, ZermeloError
from zermelo.language import _
from zermelo.report.json import finding_json
from zermelo.report.rows import away


def read_positions(game: Game[Any, Any], file: str) -> list[Any]:
    """The positions of a file, one a line; empty lines and those that begin with # are none."""
    try:
        text = source.read_input() if file == "-" else Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise source.unreadable(file, reason(error)) from None
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


def solve_all(
    engine: Engine,
    states: list[Any],
    all_moves: bool,
    time: float | None,
    json: bool,
) -> None:
    """An answer a line, in order, and how long all took."""
    began = perf_counter()
    with answers(len(states)) as answer, running.interruptible(engine.stop) as stopped:

        def solve_each() -> None:
            for state in states:
                if stopped():  # between two positions, where there was nothing to stop
                    raise KeyboardInterrupt
                found = engine.solve(state, moves=all_moves, line=json, time=time)
                text = f"{found.value}{away(found)}"
                answer(dumps(finding_json(found), ensure_ascii=False) if json else text)

        engine.run(solve_each)
    if not json:
        seconds = perf_counter() - began
        words = _("{count} positions in {seconds:.3f} s")
        console.err.print(words.format(count=len(states), seconds=seconds))


@contextmanager
def answers(count: int) -> Iterator[Callable[[str], None]]:
    """Gives a function that prints an answer; where somebody watches, a bar grows meanwhile.

    On the same terminal the answers come above the bar, several at a time: drawing takes longer
    than solving.
    """
    if not console.err.is_terminal:
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
