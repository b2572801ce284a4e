"""What searches cost: positions, algorithms and depths, each with each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any, Final, TypeAlias

from zermelo.algorithms import AnyAlgorithm, algorithm_named
from zermelo.game import Game, Value, ZermeloError, choices
from zermelo.lab.chart import Chart, Series
from zermelo.language import _, local, mark
from zermelo.numbers import plain
from zermelo.search import Algorithm, Settings, Tally
from zermelo.search.run import Line, Run
from zermelo.search.textbook.iterative import deepening

MEASURES: Final = {
    "leaves": mark("leaves"),
    "nodes": mark("nodes"),
    "cutoffs": mark("cutoffs"),
    "seconds": mark("seconds"),
}
ORDERS: Final = {
    "left": mark("left to right"),
    "right": mark("right to left"),
    "fixed": mark("fixed order"),
    "dynamic": mark("dynamic order"),
}
# What alpha-beta looks at in theory: the leaves to this power.
FORMULAS: Final = (
    (mark("worst case: all leaves"), "d", 1.0),
    (mark("mean case"), "3d/4", 0.75),
    (mark("best case"), "d/2", 0.5),
)
MOST_SEEN: Final = 20_000  # states to count the branches of a game
EVERY: Final = 0.5  # seconds between two reports of progress
DEEPENING: Final = ("iterative", "aspiration")  # algorithms that deepen anyway

Start: TypeAlias = tuple[Game[Any, Any], Any, tuple[Any, ...]]  # the last: the states before
Given: TypeAlias = dict[str, Any]  # the name of an algorithm, and its settings
Prepare: TypeAlias = Callable[[Game[Any, Any], Given], tuple[AnyAlgorithm, Settings]]
Tell: TypeAlias = Callable[[str, dict[str, Any]], None]


def runs_of(
    algorithms: Iterable[str], orders: Sequence[str], deepening: bool, **settings: Any
) -> list[Given]:
    """Every algorithm with every order and, with `deepening`, also by iterative deepening.

    What an algorithm has no choice in is left out.
    """
    found = []
    for algorithm in map(algorithm_named, algorithms):
        both = isinstance(algorithm, Algorithm) and algorithm.name not in DEEPENING
        for order in orders if "order" in algorithm.takes else (None,):
            for deepens in (False, True) if deepening and both else (False,):
                about = {"algorithm": algorithm.name, "order": order, "deepening": deepens}
                found.append({**about, **settings})
    return found


def title_of(run: Given, several_orders: bool) -> str:
    """What a run is called in a legend."""
    parts = [algorithm_named(run["algorithm"]).title]
    if run["order"] and several_orders:
        parts.append(_(ORDERS[run["order"]]))
    if run["deepening"]:
        parts.append(_("iterative deepening"))
    return ", ".join(parts)


def charts(
    games: Sequence[tuple[str, dict[str, Any]]],
    rows: Sequence[dict[str, Any]],
    names: Sequence[str],
    shown: str,
) -> list[Chart]:
    """A chart for each game under its title: what every run took, by depth, beside the formulas."""
    found = []
    for title, game in games:
        own = [row for row in rows if row["game"] == game["game"]]
        own = [row for row in own if not (row["problem"] or row["stopped"])]
        series = [
            Series(name, tuple((row["depth"], row[shown]) for row in own if row["run"] == run))
            for run, name in enumerate(names)
        ]
        # Of leaves alone: b to the power of the depth is how many there are.
        if shown == "leaves" and len(game["leaves"]) > 1:
            for name, power, share in FORMULAS:
                points = ((depth, count**share) for depth, count in enumerate(game["leaves"]))
                series.append(Series(_(name), tuple(points), power))
        note = _("b = {b} moves on average").format(b=local(f"{game['branching']:.2f}"))
        found.append(Chart(title, _("depth"), _(MEASURES[shown]), tuple(series), note))
    return found


def measure(
    starts: Iterable[Start],
    runs: Sequence[Given],
    depths: Sequence[int],
    prepare: Prepare,
    tell: Tell,
    stop: Callable[[], bool],
) -> None:
    """Searches every start by every run to every depth, and tells what each search took.

    Events: `game` {game, name, position, branching, leaves}, `row` {game, run, algorithm, depth,
    value, nodes, leaves, cutoffs, seconds, stopped, problem}, `progress` {done, total, nodes}. A
    search that meets its limit, or a problem, ends the deeper ones of its run. `prepare` gives the
    algorithm and the settings that a run stands for.
    """
    starts = list(starts)
    total, done = len(starts) * len(runs) * len(depths), 0
    for number, (game, state, history) in enumerate(starts):
        tell("game", {"game": number, **about(game, state, max(depths))})
        for place, run in enumerate(runs):
            for deeper, depth in enumerate(depths):
                if stop():
                    return
                row = {"game": number, "run": place, "depth": depth}
                tick = _ticker(tell, done, total)
                settings = Settings(stop=stop, tick=tick, history=history)
                row |= _row(game, state, {**run, "depth": depth}, prepare, settings)
                tell("row", row)
                done += 1
                if row["stopped"] or row["problem"]:
                    done += len(depths) - deeper - 1
                    break
            tell("progress", {"done": done, "total": total, "nodes": 0})


def about(game: Game[Any, Any], state: Any, depth: int) -> dict[str, Any]:
    """A position, its branching factor, and the leaves by depth where formulas rest on them."""
    lines = lines_by_depth(game, state, depth)
    # The formulas of alpha-beta hold neither for chance nor for positions that come back.
    known = [] if game.has_chance or game.repetition is not None else lines
    position = game.format_state(state)
    return {
        "name": game.name, "position": position, "branching": branching(lines), "leaves": known
    }  # fmt: skip


def _ticker(tell: Tell, done: int, total: int) -> Callable[[Tally], None]:
    reported = perf_counter()

    def tick(tally: Tally) -> None:
        nonlocal reported
        if perf_counter() > reported + EVERY:
            reported = perf_counter()
            tell("progress", {"done": done, "total": total, "nodes": tally.nodes})

    return tick


def _row(
    game: Game[Any, Any], state: Any, given: Given, prepare: Prepare, more: Settings
) -> dict[str, Any]:
    row: dict[str, Any] = dict.fromkeys(("value", "nodes", "leaves", "cutoffs", "seconds"))
    row |= {"algorithm": given["algorithm"], "stopped": False, "problem": None}
    try:
        algorithm, settings = prepare(game, given)
        row["algorithm"] = algorithm.name
        settings.update(more)
        result = algorithm(game, state, **settings)
    except ZermeloError as error:
        return {**row, "problem": str(error)}
    counts = {name: getattr(result, name) for name in ("nodes", "leaves", "cutoffs", "stopped")}
    return {**row, **counts, "value": plain(result.value), "seconds": round(result.seconds, 6)}


def deepened(algorithm: Algorithm) -> Algorithm:
    """The algorithm to depth 1, then 2, then 3; a table and a dynamic order are kept between."""

    def body(run: Run[Any, Any]) -> tuple[Value, Line]:
        return deepening(run, lambda value: algorithm.body(run))

    return replace(algorithm, body=body)


def lines_by_depth(game: Game[Any, Any], state: Any, depth: int) -> list[int]:
    """How many lines there are 0, 1, 2 ... plies long: the leaves of minimax at these depths.

    A line that ends sooner counts. As deep as is easily counted: equal positions of a level are
    followed once.
    """
    level, ended, found = Counter([state]), 0, [1]
    while len(found) <= depth:
        below: Counter[Any] = Counter()
        for each, times in level.items():
            if game.is_terminal(each):
                ended += times
                continue
            for action in choices(game, each):
                below[game.result(each, action)] += times
        if not below or len(below) > MOST_SEEN:
            break
        level = below
        found.append(ended + below.total())
    return found


def branching(lines: list[int]) -> float:
    """The b for which b^d is the number of lines d plies long, for the largest d counted."""
    return round(float(lines[-1] ** (1 / max(len(lines) - 1, 1))), 4)
