"""`zermelo lab`: what searches cost, and how good evaluations are, as tables, charts and files."""

from __future__ import annotations

import csv
import io
import json as json_
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import typer

from zermelo import files
from zermelo.algorithms import AnyAlgorithm, algorithm_named
from zermelo.cli import console, options, running, settings, source, wording
from zermelo.game import Game, ZermeloError
from zermelo.games.catalogue import ALL
from zermelo.lab import experiment
from zermelo.language import _, local
from zermelo.names import check_name
from zermelo.numbers import in_full
from zermelo.search import Algorithm, Settings
from zermelo.search.ordering import ORDERINGS

if TYPE_CHECKING:
    from zermelo.lab.chart import Chart

PICTURES: Final = (".svg", ".png", ".pdf")
DEEPEST: Final = 60

lab = typer.Typer(
    cls=wording.Group,
    help="Measure searches and evaluations: tables, charts and files.",
    no_args_is_help=True,
)

Output: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        metavar="FILE",
        help="Write a chart (.svg, .png, .pdf) or the numbers (.csv, .json).",
    ),
]
Depths: TypeAlias = Annotated[
    str, typer.Option(metavar="FROM-TO", help="The depths, such as 1-5 or 2,4,6.")
]


@lab.command(cls=wording.Command)
def search(
    sources: Annotated[
        list[str], typer.Argument(metavar="SOURCE", help="Games, as for `zermelo search`.")
    ],
    algorithm: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="See `zermelo algorithms` (repeatable)."),
    ] = None,
    depths: Depths = "1-5",
    order: Annotated[
        list[str] | None,
        typer.Option(metavar="|".join(ORDERINGS), help="Which moves are tried first (repeatable)."),
    ] = None,
    deepening: Annotated[
        bool, typer.Option("--deepening", help="Each search also by iterative deepening.")
    ] = False,
    measure: Annotated[
        str, typer.Option(metavar="|".join(experiment.MEASURES), help="What the chart shows.")
    ] = "leaves",
    nodes: Annotated[
        int, typer.Option(metavar="N", min=1, help="Stop each search after so many nodes.")
    ] = 1_000_000,
    time: options.Seconds = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    output: Output = None,
    json: options.Json = False,
) -> None:
    """Measure what searches cost: every algorithm, with every order, to every depth."""
    check_output(output)
    check_name(measure, experiment.MEASURES, _("no measure '{name}'"))
    if len(sources) > 1 and (position or moves or set_):
        raise ZermeloError(_("--position, --moves and --set are for one game, not for several"))
    games = [source.load(each, set_ or ()) for each in sources]
    starts = [(game, *source.start(game, position, moves)) for game in games]
    chance = any(game.has_chance for game in games)
    usual = ("expectiminimax", "star1") if chance else ("minimax", "alphabeta")
    orders = list(dict.fromkeys(order or ["left"]))
    for each in orders:
        check_name(each, ORDERINGS, _("no order '{name}'"))
    limits = {"nodes": nodes, "time": time}
    runs = experiment.runs_of(dict.fromkeys(algorithm or usual), orders, deepening, **limits)
    told = _measured(starts, runs, depths_of(depths))
    rows = [
        {**row, **{name: runs[row["run"]][name] for name in ("order", "deepening")}}
        for row in told["row"]
    ]
    problems = [row["problem"] for row in rows if row["problem"]]
    if rows and len(problems) == len(rows):
        raise ZermeloError(problems[0])
    names = [experiment.title_of(run, len(orders) > 1) for run in runs]
    titles = [
        _title(each, bool(position or moves), *start)
        for each, start in zip(sources, starts, strict=True)
    ]
    charts = experiment.charts(list(zip(titles, told["game"], strict=False)), rows, names, measure)
    about = {each["game"]: each for each in told["game"]}
    flat = [{**row, **_about(about[row["game"]])} for row in rows]
    found = {"games": told["game"], "rows": rows}
    if output:
        title = ", ".join(chart.title for chart in charts)
        write(output, (title, charts), (COLUMNS, flat), found)
    if json:
        console.print_json(found)
        return
    for title, game in zip(titles, told["game"], strict=False):
        print(console.clean(title))
        for line in _table([row for row in rows if row["game"] == game["game"]]):
            print(console.clean(line))


