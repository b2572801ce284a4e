"""`zermelo tournament`: the agents in a folder play each other."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from zermelo import files
from zermelo.cli import options, source, standings
from zermelo.cli.standings import Show, rules_for_two
from zermelo.games.catalogue import ALL as GAMES
from zermelo.language import _
from zermelo.match import page
from zermelo.match.agent import Limits
from zermelo.match.openings import openings as openings_of
from zermelo.match.results import Played, opened
from zermelo.match.tournament import Tournament, entrants

SERVER = "http://127.0.0.1:8137"  # where `zermelo serve` is, unless told otherwise


def tournament(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Where the agents are: .py files with move or evaluate."
        ),
    ],
    game: standings.Plays,
    time: Annotated[float, typer.Option(metavar="SECONDS", help="For each move.")] = 1.0,
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="PLAYER",
            help="One of ours as well: engine, random, alphabeta:depth=4 (repeatable).",
        ),
    ] = None,
    set_: options.Set = None,
    openings: Annotated[
        int, typer.Option(metavar="N", min=1, help="Each pair plays twice from each.")
    ] = 2,
    plies: standings.Plies = 2,
    seed: standings.Seed = 0,
    memory: Annotated[int, typer.Option(metavar="MB", min=64, help="For each agent.")] = 512,
    processes: standings.Processes = 1,
    scheduler: standings.OnCluster = None,
    games: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Where games are kept. [default: FOLDER/games.jsonl]"),
    ] = None,
    file: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="FILE.html", help="A page of the standings."),
    ] = None,
    server: Annotated[
        str, typer.Option(metavar="URL", help="-o: the server on which its links open a game.")
    ] = SERVER,
    json: options.Json = False,
) -> None:
    """Let the agents in a folder play each other. Begun again, it goes on where it ended."""
    standings.check_time(time)
    rules = rules_for_two(game, set_)
    agents = entrants(folder, with_ or ())
    begins = openings_of(rules.game, openings, plies, seed)
    event = Tournament(rules, agents, begins, time, seed, Limits(memory))
    event.check()
    if file:
        files.check_writable(file)
    show = Leaderboard(event, game, source.parameters(set_ or ()), file, server)
    header = show.header(memory=memory, plies=plies, seed=seed)
    with opened(games or folder / "games.jsonl", header) as kept:
        show.run(kept, processes, scheduler)
    show.print(json)


@dataclass
class Leaderboard(Show):
    """The standings on a page, too, which is written anew after every game."""

    file: Path | None
    server: str

    def write(self) -> None:
        if self.file:
            name = GAMES[self.name].title if self.name in GAMES else self.event.source.game.name
            title = _("Tournament: {game}").format(game=name)
            note = _("A click on its moves opens a game on the page of zermelo serve, at {server}.")
            about = (self.total, self.link, note.format(server=self.server))
            text = page.page(title, self.event.table(self.games), self.games, *about)
            files.write_whole(self.file, text.encode())

    def link(self, game: Played) -> str:
        """The address at which the web app shows a game."""
        path, kind = source.file_and_class(self.name)
        name = kind or type(self.event.source.game).__name__ if path else self.name
        return page.address(self.server, name, self.parameters, game.moves)
