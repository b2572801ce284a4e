"""`zermelo match`: players play each other until it is known who is the stronger one."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Final, TypeAlias

import typer

from zermelo import files
from zermelo.cli import console, options, source, standings
from zermelo.cli.standings import Show, rules_for_two
from zermelo.cli.streams import tell
from zermelo.engine.limits import check_limits
from zermelo.game import Game, ZermeloError
from zermelo.language import _
from zermelo.match import page
from zermelo.match.agent import Limits
from zermelo.match.foreign import PATIENCE
from zermelo.match.openings import openings
from zermelo.match.players import Named
from zermelo.match.results import opened
from zermelo.match.score import LIMIT, Score, Sprt, pairs_of
from zermelo.match.tournament import Entrant, Tournament, check_names, submitted
from zermelo.numbers import plain

LEVEL: Final = "level:"  # begins the name of a level of play on the page

Limit: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", help="Of each search, in place of a time.")
]


def match(
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help="engine, random, alphabeta:depth=4, level:club as on the page, or a file.",
        ),
    ],
    game: standings.Plays,
    set_: options.Set = None,
    games: Annotated[
        int,
        typer.Option(metavar="N", min=2, help="Of each pair of players: from each opening two."),
    ] = 100,
    time: Annotated[
        float | None, typer.Option(metavar="SECONDS", help="For each move. [default: 1]")
    ] = None,
    depth: Limit = None,
    nodes: Limit = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1", help="Stop as soon as one of two differences in Elo is certain."
        ),
    ] = None,
    plies: standings.Plies = 4,
    seed: standings.Seed = 0,
    jobs: standings.Processes = 1,
    results_: Annotated[
        Path | None,
        typer.Option("--results", metavar="FILE", help="Keep the games there, and go on with it."),
    ] = None,
    pgn: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the games: PGN, PDN, or in the same layout."),
    ] = None,
    scheduler: standings.OnCluster = None,
    json: options.Json = False,
) -> None:
    """Let players play each other: score, difference in Elo, and how certain both are."""
    test = Sprt.read(sprt) if sprt is not None else None
    _refuse(players, games, (time, depth, nodes), test)
    rules = rules_for_two(game, set_)
    limits = {name: at for name, at in (("depth", depth), ("nodes", nodes)) if at is not None}
    entrants = [entrant(text, rules.game, limits) for text in players]
    check_names(entrants)
    begins = openings(rules.game, games // 2, plies, seed)
    seconds = time or (PATIENCE if limits else 1.0)
    event = Tournament(rules, entrants, begins, seconds, seed, Limits(search=limits))
    event.check()
    if pgn:
        files.check_writable(pgn)
    show = Standing(event, game, source.parameters(set_ or ()), test, results_, pgn)
    header = show.header(depth=depth, nodes=nodes, plies=plies, seed=seed)
    with (
        TemporaryDirectory() as folder,
        opened(results_ or Path(folder) / "games.jsonl", header) as kept,
    ):
        if len(set(begins)) < len(begins):
            words = _("note: there are only {count} different openings: games come again")
            tell(words.format(count=len(set(begins))))
        show.run(kept, jobs, scheduler)
    show.record()
    show.print(json)


def _refuse(
    players: list[str], games: int, limits: tuple[float | None, ...], test: Sprt | None
) -> None:
    """What makes no sense, before anything begins."""
    if len(players) < 2:
        raise ZermeloError(_("a match needs two players"))
    if test and len(players) > 2:
        raise ZermeloError(_("--sprt is for two players"))
    if games % 2:
        words = _("--games takes an even number, as each opening is played twice, not {games}")
        raise ZermeloError(words.format(games=games))
    if sum(limit is not None for limit in limits) > 1:
        raise ZermeloError(_("give one of --time, --depth and --nodes"))
    time, depth, nodes = limits
    check_limits(depth=depth, nodes=nodes)
    if time is not None:
        standings.check_time(time)


def entrant(text: str, game: Game[Any, Any], limits: dict[str, int]) -> Entrant:
    """Who is meant: a level of the page, a user's file or folder, or a player of ours."""
    if text.startswith(LEVEL):
        player = _level(text.removeprefix(LEVEL), game)
        return Entrant(text, player, player)
    own = text.endswith(".py") or (os.sep in text and Path(text).is_dir())
    if own and not text.startswith("uci:"):
        return submitted(Path(text))
    named = Named.read(text)
    given = [f"{name}={limit}" for name, limit in named.limited(limits).items()]
    settings = ",".join([*filter(None, (text.partition(":")[2],)), *given])
    return Entrant(text, text.partition(":")[0] + (f":{settings}" if settings else ""), "")


