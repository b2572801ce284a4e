"""`zermelo tune`: the weights of a heuristic from games that the engine plays with itself."""

from __future__ import annotations

import json as json_
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from zermelo import files
from zermelo.cli import console, options, running, source
from zermelo.cli.streams import tell
from zermelo.game import Game, ZermeloError
from zermelo.language import _, local
from zermelo.match import results
from zermelo.weights import numbers_in, reweighted

if TYPE_CHECKING:
    from zermelo.lab.tuning import SelfPlay, Tuned
    from zermelo.match.results import Played


def tune(
    game_source: options.Source,
    number: Annotated[int, typer.Option(metavar="N", min=1, help="Play so many games.")] = 1000,
    nodes: Annotated[int, typer.Option(metavar="N", min=1, help="A move, in these games.")] = 1000,
    plies: Annotated[
        int, typer.Option(metavar="N", min=0, help="Random moves at the beginning of each.")
    ] = 6,
    positions: Annotated[
        int, typer.Option(metavar="N", min=1, help="Of each game, at most so many.")
    ] = 20,
    seed: Annotated[int, typer.Option(metavar="N", help="Of openings and positions.")] = 0,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="Games at a time.")] = 1,
    games: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where games are kept. [default: GAME-games.jsonl]"),
    ] = None,
    check: Annotated[
        int, typer.Option(metavar="N", min=0, help="Then so many games, new weights against old.")
    ] = 0,
    set_: options.Set = None,
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE.json", help="Write the weights to a file."),
    ] = None,
    json: options.Json = False,
) -> None:
    """Fit a heuristic's weights to games of the engine. Begun again, it goes on where it ended."""
    from zermelo.lab import tuning  # here, as matches load the engine

    if output:
        files.check_writable(output)
    game = source.load(game_source, set_ or ())
    tuning.check(game)
    play = tuning.SelfPlay(source.recipe(game_source, set_ or ()), nodes, plies, seed)
    header = {
        **{"game": game_source, "parameters": source.parameters(set_ or ())},
        **{"rules": source.digest(game_source), "nodes": nodes, "plies": plies, "seed": seed},
        "weights": numbers_in(game.weights),  # type: ignore[attr-defined]
    }
    with results.opened(games or Path(f"{game.name}-games.jsonl"), header) as kept:
        played = _played(play, kept, number, processes)
    fitted = tuning.fit(game, tuning.sample(play, played, positions))
    found = {
        "weights": fitted.weights._asdict(),
        "errors": fitted.errors._asdict(),
        "old": game.weights._asdict(),  # type: ignore[attr-defined]
        "factor": fitted.factor,
        "positions": fitted.positions,
        "loss": {"before": fitted.before, "after": fitted.after},
        "recipe": {**header, "games": number, "per_game": positions},
    }
    new = reweighted(game, numbers_in(fitted.weights))
    if check:
        with running.progress() as hear:
            found["check"] = tuning.compare(game, new, nodes, check, seed, hear)
    if output:
        text = json_.dumps(found, ensure_ascii=False, indent=1)
        files.write_whole(output, f"{text}\n".encode())
    if json:
        console.print_json(found)
    else:
        _show(game, fitted, found)


def _played(play: SelfPlay, kept: results.Results, number: int, processes: int) -> list[Played]:
    """The games, those that are missing played now."""
    words = _("{done} of {total} games")
    try:
        with running.progress() as hear:
            missing = range(len(kept.games), number)
            for game in play.games(missing, min(processes, len(missing)) or 1):
                kept.add(game)
                hear(words.format(done=len(kept.games), total=number))
    except KeyboardInterrupt:
        told = words.format(done=len(kept.games), total=number)
        tell(_("{told}; the same command goes on").format(told=told))
        raise
    if [game.opening for game in kept.games] != list(range(len(kept.games))):
        words = _("{file} has other games than those of zermelo tune; give another --games FILE")
        raise ZermeloError(words.format(file=kept.path))
    return kept.games[:number]


def _show(game: Game[Any, Any], fitted: Tuned, found: dict[str, Any]) -> None:
    from zermelo.lab.evaluations import scores
    from zermelo.lab.tuning import NEW

    table = [[_("weight"), _("old"), _("new"), _("error")]]
    for name, new in found["weights"].items():
        numbers = (found["old"][name], new, found["errors"][name])
        table.append([name, *(local(_text(each)) for each in numbers)])
    for line in console.aligned(table, 1).splitlines():
        print(console.clean(line))
    words = _("loss in games kept apart: {before:.5f}, now {after:.5f}; {count:,} positions in all")
    print(words.format(before=fitted.before, after=fitted.after, count=fitted.positions))
    if row := found.get("check"):
        share, games, (low, high) = scores(NEW, [row])
        words = _(
            "new against old, {games} games: {score:.1%}, from {low:.1%} to {high:.1%} at 95 %"
        )
        print(words.format(games=games, score=share, low=low, high=high))


def _text(weight: Any) -> str:
    """A weight for people; of several numbers all."""
    if isinstance(weight, tuple):
        return " ".join(map(_text, weight))
    return str(weight) if isinstance(weight, int) else f"{weight:.4g}"
