"""`zermelo check`: does a tree keep its expectations, does a game keep the rules."""

from __future__ import annotations

from typing import Annotated

import typer

from zermelo.check import check_game
from zermelo.cli import options, report, running, source
from zermelo.explain.expect import unmet
from zermelo.games import Tree


def check(
    game_source: options.Source,
    set_: options.Set = None,
    games: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many random games to play.")
    ] = 100,
    seed: Annotated[int, typer.Option(metavar="N", help="Of the random games.")] = 0,
    json: options.Json = False,
) -> None:
    """Check a tree against its `expect:` lines, or a game against the rules of the interface."""
    game = source.load(game_source, set_ or ())
    with running.progress() as tell:
        tick = (lambda done: tell(f"{done} games")) if tell else None
        broken = check_game(game, games=games, seed=seed, tick=tick)
        problems = [str(rule) for rule in broken]
        if isinstance(game, Tree):
            problems += unmet(game)
    if json:
        report.print_json({"ok": not problems, "problems": problems})
    elif problems:
        for problem in problems:
            print(problem)
    elif isinstance(game, Tree):
        met = len(game.expectations)
        lines = "no expect: lines" if not met else f"{met} expect: line{'s'[: met > 1]} met"
        print(f"ok: {len(game.nodes)} nodes, {lines}")
    else:
        print(f"ok: {games} random games of {game.name} break no rule")
    if problems:
        raise typer.Exit(1)
