"""What `zermelo match` and `zermelo tournament` share: the games played, and how they stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, TypeAlias

import typer

from zermelo.cli import console, running, source
from zermelo.cli.streams import tell
from zermelo.door import admit
from zermelo.game import ZermeloError
from zermelo.language import _, ngettext
from zermelo.match import page
from zermelo.match.agent import GameSource
from zermelo.match.results import Played, Results
from zermelo.match.tournament import Tournament
from zermelo.names import is_for_two, player_codes

Plays: TypeAlias = Annotated[
    str, typer.Option(metavar="SOURCE", help="What they play: a game's name, or FILE.py:Class.")
]
Plies: TypeAlias = Annotated[
    int, typer.Option(metavar="N", min=0, help="Random moves of an opening after the first.")
]
Seed: TypeAlias = Annotated[int, typer.Option(metavar="N", help="Of openings and dice.")]
Processes: TypeAlias = Annotated[int, typer.Option(metavar="N", min=1, help="Games at a time.")]
OnCluster: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--scheduler",
        metavar="ADDRESS",
        help="Hand the games to this Dask cluster, which sees the players' files too.",
    ),
]


def rules_for_two(game: str, settings: Sequence[str] | None) -> GameSource:
    """The game that --game names, which must be for two players."""
    rules = GameSource(source.recipe(game, settings or ()))
    admit(rules.game)
    if not is_for_two(rules.game):
        words = _("{game} is played by {players}: a match is for two")
        players = ", ".join(player_codes(rules.game))
        raise ZermeloError(words.format(game=rules.game.name, players=players))
    return rules


def check_time(time: float) -> None:
    """Refuses what is no time for a move."""
    if not 0 < time < float("inf"):
        raise ZermeloError(_("--time takes a positive number of seconds"))


@dataclass
class Show:
    """Plays what is missing, and shows how it stands: on a terminal, and as JSON."""

    event: Tournament
    name: str  # of the game
    parameters: dict[str, str]
    games: list[Played] = field(default_factory=list, init=False)
    hear: Any = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.total = len(self.event.schedule())

    def header(self, **about: Any) -> dict[str, Any]:
        """What a file of these games begins with."""
        rules = {"parameters": self.parameters, "rules": source.digest(self.name)}
        return {"game": self.name, **rules, "time": self.event.seconds, **about}

    def run(self, kept: Results, processes: int, scheduler: str | None = None) -> None:
        """Plays what is missing, and tells of it."""
        self.games = self.event.counted(kept.games)
        try:
            with running.progress() as self.hear:
                self.write()
                if not self.is_decided():
                    self.event.run(kept, processes, self.add, scheduler)
        except KeyboardInterrupt:
            self.games = self.event.counted(kept.games)
            self.stopped()
            raise

    def told(self) -> str:
        """How far it is."""
        return page.progress_text(len(self.games), self.total)

    def is_decided(self) -> bool:
        """Whether no more games are needed."""
        return False

    def add(self, game: Played) -> bool:
        """One more game is over; whether it was the last that is needed."""
        self.games.append(game)
        self.write()
        if console.is_watched():  # else it need not be counted
            self.hear(self.told())
        return self.is_decided()

    def write(self) -> None:
        """Writes the files, if there are to be any."""

    def stopped(self) -> None:
        """Says after Ctrl-C how to go on."""
        tell(_("{told}; the same command goes on").format(told=self.told()))

    def as_json(self) -> dict[str, Any]:
        """The standings for programs."""
        lost = page.faults(self.games)
        agents = [
            {
                **{"name": one.name, "score": one.score, "games": one.games},
                **{"wins": one.wins, "draws": one.draws, "losses": one.losses},
                **{"elo": round(one.elo, 1), "error": one.error and round(one.error, 1)},
                "faults": lost.get(one.name, {}),
            }
            for one in self.event.table(self.games)
        ]
        return {"game": self.name, "games": len(self.games), "agents": agents}

    def print(self, json: bool) -> None:
        """The standings, and what was at fault."""
        if json:
            console.print_json(self.as_json())
            return
        self.print_standings()
        for name, reasons in sorted(page.faults(self.games).items()):
            for reason, count in reasons.items():
                words = ngettext(
                    "{name} lost {count} game: {reason}",
                    "{name} lost {count} games: {reason}",
                    count,
                )
                print(console.clean(words.format(name=name, count=count, reason=reason)))

    def print_standings(self) -> None:
        """A table of all players."""
        from rich.table import Table

        heads = (_("agent"), _("score"), _("won"), _("drawn"), _("lost"), _("Elo"))
        shown = Table("", box=None, header_style="bold")
        for place, head in enumerate(heads):
            shown.add_column(head, justify="right" if place else "left", no_wrap=place > 0)
        for number, one in enumerate(self.event.table(self.games), 1):
            counts = (str(count) for count in (one.wins, one.draws, one.losses))
            name = console.clean(one.name)
            shown.add_row(str(number), name, page.score_text(one), *counts, page.elo_text(one))
        console.out.print(shown)