def _measured(
    starts: list[experiment.Start], runs: list[experiment.Given], depths: list[int]
) -> dict[str, list[dict[str, Any]]]:
    """What the experiment tells; the first Ctrl-C ends it, and what was measured is shown."""
    told: dict[str, list[dict[str, Any]]] = {"game": [], "row": [], "progress": []}
    with running.progress() as tell, running.interruptible() as stop:

        def hear(name: str, data: dict[str, Any]) -> None:
            told[name].append(data)
            if tell and name == "progress":
                tell(_("{done} of {total}").format(done=data["done"], total=data["total"]))

        experiment.measure(starts, runs, depths, _prepared, hear, stop)
    return told


COLUMNS: Final = (
    *("game", "position", "branching", "algorithm", "order", "deepening", "depth", "value"),
    *experiment.MEASURES,
    *("stopped", "problem"),
)


def _title(text: str, moved: bool, game: Game[Any, Any], state: Any, *_history: Any) -> str:
    """What people call a game, and its position where that is not the first."""
    name = ALL[text].title if text in ALL else game.name
    return f"{name}: {game.format_state(state)}" if moved else name


def _about(game: dict[str, Any]) -> dict[str, Any]:
    return {"game": game["name"], "position": game["position"], "branching": game["branching"]}


def _prepared(game: Game[Any, Any], run: dict[str, Any]) -> tuple[AnyAlgorithm, Settings]:
    chosen = algorithm_named(run["algorithm"])
    chosen.prepare(game, console.compiling())
    if run["deepening"] and isinstance(chosen, Algorithm):
        chosen = experiment.deepened(chosen)
    asked = {name: run[name] for name in ("depth", "order", "nodes", "time")}
    return chosen, settings.settings_of(asked)


def _table(rows: list[dict[str, Any]]) -> list[str]:
    """The rows for people; what did not vary has no column."""
    titles = {"order": _("order"), "deepening": _("deep.")}
    varied = [name for name in titles if len({row[name] for row in rows}) > 1]
    head = [_("algorithm"), *(titles[name] for name in varied), _("depth"), _("value")]
    counted = [_(words) for words in experiment.MEASURES.values()][:-1]
    table = [[*head, *counted, "s"]]
    notes = []
    for row in rows:
        about = [_words(row[name]) for name in varied]
        if row["problem"] or row["stopped"]:
            reason = row["problem"] or _("stopped: too many nodes or too long")
            place = _("{algorithm}, depth {depth}: {reason}")
            name = " ".join([row["algorithm"], *filter(None, about)])
            notes.append(place.format(algorithm=name, depth=row["depth"], reason=reason))
            continue
        counts = (local(f"{row[name]:,}") for name in ("leaves", "nodes", "cutoffs"))
        seconds = local(f"{row['seconds']:.4f}")
        value = in_full(row["value"])
        table.append([row["algorithm"], *about, str(row["depth"]), value, *counts, seconds])
    return [*console.aligned(table, 1 + len(varied)).splitlines(), *notes]


def _words(value: Any) -> str:
    return (_("yes") if value else "") if isinstance(value, bool) else value or ""


# --- what both commands share --------------------------------------------------------------------


def depths_of(text: str) -> list[int]:
    """The depths that 1-5 or 2,4,6 stands for."""
    found: set[int] = set()
    try:
        for part in text.split(","):
            first, dash, last = part.partition("-")
            found |= set(range(int(first), min(int(last if dash else first), DEEPEST) + 1))
    except ValueError:
        found = set()
    if not found or min(found) < 0:
        raise ZermeloError(_("--depths takes 1-5 or 2,4,6, not '{text}'").format(text=text))
    return sorted(found)


def check_output(output: Path | None) -> None:
    """Complains before the work is done where the file cannot be written."""
    if not output:
        return
    check_name(output.suffix, (*PICTURES, ".csv", ".json"), _("no output '{name}'"))
    files.check_writable(output)
    if output.suffix in PICTURES[1:]:
        from zermelo.extras import require

        require("draw")


def write(
    output: Path,
    picture: tuple[str, Sequence[Chart]],
    table: tuple[Sequence[str], Sequence[dict[str, Any]]],
    found: dict[str, Any],
) -> None:
    """The chart, or the numbers, to a file of this ending."""
    if output.suffix == ".json":
        content = f"{json_.dumps(found, ensure_ascii=False, indent=1)}\n".encode()
    elif output.suffix == ".csv":
        text = io.StringIO()
        rows = csv.DictWriter(text, table[0], extrasaction="ignore", lineterminator="\n")
        rows.writeheader()
        rows.writerows(table[1])
        content = text.getvalue().encode()
    else:
        from zermelo.lab.chart import render

        content = render(*picture, output.suffix)
    files.write_whole(output, content)