def _level(name: str, game: Game[Any, Any]) -> str:
    """The player that a level of the page is."""
    from zermelo.web.levels import SECONDS, algorithm_for, level_named

    level = level_named(name)
    depth = f"depth={level.depth}," if level.depth else ""
    if level.convention or not (depth or level.time):
        raise ZermeloError(_("the level {name} plays on the page alone").format(name=name))
    return f"{algorithm_for(level.algorithm, game)}:{depth}time={level.time or SECONDS}"


@dataclass
class Standing(Show):
    """How a match stands: of two players the score and what it tells, of several the table."""

    test: Sprt | None
    kept: Path | None
    pgn: Path | None

    def __post_init__(self) -> None:
        super().__post_init__()
        self.names = [one.name for one in self.event.entrants]

    @property
    def pairs(self) -> list[int]:
        """How many pairs of games were worth how much to the first player."""
        return pairs_of(self.games, self.names[0])

    def is_decided(self) -> bool:
        return self.test is not None and self.test.accepted(self.pairs) is not None

    def told(self) -> str:
        if len(self.names) > 2 or not self.games:
            return super().told()
        return f"{super().told()}: {self._counts()}"

    def _counts(self) -> str:
        one = next(one for one in self.event.table(self.games) if one.name == self.names[0])
        about = {"first": self.names[0], "second": self.names[1], "score": page.score_text(one)}
        about |= {"won": str(one.wins), "drawn": str(one.draws), "lost": str(one.losses)}
        words = _("{first} – {second} {score}: won {won}, drawn {drawn}, lost {lost}")
        return console.clean(words.format(**about))

    def stopped(self) -> None:
        """What was played is told, and kept."""
        self.record()
        if self.kept:
            super().stopped()
            return
        words = _("{told}; with --results FILE the same command would go on")
        tell(words.format(told=self.told()))

    def record(self) -> None:
        """Writes the games for people and other programs."""
        if self.pgn:
            from zermelo.match.record import record

            title = " - ".join(self.names)
            parameters = " ".join(f"{key}={value}" for key, value in self.parameters.items())
            text = record(self.event.source.game, self.games, title, self.name, parameters)
            files.write_whole(self.pgn, text.encode())

    def as_json(self) -> dict[str, Any]:
        found = super().as_json()
        pairs = self.pairs
        score = Score.of(pairs) if len(self.names) == 2 else None
        if score:
            elo, *between = map(plain, score.elo)
            found["match"] = {
                **{"first": self.names[0], "second": self.names[1], "pairs": pairs},
                **{"score": score.score, "score_interval": [score.low, score.high]},
                **{"elo": elo, "elo_interval": between, "superior": score.superior},
            }
        if self.test:
            found["sprt"] = {
                **{"elo0": self.test.elo0, "elo1": self.test.elo1, "limit": LIMIT},
                **{"ratio": self.test.ratio(pairs), "accepted": self.test.accepted(pairs)},
            }
        return found

    def print_standings(self) -> None:
        if len(self.names) > 2:
            super().print_standings()
            return
        print(self._counts())
        if score := Score.of(self.pairs):
            words = _("score {score:.1f} %, from {low:.1f} % to {high:.1f} %")
            about = {"score": score.score, "low": score.low, "high": score.high}
            print(words.format(**{name: 100 * value for name, value in about.items()}))
            elo, low, high = score.elo
            words = _("difference in Elo {elo:+.0f}, from {low:+.0f} to {high:+.0f}")
            print(words.format(elo=elo, low=low, high=high).replace("inf", "∞"))
            words = _("{first} is the stronger one with a probability of {superior:.1f} %")
            first = console.clean(self.names[0])
            print(words.format(first=first, superior=100 * score.superior))
        if self.test:
            accepted, ratio = self.test.accepted(self.pairs), self.test.ratio(self.pairs)
            words = _("SPRT: neither difference is certain yet ({ratio:.2f} of ±{limit:.2f})")
            if accepted is not None:
                words = _("SPRT: Elo {elo:+.0f} is accepted ({ratio:.2f} of ±{limit:.2f})")
            print(words.format(elo=accepted or 0, ratio=ratio, limit=LIMIT))
