"""`zermelo lab search`: what searches cost."""

from __future__ import annotations

from typing import Annotated, Any, Final

import typer

from zermelo.algorithms import AnyAlgorithm, algorithm_named
from zermelo.cli import console, options, running, settings, source
from zermelo.cli.lab.shared import Depths, Output, check_output, depths_of, title_of, write
from zermelo.game import Game, ZermeloError
from zermelo.lab import experiment
from zermelo.language import _, local
from zermelo.names import check_name
from zermelo.numbers import number, short
from zermelo.search import Algorithm, Settings
from zermelo.search.ordering import ORDERINGS


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
        title_of(each, bool(position or moves), *start)
        for each, start in zip(sources, starts, strict=True)
    ]
    charts = experiment.charts(list(zip(titles, told["game"], strict=False)), rows, names, measure)
    games_of = [told["game"][row["game"]] for row in rows]
    flat = [{**game, **row, "game": game["name"]} for game, row in zip(games_of, rows, strict=True)]
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
            if name == "progress":
                tell(_("{done} of {total}").format(done=data["done"], total=data["total"]))

        experiment.measure(starts, runs, depths, _prepared, hear, stop)
    return told


COLUMNS: Final = (
    *("game", "position", "branching", "algorithm", "order", "deepening", "depth", "value"),
    *experiment.MEASURES,
    *("stopped", "problem"),
)


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
        value = short(number(row["value"]))
        table.append([row["algorithm"], *about, str(row["depth"]), value, *counts, seconds])
    return [*console.aligned(table, 1 + len(varied)).splitlines(), *notes]


def _words(value: Any) -> str:
    return (_("yes") if value else "") if isinstance(value, bool) else value or ""
