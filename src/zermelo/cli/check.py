"""`zermelo check`: does a tree keep its expectations, a game the rules, is a program right."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from zermelo.check import Report, examine
from zermelo.check.order import unordered
from zermelo.cli import console, options, program, running, settings, source, watching
from zermelo.cli.lanes import Lanes, compare_lanes
from zermelo.door import refuse
from zermelo.explain.expect import unmet
from zermelo.game import Game, ZermeloError
from zermelo.games import Tree
from zermelo.language import _, ngettext
from zermelo.report.rows import counted_nodes
from zermelo.students.process import Limits
from zermelo.students.program import is_program

SECONDS: Final = 0.7  # that the rules of a game are looked at, unless told otherwise
PATIENCE: Final = 4  # where the machine is busy


def check(
    context: typer.Context,
    game_source: options.Source,
    set_: options.Set = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many random games to play.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random games or trees.")] = 0,
    time: Annotated[
        float | None,
        typer.Option(
            metavar="SECONDS",
            min=0.1,
            help="At most so long; a program: for each tree. [default: 0.7, a program 5]",
        ),
    ] = None,
    compiled: Annotated[
        bool, typer.Option("--compiled/--no-compiled", help="Also compare the compiled rules.")
    ] = True,
    as_: program.As = None,
    trees: program.Trees = 200,
    tree: program.OnTree = None,
    cut: settings.Cut = None,
    test: settings.Test = None,
    returns: settings.Returns = None,
    convention: settings.Convention = None,
    memory: program.Memory = 512,
    file: program.Output = None,
    json: options.Json = False,
    watch: watching.Watch = False,
) -> None:
    """Check a tree (its `expect:` lines), a game (its rules), or a program of a student's."""
    if watch:
        watching.again(context.obj, watching.watched(game_source))
        return
    programs = _programs(game_source)
    if programs:
        given = {"cut": cut, "test": test, "returns": returns, "convention": convention}
        limits = Limits(time or 5, memory)
        asked = program.Question(as_, trees, seed, limits, given, tree, file, json)
        raise typer.Exit(program.check_programs(programs, ".py:" not in game_source, asked))
    game = source.make(game_source, set_ or ())
    refuse(game, several=True)
    with running.progress() as tell:
        tick = (lambda done: tell(_games(done))) if console.is_watched() else None
        seconds = time or SECONDS
        found = examine(game, games=games, seed=seed, seconds=seconds, patience=PATIENCE, tick=tick)
    problems = [str(rule) for rule in found.broken]
    if isinstance(game, Tree):
        problems += unmet(game)
    if not json:  # at once: to compile takes longer
        for line in problems or [praise(game, found, games)]:
            print(console.clean(line), flush=True)
    lanes = Lanes()
    if compiled and not problems and not isinstance(game, Tree):
        lanes = compare_lanes(game, found, seed, time)
    if (changing := unordered(game)) and str(changing) != lanes.reason:
        found = replace(found, advice=(*found.advice, str(changing)))
    _tell(problems, found, lanes, json)
    if problems:
        raise typer.Exit(1)


def _programs(game_source: str) -> list[tuple[str, str]]:
    """The programs that SOURCE names: FILE.py:function, or FOLDER:function for all in it."""
    path, colon, name = game_source.rpartition(":")
    if not colon:
        return []
    if path.endswith(".py"):
        return [(path, name)] if is_program(path, name) else []
    folder = Path(path)
    if not folder.is_dir():
        return []
    found = sorted(str(file) for file in folder.glob("*.py"))
    if not found:
        raise ZermeloError(_("no .py files in {folder}").format(folder=path))
    return [(file, name) for file in found]


def _tell(problems: list[str], found: Report, lanes: Lanes, json: bool) -> None:
    """What else was found; as JSON, all of it."""
    if json:
        told = {"ok": not problems, "problems": problems, "advice": list(found.advice)}
        console.print_json(told | lanes.as_json())
        return
    for line in found.advice:
        print(_("advice: {text}").format(text=console.clean(line)))
    for line in lanes.lines():
        print(console.clean(line))


def _games(count: int) -> str:
    return ngettext("{count} game", "{count} games", count).format(count=count)


def praise(game: Game[Any, Any], found: Report, games: int) -> str:
    """What was checked and found in order."""
    if found.games < games and not isinstance(game, Tree):
        words = ngettext(
            "ok: {count} state of {game} breaks no rule; then the time was over",
            "ok: {count} states of {game} break no rule; then the time was over",
            found.states,
        )
        return words.format(count=found.states, game=game.name)
    if not isinstance(game, Tree):
        words = ngettext(
            "ok: {count} random game of {game} breaks no rule",
            "ok: {count} random games of {game} break no rule",
            games,
        )
        return words.format(count=games, game=game.name)
    met = len(game.expectations)
    lines = ngettext("{count} expect: line met", "{count} expect: lines met", met)
    lines = lines.format(count=met) if met else _("no expect: lines")
    return _("ok: {nodes}, {lines}").format(nodes=counted_nodes(len(game.nodes)), lines=lines)
