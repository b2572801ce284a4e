"""`zermelo bench`: speeds beside what they are measured against, and strength."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, TypeAlias

import typer

from zermelo.cli import console, running
from zermelo.language import _
from zermelo.names import check_name

Cells: TypeAlias = tuple[str, ...]

PARTS: Final = ("core", "compiled", "solve", "all", "strength")
SIGNS: Final = {
    "time": "≤ {bound:g}",
    "speed": "≥ {bound:g}",
    "seconds": "≤ {bound:g} s",
    "bytes": "≤ {bound:g}",
}


def bench(
    what: Annotated[str, typer.Argument(metavar="core|compiled|solve|all|strength")] = "all",
    repeat: Annotated[
        int, typer.Option(metavar="N", min=1, help="The best of so many runs counts.")
    ] = 5,
    quick: Annotated[
        bool, typer.Option("--quick", help="One run of each, and of the slow ones none.")
    ] = False,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="Of the contest of strength.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the positions of strength.")] = 0,
    json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object; the table goes to the errors.")
    ] = False,
) -> None:
    """Measure speeds, as ratios to something run beside them, or the engine's strength.

    core: the textbook lane beside OpenSpiel, easyAI and python-chess. compiled: machine code and
    the engine beside C++. solve: tablebases beside C++. strength: games with 0.1 s a move.
    """
    check_name(what, PARTS, _("no benchmark '{name}'"))
    with running.progress() as tell:
        if what == "strength":
            table, found = contests(games, seed, tell)
        else:
            table, found = speeds(what, 1 if quick else repeat, quick, tell)
    (console.err if json else console.out).print(console.aligned(table))
    if json:
        console.print_json(found)


def speeds(
    what: str, rounds: int, quick: bool, tell: Callable[[str], None] | None
) -> tuple[list[Cells], dict[str, Any]]:
    """The table of what was measured, and the same for `--json`."""
    from zermelo.bench import compiled, core, measure, solve

    by_name = {"core": core, "compiled": compiled, "solve": solve}
    parts: list[Any] = [by_name[what]] if what in by_name else list(by_name.values())
    things = [thing for part in parts for thing in part.THINGS]
    comparisons = [each for part in parts for each in part.COMPARISONS]
    rows = measure.compare(things, comparisons, measure.measure(things, rounds, quick, tell))
    table: list[Cells] = [
        (_("what"), _("seconds"), _("beside"), _("seconds"), _("ratio"), _("wanted"), _("kept"))
    ]
    for row in rows:
        ours, theirs = _number(row.seconds, 3), _number(row.reference_seconds, 3)
        wanted = "" if row.bound is None else SIGNS[row.kind].format(bound=row.bound)
        verdict = row.note or _answer(row.passes)
        ratio = _number(row.ratio, 2)
        table.append((row.name, ours, row.beside, theirs, ratio, wanted, verdict))
    return table, {"machine": measure.machine(), "rows": [row.as_json() for row in rows]}


def contests(
    games: int, seed: int, tell: Callable[[str], None] | None
) -> tuple[list[Cells], dict[str, Any]]:
    """The table of the games played, and the same for `--json`."""
    from zermelo.bench.measure import machine
    from zermelo.bench.strength import connect_four

    score = connect_four(games, seed, tell)
    table: list[Cells] = [(_("what"), _("games"), _("good"), _("wanted"), _("kept"), _("note"))]
    counts = (str(number) for number in (score.games, score.good, score.bound))
    table.append((score.name, *counts, _answer(score.passes), score.note))
    return table, {"machine": machine(), "rows": [score.as_json()]}


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _answer(passes: bool | None) -> str:
    return "" if passes is None else _("yes") if passes else _("NO")
