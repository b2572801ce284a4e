"""`zermelo lab evaluate`: how good evaluation functions are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from zermelo.cli import console, options, running, source
from zermelo.cli.lab.shared import Depths, Output, check_output, depths_of, title_of, write
from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.numbers import percent

if TYPE_CHECKING:
    from zermelo.lab.evaluations import Rule, Solved, Tell
    from zermelo.search import Finding

SOLVE: Final = 1.0  # seconds for a position whose value is wanted
EVALUATION_COLUMNS: Final = (
    *("measure", "evaluation", "opponent", "depth", "positions", "kept", "won", "drawn", "lost"),
)
OWN: Final = "game"  # what names the evaluation of the game itself


def evaluate(
    game_source: options.Source,
    evaluations: Annotated[
        list[str] | None,
        typer.Option(
            "--evaluate",
            metavar="FILE.py:FUNCTION|NAME=VALUE|game",
            help="An evaluation: yours, by a parameter of the game, or its own (repeatable).",
        ),
    ] = None,
    depths: Depths = "1-3",
    positions: Annotated[
        int, typer.Option(metavar="N", min=1, max=100_000, help="Solve so many positions.")
    ] = 100,
    exact: Annotated[
        bool, typer.Option("--exact", help="A move must keep the exact value, not only who wins.")
    ] = False,
    games: Annotated[
        int, typer.Option(metavar="N", min=0, help="Games of each pair; 0: none.")
    ] = 10,
    time: Annotated[
        float, typer.Option(metavar="SECONDS", min=0.001, help="A move, in these games.")
    ] = 0.1,
    seed: Annotated[int, typer.Option(metavar="N", help="Of positions and openings.")] = 0,
    tablebase: options.Tablebase = None,
    position: options.Position = None,
    moves: options.Moves = None,
    set_: options.Set = None,
    output: Output = None,
    json: options.Json = False,
) -> None:
    """Compare evaluation functions: accuracy by proven values, and matches at equal time."""
    from zermelo.lab import evaluations as lab_of  # here, as matches load the engine

    check_output(output)
    asked = list(dict.fromkeys(evaluations or [OWN]))
    wanted = depths_of(depths, 1)
    game = source.load(game_source, set_ or ())
    state, _history = source.start(game, position, moves)
    files = dict.fromkeys(path for path, _name in map(source.file_and_class, asked) if path)
    modules = {path: source.load_module(path) for path in files}  # each is run once
    compared: dict[str, Game[Any, Any]] = {}
    for text in asked:
        name, rule = _rule(game_source, set_ or (), game, text, modules)
        name = text if name in compared else name
        compared[name] = lab_of.evaluated(name, rule, game)
    solve = _solver(game, state, tablebase)
    tries = lab_of.MOST_TRIES * positions
    with running.progress() as tell:
        known = _known(lab_of.sample(game, state, tries, seed, solve), positions, tell)
        useful = lab_of.instructive(known, exact)
        if not known:
            words = _("no position of {game} was solved: give --tablebase, or moves to begin with")
            raise ZermeloError(words.format(game=game.name))
        if not useful:
            words = _("in none of the {count} positions does a move change who wins: give --exact")
            raise ZermeloError(words.format(count=len(known)))
        rows = lab_of.accuracy(compared, useful, wanted, exact, tell)
        rows += lab_of.matches(compared, lab_of.timed(time), games, seed, tell) if games else []
    luck = lab_of.by_luck(useful, exact)
    counts = {"positions": len(known), "instructive": len(useful), "random": round(luck, 6)}
    found = {"game": game.name, **counts, "rows": rows}
    if output:
        title = title_of(game_source, bool(position or moves), game, state)
        write(output, (title, lab_of.charts(title, rows, luck)), (EVALUATION_COLUMNS, rows), found)
    if json:
        console.print_json(found)
    else:
        _show_evaluations(found)


def _known(found: Iterable[Solved], count: int, tell: Tell) -> list[Solved]:
    """So many positions, or as many as there are."""
    known: list[Solved] = []
    words = _("{done} of {total} positions")
    for each in islice(found, count):
        known.append(each)
        tell(words.format(done=len(known), total=count))
    return known


def _rule(
    game_source: str,
    set_: Sequence[str],
    game: Game[Any, Any],
    text: str,
    modules: Mapping[str, ModuleType],
) -> tuple[str, Rule]:
    """The name and the rule of an evaluation: a function of a file, or one of the game's own."""
    from zermelo.lab.evaluations import rule_of

    path, name = source.file_and_class(text)
    if path:
        name = name or "evaluate"
        return name, rule_of(source.function_in(modules[path], path, name), game, text)
    parameter, equals, _value = text.partition("=")
    if equals:
        others = [each for each in set_ if each.partition("=")[0].strip() != parameter.strip()]
        owner = source.load(game_source, [*others, text])
    elif text == OWN:
        owner = game
    else:
        wrong = _("--evaluate takes FILE.py:FUNCTION, NAME=VALUE or game, not '{text}'")
        raise ZermeloError(wrong.format(text=text))
    if not owner.has_heuristic:
        wrong = _("{game} has no heuristic of its own: give --evaluate FILE.py:FUNCTION")
        raise ZermeloError(wrong.format(game=owner.name))
    return text, owner.evaluate


def _solver(
    game: Game[Any, Any], state: Any, tablebase: Path | None
) -> Callable[[Any], Finding[Any, Any]]:
    """What gives proven values: a tablebase, or the engine for a moment."""
    if tablebase:
        from zermelo.solver.lookup import finding
        from zermelo.tablebase import Tablebase

        table = Tablebase.open(tablebase, game)
        return lambda each: finding(table, each)
    from zermelo.cli import engines

    engine = engines.make(game, 1, 64, solving=True, state=state)
    return lambda each: engine.solve(each, all_moves=True, time=SOLVE)


def _show_evaluations(found: dict[str, Any]) -> None:
    """The rows for people."""
    from zermelo.lab.evaluations import kept_by_depth

    depths, kept = kept_by_depth(found["rows"])
    words = _("{count} positions solved; in {useful} of them a move can be wrong")
    print(words.format(count=found["positions"], useful=found["instructive"]))
    table = [[_("value kept"), *(f"d = {depth}" for depth in depths)]]
    table += [[name, *map(percent, shares)] for name, shares in kept.items()]
    table.append([_("random move"), *[percent(found["random"])] * len(depths)])
    for line in console.aligned(table, 1).splitlines():
        print(console.clean(line))
    words = _("{one} against {other}: won {won}, drawn {drawn}, lost {lost}")
    for row in (row for row in found["rows"] if row["measure"] == "match"):
        names = {"one": row["evaluation"], "other": row["opponent"]}
        counts = {name: row[name] for name in ("won", "drawn", "lost")}
        print(console.clean(words.format(**names, **counts)))
