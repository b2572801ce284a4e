"""`zermelo tournament`: the agents in a folder play each other."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path
from typing import Annotated, Any

import typer

from zermelo import files
from zermelo.cli import console, options, running, source
from zermelo.cli.streams import tell
from zermelo.door import admit
from zermelo.game import ZermeloError
from zermelo.games.catalogue import ALL as GAMES
from zermelo.language import _, ngettext
from zermelo.match import page, results
from zermelo.match.agent import GameSource, Limits
from zermelo.match.openings import openings as openings_of
from zermelo.match.results import Played, Results
from zermelo.match.tournament import DIGITS, Tournament, entrants
from zermelo.names import is_for_two, player_codes

SERVER = "http://127.0.0.1:8137"  # where `zermelo serve` is, unless told otherwise


def tournament(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="Where the agents are: .py files with move or evaluate."
        ),
    ],
    game: Annotated[
        str, typer.Option(metavar="SOURCE", help="What they play: a game's name, or FILE.py:Class.")
    ],
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
    plies: Annotated[
        int, typer.Option(metavar="N", min=0, help="Random moves of an opening after the first.")
    ] = 2,
    seed: Annotated[int, typer.Option(metavar="N", help="Of openings and dice.")] = 0,
    memory: Annotated[int, typer.Option(metavar="MB", min=64, help="For each agent.")] = 512,
    processes: Annotated[int, typer.Option(metavar="N", min=1, help="Games at a time.")] = 1,
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
    if not 0 < time < float("inf"):
        raise ZermeloError(_("--time takes a positive number of seconds"))
    rules = GameSource(source.recipe(game, set_ or ()))
    admit(rules.game)
    if not is_for_two(rules.game):
        words = _("{game} is played by {players}: a tournament is for two")
        players = ", ".join(player_codes(rules.game))
        raise ZermeloError(words.format(game=rules.game.name, players=players))
    event = Tournament(
        rules,
        entrants(folder, with_ or ()),
        openings_of(rules.game, openings, plies, seed),
        time,
        seed,
        Limits(memory),
    )
    event.check()
    show = Show(event, game, source.parameters(set_ or ()), file, server)
    header = {
        **{"game": game, "parameters": show.parameters, "rules": _digest(game)},
        **{"time": time, "memory": memory, "plies": plies, "seed": seed},
    }
    with results.opened(games or folder / "games.jsonl", header) as kept:
        show.run(kept, processes)
    show.print(json)


class Show:
    """The standings, on a terminal, on a page, and as JSON."""

    def __init__(
        self, event: Tournament, name: str, parameters: dict[str, str], file: Path | None, url: str
    ) -> None:
        self.event, self.name, self.parameters = event, name, parameters
        self.file, self.server = file, url
        self.total = len(event.schedule())
        self.games: list[Played] = []
        self.hear: Any = None
        if file:
            files.check_writable(file)

    def run(self, kept: Results, processes: int) -> None:
        """Plays what is missing, and tells of it."""
        self.games = self.event.counted(kept.games)
        try:
            with running.progress() as self.hear:
                self.write()
                self.event.run(kept, processes, self.add)
        except KeyboardInterrupt:
            tell(_("{told}; the same command goes on").format(told=self.told()))
            raise

    def told(self) -> str:
        """How far the tournament is."""
        return page.progress_text(len(self.games), self.total)

    def add(self, game: Played) -> None:
        """One more game is over."""
        self.games.append(game)
        self.write()
        if self.hear:
            self.hear(self.told())

    def write(self) -> None:
        """Writes the page, if there is to be one."""
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

    def print(self, json: bool) -> None:
        """The standings, and what was at fault."""
        table, lost = self.event.table(self.games), page.faults(self.games)
        if json:
            agents = [
                {
                    **{"name": one.name, "score": one.score, "games": one.games},
                    **{"wins": one.wins, "draws": one.draws, "losses": one.losses},
                    **{"elo": round(one.elo, 1), "error": one.error and round(one.error, 1)},
                    "faults": lost.get(one.name, {}),
                }
                for one in table
            ]
            console.print_json({"game": self.name, "games": len(self.games), "agents": agents})
            return
        from rich.table import Table

        heads = (_("agent"), _("score"), _("won"), _("drawn"), _("lost"), _("Elo"))
        shown = Table("", box=None, header_style="bold")
        for place, head in enumerate(heads):
            shown.add_column(head, justify="right" if place else "left", no_wrap=place > 0)
        for number, one in enumerate(table, 1):
            counts = (str(count) for count in (one.wins, one.draws, one.losses))
            name = console.clean(one.name)
            shown.add_row(str(number), name, page.score_text(one), *counts, page.elo_text(one))
        console.out.print(shown)
        for name, reasons in sorted(lost.items()):
            for reason, count in reasons.items():
                words = ngettext(
                    "{name} lost {count} game: {reason}",
                    "{name} lost {count} games: {reason}",
                    count,
                )
                print(console.clean(words.format(name=name, count=count, reason=reason)))


def _digest(game: str) -> str:
    """What tells versions of a user's own rules apart."""
    path = Path(source.file_and_class(game)[0] or (game if os.path.isfile(game) else ""))  # noqa: PTH113
    return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGITS] if path.is_file() else ""
